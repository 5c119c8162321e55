"""From a decision to its document: plain data at full precision, which the reports and other tools read."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from ahp._version import __version__
from ahp.core.matrices import from_values
from ahp.core.priorities import DEFAULT_METHOD, priorities
from ahp.core.random_index import DEFAULT_TABLE
from ahp.decision.across_document import across_document
from ahp.decision.changes_document import changes_document
from ahp.decision.scrutiny_document import scrutiny_document, standing_document

if TYPE_CHECKING:
    from ahp.decision.results import CriterionDecision, Decision, ScenarioDecision
    from ahp.model.comparisons import Comparison
    from ahp.model.matrix import PairwiseMatrix
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
