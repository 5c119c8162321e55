"""Judgments that are no single numbers: intervals in which a ratio lies, and triangular fuzzy numbers.

In logarithms the bounds of intervals bound differences, y_i - y_j ≤ ln u_ij. Such a system has a solution
exactly when no circle of bounds adds up to less than nothing, and its tightest consequences are shortest
paths. So what Arbel (1989) finds with two linear programmes for each item has a closed form here, for any
batch. Saaty & Tran (2007) argue that fuzzifying judgments adds nothing to their validity: where only the
range of a judgment is known, interval judgments say so more plainly.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

from ahp.core.gate import Array, Place, as_floats, check_size, finite_array, refuse_first, rounding_of
from ahp.core.inference import Intervals
from ahp.core.matrices import RECIPROCITY_TOLERANCE, check_square, mirrored
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


LARGEST_CONSTRAINED = 7
"""Items up to which :func:`~ahp.core.more.fuzzy_priorities` tries every corner: 2^15 for seven of them."""

LARGEST_PROGRAMMED = 200
"""Items up to which :func:`~ahp.core.more.fuzzy_preference_programming` goes: some seventy times n³."""

_HALVINGS = 60
_NEARLY_NOTHING = 1e-6  # of a least ratio: what is asked where the satisfaction would ask for less than 0
_LOWEST = -1e6  # satisfaction below this: the judgments leave no room at all


def as_triangular(T: npt.ArrayLike) -> Array:
    """Return triangular fuzzy judgments as a float array after checking them.

    Parameters
    ----------
    T : array_like, shape (..., n, n, 3)
        For each pair the least, the most plausible and the largest ratio; for the turned pair the
        reciprocals in turned order; (1, 1, 1) on the diagonal.

    Returns
    -------
    ndarray, shape (..., n, n, 3)
        The same numbers; of float32, the nearest ones that are reciprocal.

    Raises
    ------
    JudgmentError
        If an entry is no triangular number, or contradicts that of the turned pair.

    Examples
    --------
    >>> as_triangular([[[1, 1, 1], [2, 3, 4]], [[1/4, 1/3, 1/2], [1, 1, 1]]])[0, 1]
    array([2., 3., 4.])
    """
    found = as_floats(T)
    if found.ndim < 3 or found.shape[-1] != 3 or found.shape[-2] != found.shape[-3] or found.shape[-2] == 0:
        raise JudgmentError(f"fuzzy judgments are n × n triples, (…, n, n, 3); found {found.shape}")
    rounding = rounding_of(T)
    tolerance = max(RECIPROCITY_TOLERANCE, rounding)
    with np.errstate(invalid="ignore", divide="ignore"):
        ordered = (found > 0).all(axis=-1) & np.isfinite(found).all(axis=-1)
        ordered &= (np.diff(found, axis=-1) >= 0).all(axis=-1)
        turned = np.abs(np.log(found) + np.log(found.swapaxes(-2, -3)[..., ::-1])).max(axis=-1) <= tolerance

    def triple(at: Place) -> str:
        return f"a{list(at)} = {tuple(found[at].tolist())}"

    refuse_first(
        ~ordered, lambda at: f"{triple(at)} is no triangular number: 0 < least ≤ plausible ≤ largest"
    )
    refuse_first(
        ~turned,
        lambda at: (
            f"{triple(at)} contradicts that of the turned pair: needed are the reciprocals in turned order"
        ),
    )
    return np.asarray(np.sqrt(found / found.swapaxes(-2, -3)[..., ::-1])) if rounding else found


def fuzzy_priorities(T: npt.ArrayLike) -> Array:
    """Return the fuzzy priorities by constrained arithmetic (Krejčí, Pavlačka & Talašová 2017).

    The least and the largest priority of an item are those over all reciprocal matrices inside the
    triangles, by row geometric means. Arithmetic on the triangles themselves
    (:func:`~ahp.core.more.fuzzy_geometric_means`) forgets that a_ji is 1 / a_ij and that priorities sum to
    1, and overstates the spread.

    Parameters
    ----------
    T : array_like, shape (..., n, n, 3)
        Triangular fuzzy judgments, n ≤ 7: every corner of the other items' judgments is tried.

    Returns
    -------
    ndarray, shape (..., n, 3)
        Least, most plausible and largest priority of each item; the most plausible ones sum to 1.

    Raises
    ------
    JudgmentError
        If a judgment is no triangular number, or n is larger than 7.

    Examples
    --------
    >>> fuzzy_priorities([[[1, 1, 1], [2, 3, 4]], [[1/4, 1/3, 1/2], [1, 1, 1]]]).round(4)
    array([[0.6667, 0.75  , 0.8   ],
           [0.2   , 0.25  , 0.3333]])
    """
    triangles = as_triangular(T)
    n = triangles.shape[-2]
    if n > LARGEST_CONSTRAINED:
        raise JudgmentError(
            f"constrained fuzzy arithmetic tries 2^((n-1)(n-2)/2) corners and takes at most "
            f"{LARGEST_CONSTRAINED} items; found {n}: use interval judgments, whose bounds have a closed form"
        )
    logs = np.log(triangles)
    modal = np.exp(logs[..., 1].mean(axis=-1))
    found = np.empty((*triangles.shape[:-3], n, 3))
    found[..., 1] = modal / modal.sum(axis=-1, keepdims=True)
    for i in range(n):
        others = [k for k in range(n) if k != i]
        # Low for item i makes the others' ratios to it high: w_i is least when its row is low and the sum of
        # the others' row means largest, a convex function of their judgments, so at a corner.
        for end, sign in ((0, 1.0), (2, -1.0)):
            row = logs[..., i, :, end].sum(axis=-1) / n
            sums = _other_rows(logs, i, others, end, sign)
            found[..., i, end] = np.exp(row) / (np.exp(row) + sums)
    return found


def _other_rows(logs: Array, i: int, others: list[int], end: int, sign: float) -> Array:
    """Return the extreme sum of the other items' row means, over all corners of their judgments."""
    n = logs.shape[-3]
    opposite = 2 - end
    base = logs[..., others, i, opposite]  # their judgments on item i, fixed by its row
    inner = [(a, b) for a in range(n - 1) for b in range(a + 1, n - 1)]
    best = np.full(logs.shape[:-3], -np.inf)
    for corner in product((0, 2), repeat=len(inner)):
        rows = base.copy()
        for (a, b), pick in zip(inner, corner, strict=True):
            judged = logs[..., others[a], others[b], pick]
            rows[..., a] += judged
            rows[..., b] -= judged
        np.maximum(best, sign * np.exp(rows / n).sum(axis=-1), out=best)
    return sign * best


