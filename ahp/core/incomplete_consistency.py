"""How far the known judgments of an incomplete matrix contradict each other."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ahp.core.arguments import bound_of
from ahp.core.completion import LARGEST_BOUNDED, Completion, bounded_completion_of, optimal_completion_of
from ahp.core.incomplete import as_connected, logarithmic_least_squares
from ahp.core.matrices import Array
from ahp.core.random_index import random_index as random_index_of_complete
from ahp.errors import JudgmentError, StudyError
from ahp.notebook import NotebookFace
from ahp.registry import Registry


@dataclass(frozen=True)
class IncompleteRandomIndexTable(NotebookFace):
    """Mean consistency indices of random matrices by size and number of missing judgments.

    Attributes
    ----------
    source : str
        Author and year.
    values : mapping of int to tuple of float
        By size; within it for 0, 1, … judgments missing above the diagonal.
    bound : float or None
        The completions whose λ_max was taken lie between 1/bound and bound; None: anywhere.
    """

    source: str
    values: dict[int, tuple[float, ...]]
    bound: float | None

    def value(self, n: int, missing: int, name: str) -> float:
        """Return the random index for n items with so many judgments missing; 0 for n ≤ 2.

        Raises
        ------
        StudyError
            If the table, called `name`, has no matrices of that size.
        """
        if n <= 2:
            return 0.0
        if n == 3:  # with a judgment missing no circle is left
            return random_index_of_complete(3) if not missing else 0.0
        if n not in self.values:
            raise StudyError(
                f"the table {name!r} has random indices for n from 3 to {max(self.values)}, the matrix has "
                f"n = {n}; simulate one for its missing judgments: random_index='simulated' of an "
                f"IncompleteMatrix, or simulated_random_index"
            )
        return self.values[n][missing]


INCOMPLETE_RANDOM_INDICES: Registry[IncompleteRandomIndexTable] = Registry(
    "random index table for incomplete matrices",
    {
        "agoston-csato": IncompleteRandomIndexTable(
            "Ágoston & Csató (2022) for n = 4, 5, 6 and n = 7 up to 1 missing; the rest simulated alike",
            {
                4: (0.884, 0.583, 0.306, 0.053),
                5: (1.109, 0.925, 0.739, 0.557, 0.379, 0.212, 0.059),
                6: (1.249, 1.128, 1.007, 0.883, 0.758, 0.634, 0.510, 0.389, 0.271, 0.161, 0.061),
                7: (
                    1.341, 1.256, 1.162, 1.087, 0.996, 0.914, 0.824, 0.735, 0.643, 0.556, 0.463, 0.378,
                    0.290, 0.205, 0.128, 0.060,
                ),
                8: (
                    1.404, 1.342, 1.279, 1.217, 1.152, 1.086, 1.022, 0.961, 0.888, 0.820, 0.761, 0.692,
                    0.622, 0.559, 0.488, 0.425, 0.356, 0.291, 0.226, 0.166, 0.108, 0.057,
                ),
            },
            bound=9.0,
        ),
        "unbounded": IncompleteRandomIndexTable(
            "40 000 matrices each by simulated_random_index (2026), standard errors up to 0.003",
            {
                4: (0.8826, 0.5842, 0.2850, 0.0),
                5: (1.1102, 0.9233, 0.7380, 0.5537, 0.3596, 0.1776, 0.0),
                6: (
                    1.2469, 1.1267, 1.0065, 0.8796, 0.7568, 0.6275, 0.5001, 0.3697, 0.2447, 0.1180, 0.0,
                ),
                7: (
                    1.3414, 1.2542, 1.1703, 1.0853, 0.9982, 0.9076, 0.8181, 0.7276, 0.6373, 0.5467,
                    0.4516, 0.3589, 0.2666, 0.1745, 0.0870, 0.0,
                ),
                8: (
                    1.4055, 1.3417, 1.2774, 1.2151, 1.1530, 1.0895, 1.0228, 0.9560, 0.8928, 0.8237,
                    0.7555, 0.6911, 0.6215, 0.5505, 0.4806, 0.4106, 0.3400, 0.2682, 0.1998, 0.1309,
                    0.0637, 0.0,
                ),
            },
            bound=None,
        ),
    },
)  # fmt: skip
"""Tables by name."""


def random_indices_of(n: int, table: str = "agoston-csato") -> tuple[float | None, ...]:
    """Return what the consistency index of n items is divided by with 0, 1, … judgments missing.

    Up to where the rest has no circle, which nothing can contradict. That of all judgments is of the default
    table for complete matrices; None where the table has no matrices of that size.

    Examples
    --------
    >>> random_indices_of(4)
    (0.8816, 0.583, 0.306)
    """
    chosen = INCOMPLETE_RANDOM_INDICES[table]
    missing = range(1, n * (n - 1) // 2 - n + 1)
    known = n <= max(chosen.values)
    return (random_index_of_complete(n), *(chosen.value(n, m, table) if known else None for m in missing))


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
    start = logarithmic_least_squares(matrix)
    if bound is None:
        return optimal_completion_of(matrix, start)
    if matrix.shape[-1] > LARGEST_BOUNDED:
        raise JudgmentError(
            f"a bounded completion takes at most {LARGEST_BOUNDED} items; found {matrix.shape[-1]}; leave "
            f"the bound out"
        )
    return bounded_completion_of(matrix, start, bound)


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
    return _index(matrix, optimal_completion(matrix, bound=bound))


def incomplete_consistency_ratio(A: npt.ArrayLike, *, random_index: str = "agoston-csato") -> Array:
    """Return CR = CI / RI(n, m), m judgments being missing, completed within the table's bounds.

    Dividing by the random index of complete matrices makes incomplete ones look better than they are.

    Parameters
    ----------
    A : array_like, shape (..., n, n)
        Pairwise comparison matrices; NaN in both places of a missing judgment.
    random_index : str
        A key of :data:`INCOMPLETE_RANDOM_INDICES`.

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
    index = _index(matrix, optimal_completion(matrix, bound=table.bound))
    missing = np.isnan(matrix).sum(axis=(-2, -1)) // 2
    most = (n - 1) * (n - 2) // 2
    scale = np.array([table.value(n, m, random_index) for m in range(most + 1)])[missing]
    return np.asarray(index / np.where(scale > 0, scale, np.nan))


def _index(matrix: Array, completion: Completion) -> Array:
    n = matrix.shape[-1]
    if n <= 2:
        return np.zeros(matrix.shape[:-2])
    return np.where(_circles(matrix) > 0, (completion.lambda_max - n) / (n - 1), np.nan)


def _circles(matrix: Array) -> npt.NDArray[np.intp]:
    """Return how many judgments there are beyond the n - 1 that connect all items."""
    n = matrix.shape[-1]
    return np.asarray(((~np.isnan(matrix)).sum(axis=(-2, -1)) - n) // 2 - (n - 1))
