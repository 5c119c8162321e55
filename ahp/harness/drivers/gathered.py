"""From what single clients saw, wherever they ran, to one recording: histograms add, exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from ahp.harness.drivers.base import Recording, Task
from ahp.harness.histogram import from_dict, merged
from ahp.harness.workloads.base import Workload


def jobs(task: Task) -> list[dict[str, Any]]:
    """Return what each client of a load is told, as plain data."""
    load = task.load
    common = {
        "engine": task.engine.name,
        "workload": task.workload.name,
        "address": dict(task.service.address),
        "sizes": dict(task.sizes),
        "seed": load.seed,
        "think_s": load.think_s,
        "rate": load.rate / load.clients if load.rate is not None else None,
        "log": load.log,
        "groups": list(load.groups),
    }
    return [{**common, "number": number} for number in range(load.clients)]


def gathered(
    results: Sequence[Mapping[str, Any]],
    workload: Workload,
    start: int,
    details: Mapping[str, Any] | None = None,
) -> Recording:
    """Return the recording of some clients.

    Parameters
    ----------
    results : sequence of mapping
        What each of them saw; `end` by the clock of `start`.
    workload : Workload
        The mix.
    start : int
        The window's beginning, in nanoseconds.
    details : mapping, optional
        Of the recording.
    """
    times = {
        transaction.name: merged(from_dict(result["response_times"][transaction.name]) for result in results)
        for transaction in workload.mix
    }
    seconds = (max(result["end"] for result in results) - start) / 1e9
    first, second = (sum(result[half] for result in results) for half in ("first_half", "second_half"))
    ending = sum(result["at_the_end"] for result in results) / (workload.exit_share * seconds)
    cpu_ns = sum(result["cpu_ns"] for result in results)
    embedded = all(result["own_share"] is not None for result in results)
    own_ns = sum(result["cpu_ns"] * (result["own_share"] if embedded else 1.0) for result in results)
    return Recording(
        times,
        seconds,
        sum(result["retries"] for result in results),
        own_ns / 1e9,
        sum(result["ceiling"] for result in results),
        second / first if first else float("nan"),
        None if workload.exit_share == 1 else ending,
        details or {},
        own_ns / cpu_ns if cpu_ns and embedded else None,
        _summed([result["counters_before"] for result in results]),
        _summed([result["counters"] for result in results]),
    )


def _summed(counts: Sequence[Mapping[str, float]]) -> dict[str, float]:
    return {name: sum(count.get(name, 0.0) for count in counts) for name in dict.fromkeys(chain(*counts))}
