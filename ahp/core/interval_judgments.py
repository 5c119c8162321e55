"""Interval judgments: each says no more than that a ratio lies between two numbers.

In logarithms the judgments bound differences, y_i - y_j ≤ ln u_ij. Such a system has a solution exactly when
no circle of bounds adds up to less than nothing, and its tightest consequences are shortest paths. So what
Arbel (1989) finds with two linear programmes for each item has a closed form here, for any batch.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ahp.core.arguments import generator_of, whole_number
from ahp.core.matrices import Array, as_floats, check_square
from ahp.errors import JudgmentError

Seed: TypeAlias = int | np.random.Generator
Fill: TypeAlias = Callable[[np.random.Generator, Array], Array]

LARGEST_RELAXED = 60
"""Items up to which intervals are relaxed: a linear programme with n(n-1) constraints."""

_DENSE = 32  # items up to which one product with a matrix of n columns beats a sum for each row
_PART = 12_500  # draws from one stream of random numbers
_THREADS = 8  # at most
_TAME = 300.0  # logarithms up to here neither overflow nor vanish
_PRODUCTS = 250_000  # at once: the noise stays in the cache, and no product waits for a thread of its own
_CIRCLE = 1e-12  # a circle of bounds may fall short of 1 by rounding


def as_interval_judgments(low: npt.ArrayLike, high: npt.ArrayLike) -> tuple[Array, Array]:
    """Return the bounds of interval judgments as float arrays after checking them.

    Parameters
    ----------
    low, high : array_like, shape (..., n, n)
        `low ≤ a_ij ≤ high`, with `low[j, i] = 1 / high[i, j]` and ones on the diagonal.

    Returns
    -------
    low, high : ndarray, shape (..., n, n)

    Raises
    ------
    JudgmentError
        If a bound is not a positive finite number, a lower bound exceeds its upper one, or an interval
        contradicts that of the turned pair.

    Examples
    --------
    >>> low, high = as_interval_judgments([[1, 2], [0.25, 1]], [[1, 4], [0.5, 1]])
    >>> high[0, 1]
    np.float64(4.0)
    """
    bounds = [as_floats(low), as_floats(high)]
    for bound in bounds:
        check_square(bound.shape)
    lower, upper = bounds
    if lower.shape != upper.shape:
        raise JudgmentError(f"lower and upper bounds have one shape; found {lower.shape} and {upper.shape}")
    for bound in bounds:
        wrong = ~((bound > 0) & np.isfinite(bound))
        if wrong.any():
            at = tuple(int(i) for i in np.argwhere(wrong)[0])
            raise JudgmentError(
                f"a bound of a{list(at)} is {bound[at]}; bounds are positive finite numbers",
                row=at[-2],
                column=at[-1],
                found=float(bound[at]),
            )
    crossed = lower > upper * (1 + 1e-12)
    turned = np.abs(np.log(lower) + np.log(upper.swapaxes(-1, -2))) > 1e-9
    for wrong, problem in ((crossed, "is empty"), (turned, "contradicts that of the turned pair")):
        if wrong.any():
            at = tuple(int(i) for i in np.argwhere(wrong)[0])
            raise JudgmentError(
                f"the interval of a{list(at)}, {lower[at]:.6g} to {upper[at]:.6g}, {problem}",
                row=at[-2],
                column=at[-1],
                found=float(lower[at]),
            )
    return lower, upper


def ratio_bounds(low: npt.ArrayLike, high: npt.ArrayLike) -> tuple[Array, Array]:
    """Return the tightest bounds of every ratio of priorities that interval judgments imply.

    Parameters
    ----------
    low, high : array_like, shape (..., n, n)
        Interval judgments.

    Returns
    -------
    low, high : ndarray, shape (..., n, n)
        Bounds of w_i / w_j over all priorities that satisfy every judgment; NaN where there are none,
        because the judgments contradict each other (:func:`relaxed_intervals`).

    Examples
    --------
    >>> low = [[1, 2, 1], [1/3, 1, 2], [1/9, 1/4, 1]]
    >>> high = [[1, 3, 9], [1/2, 1, 4], [1, 1/2, 1]]
    >>> print(ratio_bounds(low, high)[0][0, 2].round(6))
    4.0
    """
    distances = tightest_bounds(np.log(as_interval_judgments(low, high)[1]))
    return np.exp(-distances.swapaxes(-1, -2)), np.exp(distances)


def tightest_bounds(upper: Array) -> Array:
    """Return the tightest upper bounds of y_i - y_j that follow from `upper`; NaN without a solution."""
    distances = np.array(upper)
    for k in range(upper.shape[-1]):  # Floyd and Warshall: over any batch, one item in between at a time
        np.minimum(distances, distances[..., :, k, None] + distances[..., None, k, :], out=distances)
    impossible = np.diagonal(distances, axis1=-2, axis2=-1).min(axis=-1) < -_CIRCLE * upper.shape[-1]
    distances[impossible] = np.nan
    diagonal = np.arange(upper.shape[-1])
    distances[..., diagonal, diagonal] = np.where(impossible[..., None], np.nan, 0.0)
    return distances


def interval_priorities(low: npt.ArrayLike, high: npt.ArrayLike) -> tuple[Array, Array]:
    """Return the least and the largest priority of each item over all that satisfy interval judgments.

    Parameters
    ----------
    low, high : array_like, shape (..., n, n)
        Interval judgments.

    Returns
    -------
    low, high : ndarray, shape (..., n)
        Attained, each by priorities of its own; the limits of Arbel's (1989) linear programmes. NaN where no
        priorities satisfy all judgments (:func:`relaxed_intervals`).

    Notes
    -----
    When all ratios to item i take their tightest upper bounds at once, every judgment still holds, because
    shortest paths keep the triangle inequality. So the least priority is 1 / Σ_j max(w_j / w_i), exactly.

    Examples
    --------
    >>> low, high = interval_priorities([[1, 2], [0.25, 1]], [[1, 4], [0.5, 1]])
    >>> low.round(4), high.round(4)
    (array([0.6667, 0.2   ]), array([0.8   , 0.3333]))
    """
    smallest, largest = ratio_bounds(low, high)
    return 1.0 / largest.sum(axis=-2), 1.0 / smallest.sum(axis=-2)


def relaxed_intervals(low: npt.ArrayLike, high: npt.ArrayLike) -> tuple[Array, Array, Array]:
    """Return interval judgments widened just so far that some priorities satisfy them all.

    Parameters
    ----------
    low, high : array_like, shape (n, n)
        Interval judgments of one matrix.

    Returns
    -------
    low, high : ndarray, shape (n, n)
        The widened judgments; the same where they did not contradict each other.
    slack : ndarray, shape (n, n)
        By which factor each bound was moved, 1 where it was not: above the diagonal the upper bound of a_ij,
        below it the lower bound of a_ji. The sum of their logarithms is least (a linear programme).

    Raises
    ------
    JudgmentError
        If there is more than one matrix, since a linear programme is solved for each, or more than 60 items.

    Examples
    --------
    >>> low = [[1, 2, 1/9], [1/3, 1, 2], [8, 1/3, 1]]
    >>> high = [[1, 3, 1/8], [1/2, 1, 3], [9, 1/2, 1]]
    >>> print(relaxed_intervals(low, high)[2].max().round(4))
    32.0
    """
    from scipy.optimize import linprog

    lower, upper = as_interval_judgments(low, high)
    if lower.ndim != 2:
        raise JudgmentError(f"one matrix is relaxed at a time; found {lower.shape}")
    n = lower.shape[-1]
    if n > LARGEST_RELAXED:
        raise JudgmentError(f"intervals are relaxed for at most {LARGEST_RELAXED} items; found {n}")
    if not np.isnan(tightest_bounds(np.log(upper))).any():
        return lower, upper, np.ones((n, n))
    pairs = [(i, j) for i in range(n) for j in range(n) if i != j]
    # y_i - y_j - s_ij <= ln u_ij for every ordered pair; y_0 = 0
    A = np.zeros((len(pairs), n + len(pairs)))
    for row, (i, j) in enumerate(pairs):
        A[row, i], A[row, j], A[row, n + row] = 1.0, -1.0, -1.0
    bounds = [(0.0, 0.0), *[(None, None)] * (n - 1), *[(0.0, None)] * len(pairs)]
    cost = np.concatenate([np.zeros(n), np.ones(len(pairs))])
    found = linprog(cost, A_ub=A, b_ub=[np.log(upper[pair]) for pair in pairs], bounds=bounds, method="highs")
    y = np.asarray(found.x)[:n]
    # From the priorities themselves: what the solver calls slack is right to its own tolerance only.
    factor = np.maximum(np.exp(y[:, None] - y[None, :]) / upper, 1.0)
    factor[factor < 1 + 1e-9] = 1.0
    widened = upper * factor
    return 1.0 / widened.T, widened, factor


def interval_draws(
    low: npt.ArrayLike, high: npt.ArrayLike, *, draws: int, rng: int | np.random.Generator = 0
) -> Array:
    """Return priorities of matrices drawn from interval judgments: log-uniform, each judgment independently.

    Parameters
    ----------
    low, high : array_like, shape (n, n)
        Interval judgments of one matrix.
    draws : int
        How many matrices.
    rng : int or Generator
        Seed.

    Returns
    -------
    ndarray, shape (draws, n)
        Row geometric means, summing to 1. The judgments that are drawn need not be consistent, so their
        priorities may leave the intervals of :func:`interval_priorities` (Saaty & Vargas 1987 simulate
        alike).

    Examples
    --------
    >>> p = interval_draws([[1, 2], [0.25, 1]], [[1, 4], [0.5, 1]], draws=1000)
    >>> p[:, 0].min() > 2/3, p[:, 0].max() < 0.8
    (np.True_, np.True_)
    """
    draws, generator = whole_number(draws, "the number of draws", least=0), generator_of(rng)
    lower, upper = as_interval_judgments(low, high)
    if lower.ndim != 2:
        raise JudgmentError(f"draws are made from one matrix at a time; found {lower.shape}")
    n = lower.shape[-1]
    rows, columns = np.triu_indices(n, 1)
    start = np.log(lower[rows, columns])
    width = np.log(upper[rows, columns]) - start
    return drawn_priorities(lambda stream, out: stream.random(out=out), start, width, n, draws, generator)


def drawn_priorities(fill: Fill, start: Array, scale: Array, n: int, draws: int, rng: Seed) -> Array:
    """Return the row geometric means of matrices whose logarithms are start + scale · noise.

    Parameters
    ----------
    fill : callable
        Fills an array with noise from a generator and returns it.
    start, scale : ndarray, shape (m,)
        For each judgment above the diagonal.
    n : int
        Size of the matrices, m = n(n-1)/2.
    draws : int
        How many.
    rng : int or Generator
        Seed. Every part of `_PART` draws has a stream of its own, whatever the number of threads.

    Returns
    -------
    ndarray, shape (draws, n)
        Summing to 1.
    """
    # The mean of start + scale · noise is linear in the noise: nothing is written but the noise itself.
    middle = _row_sums(start, n)[:, None] / n
    to_items = np.ascontiguousarray((scale[:, None] * _row_means(n)).T) if n <= _DENSE else None
    # Noise beyond 20, which is never drawn, would not be enough to overflow.
    wide = (np.abs(middle) + 20.0 * np.abs(scale).max(initial=0.0)).max(initial=0.0) > _TAME
    step = max(16, _PRODUCTS // max(len(start) * min(n, _DENSE), 1))
    found = np.empty((draws, n))

    def drawn(whole: Array, generator: np.random.Generator) -> None:
        noise, space = np.empty((min(len(whole), step), len(start))), np.empty((n, min(len(whole), step)))
        for at in range(0, len(whole), step):
            part = whole[at : at + step]
            # Items first: sums over a short last axis are slow.
            random, y = fill(generator, noise[: len(part)]), space[:, : len(part)]
            if to_items is not None:
                np.matmul(to_items, random.T, out=y)
            else:
                random *= scale
                y[...] = _row_sums(random, n).T
                y /= n
            y += middle
            if wide:
                y -= y.max(axis=0)
            np.exp(y, out=y)
            y /= y.sum(axis=0)
            part[...] = y.T

    parts = [found[at : at + _PART] for at in range(0, draws, _PART)]
    first = np.random.default_rng(rng)
    streams = [first, *(first.spawn(len(parts) - 1) if len(parts) > 1 else ())]
    threads = min(os.cpu_count() or 1, len(parts), _THREADS)
    if threads < 2:
        for part, stream in zip(parts, streams, strict=False):
            drawn(part, stream)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(drawn, parts, streams))
    return found


def priorities_of_logs(logs: Array, n: int) -> Array:
    """Return the row geometric means of matrices given by the logarithms above their diagonals `(..., m)`."""
    y = np.asarray(logs @ _row_means(n)) if n <= _DENSE else _row_sums(logs, n) / n
    _normalise(y)
    return y


def _row_means(n: int) -> Array:
    """Return the matrix (m, n) from the logarithms above a diagonal to the means of the rows."""
    rows, columns = np.triu_indices(n, 1)
    found = np.zeros((len(rows), n))
    at = np.arange(len(rows))
    found[at, rows], found[at, columns] = 1.0 / n, -1.0 / n
    return found


def _row_sums(logs: Array, n: int) -> Array:
    """Return the row sums `(..., n)` of antisymmetric matrices given above the diagonal, `(..., m)`."""
    sums = np.zeros((*logs.shape[:-1], n))
    at = 0
    for i in range(n - 1):
        row = logs[..., at : at + n - 1 - i]
        sums[..., i] += row.sum(axis=-1)
        sums[..., i + 1 :] -= row
        at += n - 1 - i
    return sums


def _normalise(y: Array) -> None:
    """Turn logarithms `(..., n)` in place into shares that sum to 1."""
    y -= y.max(axis=-1, keepdims=True)
    np.exp(y, out=y)
    y /= y.sum(axis=-1, keepdims=True)
