"""Which weights put whom first: stochastic multicriteria acceptability (Lahdelma & Salminen 2001)."""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import numpy.typing as npt

from ahp.core.matrices import Array

Positions = npt.NDArray[np.int64]
_PRODUCTS = 250_000  # in one matrix product: beyond, it takes threads of its own, which wait for each other
_BLOCK = 80_000  # scores at once: they stay in the cache, and the threads seldom wait for the interpreter
_THREADS = 8  # at most


def uniform_weights(criteria: int, draws: int, rng: np.random.Generator) -> Array:
    """Return weights spread evenly over all that sum to 1: normalised exponentials.

    Returns
    -------
    ndarray, shape (draws, criteria)

    Examples
    --------
    >>> uniform_weights(3, 2, np.random.default_rng(0)).sum(axis=1)
    array([1., 1.])
    """
    raw = rng.standard_exponential((draws, criteria))
    raw /= raw.sum(axis=1, keepdims=True)
    return raw


def ordered_weights(criteria: int, draws: int, rng: np.random.Generator) -> Array:
    """Return weights spread evenly over those that fall: the first criterion matters most, the last least.

    Returns
    -------
    ndarray, shape (draws, criteria)
    """
    return np.asarray(np.sort(uniform_weights(criteria, draws, rng), axis=1)[:, ::-1])


def acceptability(
    benefit_weights: Array | None, benefit: Array | None, cost_weights: Array | None, cost: Array | None
) -> tuple[Array, Positions]:
    """Return how often each alternative has each rank over drawn weights, and which draws it wins.

    Parameters
    ----------
    benefit_weights, cost_weights : ndarray, shape (draws, k), or None
        Drawn from any distribution; None without criteria of that merit.
    benefit, cost : ndarray, shape (k, n), or None
        Local priorities.

    Returns
    -------
    ranks : ndarray, shape (n, n)
        Rank acceptability indices: share of the draws in which alternative i has rank j. Alternatives that
        are alike in every criterion share their ranks.
    winners : ndarray of int, shape (draws,)
        Who is first in each draw.

    Examples
    --------
    >>> w = uniform_weights(2, 10_000, np.random.default_rng(0))
    >>> ranks, _ = acceptability(w, np.array([[0.6, 0.4], [0.2, 0.8]]), None, None)
    >>> bool(abs(ranks[0, 0] - 0.25) < 0.02)  # first where 0.6 w + 0.2 (1 - w) > 0.4 w + 0.8 (1 - w)
    True
    """
    local = benefit if benefit is not None else cost
    given = benefit_weights if benefit_weights is not None else cost_weights
    assert local is not None
    assert given is not None
    draws, n = len(given), local.shape[1]

    criteria = sum(len(merit) for merit in (benefit, cost) if merit is not None)
    product = max(16, _PRODUCTS // (criteria * n))
    step = max(16, _BLOCK // n)

    def scored(rows: slice, space: Array) -> Array:
        scores = space
        for start in range(0, len(space), product):
            np.matmul(given[rows][start : start + product], local, out=space[start : start + product])
        if benefit is None:
            np.divide(1.0, scores, out=scores)
        elif cost is not None and cost_weights is not None:
            scores /= cost_weights[rows] @ cost
        return scores

    threads = min(os.cpu_count() or 1, _THREADS, 1 + draws // (4 * step))
    winners = np.empty(draws, dtype=np.int64)
    ends = [draws * part // threads for part in range(threads + 1)]

    def counted(part: int) -> Positions:
        return _counted(scored, range(ends[part], ends[part + 1]), step, n, winners)

    if threads == 1:
        counts = counted(0)
    else:
        with ThreadPoolExecutor(threads) as pool:
            counts = np.sum(list(pool.map(counted, range(threads))), axis=0)
    return _shared(counts / draws, benefit, cost), winners


def _counted(
    scored: Callable[[slice, Array], Array], draws: range, step: int, n: int, winners: Positions
) -> Positions:
    """Return how often each has each rank in some of the draws, shape (n, n), and note who wins them."""
    bits = max(n - 1, 1).bit_length()
    mask = (1 << bits) - 1
    names = np.tile(np.arange(n, dtype=np.int64), (step, 1))  # whole: short rows would be slow to go through
    places = np.tile(np.arange(n - 1, -1, -1, dtype=np.int64) << bits, (step, 1))
    space = np.empty((step, n))
    counts = np.zeros(n << bits, dtype=np.int64)
    for start in range(draws.start, draws.stop, step):
        rows = slice(start, min(start + step, draws.stop))
        size = rows.stop - start
        # Positive floats sort as their bits do, and the last bits can carry the names.
        keys = scored(rows, space[:size]).view(np.int64)
        keys &= ~mask
        keys |= names[:size]
        keys.sort(axis=1)
        keys &= mask
        winners[rows] = keys[:, -1]
        keys |= places[:size]
        counts += np.bincount(keys.reshape(-1), minlength=n << bits)
    return np.asarray(counts.reshape(n, -1)[:, :n].T)


def _shared(ranks: Array, benefit: Array | None, cost: Array | None) -> Array:
    """Return acceptabilities in which alternatives that are alike have the same."""
    alike = np.ones(ranks.shape, dtype=bool)
    for local in (benefit, cost):
        for criterion in local if local is not None else ():
            alike &= criterion[:, None] == criterion
    return np.asarray(alike @ ranks / alike.sum(axis=1, keepdims=True))


def central_weights(weights: Array, winners: Positions, alternatives: int) -> Array:
    """Return the mean of the weights with which each alternative is first.

    Parameters
    ----------
    weights : ndarray, shape (draws, k)
    winners : ndarray of int, shape (draws,)
    alternatives : int

    Returns
    -------
    ndarray, shape (alternatives, k)
        NaN where one is never first.
    """
    times = np.bincount(winners, minlength=alternatives).astype(np.float64)
    sums = np.stack([np.bincount(winners, column, minlength=alternatives) for column in weights.T], axis=1)
    times[times == 0] = np.nan
    return np.asarray(sums / times[:, None])
