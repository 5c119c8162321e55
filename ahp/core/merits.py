"""Merits kept apart and then compared: what a unit of cost buys."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ahp.core.arguments import real_number
from ahp.core.matrices import Array
from ahp.core.vectors import LARGEST, check_alike, finite_array
from ahp.errors import JudgmentError
from ahp.notebook import NotebookFace

_WORTH = "what a unit of benefit is worth in units of cost"


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
    difference: Array = real_number(worth, _WORTH, least=0.0, most=LARGEST) * gains - costs
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
    b, c = _vectors(benefit, cost)
    at = int(np.lexsort((-b, c))[0])  # the cheapest; of those the one with most benefit
    found = [(0.0, at)]
    while (b > b[at]).any():
        dearer = np.flatnonzero(b > b[at])
        slopes = (c[dearer] - c[at]) / (b[dearer] - b[at])
        cheapest = slopes.min()
        level = dearer[slopes <= cheapest]
        at = int(level[b[level].argmax()])
        found.append((float(cheapest), at))
    return found


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


def incremental_analysis(
    benefit: npt.ArrayLike, cost: npt.ArrayLike, *, worth: float = 1.0
) -> tuple[int, tuple[Increment, ...]]:
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
        so 1 is a judgment like any other (Wedley, Choo & Schoner 2001); :func:`marginal_choices` goes
        through all.

    Returns
    -------
    choice : int
        Position of the alternative to choose; of equals the cheaper.
    steps : tuple of Increment

    Raises
    ------
    JudgmentError
        If benefits and costs are not two vectors of one length of finite numbers.
    StudyError
        If the worth is not positive.

    Examples
    --------
    >>> choice, steps = incremental_analysis([4.0, 6.0, 6.5], [1.0, 2.0, 4.0])
    >>> choice, [step.ratio for step in steps]
    (1, [2.0, 0.25])
    """
    b, c = _vectors(benefit, cost)
    worth = real_number(worth, _WORTH, above=0.0, most=LARGEST)
    order = [int(i) for i in np.lexsort((-b, c))]
    defender, steps = order[0], []
    for challenger in order[1:]:
        gain, price = float(b[challenger] - b[defender]), float(c[challenger] - c[defender])
        ratio = worth * gain / price if price > 0 else 0.0  # of equal costs the best came first
        accepted = ratio > 1.0
        steps.append(Increment(defender, challenger, gain, price, ratio, accepted))
        defender = challenger if accepted else defender
    return defender, tuple(steps)


def _vectors(benefit: npt.ArrayLike, cost: npt.ArrayLike) -> tuple[Array, Array]:
    """Return one benefit and one cost for each alternative."""
    b, c = finite_array(benefit, "benefits"), finite_array(cost, "costs")
    if b.ndim != 1 or b.shape != c.shape:
        raise JudgmentError(
            f"the benefits and costs of the same alternatives are two vectors; found {b.shape} and {c.shape}"
        )
    return b, c
