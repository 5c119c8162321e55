"""Whether the choice hangs on the index by which measures are made comparable."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ahp.core.gate import Array
from ahp.decision.findings import Finding, audit, finding
from ahp.decision.matrix import DecisionMatrix
from ahp.evidence.indices import NOTHING, index_values
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
    if not flipping:
        return [finding("index-rule", "holds", crossings=_named(matrix, crossings), near=False)]
    to = next(name for found in flipping for name in found.leaders if name != winner)
    return [finding("index-rule", "flips", to=to, crossings=_named(matrix, flipping), near=True)]


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
