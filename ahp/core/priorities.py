"""Priority vectors: how much each item weighs, from a pairwise comparison matrix.

Each method is a function from checked matrices `(..., n, n)` to priorities `(..., n)` that sum to
one; :data:`PRIORITY_METHODS` names them and :func:`priorities` is the checked door to all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy.typing as npt

from ahp.core.closed_forms import cosine_maximisation, normalised_column_mean
from ahp.core.direct_least_squares import least_squares
from ahp.core.geometric_means import geometric_mean
from ahp.core.goal_programming import goal_programming
from ahp.core.least_squares import chi_squares, weighted_least_squares
from ahp.core.matrices import Array, as_pairwise
from ahp.core.perron import perron
from ahp.registry import Registry

Method: TypeAlias = Callable[[Array], Array]

DEFAULT_METHOD = "eigenvector"
"""The method used unless another is asked for."""


def priorities(A: npt.ArrayLike, *, method: str = DEFAULT_METHOD) -> Array:
    """Return the priority vector of each pairwise comparison matrix.

    Parameters
    ----------
    A : array_like, shape (..., n, n)
        Pairwise comparison matrices.
    method : str
        A key of :data:`PRIORITY_METHODS`: `eigenvector` (Saaty 1977), `geometric-mean` (Crawford &
        Williams 1985), `normalised-column-mean`, `weighted-least-squares` (Chu, Kalaba & Spingarn
        1979), `chi-squares` (Jensen 1984), `least-squares` (Jensen 1984, Bozóki 2003),
        `cosine-maximisation` (Kou & Lin 2014) or `goal-programming` (Bryson 1995, logarithmic).

    Returns
    -------
    ndarray, shape (..., n)
        Positive, summing to 1 over the last axis.

    Raises
    ------
    JudgmentError
        If a matrix is not a pairwise comparison matrix, or larger than the method takes:
        `least-squares` at most 30 items, `goal-programming` 50, all others any number.
    StudyError
        If the method is unknown; the message lists those that are.

    Notes
    -----
    All agree where judgments do not contradict each other. The minimum is unique for every method but
    two: of several least squares solutions the one nearest to the geometric mean is returned
    (:func:`~ahp.core.direct_least_squares.least_squares_solutions` has all), and of the minimisers of
    goal programming likewise.

    Examples
    --------
    >>> priorities([[1, 3, 5], [1/3, 1, 2], [1/5, 1/2, 1]]).round(4)
    array([0.6483, 0.2297, 0.122 ])
    """
    return PRIORITY_METHODS[method](as_pairwise(A))


def eigenvector(A: Array) -> Array:
    """Return the principal right eigenvectors of checked matrices (Saaty 1977, equation 1.5)."""
    return perron(A)[0]


PRIORITY_METHODS: Registry[Method] = Registry(
    "priority method",
    {
        "eigenvector": eigenvector,
        "geometric-mean": geometric_mean,
        "normalised-column-mean": normalised_column_mean,
        "weighted-least-squares": weighted_least_squares,
        "chi-squares": chi_squares,
        "least-squares": least_squares,
        "cosine-maximisation": cosine_maximisation,
        "goal-programming": goal_programming,
    },
)
"""Priority methods by name: functions from checked matrices (..., n, n) to priorities (..., n)."""
