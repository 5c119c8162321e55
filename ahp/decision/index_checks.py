"""Whether the choice hangs on the index by which measures are made comparable, or lies between two of them.

Between improvement and relative every index is s + (r - 1), and s is a judgment. At s = 0 only what was
gained counts, at s = 1 all that is had. Where the choice depends on s, the data alone do not decide.
"""

from __future__ import annotations

import itertools
from dataclasses import dataclass, replace

import numpy as np

from ahp.core.gate import Array
from ahp.core.merits import marginal_choices
from ahp.core.sensitivity import leaders_along
from ahp.decision.findings import Finding, audit, finding
from ahp.decision.matrix import DecisionMatrix
from ahp.evidence.indices import NOTHING, index_values
from ahp.notebook import NotebookFace
from ahp.report.phrases.findings import Way
from ahp.terms import Index

Indices = tuple[Index, ...]

_OWN = 0.05  # a ratio that differs less from 1 is that of what is not compressed, with its bookkeeping


def index_audits(matrix: DecisionMatrix, winner: str) -> list[Finding]:
    """Return two audits: one index throughout, and one criterion's or one merit's changed alone.

    Throughout means everything relative, storage as its saving and as the ratio itself.
    """
    saving, ratio = _relative(matrix, saving=True), _relative(matrix, saving=False)
    throughout: dict[Way, Indices] = {("relative-saving",): saving, ("relative",): ratio}
    if saving == ratio:
        del throughout["relative-saving",]
    found, lacking = _tried(matrix, throughout)
    audits = [audit("index", winner, found)] if found else []
    mixed, untried = _tried(matrix, _mixed(matrix))
    if mixed:
        audits.append(audit("index-mixed", winner, mixed))
    if lacking or untried:
        # What was not tried holds under nothing: the rest of an audit is said where it flips, or here.
        partly = {"index": lacking, "index-mixed": untried}
        audits = [told for told in audits if told.verdict != "holds" or not partly[told.check]]
        lacks = (*lacking, *untried)
        audits.append(finding("index-untried", "warns", winner=winner, ways=tuple(mixed), untried=lacks))
    return audits


def saving_audit(matrix: DecisionMatrix, winner: str, baseline: str) -> list[Finding]:
    """Return whether savings against the baseline would choose the same, where it is compressed itself.

    A compression ratio says what is saved of the original; bytes say what is saved of the baseline's.
    """
    column = matrix.columns.index(baseline)
    of_original = [
        index is Index.SAVING and reference is None and abs(matrix.x[c, column] - 1.0) > _OWN
        for c, (index, reference) in enumerate(zip(matrix.indices, matrix.references, strict=True))
    ]
    if not any(of_original):
        return []
    references = zip(of_original, matrix.references, strict=True)
    other = replace(matrix.held, references=tuple(column if moved else at for moved, at in references))
    if not (other.index_values(matrix.x) > 0).all():
        return []
    return [audit("saving", winner, [(("savings", baseline), other.first(matrix.x))])]


def _relative(matrix: DecisionMatrix, *, saving: bool) -> Indices:
    """Return everything relative, but for measures that are compared as they are."""
    return tuple(
        Index.VALUE
        if index is Index.VALUE
        else Index.SAVING
        if saving and storage and not cost
        else Index.RELATIVE
        for index, storage, cost in zip(matrix.indices, matrix.storage, matrix.is_cost, strict=True)
    )


