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
