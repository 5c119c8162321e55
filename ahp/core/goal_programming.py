"""Logarithmic goal programming: the priorities with the least sum of absolute deviations."""

from __future__ import annotations

import numpy as np

from ahp.core.closed_forms import residuals, shares
from ahp.core.geometric_means import geometric_mean
from ahp.core.least_squares import CONSISTENT
from ahp.core.matrices import Array
from ahp.errors import ConvergenceError, JudgmentError

LARGEST = 50
"""Most items that goal programming takes: a linear programme with n(n-1)/2 constraints."""

_BINDING = 1e-7


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
    logs = np.log(residuals(A, g)).reshape(-1, n, n)
    found = g.reshape(-1, n)
    # One linear programme each: no way is known to solve many of them in one array operation.
    size = np.abs(logs).max(axis=(-2, -1), initial=0.0)
    for k in np.flatnonzero(size > CONSISTENT):
        # The programme's tolerances are absolute: smaller differences would be ties, and rounding no tie.
        digits = int(15 + np.log10(size[k]))
        scaled = np.round(logs[k] / size[k], digits)
        z = _nearest_of_the_face(scaled)
        if not _off(scaled, z) <= _off(scaled, np.zeros(n)) * (1 + 1e-9):
            # What differs by less than the programme's tolerance is neither a tie nor told apart.
            z = _nearest_of_the_face(np.round(scaled, min(digits, 6)))
        found[k] = shares(found[k] * np.exp(size[k] * z))
    return found.reshape(A.shape[:-1])


def _off(logs: Array, z: Array) -> float:
    """Return Σ |logs_ij - z_i + z_j| over both halves."""
    with np.errstate(invalid="ignore"):
        return float(np.abs(logs - z[:, None] + z[None, :]).sum())


def _nearest_of_the_face(logs: Array) -> Array:
    """Return the z of least length among those that minimise Σ |logs_ij - z_i + z_j|, |logs_ij| at most 1.

    By complementary slackness every minimiser meets the judgments whose dual is strictly inside its
    bounds, and stays on one side of the others. The shortest vector that does is a least distance
    programme, which Lawson & Hanson (1974, chapter 23) turn into non-negative least squares.
    """
    from scipy.optimize import linprog, nnls

    n = len(logs)
    i, j = np.triu_indices(n, 1)
    judged = logs[i, j]
    pairs = np.zeros((len(i), n))
    pairs[np.arange(len(i)), i], pairs[np.arange(len(i)), j] = 1.0, -1.0
    # The dual: flows in [-1, 1] that balance at every item and earn the most.
    dual = linprog(-judged, A_eq=pairs.T, b_eq=np.zeros(n), bounds=(-1.0, 1.0), method="highs")
    if dual.status != 0:
        raise ConvergenceError(f"the linear programme of goal programming failed: {dual.message}")
    flow = np.asarray(dual.x)
    below, above = flow < 1.0 - _BINDING, flow > _BINDING - 1.0
    # z_i - z_j >= judged where the flow may rise, <= judged where it may fall.
    sides = np.concatenate([pairs[below], -pairs[above]])
    bounds = np.concatenate([judged[below], -judged[above]])
    system = np.vstack([sides.T, bounds])
    target = np.zeros(n + 1)
    target[-1] = 1.0
    multipliers, _ = nnls(system, target, maxiter=50 * system.shape[1])
    rest = system @ multipliers - target
    with np.errstate(divide="ignore", invalid="ignore"):  # sides that contradict each other by rounding
        return np.asarray(-rest[:n] / rest[n])
