"""What would change the choice where nothing is known of noise: the smallest change of each measurement.

Every index is linear in a measured number, in its reciprocal, or in the baseline's, and every priority is
such an index over a sum of them. Times that sum, the difference of two scores is linear in the one number
that moves: the change at which two alternatives swap places has a closed form.
"""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass

import numpy as np

from ahp.core.matrices import Array
from ahp.core.paths import leaders_along
from ahp.decision.bearing import draws_for, noise_of
from ahp.decision.frame import Frame
from ahp.decision.kernel import Outcome
from ahp.notebook import NotebookFace
from ahp.terms import Index

_BLOCK = 1 << 18  # values moved at once: of very many alternatives not all together


@dataclass(frozen=True)
class Change(NotebookFace):
    """The smallest relative change of one measurement that puts another alternative first.

    Attributes
    ----------
    alternative : str
        Whose measurement moves; the baseline's too.
    criterion : str
        Whose measure it is; where a criterion adds several, their sum moves.
    change : float or None
        x'/x - 1 at which `challenger` draws level; None where no change does.
    challenger : str or None
    """

    alternative: str
    criterion: str
    change: float | None
    challenger: str | None


@dataclass(frozen=True)
class Margin(NotebookFace):
    """How far the measurements are from another choice.

    Attributes
    ----------
    winner : str
    changes : tuple of Change
        One for each measurement, in the order of the columns and criteria.
    noise_95 : float
        ε such that the winner stays first in 95 % of the cases where each measurement is multiplied by exp
        of a uniform draw in ±ε; at most ln 10. It is rounded towards 0 by what the draws leave open.
    holds_95 : (float, float)
        In which share of these cases it stays first at `noise_95`, as closely as the draws tell.
    """

    winner: str
    changes: tuple[Change, ...]
    noise_95: float
    holds_95: tuple[float, float]

    @property
    def critical(self) -> Change | None:
        """The measurement that needs to change least; None where none alone can change the choice."""
        moving = [change for change in self.changes if change.change is not None]
        return min(moving, key=lambda change: abs(change.change or 0.0), default=None)

    def _repr_html_(self) -> str:
        from ahp.decision.scrutiny_document import margin_document

        names = {change.criterion: change.criterion for change in self.changes}
        from ahp.report.html.faces import margin_html

        return margin_html(margin_document(self, names))


def margin_of(frame: Frame, x: Array, rng: np.random.Generator, draws: int | None = None) -> Margin | None:
    """Return the margin of a choice; None where several tie for first or there is no rival.

    Parameters
    ----------
    frame : Frame
    x : ndarray, shape (k, m)
        One number for each criterion and column.
    rng : numpy.random.Generator
    draws : int, optional
        For the noise; unless given, as many as its size allows.
    """
    leaders = frame.first(x)
    if len(leaders) > 1 or len(frame.competitors) < 2:
        return None
    first = frame.competitors.index(leaders[0])
    noise, holds = noise_of(frame, x, first, draws_for(x) if draws is None else draws, rng)
    return Margin(leaders[0], changes_of(frame, x), noise, holds)


