"""Interval judgments: each says no more than that a ratio lies between two numbers.

In logarithms the judgments bound differences, y_i - y_j ≤ ln u_ij. Such a system has a solution exactly when
no circle of bounds adds up to less than nothing, and its tightest consequences are shortest paths. So what
Arbel (1989) finds with two linear programmes for each item has a closed form here, for any batch.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ahp.core.gate import Array, Place, as_floats, check_size, refuse_first, rounding_of
from ahp.core.matrices import RECIPROCITY_TOLERANCE, check_square, mirrored
from ahp.core.rank_inference import Intervals
from ahp.deprecation import FormerTuple
from ahp.errors import JudgmentError
from ahp.notebook import NotebookFace

LARGEST_RELAXED = 60
"""Items up to which intervals are relaxed: a linear programme with n(n-1) constraints."""

_NO_SLACK = 1e-9  # a logarithm below it is the rounding of the linear programme
_CIRCLE = 1e-12  # a circle of bounds may fall short of 1 by rounding


@dataclass(frozen=True)
class RelaxedIntervals(FormerTuple, NotebookFace):
    """Interval judgments widened just so far that some priorities satisfy them all.

    Attributes
    ----------
    low, high : ndarray, shape (..., n, n)
        The widened judgments; the same where they did not contradict each other.
    slack : ndarray, shape (..., n, n)
        By which factor each bound was moved, 1 where it was not: above the diagonal the upper bound of a_ij,
        below it the lower bound of a_ji. The sum of their logarithms is least: a linear programme for each
        matrix whose judgments contradict each other.
    """

    low: Array
    high: Array
    slack: Array


def as_interval_judgments(low: npt.ArrayLike, high: npt.ArrayLike) -> Intervals:
    """Return the bounds of interval judgments as float arrays after checking them.

    Parameters
    ----------
    low, high : array_like, shape (..., n, n)
        `low ≤ a_ij ≤ high`, with `low[j, i] = 1 / high[i, j]` and ones on the diagonal.

    Returns
    -------
    Intervals, of arrays of shape (..., n, n)
        The same numbers; of float32, the nearest ones that are reciprocal.

    Raises
    ------
    JudgmentError
        If a bound is not a positive finite number, a lower bound exceeds its upper one, or an interval
        contradicts that of the turned pair.

    Examples
    --------
    >>> print(as_interval_judgments([[1, 2], [0.25, 1]], [[1, 4], [0.5, 1]]).high[0, 1])
    4.0
    """
    lower, upper = as_floats(low), as_floats(high)
    check_square(lower.shape)
    check_square(upper.shape)
    if lower.shape != upper.shape:
        raise JudgmentError(f"lower and upper bounds have one shape; found {lower.shape} and {upper.shape}")
    _check_bound(lower)
    _check_bound(upper)
    rounding = rounding_of(low, high)
    crossed = lower > upper * (1 + max(_CIRCLE, rounding))
    turned = np.abs(np.log(lower) + np.log(upper.swapaxes(-1, -2))) > max(RECIPROCITY_TOLERANCE, rounding)

    def interval(at: Place) -> str:
        return f"the interval of a{list(at)}, {lower[at]:.10g} to {upper[at]:.10g},"

    def contradicted(at: Place) -> str:
        least, most = 1.0 / upper[mirrored(at)], 1.0 / lower[mirrored(at)]
        return f"{interval(at)} contradicts that of the turned pair, which says {least:.10g} to {most:.10g}"

    refuse_first(crossed, lambda at: f"{interval(at)} is empty; give the lower bound first", lower)
    refuse_first(turned, contradicted, lower)
    if rounding:
        lower, upper = np.sqrt(lower / upper.swapaxes(-1, -2)), np.sqrt(upper / lower.swapaxes(-1, -2))
        middle = np.sqrt(lower * upper)  # of an interval without width, whose ends may have crossed
        lower, upper = np.minimum(lower, middle), np.maximum(upper, middle)
    return Intervals(lower, upper)


def _check_bound(bound: Array) -> None:
    refuse_first(
        ~((bound > 0) & np.isfinite(bound)),
        lambda at: f"a bound of a{list(at)} is {bound[at]}; bounds are positive finite numbers",
        bound,
    )


def ratio_bounds(low: npt.ArrayLike, high: npt.ArrayLike) -> Intervals:
    """Return the tightest bounds of every ratio of priorities that interval judgments imply.

    Parameters
    ----------
    low, high : array_like, shape (..., n, n)
        Interval judgments.

    Returns
    -------
    Intervals, of arrays of shape (..., n, n)
        Bounds of w_i / w_j over all priorities that satisfy every judgment; NaN where there are none,
        because the judgments contradict each other (:func:`~ahp.core.more.relaxed_intervals`).

    Examples
    --------
    >>> low = [[1, 2, 1], [1/3, 1, 2], [1/9, 1/4, 1]]
    >>> high = [[1, 3, 9], [1/2, 1, 4], [1, 1/2, 1]]
    >>> print(ratio_bounds(low, high).low[0, 2].round(6))
    4.0
    """
    upper = as_interval_judgments(low, high).high
    distances = tightest_bounds(np.log(upper), rounding_of(low, high))
    return Intervals(np.exp(-distances.swapaxes(-1, -2)), np.exp(distances))


def tightest_bounds(upper: Array, rounding: float = 0.0) -> Array:
    """Return the tightest upper bounds of y_i - y_j that follow from `upper`; NaN without a solution.

    Bounds that were rounded to few digits, and only therefore have none, are widened by that rounding.
    """
    found = _shortest_paths(upper)
    if rounding and (without := np.isnan(found[..., 0, 0])).any():
        found[without] = _shortest_paths(upper[without] + rounding * (1.0 - np.eye(upper.shape[-1])))
    return found


def _shortest_paths(upper: Array) -> Array:
    distances = np.array(upper)
    for k in range(upper.shape[-1]):  # Floyd and Warshall: over any batch, one item in between at a time
        np.minimum(distances, distances[..., :, k, None] + distances[..., None, k, :], out=distances)
    impossible = np.diagonal(distances, axis1=-2, axis2=-1).min(axis=-1) < -_CIRCLE * upper.shape[-1]
    distances[impossible] = np.nan
    diagonal = np.arange(upper.shape[-1])
    distances[..., diagonal, diagonal] = np.where(impossible[..., None], np.nan, 0.0)
    return distances


def interval_priorities(low: npt.ArrayLike, high: npt.ArrayLike) -> Intervals:
    """Return the least and the largest priority of each item over all that satisfy interval judgments.

    Parameters
    ----------
    low, high : array_like, shape (..., n, n)
        Interval judgments.

    Returns
    -------
    Intervals, of arrays of shape (..., n)
        Attained, each by priorities of its own; the limits of Arbel's (1989) linear programmes. NaN where no
        priorities satisfy all judgments (:func:`~ahp.core.more.relaxed_intervals`).

    Notes
    -----
    When all ratios to item i take their tightest upper bounds at once, every judgment still holds, because
    shortest paths keep the triangle inequality. So the least priority is 1 / Σ_j max(w_j / w_i), exactly.

    Examples
    --------
    >>> found = interval_priorities([[1, 2], [0.25, 1]], [[1, 4], [0.5, 1]])
    >>> found.low.round(4), found.high.round(4)
    (array([0.6667, 0.2   ]), array([0.8   , 0.3333]))
    """
    ratios = ratio_bounds(low, high)
    return Intervals(1.0 / ratios.high.sum(axis=-2), 1.0 / ratios.low.sum(axis=-2))


def relaxed_intervals(low: npt.ArrayLike, high: npt.ArrayLike) -> RelaxedIntervals:
    """Return interval judgments widened just so far that some priorities satisfy them all.

    Parameters
    ----------
    low, high : array_like, shape (..., n, n)
        Interval judgments of at most 60 items.

    Returns
    -------
    RelaxedIntervals

    Raises
    ------
    JudgmentError
        If an interval is wrong, or there are more than 60 items.

    Examples
    --------
    >>> low = [[1, 2, 1/9], [1/3, 1, 2], [8, 1/3, 1]]
    >>> high = [[1, 3, 1/8], [1/2, 1, 3], [9, 1/2, 1]]
    >>> print(relaxed_intervals(low, high).slack.max().round(4))
    32.0
    """
    checked = as_interval_judgments(low, high)
    lower, upper = checked.low, checked.high
    n = lower.shape[-1]
    check_size(n, LARGEST_RELAXED, "intervals are relaxed for")
    logs = np.log(upper).reshape(-1, n, n)
    rounding = rounding_of(low, high)
    impossible = np.isnan(tightest_bounds(logs, rounding)[:, 0, 0])
    if not impossible.any():
        return RelaxedIntervals(lower, upper, np.ones(upper.shape))
    slack = np.zeros(logs.shape)
    # From the priorities themselves: what the solver calls slack is right to its own tolerance only.
    y = _least_violating(logs[impossible])
    slack[impossible] = np.maximum(y[:, :, None] - y[:, None, :] - logs[impossible], 0.0)
    slack[slack < max(_NO_SLACK, rounding)] = 0.0
    factor = np.exp(slack).reshape(upper.shape)
    widened = upper * factor
    return RelaxedIntervals(1.0 / widened.swapaxes(-1, -2), widened, factor)


def _least_violating(logs: Array) -> Array:
    """Return logarithms of priorities `(k, n)` that violate upper bounds `(k, n, n)` by least in sum."""
    from scipy.optimize import linprog

    n = logs.shape[-1]
    rows, columns = np.nonzero(~np.eye(n, dtype=bool))
    m = len(rows)
    # y_i - y_j - s_ij <= ln u_ij for every ordered pair; y_0 = 0
    at, A = np.arange(m), np.zeros((m, n + m))
    A[at, rows], A[at, columns], A[at, n + at] = 1.0, -1.0, -1.0
    bounds = [(0.0, 0.0), *[(None, None)] * (n - 1), *[(0.0, None)] * m]
    cost = np.concatenate([np.zeros(n), np.ones(m)])
    found = np.empty(logs.shape[:-1])
    for k, upper in enumerate(logs):  # no way is known to solve many of them in one array operation
        solved = linprog(cost, A_ub=A, b_ub=upper[rows, columns], bounds=bounds, method="highs")
        found[k] = np.asarray(solved.x)[:n]
    return found
