"""The part of a scenario's document that says how sure it is and what would change it."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from ahp.decision.confidence import METHOD, Confidence

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ahp.decision.break_even import Change, Margin
    from ahp.decision.findings import Finding
    from ahp.decision.index_offset import Span
    from ahp.decision.results import ScenarioDecision
    from ahp.decision.standing import Standing
    from ahp.decision.unknown import UnknownMargin
    from ahp.decision.weights import Weighing, WeightGradient, WeightInterval
    from ahp.report.across_documents import SpanDocument, UnknownMarginDocument
    from ahp.report.documents import (
        ChangeDocument,
        ConfidenceDocument,
        FindingDocument,
        GradientDocument,
        IntervalsDocument,
        MarginDocument,
        ScrutinyDocument,
        StandingDocument,
        WeightDocument,
        WeightSpaceDocument,
    )

T = TypeVar("T")


def scrutiny_document(scenario: ScenarioDecision) -> ScrutinyDocument:
    """Return the keys of a scenario beyond its ranking."""
    measures = {c.name: c.criterion.measure for c in scenario.criterion_decisions}
    found = scenario.scrutiny
    return {
        "confidence": None if found.confidence is None else confidence_document(found.confidence),
        "margin": None if found.margin is None else margin_document(found.margin, measures),
        "weights": {i.criterion: _interval(i) for i in found.weighing.intervals},
        "gradients": [
            _gradient(gradient, found.weighing.alternatives) for gradient in found.weighing.gradients
        ],
        "weight_space": _weight_space(found.weighing),
        "winner_regions": [
            {
                "criteria": list(space.criteria),
                "regions": [
                    {"winner": winner, "polygon": [list(corner) for corner in corners]}
                    for winner, corners in space.regions
                ],
            }
            for space in found.weighing.regions
        ],
        "marginal": {"s0": _spans(found.spectrum.gained), "s1": _spans(found.spectrum.had)},
        "offset": [
            {"s": c.offset, "storage": c.storage, "from": c.before, "to": c.after}
            for c in found.spectrum.crossings
        ],
        "audit": [finding_document(finding) for finding in found.findings],
    }


def standing_document(found: Standing) -> StandingDocument:
    """Return how a choice stands."""
    return {
        "word": found.word,
        "names": list(found.names),
        "noise": found.noise,
        "disagree": found.disagree,
        "checks": found.checks,
    }


def confidence_document(found: Confidence) -> ConfidenceDocument:
    """Return how sure a ranking is; where nothing can be said, all but verdict, winner and by are null."""
    names = found.alternatives
    known = found.ranks is not None
    drawn = known or found.left_out > 0
    return {
        "level": found.level if drawn else None,
        "resamples": found.resamples if drawn else None,
        "left_out": found.left_out if drawn else None,
        "seed": found.seed if drawn else None,
        "method": METHOD if drawn else None,
        "by": found.by,
        "verdict": found.verdict,
        "winner": found.winner,
        "best": None if found.best is None else dict(zip(names, found.best, strict=True)),
        "ranks": _lists(names, found.ranks),
        "wins": _wins(names, found.wins),
        "rank_sets": _lists(names, found.rank_sets),
        "covariance": None
        if found.covariance is None
        else {name: [list(row) for row in rows] for name, rows in zip(names, found.covariance, strict=True)},
        "intervals": _intervals(found),
        "more_runs": dict(found.more_runs) if known else None,
    }


def _lists(names: Sequence[str], rows: Sequence[Sequence[T]] | None) -> dict[str, list[T]] | None:
    return None if rows is None else {name: list(row) for name, row in zip(names, rows, strict=True)}


def _wins(names: Sequence[str], wins: Sequence[Sequence[float]] | None) -> dict[str, dict[str, float]] | None:
    if wins is None:
        return None
    return {
        name: {other: share for other, share in zip(names, row, strict=True) if other != name}
        for name, row in zip(names, wins, strict=True)
    }


def _intervals(found: Confidence) -> IntervalsDocument | None:
    if found.merits is None or found.priorities is None:
        return None
    names, merits = found.alternatives, dict(found.merits)
    return {
        "benefit": _lists(names, merits.get("benefit")) or {},
        "cost": _lists(names, merits.get("cost")) or {},
        "benefit_to_cost": _lists(names, merits.get("benefit_to_cost")) or {},
        "priorities": {criterion: _lists(names, ends) or {} for criterion, ends in found.priorities},
    }


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


def unknown_margin_document(found: UnknownMargin | None) -> UnknownMarginDocument | None:
    """Return what would change the choice for the scenario that is not known; null where nothing is asked."""
    if found is None:
        return None
    critical = found.critical
    return {
        "scenario": found.scenario,
        "alternative": None if critical is None else critical.alternative,
        "criterion": None if critical is None else critical.criterion,
        "change": None if critical is None else critical.change,
        "challenger": None if critical is None else critical.challenger,
        "noise_95": found.noise_95,
        "holds_95": list(found.holds_95),
    }


def _change(change: Change, measures: Mapping[str, str]) -> ChangeDocument:
    return {
        "alternative": change.alternative,
        "criterion": change.criterion,
        "measure": measures[change.criterion],
        "change": change.change,
        "challenger": change.challenger,
    }


def _interval(found: WeightInterval) -> WeightDocument:
    return {
        "holds_from": found.holds_from,
        "holds_to": found.holds_to,
        "below": found.below,
        "above": found.above,
        "critical": found.critical,
    }


def _gradient(found: WeightGradient, names: Sequence[str]) -> GradientDocument:
    ends = [*(start for start, _ in found.first[1:]), 1.0]
    return {
        "criterion": found.criterion,
        "weight": found.weight,
        "at_zero": dict(zip(names, found.at_zero, strict=True)),
        "at_one": dict(zip(names, found.at_one, strict=True)),
        "first": [
            {"from": start, "to": end, "choose": names[who]}
            for (start, who), end in zip(found.first, ends, strict=True)
        ],
    }


def _weight_space(found: Weighing) -> WeightSpaceDocument | None:
    names = found.alternatives
    if not names:
        return None
    return {
        "acceptability": _lists(names, found.acceptability) or {},
        "central": {
            name: None if weights is None else dict(zip(found.criteria, weights, strict=True))
            for name, weights in zip(names, found.central, strict=True)
        },
        "confidence": None if found.certainty is None else dict(zip(names, found.certainty, strict=True)),
    }


def _spans(spans: Sequence[Span] | None) -> list[SpanDocument] | None:
    if spans is None:
        return None
    return [{"from": span.start, "to": span.end, "choose": span.choose} for span in spans]


def finding_document(finding: Finding) -> FindingDocument:
    """Return a finding."""
    return {
        "check": finding.check,
        "verdict": finding.verdict,
        "to": finding.to,
        "detail": finding.detail,
        "advice": finding.advice,
    }