def changes_of(frame: Frame, x: Array) -> tuple[Change, ...]:
    """Return for each measurement its smallest change that puts another alternative first."""
    values = frame.index_values(x)
    outcome = frame.merits(values)
    first = int(frame.scores(outcome).argmax())
    columns, n = range(len(frame.columns)), len(frame.competitors)
    read = [[c for c in range(len(values)) if j < n or frame.references[c] == j] for j in columns]
    same = [Counter(frame.numbers[c] for c in criteria) for criteria in read]
    alone: dict[tuple[int, int], Change] = {}
    for c, number in enumerate(frame.numbers):
        moved = [j for j in columns if c in read[j] and same[j][number] == 1]
        step = max(1, _BLOCK // n)
        for start in range(0, len(moved), step):
            some = moved[start : start + step]
            changes = _changes(frame, values, outcome, first, c, some)
            alone.update(zip(((c, j) for j in some), changes, strict=True))
    found = []
    for j in columns:
        for c in read[j]:
            if (c, j) in alone:
                found.append(alone[c, j])
                continue
            # One measurement that several criteria read is one number.
            together = [other for other in read[j] if frame.numbers[other] == frame.numbers[c]]
            if c == together[0]:
                found.append(_shared_change(frame, values, together, j))
    return tuple(found)


def _shared_change(frame: Frame, values: Array, criteria: list[int], j: int) -> Change:
    """Return the smallest change of a number that several criteria read: every one of their values moves."""
    constant, slope = values.copy(), np.zeros_like(values)
    for c in criteria:
        slope[c] = _slopes(frame, values[c], c, [j])[0]
        constant[c] = values[c] - slope[c]
        if _is_reciprocal(frame, c, j):  # level + slope / p is proportional to slope + level · p
            constant[c], slope[c] = slope[c].copy(), constant[c].copy()
    lows, highs = _ranges(constant[criteria], slope[criteria])
    least, most = float(lows.max()), float(highs.min())
    upwards = slope if np.isinf(most) else constant + most * slope
    moved = [c in criteria for c in range(len(values))]
    ends = (constant + least * slope, np.where(np.array(moved)[:, None], upwards, values))
    found = [
        leaders_along(values, np.maximum(end, 0.0), np.array(frame.weights), frame.is_cost) for end in ends
    ]
    changes = []
    for ways, reach in zip(found, (least - 1.0, most - 1.0), strict=True):
        if len(ways) > 1:
            t, rival = ways[1]
            changes.append((t / (1.0 - t) if np.isinf(reach) else t * reach, frame.competitors[rival]))
    change, challenger = min(changes, key=lambda found: abs(found[0]), default=(None, None))
    return Change(frame.columns[j], frame.criteria[criteria[0]], change, challenger)


def _changes(
    frame: Frame, values: Array, outcome: Outcome, first: int, c: int, columns: list[int]
) -> list[Change]:
    """Return the smallest change of each of some columns under criterion c."""
    slopes = _slopes(frame, values[c], c, columns)
    levels = values[c] - slopes  # values along the way are level + slope · p, and p is 1 now
    least, most = _ranges(levels, slopes)
    ahead, per_step = _leads(frame, outcome, first, c, levels, slopes)
    with np.errstate(divide="ignore", invalid="ignore"):
        p = -ahead / per_step
        inside = (least[:, None] < p) & (p < most[:, None])
        inside[:, first] = False
        turned = np.array([_is_reciprocal(frame, c, j) for j in columns])[:, None]
        changes = np.where(inside, np.where(turned, 1.0 / p, p) - 1.0, np.inf)
    rivals = np.abs(changes).argmin(axis=1)
    smallest = changes[range(len(columns)), rivals].tolist()
    return [
        Change(frame.columns[j], frame.criteria[c], None, None)
        if math.isinf(change)
        else Change(frame.columns[j], frame.criteria[c], change, frame.competitors[rival])
        for j, change, rival in zip(columns, smallest, rivals.tolist(), strict=True)
    ]


def _slopes(frame: Frame, values: Array, c: int, columns: list[int]) -> Array:
    """Return how each index value of criterion c moves with the parameter p of each column, shape (.., n)."""
    moves = np.array(columns)[:, None] == np.arange(len(values))
    reference = np.array([frame.references[c] == j for j in columns])
    moves[reference] = ~moves[reference]  # the baseline relative to itself stays 1
    # A saving is 1 - 1/r, an improvement or overhead r - 1: what moves is all but the 1.
    constant = {Index.SAVING: 1.0, Index.IMPROVEMENT: -1.0, Index.OVERHEAD: -1.0}.get(frame.indices[c], 0.0)
    return np.where(moves, values - constant, 0.0)


def _ranges(levels: Array, slopes: Array) -> tuple[Array, Array]:
    """Return for each row the parameters between which every index value is positive."""
    with np.errstate(divide="ignore", invalid="ignore"):
        zeros = -levels / slopes
    least = np.where(slopes > 0, zeros, 0.0).max(axis=1)
    most = np.where(slopes < 0, zeros, np.inf).min(axis=1)
    return np.maximum(least, 0.0), most


def _leads(
    frame: Frame, outcome: Outcome, first: int, c: int, levels: Array, slopes: Array
) -> tuple[Array, Array]:
    """Return by how much the first leads each other, a + b·p, times a positive factor; of shape (.., n)."""
    weight = frame.weights[c]
    moving = outcome.cost if frame.is_cost[c] else outcome.benefit
    fixed = outcome.benefit if frame.is_cost[c] else outcome.cost
    assert moving is not None
    rest = moving - weight * outcome.priorities[c]
    # A merit times the sum of the criterion's values: (rest · Σ + weight · value), linear in p.
    at = rest * levels.sum(axis=1, keepdims=True) + weight * levels
    per = rest * slopes.sum(axis=1, keepdims=True) + weight * slopes
    ones = np.ones_like(rest) if fixed is None else fixed
    # Who has the greater quotient: the benefit of each times the cost of the other.
    if frame.is_cost[c]:
        return ones[first] * at - ones * at[:, [first]], ones[first] * per - ones * per[:, [first]]
    return ones * at[:, [first]] - ones[first] * at, ones * per[:, [first]] - ones[first] * per


def _is_reciprocal(frame: Frame, c: int, j: int) -> bool:
    """Say whether the index is linear in the reciprocal of the measured number of column j."""
    turned = frame.straight[c] == (frame.references[c] == j)
    return (frame.indices[c] is Index.SAVING) != turned
