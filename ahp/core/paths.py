"""Who is first along a straight line of index values: the roots of rational functions, all of them."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ahp.core.matrices import Array
from ahp.core.order import TIE
from ahp.core.synthesis import weighted_sums

Merits: TypeAlias = "Callable[[Array], tuple[Array, Array]]"
Behind: TypeAlias = "Callable[[Array], npt.NDArray[np.bool_]]"

_EDGE = 1e-9  # of the way: what changes twice within it has not changed, nor what does so at its end
_NOTHING = 1e-14  # of the largest coefficient: what is smaller is rounding
_REAL = 1e-6  # imaginary parts below this are rounding


def leaders_along(
    start: Array, end: Array, weights: Array, is_cost: tuple[bool, ...]
) -> list[tuple[float, int]]:
    """Return who is first on the way from one set of index values to another.

    At t the values are (1 - t) · start + t · end. Times the sums of the criteria that move, the lead of one
    alternative over another is a polynomial in t, of a degree of at most their number. Known by its values
    at as many Chebyshev points, it gives up its roots through the colleague matrix (Good 1961), and the sign
    between them says whether they are changes.

    Parameters
    ----------
    start, end : ndarray, shape (k, n)
        Positive inside the way; zero is allowed at its ends.
    weights : ndarray, shape (k,)
        Normalised within each merit.
    is_cost : tuple of bool, length k
        Which criteria speak for the cost. With both merits the first has the largest quotient, with one the
        largest benefit or the least cost.

    Returns
    -------
    list of (float, int)
        From which t on who is first, beginning with 0; of equals the first stands.

    Examples
    --------
    >>> values = np.array([[3.0, 1.0], [1.0, 2.0]])
    >>> leaders_along(values, np.array([[3.0, 1.0], [1.0, 1.0]]), np.array([0.5, 0.5]), (False, False))
    [(0.0, 0)]
    >>> _, (t, who) = leaders_along(values, np.array([[3.0, 6.0], [1.0, 2.0]]), np.ones(2) / 2, (False,) * 2)
    >>> round(t, 3), who
    (0.1, 1)
    """
    scale = np.maximum(start, end).max(axis=1, keepdims=True)
    start, end = start / scale, end / scale
    moving, way = (start != end).any(axis=1), end - start
    groups = [[c for c, cost in enumerate(is_cost) if cost is which] for which in (False, True)]
    parts = [(group, [c for c in group if moving[c]], weights[group]) for group in groups]

    def merits(t: Array) -> tuple[Array, Array]:
        """Return benefit and cost, shape (points, n), each times the sums that make it a polynomial."""
        values = start + t[:, None, None] * way
        total = np.add.reduce(values, axis=-1, keepdims=True)
        local = values / total
        benefit, cost = (
            np.multiply.reduce(total[:, moved], axis=1) * weighted_sums(own, local[:, group])
            if group
            else np.ones((len(t), start.shape[1]))
            for group, moved, own in parts
        )
        return benefit, cost

    angles = _angles(int(moving.sum()) + 1)
    benefit, cost = merits(0.5 + 0.5 * np.cos(angles))
    found = [(0.0, _first(merits))]
    while True:
        at, now = found[-1]
        lead = benefit[:, [now]] * cost - benefit * cost[:, [now]]
        changes = {
            rival: _change(lead[:, rival], _behind(merits, now, rival), at + _EDGE)
            for rival in range(start.shape[1])
            if rival != now
        }
        rival = min(changes, key=lambda other: changes[other], default=now)
        if changes.get(rival, 1.0) >= 1.0:
            return found
        found.append((changes[rival], rival))


def _first(merits: Merits) -> int:
    benefit, cost = merits(np.array([_EDGE]))
    return int((benefit[0] / cost[0]).argmax())


def _behind(merits: Merits, now: int, rival: int) -> Behind:
    """Return at which of some t the first is behind a rival by more than rounding."""

    def behind(t: Array) -> npt.NDArray[np.bool_]:
        benefit, cost = merits(t)
        ahead = benefit[:, now] * cost[:, rival] * (1.0 + TIE)
        return np.asarray(ahead < benefit[:, rival] * cost[:, now])

    return behind


def _change(lead: Array, behind: Behind, at: float) -> float:
    """Return where after `at` a lead is lost, given by its values at the nodes; 1 where it is not."""
    points = len(lead)
    coefficients = np.cos(np.arange(points)[:, None] * _angles(points)) @ lead * (2.0 / points)
    coefficients[0] *= 0.5
    if coefficients[0] > np.abs(coefficients[1:]).sum():
        return 1.0  # no Chebyshev polynomial is beyond ±1, so the lead is never 0
    sizes = np.abs(coefficients)
    degree = int(np.flatnonzero(sizes > _NOTHING * sizes.max()).max(initial=0))
    roots = _roots(coefficients[: degree + 1]) if degree else np.zeros(0)
    real = 0.5 + 0.5 * np.sort(roots.real[np.abs(roots.imag) < _REAL])
    ends = [at, *(float(root) for root in real if at < root < 1.0 - _EDGE), 1.0]
    middles = np.array([0.5 * (left + right) for left, right in itertools.pairwise(ends)])
    lost = np.flatnonzero(behind(middles))
    if not lost.size:
        return 1.0
    ahead = middles[lost[0] - 1] if lost[0] else at
    found = _narrowed(behind, float(ahead), float(middles[lost[0]]))
    return found if found < 1.0 - _EDGE else 1.0


def _angles(points: int) -> Array:
    """Return the angles whose cosines are the Chebyshev points."""
    return np.asarray(np.pi * (np.arange(points) + 0.5) / points)


def _roots(coefficients: Array) -> Array:
    """Return the roots of Σ c_k T_k: the eigenvalues of its colleague matrix (Good 1961).

    Examples
    --------
    >>> np.sort(_roots(np.array([-2.5, 1.0, 0.5])).real).round(6)  # T_2/2 + T_1 - 2.5 is x² + x - 3
    array([-2.302776,  1.302776])
    """
    degree = len(coefficients) - 1
    colleague = 0.5 * (np.eye(degree, k=1) + np.eye(degree, k=-1))  # x T_k is (T_{k-1} + T_{k+1}) / 2,
    colleague[-1] -= 0.5 * coefficients[:-1] / coefficients[-1]  # where T_n is what the polynomial says,
    colleague[0] *= 2.0  # and x T_0 is T_1
    return np.asarray(np.linalg.eigvals(colleague))


def _narrowed(behind: Behind, low: float, high: float) -> float:
    """Return where between two points the lead is lost, to the last digit; at the second it is."""
    for _ in range(15):  # to a sixteenth each
        between = np.linspace(low, high, 17)
        at = int(behind(between[1:]).argmax())
        low, high = float(between[at]), float(between[at + 1])
    return high
