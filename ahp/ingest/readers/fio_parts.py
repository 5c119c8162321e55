"""The parts of fio's results: a job, and what it did in each direction."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ahp.ingest.jsontext import Digits

PERCENTILES: Mapping[float, str] = {50: "p50", 90: "p90", 95: "p95", 99: "p99", 99.9: "p999"}
"""fio's percentiles that are measures, and how those end."""


@dataclass(frozen=True)
class Direction:
    """The I/O of one kind: read, write, trim or sync.

    Attributes
    ----------
    name : str
    count, runtime : float
        Number of I/Os, by which means are weighed; milliseconds.
    iops, mean, highest : Digits or None
        I/Os per second; mean and maximum of the total latency; None where fio did not measure it.
    percentiles : mapping of str to Digits
        By the last part of the measure's name.
    completion : bool
        Whether those are of the completion latency.
    """

    name: str
    count: float
    runtime: float
    iops: Digits | None
    mean: Digits | None
    highest: Digits | None
    percentiles: Mapping[str, Digits] = field(default_factory=dict)
    completion: bool = True


@dataclass(frozen=True)
class Job:
    """One entry of fio's results.

    Attributes
    ----------
    name, group : str
    error, user, system : Digits
        The error code; CPU in per cent of the job's time.
    directions : tuple of Direction
    limited : bool
        Whether a rate was set for it, where fio says so.
    """

    name: str
    group: str
    error: Digits
    user: Digits
    system: Digits
    directions: tuple[Direction, ...]
    limited: bool = False


def kinds_of(jobs: Sequence[Job]) -> list[Direction]:
    """Return the directions of all jobs, one after the other."""
    return [kind for job in jobs for kind in job.directions]
