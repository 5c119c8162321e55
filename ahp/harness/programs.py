"""Programs of the system: where they stand, which package brings them, and running one to its end."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from ahp.errors import HarnessError, one_line

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
    try:
        done = subprocess.run(
            path,
            capture_output=True,
            text=True,
            errors="replace",
            stdin=subprocess.DEVNULL,
            env=os.environ | {"LC_ALL": "C"} | dict(env or {}),
            cwd=cwd,
            timeout=timeout_s,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise HarnessError(f"{shown(command)} did not end within {timeout_s:g} s") from None
    if done.returncode:
        said = (done.stderr.strip() or done.stdout.strip() or "it wrote no message").splitlines()
        # Some say first what they were told, and then what is wrong with it.
        wrong = next((line for line in said if "error" in line.lower()), said[0])
        raise HarnessError(f"{shown(command)} ended with {done.returncode}: {one_line(wrong)}")
    return done.stdout


def shown(command: Sequence[str | Path]) -> str:
    """Return a command as a message shows it, shortened."""
    return one_line(" ".join(map(str, command)), 120)


def _version(folder: Path) -> tuple[int, ...]:
    return tuple(int(part) for part in folder.parent.name.split(".") if part.isdigit())
