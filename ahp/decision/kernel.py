"""One computation in one place: index values and weights → priorities, merits, quotients.

Every question asked of a decision (the ranking, resampled runs, moved weights) calls this, with a leading
batch axis where there are many.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from ahp.core.matrices import Array
from ahp.core.merits import benefit_to_cost
from ahp.core.synthesis import global_priorities


@dataclass(frozen=True)
class Outcome:
    """What the kernel returns; shapes with n alternatives and k criteria.

    Attributes
    ----------
    priorities : ndarray, shape (..., k, n)
        Local priorities: each criterion's values divided by their sum, which is the priority vector of
        their matrix of ratios.
    benefit, cost, quotient : ndarray, shape (..., n), or None
        Merits, and benefit divided by cost; None where a merit has no criterion.
    """

    priorities: Array
    benefit: Array | None
    cost: Array | None
    quotient: Array | None


def evaluate(values: Array, weights: Array, is_cost: tuple[bool, ...]) -> Outcome:
    """Return priorities and merits of alternatives from positive index values.

    Parameters
    ----------
    values : ndarray, shape (..., k, n)
        Index values of n alternatives under k criteria.
    weights : ndarray, shape (..., k)
        Weights, normalised within each merit.
    is_cost : tuple of bool, length k
        Which criteria speak for the cost.

    Examples
    --------
    >>> outcome = evaluate(np.array([[1.0, 3.0], [2.0, 2.0]]), np.array([1.0, 1.0]), (False, True))
    >>> outcome.quotient
    array([0.5, 1.5])
    """
    local = values / values.sum(axis=-1, keepdims=True)
    costs = np.array(is_cost, dtype=bool)
    benefit = None if costs.all() else global_priorities(weights[..., ~costs], local[..., ~costs, :])
    cost = global_priorities(weights[..., costs], local[..., costs, :]) if costs.any() else None
    quotient = None if benefit is None or cost is None else benefit_to_cost(benefit, cost)
    return Outcome(local, benefit, cost, quotient)
