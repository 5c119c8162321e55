"""One computation in one place: index values and weights → priorities, merits, scores.

Every question asked of a decision (the ranking, resampled runs, moved weights) calls this, with a leading
batch axis where there are many.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from ahp.core.gate import Array, finite_array
from ahp.core.synthesis import weighted_sums
from ahp.notebook import NotebookFace


@dataclass(frozen=True)
class Outcome(NotebookFace):
    """What alternatives come to; shapes with n alternatives and k criteria.

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

    @property
    def scores(self) -> Array:
        """Numbers of which the largest is the best, shape (..., n)."""
        if self.quotient is not None:
            return self.quotient
        if self.benefit is not None:
            return self.benefit
        assert self.cost is not None
        return -self.cost

    @property
    def logarithms(self) -> Array:
        """The scores as logarithms that grow with the rank; a cost counts against."""
        return np.asarray(np.log(self.scores) if self.benefit is not None else -np.log(-self.scores))


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
    >>> import numpy as np
    >>> outcome = evaluate(np.array([[1.0, 3.0], [2.0, 2.0]]), np.array([1.0, 1.0]), (False, True))
    >>> outcome.quotient
    array([0.5, 1.5])
    """
    sums = np.add.reduce(values, axis=-1, keepdims=True)
    local = finite_array(values / sums, "local priorities", axes=2)
    benefit, cost = (_merit(weights, local, is_cost, which) for which in (False, True))
    quotient = None
    if benefit is not None and cost is not None:
        quotient = benefit / finite_array(cost, "costs to divide by", above=0.0)
    return Outcome(local, benefit, cost, quotient)


def _merit(weights: Array, local: Array, is_cost: tuple[bool, ...], which: bool) -> Array | None:
    """Return the weighted sum over the criteria of one merit; None where it has none."""
    criteria = _of_merit(is_cost, which)
    return None if criteria is None else weighted_sums(weights[..., criteria], local[..., criteria, :])


@lru_cache
def _of_merit(is_cost: tuple[bool, ...], which: bool) -> slice | list[int] | None:
    """Return where the criteria of one merit stand; where they stand together, so that no copy is made."""
    group = [c for c, cost in enumerate(is_cost) if cost is which]
    if not group:
        return None
    together = group == list(range(group[0], group[-1] + 1))
    return slice(group[0], group[-1] + 1) if together else group
