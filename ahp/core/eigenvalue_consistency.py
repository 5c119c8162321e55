"""How far judgments contradict each other: λ_max, consistency index and ratio (Saaty 1977)."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ahp.core.matrices import Array, as_pairwise
from ahp.core.perron import perron
from ahp.core.random_index import DEFAULT_TABLE
from ahp.core.random_index import random_index as _random_index


def lambda_max(A: npt.ArrayLike) -> Array:
    """Return the principal eigenvalue of each matrix; at least n, and n exactly when consistent.

    Parameters
    ----------
    A : array_like, shape (..., n, n)
        Pairwise comparison matrices.

    Returns
    -------
    ndarray, shape (...)

    Raises
    ------
    JudgmentError
        If a matrix is not a pairwise comparison matrix.

    Notes
    -----
    λ_max ≥ n holds for every reciprocal matrix (Saaty 1977, theorem 2); what rounding leaves below
    n is therefore returned as n.

    Examples
    --------
    >>> print(lambda_max([[1, 3, 5], [1/3, 1, 2], [1/5, 1/2, 1]]).round(6))
    3.003695
    """
    return _lambda_max(as_pairwise(A))


def consistency_index(A: npt.ArrayLike) -> Array:
    """Return CI = (λ_max - n) / (n - 1) of each matrix; 0 for n ≤ 2 (Saaty 1977, section 2).

    Examples
    --------
    >>> print(consistency_index([[1, 3, 5], [1/3, 1, 2], [1/5, 1/2, 1]]).round(6))
    0.001847
    """
    return _consistency_index(as_pairwise(A))


def consistency_ratio(A: npt.ArrayLike, *, random_index: str = DEFAULT_TABLE) -> Array:
    """Return CR = CI / RI(n) of each matrix; 0 for n ≤ 2, by definition.

    Parameters
    ----------
    A : array_like, shape (..., n, n)
        Pairwise comparison matrices.
    random_index : str
        A key of :data:`~ahp.core.random_index.RANDOM_INDICES`.

    Returns
    -------
    ndarray, shape (...)
        Usually called acceptable up to 0.10.

    Raises
    ------
    JudgmentError
        If a matrix is not a pairwise comparison matrix.
    StudyError
        If the table is unknown or ends before n.

    Examples
    --------
    >>> print(consistency_ratio([[1, 3, 5], [1/3, 1, 2], [1/5, 1/2, 1]]).round(6))
    0.003521
    """
    matrix = as_pairwise(A)
    scale = _random_index(matrix.shape[-1], random_index)
    index = _consistency_index(matrix)
    return index / scale if scale else index


def _lambda_max(A: Array) -> Array:
    return np.maximum(perron(A)[1], A.shape[-1])


def _consistency_index(A: Array) -> Array:
    n = A.shape[-1]
    if n <= 2:
        return np.zeros(A.shape[:-2])
    index: Array = (_lambda_max(A) - n) / (n - 1)
    return index
