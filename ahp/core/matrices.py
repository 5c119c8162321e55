"""Pairwise comparison matrices: what they are, the ways to build one, and which items they connect.

A pairwise comparison matrix is square and positive, with `a[i, j]` saying how many times item i is
preferred to item j, ones on the diagonal, and `a[j, i] = 1 / a[i, j]` (Saaty 1977, section 1). A judgment
that was not given is NaN on both sides of the diagonal; those that were are the edges of a graph.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ahp.core.gate import (
    Array,
    Place,
    as_floats,
    check_single,
    real_number,
    refuse_first,
    rounding_of,
    whole_number,
)
from ahp.deprecation import renamed
from ahp.errors import JudgmentError

RECIPROCITY_TOLERANCE = 1e-9
"""Largest accepted |ln(a_ij · a_ji)|: rounding of binary fractions, not of typed decimals."""

_TINY = 16
_BLOCK = 2048
_BLOCK_ENTRIES = 2**18  # two megabytes
_SMALLEST_RATIO = 1e-300  # well inside the range in which 1 / (1 / x) is x to the last digit
Mask: TypeAlias = npt.NDArray[np.bool_]


def judgments_above(flat: Array, n: int, tolerance: float = RECIPROCITY_TOLERANCE) -> tuple[Array, bool]:
    """Return the judgments above the diagonals of matrices, one in each row, and whether all are right.

    Where they are not, :func:`refuse_contradiction` says why, or that it was rounding alone.

    Examples
    --------
    >>> judgments_above(np.array([[1.0, 4.0, 0.25, 1.0], [1.0, 2.0, 0.5, 1.0]]), 2)
    (array([[4.],
           [2.]]), True)
    """
    rows, columns = np.triu_indices(n, 1)
    diagonal = np.arange(n) * (n + 1)
    judgments = np.take(flat, np.concatenate([n * rows + columns, diagonal]), axis=1)
    with np.errstate(over="ignore", invalid="ignore"):
        product = np.take(flat, np.concatenate([n * columns + rows, diagonal]), axis=1)
        product *= judgments
        right = np.minimum.reduce(judgments, axis=None) > 0 and _ones(product, tolerance)
    return judgments[:, : len(rows)], bool(right)


def looks_right(matrix: Array, tolerance: float) -> bool:
    """Return whether everything is positive and every product a_ij · a_ji is one.

    NaN fails the comparison, infinity times its mirror image does too; what fails is looked at again.
    """
    n = matrix.shape[-1]
    if matrix.ndim == 3 and n <= _TINY:  # each pair once: cheaper than n short rows with n columns
        return judgments_above(matrix.reshape(len(matrix), n * n), n, tolerance)[1]
    with np.errstate(over="ignore", invalid="ignore"):
        product = matrix * matrix.swapaxes(-1, -2)
        return bool(np.minimum.reduce(matrix, axis=None) > 0 and _ones(product, tolerance))


def _ones(products: Array, tolerance: float) -> bool:
    low, high = np.minimum.reduce(products, axis=None), np.maximum.reduce(products, axis=None)
    return bool(np.exp(-tolerance) <= low and high <= np.exp(tolerance) < np.inf)


def refuse_contradiction(matrix: Array, tolerance: float) -> None:
    """Raise for the first entry that is wrong; return if rounding alone was the matter."""

    def unusable(at: Place) -> str:
        if np.isnan(matrix[at]):
            return f"a{list(at)} is missing (NaN)"
        return f"a{list(at)} = {matrix[at]} is not a positive finite number"

    def contradictory(at: Place) -> str:
        if at[-1] == at[-2]:
            return f"a{list(at)} = {matrix[at]}; an item compared with itself is 1"
        mirror = mirrored(at)
        return (
            f"a{list(at)} = {matrix[at]} and a{list(mirror)} = {matrix[mirror]} contradict each other: one "
            f"must be 1 divided by the other; correct one of them, or give exact fractions"
        )

    refuse_first(~((matrix > 0) & np.isfinite(matrix)), unusable, matrix)
    logs = np.log(matrix)
    refuse_first(~(np.abs(logs + logs.swapaxes(-1, -2)) <= tolerance), contradictory, matrix)


def mirrored(at: Place) -> Place:
    """Return the position of the judgment of the turned pair.

    Examples
    --------
    >>> mirrored((0, 2, 1))
    (0, 1, 2)
    """
    return (*at[:-2], at[-1], at[-2])


def as_pairwise(A: npt.ArrayLike, *, tolerance: float = RECIPROCITY_TOLERANCE) -> Array:
    """Return `A` as a float array after checking every matrix in it.

    Parameters
    ----------
    A : array_like, shape (..., n, n)
        One matrix, or any batch of them.
    tolerance : float
        Largest accepted defect of reciprocity, `|ln(a_ij · a_ji)|`; of float32, at least what rounding
        to it makes.

    Returns
    -------
    ndarray of float64, shape (..., n, n)
        The same numbers; no copy is made of a float64 array. Of float32, the nearest reciprocal matrix.

    Raises
    ------
    JudgmentError
        If `A` is not square, or an entry is missing, not finite, not positive, or contradicts its
        mirror image. The message names the first offending entry.

    Examples
    --------
    >>> as_pairwise([[1, 4], [0.25, 1]])
    array([[1.  , 4.  ],
           [0.25, 1.  ]])
    >>> as_pairwise([[1, 4], [0.5, 1]])
    Traceback (most recent call last):
    ahp.errors.JudgmentError: a[0, 1] = 4.0 and a[1, 0] = 0.5 contradict each other: one must be 1
    divided by the other; correct one of them, or give exact fractions
    """
    matrix = as_floats(A)
    check_square(matrix.shape)
    return reciprocal_of(matrix, 0.0 if matrix is A else rounding_of(A), tolerance)


def reciprocal_of(matrix: Array, rounding: float, tolerance: float = RECIPROCITY_TOLERANCE) -> Array:
    """Return square matrices of float64 that may have been rounded, checked as `as_pairwise` does."""
    if not (type(tolerance) is float and tolerance >= 0):
        tolerance = real_number(tolerance, "the tolerance of reciprocity", least=0.0, most=np.inf)
    if rounding:  # 3 beside 1/3 to seven digits: meant is the reciprocal matrix next to it
        matrix = reciprocal_of(matrix, 0.0, max(tolerance, rounding))
        return np.asarray(np.sqrt(matrix / matrix.swapaxes(-1, -2)))
    n = matrix.shape[-1]
    if matrix.ndim == 2:
        if not looks_right(matrix, tolerance):
            refuse_contradiction(matrix, tolerance)
        return matrix
    flat = matrix.reshape(-1, n, n)
    if not all(looks_right(flat[block], tolerance) for block in blocks(len(flat), n)):
        refuse_contradiction(matrix, tolerance)
    return matrix


def blocks(count: int, n: int) -> Iterator[slice]:
    """Return slices over `count` matrices of size n, each of as many as stay in the cache together.

    Work on a batch of any size then needs a workspace that does not grow with it.

    Examples
    --------
    >>> list(blocks(3000, 9))
    [slice(0, 2048, None), slice(2048, 3000, None)]
    """
    size = max(1, min(_BLOCK, _BLOCK_ENTRIES // (n * n)))
    return (slice(start, min(start + size, count)) for start in range(0, count, size))


def check_square(shape: tuple[int, ...]) -> None:
    """Raise :class:`~ahp.errors.JudgmentError` unless `shape` is that of n × n matrices, n ≥ 1."""
    if len(shape) < 2 or shape[-1] != shape[-2]:
        found = " × ".join(str(size) for size in shape) or "a single value"
        raise JudgmentError(f"a pairwise comparison matrix is square; found {found}")
    if shape[-1] < 1:
        raise JudgmentError("a pairwise comparison matrix has at least one item; found none")


def from_values(values: npt.ArrayLike) -> Array:
    """Return the matrix of ratios `a[i, j] = values[i] / values[j]`, consistent by construction.

    Parameters
    ----------
    values : array_like, shape (..., n)
        Positive numbers on a ratio scale, larger meaning more preferred.

    Returns
    -------
    ndarray, shape (..., n, n)

    Raises
    ------
    JudgmentError
        If a value is missing, not finite or not positive, or two are so far apart that their ratio
        is no longer a number.

    Examples
    --------
    >>> from_values([2.0, 1.0])
    array([[1. , 2. ],
           [0.5, 1. ]])
    """
    vector = as_floats(values)
    if vector.ndim < 1 or vector.shape[-1] == 0:
        raise JudgmentError("values to compare form a vector with at least one entry")
    refuse_first(
        ~((vector > 0) & np.isfinite(vector)),
        lambda at: f"value {at[-1]} is {vector[at]}; only positive finite numbers have ratios",
        vector,
        axes=("row",),
    )
    low, high = vector.min(axis=-1), vector.max(axis=-1)
    apart = np.flatnonzero(low / high < _SMALLEST_RATIO)
    if apart.size:
        raise JudgmentError(
            f"values from {low.flat[apart[0]]} to {high.flat[apart[0]]} lie too far apart; "
            f"the largest ratio that can be calculated with is {1 / _SMALLEST_RATIO:.3g}"
        )
    return vector[..., :, None] / vector[..., None, :]


@renamed(upper="judgments")
def from_upper(judgments: npt.ArrayLike, n: int) -> Array:
    """Return the full matrices of which only the judgments above the diagonal are given.

    Parameters
    ----------
    judgments : array_like, shape (..., n(n-1)/2)
        Judgments row by row: a01, a02, ..., a12, ...
    n : int
        Number of items.

    Returns
    -------
    ndarray, shape (..., n, n)

    Raises
    ------
    JudgmentError
        If the number of judgments does not fit `n`, or one is not a positive finite number.
    StudyError
        If `n` is no whole number, or less than 1.

    Examples
    --------
    >>> from_upper([2, 6, 3], 3)[:, 0]
    array([1.        , 0.5       , 0.16666667])
    """
    judged = as_floats(judgments)
    n = whole_number(n, "the number of items", least=1)
    expected = n * (n - 1) // 2
    if judged.ndim < 1 or judged.shape[-1] != expected:
        found = judged.shape[-1] if judged.ndim else 1
        raise JudgmentError(f"{n} items need {expected} judgments above the diagonal; found {found}")
    matrix = np.ones((*judged.shape[:-1], n, n))
    rows, columns = np.triu_indices(n, 1)
    matrix[..., rows, columns] = judged
    with np.errstate(divide="ignore", over="ignore"):  # the gate refuses what this hides, by name
        matrix[..., columns, rows] = 1.0 / judged
    return as_pairwise(matrix)


def nearest_reciprocal(A: npt.ArrayLike) -> Array:
    """Return the reciprocal matrix nearest to `A` in the logarithms: a_ij ← √(a_ij / a_ji).

    It repairs matrices that were printed with few decimals (3 beside 0.33). The projection is the
    least-squares one on the antisymmetric matrices ln A.

    Raises
    ------
    JudgmentError
        If `A` is not square or not positive.

    Examples
    --------
    >>> nearest_reciprocal([[1, 3], [0.33, 1]]).round(6)
    array([[1.      , 3.015113],
           [0.331662, 1.      ]])
    """
    matrix = as_pairwise(A, tolerance=np.inf)
    with np.errstate(over="ignore"):
        repaired = np.sqrt(matrix / matrix.swapaxes(-1, -2))
    return as_pairwise(repaired)


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

        def problem(at: Place) -> str:
            mirror = mirrored(at)
            if at == mirror:
                return f"a{list(at)} is missing (NaN); an item compared with itself is 1"
            return (
                f"a{list(mirror)} = {matrix[mirror]} and a{list(at)} is missing (NaN); give both or neither"
            )

        refuse_first(missing & (one_sided | np.eye(len(diagonal), dtype=bool)), problem)
    rounding = rounding_of(A)
    known = reciprocal_of(np.where(missing, 1.0, matrix), rounding, tolerance)
    return np.where(missing, np.nan, known) if rounding else matrix


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
    check_single(matrix, "the groups of one matrix are")
    return _groups(reached_by(~np.isnan(matrix)))


def as_connected(A: npt.ArrayLike) -> Array:
    """Return `A` checked as :func:`~ahp.core.more.as_incomplete` does, its judgments connecting all items.

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

    def problem(at: Place) -> str:
        groups = _groups(reached[at])
        named = " and ".join(str(group) for group in groups[:12]) + (" and more" if len(groups) > 12 else "")
        where = f"matrix {list(at)}: " if at else ""
        return f"{where}no judgment connects the groups {named}; compare an item of each with one of another"

    refuse_first(~reached.all(axis=(-2, -1)), problem, axes=())
    return matrix


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
