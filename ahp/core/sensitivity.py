"""What would change who is first: one weight from 0 to 1, other index values, regions of weights, a judgment.

With a weight the scores are lines, which cross and of which one is on top; with index values the leads are
rational functions, whose roots are all found.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ahp.core.gate import Array, check_alike, finite_array, whole_number
from ahp.core.synthesis import TIE, weighted_sums
from ahp.deprecation import FormerTuple
from ahp.errors import JudgmentError
from ahp.notebook import NotebookFace

_SAME_WEIGHT = (
    1e-9  # of the way: what is first, or changes twice, within it is there by rounding; nor counts its end
)
Merits: TypeAlias = "Callable[[Array], tuple[Array, Array]]"
Behind: TypeAlias = "Callable[[Array], npt.NDArray[np.bool_]]"
_NOTHING = 1e-14  # of the largest coefficient: what is smaller is rounding
_REAL = 1e-6  # imaginary parts below this are rounding
_SPAN = 10.0  # how far the logarithms of the sums may move on one piece, together
_POINTS = 32  # what a polynomial of any degree needs on such a piece, where its factors hardly move


@dataclass(frozen=True)
class Crossings(FormerTuple, NotebookFace):
    """Where each two of a set of lines over [0, 1] cross, and how high.

    Attributes
    ----------
    where, height : ndarray, shape (..., n, n)
        Symmetric; NaN where two lines do not cross strictly inside (0, 1), or are the same.
    """

    where: Array
    height: Array


def line_crossings(at_zero: Array, at_one: Array) -> Crossings:
    """Return where each two of a set of lines over [0, 1] cross, and how high.

    Parameters
    ----------
    at_zero, at_one : ndarray, shape (..., n)
        Their heights at both ends.

    Returns
    -------
    Crossings

    Examples
    --------
    >>> found = line_crossings(np.array([0.2, 0.8]), np.array([0.7, 0.3]))
    >>> print(found.where[0, 1].round(3), found.height[0, 1].round(3))
    0.6 0.5
    """
    at_zero, at_one = _heights(at_zero, at_one)
    start = at_zero[..., :, None] - at_zero[..., None, :]
    end = at_one[..., :, None] - at_one[..., None, :]
    with np.errstate(divide="ignore", invalid="ignore"):
        where = np.where(start * end < 0, start / (start - end), np.nan)
    height = at_zero[..., :, None] * (1.0 - where) + at_one[..., :, None] * where
    return Crossings(where, (height + height.swapaxes(-1, -2)) / 2)


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
    return upper_envelope(at_zero, at_one - at_zero, end=1.0, edge=_SAME_WEIGHT)


def upper_envelope(
    height: Array, slope: Array, *, end: float = np.inf, edge: float = 0.0
) -> list[tuple[float, int]]:
    """Return from where on which of the lines height + slope · x is on top, for x from 0 up to an end.

    Stretches no longer than `edge`, and those at the very end, are left out: they are rounding.

    Examples
    --------
    >>> upper_envelope(np.array([3.0, 0.0]), np.array([0.0, 2.0]))
    [(0.0, 0), (1.5, 1)]
    """
    at, here = int(np.lexsort((-slope, -height))[0]), 0.0
    found = [(here, at)]
    while True:
        steeper = np.flatnonzero(slope > slope[at])
        # Measured from the left end: a point found before would hand its rounding on.
        crossing = (height[at] - height[steeper]) / (slope[steeper] - slope[at])
        inside = crossing < end - edge
        steeper, crossing = steeper[inside], crossing[inside]
        if not len(steeper):
            return found
        nearest = float(crossing.min())
        level = steeper[crossing <= nearest + edge]
        at = int(level[slope[level].argmax()])
        if nearest - here <= edge:
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
    for left, right in _pieces(sums, _SAME_WEIGHT, 1.0 - _SAME_WEIGHT):
        t = 0.5 * (left + right) + 0.5 * (right - left) * np.cos(_angles(min(len(first) + 1, _POINTS)))
        benefit, cost = merits(t)
        product = sums(t).sum(axis=1, keepdims=True)
        pieces.append((left, right, benefit * np.exp(product - product.max()), cost))
    benefit, cost = merits(np.array([_SAME_WEIGHT]))
    found = [(0.0, int((benefit[0] / cost[0]).argmax()))]
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
                at + _SAME_WEIGHT,
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
    ends = [at, *(root for root in roots if at < root < 1.0 - _SAME_WEIGHT), 1.0]
    middles = np.array([0.5 * (left + right) for left, right in itertools.pairwise(ends)])
    lost = np.flatnonzero(behind(middles))
    if not lost.size:
        return 1.0
    ahead = middles[lost[0] - 1] if lost[0] else at
    found = _narrowed(behind, float(ahead), float(middles[lost[0]]))
    return found if found < 1.0 - _SAME_WEIGHT else 1.0


def _real_roots(lead: Array) -> Array:
    """Return the real roots, rising, of the polynomial with these values at the Chebyshev points."""
    points = len(lead)
    coefficients = np.cos(np.arange(points)[:, None] * _angles(points)) @ lead * (2.0 / points)
    coefficients[0] *= 0.5
    sizes = np.abs(coefficients)
    degree = int(np.flatnonzero(sizes > _NOTHING * sizes.max()).max(initial=0))
    if sizes[0] > sizes[1:].sum() or not degree:
        return np.zeros(0)  # no Chebyshev polynomial is beyond ±1, so the lead is never 0
    roots = np.polynomial.chebyshev.chebroots(coefficients[: degree + 1])
    return np.asarray(np.sort(roots.real[np.abs(roots.imag) < _REAL]))


def _angles(points: int) -> Array:
    """Return the angles whose cosines are the Chebyshev points."""
    return np.asarray(np.pi * (np.arange(points) + 0.5) / points)


def _narrowed(behind: Behind, low: float, high: float) -> float:
    """Return where between two points the lead is lost, to the last digit; at the second it is."""
    for _ in range(15):  # to a sixteenth each
        between = np.linspace(low, high, 17)
        at = int(behind(between[1:]).argmax())
        low, high = float(between[at]), float(between[at + 1])
    return high


_ROUNDED = 0.01  # how far a sum of printed weights may be from 1
_SAME_POINT = 1e-12


@dataclass(frozen=True)
class WeightIntervals(FormerTuple, NotebookFace):
    """Between which weights of each criterion the first alternative stays first, and who is beyond.

    Attributes
    ----------
    ends : ndarray, shape (k, 2)
        The least and the greatest weight, within [0, 1].
    rivals : ndarray of int, shape (k, 2)
        Who is first beyond them; -1 where the interval ends at 0 or 1.
    """

    ends: Array
    rivals: npt.NDArray[np.intp]


def weight_intervals(
    weights: npt.ArrayLike, local: npt.ArrayLike, factors: npt.ArrayLike, first: int
) -> WeightIntervals:
    """Return between which weights of each criterion the first alternative stays first.

    One weight moves, the others of its merit keep their proportions (Mareschal 1988). Every score is then a
    line in that weight, and the interval ends where the lines of the first and of a rival cross.

    Parameters
    ----------
    weights : array_like, shape (k,)
        Of the criteria of one merit, 0 or more, summing to 1 but for the rounding of printed ones.
    local : array_like, shape (k, n)
        Local priorities under them.
    factors : array_like, shape (n,)
        What the merit is multiplied by before it is compared: 1/cost for a benefit, -1/benefit for a cost,
        1 or -1 where there is no other merit.
    first : int
        Who is first with `weights`.

    Returns
    -------
    WeightIntervals

    Raises
    ------
    JudgmentError
        If another is ahead with `weights`, a number is wrong, or the arrays do not fit each other.
    StudyError
        If `first` is no position of an alternative.

    Examples
    --------
    >>> found = weight_intervals([0.7, 0.3], [[0.7, 0.3], [0.2, 0.8]], [1, 1], first=0)
    >>> found.ends.round(3).tolist(), found.rivals.tolist()
    ([[0.6, 1.0], [0.0, 0.4]], [[1, -1], [-1, 1]])
    """
    weights, local, factors, first = _problem(weights, local, factors, first)
    k = len(weights)
    totals = weights @ local
    if totals[first] * factors[first] < (totals * factors).max() - 1e-12 * abs(totals * factors).max():
        raise JudgmentError(f"alternative {first} is not first with these weights")
    others = np.where(
        weights[:, None] < 1.0,
        (totals - weights[:, None] * local) / np.where(weights < 1.0, 1.0 - weights, 1.0)[:, None],
        (local.sum(axis=0) - local) / max(k - 1, 1),  # nothing is left to keep proportions: equal shares
    )
    without, alone = _leads(others * factors, first), _leads(local * factors, first)
    with np.errstate(divide="ignore", invalid="ignore"):
        crossing = without / (without - alone)
    here = weights[:, None]
    # A rival that overtakes below is ahead at weight 0, one that overtakes above is ahead at weight 1.
    below = np.where((without < 0) & (crossing <= here), crossing, -np.inf)
    above = np.where((alone < 0) & (crossing >= here), crossing, np.inf)
    low, high = below.max(axis=1), above.min(axis=1)
    ends = np.stack([np.maximum(low, 0.0), np.minimum(high, 1.0)], axis=1)
    rivals = np.stack(
        [
            np.where(np.isfinite(low), below.argmax(axis=1), -1),
            np.where(np.isfinite(high), above.argmin(axis=1), -1),
        ],
        axis=1,
    )
    return WeightIntervals(ends, rivals)


def _problem(
    weights: npt.ArrayLike, local: npt.ArrayLike, factors: npt.ArrayLike, first: int
) -> tuple[Array, Array, Array, int]:
    """Return what was given once it fits together."""
    w = finite_array(weights, "weights of criteria", least=0.0)
    p = finite_array(local, "local priorities", axes=2)
    f = finite_array(factors, "factors")
    if w.ndim != 1 or p.ndim != 2 or p.shape != (*w.shape, *f.shape):
        raise JudgmentError(
            "there is a row of local priorities for each weight, a factor for each alternative; found the "
            f"shapes {w.shape}, {p.shape} and {f.shape}"
        )
    if not abs(w.sum() - 1.0) <= _ROUNDED:
        raise JudgmentError(f"weights of criteria sum to 1; found the sum {w.sum():g}")
    return w, p, f, whole_number(first, "the position of the first", least=0, most=len(f) - 1)


def _leads(scores: Array, first: int) -> Array:
    """Return by how much the first leads each; what differs by rounding alone is level."""
    leads = scores[:, [first]] - scores
    leads[np.abs(leads) <= TIE * np.maximum(np.abs(scores), np.abs(scores[:, [first]]))] = 0.0
    return np.asarray(leads)


def critical_weights(
    weights: npt.ArrayLike, local: npt.ArrayLike, factors: npt.ArrayLike, first: int
) -> Array:
    """Return for each criterion the smallest change of its weight that costs the first its place.

    The weight alone changes and the others stay, before all are normalised again: δ is the lead over a rival
    divided by the difference under the criterion (Triantaphyllou & Sánchez 1997, equation 4), feasible only
    if the weight stays positive.

    Parameters
    ----------
    weights, local, factors, first
        As for :func:`~ahp.core.weight_intervals`.

    Returns
    -------
    ndarray, shape (k,)
        New weight minus old one; NaN where no change of this weight alone costs the first its place.

    Examples
    --------
    >>> critical_weights([0.7, 0.3], [[0.7, 0.3], [0.2, 0.8]], [1, 1], first=0).round(4)
    array([-0.25  ,  0.1667])
    """
    weights, local, factors, first = _problem(weights, local, factors, first)
    lead = _leads((weights @ local * factors)[None, :], first)[0]
    slope = _leads(local * factors, first)
    with np.errstate(divide="ignore", invalid="ignore"):
        change = -lead / slope
    change[:, first] = np.nan
    change[~np.isfinite(change) | (weights[:, None] + change < 0)] = np.nan
    smallest = np.full(len(weights), np.nan)
    for c, row in enumerate(change):
        if not np.isnan(row).all():
            smallest[c] = row[np.nanargmin(np.abs(row))]
    return smallest


def winner_regions(scores: npt.ArrayLike) -> list[Array]:
    """Return for each alternative the weights with which no other scores more.

    Scores are linear in the weights, so each region is convex: the segment or triangle of all weights, cut
    by one half-plane for each rival.

    Parameters
    ----------
    scores : array_like, shape (n, d)
        The score of each alternative with all weight on each of d = 2 or 3 criteria.

    Returns
    -------
    list of ndarray, each of shape (corners, d)
        Corners as weights summing to 1, in order around the region; empty where it has no extent.

    Raises
    ------
    JudgmentError
        If the scores are no table of finite numbers with 2 or 3 columns.

    Examples
    --------
    >>> winner_regions([[3.0, 1.0], [1.0, 1.0], [1.0, 3.0]])[0]
    array([[1. , 0. ],
           [0.5, 0.5]])
    """
    table = finite_array(scores, "scores of the alternatives", axes=2)
    if table.ndim != 2 or table.shape[1] not in (2, 3):
        raise JudgmentError(
            f"scores are a row for each alternative, with 2 or 3 criteria; found the shape {table.shape}"
        )
    n, d = table.shape
    near = _SAME_POINT * np.abs(table).max(initial=0.0)
    found = []
    for i in range(n):
        leads = table[i] - table
        if (leads < -near).all(axis=1).any():  # somebody scores more whatever the weights
            found.append(np.empty((0, d)))
            continue
        corners, rival = np.eye(d), 0
        while len(corners) and rival < n:
            # What surely scores less at every corner cuts nothing off.
            doubtful = np.flatnonzero((leads[rival:] @ corners.T <= near).any(axis=1))
            if not len(doubtful):
                break
            rival += int(doubtful[0])
            if rival != i:
                corners = _clipped(corners, leads[rival])
            rival += 1
        found.append(corners if _extent(corners) > _SAME_POINT else np.empty((0, d)))
    return found


def _clipped(corners: Array, normal: Array) -> Array:
    """Return the part of a convex region where normal · weights ≥ 0 (Sutherland & Hodgman 1974)."""
    side = corners @ normal
    kept = []
    for p, q, at, after in zip(corners, np.roll(corners, -1, 0), side, np.roll(side, -1), strict=True):
        if at >= 0:
            kept.append(p)
        if (at < 0) != (after < 0) and at != after:
            crossing = p + (q - p) * (at / (at - after))
            if not any(np.abs(crossing - corner).max() <= _SAME_POINT for corner in kept):
                kept.append(crossing)
    return np.array(kept) if kept else np.empty((0, corners.shape[1]))


def _extent(corners: Array) -> float:
    """Return the length of a segment or twice the area of a polygon, over that of all weights."""
    if len(corners) < corners.shape[1]:
        return 0.0
    if corners.shape[1] == 2:
        return float(np.ptp(corners[:, 0]))
    x, y = corners[:, 0], corners[:, 1]
    return float(abs(np.sum(x * np.roll(y, -1) - np.roll(x, -1) * y)))


def turning_points(shares: Array, i: int, j: int, leads: Array) -> Array:
    """Return by which factors of the judgment a_ij each rival draws level, with row geometric means.

    A factor of f makes the mean of row i f^(1/n) times as large and that of row j as many times smaller, so
    that the lead, a weighted sum of the priorities, has the sign of a quadratic polynomial in f^(1/n).

    Parameters
    ----------
    shares : ndarray, shape (n,)
        Priorities by row geometric means; for up to three items the eigenvector is the same (Crawford &
        Williams 1985).
    i, j : int
        Which judgment.
    leads : ndarray, shape (n, m)
        The lead of the first alternative over each of m rivals with all weight on one item.

    Returns
    -------
    ndarray, shape (m, 2)
        Positive factors at which the sign of the lead changes, the smaller first; NaN where there is none.

    Examples
    --------
    >>> turning_points(np.array([0.75, 0.25]), 0, 1, np.array([[1.0], [-1.0]])).round(6)
    array([[0.333333,      nan]])
    """
    terms = shares[:, None] * leads
    a, c = terms[i], terms[j]
    b = terms.sum(axis=0) - a - c
    found = np.full((leads.shape[1], 2), np.nan)
    for rival, polynomial in enumerate(np.stack([a, b, c], axis=1)):
        roots = np.roots(polynomial)
        real = np.sort(roots.real[(abs(roots.imag) == 0) & (roots.real > 0)])
        real = real[[np.sum(real == root) != 2 for root in real]]  # touched, not crossed
        found[rival, : len(real)] = real
    with np.errstate(over="ignore"):
        return np.asarray(found ** len(shares))
