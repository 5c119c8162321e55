"""All processes of the machine: which is which, and whose processor time was whose between two looks.

psutil reads what it knows of. A number is given again, its start time is not.
"""

from __future__ import annotations

import contextlib
import os
import socket
import struct
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import psutil

PROC = Path("/proc")


@dataclass(frozen=True)
class Status:
    """What the kernel says of a process.

    Attributes
    ----------
    parent : int
        Its parent's number.
    started : str
        When it started, in seconds since the system did, which on Linux no clock that is set alters; with its
        number it identifies the process until a reboot.
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
    booted = psutil.boot_time()  # by the clock, as the creation time: setting it moves both
    try:
        process = psutil.Process(pid)
        with process.oneshot():
            since = process.create_time() - booted
            ended = process.status() in (psutil.STATUS_ZOMBIE, psutil.STATUS_DEAD)
            return Status(process.ppid(), f"{since:.2f}", ended)
    except (psutil.Error, ValueError):  # a ledger's line may hold any number
        return None


def started(pid: int) -> str | None:
    """Return when a process started, None if it is not there or has ended."""
    found = status(pid)
    return None if found is None or found.ended else found.started


def boot_id() -> str:
    """Return what tells this run of the system from the one before; empty where it has no such word."""
    try:
        return PROC.joinpath("sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    except OSError:
        return ""


def environment_holds(pid: int, setting: str) -> bool:
    """Say whether a process was started with `NAME=value` in its environment, as far as one may look."""
    try:  # psutil reads no further than an empty entry, as a process makes that writes its title there
        return setting.encode() in PROC.joinpath(str(pid), "environ").read_bytes().split(b"\0")
    except OSError:
        return False


def processes() -> list[int]:
    """Return the numbers of all processes that can be seen."""
    return sorted(psutil.pids())


def children(pid: int) -> frozenset[int]:
    """Return a process's children, their children, and so on; without itself."""
    return family(census_now(), [pid]) - {pid}


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


_KERNEL = (2, "kthreadd")
"""The process whose children all of Linux's kernel threads are; of a container it is no part."""


@dataclass(frozen=True)
class Usage:
    """What one process has used at one moment.

    Attributes
    ----------
    parent : int
        Its parent's number.
    started : float
        When it started, in seconds since the system did.
    kernel : bool
        Whether it is one of the kernel's own threads.
    used_s : float
        Processor time that it and its collected children have used, in seconds.
    own_s : float
        What of it it has used itself.
    """

    parent: int
    started: float
    kernel: bool
    used_s: float
    own_s: float


Census: TypeAlias = dict[int, Usage]


@dataclass(frozen=True)
class Shares:
    """Who used how much of the processors between two looks, in seconds."""

    server_s: float
    client_s: float
    kernel_s: float


def census_now() -> Census:
    """Return all processes that can be seen."""
    threads, booted = name_of(_KERNEL[0]) == _KERNEL[1], psutil.boot_time()
    psutil.process_iter.cache_clear()  # a number that was given again is another process
    found: Census = {}
    for process in psutil.process_iter(["ppid", "cpu_times", "create_time"]):
        parent, times = process.info["ppid"], process.info["cpu_times"]
        if parent is None or times is None:  # somebody else's, where one may not look
            continue
        own = times.user + times.system
        kernel = threads and _KERNEL[0] in (process.pid, parent)
        used = own + times.children_user + times.children_system
        found[process.pid] = Usage(parent, round(process.info["create_time"] - booted, 2), kernel, used, own)
    return found


def shares(before: Census, after: Census, server: Sequence[int], client: int) -> Shares:
    """Return who used how much between two looks.

    A process that ended meanwhile is found in its parent, which collected it; one that began meanwhile counts
    from nothing.

    Parameters
    ----------
    before, after : Census
        The looks.
    server : sequence of int
        The processes that the server consists of; their descendants are the server's too.
    client : int
        The process whose other descendants, and which itself, are the client.
    """
    kernel = sum(_used(before, after, pid) for pid, one in after.items() if one.kernel)
    servers = family(before, server) | family(after, server)
    clients = (family(before, [client]) | family(after, [client])) - servers
    return Shares(_sum(before, after, servers), _sum(before, after, clients), kernel)


