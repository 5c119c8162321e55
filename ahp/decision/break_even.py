"""What would change the choice where nothing is known of noise: the smallest change of each measurement.

Every index is linear in a measured number, in its reciprocal, or in the baseline's, and every priority is
such an index over a sum of them. Times that sum, the difference of two scores is linear in the one number
that moves: the change at which two alternatives swap places has a closed form.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from ahp.core.gate import Array
from ahp.core.sensitivity import leaders_along
from ahp.decision.evaluate import Outcome
from ahp.decision.matrix import DecisionMatrix
from ahp.decision.noise import noise_of
from ahp.evidence.indices import FORMS, NOTHING, index_values, is_positive
from ahp.notebook import NotebookFace
from ahp.terms import Index

if TYPE_CHECKING:
    from ahp.report.documents.decision import ChangeDocument, MarginDocument

_BLOCK = 1 << 18  # values moved at once: of very many alternatives not all together
_INSIDE = (
    1e-9  # of a number: how far behind a change of index it is looked at, where no index is rounded to 0
)
_NOTHING = 1e-12  # of a number: what rounding makes of it


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
    new_index : Index or None
        That by which the rule scores the criterion there, where it is another than now.
    """

    alternative: str
    criterion: str
    change: float | None
    challenger: str | None
    new_index: Index | None = None


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
    until : float or None
        The relative change of the critical measurement up to which its challenger is known to stay first: to
        the next swap of places, or the next change of an index. None where there is no end, or several
        criteria read the number.
    """

    winner: str
    changes: tuple[Change, ...]
    noise_95: float
    holds_95: tuple[float, float]
    until: float | None = None

    @property
    def critical(self) -> Change | None:
        """The measurement that needs to change least; None where none alone can change the choice."""
        moving = [change for change in self.changes if change.change is not None]
        return min(moving, key=lambda change: abs(change.change or 0.0), default=None)

    def _repr_html_(self) -> str:
        from ahp.report.html.notebook import margin_html

        names = {change.criterion: change.criterion for change in self.changes}
        return margin_html(margin_document(self, names))


def margin_of(matrix: DecisionMatrix, rng: np.random.Generator) -> Margin | None:
    """Return the margin of a choice; None where several tie for first or there is no rival."""
    leaders = matrix.winners
    if len(leaders) > 1 or len(matrix.alternatives) < 2:
        return None
    noise, holds = noise_of(matrix, matrix.alternatives.index(leaders[0]), rng)
    found = Margin(leaders[0], changes_of(matrix), noise, holds)
    return found if found.critical is None else replace(found, until=_until(matrix, found.critical))


def changes_of(matrix: DecisionMatrix) -> tuple[Change, ...]:
    """Return for each measurement its smallest change that puts another alternative first.

    Where the rule chooses the index of a criterion, a number that moves may change it; each of the two
    indices is then looked at where it is the one.
    """
    values = matrix.index_values(matrix.x)
    first = int(matrix.merits(values).scores.argmax())
    columns, n = range(len(matrix.columns)), len(matrix.alternatives)
    read = [[c for c in range(len(values)) if j < n or matrix.references[c] == j] for j in columns]
    same = [Counter(matrix.sources[c] for c in criteria) for criteria in read]
    alone: dict[tuple[int, int], Change] = {}
    for c, number in enumerate(matrix.sources):
        moved = [j for j in columns if c in read[j] and same[j][number] == 1]
        step = max(1, _BLOCK // n)
        for start in range(0, len(moved), step):
            some = moved[start : start + step]
            changes = _changes(matrix, values, first, c, some)
            alone.update(zip(((c, j) for j in some), changes, strict=True))
    found = []
    for j in columns:
        for c in read[j]:
            if (c, j) in alone:
                found.append(alone[c, j])
                continue
            # One measurement that several criteria read is one number.
            together = [other for other in read[j] if matrix.sources[other] == matrix.sources[c]]
            if c == together[0]:
                found.append(_shared_change(matrix, values, first, together, j))
    return tuple(found)


def _until(matrix: DecisionMatrix, critical: Change) -> float | None:
    """Return the change up to which the challenger stays first beyond a change; None without an end."""
    c, j = matrix.criterion_names.index(critical.criterion), matrix.columns.index(critical.alternative)
    if critical.change is None or critical.challenger is None or matrix.sources.count(matrix.sources[c]) > 1:
        return None
    beyond, index = 1.0 + critical.change * (1.0 + _INSIDE), critical.new_index or matrix.indices[c]
    start, end = 0.0, math.inf
    if matrix.naturals[c] is not None:
        start, end = _gained(matrix, c, j)
        if index is Index.RELATIVE:
            start, end = (0.0, start) if beyond < start else (end, math.inf)
    start, end, last = (beyond, end, end) if critical.change > 0 else (start, beyond, start)
    held = matrix.with_indices((*matrix.indices[:c], index, *matrix.indices[c + 1 :]))
    own = index_values(index, matrix.relatives(matrix.x)[c])
    first, ends = matrix.alternatives.index(critical.challenger), np.array([[start], [end]])
    ((change,), _) = _in_piece(held, own, matrix.at_point, first, c, [j], *ends)
    factor = 1.0 + float(change) if math.isfinite(change) else last
    return factor - 1.0 if 0.0 < factor < math.inf else None


def _shared_change(matrix: DecisionMatrix, values: Array, first: int, criteria: list[int], j: int) -> Change:
    """Return the smallest change of a number that several criteria read: every one of their values moves.

    Either way it goes piece by piece, from one change of an index to the next.
    """
    moving = np.isin(np.arange(len(values)), criteria)
    least, most = 0.0, np.inf
    turns = set()
    for c in criteria:
        start, end = _gained(matrix, c, j)
        if matrix.naturals[c] is None:
            if matrix.indices[c] in (Index.RELATIVE, Index.VALUE):
                continue
            least, most = max(least, start), min(most, end)
        else:
            turns |= {start, end}
    nearest: tuple[float, int, DecisionMatrix] | None = None
    for way, last in ((-1.0, least), (1.0, most)):
        inside = [f for f in turns if way * (f - 1.0) > 0 and way * (last - f) > 0 and math.isfinite(f)]
        for a, b in itertools.pairwise([1.0, *sorted(inside, key=lambda f: way * f), last]):
            if nearest is not None and abs(a - 1.0) >= abs(nearest[0]):
                break
            piece = _held_at(matrix, criteria, j, 2.0 * a if math.isinf(b) else 0.5 * (a + b))
            constant, slope = _lines(piece, values, criteria, j)
            begin = np.maximum(np.where(moving[:, None], constant + a * slope, values), 0.0)
            reached = slope if math.isinf(b) else constant + b * slope
            reached = np.maximum(np.where(moving[:, None], reached, values), 0.0)
            ways = leaders_along(begin, reached, np.array(matrix.weights), matrix.is_cost)
            other = next(((t, who) for t, who in ways if who != first), None)
            if other is not None:
                t, who = other
                f = a + t / (1.0 - t) if math.isinf(b) else a + t * (b - a)
                f = f if t else a * (1.0 + way * _INSIDE)
                if nearest is None or abs(f - 1.0) < abs(nearest[0]):
                    nearest = (f - 1.0, who, piece)
                break
    if nearest is None:
        return Change(matrix.columns[j], matrix.criterion_names[criteria[0]], None, None)
    change, rival, piece = nearest
    index = next((piece.indices[c] for c in criteria if piece.indices[c] is not matrix.indices[c]), None)
    return Change(
        matrix.columns[j], matrix.criterion_names[criteria[0]], change, matrix.alternatives[rival], index
    )


def _held_at(matrix: DecisionMatrix, criteria: list[int], j: int, f: float) -> DecisionMatrix:
    """Return the matrix with the indices that the rule chooses where a number is f times what it is."""
    moved = matrix.x.copy()
    moved[criteria, j] *= f
    r = matrix.relatives(moved)
    natural = [kind is not None and is_positive(kind, r[c]) for c, kind in enumerate(matrix.naturals)]
    return matrix.with_indices(
        tuple(
            index if kind is None else kind if gained else Index.RELATIVE
            for index, kind, gained in zip(matrix.indices, matrix.naturals, natural, strict=True)
        )
    )


def _lines(matrix: DecisionMatrix, values: Array, criteria: list[int], j: int) -> tuple[Array, Array]:
    """Return what the values of criteria are proportional to, constant + slope · f, for f times a number."""
    constant, slope = values.copy(), np.zeros_like(values)
    r = matrix.relatives(matrix.x)
    for c in criteria:
        own = index_values(matrix.indices[c], r[c])
        slope[c] = _slopes(matrix, own, c, [j])[0]
        constant[c] = own - slope[c]
        if _is_reciprocal(matrix, c, j):  # level + slope / f is proportional to slope + level · f
            constant[c], slope[c] = slope[c].copy(), constant[c].copy()
    return constant, slope


def _gained(matrix: DecisionMatrix, c: int, j: int) -> tuple[float, float]:
    """Return between which factors of a number all have a gain under criterion c; (0, 0) for none."""
    r = matrix.relatives(matrix.x)[c]
    if matrix.references[c] == j:
        if j < len(r):  # the baseline competes, and has no gain over itself
            return 0.0, 0.0
        least = float(r.min())
        return (0.0, least) if matrix.straight[c] else (1.0 / least, math.inf)
    if (np.delete(r, j) - 1.0 <= NOTHING).any():
        return 0.0, 0.0
    own = float(r[j])
    return (1.0 / own, math.inf) if matrix.straight[c] else (0.0, own)


def _changes(matrix: DecisionMatrix, values: Array, first: int, c: int, columns: list[int]) -> list[Change]:
    """Return the smallest change of each of some columns under criterion c."""
    natural = matrix.naturals[c]
    nothing, endless = np.zeros(len(columns)), np.full(len(columns), np.inf)
    pieces = [(matrix.indices[c], nothing, endless)]
    if natural is not None:
        start, end = np.array([_gained(matrix, c, j) for j in columns]).T
        relative = Index.RELATIVE
        pieces = [(natural, start, end), (relative, nothing, start), (relative, end, endless)]
    changes, rivals = endless.copy(), np.zeros(len(columns), dtype=np.intp)
    turned: list[Index | None] = [None] * len(columns)
    outcome, r = matrix.merits(values), matrix.relatives(matrix.x)[c]
    for index, start, end in pieces:
        some = np.flatnonzero(start < end)
        if not some.size:
            continue
        held = matrix.with_indices((*matrix.indices[:c], index, *matrix.indices[c + 1 :]))
        own, there = index_values(index, r), [columns[i] for i in some.tolist()]
        found, whose = _in_piece(held, own, outcome, first, c, there, start[some], end[some])
        nearer = np.abs(found) < np.abs(changes[some])
        changes[some] = np.where(nearer, found, changes[some])
        rivals[some] = np.where(nearer, whose, rivals[some])
        for i in some[nearer].tolist():
            turned[i] = None if index is matrix.indices[c] else index
    return [
        Change(matrix.columns[j], matrix.criterion_names[c], None, None)
        if math.isinf(change)
        else Change(matrix.columns[j], matrix.criterion_names[c], change, matrix.alternatives[rival], index)
        for j, change, rival, index in zip(columns, changes.tolist(), rivals.tolist(), turned, strict=True)
    ]


def _in_piece(
    matrix: DecisionMatrix,
    own: Array,
    outcome: Outcome,
    first: int,
    c: int,
    columns: list[int],
    start: Array,
    end: Array,
) -> tuple[Array, Array]:
    """Return the smallest change of each column between two factors, and whose place it is then; inf: none.

    Parameters
    ----------
    own : ndarray, shape (n,)
        The values of criterion c at the point under the index of the piece, which need not be positive there.
    outcome : Outcome
        At the point.
    start, end : ndarray, one for each column
        The factors between which the criterion has this index.
    """
    slopes = _slopes(matrix, own, c, columns)
    levels = own - slopes  # values along the way are level + slope · p, and p is 1 now
    turned = np.array([_is_reciprocal(matrix, c, j) for j in columns])
    least, most = _ranges(levels, slopes)
    with np.errstate(divide="ignore", invalid="ignore"):
        least = np.maximum(least, np.where(turned, 1.0 / end, start))
        most = np.minimum(most, np.where(turned, 1.0 / start, end))
        at, per, ones = _merits_along(matrix, outcome, c, levels, slopes)
        # Who has the greater quotient: the benefit of each times the cost of the other.
        p = -(ones[first] * at - ones * at[:, [first]]) / (ones[first] * per - ones * per[:, [first]])
        # At the ends all values of an index may be 0: what is there is rounding.
        inside = (least[:, None] * (1.0 + _NOTHING) < p) & (p < most[:, None] * (1.0 - _NOTHING))
        inside[:, first] = False
        changes = np.where(inside, np.where(turned[:, None], 1.0 / p, p) - 1.0, np.inf)
        rivals = np.abs(changes).argmin(axis=1)
        smallest = changes[range(len(columns)), rivals]
        # Where the way comes into the piece with another index than before, another may be first at once.
        near = np.where(least >= 1.0, least * (1.0 + _INSIDE), most * (1.0 - _INSIDE))
        moving = at + per * near[:, None]
        scores = ones / moving if matrix.is_cost[c] else moving / ones
        whose = scores.argmax(axis=1)
        entered = ((least >= 1.0) | (most <= 1.0)) & (least < near) & (near < most)
        entered &= scores.max(axis=1) > scores[:, first] * (1.0 + _INSIDE)
        entries = np.where(turned, 1.0 / near, near) - 1.0
    return np.where(entered, entries, smallest), np.where(entered, whose, rivals)


def _slopes(matrix: DecisionMatrix, values: Array, c: int, columns: list[int]) -> Array:
    """Return how each index value of criterion c moves with the parameter p of each column, shape (.., n)."""
    moves = np.array(columns)[:, None] == np.arange(len(values))
    reference = np.array([matrix.references[c] == j for j in columns])
    moves[reference] = ~moves[reference]  # the baseline relative to itself stays 1
    return np.where(moves, values - FORMS[matrix.indices[c]].constant, 0.0)


def _ranges(levels: Array, slopes: Array) -> tuple[Array, Array]:
    """Return for each row the parameters between which every index value is positive."""
    with np.errstate(divide="ignore", invalid="ignore"):
        zeros = -levels / slopes
    least = np.where(slopes > 0, zeros, 0.0).max(axis=1)
    most = np.where(slopes < 0, zeros, np.inf).min(axis=1)
    return np.maximum(least, 0.0), most


def _merits_along(
    matrix: DecisionMatrix, outcome: Outcome, c: int, levels: Array, slopes: Array
) -> tuple[Array, Array, Array]:
    """Return the merit of criterion c along the way, a + b·p times a positive factor, and the other merit."""
    weight = matrix.weights[c]
    moving = outcome.cost if matrix.is_cost[c] else outcome.benefit
    fixed = outcome.benefit if matrix.is_cost[c] else outcome.cost
    assert moving is not None
    rest = moving - weight * outcome.priorities[c]
    # A merit times the sum of the criterion's values: (rest · Σ + weight · value), linear in p.
    at = rest * levels.sum(axis=1, keepdims=True) + weight * levels
    per = rest * slopes.sum(axis=1, keepdims=True) + weight * slopes
    return at, per, np.ones_like(rest) if fixed is None else fixed


def _is_reciprocal(matrix: DecisionMatrix, c: int, j: int) -> bool:
    """Say whether the index is linear in the reciprocal of the measured number of column j."""
    turned = matrix.straight[c] == (matrix.references[c] == j)
    return FORMS[matrix.indices[c]].reciprocal != turned


def margin_document(found: Margin, measures: Mapping[str, str]) -> MarginDocument:
    """Return the smallest changes of the choice; `measures` is what each criterion measures."""
    critical = found.critical
    return {
        "winner": found.winner,
        "challenger": None if critical is None else critical.challenger,
        "alternative": None if critical is None else critical.alternative,
        "criterion": None if critical is None else critical.criterion,
        "measure": None if critical is None else measures[critical.criterion],
        "change": None if critical is None else critical.change,
        "new_index": None if critical is None or critical.new_index is None else critical.new_index.value,
        "until": found.until,
        "noise_95": found.noise_95,
        "holds_95": list(found.holds_95),
        "all": [_change(change, measures) for change in found.changes],
    }


def _change(change: Change, measures: Mapping[str, str]) -> ChangeDocument:
    return {
        "alternative": change.alternative,
        "criterion": change.criterion,
        "measure": measures[change.criterion],
        "change": change.change,
        "challenger": change.challenger,
    }
