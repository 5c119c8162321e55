"""Programs of the system: run to their end, fed and read; and servers that a harness starts for itself.

A database server refuses root, or advises against it. Run by root, it is started through `setpriv` as the
account `nobody`. It has a session of its own, so that an interrupt at the terminal reaches the harness
alone, which then stops its servers in order. Nothing listens but on a unix socket or on the loopback
address.

PostgreSQL makes a small segment of System V shared memory, by which it sees whether another server is at
work in its folder; it stays after a server that was killed until somebody removes it. The kernel tells who
made a segment and when, so that one of a recorded process is known without a record of its own.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO

import psutil

from ahp.errors import AHPError, HarnessError, TrialError, UnavailableError, one_line
from ahp.harness.ledger import Facts, Ledger
from ahp.harness.system.process_table import boot_id, children, listener, started, status


@dataclass(frozen=True)
class Account:
    """The unprivileged account that root lends a server to.

    Attributes
    ----------
    name : str
        Its name.
    uid, gid : int
        Its user and its group.
    """

    name: str
    uid: int
    gid: int


def needs_root() -> str | None:
    """Return why what root alone may do cannot be done, None if this is root."""
    return None if hasattr(os, "geteuid") and os.geteuid() == 0 else "needs root"


def unprivileged() -> Account | None:
    """Return the account for servers where this is root, None where it is not.

    Raises
    ------
    UnavailableError
        If this is root on a system without `nobody` or without `setpriv`.
    """
    if needs_root():
        return None
    if reason := missing("setpriv"):
        raise UnavailableError("a server", reason)
    import pwd

    try:
        found = pwd.getpwnam("nobody")
    except KeyError:
        raise UnavailableError(
            "a server", "this is root, and there is no account 'nobody' to run it as"
        ) from None
    return Account(found.pw_name, found.pw_uid, found.pw_gid)


def as_account(command: Sequence[str | Path], account: Account | None) -> list[str]:
    """Return the command that runs another one as an account.

    Examples
    --------
    >>> as_account(["postgres", "-D", "data"], None)
    ['postgres', '-D', 'data']
    """
    plain = [str(part) for part in command]
    if account is None:
        return plain
    ids = [f"--reuid={account.uid}", f"--regid={account.gid}", "--clear-groups", "--no-new-privs"]
    return [str(located("setpriv")), *ids, "--", *plain]


@contextlib.contextmanager
def serving(
    ledger: Ledger,
    command: Sequence[str | Path],
    log: Path,
    ready: Callable[[int], bool],
    *,
    account: Account | None = None,
    env: Mapping[str, str] | None = None,
    stop: signal.Signals = signal.SIGTERM,
    within_s: float = 60.0,
    grace_s: float = 60.0,
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a server until the block ends, whatever ends it.

    Parameters
    ----------
    ledger : Ledger
        Where it is recorded.
    command : sequence of str or Path
        The server in the foreground: a program that leaves its own process cannot be stopped by its number.
    log : Path
        The file that both its outputs are added to.
    ready : function
        Given the server's process number, says whether it answers; it is for this function to make sure that
        the one who answers is that process, serving the intended data. It raises for a stranger.
    account : Account, optional
        As whom it runs.
    env : mapping of str to str, optional
        What its environment holds beside this process's.
    stop : signal
        What ends it in order.
    within_s, grace_s : float
        How long it may take to be ready and to end, in seconds.

    Raises
    ------
    TrialError
        If it ends at once or is not ready in time, with the last lines of its log.
    """
    full = as_account(command, account)
    facts = {"command": list(map(str, command)), "signal": int(stop), "grace_s": grace_s, "boot": boot_id()}
    with contextlib.ExitStack() as stack:
        born: list[subprocess.Popen[bytes]] = []
        stack.callback(lambda: [process.wait() for process in born])  # collected once it was stopped
        learn = stack.enter_context(ledger.holding("process", stop_process, **facts))
        with log.open("ab") as written:
            process = subprocess.Popen(
                full,
                stdin=subprocess.DEVNULL,
                stdout=written,
                stderr=written,
                env=os.environ | {"LC_ALL": "C"} | dict(env or {}),
                cwd=log.parent,
                start_new_session=True,
            )
        found = status(process.pid)  # also of one that has ended already: it is not collected yet
        learn(pid=process.pid, started=found.started if found else None)
        born.append(process)
        until = time.monotonic() + within_s
        while not ready(process.pid):
            if process.poll() is not None:
                raise TrialError(f"{shown(command)} ended at once with {process.returncode}: {tail(log)}")
            if time.monotonic() > until:
                raise TrialError(f"{shown(command)} was not ready within {within_s:g} s: {tail(log)}")
            time.sleep(0.05)
        yield process