def fuzzy_geometric_means(T: npt.ArrayLike) -> Array:
    """Return the fuzzy priorities of Buckley (1985): row geometric means of triangles, divided crosswise.

    Parameters
    ----------
    T : array_like, shape (..., n, n, 3)
        Triangular fuzzy judgments.

    Returns
    -------
    ndarray, shape (..., n, 3)
        (g_l / Σ g_u, g_m / Σ g_m, g_u / Σ g_l). The spread is overstated: the arithmetic forgets reciprocity
        and that priorities sum to 1 (:func:`~ahp.core.more.fuzzy_priorities` does not).

    Examples
    --------
    >>> fuzzy_geometric_means([[[1, 1, 1], [2, 3, 4]], [[1/4, 1/3, 1/2], [1, 1, 1]]]).round(4)
    array([[0.5224, 0.75  , 1.0448],
           [0.1847, 0.25  , 0.3694]])
    """
    means = np.exp(np.log(as_triangular(T)).mean(axis=-2))
    return np.asarray(means / means.sum(axis=-2, keepdims=True)[..., ::-1])


def centroids(fuzzy: npt.ArrayLike) -> Array:
    """Return fuzzy priorities as plain ones: the centroids of the triangles, summing to 1.

    Parameters
    ----------
    fuzzy : array_like, shape (..., n, 3)

    Returns
    -------
    ndarray, shape (..., n)

    Examples
    --------
    >>> centroids([[0.6, 0.75, 0.9], [0.2, 0.25, 0.3]])
    array([0.75, 0.25])
    """
    triangles = finite_array(fuzzy, "fuzzy priorities", axes=2, above=0.0)
    if triangles.shape[-1] != 3:
        raise JudgmentError(f"fuzzy priorities are n triples, (…, n, 3); found {triangles.shape}")
    middle = triangles.mean(axis=-1)
    return np.asarray(middle / middle.sum(axis=-1, keepdims=True))


@dataclass(frozen=True)
class ExtentAnalysis(FormerTuple, NotebookFace):
    """What Chang's extent analysis says, and what it loses.

    Attributes
    ----------
    priorities : ndarray, shape (..., n)
        Summing to 1.
    lost : ndarray of bool, shape (..., n)
        Where the priority is 0 though no judgment gives the item a ratio of 0.
    """

    priorities: Array
    lost: npt.NDArray[np.bool_]


