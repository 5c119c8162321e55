"""The priority methods that are formulas beside the geometric mean: means of columns, and the cosine.

Each is a function from checked matrices `(..., n, n)` to priorities `(..., n)`; the solution is
unique for every matrix.
"""

from __future__ import annotations

import numpy as np

from ahp.core.matrices import Array


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
    """Return a_ij · w_j / w_i: how many times each judgment is what the priorities say."""
    return np.asarray(A * (w[..., None, :] / w[..., :, None]))
