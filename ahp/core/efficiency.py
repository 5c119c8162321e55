"""Pareto efficiency: whether other priorities come nearer to some judgment, and farther from none.

Nearness is |a_ij - w_i/w_j| for each pair of its own (Blanquero, Carrizosa & Conde 2006).
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ahp.core.closed_forms import shares
from ahp.core.gate import Array, check_size, priorities_of, rounding_of
from ahp.core.matrices import as_pairwise, reached_by
from ahp.deprecation import renamed
from ahp.errors import ConvergenceError

Mask: TypeAlias = npt.NDArray[np.bool_]

LARGEST = 60
"""Most items for which a dominating vector is sought: a linear programme with n(n-1) constraints."""

_MET = 1e-9  # residuals |ln e_ij| up to this are none; up to what rounding makes, in float32


@renamed(w="priorities")
def is_efficient(A: npt.ArrayLike, priorities: npt.ArrayLike) -> Mask:
    """Return whether no other priorities fit every judgment as well and one of them better.

    True where the graph with an arc from i to j for every w_i/w_j ≥ a_ij is strongly connected
    (Blanquero, Carrizosa & Conde 2006, corollary 10). The geometric mean always is; the eigenvector
    need not be from four items on.

    Parameters
    ----------
    A : array_like, shape (..., n, n)
        Pairwise comparison matrices.
    priorities : array_like, shape (..., n)
        Priorities.

    Returns
    -------
    ndarray of bool, shape (...)

    Raises
    ------
    JudgmentError
        If a matrix is wrong, or the priorities do not fit it or are not positive.

    Examples
    --------
    >>> A = [[1, 1, 4, 9], [1, 1, 7, 5], [1/4, 1/7, 1, 4], [1/9, 1/5, 1/4, 1]]
    >>> print(is_efficient(A, [0.404518, 0.436173, 0.110295, 0.049014]))
    False
    """
    surplus = _surplus(A, priorities)
    return np.asarray(reached_by(surplus >= -_met(A, priorities)).all(axis=(-2, -1)))


@renamed(w="priorities")
def is_weakly_efficient(A: npt.ArrayLike, priorities: npt.ArrayLike) -> Mask:
    """Return whether no other priorities fit every judgment better.

    None do where a judgment is met exactly, or where the arcs of :func:`~ahp.core.is_efficient` contain a
    circle. The eigenvector always is weakly efficient (Bozóki & Fülöp 2018).

    Examples
    --------
    >>> A = [[1, 1, 4, 9], [1, 1, 7, 5], [1/4, 1/7, 1, 4], [1/9, 1/5, 1/4, 1]]
    >>> print(is_weakly_efficient(A, [0.404518, 0.436173, 0.110295, 0.049014]))
    True
    """
    surplus = _surplus(A, priorities)
    n = surplus.shape[-1]
    met = (np.abs(surplus) <= _met(A, priorities)).sum(axis=(-2, -1)) > n
    # Without a judgment met, one arc joins every two items; its scores are 0 … n - 1 without a circle.
    scores = np.sort((surplus > 0).sum(axis=-1), axis=-1)
    ordered = (scores == np.arange(n)).all(axis=-1) & (n > 1)
    return np.asarray(met | ~ordered)


@renamed(w="priorities")
def dominating(A: npt.ArrayLike, priorities: npt.ArrayLike) -> Array:
    """Return efficient priorities that fit every judgment at least as well as `priorities` do.

    Where these are efficient they are returned. Otherwise the vector that improves the logarithms of the fits
    most in sum: the linear programme of Bozóki & Fülöp (2018), whose solution is efficient.

    Parameters
    ----------
    A : array_like, shape (..., n, n)
        Pairwise comparison matrices of at most 60 items.
    priorities : array_like, shape (..., n)
        Priorities.

    Returns
    -------
    ndarray, shape (..., n)
        Priorities summing to 1.

    Raises
    ------
    JudgmentError
        If a matrix is wrong or has more than 60 items, or the priorities do not fit it.

    Examples
    --------
    >>> A = [[1, 1, 4, 9], [1, 1, 7, 5], [1/4, 1/7, 1, 4], [1/9, 1/5, 1/4, 1]]
    >>> dominating(A, [0.404518, 0.436173, 0.110295, 0.049014]).round(4)
    array([0.4228, 0.4228, 0.1069, 0.0475])
    """
    matrix = as_pairwise(A)
    weights = priorities_of(matrix, priorities)
    n = matrix.shape[-1]
    check_size(n, LARGEST, "a dominating vector is sought for")
    efficient = is_efficient(A, priorities)
    met = _met(A, priorities)
    found = shares(weights).reshape(-1, n) if weights.size else np.empty((0, n))
    flat = np.log(matrix).reshape(len(found), n, n)
    # One linear programme each: no way is known to solve many of them in one array operation.
    for k in np.flatnonzero(~efficient):
        found[k] = shares(np.exp(_improved(flat[k], np.log(found[k]), met)))
    return found.reshape(weights.shape)


def _surplus(A: npt.ArrayLike, w: npt.ArrayLike) -> Array:
    """Return ln(w_i/w_j) - ln a_ij."""
    matrix = as_pairwise(A)
    y = np.log(priorities_of(matrix, w))
    return np.asarray(y[..., :, None] - y[..., None, :] - np.log(matrix))


def _met(A: npt.ArrayLike, w: npt.ArrayLike) -> float:
    return max(_MET, rounding_of(A, w))


def _improved(b: Array, z: Array, met: float) -> Array:
    """Return the y that bring y_i - y_j nearer to b_ij than z_i - z_j, by most in sum."""
    from scipy.optimize import linprog

    n = len(z)
    surplus = z[:, None] - z[None, :] - b
    i, j = np.nonzero(surplus > met)
    kept = np.argwhere(np.triu(np.abs(surplus) <= met, 1))
    m = len(i)
    pairs = np.zeros((m, n))
    pairs[np.arange(m), i], pairs[np.arange(m), j] = 1.0, -1.0
    equal = np.zeros((len(kept) + 1, n + m))
    rows = np.arange(len(kept))
    equal[rows, kept[:, 0]], equal[rows, kept[:, 1]] = 1.0, -1.0
    equal[-1, 0] = 1.0  # y_0 = 0
    found = linprog(
        np.concatenate([np.zeros(n), -np.ones(m)]),
        A_ub=np.block([[-pairs, np.zeros((m, m))], [pairs, np.eye(m)]]),
        b_ub=np.concatenate([-b[i, j], z[i] - z[j]]),
        A_eq=equal,
        b_eq=np.append(z[kept[:, 0]] - z[kept[:, 1]], 0.0),
        bounds=[(None, None)] * n + [(0.0, None)] * m,
        method="highs",
    )
    if found.status != 0:
        raise ConvergenceError(f"the linear programme of efficiency failed: {found.message}", np.exp(z))
    y: Array = np.asarray(found.x)[:n]
    return np.asarray(y - y.max())