def family(census: Census, heads: Iterable[int]) -> frozenset[int]:
    """Return some processes with all their descendants, as far as they are there."""
    below: dict[int, list[int]] = {}
    for pid, one in census.items():
        below.setdefault(one.parent, []).append(pid)
    found: set[int] = set()
    waiting = [pid for pid in heads if pid in census]
    while waiting:
        pid = waiting.pop()
        if pid not in found:
            found.add(pid)
            waiting += below.get(pid, [])
    return frozenset(found)


def busiest(before: Census, after: Census, client: int) -> tuple[tuple[int, str, float], ...]:
    """Return others that worked between two looks: number, name and seconds of each, the busiest first.

    What a process collected of its children may have been used long before, and does not count.

    Parameters
    ----------
    before, after : Census
        The looks.
    client : int
        The process that is no other, nor are its descendants.
    """
    own = family(after, [client])
    used = {pid: _used(before, after, pid) for pid, one in after.items() if pid not in own and not one.kernel}
    found = sorted((pid for pid in used if used[pid] > 0), key=lambda pid: -used[pid])
    return tuple((pid, name_of(pid), used[pid]) for pid in found)


def name_of(pid: int) -> str:
    """Return what a process is called."""
    try:
        return psutil.Process(pid).name()
    except psutil.Error:
        return "a process that has ended"


def _sum(before: Census, after: Census, members: Iterable[int]) -> float:
    # Over a whole family what a child had used when it was collected leaves it and joins its parent: the
    # difference of the sums is right, where the sum of the differences would count it twice.
    members = tuple(members)
    started = sum(before[pid].used_s for pid in members if pid in before)
    ended = sum(after[pid].used_s for pid in members if pid in after)
    return max(0.0, ended - started)


def _used(before: Census, after: Census, pid: int) -> float:
    """Return what a process has used itself; one of the kernel has no children that it could collect."""
    old = before.get(pid)
    known = old.own_s if old is not None and old.started == after[pid].started else 0.0
    return after[pid].own_s - known


def forget_peaks(server: Sequence[int]) -> None:
    """Make the kernel count the most memory of a server's processes anew, where one may ask that."""
    for pid in _members(server):
        with contextlib.suppress(OSError):
            PROC.joinpath(str(pid), "clear_refs").write_text("5\n", encoding="ascii")


def peak_memory(server: Sequence[int], client: int) -> int | None:
    """Return the most resident memory of a server's processes, or of a client's without a server, in bytes.

    Memory that is shared is counted once: the largest share that any of them has of it. None if nothing is
    known of any process.
    """
    own, common = 0, 0
    for pid in _members(server) if server else children(client):
        try:
            text = PROC.joinpath(str(pid), "status").read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        sizes = _sizes(text)
        shared = sizes.get("RssShmem", 0)
        own += max(0, sizes.get("VmHWM", 0) - shared)
        common = max(common, shared)
    return own + common or None


def transferred(server: Sequence[int], client: int) -> tuple[int, int] | None:
    """Return how many bytes a server's processes, or a client's without a server, have read and written.

    Only what came from or is to go to a block device counts, that of their collected children too. None if
    nothing is known of any process.
    """
    found = []
    for pid in _members(server) if server else {client} | children(client):
        with contextlib.suppress(psutil.Error, AttributeError, RuntimeError, ValueError):  # not counted there
            found.append(psutil.Process(pid).io_counters())
    if not found:
        return None
    return sum(one.read_bytes for one in found), sum(one.write_bytes for one in found)


def _members(server: Sequence[int]) -> frozenset[int]:
    return frozenset(server).union(*(children(pid) for pid in server))


def _sizes(status: str) -> dict[str, int]:
    lines = (line.partition(":") for line in status.splitlines() if line.endswith("kB"))
    return {name: int(value.split()[0]) * 1024 for name, _, value in lines}
