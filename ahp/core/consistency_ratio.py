"""How far judgments contradict each other: λ_max, index and ratio (Saaty 1977)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ahp.core.eigenvector import perron
from ahp.core.gate import Array
from ahp.core.matrices import as_pairwise
from ahp.core.random_index import DEFAULT_TABLE
from ahp.core.random_index import random_index as _random_index
from ahp.deprecation import FormerTuple
from ahp.notebook import NotebookFace


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
    matrix = as_pairwise(A)
    return index_of(_lambda_max(matrix), matrix.shape[-1])


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
    return ratio_of(_lambda_max(matrix), matrix.shape[-1], scale)


def _lambda_max(A: Array) -> Array:
    return np.maximum(perron(A)[1], A.shape[-1])


def index_of(lambda_max: Array, n: int) -> Array:
    """Return the consistency index of matrices between n items from their principal eigenvalues."""
    return np.asarray((lambda_max - n) / (n - 1) if n > 2 else np.zeros_like(lambda_max))


def ratio_of(lambda_max: Array, n: int, scale: float) -> Array:
    """Return the consistency index by the random index `scale`; 0 where that is 0."""
    index = index_of(lambda_max, n)
    return np.asarray(index / scale if scale > 0 else np.zeros_like(index))


@dataclass(frozen=True)
class Principal(FormerTuple, NotebookFace):
    """What the principal eigenvector and eigenvalue of pairwise comparison matrices say (Saaty 1977).

    Attributes
    ----------
    priorities : ndarray, shape (..., n)
        Eigenvectors summing to 1.
    lambda_max : ndarray, shape (...)
        Principal eigenvalues, at least n.
    consistency_index : ndarray, shape (...)
        (λ_max - n) / (n - 1); 0 for n ≤ 2.
    consistency_ratio : ndarray, shape (...)
        Consistency index / random index; 0 for n ≤ 2.
    """

    priorities: Array
    lambda_max: Array
    consistency_index: Array
    consistency_ratio: Array


def principal(A: npt.ArrayLike, *, random_index: str = DEFAULT_TABLE) -> Principal:
    """Return eigenvector priorities, λ_max, consistency index and ratio of each matrix.

    The numbers are those of :func:`~ahp.core.priorities`, :func:`~ahp.core.lambda_max`,
    :func:`~ahp.core.consistency_index` and :func:`~ahp.core.consistency_ratio`, at the cost of one
    of them.

    Parameters
    ----------
    A : array_like, shape (..., n, n)
        Pairwise comparison matrices.
    random_index : str
        A key of :data:`~ahp.core.random_index.RANDOM_INDICES`.

    Returns
    -------
    Principal

    Raises
    ------
    JudgmentError
        If a matrix is not a pairwise comparison matrix.
    StudyError
        If the table is unknown or ends before n.

    Examples
    --------
    >>> found = principal([[1, 3, 5], [1/3, 1, 2], [1/5, 1/2, 1]])
    >>> found.priorities.round(4)
    array([0.6483, 0.2297, 0.122 ])
    >>> print(found.consistency_ratio.round(6))
    0.003521
    """
    matrix = as_pairwise(A)
    n = matrix.shape[-1]
    scale = _random_index(n, random_index)
    vectors, values = perron(matrix)
    values = np.maximum(values, n)
    return Principal(vectors, values, index_of(values, n), ratio_of(values, n, scale))
