"""Who is first along a straight line of index values: the roots of rational functions, all of them."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
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
_SPAN = 10.0  # how far the logarithms of the sums may move on one piece, together
_POINTS = 32  # what a polynomial of any degree needs on such a piece, where its factors hardly move


def leaders_along(
    start: Array, end: Array, weights: Array, is_cost: tuple[bool, ...]
) -> list[tuple[float, int]]:
    """Return who is first on the way from one set of index values to another.

    At t the values are (1 - t) · start + t · end. Times the sums of the criteria that move, the lead of one
    alternative over another is a polynomial in t, of a degree of at most their number. Known by its values
    at as many Chebyshev points, it gives up its roots through the colleague matrix (Good 1961), and the sign
    between them says whether they are changes. Where the product of the sums moves by powers of ten, the
    way is taken in pieces, or the roots where it is small would be lost in the rounding of where it is large.

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
    way = end - start
    groups = [[c for c, cost in enumerate(is_cost) if cost is which] for which in (False, True)]

    def merits(t: Array) -> tuple[Array, Array]:
        """Return benefit and cost, shape (points, n)."""
        values = start + t[:, None, None] * way
        local = values / np.add.reduce(values, axis=-1, keepdims=True)
        benefit, cost = (
            weighted_sums(weights[group], local[:, group]) if group else np.ones((len(t), start.shape[1]))
            for group in groups
        )
        return benefit, cost

    first, last = start.sum(axis=1), end.sum(axis=1)
    moving = (start != end).any(axis=1) & (first > 0.0) & (last > 0.0)  # from or to nothing shares stay
    first, last = first[moving], last[moving]

    def sums(t: Array) -> Array:
        """Return the logarithms of the sums that make a polynomial of the lead, shape (points, moving)."""
        return np.asarray(np.log(first + t[:, None] * (last - first)))

    pieces = []
    for left, right in _pieces(sums, _EDGE, 1.0 - _EDGE):
        t = 0.5 * (left + right) + 0.5 * (right - left) * np.cos(_angles(min(len(first) + 1, _POINTS)))
        benefit, cost = merits(t)
        product = sums(t).sum(axis=1, keepdims=True)
        pieces.append((left, right, benefit * np.exp(product - product.max()), cost))
    found = [(0.0, _first(merits))]
    while True:
        at, now = found[-1]
        leads = [
            (left, right, benefit[:, [now]] * cost - benefit * cost[:, [now]])
            for left, right, benefit, cost in pieces
            if right > at
        ]
        changes = {
            rival: _change(
                [(left, right, lead[:, rival]) for left, right, lead in leads],
                _behind(merits, now, rival),
                at + _EDGE,
            )
            for rival in range(start.shape[1])
            if rival != now
        }
        rival = min(changes, key=lambda other: changes[other], default=now)
        if changes.get(rival, 1.0) >= 1.0:
            return found
        found.append((changes[rival], rival))


def _pieces(sums: Callable[[Array], Array], left: float, right: float) -> Iterator[tuple[float, float]]:
    """Yield the pieces of a way on each of which the logarithms of all sums together hardly move."""
    at_left, at_right = sums(np.array([left, right]))
    if np.abs(at_right - at_left).sum() <= _SPAN:
        yield left, right
        return
    middle = 0.5 * (left + right)
    yield from _pieces(sums, left, middle)
    yield from _pieces(sums, middle, right)


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


def _change(leads: Sequence[tuple[float, float, Array]], behind: Behind, at: float) -> float:
    """Return where after `at` a lead is lost, given by its values at the nodes of pieces; 1 if nowhere."""
    roots = [
        0.5 * (left + right) + 0.5 * (right - left) * float(root)
        for left, right, lead in leads
        for root in _real_roots(lead)
    ]
    if not roots and all(lead[0] > 0.0 for _, _, lead in leads):
        return 1.0
    ends = [at, *(root for root in roots if at < root < 1.0 - _EDGE), 1.0]
    middles = np.array([0.5 * (left + right) for left, right in itertools.pairwise(ends)])
    lost = np.flatnonzero(behind(middles))
    if not lost.size:
        return 1.0
    ahead = middles[lost[0] - 1] if lost[0] else at
    found = _narrowed(behind, float(ahead), float(middles[lost[0]]))
    return found if found < 1.0 - _EDGE else 1.0


def _real_roots(lead: Array) -> Array:
    """Return the real roots, rising, of the polynomial with these values at the Chebyshev points."""
    points = len(lead)
    coefficients = np.cos(np.arange(points)[:, None] * _angles(points)) @ lead * (2.0 / points)
    coefficients[0] *= 0.5
    sizes = np.abs(coefficients)
    degree = int(np.flatnonzero(sizes > _NOTHING * sizes.max()).max(initial=0))
    if sizes[0] > sizes[1:].sum() or not degree:
        return np.zeros(0)  # no Chebyshev polynomial is beyond ±1, so the lead is never 0
    roots = _roots(coefficients[: degree + 1])
    return np.asarray(np.sort(roots.real[np.abs(roots.imag) < _REAL]))


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
