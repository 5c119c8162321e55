"""What a driver is: it puts a load on a service and keeps every response time, in a log-linear histogram.

Any percentile is known to 0.05 %. The buckets are those of an HDR histogram (Tene 2012) with 2048
sub-buckets: below 2048 ns one per nanosecond, above it 1024 per doubling. What a percentile returns is the
middle of its bucket, which is at most 1 part in 2048 away from any value in it. The number of values, their
sum, the smallest and the largest are kept exactly. Histograms of several clients, machines or runs add.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import ArrayLike, NDArray

from ahp.harness.engines.base import Engine, Service
from ahp.harness.system.meters import Meter
from ahp.harness.workloads.base import Sizes, Workload

_BITS = 10
_LINEAR = 2 << _BITS
RELATIVE_ERROR = 1.0 / _LINEAR
"""The most by which a percentile differs from the value that was recorded, relative to it."""


@dataclass(frozen=True, eq=False)
class Histogram:
    """Counts by bucket, with what is kept exactly beside them.

    Attributes
    ----------
    buckets : ndarray of int64
        The numbers of the buckets that hold something, ascending.
    counts : ndarray of int64
        How many values each of them holds.
    total : int
        The sum of all values, in nanoseconds.
    smallest, largest : int
        In nanoseconds; 0 without values.

    Examples
    --------
    >>> h = histogram([1_000, 2_000, 50_000_000])
    >>> h.number, h.largest, h.percentile(50)
    (3, 50000000, 2000.0)
    """

    buckets: NDArray[np.int64]
    counts: NDArray[np.int64]
    total: int
    smallest: int
    largest: int

    @property
    def number(self) -> int:
        """How many values there are."""
        return int(self.counts.sum())

    @property
    def mean(self) -> float:
        """The arithmetic mean, exact, in nanoseconds; nan without values."""
        return self.total / self.number if self.number else float("nan")

    def percentile(self, percent: float) -> float:
        """Return the smallest value that `percent` per cent of the values do not exceed (nearest rank).

        Parameters
        ----------
        percent : float
            From 0 to 100; these two are exact.

        Returns
        -------
        float
            In nanoseconds, within :data:`RELATIVE_ERROR`; nan without values.
        """
        number = self.number
        if not number:
            return float("nan")
        if percent >= 100:
            return float(self.largest)
        rank = max(1, int(np.ceil(round(percent / 100 * number, 9))))
        if rank <= 1:
            return float(self.smallest)
        bucket = self.buckets[np.searchsorted(np.cumsum(self.counts), rank)]
        return float(min(max(_middle(int(bucket)), self.smallest), self.largest))

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data, for JSON."""
        arrays = {"buckets": self.buckets.tolist(), "counts": self.counts.tolist()}
        return {**vars(self), **arrays}


def histogram(values: ArrayLike) -> Histogram:
    """Return the histogram of response times.

    Parameters
    ----------
    values : array_like of int
        In nanoseconds, 0 or more, less than 2**53 (104 days).
    """
    found = np.asarray(values, dtype=np.int64)
    if not found.size:
        return Histogram(np.empty(0, np.int64), np.empty(0, np.int64), 0, 0, 0)
    buckets, counts = np.unique(_bucket(found), return_counts=True)
    return Histogram(buckets, counts.astype(np.int64), int(found.sum()), int(found.min()), int(found.max()))


def histogram_from(plain: Mapping[str, Any]) -> Histogram:
    """Return a histogram from what :meth:`Histogram.to_dict` made of it."""
    return Histogram(
        np.asarray(plain["buckets"], np.int64),
        np.asarray(plain["counts"], np.int64),
        *(int(plain[name]) for name in ("total", "smallest", "largest")),
    )


def merged(histograms: Iterable[Histogram]) -> Histogram:
    """Return the histogram of all values of several, exactly as if they had been recorded in one.

    Examples
    --------
    >>> merged([histogram([5]), histogram([7, 9])]).number
    3
    """
    some = [one for one in histograms if one.number]
    if not some:
        return histogram([])
    together = np.concatenate([one.buckets for one in some])
    buckets, places = np.unique(together, return_inverse=True)
    counts = np.zeros(buckets.size, np.int64)
    np.add.at(counts, places, np.concatenate([one.counts for one in some]))
    return Histogram(
        buckets,
        counts,
        sum(one.total for one in some),
        min(one.smallest for one in some),
        max(one.largest for one in some),
    )


def _bucket(values: NDArray[np.int64]) -> NDArray[np.int64]:
    # frexp gives the exponent of the next power of two, exactly for what a double holds exactly.
    exponent = np.maximum(np.frexp(values.astype(np.float64))[1].astype(np.int64) - (_BITS + 1), 0)
    return (exponent << _BITS) + (values >> exponent)


def _middle(bucket: int) -> float:
    if bucket < _LINEAR:
        return float(bucket)
    exponent = (bucket >> _BITS) - 1
    lowest = (bucket - (exponent << _BITS)) << exponent
    return lowest + ((1 << exponent) - 1) / 2


