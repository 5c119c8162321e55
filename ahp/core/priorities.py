"""Priority vectors: how much each item weighs, from a pairwise comparison matrix.

Each method is a function from checked matrices `(..., n, n)` to priorities `(..., n)` that sum to
one; :data:`~ahp.core.PRIORITY_METHODS` names them and :func:`~ahp.core.priorities` is the checked door to
all.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ahp.core.closed_forms import cosine_maximisation, geometric_mean, normalised_column_mean, shares
from ahp.core.eigenvector import perron
from ahp.core.gate import Array, check_size
from ahp.core.least_squares import CONSISTENT, chi_squares, least_squares, weighted_least_squares
from ahp.core.matrices import as_pairwise
from ahp.errors import ConvergenceError
from ahp.registry import Registry

Method: TypeAlias = Callable[[Array], Array]

LARGEST_GOAL = 50
"""Most items that goal programming takes: a linear programme with n(n-1)/2 constraints."""

_SQUARINGS = 24
"""Of AᵀA: beyond the 2**24th power a second singular value within 1e-6 of the first is no longer seen."""

DEFAULT_METHOD = "eigenvector"
"""The method used unless another is asked for."""


def priorities(A: npt.ArrayLike, *, method: str = DEFAULT_METHOD) -> Array:
    """Return the priority vector of each pairwise comparison matrix.

    Parameters
    ----------
    A : array_like, shape (..., n, n)
        Pairwise comparison matrices.
    method : str
        A key of :data:`~ahp.core.PRIORITY_METHODS`: `eigenvector` (Saaty 1977), `geometric-mean` (Crawford &
        Williams 1985), `normalised-column-mean`, `weighted-least-squares` (Chu, Kalaba & Spingarn
        1979), `chi-squares` (Jensen 1984), `least-squares` (Jensen 1984, Bozóki 2003),
        `cosine-maximisation` (Kou & Lin 2014), `goal-programming` (Bryson 1995; also called `llav`, the
        logarithmic least absolute values) or `singular-value-decomposition` (Gass & Rapcsák 2004). The
        methods for gaps are understood too: of complete matrices they are the first two.

    Returns
    -------
    ndarray, shape (..., n)
        Positive, summing to 1 over the last axis.

    Raises
    ------
    JudgmentError
        If a matrix is not a pairwise comparison matrix, or larger than the method takes:
        `least-squares` at most 30 items, `goal-programming` 50, all others any number.
    StudyError
        If the method is unknown; the message lists those that are.

    Notes
    -----
    All agree where judgments do not contradict each other. The minimum is unique for every method but
    two: of several least squares solutions the one nearest to the geometric mean is returned
    (:func:`~ahp.core.more.least_squares_solutions` has all), and of the minimisers of
    goal programming likewise.

    Examples
    --------
    >>> priorities([[1, 3, 5], [1/3, 1, 2], [1/5, 1/2, 1]]).round(4)
    array([0.6483, 0.2297, 0.122 ])
    """
    return PRIORITY_METHODS[method](as_pairwise(A))


def eigenvector(A: Array) -> Array:
    """Return the principal right eigenvectors of checked matrices (Saaty 1977, equation 1.5)."""
    return perron(A)[0]


def singular_value_decomposition(A: Array) -> Array:
    """Return w_i ∝ u_i + 1/v_i of the first singular vectors u and v of unit length (Gass & Rapcsák 2004).

    AᵀA is positive, so sums of its powers lose no digit of a small weight, as a general decomposition does.
    """
    # Scaled so that AᵀA neither overflows nor vanishes; powers of two round nothing.
    B = A / 2.0 ** np.floor(np.log2(A.max(axis=(-2, -1), keepdims=True)))
    power = np.swapaxes(B, -2, -1) @ B
    for _ in range(_SQUARINGS):
        power = power / power.max(axis=(-2, -1), keepdims=True)
        power = power @ power
    v = power.sum(axis=-1)
    v = v / v.max(axis=-1, keepdims=True)
    v = v / np.sqrt((v**2).sum(axis=-1, keepdims=True))
    u = (B @ v[..., None])[..., 0]
    u = u / np.sqrt((u**2).sum(axis=-1, keepdims=True))
    return shares(u + 1.0 / v)


def goal_programming(A: Array) -> Array:
    """Return the w that minimise Σ |ln a_ij - ln(w_i/w_j)| over i < j (Bryson 1995).

    One wild judgment does not move it. Where the minimum is not unique, the point of its face that
    is nearest to the geometric mean in the logarithms is chosen; that point is unique.
    """
    n = A.shape[-1]
    check_size(n, LARGEST_GOAL, "goal programming takes", "use 'geometric-mean', which takes any number")
    g = geometric_mean(A)
    logs = np.log(A).reshape(-1, n, n)
    found = g.reshape(-1, n)
    middle = np.log(found)
    apart = logs - middle[:, :, None] + middle[:, None, :]
    # One linear programme each: no way is known to solve many of them in one array operation.
    for k in np.flatnonzero(np.abs(apart).max(axis=(-2, -1), initial=0.0) > CONSISTENT):
        rounding = 4.0 * n * np.finfo(float).eps * max(1.0, float(np.abs(logs[k]).max()))
        limits = np.where(_flows(apart[k], logs[k], rounding) > -1.0, logs[k], np.inf)
        y = _nearest_within(limits, middle[k], 4.0 * n * rounding)
        found[k] = shares(np.exp(y - y.max()))
    return found.reshape(A.shape[:-1])


def _flows(apart: Array, logs: Array, rounding: float) -> Array:
    """Return the dual: antisymmetric flows in {-1, 0, 1} that balance at every item and earn the most.

    By complementary slackness item i is at most logs_ij above j in every minimiser where the flow from i to j
    may fall, and all that keep these limits are minimisers.
    """
    from scipy.optimize import linprog

    n = len(apart)
    i, j = np.triu_indices(n, 1)
    balance = np.zeros((n, len(i)))
    balance[i, np.arange(len(i))], balance[j, np.arange(len(i))] = 1.0, -1.0
    earned = apart[i, j] / np.abs(apart).max()  # the programme's tolerances are absolute
    dual = linprog(-earned, A_eq=balance, b_eq=np.zeros(n), bounds=(-1.0, 1.0), method="highs-ds")
    if dual.status != 0 or dual.x is None:
        raise ConvergenceError(f"the linear programme of goal programming failed: {dual.message}")
    flows = np.zeros((n, n))
    flows[i, j] = np.round(dual.x)  # vertices are whole: each column of `balance` has one 1 and one -1
    flows -= flows.T
    # What its tolerances leave is turned round circle by circle, until only rounding is left to be earned.
    for _ in range(n**3):
        circle = _circle(np.where(flows > -1.0, logs, np.inf), rounding)
        if circle is None:
            return flows
        for start, end in zip(circle, circle[1:] + circle[:1], strict=True):
            flows[start, end] -= 1.0
            flows[end, start] += 1.0
    raise ConvergenceError("the linear programme of goal programming did not settle", flows)


def _circle(limits: Array, rounding: float) -> list[int] | None:
    """Return items round which the limits add up to less than 0; None if there are none (Bellman & Ford)."""
    n = len(limits)
    far, before, at = np.zeros(n), np.full(n, -1), np.arange(n)
    for _ in range(n + 1):
        reached = far[:, None] + limits
        nearest = reached.argmin(axis=0)
        shorter = reached[nearest, at] < far - rounding
        if not shorter.any():
            return None
        far[shorter], before[shorter] = reached[nearest, at][shorter], nearest[shorter]
    item = int(np.flatnonzero(shorter)[0])
    for _ in range(n):
        item = int(before[item])
    circle = [item]
    while (item := int(before[item])) != circle[0]:
        circle.append(item)
    return circle[::-1]


def _nearest_within(limits: Array, goal: Array, rounding: float) -> Array:
    """Return the y nearest to `goal` with y_i - y_j at most limits_ij.

    A least distance programme, which Lawson & Hanson (1974, chapter 23) turn into non-negative least squares.
    Only which limits bind is taken from it: the answer is then a mean of sums of limits, exact to rounding.
    """
    from scipy.optimize import nnls

    bounds = _closed(limits)
    # Tied items move as one: limits that are two sides of one equation contradict each other by rounding.
    met = _closed(np.where(bounds + bounds.T <= rounding, bounds, np.inf))
    group = np.isfinite(met).argmax(axis=1)
    leaders, member = np.unique(group, return_inverse=True)
    i, j = np.nonzero(np.isfinite(limits) & (group[:, None] != group))
    y = _joined(met, goal)
    if not len(i):
        return y
    moves = np.eye(len(leaders)) / np.sqrt(np.bincount(member))
    system = np.vstack([(moves[member[j]] - moves[member[i]]).T, y[i] - y[j] - limits[i, j]])
    multipliers, _ = nnls(system, np.append(np.zeros(len(leaders)), 1.0), maxiter=50 * len(i))
    i, j = i[multipliers > 0.0], j[multipliers > 0.0]
    met[i, j], met[j, i] = limits[i, j], -limits[i, j]
    return _joined(_closed(met), goal)


def _closed(limits: Array) -> Array:
    """Return the limits that follow from others: the shortest paths between all items (Floyd & Warshall)."""
    bounds = limits.copy()
    np.fill_diagonal(bounds, 0.0)
    for k in range(len(bounds)):
        np.minimum(bounds, bounds[:, k, None] + bounds[k], out=bounds)
    return bounds


def _joined(bounds: Array, goal: Array) -> Array:
    """Return the y nearest to `goal` in which items with finite bounds are as far apart as these say."""
    alike = np.isfinite(bounds)
    at, first = np.arange(len(goal)), alike.argmax(axis=1)
    offset = 0.5 * (bounds[at, first] - bounds[first, at])
    return np.asarray(offset + alike @ (goal - offset) / alike.sum(axis=1))


PRIORITY_METHODS: Registry[Method] = Registry(
    "priority method",
    {
        "eigenvector": eigenvector,
        "geometric-mean": geometric_mean,
        "normalised-column-mean": normalised_column_mean,
        "weighted-least-squares": weighted_least_squares,
        "chi-squares": chi_squares,
        "least-squares": least_squares,
        "cosine-maximisation": cosine_maximisation,
        "goal-programming": goal_programming,
        "singular-value-decomposition": singular_value_decomposition,
    },
    aliases={
        "llav": "goal-programming",
        # What is for gaps too: of complete matrices these are the same (INCOMPLETE_METHODS).
        "logarithmic-least-squares": "geometric-mean",
        "harker": "eigenvector",
        "eigenvalue-optimal": "eigenvector",
    },
)
"""Priority methods by name: functions from checked matrices (..., n, n) to priorities (..., n)."""
