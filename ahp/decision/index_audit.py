"""Whether the choice hangs on the index by which measures are made comparable."""

from __future__ import annotations

from dataclasses import replace

from ahp.core.gate import Array
from ahp.decision.findings import Finding, named, verdict
from ahp.decision.frame import Frame
from ahp.evidence.indices import NOTHING
from ahp.terms import Index

Indices = tuple[Index, ...]

_OWN = 0.05  # a ratio that differs less from 1 is that of what is not compressed, with its bookkeeping


def index_audits(frame: Frame, x: Array, winner: str) -> list[Finding]:
    """Return two audits: one index throughout, and one criterion's or one merit's changed alone.

    Throughout means everything relative, storage as its saving and as the ratio itself.
    """
    saving, ratio = _relative(frame, saving=True), _relative(frame, saving=False)
    throughout = {"everything relative, storage as its saving": saving, "everything relative": ratio}
    if saving == ratio:
        del throughout["everything relative, storage as its saving"]
    advice = "say which index answers the question: what is gained, or what is had"
    found, lacking = _tried(frame, x, throughout)
    audits = [verdict("index", winner, found, advice)] if found else []
    mixed, untried = _tried(frame, x, _mixed(frame))
    if mixed:
        audits.append(verdict("index-mixed", winner, mixed, advice))
    if lacking or untried:
        # What was not tried holds under nothing: the rest of an audit is said where it flips, or here.
        partly = {"index": lacking, "index-mixed": untried}
        audits = [audit for audit in audits if audit.verdict != "holds" or not partly[audit.check]]
        detail = f"not every alternative has a positive value of {named([*lacking, *untried])}"
        if mixed and all(leaders == (winner,) for _, leaders in mixed):
            detail += f"; {winner} is first by {named(way for way, _ in mixed)} too"
        audits.append(Finding("index-untried", "warns", detail, "look at the alternatives that have none"))
    return audits


def saving_audit(frame: Frame, x: Array, winner: str, baseline: str) -> list[Finding]:
    """Return whether savings against the baseline would choose the same, where it is compressed itself.

    A compression ratio says what is saved of the original; bytes say what is saved of the baseline's.
    """
    column = frame.columns.index(baseline)
    of_original = [
        index is Index.SAVING and reference is None and abs(x[c, column] - 1.0) > _OWN
        for c, (index, reference) in enumerate(zip(frame.indices, frame.references, strict=True))
    ]
    if not any(of_original):
        return []
    references = zip(of_original, frame.references, strict=True)
    other = replace(frame.held, references=tuple(column if moved else at for moved, at in references))
    if not (other.index_values(x) > 0).all():
        return []
    way = f"savings against {baseline}"
    advice = f"a ratio tells the saving against the original, and {baseline} has a ratio itself; give bytes"
    return [verdict("saving", winner, [(way, other.first(x))], advice)]


def _relative(frame: Frame, *, saving: bool) -> Indices:
    """Return everything relative, but for measures that are compared as they are."""
    return tuple(
        Index.VALUE
        if index is Index.VALUE
        else Index.SAVING
        if saving and storage and not cost
        else Index.RELATIVE
        for index, storage, cost in zip(frame.indices, frame.storage, frame.is_cost, strict=True)
    )


def _mixed(frame: Frame) -> dict[str, Indices]:
    """Return the ways in which one criterion, or all of one merit, have another index than they have."""
    found: dict[str, Indices] = {}
    others = [_other(frame, c) for c in range(len(frame.criteria))]
    for c, name in enumerate(frame.criteria):
        for other in others[c]:
            found[f"{name} as {other.value}"] = (*frame.indices[:c], other, *frame.indices[c + 1 :])
    for cost, merit in ((False, "benefit"), (True, "cost")):
        group = [c for c, is_cost in enumerate(frame.is_cost) if is_cost is cost]
        if len(group) < 2:
            continue
        relative = tuple(
            Index.RELATIVE if c in group and index is not Index.VALUE else index
            for c, index in enumerate(frame.indices)
        )
        natural = tuple(
            _natural(frame, c) if c in group and index is not Index.VALUE else index
            for c, index in enumerate(frame.indices)
        )
        found[f"every {merit} relative"] = relative
        found[f"every {merit} as what is gained"] = natural
    return {way: indices for way, indices in found.items() if indices != frame.indices}


def _other(frame: Frame, c: int) -> list[Index]:
    if frame.indices[c] is Index.VALUE:
        return []
    return [index for index in (_natural(frame, c), Index.RELATIVE) if index is not frame.indices[c]]


def _natural(frame: Frame, c: int) -> Index:
    if frame.is_cost[c]:
        return Index.OVERHEAD
    return Index.SAVING if frame.storage[c] else Index.IMPROVEMENT


def _tried(
    frame: Frame, x: Array, ways: dict[str, Indices]
) -> tuple[list[tuple[str, tuple[str, ...]]], list[str]]:
    """Return who is first in each way in which every index is positive, and the other ways."""
    found, untried = [], []
    for way, indices in ways.items():
        other = frame.with_indices(indices)
        if indices == frame.indices:
            continue
        if (other.index_values(x) > NOTHING).all():
            found.append((way, other.first(x)))
        else:
            untried.append(way)
    return found, untried
