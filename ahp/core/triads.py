"""The triads of judgments: every three items i < j < k, and t = a_ik / (a_ij · a_jk), 1 if they agree.

Loops go over one of the three items, never over the matrices of a batch.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ahp.core.arguments import whole_number
from ahp.core.matrices import Array, as_pairwise, rounding_of
from ahp.errors import JudgmentError


class Triad(NamedTuple):
    """Three items whose judgments contradict each other.

    Attributes
    ----------
    items : tuple of int
        Positions (i, j, k).
    ratio : float
        t = a_ik / (a_ij · a_jk): how many times the direct judgment is what the chain says.
    """

    items: tuple[int, int, int]
    ratio: float


def worst_triads(A: npt.ArrayLike, *, count: int = 3) -> list[Triad]:
    """Return the triads of one matrix that contradict themselves most, the worst first.

    Parameters
    ----------
    A : array_like, shape (n, n)
        One pairwise comparison matrix.
    count : int
        At most so many; triads that agree are left out.

    Raises
    ------
    JudgmentError
        If `A` is not one pairwise comparison matrix.

    Examples
    --------
    >>> worst_triads([[1, 2, 5], [1/2, 1, 3], [1/5, 1/3, 1]])
    [Triad(items=(0, 1, 2), ratio=0.8333333333333334)]
    """
    count = whole_number(count, "the number of triads", least=0)
    matrix = as_pairwise(A)
    if matrix.ndim != 2:
        raise JudgmentError(f"the triads of one matrix are wanted; found {matrix.ndim} dimensions")
    n = len(matrix)
    logs = np.log(matrix)
    agree = max(_AGREE, rounding_of(A))
    worst: list[tuple[float, int, int, int]] = []
    for i in range(n - 2 if count > 0 else 0):
        size = np.abs(_of_first(logs, i))
        least = max(agree, -worst[-1][0]) if len(worst) == count else agree
        if size.max() < least:
            continue
        upper = np.triu(size, 1).ravel()
        at = np.flatnonzero(upper >= least)
        if len(at) > count:
            at = at[np.argpartition(-upper[at], count - 1)[:count]]
        pairs = (divmod(place, len(size)) for place in at.tolist())
        worst += [(-float(size[j, k]), i, i + 1 + j, i + 1 + k) for j, k in pairs]
        worst = sorted(worst)[:count]
    return [Triad((i, j, k), _ratio(matrix, i, j, k)) for _, i, j, k in worst]


def triads_with(A: npt.ArrayLike, i: int, j: int) -> list[Triad]:
    """Return every triad of one matrix that a judgment belongs to, the one that disagrees most first.

    Parameters
    ----------
    A : array_like, shape (n, n)
        One pairwise comparison matrix.
    i, j : int
        The positions of the judgment.

    Returns
    -------
    list of Triad
        Each (i, k, j) as given, so that `ratio` is a_ij / (a_ik · a_kj): below 1, the judgment is smaller
        than the way over k says.

    Examples
    --------
    >>> triads_with([[1, 2, 5], [1/2, 1, 3], [1/5, 1/3, 1]], 0, 2)
    [Triad(items=(0, 1, 2), ratio=0.8333333333333334)]
    """
    matrix = as_pairwise(A)
    if matrix.ndim != 2:
        raise JudgmentError(f"the triads of one matrix are wanted; found {matrix.ndim} dimensions")
    n = len(matrix)
    i, j = (whole_number(k, "the position of an item", least=0) for k in (i, j))
    if i == j or not (0 <= i < n and 0 <= j < n):
        raise JudgmentError(f"a judgment is between two of the items 0 to {n - 1}; found {i} and {j}")
    logs = np.log(matrix)
    size = np.abs(logs[i, j] - logs[i] - logs[:, j])
    others = [k for k in np.argsort(-size.round(12), kind="stable").tolist() if k not in (i, j)]
    return [Triad((i, k, j), _ratio(matrix, i, k, j)) for k in others]


@np.errstate(over="ignore", divide="ignore")  # beyond 1e308 it is infinite
def _ratio(matrix: Array, i: int, j: int, k: int) -> float:
    """Return a_ik / (a_ij · a_jk)."""
    return float(matrix[i, k] / (matrix[i, j] * matrix[j, k]))


_AGREE = 1e-9


def _of_first(logs: Array, i: int) -> Array:
    """Return ln(a_ij a_jk / a_ik) for all later j and k, `(..., n-1-i, n-1-i)`; antisymmetric."""
    own = logs[..., i, i + 1 :]
    return np.asarray(own[..., :, None] + logs[..., i + 1 :, i + 1 :] - own[..., None, :])


def largest_deviation(A: Array) -> Array:
    """Return the largest |ln t| over the triads of each matrix; 0 for n < 3."""
    logs = np.log(A)
    largest = np.zeros(A.shape[:-2])
    for i in range(A.shape[-1] - 2):
        np.maximum(largest, np.abs(_of_first(logs, i)).max(axis=(-2, -1)), out=largest)
    return largest


def mean_over_triads(A: Array, function: Callable[[Array], Array]) -> Array:
    """Return the mean of an even function of ln t, 0 at 0, over the triads of each matrix."""
    n = A.shape[-1]
    logs = np.log(A)
    total = np.zeros(A.shape[:-2])
    for i in range(n - 2):
        total += function(_of_first(logs, i)).sum(axis=(-2, -1))
    return np.asarray(total / 2.0 / (n * (n - 1) * (n - 2) / 6.0))


def triad_extremes(A: Array) -> tuple[Array, Array]:
    """Return the least and the greatest ln(a_ik a_kj) over all k, for each pair, `(..., n, n)`."""
    logs = np.log(A)
    low, high = logs.copy(), logs.copy()
    for k in range(A.shape[-1]):
        chained = logs[..., :, k, None] + logs[..., None, k, :]
        np.minimum(low, chained, out=low)
        np.maximum(high, chained, out=high)
    return low, high