@dataclass(frozen=True)
class Load:
    """How the transactions come.

    Attributes
    ----------
    clients : int
        How many there are at a time.
    warmup_s : float
        For how long transactions run before any counts, in seconds.
    duration_s : float
        The length of the window, in seconds; with `transactions`, the longest that it may take.
    seed : int
        Of all draws.
    think_s : float
        How long a client of a closed loop waits between transactions, in seconds.
    rate : float or None
        Arrivals per second, over all clients: an open loop, whose response times count from the moment at
        which the transaction was due. None: a closed loop.
    transactions : int or None
        How many each client does after the warm-up, instead of a fixed time.
    log : bool
        Whether every single response time is kept too, in the driver's folder.
    groups : tuple of str
        Control groups that clients join in which the database lives.
    scheduler : str or None
        The address of the scheduler by which clients run on other hosts.
    """

    clients: int
    warmup_s: float
    duration_s: float
    seed: int
    think_s: float = 0.0
    rate: float | None = None
    transactions: int | None = None
    log: bool = False
    groups: tuple[str, ...] = ()
    scheduler: str | None = None


@dataclass(frozen=True)
class Task:
    """What a driver is to do.

    Attributes
    ----------
    engine, service : Engine, Service
        What is driven.
    workload : Workload
        The mix.
    sizes : mapping of str to int
        The constants of its data set.
    load : Load
        How the transactions come.
    """

    engine: Engine
    service: Service
    workload: Workload
    sizes: Sizes
    load: Load


@dataclass(frozen=True)
class Recording:
    """What a driver saw in the window.

    Attributes
    ----------
    response_times : mapping of str to Histogram
        By transaction type, in nanoseconds; those that ended within the window.
    seconds : float
        The length of the window.
    retries : int
        How often a transaction was tried again after a conflict.
    client_cpu_s : float
        What the clients themselves used of the processors, in seconds, the database's part left out where it
        lives in their process.
    ceiling : float or None
        How many transactions per second the clients would manage if the database took no time; None where
        nobody knows.
    steady : float
        Throughput of the second half of the window against the first: 1 is a steady state.
    exit_throughput : float or None
        Transactions per second at the window's end, over the last part of it that the workload names; None
        where it names none.
    details : mapping
        What else is to be known of the clients: the hosts that they ran on, and how their clocks stood.
    own_share : float or None
        The clients' own part of their processor time where the database lives in their process; None where it
        does not, and all of it is their own.
    counters_before, counters : mapping of str to float
        What a database in their process had counted when the window began, and what it counted in it.
    """

    response_times: Mapping[str, Histogram]
    seconds: float
    retries: int
    client_cpu_s: float
    ceiling: float | None
    steady: float
    exit_throughput: float | None = None
    details: Mapping[str, Any] = field(default_factory=dict)
    own_share: float | None = None
    counters_before: Mapping[str, float] = field(default_factory=dict)
    counters: Mapping[str, float] = field(default_factory=dict)


@runtime_checkable
class Translating(Protocol):
    """A driver that writes the scripts in a language of its own, which may not have all that they have."""

    def check(self, workload: Workload) -> None:
        """Raise an InputError if a workload has what it cannot write."""


@runtime_checkable
class Distant(Protocol):
    """A driver whose clients run on other hosts, by a scheduler."""

    def look(self, scheduler: str, dsn: str | None) -> None:
        """Raise a HarnessError if nobody answers at the scheduler's address who could run clients.

        Parameters
        ----------
        scheduler : str
            Its address.
        dsn : str or None
            The server that is there already; None: one that listens on this machine alone.
        """


class Driver(Protocol):
    """A load generator."""

    @property
    def name(self) -> str:
        """For the command line: `python`, `pgbench`."""

    @property
    def cannot(self) -> Mapping[str, str]:
        """What it cannot do, by the key of a plan that asks for it, as `has no think time`."""

    @property
    def whole_seconds(self) -> bool:
        """Whether its windows are of whole seconds."""

    def available(self) -> str | None:
        """Return why it cannot run on this machine, None if it can."""

    def drive(self, task: Task, folder: Path, meter: AbstractContextManager[Meter]) -> Recording:
        """Warm up, then run the mix for the window and return what was seen.

        Parameters
        ----------
        task : Task
            What is driven, and how.
        folder : Path
            An empty folder for files of its own.
        meter : context manager
            Entered as the window begins and left as it ends: the machine's counters are read there. Whoever
            knows the moment enters it before, for looking takes a while, and lets it begin then.

        Raises
        ------
        TrialError
            If a client ends, or a transaction fails for any reason but a conflict.
        """


def refusal(driver: Driver, asked: Mapping[str, object]) -> str | None:
    """Return what a driver cannot do of what is asked for, None if it can do it all.

    Parameters
    ----------
    driver : Driver
        Which.
    asked : mapping
        Values by the keys of a plan; false ones ask for nothing.
    """
    found = [why for key, why in driver.cannot.items() if asked.get(key)]
    for key in ("warmup", "duration") if driver.whole_seconds else ():
        value = asked.get(key, 0)
        if isinstance(value, float) and not value.is_integer():
            found.append(f"takes whole seconds, and {key} is {value:g}")
    return f"{driver.name} {found[0]}" if found else None