def _mixed(matrix: DecisionMatrix) -> dict[Way, Indices]:
    """Return the ways in which one criterion, or all of one merit, have another index than they have."""
    found: dict[Way, Indices] = {}
    others = [_other(matrix, c) for c in range(len(matrix.criterion_names))]
    for c, name in enumerate(matrix.criterion_names):
        for other in others[c]:
            found["criterion", name, other.value] = (*matrix.indices[:c], other, *matrix.indices[c + 1 :])
    for cost, merit in ((False, "benefit"), (True, "cost")):
        group = matrix.of_merit(cost=cost)
        if len(group) < 2:
            continue
        relative = tuple(
            Index.RELATIVE if c in group and index is not Index.VALUE else index
            for c, index in enumerate(matrix.indices)
        )
        natural = tuple(
            matrix.natural(c) if c in group and index is not Index.VALUE else index
            for c, index in enumerate(matrix.indices)
        )
        found["merit-relative", merit] = relative
        found["merit-gained", merit] = natural
    return {way: indices for way, indices in found.items() if indices != matrix.indices}


def _other(matrix: DecisionMatrix, c: int) -> list[Index]:
    if matrix.indices[c] is Index.VALUE:
        return []
    return [index for index in (matrix.natural(c), Index.RELATIVE) if index is not matrix.indices[c]]


def _tried(
    matrix: DecisionMatrix, ways: dict[Way, Indices]
) -> tuple[list[tuple[Way, tuple[str, ...]]], list[Way]]:
    """Return who is first in each way in which every index is positive, and the other ways."""
    found, untried = [], []
    for way, indices in ways.items():
        other = matrix.with_indices(indices)
        if indices == matrix.indices:
            continue
        if (other.index_values(matrix.x) > NOTHING).all():
            found.append((way, other.first(matrix.x)))
        else:
            untried.append(way)
    return found, untried


_NEAR = 0.01  # of the baseline's number: as far as most noise reaches
_BEYOND = 1e-9  # where the rule has changed its mind
_OPEN = 0.025  # of the draws: beyond one end of an interval of 95 %


@dataclass(frozen=True)
class IndexCrossing:
    """Where the rule turns to another index under one criterion.

    Attributes
    ----------
    criterion : int
    alternative : int
        Whose value is the last, or the first, on this side of 0.
    value : float
        Its saving, improvement or overhead now.
    lacking : int
        How many alternatives have none that is positive.
    to : Index
        What the criterion has beyond it.
    leaders : tuple of str
        Who is first there.
    """

    criterion: int
    alternative: int
    value: float
    lacking: int
    to: Index
    leaders: tuple[str, ...]


def rule_audit(matrix: DecisionMatrix, winner: str, drawn: Array | None) -> list[Finding]:
    """Return the audit `index-rule`, which names the nearest crossing of each criterion; none without one.

    It flips where another is first beyond a crossing that is near: within 1 % of the baseline's number,
    within what the printed digits allow, or where the runs leave open on which side of it the truth is.

    Parameters
    ----------
    matrix : DecisionMatrix
    winner : str
    drawn : ndarray, shape (draws, k, m), or None
        What the runs leave open.
    """
    crossings = crossings_of(matrix)
    if not crossings:
        return []
    near = [found for found in crossings if _is_near(matrix, found, drawn)]
    flipping = [found for found in near if found.leaders != (winner,)]
    named = _named(matrix, [*flipping, *(found for found in crossings if found not in flipping)])
    if not flipping:
        return [finding("index-rule", "holds", crossings=named, near=False)]
    to = next(name for found in flipping for name in found.leaders if name != winner)
    return [finding("index-rule", "flips", to=to, crossings=named, near=True)]


def crossings_of(matrix: DecisionMatrix) -> list[IndexCrossing]:
    """Return for each criterion whose index the rule chooses where it would choose another."""
    n, found = len(matrix.alternatives), []
    r = matrix.relatives(matrix.x)
    for c, natural in enumerate(matrix.naturals):
        reference = matrix.references[c]
        if natural is None or (reference is not None and reference < n):
            continue  # a baseline that competes has no gain over itself, whatever the numbers are
        gains = index_values(natural, r[c])
        at, lacking = int(gains.argmin()), np.flatnonzero(gains <= NOTHING)
        target = 1.0 + _BEYOND if lacking.size else 1.0
        moved = matrix.x.copy()
        for j in lacking.tolist() or [at]:
            factor = target / r[c, j]
            moved[matrix.readers(c), j] *= factor if matrix.straight[c] else 1.0 / factor
        to = natural if lacking.size else Index.RELATIVE
        found.append(IndexCrossing(c, at, float(gains[at]), lacking.size, to, matrix.first(moved)))
    return found


