"""Pairwise comparison matrices with missing judgments (NaN): the gate, the graph, three methods.

The known judgments are the edges of a graph on the items. Priorities are unique exactly where that
graph is connected, for every method here (Bozóki, Fülöp & Rónyai 2010, theorem 2).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ahp.core.closed_forms import shares
from ahp.core.completion import optimal_completion_of
from ahp.core.least_squares import solve_laplacian
from ahp.core.matrices import (
    Array,
    as_floats,
    as_pairwise,
    check_square,
    reciprocal_of,
    rounding_of,
)
from ahp.core.perron import perron_from
from ahp.core.reciprocity import RECIPROCITY_TOLERANCE
from ahp.errors import JudgmentError
from ahp.registry import Registry

Mask: TypeAlias = npt.NDArray[np.bool_]
Method: TypeAlias = Callable[[Array], Array]


def as_incomplete(A: npt.ArrayLike, *, tolerance: float = RECIPROCITY_TOLERANCE) -> Array:
    """Return `A` as a float array after checking every judgment that is there.

    Parameters
    ----------
    A : array_like, shape (..., n, n)
        Pairwise comparison matrices in which NaN stands for a missing judgment.
    tolerance : float
        Largest accepted defect of reciprocity, `|ln(a_ij · a_ji)|`.

    Returns
    -------
    ndarray of float64, shape (..., n, n)

    Raises
    ------
    JudgmentError
        If `A` is not square, a judgment is missing on one side of the diagonal alone, or one that is
        there is not finite, not positive, or contradicts its mirror image.

    Examples
    --------
    >>> as_incomplete([[1, 4, float("nan")], [0.25, 1, 2], [float("nan"), 0.5, 1]])[0]
    array([ 1.,  4., nan])
    """
    matrix = as_floats(A)
    check_square(matrix.shape)
    missing = np.isnan(matrix)
    if not np.logical_or.reduce(missing, axis=None):
        return as_pairwise(A, tolerance=tolerance)
    diagonal = np.arange(matrix.shape[-1])
    one_sided = missing != missing.swapaxes(-1, -2)
    if np.logical_or.reduce(one_sided, axis=None) or missing[..., diagonal, diagonal].any():
        _refuse_missing(matrix, missing & (one_sided | np.eye(len(diagonal), dtype=bool)))
    rounding = rounding_of(A)
    known = reciprocal_of(np.where(missing, 1.0, matrix), rounding, tolerance)
    return np.where(missing, np.nan, known) if rounding else matrix


def _refuse_missing(matrix: Array, wrong: Mask) -> None:
    at = tuple(int(i) for i in np.argwhere(wrong)[0])
    mirror = (*at[:-2], at[-1], at[-2])
    if at == mirror:
        problem = f"a{list(at)} is missing (NaN); an item compared with itself is 1"
    else:
        there = f"a{list(mirror)} = {float(matrix[mirror])}"
        problem = f"{there} and a{list(at)} is missing (NaN); give both or neither"
    raise JudgmentError(problem, row=at[-2], column=at[-1])


def connected_groups(A: npt.ArrayLike) -> list[list[int]]:
    """Return the groups of items that chains of known judgments connect, for one matrix.

    Returns
    -------
    list of list of int
        Positions, each group in order, the groups by their first item. One group means that the
        priorities are unique.

    Raises
    ------
    JudgmentError
        If `A` is not one pairwise comparison matrix, complete or not.

    Examples
    --------
    >>> nan = float("nan")
    >>> connected_groups([[1, 3, nan, nan], [1/3, 1, nan, nan], [nan, nan, 1, 2], [nan, nan, 1/2, 1]])
    [[0, 1], [2, 3]]
    """
    matrix = as_incomplete(A)
    if matrix.ndim != 2:
        raise JudgmentError(f"the groups of one matrix are wanted; found {matrix.ndim} dimensions")
    return _groups(reached_by(~np.isnan(matrix)))


def incomplete_priorities(A: npt.ArrayLike, *, method: str = "logarithmic-least-squares") -> Array:
    """Return the priority vector of each matrix, whatever judgments are missing (NaN).

    Parameters
    ----------
    A : array_like, shape (..., n, n)
        Pairwise comparison matrices; NaN in both places of a pair that was not compared.
    method : str
        A key of :data:`INCOMPLETE_METHODS`: `logarithmic-least-squares` over the known judgments, by
        the Laplacian of their graph (Bozóki, Fülöp & Rónyai 2010); `harker` (Harker 1987a);
        or `eigenvalue-optimal`, the eigenvector of the completion with the least λ_max (Bozóki, Fülöp
        & Rónyai 2010).

    Returns
    -------
    ndarray, shape (..., n)
        Positive, summing to 1. With every judgment known they are the geometric mean, or the
        eigenvector; with n - 1 judgments that connect all items, the products along their paths.

    Raises
    ------
    JudgmentError
        If a judgment is wrong, or the judgments fall into unconnected groups; the message names them.
    StudyError
        If the method is unknown.

    Examples
    --------
    >>> nan = float("nan")
    >>> incomplete_priorities([[1, 2, nan], [1/2, 1, 2], [nan, 1/2, 1]]).round(4)
    array([0.5714, 0.2857, 0.1429])
    """
    solve = INCOMPLETE_METHODS[method]
    return solve(as_connected(A))


def as_connected(A: npt.ArrayLike) -> Array:
    """Return `A` checked as :func:`as_incomplete` does, its judgments connecting all items.

    Raises
    ------
    JudgmentError
        If a judgment is wrong, or the judgments fall into unconnected groups; the message names them.

    Examples
    --------
    >>> nan = float("nan")
    >>> as_connected([[1, 3, nan], [1/3, 1, nan], [nan, nan, 1]])
    Traceback (most recent call last):
    ahp.errors.JudgmentError: no judgment connects the groups [0, 1] and [2]; compare an item of each
    with one of another
    """
    matrix = as_incomplete(A)
    known = ~np.isnan(matrix)
    if known.all():
        return matrix
    reached = reached_by(known)
    if not reached.all():
        at = tuple(int(i) for i in np.argwhere(~reached)[0])[:-2]
        groups = _groups(reached[at])
        named = " and ".join(str(group) for group in groups[:12]) + (" and more" if len(groups) > 12 else "")
        where = f"matrix {list(at)}: " if at else ""
        raise JudgmentError(
            f"{where}no judgment connects the groups {named}; compare an item of each with one of another"
        )
    return matrix


def logarithmic_least_squares(A: Array, confidence: Array | None = None) -> Array:
    """Return exp of the y that minimise Σ c_ij (ln a_ij - y_i + y_j)² over the known judgments.

    One linear system with the Laplacian of the graph of judgments; the confidences c are 1 unless
    given.
    """
    n = A.shape[-1]
    if n == 1:
        return np.ones(A.shape[:-1])
    known = ~np.isnan(A)
    weights = known.astype(np.float64) if confidence is None else np.where(known, confidence, 0.0)
    logs = np.log(np.where(known, A, 1.0))
    y = solve_laplacian(weights, (weights * logs).sum(axis=-1))
    return shares(np.exp(y - y.max(axis=-1, keepdims=True)))


def harker_matrix(A: Array) -> Array:
    """Return known judgments, 0 for missing ones, and on the diagonal 1 + how many the row misses."""
    n = A.shape[-1]
    missing = np.isnan(A)
    filled = np.where(missing, 0.0, A)
    filled[..., np.arange(n), np.arange(n)] = 1.0 + missing.sum(axis=-1)
    return filled


def harker(A: Array) -> Array:
    """Return the principal eigenvectors of the matrices that Harker (1987a) puts in place of A."""
    return perron_from(harker_matrix(A), logarithmic_least_squares(A))[0]


def eigenvalue_optimal(A: Array) -> Array:
    """Return the eigenvectors of the completions with the least λ_max."""
    return optimal_completion_of(A, logarithmic_least_squares(A)).priorities


def reached_by(known: Mask) -> Mask:
    """Return which items chains of known judgments connect, `(..., n, n)`: powers of the adjacency."""
    n = known.shape[-1]
    reached = known
    steps = 1
    while steps < n - 1 and not reached.all():
        wider = (reached.astype(np.float32) @ reached.astype(np.float32)) > 0
        if np.array_equal(wider, reached):
            break
        reached, steps = wider, 2 * steps
    return reached


def _groups(reached: Mask) -> list[list[int]]:
    first = reached.argmax(axis=-1)
    return [np.flatnonzero(first == leader).tolist() for leader in dict.fromkeys(first.tolist())]


INCOMPLETE_METHODS: Registry[Method] = Registry(
    "priority method for incomplete matrices",
    {
        "logarithmic-least-squares": logarithmic_least_squares,
        "harker": harker,
        "eigenvalue-optimal": eigenvalue_optimal,
    },
)
"""Methods by name: functions from checked, connected matrices (..., n, n) to priorities (..., n)."""
