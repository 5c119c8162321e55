"""Clients in Python, one process each: for every engine, at a higher cost per transaction."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from types import MappingProxyType

from ahp.harness.drivers import crew
from ahp.harness.drivers.base import Recording, Task
from ahp.harness.drivers.gathered import gathered, jobs
from ahp.harness.meters import Meter
from ahp.harness.pacing import UNTOLD, Window, sleep_until

_NOTICE_S, _EACH_S = 0.05, 0.001
"""How long before they begin clients are told of it, and for each of them."""


class PythonDriver:
    """The driver; see :class:`~ahp.harness.drivers.base.Driver`."""

    name = "python"
    cannot: Mapping[str, str] = MappingProxyType({})
    whole_seconds = False

    def available(self) -> str | None:
        """Return None: Python is there."""
        return None

    def drive(self, task: Task, folder: Path, meter: AbstractContextManager[Meter]) -> Recording:
        """Start the clients, let them warm up together, and measure while they all run."""
        load, every = task.load, jobs(task)
        within_s = load.duration_s + crew.GRACE_S
        notice = int((_NOTICE_S + _EACH_S * load.clients) * 1e9)
        with crew.clients(every, folder) as clients:
            begin = time.monotonic_ns() + notice
            crew.begin(clients, Window(begin, begin + int(load.warmup_s * 1e9), UNTOLD))
            crew.warm(clients, load.warmup_s + crew.GRACE_S)
            with meter as watch:  # hundreds of clients at work would not let the counters be read
                start = time.monotonic_ns() + notice
                stop = start + int(load.duration_s * 1e9)
                crew.begin(clients, Window(start, start, stop, load.transactions))
                sleep_until(start)
                watch.begin()
                if load.transactions is None:
                    sleep_until(stop)
                else:
                    crew.done(clients, within_s)
            if load.transactions is None:
                crew.done(clients, within_s)
            results = crew.results(clients, every, folder)
        return gathered(results, task.workload, start)