def _is_near(matrix: DecisionMatrix, crossing: IndexCrossing, drawn: Array | None) -> bool:
    """Say whether the rule may as well choose the other index, for all that is known of the numbers."""
    c, natural = crossing.criterion, matrix.naturals[crossing.criterion]
    assert natural is not None
    if abs(crossing.value) <= _NEAR:
        return True
    least, most = (_relatives(matrix, c, *ends) for ends in (matrix.ends, matrix.ends[::-1]))
    if crossing.lacking:
        allowed = bool((index_values(natural, most) > NOTHING).all())
    else:
        allowed = bool((index_values(natural, least) <= NOTHING).any())
    if allowed or drawn is None:
        return allowed
    gained = (index_values(natural, matrix.relatives(drawn)[:, c]) > NOTHING).all(axis=-1)
    return float((gained == bool(crossing.lacking)).mean()) >= _OPEN


def _relatives(matrix: DecisionMatrix, c: int, own: Array, other: Array) -> Array:
    """Return r of one criterion, competitors' numbers from one array and the baseline's from another.

    Where less is better the arrays change places: the least r has the most of what is measured.
    """
    n, reference = len(matrix.alternatives), matrix.references[c]
    if matrix.straight[c]:
        return np.asarray(own[c, :n] / (1.0 if reference is None else other[c, reference]))
    return np.asarray((1.0 if reference is None else own[c, reference]) / other[c, :n])


def _named(
    matrix: DecisionMatrix, crossings: list[IndexCrossing]
) -> tuple[tuple[tuple[str, object], ...], ...]:
    """Return crossings with the names of what they speak of."""
    return tuple(
        (
            ("criterion", matrix.criterion_names[one.criterion]),
            ("alternative", matrix.alternatives[one.alternative]),
            ("index", natural.value),
            ("value", one.value),
            ("lacking", one.lacking),
            ("to", one.to.value),
            ("leaders", one.leaders),
        )
        for one in crossings
        if (natural := matrix.naturals[one.criterion]) is not None
    )


@dataclass(frozen=True)
class Crossing(NotebookFace):
    """An offset at which the first place changes.

    Attributes
    ----------
    offset : float
        s.
    storage : str
        `saving` where space was held at its saving, `ratio` where it was s + (ratio - 1).
    before, after : str
        Who is first below and above it.
    """

    offset: float
    storage: str
    before: str
    after: str


@dataclass(frozen=True)
class Span(NotebookFace):
    """Who is chosen while a unit of benefit is worth between two amounts of cost.

    Attributes
    ----------
    start : float
        κ from which on.
    end : float or None
        None without end.
    choose : str
    """

    start: float
    end: float | None
    choose: str


@dataclass(frozen=True)
class Spectrum(NotebookFace):
    """What the offset changes.

    Attributes
    ----------
    crossings : tuple of Crossing
    gained : tuple of Span, or None
        The marginal choice at s = 0; None where an index is not positive there.
    had : tuple of Span, or None
        The marginal choice at s = 1.
    """

    crossings: tuple[Crossing, ...]
    gained: tuple[Span, ...] | None
    had: tuple[Span, ...] | None


NO_SPECTRUM = Spectrum((), None, None)


def spectrum_of(matrix: DecisionMatrix) -> Spectrum:
    """Return what the offset between improvement and relative changes in one scenario.

    Parameters
    ----------
    matrix : DecisionMatrix
    """
    r = matrix.relatives(matrix.x)
    crossings = [*_crossings(matrix, r, "saving")]
    if any(_is_saved(matrix)):
        crossings += _crossings(matrix, r, "ratio")
    both = matrix.by == "benefit_to_cost"
    return Spectrum(
        tuple(crossings),
        _marginal(matrix, r, 0.0) if both else None,
        _marginal(matrix, r, 1.0) if both else None,
    )


