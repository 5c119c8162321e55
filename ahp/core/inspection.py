"""What is wrong with a matrix: judgments that contradict the rest, what would mend it, whether it has order.

What a judgment is held against is the completion of least λ_max of all the others: missing judgments say
nothing, so they follow whatever is tried. A judgment prefers, or ties (a_ij = 1); what differs from 1 by
rounding alone counts as a tie.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ahp.core.closed_forms import residuals
from ahp.core.consistency import ratio_of
from ahp.core.eigenvector import perron
from ahp.core.gate import (
    Array,
    as_floats,
    check_single,
    check_size,
    priorities_of,
    real_number,
    rounding_of,
    whole_number,
)
from ahp.core.incomplete import completion_of
from ahp.core.matrices import Mask, as_pairwise, blocks, reached_by
from ahp.core.random_index import DEFAULT_TABLE
from ahp.core.random_index import random_index as _random_index
from ahp.deprecation import FormerTuple, renamed
from ahp.errors import ConvergenceError
from ahp.notebook import NotebookFace

LARGEST_ORDER = 60
"""Most items whose intensities are compared: every judgment with every other costs n⁴."""

_TIED = 1e-9  # a logarithm up to this is none; up to what rounding makes, in float32


@dataclass(frozen=True)
class OrderViolations(FormerTuple, NotebookFace):
    """How often priorities fail to keep the order of the judgments (Bana e Costa & Vansnick 2008).

    Attributes
    ----------
    preference : ndarray of int, shape (...)
        Pairs with a_ij > 1 but not w_i > w_j.
    intensity : ndarray of int, shape (...)
        Pairs of judgments with a_ij > a_kl > 1 but not w_i/w_j > w_k/w_l.
    """

    preference: npt.NDArray[np.int64]
    intensity: npt.NDArray[np.int64]


@dataclass(frozen=True)
class ReversedJudgments(FormerTuple, NotebookFace):
    """Two judgments whose order of intensity the priorities reverse.

    Attributes
    ----------
    stronger, weaker : tuple of int
        The pairs (i, j) and (k, l), with a_ij > a_kl ≥ 1.
    judged : tuple of float
        a_ij and a_kl.
    weighed : tuple of float
        w_i/w_j and w_k/w_l, the first no larger than the second.
    """

    stronger: tuple[int, int]
    weaker: tuple[int, int]
    judged: tuple[float, float]
    weighed: tuple[float, float]


def circular_triads(A: npt.ArrayLike) -> npt.NDArray[np.int64]:
    """Return the number of intransitive triads of each matrix (Kendall & Babington Smith 1940).

    A triad is intransitive if i > j > k > i. With ties (Jensen & Hicks 1993) also if i > j > k and
    i = k, or if i = j = k and i > k.

    Examples
    --------
    >>> print(circular_triads([[1, 3, 1/2], [1/3, 1, 4], [2, 1/4, 1]]))
    1
    """
    logs, tied = np.log(as_pairwise(A)), _tied(A)
    beats = (logs > tied).astype(np.float64)
    ties = (np.abs(logs) <= tied).astype(np.float64)
    diagonal = np.arange(logs.shape[-1])
    ties[..., diagonal, diagonal] = 0.0
    chains = beats @ beats
    circles = (chains * beats.swapaxes(-1, -2)).sum(axis=(-2, -1)) / 3.0
    half_tied = (chains * ties).sum(axis=(-2, -1))
    broken_ties = ((ties @ ties) * beats).sum(axis=(-2, -1))
    return np.asarray(np.rint(circles + half_tied + broken_ties).astype(np.int64))


def kendall_zeta(A: npt.ArrayLike) -> Array:
    """Return ζ = 1 - d/d_max of each matrix, d being its circular triads (Kendall & Babington Smith 1940).

    d_max = (n³ - n)/24 for odd n, (n³ - 4n)/24 for even n. 1 for n < 3, where no triad is; NaN where
    there are ties, for which that d_max does not hold.

    Examples
    --------
    >>> print(kendall_zeta([[1, 3, 1/2], [1/3, 1, 4], [2, 1/4, 1]]))
    0.0
    """
    matrix = as_pairwise(A)
    n = matrix.shape[-1]
    if n < 3:
        return np.ones(matrix.shape[:-2])
    most = (n**3 - n) / 24 if n % 2 else (n**3 - 4 * n) / 24
    tied = (np.abs(np.log(matrix)) <= _tied(A)).sum(axis=(-2, -1)) > n
    return np.where(tied, np.nan, 1.0 - circular_triads(A) / most)


@renamed(w="priorities")
def rank_violations(A: npt.ArrayLike, priorities: npt.ArrayLike) -> Array:
    """Return how many ordered pairs the priorities rank against the judgment (Golany & Kress 1993).

    1 for w_i > w_j with a_ij < 1; 1/2 where exactly one of them says that i and j are equal.

    Parameters
    ----------
    A : array_like, shape (..., n, n)
        Pairwise comparison matrices.
    priorities : array_like, shape (..., n)
        Priorities.

    Returns
    -------
    ndarray, shape (...)

    Examples
    --------
    >>> print(rank_violations([[1, 2], [1/2, 1]], [0.4, 0.6]))
    1.0
    """
    logs, ratios, tie = _logs(A, priorities)
    judged, weighed = _signs(logs, tie), _signs(ratios, tie)
    against = (judged < 0) & (weighed > 0)
    half = (judged == 0) != (weighed == 0)
    return np.asarray(against.sum(axis=(-2, -1)) + 0.5 * half.sum(axis=(-2, -1)))


@renamed(w="priorities")
def order_violations(A: npt.ArrayLike, priorities: npt.ArrayLike) -> OrderViolations:
    """Return how often priorities break the two conditions of order preservation.

    Parameters
    ----------
    A : array_like, shape (..., n, n)
        Pairwise comparison matrices of at most 60 items.
    priorities : array_like, shape (..., n)
        Priorities.

    Returns
    -------
    OrderViolations
        Counts for preference (POP) and for intensity (POIP), Bana e Costa & Vansnick (2008).

    Raises
    ------
    JudgmentError
        If a matrix is wrong, has more than 60 items, or the priorities do not fit it.

    Examples
    --------
    >>> A = [[1, 2, 3, 5, 9], [1/2, 1, 2, 4, 9], [1/3, 1/2, 1, 2, 8], [1/5, 1/4, 1/2, 1, 7],
    ...      [1/9, 1/9, 1/8, 1/7, 1]]
    >>> found = order_violations(A, [0.426, 0.281, 0.165, 0.101, 0.027])
    >>> print(found.preference, found.intensity)
    0 1
    """
    logs, ratios, tie = _logs(A, priorities)
    n = logs.shape[-1]
    _check_size(n)
    preference = ((logs > tie) & ~(ratios > tie)).sum(axis=(-2, -1))
    rows, columns = np.triu_indices(n, 1)
    judged, weighed = logs[..., rows, columns], ratios[..., rows, columns]
    turn = np.where(judged < 0, -1.0, 1.0)  # each pair once, the way in which it prefers
    count = int(np.prod(logs.shape[:-2]))
    judged, weighed = (judged * turn).reshape(count, len(rows)), (weighed * turn).reshape(count, len(rows))
    intensity = np.empty(count, dtype=np.int64)
    for block in blocks(count, max(1, len(rows))):
        a, b = judged[block], weighed[block]
        stronger = a[:, :, None] > a[:, None, :] + tie
        kept = b[:, :, None] > b[:, None, :] + tie
        intensity[block] = (stronger & ~kept & (a > tie)[:, None, :]).sum(axis=(-2, -1))
    return OrderViolations(np.asarray(preference), intensity.reshape(logs.shape[:-2]))


@renamed(w="priorities")
def worst_reversals(
    A: npt.ArrayLike, priorities: npt.ArrayLike, *, count: int = 3
) -> list[ReversedJudgments]:
    """Return the pairs of judgments whose order of intensity priorities reverse most, for one matrix.

    Those are first where the larger of the two ratios of priorities exceeds the smaller by most.

    Examples
    --------
    >>> A = [[1, 2, 3, 5, 9], [1/2, 1, 2, 4, 9], [1/3, 1/2, 1, 2, 8], [1/5, 1/4, 1/2, 1, 7],
    ...      [1/9, 1/9, 1/8, 1/7, 1]]
    >>> worst = worst_reversals(A, [0.426, 0.281, 0.165, 0.101, 0.027], count=1)[0]
    >>> worst.stronger, worst.weaker, worst.judged
    ((3, 4), (0, 3), (7.0, 5.0))
    """
    count = whole_number(count, "the number of reversals", least=0)
    logs, ratios, tie = _logs(A, priorities)
    check_single(logs, "the reversals of one matrix are")
    _check_size(len(logs))
    pairs = np.argwhere(logs > tie)
    judged, weighed = logs[tuple(pairs.T)], ratios[tuple(pairs.T)]
    excess = weighed[None, :] - weighed[:, None]
    wrong = (judged[:, None] > judged[None, :] + tie) & (excess >= -tie)
    order = np.argsort(-np.where(wrong, excess.round(10), -np.inf), axis=None, kind="stable")[:count]
    chosen = [divmod(int(at), len(pairs)) for at in order if wrong.flat[at]]
    return [
        ReversedJudgments(
            (int(pairs[p, 0]), int(pairs[p, 1])),
            (int(pairs[q, 0]), int(pairs[q, 1])),
            (float(as_floats(A)[tuple(pairs[p])]), float(as_floats(A)[tuple(pairs[q])])),
            (float(np.exp(weighed[p])), float(np.exp(weighed[q]))),
        )
        for p, q in chosen
    ]


def _tied(*given: npt.ArrayLike) -> float:
    return max(_TIED, rounding_of(*given))


def _logs(A: npt.ArrayLike, w: npt.ArrayLike) -> tuple[Array, Array, float]:
    """Return ln a_ij and ln(w_i/w_j), and which differences of such are ties."""
    matrix = as_pairwise(A)
    y = np.log(priorities_of(matrix, w))
    return np.log(matrix), y[..., :, None] - y[..., None, :], _tied(A, w)


def _signs(logs: Array, tie: float) -> Array:
    return np.asarray(np.sign(np.where(np.abs(logs) <= tie, 0.0, logs)))


def _check_size(n: int) -> None:
    advice = "use rank_violations, which takes any number"
    check_size(n, LARGEST_ORDER, "the order of intensities is compared for", advice)


Positions: TypeAlias = npt.NDArray[np.intp]

LARGEST = 50
"""Most items of an inspection: one optimal completion for each of the n(n-1)/2 judgments."""

LARGEST_RATIO = 1e6
"""Largest consistency ratio that can be asked for: anything is acceptable long before."""

LARGEST_REPAIR = 20
"""Most items of a repair: a convex programme with n(n-1)/2 unknowns."""

_TOO_WIDE = (
    "the judgments differ too widely for the arithmetic: a priority is no number above 0; "
    "judge within a narrower scale"
)


@dataclass(frozen=True)
class Inspection(FormerTuple, NotebookFace):
    """The judgments of each matrix, the most inconsistent first; m = n(n-1)/2.

    Attributes
    ----------
    pairs : ndarray of int, shape (..., m, 2)
        Positions (i, j), so turned that the judgment is 1 or more.
    judged : ndarray, shape (..., m)
        The judgments a_ij.
    error : ndarray, shape (..., m)
        a_ij w_j / w_i with the eigenvector w: 1 where the priorities say what was judged (Saaty 2003).
    gradient : ndarray, shape (..., m)
        The change of λ_max per unit of ln a_ij (Harker 1987b).
    consistent : ndarray, shape (..., m)
        What the other judgments say: the value with which λ_max is least, all others kept.
    ratio : ndarray, shape (..., m)
        The consistency ratio with that value in place of the judgment.
    """

    pairs: npt.NDArray[np.intp]
    judged: Array
    error: Array
    gradient: Array
    consistent: Array
    ratio: Array


@dataclass(frozen=True)
class Repair(FormerTuple, NotebookFace):
    """The smallest change of the judgments that makes them acceptable.

    Attributes
    ----------
    matrix : ndarray, shape (n, n)
        The changed judgments. A suggestion: nobody judged so.
    change : ndarray, shape (n, n)
        ln(changed / judged).
    ratio : float
        Its consistency ratio, at most the one asked for.
    """

    matrix: Array
    change: Array
    ratio: float


def inspection(
    A: npt.ArrayLike, *, random_index: str = DEFAULT_TABLE, count: int | None = None
) -> Inspection:
    """Return every judgment with its error, the value that would be consistent, and the ratio that gives.

    Parameters
    ----------
    A : array_like, shape (..., n, n)
        Pairwise comparison matrices of at most 50 items.
    random_index : str
        A key of :data:`~ahp.core.random_index.RANDOM_INDICES`.
    count : int, optional
        At most so many judgments of each matrix; all of them by default.

    Returns
    -------
    Inspection
        Ordered by the size of the error, max(e, 1/e).

    Raises
    ------
    JudgmentError
        If a matrix is not a pairwise comparison matrix, or has more than 50 items.
    StudyError
        If the table is unknown or ends before n.

    Examples
    --------
    >>> A = [[1, 2, 8, 9], [1/2, 1, 4, 1/4], [1/8, 1/4, 1, 1], [1/9, 4, 1, 1]]
    >>> found = inspection(A)
    >>> print(found.pairs[0], found.judged[0], found.consistent[0].round(3), found.ratio[0].round(3))
    [3 1] 4.0 0.236 0.0
    """
    matrix = as_pairwise(A)
    n = matrix.shape[-1]
    check_size(n, LARGEST, "an inspection takes", "use worst_triads, which takes more")
    scale = _random_index(n, random_index)
    if count is not None:
        count = whole_number(count, "the number of judgments", least=0)
    return _inspected(matrix, scale, None, count)


def nearest_acceptable(A: npt.ArrayLike, *, ratio: float = 0.10, random_index: str = DEFAULT_TABLE) -> Repair:
    """Return the matrix nearest to `A` in the logarithms whose consistency ratio is at most `ratio`.

    λ_max is a convex function of the logarithms of the judgments (Kingman 1961), so that the least sum of
    squared changes is one convex programme with one solution.

    Parameters
    ----------
    A : array_like, shape (n, n)
        One pairwise comparison matrix of at most 20 items.
    ratio : float
        The largest acceptable consistency ratio, greater than 0.
    random_index : str
        A key of :data:`~ahp.core.random_index.RANDOM_INDICES`.

    Returns
    -------
    Repair

    Raises
    ------
    JudgmentError
        If `A` is not one pairwise comparison matrix, or has more than 20 items.
    StudyError
        If the ratio is not positive, or the table is unknown.
    ConvergenceError
        If the programme is not solved.

    Examples
    --------
    >>> A = [[1, 2, 8, 9], [1/2, 1, 4, 1/4], [1/8, 1/4, 1, 1], [1/9, 4, 1, 1]]
    >>> found = nearest_acceptable(A)
    >>> print(round(found.ratio, 6), found.matrix[1, 3].round(3))
    0.1 0.505
    """
    matrix = as_pairwise(A)
    check_single(matrix, "the repair of one matrix is")
    check_size(len(matrix), LARGEST_REPAIR, "a repair takes")
    ratio = real_number(ratio, "an acceptable consistency ratio", above=0.0, most=LARGEST_RATIO)
    return repair_incomplete(matrix, ratio, _random_index(len(matrix), random_index), None)


def gradient_of(A: Array, w: Array, v: Array) -> Array:
    """Return dλ / d ln a_ij = a_ij v_i w_j - a_ji v_j w_i, with vᵀw = 1."""
    v = v / (v * w).sum(axis=-1, keepdims=True)
    half = A * w[..., None, :] * v[..., :, None]  # in this order nothing is larger than λ
    return np.asarray(half - half.swapaxes(-1, -2))


def least_change(A: Array, limit: float, known: npt.NDArray[np.bool_], bound: float | None) -> Array:
    """Return the antisymmetric changes of ln A with λ_max at most `limit`, least in those that are known.

    The others are free, but for the bound that keeps them between its reciprocal and itself.
    """
    from scipy.optimize import minimize

    n = len(A)
    rows, columns = np.triu_indices(n, 1)
    counted = known[rows, columns].astype(np.float64)

    def changed(t: Array) -> Array:
        change = np.zeros((n, n))
        change[rows, columns], change[columns, rows] = t, -t
        return change

    def room(t: Array) -> float:
        return limit - float(perron(A * np.exp(changed(t)))[1])

    def slope(t: Array) -> Array:
        B = A * np.exp(changed(t))
        return -gradient_of(B, perron(B)[0], perron(np.ascontiguousarray(B.T))[0])[rows, columns]

    ends = None
    if bound is not None:
        logs = np.log(A[rows, columns])
        wide = np.where(counted > 0, np.inf, np.log(bound))
        ends = list(zip((-wide - logs).tolist(), (wide - logs).tolist(), strict=True))
    # Half-way to consistency, where both the change and λ_max are moderate.
    start = -np.log(residuals(A, perron(A)[0]))[rows, columns] * counted / 2.0
    found = minimize(  # type: ignore[call-overload]
        lambda t: float(counted @ t**2),
        start,
        jac=lambda t: 2.0 * counted * t,
        constraints={"type": "ineq", "fun": room, "jac": slope},
        bounds=ends,
        method="SLSQP",
        options={"ftol": 1e-14, "maxiter": 500},
    )
    t = np.asarray(found.x)
    if not room(t) >= -1e-6 * limit:  # nor where it is NaN
        raise ConvergenceError(f"the smallest repair was not found: {found.message}", changed(t))
    longer = 1.0
    while not room(t * longer) >= 0:  # what rounding leaves above the limit
        longer += 1e-9 if longer == 1.0 else longer - 1.0
        if longer > 2.0:
            raise ConvergenceError("no repair is small enough: the ratio asked for is rounding", changed(t))
    return changed(t * longer)


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
    check_size(len(A), LARGEST, "an inspection takes")
    return _inspected(A, scale, bound, None)


def _inspected(A: Array, scale: float, bound: float | None, count: int | None) -> Inspection:
    """Return the inspection of each matrix of a batch `(..., n, n)` that all lack the same judgments."""
    n, batch = A.shape[-1], A.shape[:-2]
    flat = A.reshape(-1, n, n)
    completed = completion_of(flat, bound)
    filled, w = completed.matrix, completed.priorities
    v = perron(np.ascontiguousarray(filled.swapaxes(-1, -2)))[0]
    faint = ~((v * w).sum(axis=-1) >= np.finfo(np.float64).tiny)
    if faint.any():
        raise ConvergenceError(_TOO_WIDE, w[faint][0])
    rows, columns = _supported(~np.isnan(flat[0])) if len(flat) else np.triu_indices(n, 1)
    # Each the way round in which it is 1 or more.
    turned = flat[:, rows, columns] < 1.0
    i, j = np.where(turned, columns, rows), np.where(turned, rows, columns)
    which = np.arange(len(flat))[:, None]
    error = np.log(residuals(filled, w))[which, i, j]
    worst = np.argsort(-np.abs(error).round(10), axis=-1, kind="stable")  # of three items all are alike
    worst = worst[:, :count]
    i, j, error = (np.take_along_axis(one, worst, axis=-1) for one in (i, j, error))
    consistent, best = _left_out(flat, np.broadcast_to(which, i.shape).ravel(), i.ravel(), j.ravel(), bound)
    shape = (*batch, i.shape[-1])
    return Inspection(
        np.stack([i, j], axis=-1).reshape(*shape, 2),
        flat[which, i, j].reshape(shape),
        np.exp(error).reshape(shape),
        np.asarray(gradient_of(filled, w, v)[which, i, j]).reshape(shape),
        consistent.reshape(shape),
        np.asarray(ratio_of(best, n, scale)).reshape(shape),
    )


def _supported(known: Mask) -> tuple[Positions, Positions]:
    """Return the judgments, by row and column, without which others still connect all items."""
    rows, columns = np.nonzero(np.triu(known, 1))
    if len(known) < 3:  # between two items nothing else says anything
        return rows, columns
    left, k = np.repeat(known[None], len(rows), axis=0), np.arange(len(rows))
    left[k, rows, columns] = left[k, columns, rows] = False
    kept = reached_by(left).all(axis=(-2, -1))
    return rows[kept], columns[kept]


def _left_out(
    flat: Array, which: Positions, i: Positions, j: Positions, bound: float | None
) -> tuple[Array, Array]:
    """Return what the others say of each judgment (i, j) of matrix `which`, and λ_max if that is judged."""
    n = flat.shape[-1]
    consistent, best = np.empty(len(which)), np.empty(len(which))
    for block in blocks(len(which), n):
        without, k = flat[which[block]], np.arange(len(which[block]))
        if n > 2:
            without[k, i[block], j[block]] = without[k, j[block], i[block]] = np.nan
        found = completion_of(without, bound)
        consistent[block], best[block] = found.matrix[k, i[block], j[block]], found.lambda_max
    return consistent, best


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
    check_size(n, LARGEST_REPAIR, "a repair takes")
    known = ~np.isnan(A)
    limit = n + ratio * (n - 1) * scale
    start = completion_of(A, bound)
    change = np.zeros((n, n))
    if float(start.lambda_max) > limit:
        change = np.where(known, least_change(start.matrix, limit, known, bound), 0.0)
    changed = np.where(known, A * np.exp(change), np.nan)
    return Repair(changed, change, float(ratio_of(completion_of(changed, bound).lambda_max, n, scale)))
