"""Priorities of matrices that are drawn: their logarithms above the diagonal, and nothing else, are made.

The row geometric mean is linear in the logarithms, so that a matrix need never be written out.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeAlias

import numpy as np

from ahp.core.matrices import Array

Fill: TypeAlias = Callable[[np.random.Generator, Array], Array]

_DENSE = 32  # items up to which one product with a matrix of n columns beats a sum for each row
_PART = 12_500  # draws from one stream of random numbers
_THREADS = 8  # at most
_TAME = 300.0  # logarithms up to here neither overflow nor vanish
_PRODUCTS = 250_000  # at once: the noise stays in the cache, and no product waits for a thread of its own


def drawn_priorities(
    fill: Fill, start: Array, scale: Array, n: int, draws: int, rng: np.random.Generator, workers: int
) -> Array:
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
    rng : Generator
        Every part of `_PART` draws has a stream of its own, whatever the number of threads.
    workers : int
        At most so many threads.

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
    streams = [rng, *(rng.spawn(len(parts) - 1) if len(parts) > 1 else ())]
    threads = min(workers, len(parts), _THREADS)
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
