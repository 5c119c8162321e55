"""The gate: what a pairwise comparison matrix is, and the ways to build one.

A pairwise comparison matrix is square and positive, with `a[i, j]` saying how many times item i is
preferred to item j, ones on the diagonal, and `a[j, i] = 1 / a[i, j]` (Saaty 1977, section 1).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias, TypeGuard

import numpy as np
import numpy.typing as npt

from ahp.core.arguments import real_number, whole_number
from ahp.core.reciprocity import RECIPROCITY_TOLERANCE, looks_right, refuse_first
from ahp.errors import JudgmentError

Array: TypeAlias = npt.NDArray[np.float64]

_BLOCK = 2048
_BLOCK_ENTRIES = 2**18  # two megabytes
_NUMBERS = "iufO"  # kinds of arrays: integers of either sort, floats, objects that may be numbers
_SMALLEST_RATIO = 1e-300  # well inside the range in which 1 / (1 / x) is x to the last digit


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
    """Return square matrices of float64 that may have been rounded, checked as :func:`as_pairwise` does."""
    if not (type(tolerance) is float and tolerance >= 0):
        tolerance = real_number(tolerance, "the tolerance of reciprocity", least=0.0, most=np.inf)
    if rounding:  # 3 beside 1/3 to seven digits: meant is the reciprocal matrix next to it
        matrix = reciprocal_of(matrix, 0.0, max(tolerance, rounding))
        return np.asarray(np.sqrt(matrix / matrix.swapaxes(-1, -2)))
    n = matrix.shape[-1]
    if matrix.ndim == 2:
        if not looks_right(matrix, tolerance):
            refuse_first(matrix, tolerance)
        return matrix
    flat = matrix.reshape(-1, n, n)
    if not all(looks_right(flat[block], tolerance) for block in blocks(len(flat), n)):
        refuse_first(matrix, tolerance)
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
    bad = ~((vector > 0) & np.isfinite(vector))
    if bad.any():
        at = tuple(int(i) for i in np.argwhere(bad)[0])
        raise JudgmentError(
            f"value {at[-1]} is {vector[at]}; only positive finite numbers have ratios",
            row=at[-1],
            found=float(vector[at]),
        )
    low, high = vector.min(axis=-1), vector.max(axis=-1)
    apart = np.flatnonzero(low / high < _SMALLEST_RATIO)
    if apart.size:
        raise JudgmentError(
            f"values from {low.flat[apart[0]]} to {high.flat[apart[0]]} lie too far apart; "
            f"the largest ratio that can be calculated with is {1 / _SMALLEST_RATIO:.3g}"
        )
    return vector[..., :, None] / vector[..., None, :]


def from_judgments(upper: npt.ArrayLike, n: int) -> Array:
    """Return the full matrices of which only the judgments above the diagonal are given.

    Parameters
    ----------
    upper : array_like, shape (..., n(n-1)/2)
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
    >>> from_judgments([2, 6, 3], 3)[:, 0]
    array([1.        , 0.5       , 0.16666667])
    """
    judgments = as_floats(upper)
    n = whole_number(n, "the number of items", least=1)
    expected = n * (n - 1) // 2
    if judgments.ndim < 1 or judgments.shape[-1] != expected:
        found = judgments.shape[-1] if judgments.ndim else 1
        raise JudgmentError(f"{n} items need {expected} judgments above the diagonal; found {found}")
    matrix = np.ones((*judgments.shape[:-1], n, n))
    rows, columns = np.triu_indices(n, 1)
    matrix[..., rows, columns] = judgments
    with np.errstate(divide="ignore", over="ignore"):  # the gate refuses what this hides, by name
        matrix[..., columns, rows] = 1.0 / judgments
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


def as_floats(values: npt.ArrayLike) -> Array:
    """Return numbers as an array of float64, without a copy if they are one.

    `None`, and what a masked array hides, becomes NaN. What is true or false is no number. Among numbers in
    a list NumPy makes one of it before it can be seen.

    Raises
    ------
    JudgmentError
        If it is something else, or rows differ in length.

    Examples
    --------
    >>> as_floats([1, None])
    array([ 1., nan])
    >>> as_floats([True, False])
    Traceback (most recent call last):
    ahp.errors.JudgmentError: real numbers in rows of equal length are needed; found true and false
    """
    if type(values) is np.ndarray and values.dtype == np.float64:
        return values
    try:
        found = np.asarray(unmasked(values))
        kind = found.dtype.kind
        if kind in _NUMBERS and not (kind == "O" and any(map(_is_truth, found.flat))):
            return found.astype(np.float64)
        truth = kind in ("b", "O")
    except (TypeError, ValueError, OverflowError):  # the last: an integer of hundreds of digits
        truth = False
    what = "true and false" if truth else "something else"
    raise JudgmentError(f"real numbers in rows of equal length are needed; found {what}")


def unmasked(values: object) -> Any:  # noqa: ANN401 - anything that may be numbers
    """Return the entries of a masked array, or of several in a list, `None` where they are hidden.

    Anything else is returned as it is.

    Examples
    --------
    >>> unmasked(np.ma.masked_equal([1, 9], 9))
    array([1, None], dtype=object)
    """
    if _hides(values):
        return np.where(values.mask, np.array(None), np.asarray(values))
    if isinstance(values, list | tuple) and any(map(_hides, values)):
        return [unmasked(part) for part in values]
    return values


def _hides(values: object) -> TypeGuard[np.ma.MaskedArray[Any, Any]]:
    # Known by its mask: NumPy loads the class only where somebody names it.
    return isinstance(values, np.ndarray) and values.dtype.names is None and hasattr(values, "mask")


def _is_truth(value: object) -> bool:
    return isinstance(value, bool | np.bool_)


def rounding_of(*given: npt.ArrayLike) -> float:
    """Return how far, relatively, numbers may be from those that were meant: their type has few digits.

    Four units of the last place of the shortest type of float among them; 0 for float64 and whole numbers,
    whose rounding the tolerances allow for as they stand.

    Examples
    --------
    >>> rounding_of([1.0, 2.0]), rounding_of(np.float32([1, 2]), [1.0, 2.0])
    (0.0, 4.76837158203125e-07)
    """
    return max(map(_rounding_of_one, given))


def _rounding_of_one(values: object) -> float:
    while isinstance(values, list | tuple) and values:  # the first number has the type of all
        values = values[0]
    dtype = values.dtype if isinstance(values, np.ndarray) else np.asarray(values).dtype
    return 4.0 * float(np.finfo(dtype).eps) if dtype.kind == "f" and dtype.itemsize < 8 else 0.0
