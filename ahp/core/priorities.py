"""Priority vectors: how much each item weighs, from a pairwise comparison matrix.

Each method is a function from checked matrices `(..., n, n)` to priorities `(..., n)` that sum to
one; :data:`PRIORITY_METHODS` names them and :func:`priorities` is the checked door to all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

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
        Williams 1985) or `normalised-column-mean`.

    Returns
    -------
    ndarray, shape (..., n)
        Positive, summing to 1 over the last axis.

    Raises
    ------
    JudgmentError
        If a matrix is not a pairwise comparison matrix.
    StudyError
        If the method is unknown; the message lists those that are.

    Examples
    --------
    >>> priorities([[1, 3, 5], [1/3, 1, 2], [1/5, 1/2, 1]]).round(4)
    array([0.6483, 0.2297, 0.122 ])
    """
    return PRIORITY_METHODS[method](as_pairwise(A))


def eigenvector(A: Array) -> Array:
    """Return the principal right eigenvectors of checked matrices (Saaty 1977, equation 1.5)."""
    return perron(A)[0]


def geometric_mean(A: Array) -> Array:
    """Return the row geometric means: logarithmic least squares (Crawford & Williams 1985)."""
    logs = np.log(A).mean(axis=-1)
    # Shifting by the largest keeps exp() from overflowing; the shift cancels in the normalisation.
    return _normalised(np.exp(logs - logs.max(axis=-1, keepdims=True)))


def normalised_column_mean(A: Array) -> Array:
    """Return the means of the normalised columns, the textbook approximation of the eigenvector."""
    columns = A / A.sum(axis=-2, keepdims=True)
    mean: Array = columns.mean(axis=-1)
    return mean


def _normalised(v: Array) -> Array:
    shares: Array = v / v.sum(axis=-1, keepdims=True)
    return shares


PRIORITY_METHODS: Registry[Method] = Registry(
    "priority method",
    {
        "eigenvector": eigenvector,
        "geometric-mean": geometric_mean,
        "normalised-column-mean": normalised_column_mean,
    },
)
"""Priority methods by name: functions from checked matrices (..., n, n) to priorities (..., n)."""
