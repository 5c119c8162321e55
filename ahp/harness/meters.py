"""What the machine did during a window: processor time by kind, from the kernel's own counters."""

from __future__ import annotations

import os
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType


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
        where the system does not tell.
    """

    seconds: float
    processors: int
    user_s: float | None
    system_s: float | None
    iowait_s: float | None
    steal_s: float | None
    server_cpu_s: float | None = None
    foreign_cpu_s: float | None = None
    peak_memory_bytes: int | None = None
    read_bytes: int | None = None
    written_bytes: int | None = None

    @property
    def busy_s(self) -> float | None:
        """Processor time that somebody used, of the whole machine."""
        return None if self.user_s is None or self.system_s is None else self.user_s + self.system_s


class Meter:
    """A context manager that reads the counters as it is entered and left.

    Parameters
    ----------
    server : sequence of int
        The server's processes.
    device : str or None
        The block device whose traffic is counted, `MAJOR:MINOR`.
    """

    def __init__(self, server: Sequence[int] = (), device: str | None = None) -> None:
        self.reading: Reading | None = None
        self._before: tuple[float, tuple[float, ...] | None] = (0.0, None)

    def __enter__(self) -> Meter:
        self._before = (time.monotonic(), _ticks())
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        seconds = time.monotonic() - self._before[0]
        after, before = _ticks(), self._before[1]
        processors = os.cpu_count() or 1
        if after is None or before is None:
            self.reading = Reading(seconds, processors, None, None, None, None)
            return
        user, nice, system, _, iowait, irq, softirq, steal = (
            b - a for a, b in zip(before, after, strict=True)
        )
        self.reading = Reading(seconds, processors, user + nice, system + irq + softirq, iowait, steal)


def _ticks() -> tuple[float, ...] | None:
    try:
        line = Path("/proc/stat").read_text(encoding="ascii").partition("\n")[0]
    except OSError:
        return None
    per_second = os.sysconf("SC_CLK_TCK")
    return tuple(int(field) / per_second for field in line.split()[1:9])
