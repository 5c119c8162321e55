"""The priority methods that are formulas: row geometric means, means of columns, and the cosine.

The judgments above the diagonal say everything; their logarithms are most of the cost of a geometric mean.
With the matrices along the last axis every sum is a few passes over many of them, in one order for one matrix
and for many.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ahp.core.gate import Array, as_floats, rounding_of
from ahp.core.matrices import as_pairwise, blocks, check_square, judgments_above, reciprocal_of
from ahp.deprecation import FormerTuple
from ahp.notebook import NotebookFace

_FEW = 32  # items: beyond, passes over half a matrix each cost more than short sums over a whole one
_SMALLEST = -300.0  # logarithm of a share: below, what is divided by it might overflow


def normalised_column_mean(A: Array) -> Array:
    """Return the means of the normalised columns, the textbook approximation of the eigenvector."""
    columns = A / A.sum(axis=-2, keepdims=True)
    mean: Array = columns.mean(axis=-1)
    return mean


def cosine_maximisation(A: Array) -> Array:
    """Return the vectors whose cosines with the columns have the largest sum (Kou & Lin 2014)."""
    return shares(unit_columns(A).sum(axis=-1))


def unit_columns(A: Array) -> Array:
    """Return the matrices with each column scaled to a Euclidean length of one."""
    largest = A.max(axis=-2, keepdims=True)
    columns = A / largest  # squares of what is at most one do not overflow
    return np.asarray(columns / np.sqrt((columns**2).sum(axis=-2, keepdims=True)))


def shares(v: Array) -> Array:
    """Return vectors divided by their sums."""
    parts: Array = v / v.sum(axis=-1, keepdims=True)
    return parts


def residuals(A: Array, w: Array) -> Array:
    """Return a_ij · w_j / w_i, how many times each judgment is what the priorities say; same eigenvalues."""
    return np.asarray(A * (w[..., None, :] / w[..., :, None]))


@dataclass(frozen=True)
class Geometric(FormerTuple, NotebookFace):
    """What the row geometric means say (Crawford & Williams 1985).

    Attributes
    ----------
    priorities : ndarray, shape (..., n)
        Geometric means of the rows, summing to 1.
    lambda_mean : ndarray, shape (...)
        Means of (Aw)_i / w_i, at least n; λ_max itself only where a matrix is consistent or n ≤ 3.
    """

    priorities: Array
    lambda_mean: Array


def geometric(A: npt.ArrayLike) -> Geometric:
    """Return row geometric means, and the estimate of λ_max that goes with them.

    A fraction of the cost of :func:`~ahp.core.principal`, for very many matrices.

    Parameters
    ----------
    A : array_like, shape (..., n, n)
        Pairwise comparison matrices.

    Returns
    -------
    Geometric

    Raises
    ------
    JudgmentError
        If a matrix is not a pairwise comparison matrix.

    Examples
    --------
    >>> found = geometric([[1, 3, 5], [1/3, 1, 2], [1/5, 1/2, 1]])
    >>> found.priorities.round(4)
    array([0.6483, 0.2297, 0.122 ])
    >>> print(found.lambda_mean.round(6))
    3.003695
    """
    matrix = as_floats(A)
    check_square(matrix.shape)
    if matrix is not A and (rounding := rounding_of(A)):
        matrix = reciprocal_of(matrix, rounding)
    n = matrix.shape[-1]
    flat = matrix.reshape(-1, n * n)
    vectors, values = np.empty((len(flat), n)), np.empty(len(flat))
    for block in blocks(len(flat), n):
        above, right = judgments_above(_two(flat[block]), n)
        if not right:
            as_pairwise(matrix)  # it says what is wrong
        upper = np.ascontiguousarray(above.T)
        logs = np.log(upper)
        means = _means(logs, n)
        w = np.exp(means)
        count = len(vectors[block])
        values[block] = _lambda_mean(upper, logs, means, w)[:count]
        w /= np.add.reduce(w)
        vectors[block] = w.T[:count]
    return Geometric(vectors.reshape(matrix.shape[:-1]), values.reshape(matrix.shape[:-2]))


def geometric_mean(A: Array) -> Array:
    """Return the row geometric means: logarithmic least squares (Crawford & Williams 1985)."""
    n = A.shape[-1]
    if n > _FEW:
        logs = np.log(A).mean(axis=-1)
        w = np.exp(logs - logs.max(axis=-1, keepdims=True))
        return np.asarray(w / w.sum(axis=-1, keepdims=True))
    flat = A.reshape(-1, n * n)
    rows, columns = np.triu_indices(n, 1)
    vectors = np.empty((len(flat), n))
    for block in blocks(len(flat), n):
        above = _two(flat[block]).take(n * rows + columns, axis=1)
        w = np.exp(_means(np.log(np.ascontiguousarray(above.T)), n))
        w /= np.add.reduce(w)
        vectors[block] = w.T[: len(vectors[block])]
    return vectors.reshape(A.shape[:-1])


def _two(flat: Array) -> Array:
    """Return matrices, a single one twice: of a single column NumPy adds up the terms in another order."""
    return flat.repeat(2, axis=0) if len(flat) == 1 else flat


def _means(logs: Array, n: int) -> Array:
    """Return the mean logarithm of each row, less the largest: it cancels, and exp() does not overflow."""
    means = np.zeros((n, logs.shape[1]))
    for i, row in _row_by_row(logs, n):
        means[i] += np.add.reduce(row)
        means[i + 1 :] -= row
    means /= n
    means -= np.maximum.reduce(means)
    return means


def _lambda_mean(upper: Array, logs: Array, means: Array, w: Array) -> Array:
    """Return the means of (Aw)_i / w_i: each judgment and its reciprocal count with what they err by."""
    n = len(means)
    if means.min(initial=0.0) > _SMALLEST:
        total = np.full(means.shape[1], float(n))
        inverse = 1.0 / w
        with np.errstate(over="ignore"):
            for i, row in _row_by_row(upper, n):
                total += np.add.reduce(row * w[i + 1 :]) * inverse[i]
                total += np.add.reduce(inverse[i + 1 :] / row) * w[i]
        if np.isfinite(total).all():
            return np.asarray(total / n)
    total = np.full(means.shape[1], float(n))
    with np.errstate(over="ignore"):
        for i, row in _row_by_row(logs, n):
            error = np.exp(row + means[i + 1 :] - means[i])
            total += np.add.reduce(error + 1.0 / error)
    return np.asarray(total / n)


def _row_by_row(upper: Array, n: int) -> list[tuple[int, Array]]:
    starts = np.cumsum([0, *range(n - 1, 0, -1)]).tolist()
    return [(i, upper[starts[i] : starts[i + 1]]) for i in range(n - 1)]