def _is_saved(matrix: DecisionMatrix) -> list[bool]:
    """Return which criteria are a benefit of space, whose index is a saving or the ratio."""
    return [
        space and not cost and index is not Index.VALUE
        for space, cost, index in zip(matrix.storage, matrix.is_cost, matrix.indices, strict=True)
    ]


def _offset_values(matrix: DecisionMatrix, r: Array, s: float, storage: str) -> Array:
    """Return the index values at an offset, shape (k, n)."""
    values = r.copy()
    for c, index in enumerate(matrix.indices):
        if storage == "saving" and _is_saved(matrix)[c]:
            values[c] = 1.0 - 1.0 / r[c]
        elif index is not Index.VALUE:
            values[c] = s + (r[c] - 1.0)
    return values


def _crossings(matrix: DecisionMatrix, r: Array, storage: str) -> list[Crossing]:
    """Return every offset in (0, 1] at which the first place changes, in rising order."""
    moving = [
        index is not Index.VALUE and not (storage == "saving" and saved)
        for index, saved in zip(matrix.indices, _is_saved(matrix), strict=True)
    ]
    held = _offset_values(matrix, r, 0.0, storage)[[not m for m in moving]]
    if not any(moving) or (held <= 0).any() or len(matrix.alternatives) < 2:
        return []
    start = max(0.0, float(1.0 - r[moving].min()))
    if start >= 1.0:
        return []
    ways = leaders_along(
        np.maximum(_offset_values(matrix, r, start, storage), 0.0),
        _offset_values(matrix, r, 1.0, storage),
        np.array(matrix.weights),
        matrix.is_cost,
    )
    names = matrix.alternatives
    return [
        Crossing(start + (1.0 - start) * t, storage, names[before], names[after])
        for (_, before), (t, after) in itertools.pairwise(ways)
    ]


def _marginal(matrix: DecisionMatrix, r: Array, s: float) -> tuple[Span, ...] | None:
    """Return the choice as a unit of benefit becomes worth more, the baseline among those to choose from."""
    values = _offset_values(matrix, r, s, "saving")
    if (values <= 0).any():
        return None
    outcome = matrix.merits(values)
    assert outcome.benefit is not None
    assert outcome.cost is not None
    names = list(matrix.alternatives)
    benefit, cost = outcome.benefit, outcome.cost
    nothing = _baseline_values(matrix, s)
    if nothing is not None:
        # On the competitors' scale, and not in their sum: whether nothing is done changes no alternative.
        shares = np.array(matrix.weights) * nothing / values.sum(axis=1)
        costs = np.array(matrix.is_cost)
        names.append(matrix.columns[-1])
        benefit, cost = np.append(benefit, shares[~costs].sum()), np.append(cost, shares[costs].sum())
    choices = marginal_choices(benefit, cost)
    ends: list[float | None] = [start for start, _ in choices[1:]]
    return tuple(
        Span(start, end, names[position])
        for (start, position), end in zip(choices, [*ends, None], strict=True)
    )


def _baseline_values(matrix: DecisionMatrix, s: float) -> Array | None:
    """Return the index values of a baseline that does not compete, shape (k,); None where there is none."""
    n = len(matrix.alternatives)
    if len(matrix.columns) == n:
        return None
    relatives = np.ones(len(matrix.criterion_names))
    for c, column in enumerate(matrix.references):
        own = matrix.x[c, n]
        if column is None and not np.isnan(own):
            relatives[c] = own if matrix.straight[c] else 1.0 / own
        elif column is None and matrix.indices[c] is Index.VALUE:
            return None
    return _offset_values(matrix, relatives[:, None], s, "saving")[:, 0]
