"""Merits kept apart and then compared: what a unit of cost buys."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ahp.core.matrices import Array
from ahp.errors import JudgmentError


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
    costs = np.asarray(cost, dtype=np.float64)
    if not (costs > 0).all():
        raise JudgmentError("a benefit is divided by a cost greater than 0; found one that is not")
    quotient: Array = np.asarray(benefit, dtype=np.float64) / costs
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
    difference: Array = worth * np.asarray(benefit, dtype=np.float64) - np.asarray(cost, dtype=np.float64)
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
    b, c = np.asarray(benefit, dtype=np.float64), np.asarray(cost, dtype=np.float64)
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
