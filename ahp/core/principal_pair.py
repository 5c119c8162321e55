"""Eigenvector priorities and consistency of a batch, both from one solution of the eigenproblem."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ahp.core.matrices import Array, as_pairwise
from ahp.core.perron import perron
from ahp.core.random_index import DEFAULT_TABLE
from ahp.core.random_index import random_index as _random_index


class Principal(NamedTuple):
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
    index = (values - n) / (n - 1) if n > 2 else np.zeros_like(values)
    return Principal(vectors, values, index, index / scale if scale else index)
