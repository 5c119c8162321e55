"""What weights and judgments would change who is first: intervals, regions, turning points."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ahp.core.gate import Array, finite_array, whole_number
from ahp.core.synthesis import TIE
from ahp.deprecation import FormerTuple
from ahp.errors import JudgmentError
from ahp.notebook import NotebookFace

_ROUNDED = 0.01  # how far a sum of printed weights may be from 1
_EDGE = 1e-12


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
    near = _EDGE * np.abs(table).max(initial=0.0)
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
        found.append(corners if _extent(corners) > _EDGE else np.empty((0, d)))
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
            if not any(np.abs(crossing - corner).max() <= _EDGE for corner in kept):
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


def region_shares(regions: list[Array]) -> Array:
    """Return the share of all weights that each region holds: how often each is first, weights being uniform.

    Returns
    -------
    ndarray, shape (n,)
    """
    return np.array([_extent(corners) for corners in regions])


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
