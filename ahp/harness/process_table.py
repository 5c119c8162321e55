"""Which process is which: a number is given again, its start time is not."""

from __future__ import annotations

import os
import socket
import struct
import subprocess
from pathlib import Path

from ahp.frozen import dataclass

PROC = Path("/proc")


@dataclass(frozen=True)
class Status:
    """What the kernel says of a process.

    Attributes
    ----------
    parent : int
        Its parent's number.
    started : str
        When it started, as the system counts; with its number it identifies the process until a reboot.
    ended : bool
        True if it has ended and only waits to be collected.
    """

    parent: int
    started: str
    ended: bool


def status(pid: int) -> Status | None:
    """Return what the kernel says of a process, None if there is none.

    Examples
    --------
    >>> import os
    >>> status(os.getpid()).parent == os.getppid()
    True
    """
    if not PROC.joinpath("self", "stat").exists():
        return _by_ps(pid)
    try:
        text = PROC.joinpath(str(pid), "stat").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    # The name stands in brackets and may hold anything, brackets too.
    fields = text[text.rindex(")") + 1 :].split()
    return Status(int(fields[1]), fields[19], fields[0] in "ZX")


def started(pid: int) -> str | None:
    """Return when a process started, None if it is not there or has ended."""
    found = status(pid)
    return None if found is None or found.ended else found.started


def command_line(pid: int) -> str:
    """Return a process's command with its arguments, blanks between them; empty if it is not there.

    Examples
    --------
    >>> import os
    >>> "python" in command_line(os.getpid())
    True
    """
    try:
        text = PROC.joinpath(str(pid), "cmdline").read_text(encoding="utf-8", errors="surrogateescape")
    except OSError:
        if PROC.joinpath("self", "stat").exists():
            return ""
        return _ps("args=", pid).strip()
    return text.rstrip("\0").replace("\0", " ")


def boot_id() -> str:
    """Return what tells this run of the system from the one before; empty where it has no such word."""
    try:
        return PROC.joinpath("sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return ""


def environment_holds(pid: int, setting: str) -> bool:
    """Say whether a process was started with `NAME=value` in its environment, as far as one may look."""
    try:
        return setting.encode() in PROC.joinpath(str(pid), "environ").read_bytes().split(b"\0")
    except OSError:
        return False


def processes() -> list[int]:
    """Return the numbers of all processes that can be seen; none where there is no /proc."""
    if not PROC.is_dir():
        return []
    return sorted(int(path.name) for path in PROC.iterdir() if path.name.isdigit())


def children(pid: int) -> frozenset[int]:
    """Return a process's children, their children, and so on; without itself."""
    parents = {other: found.parent for other in processes() if (found := status(other)) is not None}
    family = {pid}
    while more := {child for child, parent in parents.items() if parent in family} - family:
        family |= more
    return frozenset(family - {pid})


def listener(path: Path) -> int | None:
    """Return the process that listens at a unix socket, None where the system does not tell.

    What answers at a socket may be a server that an earlier run left behind; the kernel knows whose it is.
    """
    if not hasattr(socket, "SO_PEERCRED"):
        return None
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as connection:
        connection.settimeout(10)
        connection.connect(os.fspath(path))
        credentials = connection.getsockopt(socket.SOL_SOCKET, socket.SO_PEERCRED, struct.calcsize("3i"))
    pid: int = struct.unpack("3i", credentials)[0]
    return pid


def _by_ps(pid: int) -> Status | None:
    parts = _ps("ppid=,stat=,lstart=", pid).split(maxsplit=2)
    return Status(int(parts[0]), parts[2].strip(), parts[1].startswith("Z")) if len(parts) == 3 else None


def _ps(columns: str, pid: int) -> str:
    """Return what `ps` prints of a process, however narrow the terminal is."""
    command = ["ps", "-ww", "-o", columns, "-p", str(pid)]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout
