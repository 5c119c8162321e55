"""The part of a decision's document that compares it with a previous one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ahp.decision.changes import Changes, ScenarioChange
    from ahp.decision.measure_changes import MeasureChange
    from ahp.report.change_documents import (
        ChangesDocument,
        MeasureChangeDocument,
        ScenarioChangeDocument,
    )


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
