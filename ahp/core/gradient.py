"""Scores as one weight goes from 0 to 1: straight lines, where they cross, and which is on top."""

from __future__ import annotations

import numpy as np

from ahp.core.matrices import Array
from ahp.core.vectors import check_alike, finite_array
from ahp.errors import JudgmentError

_EDGE = 1e-9  # of the way: a line on top for less is there by rounding, where several meet


def line_crossings(at_zero: Array, at_one: Array) -> tuple[Array, Array]:
    """Return where each two of a set of lines over [0, 1] cross, and how high.

    Parameters
    ----------
    at_zero, at_one : ndarray, shape (..., n)
        Their heights at both ends.

    Returns
    -------
    where, height : ndarray, shape (..., n, n)
        Symmetric; NaN where two lines do not cross strictly inside (0, 1), or are the same.

    Examples
    --------
    >>> where, height = line_crossings(np.array([0.2, 0.8]), np.array([0.7, 0.3]))
    >>> print(where[0, 1].round(3), height[0, 1].round(3))
    0.6 0.5
    """
    at_zero, at_one = _heights(at_zero, at_one)
    start = at_zero[..., :, None] - at_zero[..., None, :]
    end = at_one[..., :, None] - at_one[..., None, :]
    with np.errstate(divide="ignore", invalid="ignore"):
        where = np.where(start * end < 0, start / (start - end), np.nan)
    height = at_zero[..., :, None] * (1.0 - where) + at_one[..., :, None] * where
    return where, (height + height.swapaxes(-1, -2)) / 2


def top_lines(at_zero: Array, at_one: Array) -> list[tuple[float, int]]:
    """Return which of a set of lines over [0, 1] is on top, from the left to the right.

    Parameters
    ----------
    at_zero, at_one : ndarray, shape (n,)
        Their heights at both ends.

    Returns
    -------
    list of (float, int)
        From where on, beginning with 0, and the position of the line; of lines that are the same the first.
        One that is no higher than the others but where they meet, as at an end, is not on top.

    Examples
    --------
    >>> top_lines(np.array([3.0, 2.5, 0.0]), np.array([0.0, 2.5, 4.0]))
    [(0.0, 0), (0.16666666666666666, 1), (0.625, 2)]
    """
    at_zero, at_one = _heights(at_zero, at_one)
    if at_zero.ndim != 1 or at_one.ndim != 1:
        raise JudgmentError(f"one set of lines is wanted; found {at_zero.shape} and {at_one.shape}")
    slope = at_one - at_zero
    at, here = int(np.lexsort((-slope, -at_zero))[0]), 0.0
    found = [(here, at)]
    while True:
        steeper = np.flatnonzero(slope > slope[at])
        # Measured from the left end: a point found before would hand its rounding on.
        crossing = (at_zero[at] - at_zero[steeper]) / (slope[steeper] - slope[at])
        inside = crossing < 1.0 - _EDGE
        steeper, crossing = steeper[inside], crossing[inside]
        if not len(steeper):
            return found
        nearest = float(crossing.min())
        level = steeper[crossing <= nearest + _EDGE]
        at = int(level[slope[level].argmax()])
        if nearest - here <= _EDGE:
            found.pop()
        else:
            here = nearest
        found.append((here, at))


def _heights(at_zero: Array, at_one: Array) -> tuple[Array, Array]:
    left, right = finite_array(at_zero, "heights at 0"), finite_array(at_one, "heights at 1")
    check_alike("both ends of the lines", left, right)
    return left, right


def scores_without(weights: Array, local: Array, criterion: int) -> Array:
    """Return the scores where one criterion weighs nothing and the others keep their proportions.

    Parameters
    ----------
    weights : ndarray, shape (k,)
        At least two; where nothing is left to keep proportions the others share alike.
    local : ndarray, shape (k, n)
        Scores under each criterion alone.
    criterion : int

    Returns
    -------
    ndarray, shape (n,)

    Examples
    --------
    >>> scores_without(np.array([0.5, 0.1, 0.4]), np.array([[1.0, 0.0], [1.0, 0.0], [0.0, 1.0]]), 0)
    array([0.2, 0.8])
    """
    others = np.delete(weights, criterion)
    if not others.sum() > 0:
        others = np.ones(len(others))
    return np.asarray(others / others.sum() @ np.delete(local, criterion, axis=0))
