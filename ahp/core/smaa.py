"""Which weights put whom first: stochastic multicriteria acceptability (Lahdelma & Salminen 2001)."""

from __future__ import annotations

import os
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ahp.core.arguments import whole_number
from ahp.core.matrices import Array, as_floats
from ahp.core.rising import (
    Floats,
    Names,
    Positions,
    Rows,
    name_bits,
    rising,
    rising_in_single,
    single_decides,
)
from ahp.core.vectors import LARGEST, finite_array
from ahp.errors import JudgmentError, one_line

# In one matrix product: beyond, it takes threads of its own, which keep the processors from ours.
_PRODUCTS = 250_000
_BLOCK = 200_000  # scores at once: they stay in the cache, and the threads seldom wait for the interpreter
_THREADS = 8  # at most
_NONE: Positions = np.empty(0, dtype=np.int64)


def acceptability(
    benefit_weights: npt.ArrayLike | None,
    benefit: npt.ArrayLike | None,
    cost_weights: npt.ArrayLike | None = None,
    cost: npt.ArrayLike | None = None,
) -> tuple[Array, Positions]:
    """Return how often each alternative has each rank over drawn weights, and which draws it wins.

    Parameters
    ----------
    benefit_weights, cost_weights : array_like, shape (draws, k), or None
        Drawn from any distribution, 0 or more and in no draw all 0; None without criteria of that merit.
    benefit, cost : array_like, shape (k, n), or None
        Local priorities: benefits 0 or more, costs greater than 0.

    Returns
    -------
    ranks : ndarray, shape (n, n)
        Rank acceptability indices: share of the draws in which alternative i has rank j. Alternatives that
        are alike in every criterion share their ranks.
    winners : ndarray of int, shape (draws,)
        Who is first in each draw.

    Raises
    ------
    JudgmentError
        If a number is wrong, or weights and priorities do not fit each other.

    Examples
    --------
    >>> from ahp.core.weight_draws import uniform_weights
    >>> w = uniform_weights(2, 10_000)
    >>> ranks, _ = acceptability(w, [[0.6, 0.4], [0.2, 0.8]])
    >>> bool(abs(ranks[0, 0] - 0.25) < 0.02)  # first where 0.6 w + 0.2 (1 - w) > 0.4 w + 0.8 (1 - w)
    True
    """
    problem = _problem(benefit_weights, benefit, cost_weights, cost)
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
        from concurrent.futures import ThreadPoolExecutor  # late: most questions are small

        with ThreadPoolExecutor(threads) as pool:
            counts = np.sum(list(pool.map(counted, range(threads))), axis=0)
    return _shared(counts / draws, problem.benefit, problem.cost), winners


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
        with np.errstate(all="ignore"):  # infinite in single precision: computed again
            benefit = _product(self.benefit_weights, self.benefit)
            cost = _product(self.cost_weights, self.cost)
            if cost is None:
                assert benefit is not None
                return benefit
            return np.divide(1.0 if benefit is None else benefit, cost, out=cost)


def _problem(
    benefit_weights: npt.ArrayLike | None,
    benefit: npt.ArrayLike | None,
    cost_weights: npt.ArrayLike | None,
    cost: npt.ArrayLike | None,
) -> _Problem:
    """Return what was given once it fits together."""
    gains = _merit(benefit_weights, benefit, "benefits")
    costs = _merit(cost_weights, cost, "costs")
    if gains is None and costs is None:
        raise JudgmentError("benefits or costs are needed, with their weights; found neither")
    if gains is not None and costs is not None:
        (own, n), (other, m) = ((len(weights), local.shape[1]) for weights, local in (gains, costs))
        if (own, n) != (other, m):
            raise JudgmentError(
                "benefits and costs have as many draws, of the same alternatives; found "
                f"{own} and {other} draws of {n} and {m} alternatives"
            )
    return _Problem(*(gains or (None, None)), *(costs or (None, None)))


def _merit(
    weights: npt.ArrayLike | None, local: npt.ArrayLike | None, what: str
) -> tuple[Array, Array] | None:
    """Return drawn weights and local priorities of one merit; None where there are none."""
    if weights is None and local is None:
        return None
    if weights is None or local is None:
        raise JudgmentError(f"weights and local priorities of {what} come together; found only one of them")
    w = as_floats(weights)
    positive = w.size > 0 and w.min() > 0.0 and w.max() <= LARGEST  # as drawn weights are: looked at twice
    if not positive:
        w = finite_array(w, f"weights of {what}", axes=2, least=0.0)
    above, least = (0.0, -np.inf) if what == "costs" else (-np.inf, 0.0)
    p = finite_array(local, f"local priorities of {what}", axes=2, above=above, least=least)
    if w.ndim != 2 or p.ndim != 2 or w.shape[1] != len(p):
        raise JudgmentError(
            f"{what} have a row of weights for each draw, a row of local priorities for each criterion; "
            f"found the shapes {w.shape} and {p.shape}"
        )
    if not positive and not w.any(axis=1).all():
        at = int(w.any(axis=1).argmin())
        raise JudgmentError(f"weights of {what} are not all 0; found 0 throughout in draw {at}", row=at)
    return w, p


