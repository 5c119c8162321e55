"""From a decision to its document: plain data, in full."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, TypeVar, cast

from ahp._version import __version__
from ahp.core.matrices import from_values
from ahp.core.priorities import DEFAULT_METHOD, priorities
from ahp.core.random_index import DEFAULT_TABLE
from ahp.decision.break_even import margin_document
from ahp.decision.findings import finding_document, plain
from ahp.decision.scenarios import across_document
from ahp.decision.uncertainty import METHOD, Confidence

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ahp.decision.break_even import Change
    from ahp.decision.index_checks import Span
    from ahp.decision.results import CriterionDecision, Decision, ScenarioDecision
    from ahp.decision.robustness import Standing
    from ahp.decision.weights import Weighing, WeightGradient
    from ahp.model.comparisons import Comparison
    from ahp.model.matrix import PairwiseMatrix
    from ahp.report.documents import decision as documents
    from ahp.report.documents.decision import AcrossDocument, ChangesDocument, SpanDocument

T = TypeVar("T")

MOST_SHOWN = 30
"""Above this many alternatives a document holds no matrices."""

_MERITS = ("benefit", "cost", "benefit_to_cost")


def document(decision: Decision) -> documents.DecisionDocument:
    """Return the `ahp.decision/1` document of a decision."""
    return {
        "schema": "ahp.decision/1",
        "version": __version__,
        "inputs": [
            {"file": s.file, "sha256": s.sha256, "rows": s.rows, "reader": s.reader}
            for s in decision.measurements.sources
        ],
        "statistic": decision.statistic.value,
        "method": DEFAULT_METHOD,
        "random_index": DEFAULT_TABLE,
        "study": _study(decision),
        "scenarios": [scenario_document(scenario) for scenario in decision.scenarios],
        "across_scenarios": _across(decision),
        "changes": _changes(decision),
        "warnings": list(decision.warnings),
        "audit": [finding_document(found) for found in decision.findings],
        "not_counted": _not_counted(decision),
    }


def _across(decision: Decision) -> AcrossDocument | None:
    if decision.comparison is None:
        return None
    found = across_document(decision.comparison.across)
    standing = decision.comparison.unknown_standing
    found["recommended"]["standing"] = {
        "name": standing.name,
        "keeps": standing.keeps,
        "sure": standing.sure,
    }
    return found


def _not_counted(decision: Decision) -> documents.NotCountedDocument | None:
    for found in decision.findings:
        if found.check == "not-counted":
            values = dict(found.values)
            columns, options = cast("Any", values["columns"]), cast("Any", values["options"])
            return {"columns": list(columns), "options": list(options), "command": None}
    return None


def _changes(decision: Decision) -> ChangesDocument | None:
    if decision.changes is None:
        return None
    from ahp.decision.compare import changes_document  # which few decisions need

    return changes_document(decision.changes)


def _study(decision: Decision) -> documents.StudyDocument:
    study = decision.study
    weights = study.weights(study.criteria)
    return {
        "baseline": decision.baseline,
        "index": decision.index.value,
        "criteria": [
            {
                "name": criterion.name,
                "merit": criterion.merit.value,
                "measure": criterion.measure,
                "better": decision.measurements.measure(criterion.measures[0]).better.value,
                "weight": weight,
            }
            for criterion, weight in zip(study.criteria, weights, strict=True)
        ],
        "judgments": [_judgments(matrix) for matrix in study.judgments],
        "judged": [
            _judged(criterion.name, criterion.judged)
            for criterion in study.criteria
            if criterion.judged is not None
        ],
        "absent": list(study.absent),
    }


def _judgments(matrix: PairwiseMatrix) -> documents.JudgmentsDocument:
    consistency = matrix.consistency()
    return {
        "criteria": list(matrix.labels),
        "matrix": matrix.values.tolist(),
        "priorities": dict(zip(matrix.labels, priorities(matrix.values).tolist(), strict=True)),
        "lambda_max": consistency.lambda_max,
        "consistency_index": consistency.index,
        "consistency_ratio": consistency.ratio,
        "inspected": _inspected(matrix),
    }


def _judged(name: str, comparison: Comparison) -> documents.JudgedDocument:
    """Return what was judged of the alternatives; nothing beyond their names where that was no judgment."""
    from ahp.model.comparisons import consistency_of, judgments_of
    from ahp.model.group import Group

    matrix, consistency = judgments_of(comparison), consistency_of(comparison)
    return {
        "criterion": name,
        "alternatives": list(comparison.labels),
        "participants": list(comparison.participants) if isinstance(comparison, Group) else [],
        "matrix": None
        if matrix is None or len(matrix.labels) > MOST_SHOWN
        else [[None if math.isnan(a) else a for a in row] for row in matrix.values.tolist()],
        "consistency_index": None if consistency is None else consistency.index,
        "consistency_ratio": None if consistency is None else consistency.ratio,
    }


def _inspected(matrix: PairwiseMatrix) -> list[documents.InspectedDocument]:
    """Return every judgment beside what the others say, the worst first; two items cannot contradict."""
    from ahp.core.inspection import LARGEST, inspection

    if not 2 < len(matrix.labels) <= LARGEST:
        return []
    found = inspection(matrix.values)
    columns = (found.judged, found.error, found.consistent, found.ratio)
    return [
        {
            "first": matrix.labels[i],
            "second": matrix.labels[j],
            "judgment": judgment,
            "error": error,
            "consistent": consistent,
            "ratio": ratio,
        }
        for (i, j), judgment, error, consistent, ratio in zip(
            found.pairs.tolist(), *(column.tolist() for column in columns), strict=True
        )
    ]


def scenario_document(scenario: ScenarioDecision) -> documents.ScenarioDocument:
    """Return the part of the document that is about one scenario."""
    names = scenario.alternatives

    def labelled(numbers: tuple[float, ...] | None) -> dict[str, float] | None:
        return None if numbers is None else dict(zip(names, numbers, strict=True))

    ties = {merit: scenario.ties(merit) for merit in _MERITS}
    return {
        "scenario": scenario.scenario,
        "alternatives": list(names),
        "runs": dict(scenario.runs),
        "criteria": [criterion_document(criterion) for criterion in scenario.criterion_decisions],
        "benefit": labelled(scenario.benefits),
        "cost": labelled(scenario.costs),
        "benefit_to_cost": labelled(scenario.quotients),
        "by": scenario.by,
        "choose": list(scenario.winners),
        "standing": standing_document(scenario.standing),
        "efficient": scenario.efficient,
        "order": scenario.order,
        "rankings": {
            "benefit": scenario.ranking("benefit"),
            "cost": scenario.ranking("cost"),
            "benefit_to_cost": scenario.ranking("benefit_to_cost"),
        },
        "ties": {merit: groups for merit, groups in ties.items() if groups},
        "contributions": {
            name: {c.name: c.weight * c.local_priorities[position] for c in scenario.criterion_decisions}
            for position, name in enumerate(names)
        },
        "against_baseline": {name: dict(changes) for name, changes in scenario.changes},
        "measurements": [
            {
                "alternative": alternative,
                "run": _run(run),
                "measure": measure,
                "value": value,
                "unit": unit,
            }
            for alternative, run, measure, value, unit in scenario.measured
        ],
        "screened": plain(scenario.screened),
        **scrutiny_document(scenario),
    }


def _run(label: str) -> int | str:
    """Return a run as the number it usually is; the only run, unnamed, is the first."""
    if not label:
        return 1
    # `01` and `1` are two labels, and a number of twenty digits is none that JSON keeps.
    plain = label.isascii() and label.isdigit() and len(label) < 16 and str(int(label)) == label
    return int(label) if plain else label


def criterion_document(decision: CriterionDecision) -> documents.CriterionDocument:
    """Return one criterion in one scenario as plain data."""
    names = decision.alternatives
    few = len(names) <= MOST_SHOWN
    return {
        "name": decision.name,
        "merit": decision.criterion.merit.value,
        "weight": decision.weight,
        "measure": decision.criterion.measure,
        "unit": decision.unit,
        "space": decision.space,
        "index": decision.index.value,
        "reason": decision.reason,
        "measured": dict(zip(names, decision.measured, strict=True)),
        "values": dict(zip(names, decision.index_values, strict=True)),
        "matrix": from_values(decision.index_values).tolist() if few else None,
        "priorities": dict(zip(names, decision.local_priorities, strict=True)),
        "lambda_max": decision.consistency.lambda_max,
        "consistency_index": decision.consistency.index,
        "consistency_ratio": decision.consistency.ratio,
        "random_index": decision.consistency.table,
    }


def scrutiny_document(scenario: ScenarioDecision) -> documents.ScrutinyDocument:
    """Return the keys of a scenario beyond its ranking."""
    measures = {c.name: c.criterion.measure for c in scenario.criterion_decisions}
    found = scenario.scrutiny
    return {
        "confidence": None if found.confidence is None else confidence_document(found.confidence),
        "margin": None if found.margin is None else margin_document(found.margin, measures),
        "weights": {i.criterion: i.document() for i in found.weighing.intervals},
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


def standing_document(found: Standing) -> documents.StandingDocument:
    """Return how a choice stands."""
    made: documents.StandingDocument = {
        "word": found.word,
        "names": list(found.names),
        "noise": found.noise,
        "disagree": found.disagree,
        "checks": found.checks,
    }
    if (keeping := _keeping(found.keeping)) is not None:
        made["keeping"] = keeping
    if (leaving := _keeping(found.leaving)) is not None:
        made["leaving"] = leaving
    if found.first_share is not None:
        made["first_share"] = found.first_share
    return made


def _keeping(near: Change | None) -> documents.KeepingDocument | None:
    if near is None or near.change is None or near.challenger is None:
        return None
    return {
        "alternative": near.alternative,
        "criterion": near.criterion,
        "change": near.change,
        "baseline": near.challenger,
    }


def confidence_document(found: Confidence) -> documents.ConfidenceDocument:
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


def _intervals(found: Confidence) -> documents.IntervalsDocument | None:
    if found.merits is None or found.priorities is None:
        return None
    names, merits = found.alternatives, dict(found.merits)
    return {
        "benefit": _lists(names, merits.get("benefit")) or {},
        "cost": _lists(names, merits.get("cost")) or {},
        "benefit_to_cost": _lists(names, merits.get("benefit_to_cost")) or {},
        "priorities": {criterion: _lists(names, ends) or {} for criterion, ends in found.priorities},
    }


def _gradient(found: WeightGradient, names: Sequence[str]) -> documents.GradientDocument:
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


def _weight_space(found: Weighing) -> documents.WeightSpaceDocument | None:
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
