"""Merits kept apart and then compared: what a unit of cost buys, four merits made one score, increments.

Every merit has priorities of its own, of which a larger cost or risk is worse. The four are put together in
the ways of Saaty (2005), which need not agree, and in that of Wijnmalen (2007), which adds before it divides.
Alternatives that exclude each other stand in the order of their costs: what one adds, and its price.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ahp.core.gate import LARGEST, Array, as_floats, check_alike, finite_array, real_number
from ahp.core.sensitivity import upper_envelope
from ahp.deprecation import FormerTuple
from ahp.errors import JudgmentError, StudyError
from ahp.notebook import NotebookFace
from ahp.registry import Registry

WORTH = "what a unit of benefit is worth in units of cost"

MERITS = ("benefit", "opportunity", "cost", "risk")
"""The merits, in the order of every argument and weight here."""

Parts: TypeAlias = tuple[Array | None, Array | None, Array | None, Array | None]
Synthesis: TypeAlias = Callable[[Parts, Array], Array]


def benefit_to_cost(benefit: npt.ArrayLike, cost: npt.ArrayLike) -> Array:
    """Return benefit priorities divided by cost priorities (Saaty 1980, on benefits and costs).

    Parameters
    ----------
    benefit, cost : array_like, shape (..., n)
        Positive priorities of the same alternatives.

    Returns
    -------
    ndarray, shape (..., n)
        The order has meaning; the value 1 has none, since benefits and costs are each normalised
        separately (Wedley, Choo & Schoner 2001).

    Raises
    ------
    JudgmentError
        If a cost is not positive: nothing can be had per unit of no cost.

    Examples
    --------
    >>> benefit_to_cost([0.25, 0.75], [0.5, 0.5])
    array([0.5, 1.5])
    """
    gains, costs = finite_array(benefit, "benefits"), finite_array(cost, "costs to divide by", above=0.0)
    check_alike("benefits and costs", gains, costs)
    quotient: Array = gains / costs
    return quotient


def subtractive(benefit: npt.ArrayLike, cost: npt.ArrayLike, worth: float = 1.0) -> Array:
    """Return worth · benefit - cost, of priorities or of anything in one unit.

    Parameters
    ----------
    benefit, cost : array_like, shape (..., n)
    worth : float
        What one unit of benefit is worth in units of cost, κ. Benefits and costs are each normalised
        separately, so 1 is a judgment like any other (Wedley, Choo & Schoner 2001).

    Returns
    -------
    ndarray, shape (..., n)

    Examples
    --------
    >>> subtractive([0.25, 0.75], [0.5, 0.5], worth=2.0)
    array([0., 1.])
    """
    gains, costs = finite_array(benefit, "benefits"), finite_array(cost, "costs")
    check_alike("benefits and costs", gains, costs)
    difference: Array = real_number(worth, WORTH, least=0.0, most=LARGEST) * gains - costs
    return difference


def marginal_choices(benefit: npt.ArrayLike, cost: npt.ArrayLike) -> list[tuple[float, int]]:
    """Return who is chosen as a unit of benefit becomes worth more: the winner of κ · benefit - cost.

    Alternatives that exclude each other are compared by what the next one adds: each in turn is replaced by
    the one whose added benefit costs least (Bernhard & Canada 1990). The choices are the upper hull of the
    points (cost, benefit), the κ at which they change its slopes.

    Parameters
    ----------
    benefit, cost : array_like, shape (n,)

    Returns
    -------
    list of (float, int)
        From which κ on, beginning with 0, and the position of the winner. Of equals the first stands.

    Examples
    --------
    >>> marginal_choices([0.0, 1.0, 3.0, 3.0], [0.0, 2.0, 3.0, 4.0])
    [(0.0, 0), (1.0, 2)]
    """
    b, c = vectors(benefit, cost)
    return upper_envelope(-c, b)


def vectors(benefit: npt.ArrayLike, cost: npt.ArrayLike) -> tuple[Array, Array]:
    """Return one benefit and one cost for each alternative."""
    b, c = finite_array(benefit, "benefits"), finite_array(cost, "costs")
    if b.ndim != 1 or b.shape != c.shape:
        raise JudgmentError(
            f"the benefits and costs of the same alternatives are two vectors; found {b.shape} and {c.shape}"
        )
    return b, c


def merit_scores(
    benefit: npt.ArrayLike | None = None,
    opportunity: npt.ArrayLike | None = None,
    cost: npt.ArrayLike | None = None,
    risk: npt.ArrayLike | None = None,
    *,
    weights: npt.ArrayLike | None = None,
    method: str = "multiplicative",
) -> Array:
    """Return one score for each alternative from its priorities under up to four merits; larger is better.

    Parameters
    ----------
    benefit, opportunity, cost, risk : array_like, shape (..., n), optional
        Positive priorities of the same alternatives; a merit that is left out has no part.
    weights : array_like, shape (4,), optional
        What benefits, opportunities, costs and risks count, as totals in one unit; normalised over the merits
        that are there. Equal unless given, which is itself a judgment.
    method : str
        A key of :data:`~ahp.core.more.MERIT_METHODS`, with b, o, c, r the weights: `multiplicative` BO / CR;
        `powers` B^b O^o / C^c R^r; `additive-reciprocal` bB + oO + c N(1/C) + r N(1/R), N dividing by the
        sum; `probabilistic` bB + oO + c(1 - C) + r(1 - R); `subtractive` bB + oO - cC - rR; `quotient`
        (bB + oO) / (cC + rR).

    Returns
    -------
    ndarray, shape (..., n)
        Not normalised: a subtractive score may be negative (:func:`~ahp.core.more.signed_shares`).

    Raises
    ------
    JudgmentError
        If there is no merit, their alternatives differ in number, or a priority is not positive.
    StudyError
        If the weights are not four numbers, 0 or more, or the method is unknown.

    Examples
    --------
    >>> merit_scores([0.6, 0.4], cost=[0.7, 0.3]).round(4)
    array([0.8571, 1.3333])
    >>> merit_scores([0.6, 0.4], cost=[0.7, 0.3], method="subtractive", weights=[2, 0, 1, 0]).round(4)
    array([0.1667, 0.1667])
    """
    combine = MERIT_METHODS[method]
    parts = _parts(benefit, opportunity, cost, risk)
    return combine(parts, _weights(weights, parts))


def _parts(*given: npt.ArrayLike | None) -> Parts:
    parts = [None if one is None else _positive(one, name) for one, name in zip(given, MERITS, strict=True)]
    there = [(name, p) for name, p in zip(MERITS, parts, strict=True) if p is not None]
    if not there:
        raise JudgmentError("priorities of at least one merit are needed; found none")
    for _, p in there:
        if p.shape[-1] != there[0][1].shape[-1]:
            sizes = ", ".join(f"{other} {np.shape(q)}" for other, q in there)
            raise JudgmentError(f"the merits speak of different numbers of alternatives: {sizes}")
    check_alike("the merits", *(p for _, p in there))
    return parts[0], parts[1], parts[2], parts[3]


def _positive(given: npt.ArrayLike, merit: str) -> Array:
    try:
        return finite_array(given, f"the priorities of a merit ({merit})", above=0.0)
    except JudgmentError as error:
        if error.row is None:
            raise
        raise JudgmentError(
            f"the {merit} of alternative {error.row} is {error.found:g}; priorities are positive numbers",
            row=error.row,
            found=error.found,
        ) from None


def _weights(given: npt.ArrayLike | None, parts: Parts) -> Array:
    weights = np.ones(4) if given is None else as_floats(given)
    if weights.shape != (4,) or not ((weights >= 0) & (weights <= LARGEST)).all():
        raise StudyError(
            f"the weights of {', '.join(MERITS)} are four numbers, 0 or more; found {weights.tolist()}"
        )
    shares = np.where([p is not None for p in parts], weights, 0.0)
    if not shares.sum() > 0:
        raise StudyError("the weights of all merits that are there are 0; raise one")
    normalised: Array = shares / shares.sum()
    return normalised


def _sum(
    parts: Parts, weights: Array, pick: tuple[int, ...], turn: Callable[[Array], Array] = np.positive
) -> Array | None:
    terms = [weights[i] * turn(p) for i in pick if (p := parts[i]) is not None]
    return None if not terms else np.asarray(sum(terms))


def _added(parts: Parts, weights: Array, turn: Callable[[Array], Array]) -> Array:
    """Return benefits and opportunities together with what is made of costs and risks."""
    good, bad = _sum(parts, weights, (0, 1)), _sum(parts, weights, (2, 3), turn)
    return np.asarray(sum(part for part in (good, bad) if part is not None))


def _powers(parts: Parts, weights: Array) -> Array:
    logs = [
        sign * w * np.log(p)
        for p, w, sign in zip(parts, weights, (1, 1, -1, -1), strict=True)
        if p is not None
    ]
    return np.asarray(np.exp(sum(logs)))


def _additive_reciprocal(parts: Parts, weights: Array) -> Array:
    def turned(p: Array) -> Array:
        inverse = p.min(axis=-1, keepdims=True) / p
        return np.asarray(inverse / inverse.sum(axis=-1, keepdims=True))

    return _added(parts, weights, turned)


def _probabilistic(parts: Parts, weights: Array) -> Array:
    for name, p in zip(MERITS[2:], parts[2:], strict=True):
        if p is not None and (p > 1).any():
            raise JudgmentError(
                f"a {name} of {p.max()} has no complement; probabilistic synthesis needs priorities up to 1"
            )
    return _added(parts, weights, lambda p: 1.0 - p)


def _quotient(parts: Parts, weights: Array) -> Array:
    good, bad = _sum(parts, weights, (0, 1)), _sum(parts, weights, (2, 3))
    one = np.float64(1.0)
    with np.errstate(divide="ignore", invalid="ignore"):
        quotient = np.asarray((one if good is None else good) / (one if bad is None else bad))
    if not np.isfinite(quotient).all():
        raise StudyError("costs and risks have no weight to divide by; raise one, or leave both merits out")
    return quotient


MERIT_METHODS: Registry[Synthesis] = Registry(
    "synthesis of merits",
    {
        "multiplicative": lambda parts, weights: _powers(parts, np.ones(4)),
        "powers": _powers,
        "additive-reciprocal": _additive_reciprocal,
        "probabilistic": _probabilistic,
        "subtractive": lambda parts, weights: _added(parts, weights, np.negative),
        "quotient": _quotient,
    },
)
"""Ways to put merits together, by name; :func:`~ahp.core.merit_scores` is the checked door to all."""


@dataclass(frozen=True)
class Increment(NotebookFace):
    """One comparison of an incremental analysis.

    Attributes
    ----------
    defender, challenger : int
        Positions of the alternatives.
    benefit, cost : float
        What the challenger adds.
    ratio : float
        Added benefit per added cost, times what a unit of benefit is worth; 0 at no added cost.
    accepted : bool
        Whether the challenger takes the defender's place.
    """

    defender: int
    challenger: int
    benefit: float
    cost: float
    ratio: float
    accepted: bool


@dataclass(frozen=True)
class IncrementalAnalysis(FormerTuple, NotebookFace):
    """Which of several mutually exclusive alternatives to choose, and what led there.

    Attributes
    ----------
    choice : int
        Position of the alternative to choose; of equals the cheaper.
    steps : tuple of Increment
        The comparisons, in order.
    """

    choice: int
    steps: tuple[Increment, ...]


def incremental_analysis(
    benefit: npt.ArrayLike, cost: npt.ArrayLike, *, worth: float = 1.0
) -> IncrementalAnalysis:
    """Return which of several mutually exclusive alternatives to choose, and the comparisons that lead there.

    In the order of their costs each alternative challenges the best so far, and takes its place if what it
    adds in benefits is worth what it adds in costs (Bernhard & Canada 1990). The choice is the winner of
    worth · benefit - cost; ranking by benefit / cost would favour the small and cheap. To let *nothing* be
    chosen, give it as an alternative with benefit and cost 0.

    Parameters
    ----------
    benefit, cost : array_like, shape (n,)
        Of the same alternatives; in one unit, or related by `worth`.
    worth : float
        What a unit of benefit is worth in units of cost. Benefits and costs are each normalised separately,
        so 1 is a judgment like any other (Wedley, Choo & Schoner 2001);
        :func:`~ahp.core.more.marginal_choices` goes through all.

    Returns
    -------
    IncrementalAnalysis

    Raises
    ------
    JudgmentError
        If benefits and costs are not two vectors of one length of finite numbers.
    StudyError
        If the worth is not positive.

    Examples
    --------
    >>> found = incremental_analysis([4.0, 6.0, 6.5], [1.0, 2.0, 4.0])
    >>> found.choice, [step.ratio for step in found.steps]
    (1, [2.0, 0.25])
    """
    b, c = vectors(benefit, cost)
    worth = real_number(worth, WORTH, above=0.0, most=LARGEST)
    order = [int(i) for i in np.lexsort((-b, c))]
    defender, steps = order[0], []
    for challenger in order[1:]:
        gain, price = float(b[challenger] - b[defender]), float(c[challenger] - c[defender])
        ratio = worth * gain / price if price > 0 else 0.0  # of equal costs the best came first
        accepted = ratio > 1.0
        steps.append(Increment(defender, challenger, gain, price, ratio, accepted))
        defender = challenger if accepted else defender
    return IncrementalAnalysis(defender, tuple(steps))
