"""Logarithmic goal programming: the priorities with the least sum of absolute deviations."""

from __future__ import annotations

import numpy as np

from ahp.core.closed_forms import shares
from ahp.core.geometric_means import geometric_mean
from ahp.core.least_squares import CONSISTENT
from ahp.core.matrices import Array
from ahp.errors import ConvergenceError, JudgmentError

LARGEST = 50
"""Most items that goal programming takes: a linear programme with n(n-1)/2 constraints."""


def goal_programming(A: Array) -> Array:
    """Return the w that minimise Σ |ln a_ij - ln(w_i/w_j)| over i < j (Bryson 1995).

    One wild judgment does not move it. Where the minimum is not unique, the point of its face that
    is nearest to the geometric mean in the logarithms is chosen; that point is unique.
    """
    n = A.shape[-1]
    if n > LARGEST:
        raise JudgmentError(
            f"goal programming takes at most {LARGEST} items; found {n}; use 'geometric-mean', which "
            f"takes any number"
        )
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
