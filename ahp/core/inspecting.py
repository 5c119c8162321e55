"""Which judgments make a matrix inconsistent, what would be consistent in their place, and what it gains."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ahp.core.arguments import real_number, whole_number
from ahp.core.closed_forms import residuals
from ahp.core.completion import optimal_completion_of
from ahp.core.incomplete import logarithmic_least_squares
from ahp.core.matrices import Array, as_pairwise, blocks
from ahp.core.perron import perron
from ahp.core.random_index import DEFAULT_TABLE
from ahp.core.random_index import random_index as _random_index
from ahp.errors import ConvergenceError, JudgmentError

LARGEST = 50
"""Most items of an inspection: one optimal completion for each of the n(n-1)/2 judgments."""

LARGEST_RATIO = 1e6
"""Largest consistency ratio that can be asked for: anything is acceptable long before."""

LARGEST_REPAIR = 20
"""Most items of a repair: a convex programme with n(n-1)/2 unknowns."""

_TOO_WIDE = (
    "the judgments differ too widely for the arithmetic: a priority is no number above 0; "
    "judge within a narrower scale"
)


class Inspection(NamedTuple):
    """The judgments of each matrix, the most inconsistent first; m = n(n-1)/2.

    Attributes
    ----------
    pairs : ndarray of int, shape (..., m, 2)
        Positions (i, j), so turned that the judgment is 1 or more.
    judged : ndarray, shape (..., m)
        The judgments a_ij.
    error : ndarray, shape (..., m)
        a_ij w_j / w_i with the eigenvector w: 1 where the priorities say what was judged (Saaty 2003).
    gradient : ndarray, shape (..., m)
        The change of λ_max per unit of ln a_ij (Harker 1987b).
    consistent : ndarray, shape (..., m)
        What the other judgments say: the value with which λ_max is least, all others kept.
    ratio : ndarray, shape (..., m)
        The consistency ratio with that value in place of the judgment.
    """

    pairs: npt.NDArray[np.intp]
    judged: Array
    error: Array
    gradient: Array
    consistent: Array
    ratio: Array


class Repair(NamedTuple):
    """The smallest change of the judgments that makes them acceptable.

    Attributes
    ----------
    matrix : ndarray, shape (n, n)
        The changed judgments. A suggestion: nobody judged so.
    change : ndarray, shape (n, n)
        ln(changed / judged).
    ratio : float
        Its consistency ratio, at most the one asked for.
    """

    matrix: Array
    change: Array
    ratio: float


def inspection(
    A: npt.ArrayLike, *, random_index: str = DEFAULT_TABLE, count: int | None = None
) -> Inspection:
    """Return every judgment with its error, the value that would be consistent, and the ratio that gives.

    Parameters
    ----------
    A : array_like, shape (..., n, n)
        Pairwise comparison matrices of at most 50 items.
    random_index : str
        A key of :data:`~ahp.core.random_index.RANDOM_INDICES`.
    count : int, optional
        At most so many judgments of each matrix; all of them by default.

    Returns
    -------
    Inspection
        Ordered by the size of the error, max(e, 1/e).

    Raises
    ------
    JudgmentError
        If a matrix is not a pairwise comparison matrix, or has more than 50 items.
    StudyError
        If the table is unknown or ends before n.

    Examples
    --------
    >>> A = [[1, 2, 8, 9], [1/2, 1, 4, 1/4], [1/8, 1/4, 1, 1], [1/9, 4, 1, 1]]
    >>> found = inspection(A)
    >>> print(found.pairs[0], found.judged[0], found.consistent[0].round(3), found.ratio[0].round(3))
    [3 1] 4.0 0.236 0.0
    """
    matrix = as_pairwise(A)
    n = matrix.shape[-1]
    if n > LARGEST:
        raise JudgmentError(
            f"an inspection takes at most {LARGEST} items; found {n}; use worst_triads, which takes more"
        )
    scale = _random_index(n, random_index)
    batch = matrix.shape[:-2]
    flat = matrix.reshape(int(np.prod(batch)), n, n)
    rows, columns = np.triu_indices(n, 1)
    w, values = perron(flat)
    v = perron(np.ascontiguousarray(flat.swapaxes(-1, -2)))[0]
    if not ((v * w).sum(axis=-1) >= np.finfo(np.float64).tiny).all():
        raise ConvergenceError(_TOO_WIDE, w.reshape(*batch, n))
    error = np.log(residuals(flat, w))[:, rows, columns]
    slope = gradient_of(flat, w, v)[:, rows, columns]
    order = worst_first(error)
    if count is not None:
        order = order[:, : whole_number(count, "the number of judgments", least=0)]
    consistent, best = _left_out(flat, rows[order], columns[order], values)
    turned = flat[:, rows, columns] < 1.0
    judged = np.where(turned, flat[:, columns, rows], flat[:, rows, columns])
    sign = np.where(turned, -1.0, 1.0)
    pairs = np.where(turned[..., None], np.stack([columns, rows], -1), np.stack([rows, columns], -1))
    ratio = np.maximum(best - n, 0.0) / (n - 1) / scale if scale else np.zeros_like(best)
    shape = (*batch, order.shape[1])

    def arranged(found: Array) -> Array:
        return np.take_along_axis(found, order, axis=-1).reshape(shape)

    return Inspection(
        np.take_along_axis(pairs, order[..., None], axis=-2).reshape(*shape, 2),
        arranged(judged),
        arranged(np.exp(error * sign)),
        arranged(slope * sign),
        np.exp(consistent.reshape(shape) * arranged(sign)),
        ratio.reshape(shape),
    )


def nearest_acceptable(A: npt.ArrayLike, *, ratio: float = 0.10, random_index: str = DEFAULT_TABLE) -> Repair:
    """Return the matrix nearest to `A` in the logarithms whose consistency ratio is at most `ratio`.

    λ_max is a convex function of the logarithms of the judgments (Kingman 1961), so that the least sum of
    squared changes is one convex programme with one solution.

    Parameters
    ----------
    A : array_like, shape (n, n)
        One pairwise comparison matrix of at most 20 items.
    ratio : float
        The largest acceptable consistency ratio, greater than 0.
    random_index : str
        A key of :data:`~ahp.core.random_index.RANDOM_INDICES`.

    Returns
    -------
    Repair

    Raises
    ------
    JudgmentError
        If `A` is not one pairwise comparison matrix, or has more than 20 items.
    StudyError
        If the ratio is not positive, or the table is unknown.
    ConvergenceError
        If the programme is not solved.

    Examples
    --------
    >>> A = [[1, 2, 8, 9], [1/2, 1, 4, 1/4], [1/8, 1/4, 1, 1], [1/9, 4, 1, 1]]
    >>> found = nearest_acceptable(A)
    >>> print(round(found.ratio, 6), found.matrix[1, 3].round(3))
    0.1 0.505
    """
    matrix = as_pairwise(A)
    if matrix.ndim != 2:
        raise JudgmentError(f"the repair of one matrix is wanted; found {matrix.ndim} dimensions")
    n = len(matrix)
    if n > LARGEST_REPAIR:
        raise JudgmentError(f"a repair takes at most {LARGEST_REPAIR} items; found {n}")
    ratio = real_number(ratio, "an acceptable consistency ratio", above=0.0, most=LARGEST_RATIO)
    limit = n + ratio * (n - 1) * _random_index(n, random_index)
    change = np.zeros((n, n))
    if n > 2 and float(perron(matrix)[1]) > limit:
        change = least_change(matrix, limit, np.ones((n, n), dtype=bool), None)
    changed = matrix * np.exp(change)
    scale = _random_index(n, random_index)
    value = max(float(perron(changed)[1]), n)
    return Repair(changed, change, (value - n) / (n - 1) / scale if scale else 0.0)


def worst_first(error: Array) -> npt.NDArray[np.intp]:
    """Return the order of judgments by the size of ln error: of three items all three are alike."""
    return np.argsort(-np.abs(error).round(10), axis=-1, kind="stable")


def gradient_of(A: Array, w: Array, v: Array) -> Array:
    """Return dλ / d ln a_ij = a_ij v_i w_j - a_ji v_j w_i, with vᵀw = 1."""
    v = v / (v * w).sum(axis=-1, keepdims=True)
    half = A * w[..., None, :] * v[..., :, None]  # in this order nothing is larger than λ
    return np.asarray(half - half.swapaxes(-1, -2))


def _left_out(
    A: Array, rows: npt.NDArray[np.intp], columns: npt.NDArray[np.intp], values: Array
) -> tuple[Array, Array]:
    """Return ln of what the others say in place of the judgments (b, m), and λ_max with that."""
    (b, m), n = rows.shape, A.shape[-1]
    if n < 3:  # nothing else says anything
        return np.log(A[np.arange(b)[:, None], rows, columns]), np.broadcast_to(values[:, None], (b, m))
    consistent, best = np.empty(b * m), np.empty(b * m)
    for block in blocks(b * m, n):
        at = np.arange(block.start, block.stop)
        without = A[at // m]
        k, i, j = np.arange(len(at)), rows.ravel()[at], columns.ravel()[at]
        without[k, i, j] = without[k, j, i] = np.nan
        found = optimal_completion_of(without, logarithmic_least_squares(without))
        consistent[at] = np.log(found.matrix[k, i, j])
        best[at] = found.lambda_max
    return consistent.reshape(b, m), best.reshape(b, m)


def least_change(A: Array, limit: float, known: npt.NDArray[np.bool_], bound: float | None) -> Array:
    """Return the antisymmetric changes of ln A with λ_max at most `limit`, least in those that are known.

    The others are free, but for the bound that keeps them between its reciprocal and itself.
    """
    from scipy.optimize import minimize

    n = len(A)
    rows, columns = np.triu_indices(n, 1)
    counted = known[rows, columns].astype(np.float64)

    def changed(t: Array) -> Array:
        change = np.zeros((n, n))
        change[rows, columns], change[columns, rows] = t, -t
        return change

    def room(t: Array) -> float:
        return limit - float(perron(A * np.exp(changed(t)))[1])

    def slope(t: Array) -> Array:
        B = A * np.exp(changed(t))
        return -gradient_of(B, perron(B)[0], perron(np.ascontiguousarray(B.T))[0])[rows, columns]

    ends = None
    if bound is not None:
        logs = np.log(A[rows, columns])
        wide = np.where(counted > 0, np.inf, np.log(bound))
        ends = list(zip((-wide - logs).tolist(), (wide - logs).tolist(), strict=True))
    # Half-way to consistency, where both the change and λ_max are moderate.
    start = -np.log(residuals(A, perron(A)[0]))[rows, columns] * counted / 2.0
    found = minimize(  # type: ignore[call-overload]
        lambda t: float(counted @ t**2),
        start,
        jac=lambda t: 2.0 * counted * t,
        constraints={"type": "ineq", "fun": room, "jac": slope},
        bounds=ends,
        method="SLSQP",
        options={"ftol": 1e-14, "maxiter": 500},
    )
    t = np.asarray(found.x)
    if not room(t) >= -1e-6 * limit:  # nor where it is NaN
        raise ConvergenceError(f"the smallest repair was not found: {found.message}", changed(t))
    longer = 1.0
    while not room(t * longer) >= 0:  # what rounding leaves above the limit
        longer += 1e-9 if longer == 1.0 else longer - 1.0
        if longer > 2.0:
            raise ConvergenceError("no repair is small enough: the ratio asked for is rounding", changed(t))
    return changed(t * longer)