def answers(socket: Path, data: Path, ask: Callable[[], str], pid: int) -> bool:
    """Say whether a server is ready; raise if the one that answers is another one, or has other data.

    Parameters
    ----------
    socket, data : Path
        Where it listens, and what it serves.
    ask : function
        Returns what the one that answers says that it serves.
    pid : int
        The server's process.
    """
    try:
        other, place = listener(socket), ask()
    except (OSError, HarnessError):
        return False
    if (other is not None and other != pid) or Path(place) != data:
        raise HarnessError(f"{socket}: another server answers there (process {other}, data in {place})")
    return True


def stop_process(facts: Facts) -> None:
    """Stop a recorded process, if it is still the recorded one, and take away what it left behind."""
    pid = facts.get("pid")
    if pid is None or facts["boot"] != boot_id() or facts["started"] is None:
        return
    if started(pid) == facts["started"]:
        _stop(pid, facts)
    remove_segments(pid, facts["started"])


def _stop(pid: int, facts: Facts) -> None:
    family = {child: started(child) for child in children(pid)}
    for number in (facts["signal"], signal.SIGKILL):
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, number)
        if _ended(pid, facts["started"], facts["grace_s"]):
            break
    else:
        raise HarnessError(f"process {pid} does not end; it was started by {shown(facts['command'])}")
    for child, since in family.items():
        if not _ended(child, since, 5.0):
            with contextlib.suppress(ProcessLookupError):
                os.kill(child, signal.SIGKILL)


def _ended(pid: int, since: str | None, within_s: float) -> bool:
    until = time.monotonic() + within_s
    while (found := status(pid)) is not None and found.started == since and not found.ended:
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


def tail(log: Path, lines: int = 3) -> str:
    """Return the last lines of a log on one line."""
    try:
        text = log.read_text(encoding="utf-8", errors="replace").strip()
    except OSError:
        return "no log"
    return one_line(" | ".join(text.splitlines()[-lines:])) or "its log is empty"


_TABLE = Path("/proc/sysvipc/shm")
_SOON_S = 120
"""A server makes its segments when it starts; later ones are of a process that was given its number again."""
_PATIENCE_S = 10.0


def made_by(pid: int, since: str) -> tuple[tuple[int, int], ...]:
    """Return the segments that a process made soon after it started, each with how many processes have it.

    Parameters
    ----------
    pid : int
        Its number; it may have ended.
    since : str
        When it started, as :func:`~ahp.harness.system.process_table.started` tells.

    Examples
    --------
    >>> made_by(2**30, "1")
    ()
    """
    try:
        heading, *rows = (line.split() for line in _TABLE.read_text(encoding="ascii").splitlines())
    except OSError:
        return ()
    found = (dict(zip(heading, map(int, row), strict=True)) for row in rows)
    began = psutil.boot_time() + float(since)  # in seconds since 1970
    return tuple(
        (row["shmid"], row["nattch"])
        for row in found
        if row["cpid"] == pid and abs(row["ctime"] - began) <= _SOON_S
    )


def remove_segments(pid: int, since: str) -> None:
    """Remove the segments that a process left, once its children, which have them too, have ended.

    Raises
    ------
    HarnessError
        If one is still used, or cannot be removed.
    """
    until = time.monotonic() + _PATIENCE_S
    while left := made_by(pid, since):
        for number, attached in left:
            if not attached:
                output(["ipcrm", "--shmem-id", str(number)])
            elif time.monotonic() > until:
                raise HarnessError(
                    f"shared memory {number} of process {pid}, which has ended, is still used by "
                    f"{attached} others; end them (ipcs -m), clean again"
                )
        time.sleep(0.05)


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


def unavailable(*needs: Callable[[], object]) -> str | None:
    """Return why one of some things that are needed cannot be had, None if all can."""
    try:
        for need in needs:
            need()
    except AHPError as problem:
        return getattr(problem, "reason", str(problem))
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


_PIPED_S = 3600.0
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
            process.wait(_PIPED_S)
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
