"""Whether the choice hangs on the index by which measures are made comparable."""

from __future__ import annotations

from dataclasses import replace

from ahp.core.gate import Array
from ahp.decision.findings import Finding, audit, finding
from ahp.decision.frame import Frame
from ahp.evidence.indices import NOTHING
from ahp.report.findings import Way
from ahp.terms import Index

Indices = tuple[Index, ...]

_OWN = 0.05  # a ratio that differs less from 1 is that of what is not compressed, with its bookkeeping


def index_audits(frame: Frame, x: Array, winner: str) -> list[Finding]:
    """Return two audits: one index throughout, and one criterion's or one merit's changed alone.

    Throughout means everything relative, storage as its saving and as the ratio itself.
    """
    saving, ratio = _relative(frame, saving=True), _relative(frame, saving=False)
    throughout: dict[Way, Indices] = {("relative-saving",): saving, ("relative",): ratio}
    if saving == ratio:
        del throughout["relative-saving",]
    found, lacking = _tried(frame, x, throughout)
    audits = [audit("index", winner, found)] if found else []
    mixed, untried = _tried(frame, x, _mixed(frame))
    if mixed:
        audits.append(audit("index-mixed", winner, mixed))
    if lacking or untried:
        # What was not tried holds under nothing: the rest of an audit is said where it flips, or here.
        partly = {"index": lacking, "index-mixed": untried}
        audits = [told for told in audits if told.verdict != "holds" or not partly[told.check]]
        lacks = (*lacking, *untried)
        audits.append(finding("index-untried", "warns", winner=winner, ways=tuple(mixed), untried=lacks))
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
    return [audit("saving", winner, [(("savings", baseline), other.first(x))])]


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


def _mixed(frame: Frame) -> dict[Way, Indices]:
    """Return the ways in which one criterion, or all of one merit, have another index than they have."""
    found: dict[Way, Indices] = {}
    others = [_other(frame, c) for c in range(len(frame.criteria))]
    for c, name in enumerate(frame.criteria):
        for other in others[c]:
            found["criterion", name, other.value] = (*frame.indices[:c], other, *frame.indices[c + 1 :])
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
        found["merit-relative", merit] = relative
        found["merit-gained", merit] = natural
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
    frame: Frame, x: Array, ways: dict[Way, Indices]
) -> tuple[list[tuple[Way, tuple[str, ...]]], list[Way]]:
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