def extent_analysis(T: npt.ArrayLike) -> ExtentAnalysis:
    """Return the weights of Chang's extent analysis (1996), and which of them the method has lost.

    Only for comparison with results that others got by it. Its weights are degrees of possibility that an
    item is the largest, not its importance: it gives 0 to items that every judgment supports, and is not
    exact even where the judgments are consistent (Wang, Luo & Hua 2008).

    Parameters
    ----------
    T : array_like, shape (..., n, n, 3)
        Triangular fuzzy judgments.

    Returns
    -------
    ExtentAnalysis

    Examples
    --------
    >>> T = [[[1, 1, 1], [2, 3, 4], [3, 4, 5]], [[1/4, 1/3, 1/2], [1, 1, 1], [1, 2, 3]],
    ...      [[1/5, 1/4, 1/3], [1/3, 1/2, 1], [1, 1, 1]]]
    >>> found = extent_analysis(T)
    >>> found.priorities.round(5), found.lost
    (array([0.81635, 0.18365, 0.     ]), array([False, False,  True]))
    """
    triangles = as_triangular(T)
    rows = triangles.sum(axis=-2)
    extents = rows / rows.sum(axis=-2, keepdims=True)[..., ::-1]
    l_k, m_k = extents[..., None, :, 0], extents[..., None, :, 1]
    m_i, u_i = extents[..., :, None, 1], extents[..., :, None, 2]
    with np.errstate(divide="ignore", invalid="ignore"):
        overlap = (l_k - u_i) / ((m_i - u_i) - (m_k - l_k))
    possible = np.where(m_i >= m_k, 1.0, np.where(l_k >= u_i, 0.0, overlap))
    least = possible.min(axis=-1)
    weights = np.asarray(least / least.sum(axis=-1, keepdims=True))
    return ExtentAnalysis(weights, weights == 0)


@dataclass(frozen=True)
class PreferenceProgramming(FormerTuple, NotebookFace):
    """The priorities that satisfy the least satisfied fuzzy judgment best, and how far.

    Attributes
    ----------
    priorities : ndarray, shape (..., n)
        Summing to 1. Where several are equally good, the middle of what remains possible.
    satisfaction : ndarray, shape (...)
        At most 1, reached when the most plausible judgments are consistent; below 0 no priorities lie inside
        all triangles, and it measures how far the judgments contradict each other.
    """

    priorities: Array
    satisfaction: Array


def fuzzy_preference_programming(T: npt.ArrayLike) -> PreferenceProgramming:
    """Return the priorities that satisfy the least satisfied judgment best (Mikhailov 2003).

    Parameters
    ----------
    T : array_like, shape (..., n, n, 3)
        Triangular fuzzy judgments of at most 200 items; those above the diagonal are used.

    Returns
    -------
    PreferenceProgramming

    Raises
    ------
    JudgmentError
        If judgments without any spread contradict each other, so that no satisfaction is small enough, or
        there are more than 200 items.

    Notes
    -----
    For a given satisfaction λ the programme asks for l + λ(m - l) ≤ w_i / w_j ≤ u - λ(u - m), bounds of
    differences in the logarithms, so shortest paths settle it and λ is found by halving.

    Examples
    --------
    >>> found = fuzzy_preference_programming([[[1, 1, 1], [2, 3, 4]], [[1/4, 1/3, 1/2], [1, 1, 1]]])
    >>> print(found.priorities.round(6), found.satisfaction.round(6))
    [0.75 0.25] 1.0
    """
    triangles = as_triangular(T)
    advice = "use fuzzy_geometric_means, which takes any number"
    check_size(triangles.shape[-2], LARGEST_PROGRAMMED, "fuzzy preference programming takes", advice)
    rounding = rounding_of(T)
    low = np.full(triangles.shape[:-3], -1.0)
    while (bad := np.isnan(_distances(triangles, low, rounding)[..., 0, 0])).any():
        low = np.where(bad, 2.0 * low, low)
        refuse_first(
            low < _LOWEST,
            lambda at: (
                f"the judgments{f' of matrix {list(at)}' if at else ''} that have no spread contradict each "
                f"other; give them some, or correct them"
            ),
            axes=(),
        )
    high = np.ones(low.shape)
    low = np.where(np.isnan(_distances(triangles, high, rounding)[..., 0, 0]), low, high)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        possible = ~np.isnan(_distances(triangles, middle, rounding)[..., 0, 0])
        low, high = np.where(possible, middle, low), np.where(possible, high, middle)
    distances = _distances(triangles, low, rounding)
    # Each column, and each row turned, satisfies the bounds; so does their mean.
    y = (distances.mean(axis=-1) - distances.mean(axis=-2)) / 2
    weights = np.exp(y - y.max(axis=-1, keepdims=True))
    return PreferenceProgramming(weights / weights.sum(axis=-1, keepdims=True), np.asarray(low))


def _distances(triangles: Array, satisfaction: Array, rounding: float) -> Array:
    """Return the tightest bounds of ln(w_i / w_j) at a satisfaction; NaN where there is no solution."""
    lam = satisfaction[..., None, None]
    least, modal, largest = (triangles[..., k] for k in range(3))
    with np.errstate(divide="ignore"):
        above = np.log(largest - lam * (largest - modal))
        below = -np.log(np.maximum(least + lam * (modal - least), _NEARLY_NOTHING * least))
    n = triangles.shape[-2]
    upper = np.where(np.tri(n, k=-1, dtype=bool), below.swapaxes(-1, -2), above)
    diagonal = np.arange(n)
    upper[..., diagonal, diagonal] = 0.0
    return tightest_bounds(upper, rounding)
