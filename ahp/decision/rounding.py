"""Whether the choice holds wherever the printed digits allow the measurements to be.

A value printed as 9 may be anything from 8.5 to 9.5. Every index is a height h = t - z: t is the number or
its reciprocal, z the baseline's, and a priority is h/Σh. The lead of the first over a rival falls as the
first's height falls and the rival's rises, and is monotone in the sum of the others and, piece by piece, in
z. Its least value over the whole box is therefore at a corner among few, and those are all looked at: what
holds is proved.

Where the rule chooses the index of a criterion, its box is cut where the index changes: into one where
every height is positive, and those where that of some alternative is not, in which numbers are compared as
they are. An index asked for by name ends the box where it is not positive. A height below a billionth is
taken for none, so that these edges are places that can be computed: no choice is said to flip but at a point
where it was seen to.
"""

from __future__ import annotations

import contextlib
import itertools
from dataclasses import dataclass, replace

import numpy as np
import numpy.typing as npt

from ahp.core.gate import Array
from ahp.decision.matrix import DecisionMatrix
from ahp.evidence.indices import FORMS
from ahp.terms import Index

_ROUNDING = 1e-9
_NOTHING = 1e-9  # of the numbers that it is the difference of: no height is less


@dataclass(frozen=True)
class Digits:
    """What the printed digits leave of a choice.

    Attributes
    ----------
    to : str or None
        Who is first at the point found; None where the choice holds throughout.
    cells : tuple of (str, str, float)
        Alternative, criterion and number of what differs there from what was printed; none of them can be
        left at what was printed while the others stay.
    edge : bool
        Whether the box reaches where an index asked for by name is not positive.
    """

    to: str | None
    cells: tuple[tuple[str, str, float], ...]
    edge: bool


@dataclass(frozen=True)
class _Box:
    """The heights of one criterion that can matter under one index, for each of L levels z.

    Attributes
    ----------
    index : Index
    levels : ndarray, shape (L,)
    lowest, highest : ndarray, shape (L, n)
    edge : bool
        Whether some height is cut off where it would not be positive.
    """

    index: Index
    levels: Array
    lowest: Array
    highest: Array
    edge: bool = False


@dataclass(frozen=True)
class _Corner:
    """One criterion where a·share(own) - b·share(other) is least, for some positive a and b."""

    own: float
    other: float
    heights: Array
    index: Index
    level: float


def digits_of(matrix: DecisionMatrix) -> Digits | None:
    """Return whether the first place holds over the box of what printed digits allow.

    Parameters
    ----------
    matrix : DecisionMatrix

    Returns
    -------
    Digits or None
        None where no number was printed, several tie for first, or there is no rival; and where several
        criteria read one measurement and only numbers that it cannot have at once would refute the choice.
    """
    leaders, (low, high) = matrix.winners, matrix.ends
    n = len(matrix.alternatives)
    if not (high > low).any() or len(leaders) > 1 or n < 2:
        return None
    first = matrix.alternatives.index(leaders[0])
    boxes = [_boxes(matrix, c) for c in range(len(matrix.criterion_names))]
    edge = any(box.edge for several in boxes for box in several)
    near = np.flatnonzero(_near(matrix, boxes, first)).tolist()
    beaten = (_beaten(matrix, boxes, first, rival) for rival in near if rival != first)
    points = [found for found in beaten if found is not None]
    if not points:
        return Digits(None, (), edge)
    for found in (possible for point in points for possible in _possible(matrix, point)):
        if _flips(matrix, found, first):
            fewest = _fewest(matrix, found, first)
            to = next(name for name in matrix.first(fewest) if name != leaders[0])
            return Digits(to, _moved(matrix, fewest), edge)
    return None


def _possible(matrix: DecisionMatrix, found: Array) -> list[Array]:
    """Return points near one at which criteria that read the same measurement agree on it."""
    shared = [c for c, number in enumerate(matrix.sources) if number != c]
    if not shared:
        return [found]
    firsts, lasts = found.copy(), found.copy()
    for c in shared:
        firsts[c] = found[matrix.sources[c]]
    for c in range(len(matrix.sources)):
        lasts[c] = found[max(matrix.readers(c))]
    return [firsts, lasts]


