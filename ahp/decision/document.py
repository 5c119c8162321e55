"""From a decision to its document, what changed and what is across scenarios too: plain data, in full."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ahp._version import __version__
from ahp.core.matrices import from_values
from ahp.core.priorities import DEFAULT_METHOD, priorities
from ahp.core.random_index import DEFAULT_TABLE
from ahp.decision.scrutiny_document import scrutiny_document, standing_document, unknown_margin_document

if TYPE_CHECKING:
    from ahp.decision.across import Across, Rule
    from ahp.decision.across_shares import Numbers
    from ahp.decision.changes import Changes, ScenarioChange
    from ahp.decision.measure_changes import MeasureChange
    from ahp.decision.results import CriterionDecision, Decision, ScenarioDecision
    from ahp.model.comparisons import Comparison
    from ahp.model.matrix import PairwiseMatrix
    from ahp.report.across_documents import AcrossDocument, RuleDocument
    from ahp.report.change_documents import (
        ChangesDocument,
        MeasureChangeDocument,
        ScenarioChangeDocument,
    )
    from ahp.report.documents import (
        CriterionDocument,
        DecisionDocument,
        InspectedDocument,
        JudgedDocument,
        JudgmentsDocument,
        ScenarioDocument,
        StudyDocument,
    )


MOST_SHOWN = 30
"""Above this many alternatives a document holds no matrices."""

_MERITS = ("benefit", "cost", "benefit_to_cost")


def document(decision: Decision) -> DecisionDocument:
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
        "across_scenarios": None if decision.across is None else across_document(decision.across),
        "changes": changes_document(decision.changes),
        "warnings": list(decision.warnings),
    }


def _study(decision: Decision) -> StudyDocument:
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


def _judgments(matrix: PairwiseMatrix) -> JudgmentsDocument:
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


def _judged(name: str, comparison: Comparison) -> JudgedDocument:
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


def _inspected(matrix: PairwiseMatrix) -> list[InspectedDocument]:
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


def scenario_document(scenario: ScenarioDecision) -> ScenarioDocument:
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
        "screened": [
            {"alternative": entry.alternative, "screen": entry.screen, "value": entry.value}
            for entry in scenario.screened
        ],
        **scrutiny_document(scenario),
    }


def _run(label: str) -> int | str:
    """Return a run as the number it usually is; the only run, unnamed, is the first."""
    if not label:
        return 1
    # `01` and `1` are two labels, and a number of twenty digits is none that JSON keeps.
    plain = label.isascii() and label.isdigit() and len(label) < 16 and str(int(label)) == label
    return int(label) if plain else label


def criterion_document(decision: CriterionDecision) -> CriterionDocument:
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


def changes_document(changes: Changes | None) -> ChangesDocument | None:
    """Return the key `changes`; null where a decision was compared with none."""
    if changes is None:
        return None
    return {
        "file": changes.file,
        "sha256": changes.sha256,
        "level": changes.level,
        "noise": changes.noise,
        "changed": changes.changed,
        "study": list(changes.study),
        "scenarios": [_scenario(scenario) for scenario in changes.scenarios],
        "only_before": list(changes.only_before),
        "only_now": list(changes.only_now),
    }


def _scenario(found: ScenarioChange) -> ScenarioChangeDocument:
    return {
        "scenario": found.scenario,
        "previous": list(found.previous),
        "present": list(found.present),
        "changed": found.changed,
        "beyond_noise": found.beyond_noise,
        "reason": found.reason,
        "only_before": list(found.only_before),
        "only_now": list(found.only_now),
        "measures": [_measure(measure) for measure in found.measures],
        "worse": None if found.worse is None else [_measure(measure) for measure in found.worse],
    }


def _measure(found: MeasureChange) -> MeasureChangeDocument:
    return {
        "alternative": found.alternative,
        "criterion": found.criterion,
        "measure": found.measure,
        "unit": found.unit,
        "before": found.before,
        "now": found.now,
        "change": found.change,
        "interval": None if found.interval is None else list(found.interval),
        "better": found.better,
        "beyond_noise": found.beyond_noise,
    }


def across_document(across: Across) -> AcrossDocument:
    """Return `across_scenarios` of a decision's document."""
    names = across.alternatives

    def named(shares: Numbers | None) -> dict[str, float] | None:
        return None if shares is None else dict(zip(names, shares, strict=True))

    def rule(found: Rule) -> RuleDocument:
        return {
            "choose": found.choose,
            "values": dict(zip(names, found.values, strict=True)),
            "best": named(found.best),
        }

    return {
        "alternatives": list(names),
        "weights": dict(zip(across.scenarios, across.weights, strict=True)),
        "values": {
            scenario: dict(zip(names, row, strict=True))
            for scenario, row in zip(across.scenarios, across.values, strict=True)
        },
        "never_worse": list(across.never_worse),
        "never_worse_open": list(across.never_worse_open),
        "dominated": list(across.dominated),
        "never_worse_share": named(across.never_worse_share),
        "dominated_share": named(across.dominated_share),
        "maximin": rule(across.maximin),
        "minimax_regret": rule(across.minimax_regret),
        "expected": rule(across.expected),
        "hurwicz": [
            {"from": s.start, "to": s.end, "choose": s.choose, "best": named(s.best)} for s in across.hurwicz
        ],
        "recommended": {
            "known": dict(across.known),
            "unknown": across.unknown,
            "because": across.because,
            "best": named(across.unknown_share),
            "margin": unknown_margin_document(across.unknown_margin),
        },
        "trends": [
            {
                "attribute": trend.attribute,
                "criterion": trend.criterion,
                "scenarios": list(trend.scenarios),
                "points": {name: [list(point) for point in line] for name, line in trend.points},
                "directions": dict(zip(names, trend.directions, strict=True)),
                "best": named(trend.best),
            }
            for trend in across.trends
        ],
    }
