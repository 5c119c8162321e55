"""Priorities where judgments are missing (NaN): three methods, the best completion, what to ask; best-worst.

The known judgments are the edges of a graph on the items. Priorities are unique exactly where that
graph is connected, for every method here (Bozóki, Fülöp & Rónyai 2010, theorem 2).

With x_ij = exp(t_ij) for the missing judgments λ_max is convex in t, strictly where the known ones
connect all items. At its minimum x_ij² = (w_i / w_j) (v_j / v_i), w and v being the right and left
eigenvectors, so that t_ij is a difference u_i - u_j: Newton's method needs n unknowns, however many judgments
are missing.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ahp.core.closed_forms import shares
from ahp.core.eigenvector import perron, perron_from
from ahp.core.gate import Array, as_floats, check_size, whole_number
from ahp.core.least_squares import solve_laplacian
from ahp.core.matrices import as_connected, as_incomplete, reached_by
from ahp.deprecation import FormerTuple
from ahp.errors import ConvergenceError, JudgmentError
from ahp.notebook import NotebookFace
from ahp.registry import Registry

Method: TypeAlias = Callable[[Array], Array]

LARGEST_BOUNDED = 100
"""Most items of a bounded completion: thousands of sweeps of two eigenvectors each."""

_STEPS = 100
_SETTLED = 1e-6  # a Newton step this small leaves an error of its square
_SWEEPS = 5000
_STILL = 1e-12
_UNSETTLED = (
    "the completion with the least eigenvalue did not settle; the judgments differ too widely; "
    "use the method 'geometric-mean' (of an incomplete matrix alone: 'logarithmic-least-squares')"
)


def incomplete_priorities(A: npt.ArrayLike, *, method: str = "logarithmic-least-squares") -> Array:
    """Return the priority vector of each matrix, whatever judgments are missing (NaN).

    Parameters
    ----------
    A : array_like, shape (..., n, n)
        Pairwise comparison matrices; NaN in both places of a pair that was not compared.
    method : str
        A key of :data:`~ahp.core.more.INCOMPLETE_METHODS`: `logarithmic-least-squares` over the known
        judgments, by the Laplacian of their graph (Bozóki, Fülöp & Rónyai 2010); `harker` (Harker 1987a);
        or `eigenvalue-optimal`, the eigenvector of the completion with the least λ_max (Bozóki, Fülöp
        & Rónyai 2010).

    Returns
    -------
    ndarray, shape (..., n)
        Positive, summing to 1. With every judgment known they are the geometric mean, or the
        eigenvector; with n - 1 judgments that connect all items, the products along their paths.

    Raises
    ------
    JudgmentError
        If a judgment is wrong, or the judgments fall into unconnected groups; the message names them.
    StudyError
        If the method is unknown.

    Examples
    --------
    >>> nan = float("nan")
    >>> incomplete_priorities([[1, 2, nan], [1/2, 1, 2], [nan, 1/2, 1]]).round(4)
    array([0.5714, 0.2857, 0.1429])
    """
    solve = INCOMPLETE_METHODS[method]
    return solve(as_connected(A))


def logarithmic_least_squares(A: Array) -> Array:
    """Return exp of the y that minimise Σ (ln a_ij - y_i + y_j)² over the known judgments.

    One linear system with the Laplacian of the graph of judgments.
    """
    n = A.shape[-1]
    if n == 1:
        return np.ones(A.shape[:-1])
    known = ~np.isnan(A)
    logs = np.log(np.where(known, A, 1.0))
    y = solve_laplacian(known.astype(np.float64), logs.sum(axis=-1))
    return shares(np.exp(y - y.max(axis=-1, keepdims=True)))


def harker_matrix(A: Array) -> Array:
    """Return known judgments, 0 for missing ones, and on the diagonal 1 + how many the row misses."""
    n = A.shape[-1]
    missing = np.isnan(A)
    filled = np.where(missing, 0.0, A)
    filled[..., np.arange(n), np.arange(n)] = 1.0 + missing.sum(axis=-1)
    return filled


def harker(A: Array) -> Array:
    """Return the principal eigenvectors of the matrices that Harker (1987a) puts in place of A."""
    return perron_from(harker_matrix(A), logarithmic_least_squares(A))[0]


def eigenvalue_optimal(A: Array) -> Array:
    """Return the eigenvectors of the completions with the least λ_max."""
    return completion_of(A).priorities


@dataclass(frozen=True)
class Completion(FormerTuple, NotebookFace):
    """Incomplete matrices with their missing judgments filled in so that λ_max is least.

    Attributes
    ----------
    matrix : ndarray, shape (..., n, n)
        The completed matrices. What was filled in is a result, not a judgment.
    priorities : ndarray, shape (..., n)
        Their principal eigenvectors, summing to 1.
    lambda_max : ndarray, shape (...)
        Their principal eigenvalues.
    """

    matrix: Array
    priorities: Array
    lambda_max: Array


def completion_of(A: Array, bound: float | None = None) -> Completion:
    """Return the completions of least λ_max of checked, connected matrices, or of those within the bound."""
    if not np.isnan(A).any():
        return _completed(A)
    start = logarithmic_least_squares(A)
    return _optimal(A, start) if bound is None else _bounded(A, start, bound)


@np.errstate(divide="ignore", invalid="ignore", over="ignore")  # priorities of 0 end in an error that says so
def _optimal(A: Array, start: Array) -> Completion:
    """Return the optimal completions, sought from priorities `start`."""
    n = A.shape[-1]
    known = ~np.isnan(A)
    flat, mask = A.reshape(-1, n, n), known.reshape(-1, n, n)
    u = np.log(start).reshape(-1, n)
    # Measured against exp(u) the known judgments are near one, and the missing ones are one.
    value = np.full(len(flat), np.inf)
    right = np.empty_like(u)
    left = np.flatnonzero(~mask.all(axis=(-2, -1)))
    step = np.zeros_like(u)
    for _ in range(_STEPS):
        if not len(left):
            break
        apart = u[left][:, None, :] - u[left][:, :, None]
        scaled = np.where(mask[left], flat[left] * np.exp(apart), 1.0)
        w, lambda_ = perron(scaled)
        v = perron(np.ascontiguousarray(scaled.swapaxes(-1, -2)))[0]
        worse = lambda_ > value[left] * (1.0 + 1e-13)
        if worse.any():  # half the step back; convexity makes one small enough go down
            back = left[worse]
            step[back] /= 2.0
            u[back] -= step[back]
        on = ~worse
        going = left[on]
        value[going], right[going] = lambda_[on], w[on]
        step[going] = _newton_step(scaled[on], mask[going], w[on], v[on], lambda_[on])
        u[going] += step[going]
        moved = np.abs(step[left][:, :, None] - step[left][:, None, :])  # logarithms of missing judgments
        left = left[worse | (np.where(mask[left], 0.0, moved).max(axis=(-2, -1)) > _SETTLED)]
    else:
        raise ConvergenceError(_UNSETTLED, u.reshape(A.shape[:-1]))
    return _completed(np.where(known, A, np.exp(u[:, :, None] - u[:, None, :]).reshape(A.shape)))


@np.errstate(divide="ignore", invalid="ignore", over="ignore")
def _bounded(A: Array, start: Array, bound: float) -> Completion:
    """Return the completions of least λ_max among those with 1/bound ≤ x_ij ≤ bound.

    Each sweep sets every missing judgment to √(w_i v_j / (w_j v_i)), cut to the bounds; where a sweep
    changes nothing, the conditions of Karush, Kuhn and Tucker hold.
    """
    n = A.shape[-1]
    known = ~np.isnan(A)
    flat, mask = A.reshape(-1, n, n), known.reshape(-1, n, n)
    y = np.log(start).reshape(-1, n)
    limit = np.log(bound)
    filled = np.where(mask, flat, np.exp(np.clip(y[:, :, None] - y[:, None, :], -limit, limit)))
    left = np.flatnonzero(~mask.all(axis=(-2, -1)))
    for _ in range(_SWEEPS):
        if not len(left):
            break
        w = perron(filled[left])[0]
        v = perron(np.ascontiguousarray(filled[left].swapaxes(-1, -2)))[0]
        u = np.log(w / v) / 2.0
        cut = np.exp(np.clip(u[:, :, None] - u[:, None, :], -limit, limit))
        new = np.where(mask[left], flat[left], cut)
        moved = np.abs(new / filled[left] - 1.0).max(axis=(-2, -1)) > _STILL
        filled[left] = new
        left = left[moved]
    else:
        raise ConvergenceError(_UNSETTLED, filled.reshape(A.shape))
    return _completed(filled.reshape(A.shape))


def _completed(filled: Array) -> Completion:
    """Return completed matrices with what their principal eigenvectors say."""
    if not (np.isfinite(filled) & (filled > 0)).all():
        raise ConvergenceError(_UNSETTLED, filled)
    vectors, values = perron(filled)
    return Completion(filled, vectors, np.maximum(values, filled.shape[-1]))


def _newton_step(C: Array, known: npt.NDArray[np.bool_], w: Array, v: Array, value: Array) -> Array:
    """Return the step of u down the second-order expansion of λ_max(C(u)).

    dλ = vᵀ dC w with vᵀw = 1; the second order adds 2 vᵀ dC Z dC w, Z being the group inverse of
    λI - C (Harker 1987b).
    """
    n = C.shape[-1]
    eye = np.eye(n)
    v = v / (v * w).sum(axis=-1, keepdims=True)
    M = np.where(known, 0.0, C)
    weights = v[:, :, None] * M * w[:, None, :]
    gradient = weights.sum(axis=-1) - weights.sum(axis=-2)
    outer = w[:, :, None] * v[:, None, :]
    group_inverse = np.linalg.inv(value[:, None, None] * eye - C + outer) - outer
    right = eye * (M @ w[:, :, None]) - M * w[:, None, :]
    left = (v[:, :, None] * M).swapaxes(-1, -2) - eye * (v[:, None, :] @ M)
    cross = left.swapaxes(-1, -2) @ group_inverse @ right
    both = weights + weights.swapaxes(-1, -2)
    hessian = eye * both.sum(axis=-1)[:, :, None] - both + cross + cross.swapaxes(-1, -2)
    # Nothing changes in λ where items joined by missing judgments move together: those are held.
    hessian += np.trace(hessian, axis1=-2, axis2=-1)[:, None, None] * (1e-12 * eye)
    return np.asarray(-np.linalg.solve(hessian, gradient[:, :, None])[..., 0])


def effective_resistances(A: npt.ArrayLike) -> Array:
    """Return the effective resistance between every two items of the graph of known judgments.

    If each judgment's logarithm has an independent error of variance σ², the least-squares ratio of items
    i and j has a logarithm of variance σ² R_ij: the pair with the largest R is the one to ask next.

    Parameters
    ----------
    A : array_like, shape (..., n, n)
        Pairwise comparison matrices; NaN in both places of a missing judgment.

    Returns
    -------
    ndarray, shape (..., n, n)
        0 on the diagonal, 2/n everywhere else in a complete matrix, infinite between items that no chain
        of judgments connects.

    Raises
    ------
    JudgmentError
        If a judgment is wrong.

    Examples
    --------
    >>> nan = float("nan")
    >>> effective_resistances([[1, 2, nan], [1/2, 1, 2], [nan, 1/2, 1]]).round(6)
    array([[0., 1., 2.],
           [1., 0., 1.],
           [2., 1., 0.]])
    """
    matrix = as_incomplete(A)
    n = matrix.shape[-1]
    known = ~np.isnan(matrix)
    laplacian = -known.astype(np.float64)
    diagonal = np.arange(n)
    laplacian[..., diagonal, diagonal] = known.sum(axis=-1) - 1.0
    together = reached_by(known)
    # Adding ones within each connected group makes the Laplacian invertible and leaves resistances.
    inverse = np.linalg.inv(laplacian + together)
    own = inverse[..., diagonal, diagonal]
    resistance = own[..., :, None] + own[..., None, :] - inverse - inverse.swapaxes(-1, -2)
    resistance[..., diagonal, diagonal] = 0.0
    return np.where(together, resistance, np.inf)


INCOMPLETE_METHODS: Registry[Method] = Registry(
    "priority method for incomplete matrices",
    {
        "logarithmic-least-squares": logarithmic_least_squares,
        "harker": harker,
        "eigenvalue-optimal": eigenvalue_optimal,
    },
)
"""Methods by name: functions from checked, connected matrices (..., n, n) to priorities (..., n)."""


_AGREED = 1e-9  # a difference of ratios that is no more than rounding

LARGEST = 30
"""Items among whose pairs a part is chosen: all ways to choose steps round a circle are tried."""


@dataclass(frozen=True)
class BestWorst(FormerTuple, NotebookFace):
    """What comparing the best and the worst item with all others says.

    Attributes
    ----------
    priorities : ndarray, shape (n,)
        Positive, summing to 1.
    deviation : float
        The largest difference ξ between a weight and what a judgment says of it (Rezaei 2016); 0
        where the judgments agree.
    consistency_ratio : float
        From 0, where they agree, to 1: the largest `|a_Bj a_jW − a_BW|` over a_BW² − a_BW (Liang, Brunelli &
        Rezaei 2020).
    """

    priorities: Array
    deviation: float
    consistency_ratio: float


@dataclass(frozen=True)
class BestWorstIntervals(FormerTuple, NotebookFace):
    """What the best-worst method says in its first form, whose minimum need not be unique.

    Attributes
    ----------
    low, high : ndarray, shape (n,)
        Between which the weight of each item lies, over all that are as good.
    deviation : float
        The largest difference ξ between a ratio of weights and its judgment (Rezaei 2015).
    consistency_ratio : float
        ξ over the largest that there can be with as strong a judgment of the best over the worst (Rezaei
        2015): 0 where the judgments agree, 1 where they could not agree less.
    """

    low: Array
    high: Array
    deviation: float
    consistency_ratio: float


def best_worst(best_to_others: npt.ArrayLike, others_to_worst: npt.ArrayLike) -> BestWorst:
    """Return the weights of the best-worst method in its linear form, whose minimum is unique (Rezaei 2016).

    Parameters
    ----------
    best_to_others : array_like, shape (n,)
        How many times the best item is preferred to each; 1 to itself, and nothing below 1.
    others_to_worst : array_like, shape (n,)
        How many times each is preferred to the worst; 1 for the worst itself, and nothing below 1.

    Raises
    ------
    JudgmentError
        If they are no such judgments of the same items, or they say otherwise of the best over the worst.

    Examples
    --------
    A car's price, quality, comfort, safety and style, the quality being the best and the style the worst:

    >>> found = best_worst([2, 1, 4, 2, 8], [4, 8, 2, 4, 1])
    >>> found.priorities.round(4), abs(round(found.deviation, 6))
    (array([0.2105, 0.4211, 0.1053, 0.2105, 0.0526]), 0.0)
    """
    to_others, to_worst = as_floats(best_to_others), as_floats(others_to_worst)
    best, worst = _ends(to_others, to_worst)
    n = len(to_others)
    # Columns: the weights, then ξ. Each judgment says that a difference of two weights is within ±ξ.
    above, below, judged = _sides(to_others, to_worst, best, worst)
    rows = above - judged * below
    x = _least(
        np.append(np.zeros(n), 1.0),
        np.hstack([np.vstack([rows, -rows]), -np.ones((4 * n, 1))]),
        np.append(np.ones(n), 0.0),
    )
    most = float(to_others[worst])
    apart = float(
        np.abs(to_others * to_worst - most)[[i for i in range(n) if i not in (best, worst)]].max(initial=0)
    )
    return BestWorst(shares(x[:-1]), float(x[-1]), apart / (most * most - most) if most > 1.0 else 0.0)


def best_worst_intervals(best_to_others: npt.ArrayLike, others_to_worst: npt.ArrayLike) -> BestWorstIntervals:
    """Return the weights whose ratios differ least from the judgments (Rezaei 2015), as intervals.

    Parameters
    ----------
    best_to_others, others_to_worst : array_like, shape (n,)
        As for :func:`~ahp.core.more.best_worst`; at most 200 items.

    Raises
    ------
    JudgmentError
        If they are no such judgments of the same items, say otherwise of the best over the worst, or are of
        more than 200 items.

    Examples
    --------
    >>> found = best_worst_intervals([2, 1, 4, 3, 8], [4, 8, 4, 2, 1])
    >>> found.low.round(3), found.high.round(3), round(found.deviation, 3)
    (array([0.158, 0.429, 0.143, 0.111, 0.048]), array([0.247, 0.493, 0.164, 0.158, 0.055]), 1.0)
    """
    from scipy.optimize import brentq

    to_others, to_worst = as_floats(best_to_others), as_floats(others_to_worst)
    best, worst = _ends(to_others, to_worst)
    most, n = float(to_others[worst]), len(to_others)
    check_size(n, 200, "two linear programmes for each item are solved for")

    def room(xi: float) -> float:
        """Return how much room the best over the worst has where every ratio is within ξ of its judgment."""
        least, largest = np.maximum(to_others - xi, 0.0), to_others + xi
        low, high = (least * np.maximum(to_worst - xi, 0.0)), (largest * (to_worst + xi))
        between = [i for i in range(n) if i not in (best, worst)]
        widest = min(most + xi, float(high[between].min(initial=np.inf)))
        return widest - max(most - xi, float(low[between].max(initial=-np.inf)))

    xi = 0.0 if room(0.0) >= -_AGREED * most**2 else float(brentq(room, 0.0, most**2, xtol=1e-15))
    slack = xi + _AGREED  # or rounding leaves no weights at the minimum
    above, below, judged = _sides(to_others, to_worst, best, worst)
    rows = above - judged * below
    limits = np.vstack([rows - slack * below, -rows - slack * below])
    low, high = (
        np.array([_least(sign * aim, limits, np.ones(n))[item] for item, aim in enumerate(np.eye(n))])
        for sign in (1.0, -1.0)
    )
    largest = (1.0 + 2.0 * most - np.sqrt(8.0 * most + 1.0)) / 2.0
    return BestWorstIntervals(low, high, xi, float(xi / largest) if largest > 0.0 else 0.0)


def _sides(to_others: Array, to_worst: Array, best: int, worst: int) -> tuple[Array, Array, Array]:
    """Return for each judgment a row that picks the item above, one for that below, and how many times."""
    n = len(to_others)
    above, below = np.vstack([np.zeros((n, n)), np.eye(n)]), np.vstack([np.eye(n), np.zeros((n, n))])
    above[:n, best] = below[n:, worst] = 1.0
    return above, below, np.concatenate([to_others, to_worst])[:, None]


def _least(aim: Array, limits: Array, whole: Array) -> Array:
    """Return the point of a linear programme: least along `aim`, no limit above 0, `whole` summing to 1."""
    from scipy.optimize import linprog

    found = linprog(
        aim,
        A_ub=limits,
        b_ub=np.zeros(len(limits)),
        A_eq=whole[None, :],
        b_eq=[1.0],
        bounds=(0.0, None),
        method="highs",
    )
    if found.status != 0 or found.x is None:
        raise ConvergenceError(f"the linear programme of the best-worst method failed: {found.message}")
    return np.asarray(found.x)


def _ends(to_others: Array, to_worst: Array) -> tuple[int, int]:
    """Return which is the best and which the worst, or refuse the judgments."""
    if to_others.ndim != 1 or to_others.shape != to_worst.shape or len(to_others) < 2:
        raise JudgmentError(
            f"the best against all others, and all against the worst, are two rows with an entry for each "
            f"item; found shapes {to_others.shape} and {to_worst.shape}"
        )
    for name, row in (("of the best over", to_others), ("over the worst of", to_worst)):
        wrong = np.flatnonzero(~((row >= 1.0) & np.isfinite(row)))
        if len(wrong):
            raise JudgmentError(
                f"the judgment {name} item {wrong[0]} is {row[wrong[0]]:g}; it is 1 or more",
                row=int(wrong[0]),
                found=float(row[wrong[0]]),
            )
    best, worst = int(to_worst.argmax()), int(to_others.argmax())
    if to_others[best] != 1.0 or to_worst[worst] != 1.0:
        raise JudgmentError(
            "the best and the worst are each preferred 1 times to themselves; put a 1 where each is compared "
            "with itself"
        )
    if not np.isclose(to_others[worst], to_worst[best]):
        raise JudgmentError(
            f"the best is preferred {to_others[worst]:g} times to the worst in one row and "
            f"{to_worst[best]:g} times in the other; keep one of them"
        )
    return best, worst


def pairs_to_ask(n: int, *, each: int) -> list[tuple[int, int]]:
    """Return which pairs of `n` items to compare where each item shall stand in `each` comparisons.

    Of the pairs that go in steps round a circle of the items those whose longest way from one item to another
    is shortest, then the mean one: with as few questions the priorities then lie nearest to those of all
    (Szádoczki, Bozóki & Tekile 2022). Where both numbers are odd the last step leaves one item with one more.

    Raises
    ------
    JudgmentError
        If there are more than 30 items.
    StudyError
        If `n` is less than 2, or `each` not from 2 to n − 1.

    Examples
    --------
    Two thirds of the pairs of seven, and every item within two steps of every other:

    >>> len(pairs_to_ask(7, each=4)), pairs_to_ask(4, each=2)
    (14, [(0, 1), (0, 3), (1, 2), (2, 3)])
    """
    n = whole_number(n, "the number of items", least=2)
    check_size(n, LARGEST, "a choice of pairs takes")
    each = whole_number(each, "the number of comparisons of an item", least=min(2, n - 1), most=n - 1)
    # A step of half the circle makes one comparison of each item, and so has its place where they are odd.
    pairs, half = each // 2, (n - 1) // 2 - (n % 2 and each % 2)
    best: tuple[tuple[int, float], list[tuple[int, int]]] | None = None
    for steps in combinations(range(1, half + 1), pairs):
        asked = {_pair(i, i + step, n) for step in steps for i in range(n)}
        if each % 2:
            asked |= {_pair(i, i + (n + 1) // 2, n) for i in range((n + 1) // 2)}
        reach = _reach(n, asked)
        if reach is not None and (best is None or reach < best[0]):
            best = reach, sorted(asked)
    assert best is not None  # steps of 1 join all
    return best[1]


def _pair(i: int, j: int, n: int) -> tuple[int, int]:
    first, second = sorted((i % n, j % n))
    return first, second


def _reach(n: int, pairs: set[tuple[int, int]]) -> tuple[int, float] | None:
    """Return the longest and the mean way between two items; None where some have none."""
    near = np.eye(n, dtype=bool)
    for i, j in pairs:
        near[i, j] = near[j, i] = True
    reached, total = near.copy(), int(n * n - near.sum())
    longest = 1
    while not reached.all():
        further = (reached.astype(np.uint8) @ near.astype(np.uint8)) > 0
        if (further == reached).all():
            return None
        reached, longest = further, longest + 1
        total += int(n * n - reached.sum())
    return longest, total / (n * n)