def _boxes(matrix: DecisionMatrix, c: int) -> list[_Box]:
    """Return the parts of one criterion's box: its values are proportional to t - z in one, else to t."""
    n = len(matrix.alternatives)
    reference = matrix.references[c]
    straight = matrix.straight[c]
    x, (low, high) = matrix.x, matrix.ends
    printed = x[c] if straight else 1.0 / x[c]
    ends = (low[c], high[c]) if straight else (1.0 / high[c], 1.0 / low[c])
    least, most, t = ends[0][:n], ends[1][:n], printed[:n]
    index, natural = matrix.indices[c], matrix.naturals[c]
    if natural is None and not FORMS[index].constant:
        return [_Box(index, np.zeros(1), least[None], most[None])]
    bottom, top, z = (1.0, 1.0, 1.0) if reference is None else (v[reference] for v in (*ends, printed))
    if natural is None:
        return [_gained(index, (least, most, t), (bottom, top, z))]
    found = []
    if reference is None or reference >= n:  # a baseline that competes has no gain over itself
        with contextlib.suppress(_Nowhere):
            found.append(replace(_gained(natural, (least, most, t), (bottom, top, z)), edge=False))
    else:
        return [_Box(Index.RELATIVE, np.zeros(1), least[None], most[None])]
    # Without a gain is some alternative: whose number is at most the baseline's, as great as that may be.
    for i in range(n):
        if least[i] > top:
            continue
        less = most.copy()
        less[i] = min(most[i], top)
        own = _Box(Index.RELATIVE, np.full(1, top), least[None], less[None])
        if (
            less[i] == most[i]
        ):  # that one lacks a gain anywhere: the whole box, and all others are parts of it
            return [*found, own]
        found.append(own)
    return found


class _Nowhere(Exception):
    """No point of a box has an index that is positive for every alternative."""


def _gained(index: Index, numbers: tuple[Array, Array, Array], levels: tuple[float, float, float]) -> _Box:
    """Return the box, or the part of it, in which an index is positive.

    Parameters
    ----------
    index : Index
    numbers : tuple of ndarray, shape (n,)
        The least and the most that t may be, and as printed.
    levels : tuple of float
        The same of z.
    """
    (least, most, t), (bottom, top, z) = numbers, levels
    if FORMS[index].reciprocal:  # 1 - z/y is proportional to 1/z - 1/y
        least, most, t = -1.0 / least, -1.0 / most, -1.0 / t
        bottom, top, z = -1.0 / bottom, -1.0 / top, -1.0 / z
    floor, printed = _NOTHING * float(np.abs([least, most]).max()), 0.5 * float((t - z).min())
    if printed > 0.0:
        floor = min(floor, printed)
    if most.min() - floor < bottom:
        raise _Nowhere
    edge = bool((least - top < floor).any())
    top = min(top, float(most.min()) - floor)
    between = least[(bottom < least - floor) & (least - floor < top)] - floor
    heights = np.array(sorted({float(bottom), float(top), *between.tolist()}))[:, None]
    return _Box(index, heights[:, 0], np.maximum(least - heights, floor), most - heights, edge)


def _near(matrix: DecisionMatrix, boxes: list[list[_Box]], first: int) -> npt.NDArray[np.bool_]:
    """Return who may be ahead of the first somewhere, shape (n,).

    Nobody is whose shares, each at its best, and those of the first at their worst, leave the first ahead:
    as if every criterion and both of them had a corner of their own.
    """
    n = len(matrix.alternatives)
    totals = np.ones(
        (2, 2, n)
    )  # of benefits the first's and the others', of costs the others' and the first's
    for cost in (False, True):
        group = matrix.of_merit(cost=cost)
        if group:
            shares = [_farthest_of(boxes[c], first, cost=cost) for c in group]
            totals[int(cost)] = np.einsum("k,ksn->sn", np.array(matrix.weights)[group], np.array(shares))
    least, most = totals[:, 0].prod(axis=0), totals[:, 1].prod(axis=0)
    return np.asarray(least <= most * (1.0 + _ROUNDING))


def _farthest_of(boxes: list[_Box], first: int, *, cost: bool) -> Array:
    """Return the least that one share can be and the most that another can, over the parts of a box."""
    found = np.array([_farthest(box, first, cost=cost) for box in boxes])
    return np.stack([found[:, 0].min(axis=0), found[:, 1].max(axis=0)])


def _farthest(box: _Box, first: int, *, cost: bool) -> Array:
    """Return the least that one share can be and the most that another can, shape (2, n)."""
    own, other = (slice(None), [first]) if cost else ([first], slice(None))
    low, high = box.lowest[:, own], box.highest[:, other]
    below = box.lowest.sum(axis=1, keepdims=True) - box.lowest[:, other] + high
    above = box.highest.sum(axis=1, keepdims=True) - box.highest[:, own] + low
    n = box.lowest.shape[1]
    least = np.minimum(low / below, low / above).min(axis=0)
    most = np.maximum(high / below, high / above).max(axis=0)
    return np.stack([np.broadcast_to(least, n), np.broadcast_to(most, n)])


