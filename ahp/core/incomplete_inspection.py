"""Which known judgments of an incomplete matrix contradict the others, and the least change that would do.

What a judgment is held against is the completion of least λ_max of all the others: missing judgments say
nothing, so they follow whatever is tried. Both functions take one checked, connected matrix, and the random
index for as many missing judgments with the bound of the completions that it was made of.
"""

from __future__ import annotations

import numpy as np

from ahp.core.closed_forms import residuals
from ahp.core.completion import Completion, bounded_completion_of, optimal_completion_of
from ahp.core.incomplete import logarithmic_least_squares, reached_by
from ahp.core.inspecting import (
    LARGEST,
    LARGEST_REPAIR,
    Inspection,
    Repair,
    gradient_of,
    least_change,
    worst_first,
)
from ahp.core.matrices import Array
from ahp.core.perron import perron
from ahp.errors import JudgmentError


def inspect_incomplete(A: Array, scale: float, bound: float | None) -> Inspection:
    """Return every known judgment that others contradict or support, the most inconsistent first.

    Parameters
    ----------
    A : ndarray, shape (n, n)
        NaN in both places of a missing judgment; at most 50 items.
    scale : float
        Random index for n items with so many judgments missing; 0 gives ratios of 0.
    bound : float or None
        Completions lie between 1/bound and bound; None: anywhere.

    Returns
    -------
    Inspection
        See :func:`ahp.core.inspection`. A judgment that alone connects some items is left out: nothing else
        says anything about it.

    Raises
    ------
    JudgmentError
        If there are more than 50 items.

    Examples
    --------
    >>> nan = float("nan")
    >>> A = np.array([[1, 2, 8, nan], [1/2, 1, 4, 1/4], [1/8, 1/4, 1, 1], [nan, 4, 1, 1]])
    >>> found = inspect_incomplete(A, 0.583, None)
    >>> print(len(found.judged), found.error[0].round(2), found.ratio[0].round(6))
    5 2.78 0.0
    """
    n = len(A)
    if n > LARGEST:
        raise JudgmentError(f"an inspection takes at most {LARGEST} items; found {n}")
    whole = _completion(A[None], bound)
    filled = whole.matrix
    v = perron(np.ascontiguousarray(filled.swapaxes(-1, -2)))[0]
    error = np.log(residuals(filled, whole.priorities))[0]
    slope = gradient_of(filled, whole.priorities, v)[0]
    rows, columns = np.nonzero(np.triu(~np.isnan(A), 1))
    without = np.repeat(A[None], len(rows), axis=0)
    k = np.arange(len(rows))
    without[k, rows, columns] = without[k, columns, rows] = np.nan
    held = reached_by(~np.isnan(without)).all(axis=(-2, -1))
    rows, columns, without, k = rows[held], columns[held], without[held], np.arange(held.sum())
    others = _completion(without, bound)
    # Each the way round in which it is 1 or more.
    turned = A[rows, columns] < 1.0
    i, j = np.where(turned, columns, rows), np.where(turned, rows, columns)
    ratio = np.maximum(others.lambda_max - n, 0.0) / (n - 1) / scale if scale > 0 else np.zeros(len(k))
    order = worst_first(error[i, j])
    return Inspection(
        np.stack([i, j], axis=-1)[order],
        A[i, j][order],
        np.exp(error[i, j])[order],
        slope[i, j][order],
        others.matrix[k, i, j][order],
        ratio[order],
    )


def repair_incomplete(A: Array, ratio: float, scale: float, bound: float | None) -> Repair:
    """Return the nearest judgments whose best completion has a consistency ratio of at most `ratio`.

    λ_max is convex in the logarithms of all judgments, known and missing, so that the least sum of squared
    changes of the known ones is one convex programme.

    Parameters
    ----------
    A : ndarray, shape (n, n)
        NaN in both places of a missing judgment; at most 20 items.
    ratio : float
        The largest acceptable consistency ratio, greater than 0.
    scale, bound
        As for :func:`inspect_incomplete`.

    Returns
    -------
    Repair
        NaN stays where nothing was judged.

    Raises
    ------
    JudgmentError
        If there are more than 20 items.
    ConvergenceError
        If the programme is not solved.

    Examples
    --------
    >>> nan = float("nan")
    >>> A = np.array([[1, 2, 8, nan], [1/2, 1, 4, 1/4], [1/8, 1/4, 1, 1], [nan, 4, 1, 1]])
    >>> found = repair_incomplete(A, 0.1, 0.583, None)
    >>> print(round(found.ratio, 6), found.matrix[1, 3].round(2))
    0.1 0.43
    """
    n = len(A)
    if n > LARGEST_REPAIR:
        raise JudgmentError(f"a repair takes at most {LARGEST_REPAIR} items; found {n}")
    known = ~np.isnan(A)
    limit = n + ratio * (n - 1) * scale
    start = _completion(A[None], bound)
    change = np.zeros((n, n))
    if float(start.lambda_max[0]) > limit:
        change = np.where(known, least_change(start.matrix[0], limit, known, bound), 0.0)
    changed = np.where(known, A * np.exp(change), np.nan)
    value = float(_completion(changed[None], bound).lambda_max[0])
    return Repair(changed, change, (value - n) / (n - 1) / scale if scale > 0 else 0.0)


def _completion(A: Array, bound: float | None) -> Completion:
    start = logarithmic_least_squares(A)
    if bound is None:
        return optimal_completion_of(A, start)
    return bounded_completion_of(A, start, bound)
