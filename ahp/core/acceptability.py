"""Which weights put whom first: stochastic multicriteria acceptability (Lahdelma & Salminen 2001)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ahp.core.gate import (
    LARGEST,
    RNG,
    Array,
    as_floats,
    finite_array,
    generator_of,
    refuse_first,
    whole_number,
)
from ahp.deprecation import FormerTuple, renamed
from ahp.errors import JudgmentError, one_line
from ahp.notebook import NotebookFace

_BLOCK = 166_000  # scores at once: they stay in the cache
Positions: TypeAlias = npt.NDArray[np.int64]
Merit: TypeAlias = tuple[Array, Array]  # drawn weights (draws, k), local priorities (k, n)


def uniform_weights(criteria: int, draws: int, *, rng: RNG = None) -> Array:
    """Return weights spread evenly over all that sum to 1: normalised exponentials.

    Parameters
    ----------
    criteria, draws : int
        At least one of each.
    rng : None, int, SeedSequence, BitGenerator or Generator
        As :func:`numpy.random.default_rng` takes it: None draws anew each time, a seed repeats itself.

    Returns
    -------
    ndarray, shape (draws, criteria)

    Examples
    --------
    >>> uniform_weights(3, 2).sum(axis=1)
    array([1., 1.])
    """
    criteria = whole_number(criteria, "the number of criteria", least=1)
    draws = whole_number(draws, "the number of draws", least=1)
    raw = generator_of(rng).standard_exponential((draws, criteria))
    raw /= raw.sum(axis=1, keepdims=True)
    return raw


def ordered_weights(criteria: int, draws: int, *, rng: RNG = None) -> Array:
    """Return weights spread evenly over those that fall: the first criterion matters most, the last least.

    Parameters
    ----------
    criteria, draws, rng
        As for :func:`~ahp.core.uniform_weights`.

    Returns
    -------
    ndarray, shape (draws, criteria)

    Examples
    --------
    >>> ordered_weights(2, 10_000, rng=0).mean(axis=0).round(2)  # the rank-order centroid
    array([0.75, 0.25])
    """
    return np.asarray(np.sort(uniform_weights(criteria, draws, rng=rng), axis=1)[:, ::-1])


@dataclass(frozen=True)
class Acceptability(FormerTuple, NotebookFace):
    """How often each alternative has each rank over drawn weights, and who wins each draw.

    Attributes
    ----------
    ranks : ndarray, shape (n, n)
        Rank acceptability indices: share of the draws in which alternative i has rank j. Alternatives that
        are alike in every criterion share their ranks.
    winners : ndarray of int, shape (draws,)
        Who is first in each draw.
    """

    ranks: Array
    winners: Positions


@renamed(workers="")
def acceptability(
    benefit_weights: npt.ArrayLike | None,
    benefit: npt.ArrayLike | None,
    cost_weights: npt.ArrayLike | None = None,
    cost: npt.ArrayLike | None = None,
) -> Acceptability:
    """Return how often each alternative has each rank over drawn weights, and which draws it wins.

    Parameters
    ----------
    benefit_weights, cost_weights : array_like, shape (draws, k), or None
        Drawn from any distribution, 0 or more and in no draw all 0; None without criteria of that merit.
    benefit, cost : array_like, shape (k, n), or None
        Local priorities: benefits 0 or more, costs greater than 0.

    Returns
    -------
    Acceptability

    Raises
    ------
    JudgmentError
        If a number is wrong, or weights and priorities do not fit each other.

    Examples
    --------
    >>> w = uniform_weights(2, 10_000, rng=0)
    >>> ranks = acceptability(w, [[0.6, 0.4], [0.2, 0.8]]).ranks
    >>> bool(abs(ranks[0, 0] - 0.25) < 0.02)  # first where 0.6 w + 0.2 (1 - w) > 0.4 w + 0.8 (1 - w)
    True
    """
    gains, costs = _merit(benefit_weights, benefit, "benefits"), _merit(cost_weights, cost, "costs")
    draws, n = _shape(gains, costs)
    winners = np.empty(draws, dtype=np.int64)
    counts = np.zeros((n, n), dtype=np.int64)
    step = max(16, _BLOCK // n)
    for start in range(0, draws, step):
        block = slice(start, start + step)
        order = _rising(_scores(gains, costs, block))
        winners[block] = order[:, -1]
        # How often each alternative (rows) has each place (columns), the last one first.
        places = np.bincount((order * n + np.arange(n)).reshape(-1), minlength=n * n)
        counts += places.reshape(n, n)
    return Acceptability(_shared(counts[:, ::-1] / draws, gains, costs), winners)


def _scores(gains: Merit | None, costs: Merit | None, block: slice) -> Array:
    """Return the scores of some draws: benefit by cost, or the one there is (of cost: its reciprocal)."""
    with np.errstate(all="ignore"):
        benefit, cost = (1.0 if merit is None else merit[0][block] @ merit[1] for merit in (gains, costs))
        return np.asarray(benefit / cost)


def _rising(scores: Array) -> Positions:
    """Return the alternatives of each draw by rising score; alike to 2⁻⁴² or so, by their number.

    Positive floats sort as their bits do, and the last bits can carry the numbers of the alternatives: one
    sort without a look-up afterwards.
    """
    n = scores.shape[1]
    mask = (1 << (n - 1).bit_length()) - 1
    keys = scores.view(np.int64)
    keys &= ~mask
    keys |= np.arange(n)
    keys.sort(axis=1)
    keys &= mask
    return keys


def _shared(ranks: Array, gains: Merit | None, costs: Merit | None) -> Array:
    """Return acceptabilities in which alternatives that are alike have the same."""
    alike = np.ones(ranks.shape, dtype=bool)
    for _, local in filter(None, (gains, costs)):
        for criterion in local:
            alike &= criterion[:, None] == criterion
    return np.asarray(alike @ ranks / alike.sum(axis=1, keepdims=True))


def central_weights(weights: npt.ArrayLike, winners: npt.ArrayLike, alternatives: int) -> Array:
    """Return the mean of the weights with which each alternative is first.

    Parameters
    ----------
    weights : array_like, shape (draws, k)
    winners : array_like of int, shape (draws,)
        Who is first in each draw, as :func:`~ahp.core.acceptability` has it.
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


def _shape(gains: Merit | None, costs: Merit | None) -> tuple[int, int]:
    """Return how many draws and alternatives there are, once benefits and costs fit together."""
    shapes = [(len(weights), local.shape[1]) for weights, local in filter(None, (gains, costs))]
    if not shapes:
        raise JudgmentError("benefits or costs are needed, with their weights; found neither")
    (draws, n), (others, m) = shapes[0], shapes[-1]
    if (draws, n) != (others, m):
        raise JudgmentError(
            "benefits and costs have as many draws, of the same alternatives; found "
            f"{draws} and {others} draws of {n} and {m} alternatives"
        )
    return draws, n


def _merit(weights: npt.ArrayLike | None, local: npt.ArrayLike | None, what: str) -> Merit | None:
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
    if not positive:
        nothing = f"weights of {what} are not all 0; found 0 throughout in draw"
        refuse_first(~w.any(axis=1), lambda at: f"{nothing} {at[0]}", axes=("row",))
    return w, p
