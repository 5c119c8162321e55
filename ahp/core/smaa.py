"""Which weights put whom first: stochastic multicriteria acceptability (Lahdelma & Salminen 2001)."""

from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ahp.core.matrices import Array
from ahp.core.rising import Floats, Rows, name_bits, rising, rising_in_single, single_decides

Positions = npt.NDArray[np.int64]
# In one matrix product of doubles: beyond, it takes threads of its own, which wait for each other. Of single
# precision it takes none for a whole block.
_PRODUCTS = 250_000
_BLOCK = 200_000  # scores at once: they stay in the cache, and the threads seldom wait for the interpreter
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
    problem = _Problem(benefit_weights, benefit, cost_weights, cost)
    draws, n = problem.shape
    step = max(16, _BLOCK // n)
    threads = min(os.cpu_count() or 1, _THREADS, 1 + draws // (4 * step))
    ends = [draws * part // threads for part in range(threads + 1)]
    winners = np.empty(draws, dtype=np.int64)

    def counted(part: int) -> Positions:
        return _counted(problem, range(ends[part], ends[part + 1]), step, winners)

    if threads == 1:
        counts = counted(0)
    else:
        with ThreadPoolExecutor(threads) as pool:
            counts = np.sum(list(pool.map(counted, range(threads))), axis=0)
    return _shared(counts / draws, benefit, cost), winners


class _Problem(NamedTuple):
    """What `acceptability` was given, for all draws or some, in double or single precision."""

    benefit_weights: Floats | None
    benefit: Floats | None
    cost_weights: Floats | None
    cost: Floats | None

    @property
    def shape(self) -> tuple[int, int]:
        """Draws and alternatives."""
        weights = self.benefit_weights if self.benefit_weights is not None else self.cost_weights
        local = self.benefit if self.benefit is not None else self.cost
        assert weights is not None
        assert local is not None
        return len(weights), local.shape[1]

    def scores_of(self, rows: Rows) -> Floats:
        """Return the scores of some of the draws."""
        return self.drawn(rows).scores()

    def drawn(self, rows: Rows) -> _Problem:
        """Return the problem for some of the draws."""
        benefit, cost = self.benefit_weights, self.cost_weights
        return self._replace(
            benefit_weights=None if benefit is None else benefit[rows],
            cost_weights=None if cost is None else cost[rows],
        )

    def in_single_precision(self) -> _Problem:
        """Return the problem rounded; what single precision cannot hold becomes infinite."""
        with np.errstate(over="ignore"):
            return _Problem(*(None if part is None else part.astype(np.float32) for part in self))

    def steps(self) -> int:
        """Return how many steps a score computed in single precision may be from the exact one."""
        # Each sum of k products of rounded numbers: (k + 1) roundings; reciprocals and quotients one more.
        return sum(len(merit) + 2 for merit in (self.benefit, self.cost) if merit is not None)

    def scores(self) -> Floats:
        """Return benefit by cost, or the one there is (of cost: its reciprocal), shape (draws, n)."""
        benefit = _product(self.benefit_weights, self.benefit)
        cost = _product(self.cost_weights, self.cost)
        if cost is None:
            assert benefit is not None
            return benefit
        with np.errstate(all="ignore"):  # infinite in single precision: computed again
            return np.divide(1.0 if benefit is None else benefit, cost, out=cost)


def _product(weights: Floats | None, local: Floats | None) -> Floats | None:
    """Return the matrix product, of doubles in parts so small that no other threads are woken for them."""
    if weights is None or local is None:
        return None
    if weights.dtype == np.float32:
        return weights @ local
    product = np.empty((len(weights), local.shape[1]))
    part = max(16, _PRODUCTS // local.size)
    for start in range(0, len(product), part):
        np.matmul(weights[start : start + part], local, out=product[start : start + part])
    return product


def _counted(problem: _Problem, draws: range, step: int, winners: Positions) -> Positions:
    """Return how often each has each rank in some of the draws, shape (n, n), and note who wins them."""
    n = problem.shape[1]
    bits = name_bits(n)
    # Whole: short rows would be slow to go through.
    names = np.tile(np.arange(n, dtype=np.int32), (step, 1))
    places = np.tile(np.arange(n - 1, -1, -1, dtype=np.int32) << bits, (step, 1))
    counts = np.zeros(n << bits, dtype=np.int64)
    for start in range(draws.start, draws.stop, step):
        rows = slice(start, min(start + step, draws.stop))
        block = problem.drawn(rows)
        if single_decides(n):
            rounded = block.in_single_precision().scores()
            order = rising_in_single(rounded, block.steps(), names, block.scores_of)
        else:
            order = rising(block.scores())
        winners[rows] = order[:, -1]
        order |= places[: len(order)]
        counts += np.bincount(order.reshape(-1), minlength=n << bits)
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
