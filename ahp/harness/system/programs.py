"""Programs of the system: where they stand, which package brings them; running, feeding and reading one."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO

from ahp.errors import HarnessError, TrialError, one_line

PACKAGES = {
    "initdb": "postgresql",
    "postgres": "postgresql",
    "pgbench": "postgresql",
    "psql": "postgresql",
    "mariadbd": "mariadb-server",
    "mariadb-install-db": "mariadb-server",
    "sysbench": "sysbench",
    "setpriv": "util-linux",
    "ipcrm": "util-linux",
    "losetup": "mount",
    "mount": "mount",
    "umount": "mount",
    "mkfs.btrfs": "btrfs-progs",
    "compsize": "btrfs-compsize",
    "mkfs.ext4": "e2fsprogs",
    "mkfs.xfs": "xfsprogs",
    "zfs": "zfs-fuse, or zfsutils-linux with its kernel module",
    "zpool": "zfs-fuse, or zfsutils-linux with its kernel module",
    "zfs-fuse": "zfs-fuse",
}
"""The Debian package of each program that the harness runs."""


def located(name: str) -> Path | None:
    """Return where a program stands, None if it is not installed.

    Beside the PATH, the folders for the administrator's programs are searched, and those where Debian puts
    PostgreSQL's, the newest version first.

    Examples
    --------
    >>> located("no-such-program") is None
    True
    """
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=_version, reverse=True)
    folders = [os.environ.get("PATH", ""), "/usr/local/sbin", "/usr/sbin", "/sbin", *map(str, versions)]
    found = shutil.which(name, path=os.pathsep.join(folders))
    return Path(found) if found else None


def missing(*names: str) -> str | None:
    """Return why programs cannot be run, None if all are installed.

    Examples
    --------
    >>> missing("no-such-program")
    'no-such-program: command not found'
    """
    for name in names:
        if located(name) is None:
            package = PACKAGES.get(name)
            return f"{name}: command not found" + (f"; install the package {package}" if package else "")
    return None


def output(
    command: Sequence[str | Path],
    *,
    env: Mapping[str, str] | None = None,
    cwd: Path | None = None,
    timeout_s: float = 120.0,
    finish_s: float = 0.0,
    given: str = "",
) -> str:
    r"""Run a program to its end and return what it wrote to standard output.

    Parameters
    ----------
    command : sequence of str or Path
        The program's name and its arguments; no shell reads them.
    env : mapping of str to str, optional
        What its environment holds beside this process's, in the C locale.
    cwd : Path, optional
        The folder it runs in.
    timeout_s : float
        How long it may take, in seconds.
    finish_s : float
        How long it may go on after an interrupt, because what it has made can only be taken away by itself.
    given : str
        What it reads from its standard input.

    Raises
    ------
    HarnessError
        If the program is not installed, does not end in time, or fails; with what it says is wrong.

    Examples
    --------
    >>> output(["echo", "ready"])
    'ready\n'
    """
    name = str(command[0])
    if reason := missing(name):
        raise HarnessError(reason)
    path = [str(located(name)), *map(str, command[1:])]
    process = subprocess.Popen(
        path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        errors="replace",
        stdin=subprocess.PIPE if given else subprocess.DEVNULL,
        env=os.environ | {"LC_ALL": "C"} | dict(env or {}),
        cwd=cwd,
        start_new_session=True,  # what it starts is its group, which an interrupt ends with it
    )
    try:
        out, err = process.communicate(given or None, timeout=timeout_s)
    except subprocess.TimeoutExpired:
        raise HarnessError(f"{shown(command)} did not end within {timeout_s:g} s") from None
    finally:
        if process.returncode is None:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(finish_s)
            _end_group(process)
    if process.returncode:
        said = [*err.strip().splitlines(), *out.strip().splitlines()] or ["it wrote no message"]
        # Some say first what they were told, and then what is wrong with it.
        wrong = next((line for line in said if "error" in line.lower()), said[0])
        raise HarnessError(f"{shown(command)} ended with {process.returncode}: {one_line(wrong)}")
    return out


def _end_group(process: subprocess.Popen[str]) -> None:
    """End a program and all that it has started, in order if they do it in time, and wait for them."""
    for sent in (signal.SIGTERM, signal.SIGKILL):
        deadline = time.monotonic() + _GRACE_S
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, sent)
        while time.monotonic() < deadline:
            process.poll()
            try:
                os.killpg(process.pid, 0)
            except (ProcessLookupError, PermissionError):
                break
            time.sleep(0.02)
        else:
            continue
        break
    process.communicate()


def shown(command: Sequence[str | Path]) -> str:
    """Return a command as a message shows it, shortened."""
    return one_line(" ".join(map(str, command)), 120)


def _version(folder: Path) -> tuple[int, ...]:
    return tuple(int(part) for part in folder.parent.name.split(".") if part.isdigit())


_PATIENCE_S = 3600.0
_GRACE_S = 5.0


def written_to(command: Sequence[str], env: Mapping[str, str], lines: Iterable[bytes]) -> str:
    """Run a program, write lines, which have their line ends, to its standard input, and return what it says.

    It should say little before it has read them all.

    Raises
    ------
    TrialError
        If it fails, with the first line that it wrote to standard error.
    """
    with _piped(command, env, subprocess.PIPE, subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        with contextlib.suppress(BrokenPipeError):  # it said why on standard error
            process.stdin.writelines(lines)
        _close(process.stdin)
        return process.stdout.read().decode(errors="replace")


def read_from(command: Sequence[str], env: Mapping[str, str]) -> Iterator[bytes]:
    """Run a program and return the lines of its standard output, without their line ends.

    Raises
    ------
    TrialError
        If it fails, with the first line that it wrote to standard error.
    """
    with _piped(command, env, subprocess.DEVNULL, subprocess.PIPE) as process:
        assert process.stdout is not None
        for line in process.stdout:
            yield line.rstrip(b"\n")


@contextlib.contextmanager
def _piped(
    command: Sequence[str], env: Mapping[str, str], stdin: int, stdout: int
) -> Iterator[subprocess.Popen[bytes]]:
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            command, stdin=stdin, stdout=stdout, stderr=errors, env=os.environ | {"LC_ALL": "C"} | dict(env)
        )
        try:
            yield process
            _close(process.stdin)
            process.wait(_PATIENCE_S)
        finally:
            _close(process.stdin)
            _close(process.stdout)
            if process.poll() is None:
                process.kill()
                process.wait()
        if process.returncode:
            errors.seek(0)
            said = errors.read().decode("utf-8", "replace").strip().splitlines()
            # MariaDB's client shows the statement first.
            wrong = next((line for line in said if line.startswith("ERROR")), said[0] if said else "silent")
            raise TrialError(f"{Path(command[0]).name} ended with {process.returncode}: {one_line(wrong)}")


def _close(stream: IO[bytes] | None) -> None:
    if stream is not None:
        with contextlib.suppress(OSError):
            stream.close()
