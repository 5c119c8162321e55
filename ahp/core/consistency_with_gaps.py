"""How far judgments with gaps contradict each other: completions, and the index and ratio of the best."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ahp.core.consistency_ratio import index_of
from ahp.core.gate import Array, bound_of, check_size
from ahp.core.incomplete import LARGEST_BOUNDED, Completion, completion_of
from ahp.core.matrices import as_connected
from ahp.core.random_index import INCOMPLETE_RANDOM_INDICES


def optimal_completion(A: npt.ArrayLike, *, bound: float | None = None) -> Completion:
    """Return each incomplete matrix with its missing judgments filled in so that λ_max is least.

    Parameters
    ----------
    A : array_like, shape (..., n, n)
        Pairwise comparison matrices, of at most 100 items if there is a bound; NaN in both places of a
        missing judgment.
    bound : float, optional
        Only values between 1/bound and bound are filled in; any positive ones unless told.

    Returns
    -------
    Completion
        Matrix, priorities and λ_max. The optimum is unique (Bozóki, Fülöp & Rónyai 2010, theorem 2).

    Raises
    ------
    JudgmentError
        If a judgment is wrong, the judgments fall into unconnected groups, or there are too many items.
    StudyError
        If the bound is less than 1.

    Examples
    --------
    >>> nan = float("nan")
    >>> found = optimal_completion([[1, 1, 5, 2], [1, 1, 3, 4], [1/5, 1/3, 1, nan], [1/2, 1/4, nan, 1]])
    >>> print(found.matrix[2, 3].round(10), found.lambda_max.round(6))
    0.7302967433 4.092367
    """
    bound = bound_of(bound)
    matrix = as_connected(A)
    if bound is not None:
        check_size(matrix.shape[-1], LARGEST_BOUNDED, "a bounded completion takes", "leave the bound out")
    return completion_of(matrix, bound)


def incomplete_consistency_index(A: npt.ArrayLike, *, bound: float | None = None) -> Array:
    """Return CI = (λ_max - n) / (n - 1) of the completion that makes it least.

    NaN where the judgments contain no circle: with n - 1 of them nothing can contradict anything, and
    consistency is not observed. 0 for n ≤ 2.

    Examples
    --------
    >>> nan = float("nan")
    >>> A = [[1, 1, 5, 2], [1, 1, 3, 4], [1/5, 1/3, 1, nan], [1/2, 1/4, nan, 1]]
    >>> print(incomplete_consistency_index(A).round(6))
    0.030789
    """
    matrix = as_connected(A)
    return _incomplete_index(matrix, optimal_completion(matrix, bound=bound))


def incomplete_consistency_ratio(A: npt.ArrayLike, *, random_index: str = "agoston-csato") -> Array:
    """Return CR = CI / RI(n, m), m judgments being missing, completed within the table's bounds.

    Dividing by the random index of complete matrices makes incomplete ones look better than they are.

    Parameters
    ----------
    A : array_like, shape (..., n, n)
        Pairwise comparison matrices; NaN in both places of a missing judgment.
    random_index : str
        A key of :data:`~ahp.core.more.INCOMPLETE_RANDOM_INDICES`.

    Returns
    -------
    ndarray, shape (...)
        NaN where the judgments contain no circle, so that consistency is not observed.

    Raises
    ------
    JudgmentError
        If a judgment is wrong or the judgments fall into unconnected groups.
    StudyError
        If the table is unknown or has no matrices of this size.

    Examples
    --------
    >>> nan = float("nan")
    >>> A = [[1, 1, 5, 2], [1, 1, 3, 4], [1/5, 1/3, 1, nan], [1/2, 1/4, nan, 1]]
    >>> print(incomplete_consistency_ratio(A).round(4))
    0.0528
    """
    table = INCOMPLETE_RANDOM_INDICES[random_index]
    matrix = as_connected(A)
    n = matrix.shape[-1]
    if n <= 2:
        return np.zeros(matrix.shape[:-2])
    index = _incomplete_index(matrix, optimal_completion(matrix, bound=table.bound))
    missing = np.isnan(matrix).sum(axis=(-2, -1)) // 2
    most = (n - 1) * (n - 2) // 2
    scale = np.array([table.value(n, m, random_index) for m in range(most + 1)])[missing]
    return np.asarray(index / np.where(scale > 0, scale, np.nan))


def _incomplete_index(matrix: Array, completion: Completion) -> Array:
    n = matrix.shape[-1]
    index = index_of(completion.lambda_max, n)
    return np.where(_circles(matrix) > 0, index, np.nan) if n > 2 else index


def _circles(matrix: Array) -> npt.NDArray[np.intp]:
    """Return how many judgments there are beyond the n - 1 that connect all items."""
    n = matrix.shape[-1]
    return np.asarray(((~np.isnan(matrix)).sum(axis=(-2, -1)) - n) // 2 - (n - 1))
