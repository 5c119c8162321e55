"""Statistics of single response times, as every log of events gives them: percentiles by nearest rank."""

from __future__ import annotations

import io
import math
from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray

from ahp.ingest.readers.base import Row, number

_PERCENTILES = {"p50": 0.5, "p90": 0.9, "p95": 0.95, "p99": 0.99, "p999": 0.999}
_SMALL = 1 << 16  # times below this are counted, the others kept

NEAREST_RANK = (
    "Percentiles are nearest-rank over all logged events; one is given only where an event lies above it."
)
"""How :func:`statistics` makes percentiles."""


def statistics(
    times: NDArray[np.integer] | NDArray[np.floating], unit: str, *, digits: int = 0, transaction: str = ""
) -> Iterator[Row]:
    """Yield the mean, the percentiles and the maximum of response times.

    Parameters
    ----------
    times : array (n,)
        At least one, in any order.
    unit : str
        Of all of them.
    digits : int
        How many were printed after the decimal point.
    """
    ranks = _ranks(len(times))
    ordered = np.partition(times, [rank - 1 for rank in ranks.values()])
    values = {name: float(ordered[rank - 1]) for name, rank in ranks.items()}
    yield from _rows(len(times), float(times.mean()), values, unit, digits, transaction)


def times_by_kind(kind: NDArray[np.int64], time: NDArray[np.int64]) -> dict[int, NDArray[np.int64]]:
    """Return the response times of each kind of event, in order of the kinds.

    Parameters
    ----------
    kind : array (n,)
        From 0 to 65,535.
    time : array (n,)
        Of each event.

    Examples
    --------
    >>> times_by_kind(np.array([2, 0, 2]), np.array([7, 8, 9]))
    {0: array([8]), 2: array([7, 9])}
    """
    counts = np.bincount(kind)
    kinds = np.flatnonzero(counts)
    if len(kinds) > 1:
        time = time[np.argsort(kind.astype(np.uint16), kind="stable")]
    parts = np.split(time, np.cumsum(counts[kinds])[:-1])
    return dict(zip(kinds.tolist(), parts, strict=False))


class Times:
    """Response times in whole units, collected part by part: as many as a log holds, in little memory."""

    def __init__(self) -> None:
        self._count = self._sum = self._waiting = 0
        self._recent: list[NDArray[np.integer]] = []
        self._large: list[NDArray[np.integer]] = []
        self._often = np.zeros(0, np.int64)

    @classmethod
    def together(cls, several: Iterable[Times]) -> Times:
        """Return all of several."""
        every = cls()
        for times in several:
            times._fold()
            every._count += times._count
            every._sum += times._sum
            every._often = _added(every._often, times._often)
            every._large += times._large
        return every

    def __len__(self) -> int:
        return self._count

    def add(self, times: NDArray[np.int64]) -> None:
        """Add some; the array is kept for a while."""
        if not len(times):
            return
        self._count += len(times)
        if times.max() < 1 << 31:
            self._sum += int(times.sum())
            self._recent.append(times.astype(np.int32))
        else:  # in two halves, for the sum of many such may have more than 63 bits
            self._sum += (int((times >> 32).sum()) << 32) + int((times & 0xFFFF_FFFF).sum())
            self._recent.append(times)
        self._waiting += len(times)
        if self._waiting > _SMALL:
            self._fold()

    def statistics(self, unit: str, *, transaction: str = "") -> Iterator[Row]:
        """Yield the mean, the percentiles and the maximum; there must be at least one time."""
        self._fold()
        ranks = _ranks(self._count)
        values = dict(zip(ranks, self._at(list(ranks.values())), strict=True))
        yield from _rows(self._count, self._sum / self._count, values, unit, 0, transaction)

    def _fold(self) -> None:
        """Count what came since the last time."""
        if not self._recent:
            return
        times = np.concatenate(self._recent)
        large = np.flatnonzero(times >= _SMALL)
        if len(large):
            self._large.append(times[large])
            times = np.delete(times, large)
        self._often = _added(self._often, np.bincount(times))
        self._recent.clear()
        self._waiting = 0

    def _at(self, ranks: list[int]) -> list[float]:
        """Return the times of these ranks, counted from 1 in ascending order."""
        up_to = np.cumsum(self._often)
        below = int(up_to[-1]) if len(up_to) else 0
        large = np.concatenate([np.zeros(0, np.int32), *self._large])
        beyond = [rank - below - 1 for rank in ranks if rank > below]
        if beyond:
            large.partition(beyond)
        small = np.searchsorted(up_to, ranks).tolist()
        return [
            float(large[rank - below - 1] if rank > below else time)
            for rank, time in zip(ranks, small, strict=True)
        ]


def _added(a: NDArray[np.int64], b: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the sums of two rows of counts; the shorter is 0 beyond its end."""
    longer, shorter = (a, b) if len(a) > len(b) else (b, a)
    total = longer.copy()
    total[: len(shorter)] += shorter
    return total


def _ranks(n: int) -> dict[str, int]:
    """Return the rank of each percentile above which there is a time, and of the maximum."""
    ranks = {name: math.ceil(n * share - 1e-9) for name, share in _PERCENTILES.items()}
    return {name: rank for name, rank in ranks.items() if rank < n} | {"max": n}


def _rows(
    n: int, mean: float, values: dict[str, float], unit: str, digits: int, transaction: str
) -> Iterator[Row]:
    printed = {"mean": f"mean of {n} events"} | {name: f"{v:.{digits}f}" for name, v in values.items()}
    for name, value in ({"mean": mean} | values).items():
        yield number(
            f"response_time_{name}",
            value,
            unit,
            printed=printed[name],
            line=None,
            transaction=transaction,
        )


class Slices(io.TextIOBase):
    """A text as an open file, without a second copy of it."""

    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def read(self, size: int | None = -1) -> str:
        """Return the next characters."""
        start, self.at = self.at, self.at + size if size and size > 0 else len(self.text)
        return self.text[start : self.at]