def _product(weights: Floats | None, local: Floats | None) -> Floats | None:
    """Return the matrix product, made in parts so small that no other threads are woken for them."""
    if weights is None or local is None:
        return None
    (draws, k), n = weights.shape, local.shape[1]
    product = np.empty((draws, n), dtype=weights.dtype)
    part = max(16, _PRODUCTS // local.size)
    whole = draws - draws % part
    # One call for all the parts: between two calls, threads of ours would wait for the interpreter.
    np.matmul(weights[:whole].reshape(-1, part, k), local, out=product[:whole].reshape(-1, part, n))
    np.matmul(weights[whole:], local, out=product[whole:])
    return product


def _counted(problem: _Problem, draws: range, step: int, winners: Positions) -> Positions:
    """Return how often each has each rank in some of the draws, shape (n, n), and note who wins them."""
    n = problem.shape[1]
    bits = name_bits(n)
    # Whole: short rows would be slow to go through.
    names = np.tile(np.arange(n, dtype=np.int32), (step, 1))
    places = np.tile(np.arange(n - 1, -1, -1, dtype=np.int32) << bits, (step, 1))
    counts = np.zeros(n << bits, dtype=np.int64)

    def times(places_and_names: Names) -> Positions:
        return np.bincount(places_and_names.reshape(-1).astype(np.int64), minlength=n << bits)

    # What single precision leaves in doubt is counted as it is, and put right many draws at once.
    doubtful: list[Positions] = []
    wrong: list[Names] = []

    def put_right() -> None:
        rows = np.concatenate(doubtful)
        right = rising(problem.scores_of(rows))
        winners[rows] = right[:, -1]
        counts[:] += times(right | places[0]) - times(np.concatenate(wrong))
        doubtful.clear()
        wrong.clear()

    for start in range(draws.start, draws.stop, step):
        block = problem.drawn(slice(start, min(start + step, draws.stop)))
        if single_decides(n):
            order, unsure = rising_in_single(block.in_single_precision().scores(), block.steps(), names)
        else:
            order, unsure = rising(block.scores()), _NONE
        winners[start : start + len(order)] = order[:, -1]
        order |= places[: len(order)]
        counts += times(order)
        if len(unsure):
            doubtful.append(start + unsure)
            wrong.append(order[unsure])
            if sum(map(len, doubtful)) >= step:
                put_right()
    if doubtful:
        put_right()
    return np.asarray(counts.reshape(n, -1)[:, :n].T)


def _shared(ranks: Array, benefit: Floats | None, cost: Floats | None) -> Array:
    """Return acceptabilities in which alternatives that are alike have the same."""
    alike = np.ones(ranks.shape, dtype=bool)
    for local in (benefit, cost):
        for criterion in local if local is not None else ():
            alike &= criterion[:, None] == criterion
    return np.asarray(alike @ ranks / alike.sum(axis=1, keepdims=True))


def central_weights(weights: npt.ArrayLike, winners: npt.ArrayLike, alternatives: int) -> Array:
    """Return the mean of the weights with which each alternative is first.

    Parameters
    ----------
    weights : array_like, shape (draws, k)
    winners : array_like of int, shape (draws,)
        Who is first in each draw, as :func:`acceptability` has it.
    alternatives : int
        How many there are.

    Returns
    -------
    ndarray, shape (alternatives, k)
        NaN where one is never first.

    Raises
    ------
    JudgmentError
        If the weights are no finite numbers, or a winner is none of the alternatives.

    Examples
    --------
    >>> central_weights([[0.2, 0.8], [0.4, 0.6], [0.9, 0.1]], [0, 0, 1], 2)
    array([[0.3, 0.7],
           [0.9, 0.1]])
    """
    w = finite_array(weights, "weights", axes=2)
    alternatives = whole_number(alternatives, "the number of alternatives", least=1)
    if w.ndim != 2:
        raise JudgmentError(f"there is a row of weights for each draw; found the shape {w.shape}")
    first = _winners(winners, len(w), alternatives)
    times = np.bincount(first, minlength=alternatives).astype(np.float64)
    sums = np.stack([np.bincount(first, column, minlength=alternatives) for column in w.T], axis=1)
    times[times == 0] = np.nan
    return np.asarray(sums / times[:, None])


def _winners(winners: npt.ArrayLike, draws: int, alternatives: int) -> Positions:
    """Return who is first in each draw as positions."""
    found = as_floats(winners)
    if (
        found.shape != (draws,)
        or not ((found >= 0) & (found < alternatives) & (found == np.floor(found))).all()
    ):
        raise JudgmentError(
            f"{draws} draws have {draws} winners, whole numbers from 0 to {alternatives - 1}; "
            f"found {one_line(winners, 60)}"
        )
    return found.astype(np.int64)
