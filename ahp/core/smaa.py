"""Which weights put whom first: stochastic multicriteria acceptability (Lahdelma & Salminen 2001)."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import numpy.typing as npt

from ahp.core.arguments import whole_number, workers_of
from ahp.core.drawn_scores import DrawnProblem, drawn_problem, scorer
from ahp.core.matrices import Array, as_floats
from ahp.core.rank_counts import Counter, few_ranks_counter, rank_counters, rank_counts
from ahp.core.rising import (
    Floats,
    Names,
    Positions,
    rising,
    rising_in_single,
    scratch,
    single_decides,
)
from ahp.core.vectors import finite_array
from ahp.errors import JudgmentError, one_line

_BLOCK = 166_000  # scores at once: they stay in the cache, and the threads seldom wait for the interpreter
_THREADS = 8  # at most
_MANY = 4  # blocks: from here on it pays to load what counts while other threads go on


def acceptability(
    benefit_weights: npt.ArrayLike | None,
    benefit: npt.ArrayLike | None,
    cost_weights: npt.ArrayLike | None = None,
    cost: npt.ArrayLike | None = None,
    *,
    workers: int | None = None,
) -> tuple[Array, Positions]:
    """Return how often each alternative has each rank over drawn weights, and which draws it wins.

    Parameters
    ----------
    benefit_weights, cost_weights : array_like, shape (draws, k), or None
        Drawn from any distribution, 0 or more and in no draw all 0; None without criteria of that merit.
    benefit, cost : array_like, shape (k, n), or None
        Local priorities: benefits 0 or more, costs greater than 0.
    workers : int, optional
        At most so many threads; as many as there are processors that this process may use unless given. The
        answer does not depend on it.

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
    >>> w = uniform_weights(2, 10_000, rng=0)
    >>> ranks, _ = acceptability(w, [[0.6, 0.4], [0.2, 0.8]])
    >>> bool(abs(ranks[0, 0] - 0.25) < 0.02)  # first where 0.6 w + 0.2 (1 - w) > 0.4 w + 0.8 (1 - w)
    True
    """
    problem = drawn_problem(benefit_weights, benefit, cost_weights, cost)
    draws, n = problem.shape
    step = max(16, _BLOCK // n)
    threads = min(workers_of(workers), _THREADS, 1 + draws // (_MANY * step))
    winners = np.empty(draws, dtype=np.int64)
    shares = [range(draws * part // threads, draws * (part + 1) // threads) for part in range(threads)]
    # Made here: memory that each thread allocates for itself is new, and taken from the system, each time.
    names = np.tile(np.arange(n, dtype=np.int32), (step, 1))
    many = draws >= _MANY * step
    rooms = rank_counters(names, threads) if many else [few_ranks_counter(names)]
    counters = [_counter(problem, names, room, winners) for room in rooms]
    if threads == 1:
        counts = counters[0](shares[0])
    else:
        from concurrent.futures import ThreadPoolExecutor  # late: most questions are small

        with ThreadPoolExecutor(threads - 1) as pool:
            others = pool.map(lambda counter, share: counter(share), counters[1:], shares[1:])
            counts = sum(others, counters[0](shares[0]))
    return _shared(counts / draws, problem.benefit, problem.cost), winners


def _counter(
    problem: DrawnProblem, names: Names, room: Counter, winners: Positions
) -> Callable[[range], Positions]:
    """Return what counts how often each has each rank in some of the draws, and notes who wins them."""
    (step, n), (order, count) = names.shape, room
    in_single = single_decides(n)
    work = scratch(names, order if in_single else order[:0])
    scores = scorer(problem, step, np.float32 if in_single else np.float64)
    steps = problem.steps()

    @np.errstate(all="ignore")
    def counted(draws: range) -> Positions:
        counts = np.zeros((n, n), dtype=np.int64)
        # What single precision leaves in doubt is counted as it is, and put right many draws at once.
        doubtful: list[Positions] = []
        found: list[Names] = []
        for start in range(draws.start, draws.stop, step):
            block = slice(start, min(start + step, draws.stop))
            size = block.stop - start
            if in_single:
                unsure = rising_in_single(scores(block), steps, work)[1]
                if len(unsure):
                    doubtful.append(start + unsure)
                    found.append(order[unsure])
            else:
                order[:size] = rising(scores(block))
            winners[block] = order[:size, -1]
            counts += count() if size == step else rank_counts(order[:size])
            if doubtful and (block.stop == draws.stop or sum(map(len, doubtful)) >= step):
                counts += _put_right(problem, np.concatenate(doubtful), np.concatenate(found), winners)
                doubtful.clear()
                found.clear()
        return np.asarray(counts[::-1].T)

    return counted


def _put_right(problem: DrawnProblem, rows: Positions, found: Names, winners: Positions) -> Positions:
    """Return what is to be added to the counts of draws whose order is in doubt, and note who wins them."""
    right = rising(scorer(problem.drawn(rows), len(rows), np.float64)(slice(None)))
    wrong = (right != found).any(axis=1)  # few are
    winners[rows[wrong]] = right[wrong, -1]
    return rank_counts(right[wrong]) - rank_counts(found[wrong])


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
