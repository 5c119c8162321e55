"""Where the level of a series changes: the best partition into segments, and how many of them to believe."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ahp.core.gate import Array
from ahp.errors import InputError

SHORTEST = 2
"""Entries of a segment at least: a single entry apart from the rest is an outlier, not a new level."""
FALSE_ALARMS = 0.01
"""How often a series of independent normal numbers without a change is said to have one."""

_MOST = 10
_PENALTIES = (
    (4, 15.7),
    (5, 14.85),
    (6, 14.3),
    (7, 13.9),
    (8, 13.8),
    (10, 13.4),
    (12, 13.2),
    (16, 12.9),
    (24, 12.8),
    (48, 12.9),
    (100, 13.2),
    (200, 13.5),
    (400, 13.8),
    (1000, 14.1),
)
"""Length of a series, and the penalty of a change in it; from simulation, see :func:`penalty`."""


def change_points(series: Array) -> tuple[int, ...]:
    """Return the positions at which a series takes a new level, in rising order: :func:`new_levels` of one.

    Examples
    --------
    >>> change_points(np.array([1.0, 1.1, 0.9, 1.0, 1.1, 2.0, 2.1, 1.9, 2.0]))
    (5,)
    >>> change_points(np.array([1.0, 1.1, 0.9, 1.0, 1.1, 2.0]))
    ()
    """
    return tuple(np.flatnonzero(new_levels(np.asarray(series)[None])[0]).tolist())


def new_levels(series: Array) -> NDArray[np.bool_]:
    """Return where each series takes a new level.

    The number of changes R and their places minimise n ln RSS(R) + β R over all partitions into segments
    of at least two entries, where RSS is the sum of squares about the segments' means: the criterion of Yao
    (1988), whose β = 2 ln n finds changes in one of four short series that have none. Here β is the one at
    which that happens once in a hundred (:func:`penalty`). The partitions are searched whole, by dynamic
    programming (Auger & Lawrence 1989).

    Parameters
    ----------
    series : ndarray, shape (..., n)
        Finite numbers in their order, such as logarithms of measurements.

    Returns
    -------
    ndarray of bool, shape (..., n)
        True at the first entry of each new level: at most n / 4 times, and at most 10; never below four
        entries.
    """
    found = np.asarray(series, dtype=float)
    if found.ndim < 1 or not np.isfinite(found).all():
        raise InputError(f"series are rows of finite numbers; this array of shape {found.shape} is not")
    n, marks = found.shape[-1], np.zeros(found.shape, dtype=bool)
    most = most_changes(n)
    if most == 0 or found.size == 0:
        return marks
    squares, origins = segment_squares(found, most)
    # What differs in the tenth digit does not differ, nor does what running sums cannot tell apart.
    spread = np.abs(found - found.mean(axis=-1, keepdims=True)).max(axis=-1, keepdims=True)
    size = np.maximum(1.0, np.abs(found).max(axis=-1, keepdims=True))
    floor = n * np.maximum(1e-9 * size, 1e-7 * spread) ** 2
    score = n * np.log(np.maximum(squares, floor)) + penalty(n) * np.arange(most + 1)
    chosen = score.argmin(axis=-1, keepdims=True)
    end = np.full_like(chosen, n)
    for r in range(most, 0, -1):
        end = np.where(chosen >= r, np.take_along_axis(origins[r], end, axis=-1), end)
        marks |= (np.arange(n) == end) & (chosen >= r)
    return marks


def most_changes(n: int) -> int:
    """Return how many changes are looked for among n entries: segments have four of them on average."""
    return min(n // (2 * SHORTEST), _MOST)


def penalty(n: int) -> float:
    """Return what a change in a series of n entries must lower n ln RSS by.

    It is the 99 % quantile of the largest n ln(RSS(0) / RSS(R)) / R over R = 1, 2, … in series of
    independent normal numbers, whatever their mean and variance; from 4,000 (n = 1000) to 400,000 (n = 4)
    simulated series, between which it is interpolated.

    Examples
    --------
    >>> penalty(10)
    13.4
    """
    lengths, penalties = np.array(_PENALTIES).T
    return float(np.interp(np.log(n), np.log(lengths), penalties))


def segment_squares(series: Array, most: int) -> tuple[Array, Array]:
    """Return the least sums of squares about segment means with 0, 1, … `most` changes.

    The best partition of the first j entries with r changes is the best one of the first i with r - 1, and
    a segment from i to j, for some i (Bellman 1961; Auger & Lawrence 1989).

    Parameters
    ----------
    series : ndarray, shape (..., n)
    most : int

    Returns
    -------
    squares : ndarray, shape (..., most + 1)
        Infinite where the series is too short for so many changes.
    origins : ndarray of int, shape (most + 1, ..., n + 1)
        Where the last segment of the best partition of the first j entries with r changes begins.
    """
    n = series.shape[-1]
    centred = series - series.mean(axis=-1, keepdims=True)
    zero = np.zeros((*series.shape[:-1], 1))
    sums = np.concatenate([zero, centred.cumsum(axis=-1)], axis=-1)
    powers = np.concatenate([zero, (centred**2).cumsum(axis=-1)], axis=-1)
    best = np.full((most + 1, *sums.shape), np.inf)
    origins = np.zeros((most + 1, *sums.shape), dtype=int)
    for j in range(SHORTEST, n + 1):
        i = np.arange(j - SHORTEST + 1)
        apart = powers[..., [j]] - powers[..., i] - (sums[..., [j]] - sums[..., i]) ** 2 / (j - i)
        np.maximum(apart, 0.0, out=apart)
        best[0, ..., j] = apart[..., 0]
        for r in range(1, min(most, j // SHORTEST - 1) + 1):
            total = best[r - 1][..., i] + apart
            origins[r, ..., j] = total.argmin(axis=-1)
            best[r, ..., j] = total.min(axis=-1)
    return np.moveaxis(best[..., n], 0, -1), origins