def _beaten(matrix: DecisionMatrix, boxes: list[list[_Box]], first: int, rival: int) -> Array | None:
    """Return a point of the box at which the rival is ahead of the first, or None as there is none."""
    corners = [
        _corners(several, *((rival, first) if cost else (first, rival)))
        for several, cost in zip(boxes, matrix.is_cost, strict=True)
    ]
    # Corners of a cost are those at which the rival's share is least and the first's is most.
    benefits, costs = matrix.of_merit(cost=False), matrix.of_merit(cost=True)
    best: tuple[float, dict[int, _Corner]] | None = None
    # Totals of benefits are (first, rival), of costs (rival, first).
    spent = [(cost, _total(matrix, cost)) for cost in _combinations(corners, costs)]
    for benefit in _combinations(corners, benefits):
        b = _total(matrix, benefit)
        for cost, k in spent:
            lead = b[0] * k[0] - b[1] * k[1]
            if best is None or lead < best[0]:
                best = (lead, {**benefit, **cost})
    assert best is not None
    if best[0] > 0:
        return None
    found = _point(matrix, best[1])
    return found if _flips(matrix, found, first) else None  # a lead of 0 but for rounding is a lead


def _flips(matrix: DecisionMatrix, found: Array, first: int) -> bool:
    """Say whether at a point that can be decided the first is not first, or not alone."""
    values = matrix.index_values(found)
    sound = bool((values > 0).all())
    return sound and matrix.leaders(matrix.merits(values).scores) != (matrix.alternatives[first],)


def _fewest(matrix: DecisionMatrix, found: Array, first: int) -> Array:
    """Return a point that flips too, at which no number can be taken back to what was printed.

    What several criteria read is one number; what was changed least is taken back first.
    """
    x = matrix.x
    cells = [(matrix.readers(c), j) for c in dict.fromkeys(matrix.sources) for j in range(x.shape[1])]
    while True:
        kept = found
        apart = np.nan_to_num(np.abs(found / x - 1.0))
        far = [float(apart[cell].max()) for cell in cells]
        for at in sorted((at for at, distance in enumerate(far) if distance > 0.0), key=far.__getitem__):
            cell = cells[at]
            tried = found.copy()
            tried[cell] = x[cell]
            if _flips(matrix, tried, first):
                found = tried
        if found is kept:
            return found


def _corners(boxes: list[_Box], own: int, other: int) -> list[_Corner]:
    """Return where a·share(own) - b·share(other) can be least, for any positive a and b."""
    points = [_shares(box, own, other) for box in boxes]
    ends = np.cumsum([x.size for x, _ in points])
    x, y = (np.concatenate(shares) for shares in zip(*points, strict=True))
    found = []
    for at in _hull(x, y):
        part = int(np.searchsorted(ends, at, side="right"))
        box = boxes[part]
        rest, level = divmod(at - int(ends[part]) + points[part][0].size, len(box.levels))
        heights = (box.lowest, box.highest)[rest][level].copy()
        heights[own], heights[other] = box.lowest[level, own], box.highest[level, other]
        found.append(_Corner(float(x[at]), float(y[at]), heights, box.index, float(box.levels[level])))
    return found


def _shares(box: _Box, own: int, other: int) -> tuple[Array, Array]:
    """Return the two shares, own at its least and other at its most, with the others low and then high."""
    low, high = box.lowest[:, own], box.highest[:, other]
    sums = np.stack(
        [
            box.lowest.sum(axis=1) - box.lowest[:, other] + high,
            box.highest.sum(axis=1) - box.highest[:, own] + low,
        ]
    )
    return (low / sums).ravel(), (high / sums).ravel()


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


def _total(matrix: DecisionMatrix, chosen: dict[int, _Corner]) -> tuple[float, float]:
    if not chosen:
        return 1.0, 1.0
    own = sum(matrix.weights[c] * corner.own for c, corner in chosen.items())
    other = sum(matrix.weights[c] * corner.other for c, corner in chosen.items())
    return own, other


def _point(matrix: DecisionMatrix, chosen: dict[int, _Corner]) -> Array:
    """Return the measurements at which the criteria have the heights of their corners."""
    found = matrix.x.copy()
    n = len(matrix.alternatives)
    for c, corner in chosen.items():
        t, level = corner.heights, corner.level
        form = FORMS[corner.index]
        if form.constant:
            t = t + level
        if form.reciprocal:
            t, level = -1.0 / t, -1.0 / level
        found[c, :n] = t if matrix.straight[c] else 1.0 / t
        reference = matrix.references[c]
        if reference is not None and level:
            found[c, reference] = level if matrix.straight[c] else 1.0 / level
    return found


def _moved(matrix: DecisionMatrix, found: Array) -> tuple[tuple[str, str, float], ...]:
    """Return the numbers that differ from those printed."""
    return tuple(
        (matrix.columns[j], matrix.criterion_names[c], float(found[c, j]))
        for c in range(len(matrix.criterion_names))
        for j in range(len(matrix.columns))
        if abs(found[c, j] - matrix.x[c, j]) > 1e-12 * abs(matrix.x[c, j])
    )
