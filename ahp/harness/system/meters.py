"""What the machine did during a window, from the kernel's own counters: processors, memory, devices.

Compression runs where no process's own figures show it: in kernel threads (btrfs), in a daemon (zfs-fuse), in
background threads (RocksDB). So the whole machine is read, and divided among the server, the clients, the
kernel's threads, and everybody else. Everybody else is looked at before a run begins, too: on a busy machine,
minutes of measuring tell nothing.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

import psutil

from ahp.harness.system import process_table
from ahp.harness.system.process_table import Census
from ahp.notebook import NotebookFace

INTERFERENCE = 0.05
"""What others may use of the processors, by what the load uses; before there is one, of the machine."""
_GRAIN_TICKS = 3
"""As much may be the grain of the clocks, which count processor time in ticks."""


@dataclass(frozen=True)
class Reading:
    """The difference between two looks at the machine's counters.

    Attributes
    ----------
    seconds : float
        Between them.
    processors : int
        How many the machine has.
    user_s, system_s, iowait_s, steal_s : float or None
        Processor time of the whole machine: niced work counts as user's, interrupts as the system's. None
        where the database is on another one.
    server_s, client_s, kernel_s : float or None
        What of it the server's processes used, this process with all others that it started, and the kernel's
        own threads.
    foreign_s : float or None
        What of it is nobody's of these: other processes, and interrupts.
    peak_memory_bytes : int or None
        The most memory that the server had at a time, or the clients where the database lives in them: of
        each process the most that was resident, what they share counted once; of a control group its peak.
    read_bytes, written_bytes : int or None
        What the device read and wrote. Without a device of its own: what the server's processes, or the
        clients where the database lives in them, had read from and written to any block device.
    """

    seconds: float
    processors: int
    user_s: float | None
    system_s: float | None
    iowait_s: float | None
    steal_s: float | None
    server_s: float | None = None
    client_s: float | None = None
    kernel_s: float | None = None
    foreign_s: float | None = None
    peak_memory_bytes: int | None = None
    read_bytes: int | None = None
    written_bytes: int | None = None

    @property
    def foreign_share(self) -> float | None:
        """What others used by what the load did; above :data:`INTERFERENCE` a run is disturbed."""
        parts = (self.server_s, self.client_s, self.kernel_s)
        if self.foreign_s is None or None in parts:
            return None
        own = sum(part for part in parts if part is not None)
        beyond = self.foreign_s - _GRAIN_TICKS / os.sysconf("SC_CLK_TCK")
        return max(0.0, beyond) / own if own else float(beyond > 0)


class Meter:
    """A context manager that reads the counters as it is entered and left.

    Parameters
    ----------
    server : sequence of int
        The server's processes and those of the storage layer; their children count too.
    device : str or None
        The block device whose traffic is counted, `MAJOR:MINOR`.
    peak : function, optional
        Returns the peak of a control group's memory, in bytes, instead of that of the processes.
    """

    def __init__(
        self,
        server: Sequence[int] = (),
        device: str | None = None,
        peak: Callable[[], int | None] | None = None,
    ) -> None:
        self.reading: Reading | None = None
        self._server = tuple(server)
        self._client = os.getpid()  # whose children the clients are; a server that it started is none
        self._device = device
        self._peak = peak
        self._census: Census = {}
        self._traffic: tuple[int, int] | None = None
        self._before: tuple[float, tuple[float, ...]] = (0.0, ())

    def __enter__(self) -> Meter:
        # What takes longest to read is read outside the window, and the clock last.
        process_table.forget_peaks(self._server)
        self._census = process_table.census_now()
        self._traffic = self._transferred()
        self.begin()
        return self

    def begin(self) -> None:
        """Let the window begin only now: what took a while to read does not count."""
        self._before = (time.monotonic(), processor_times())

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        after, end = processor_times(), time.monotonic()
        traffic = self._transferred()
        shares = process_table.shares(self._census, process_table.census_now(), self._server, self._client)
        start, before = self._before
        peak = self._peak() if self._peak else process_table.peak_memory(self._server, self._client)
        user, nice, system, _, iowait, irq, softirq, steal = (
            b - a for a, b in zip(before, after, strict=True)
        )
        own = shares.server_s + shares.client_s + shares.kernel_s
        moved = None
        if self._traffic is not None and traffic is not None:
            moved = tuple(b - a for a, b in zip(self._traffic, traffic, strict=True))
        self.reading = Reading(
            end - start,
            os.cpu_count() or 1,
            user + nice,
            system + irq + softirq,
            iowait,
            steal,
            shares.server_s,
            shares.client_s,
            shares.kernel_s,
            # Below 0 by the grain of the clocks: the whole is sampled, the processes are summed.
            max(0.0, user + nice + system + irq + softirq - own),
            peak,
            *(moved or (None, None)),
        )

    def _transferred(self) -> tuple[int, int] | None:
        if self._device is not None:
            return traffic(self._device)
        return process_table.transferred(self._server, self._client)


def processor_times() -> tuple[float, ...]:
    """Return the machine's processor time since it started, in seconds.

    Returns
    -------
    tuple of 8 floats
        User, nice, system, idle, iowait, irq, softirq, steal, over all processors; 0 for what the system does
        not tell apart.
    """
    times = psutil.cpu_times()
    names = ("user", "nice", "system", "idle", "iowait", "irq", "softirq", "steal")
    return tuple(getattr(times, name, 0.0) for name in names)


def traffic(device: str) -> tuple[int, int] | None:
    """Return how many bytes a block device has read and written since it came up, None if nobody knows.

    Parameters
    ----------
    device : str
        Its `MAJOR:MINOR`.

    Examples
    --------
    >>> traffic("no:device") is None
    True
    """
    name = Path("/sys/dev/block", device).resolve().name.replace("!", "/")
    counts = psutil.disk_io_counters(perdisk=True, nowrap=False).get(name)
    return None if counts is None else (counts.read_bytes, counts.write_bytes)


LOOK_S = 2.0
_NAMED, _LEAST = 3, 0.005


@dataclass(frozen=True)
class OtherLoad(NotebookFace):
    """What others used of the machine while it was looked at.

    Attributes
    ----------
    share : float or None
        Of all processors; None where the system does not tell.
    busiest : tuple of (int, str, float)
        Number and name of the processes, and the share of each, the busiest first.
    """

    share: float | None
    busiest: tuple[tuple[int, str, float], ...] = ()


def looked(seconds: float = LOOK_S) -> OtherLoad:
    """Look at the machine for some seconds."""
    before = process_table.census_now()
    with Meter() as meter:
        time.sleep(seconds)
    after, reading = process_table.census_now(), meter.reading
    if reading is None or reading.foreign_s is None:
        return OtherLoad(None)
    whole = reading.seconds * reading.processors  # there is no load yet that theirs could be compared with
    found = process_table.busiest(before, after, os.getpid())
    return OtherLoad(reading.foreign_s / whole, tuple((pid, name, used / whole) for pid, name, used in found))


def strain(load: OtherLoad) -> str | None:
    """Return who uses so much of the machine that runs would be in doubt; None where nobody does.

    Examples
    --------
    >>> strain(OtherLoad(0.2, ((7, "make", 0.15),)))
    'other processes use 20 % of the machine: make (process 7, 15 %)'
    """
    if load.share is None or load.share <= INTERFERENCE:
        return None
    busiest = [one for one in load.busiest[:_NAMED] if one[2] >= _LEAST]
    who = [f"{name} (process {pid}, {100 * share:.0f} %)" for pid, name, share in busiest]
    told = f": {', '.join(who)}" if who else ""
    return f"other processes use {100 * load.share:.0f} % of the machine{told}"
