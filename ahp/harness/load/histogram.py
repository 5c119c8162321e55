"""Response times in a log-linear histogram: every one is counted, and any percentile is known to 0.05 %.

The buckets are those of an HDR histogram (Tene 2012) with 2048 sub-buckets: below 2048 ns one
per nanosecond, above it 1024 per doubling. What a percentile returns is the middle of its bucket, which is at
most 1 part in 2048 away from any value in it. The number of values, their sum, the smallest and the largest
are kept exactly. Histograms of several clients, machines or runs add.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

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
        return {
            "buckets": self.buckets.tolist(),
            "counts": self.counts.tolist(),
            "total": self.total,
            "smallest": self.smallest,
            "largest": self.largest,
        }


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


def from_dict(plain: Mapping[str, Any]) -> Histogram:
    """Return a histogram from what :meth:`Histogram.to_dict` made of it."""
    return Histogram(
        np.asarray(plain["buckets"], np.int64),
        np.asarray(plain["counts"], np.int64),
        int(plain["total"]),
        int(plain["smallest"]),
        int(plain["largest"]),
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
