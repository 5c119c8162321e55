"""Whether the choice holds wherever the printed digits allow the measurements to be.

A value printed as 9 may be anything from 8.5 to 9.5. Every index is a height h = t - z: t is the number or
its reciprocal, z the baseline's, and a priority is h/Σh. The lead of the first over a rival falls as the
first's height falls and the rival's rises, and is monotone in the sum of the others and, piece by piece, in
z. Its least value over the whole box is therefore at a corner among few, and those are all looked at: what
holds is proved.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass

import numpy as np

from ahp.core.matrices import Array
from ahp.decision.frame import Frame
from ahp.terms import Index

_INSIDE = 1e-5  # corners are taken this little inside the box, where indices are positive


@dataclass(frozen=True)
class Digits:
    """What the printed digits leave of a choice.

    Attributes
    ----------
    to : str or None
        Who is first at the point found; None where the choice holds throughout.
    cells : tuple of (str, str, float)
        Alternative, criterion and number of what differs there from what was printed.
    edge : bool
        Whether the box reaches where an index is not positive.
    """

    to: str | None
    cells: tuple[tuple[str, str, float], ...]
    edge: bool


@dataclass(frozen=True)
class _Box:
    """The heights of one criterion that can matter, for each of L levels z.

    Attributes
    ----------
    levels : ndarray, shape (L,)
    lowest, highest : ndarray, shape (L, n)
    edge : bool
        Whether some height can be 0.
    """

    levels: Array
    lowest: Array
    highest: Array
    edge: bool


@dataclass(frozen=True)
class _Corner:
    """One criterion where a·share(own) - b·share(other) is least, for some positive a and b."""

    own: float
    other: float
    heights: Array
    level: float


def digits_of(frame: Frame, x: Array, low: Array, high: Array) -> Digits | None:
    """Return whether the first place holds over the box of what printed digits allow.

    Parameters
    ----------
    frame : Frame
    x, low, high : ndarray, shape (k, m)
        The numbers as printed, and the least and the most they may be; NaN where none is needed.

    Returns
    -------
    Digits or None
        None where no number was printed, several tie for first, or there is no rival.
    """
    leaders = frame.first(x)
    n = len(frame.competitors)
    if not (high > low).any() or len(leaders) > 1 or n < 2:
        return None
    first = frame.competitors.index(leaders[0])
    boxes = [_box(frame, c, low, high) for c in range(len(frame.criteria))]
    edge = any(box.edge for box in boxes)
    for rival in range(n):
        if rival != first:
            found = _beaten(frame, boxes, x, first, rival)
            if found is not None:
                to = frame.first(found)
                return Digits(to[0], _moved(frame, x, found), edge)
    return Digits(None, (), edge)


def _box(frame: Frame, c: int, low: Array, high: Array) -> _Box:
    """Return the box of one criterion, so that its values are proportional to t - z."""
    n = len(frame.competitors)
    reference = frame.references[c]
    ends = (low[c], high[c]) if frame.straight[c] else (1.0 / high[c], 1.0 / low[c])
    least, most = ends[0][:n], ends[1][:n]
    bottom, top = 0.0, 0.0
    if frame.indices[c] not in (Index.RELATIVE, Index.VALUE):
        bottom, top = (1.0, 1.0) if reference is None else (ends[0][reference], ends[1][reference])
    if frame.indices[c] is Index.SAVING:  # 1 - z/y is proportional to 1/z - 1/y
        least, most, bottom, top = -1.0 / least, -1.0 / most, -1.0 / bottom, -1.0 / top
    edge = bool((least - top <= 0).any())
    top = min(top, float(most.min()) - _INSIDE * abs(float(most.min())))
    between = least[(bottom < least) & (least < top)]
    levels = np.unique(np.concatenate([[bottom, top], between]))[:, None]
    highest = most - levels
    return _Box(levels[:, 0], np.maximum(least - levels, _INSIDE * highest), highest, edge)


def _beaten(frame: Frame, boxes: list[_Box], x: Array, first: int, rival: int) -> Array | None:
    """Return a point of the box at which the rival is ahead of the first, or None as there is none."""
    corners = [
        _corners(box, *((rival, first) if cost else (first, rival)))
        for box, cost in zip(boxes, frame.is_cost, strict=True)
    ]
    # Corners of a cost are those at which the rival's share is least and the first's is most.
    benefits = [c for c, cost in enumerate(frame.is_cost) if not cost]
    costs = [c for c, cost in enumerate(frame.is_cost) if cost]
    best: tuple[float, dict[int, _Corner]] | None = None
    for benefit in _combinations(corners, benefits):
        for cost in _combinations(corners, costs):
            b = _total(frame, benefit) if benefits else (1.0, 1.0)
            k = _total(frame, cost) if costs else (1.0, 1.0)
            # b is (first, rival), k is (rival, first).
            lead = b[0] * k[0] - b[1] * k[1]
            if best is None or lead < best[0]:
                best = (lead, {**benefit, **cost})
    assert best is not None
    if best[0] > 0:
        return None
    return _point(frame, x, best[1])


def _corners(box: _Box, own: int, other: int) -> list[_Corner]:
    """Return where a·share(own) - b·share(other) can be least, for any positive a and b."""
    low, high = box.lowest[:, own], box.highest[:, other]
    sums = np.stack(
        [
            box.lowest.sum(axis=1) - box.lowest[:, other] + high,
            box.highest.sum(axis=1) - box.highest[:, own] + low,
        ]
    )
    x, y = (low / sums).ravel(), (high / sums).ravel()
    found = []
    for at in _hull(x, y):
        rest, level = divmod(at, len(box.levels))
        heights = (box.lowest, box.highest)[rest][level].copy()
        heights[own], heights[other] = low[level], high[level]
        found.append(_Corner(float(x[at]), float(y[at]), heights, float(box.levels[level])))
    return found


def _hull(x: Array, y: Array) -> list[int]:
    """Return the positions of the points that make a·x - y least for some a ≥ 0, by rising x."""
    kept: list[int] = []
    for at in np.lexsort((-y, x)).tolist():
        if kept and y[at] <= y[kept[-1]]:
            continue
        while len(kept) > 1:
            p, q = kept[-2], kept[-1]
            if (y[q] - y[p]) * (x[at] - x[q]) > (y[at] - y[q]) * (x[q] - x[p]):
                break
            kept.pop()
        kept.append(at)
    return kept


def _combinations(corners: list[list[_Corner]], criteria: list[int]) -> list[dict[int, _Corner]]:
    """Return the choices of a corner for each criterion that are least for some direction (a, -b)."""
    if not criteria:
        return [{}]
    slopes = {0.0, np.inf}
    for c in criteria:
        slopes |= {
            (q.other - p.other) / (q.own - p.own) for p, q in itertools.pairwise(corners[c]) if q.own > p.own
        }
    found = []
    for left, right in itertools.pairwise(sorted(slopes)):
        # Between two slopes no criterion changes its corner.
        a = 2.0 * left + 1.0 if np.isinf(right) else 0.5 * (left + right)
        found.append({c: min(corners[c], key=lambda p: a * p.own - p.other) for c in criteria})
    return found


def _least(corners: list[_Corner], a: float) -> _Corner:
    return min(corners, key=lambda corner: a * corner.own - corner.other)


def _total(frame: Frame, chosen: dict[int, _Corner]) -> tuple[float, float]:
    own = sum(frame.weights[c] * corner.own for c, corner in chosen.items())
    other = sum(frame.weights[c] * corner.other for c, corner in chosen.items())
    return own, other


def _point(frame: Frame, x: Array, chosen: dict[int, _Corner]) -> Array:
    """Return the measurements at which the criteria have the heights of their corners."""
    found = x.copy()
    n = len(frame.competitors)
    for c, corner in chosen.items():
        t, level = corner.heights + corner.level, corner.level
        if frame.indices[c] is Index.SAVING:
            t, level = -1.0 / t, -1.0 / level
        found[c, :n] = t if frame.straight[c] else 1.0 / t
        reference = frame.references[c]
        if reference is not None and frame.indices[c] not in (Index.RELATIVE, Index.VALUE):
            found[c, reference] = level if frame.straight[c] else 1.0 / level
    return found


def _moved(frame: Frame, x: Array, found: Array) -> tuple[tuple[str, str, float], ...]:
    """Return the numbers that differ from those printed."""
    return tuple(
        (frame.columns[j], frame.criteria[c], float(found[c, j]))
        for c in range(len(frame.criteria))
        for j in range(len(frame.columns))
        if abs(found[c, j] - x[c, j]) > 1e-12 * abs(x[c, j])
    )
