"""Whether matrices are positive with `a[j, i] = 1 / a[i, j]`, and if not, where."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from ahp.errors import JudgmentError

if TYPE_CHECKING:
    from ahp.core.matrices import Array

RECIPROCITY_TOLERANCE = 1e-9
"""Largest accepted |ln(a_ij · a_ji)|: rounding of binary fractions, not of typed decimals."""

_TINY = 16


def judgments_above(flat: Array, n: int, tolerance: float = RECIPROCITY_TOLERANCE) -> tuple[Array, bool]:
    """Return the judgments above the diagonals of matrices, one in each row, and whether all are right.

    Where they are not, :func:`refuse_first` says why, or that it was rounding alone.

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


def refuse_first(matrix: Array, tolerance: float) -> None:
    """Raise for the first entry that is wrong; return if rounding alone was the matter."""
    wrong = ~((matrix > 0) & np.isfinite(matrix))
    if wrong.any():
        at = tuple(int(i) for i in np.argwhere(wrong)[0])
        value = float(matrix[at])
        problem = "is missing (NaN)" if np.isnan(value) else f"= {value} is not a positive finite number"
        raise JudgmentError(f"a{list(at)} {problem}", row=at[-2], column=at[-1], found=value)
    logs = np.log(matrix)
    defect = np.abs(logs + logs.swapaxes(-1, -2))
    contradictory = ~(defect <= tolerance)
    if contradictory.any():
        at = tuple(int(i) for i in np.argwhere(contradictory)[0])
        i, j = at[-2:]
        value = float(matrix[at])
        if i == j:
            raise JudgmentError(
                f"a{list(at)} = {value}; an item compared with itself is 1",
                row=i,
                column=j,
                found=value,
            )
        mirror = (*at[:-2], j, i)
        raise JudgmentError(
            f"a{list(at)} = {value} and a{list(mirror)} = {float(matrix[mirror])} contradict "
            f"each other: one must be 1 divided by the other; correct one of them, or give exact "
            f"fractions",
            row=i,
            column=j,
            found=value,
        )
