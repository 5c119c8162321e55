"""One scenario decided: measured numbers become priorities, merits, and what is worth knowing beside them."""

from __future__ import annotations

import math

import numpy as np

from ahp.core.gate import Array
from ahp.core.matrices import from_values
from ahp.core.random_index import DEFAULT_TABLE, random_index
from ahp.decision.case import Case, stated_in
from ahp.decision.confidence import Question
from ahp.decision.data_checks import harness_findings, published_findings
from ahp.decision.findings import Finding, finding
from ahp.decision.results import CriterionDecision, ScenarioDecision
from ahp.decision.scenes import Scene
from ahp.decision.scrutiny import scrutinise
from ahp.evidence.measurements import Measurements
from ahp.evidence.records import Stated
from ahp.later import Later
from ahp.model.matrix import matrix_consistency
from ahp.model.results import Consistency
from ahp.terms import Better, Merit

_LARGEST_MATRIX = 1000


def decide(case: Case, question: Question) -> ScenarioDecision:
    """Return the decision for one scenario; how sure it is, is worked out when somebody asks.

    Parameters
    ----------
    case : Case
    question : Question
        How sure it is asked to be; without a level it asks for no confidence.
    """
    scene, frame, x = case.scene, case.frame, case.x
    choices = case.choices
    values = frame.index_values(x)
    outcome = frame.merits(values)
    competing = x[:, : len(scene.competitors)]
    outside = [stated_in(case, criterion) for criterion in scene.criteria]
    decisions = tuple(
        CriterionDecision(
            criterion=criterion,
            weight=frame.weights[k],
            index=choices[k].index,
            reason=choices[k].reason,
            space=frame.storage[k],
            unit=outside[k].unit.symbol,
            alternatives=scene.competitors,
            measured=tuple(outside[k].value(float(value)) for value in competing[k]),
            index_values=_numbers(values[k]),
            local_priorities=_numbers(outcome.priorities[k]),
            consistency=_consistency(values[k]),
        )
        for k, criterion in enumerate(scene.criteria)
    )
    return ScenarioDecision(
        scenario=scene.name,
        alternatives=scene.competitors,
        runs=scene.runs,
        criterion_decisions=decisions,
        benefits=None if outcome.benefit is None else _numbers(outcome.benefit),
        costs=None if outcome.cost is None else _numbers(outcome.cost),
        quotients=None if outcome.quotient is None else _numbers(outcome.quotient),
        changes=_changes(case),
        measured=Later(lambda: _measured(scene, outside)),
        screened=scene.screened,
        scrutiny=question.answer(lambda: scrutinise(case, question, _known(case))),
    )


def _known(case: Case) -> tuple[Finding, ...]:
    """Return what the measurements themselves tell."""
    measurements, scene = case.measurements, case.scene
    return (
        *_alone(scene),
        *published_findings(measurements, scene.name, scene.baseline),
        *harness_findings(measurements, scene.name, measurements.alternatives(scene.name)),
        *_caveats(measurements, scene.name),
    )


def _consistency(values: Array) -> Consistency:
    n = len(values)
    if n > _LARGEST_MATRIX:  # a matrix of ratios is consistent by construction; this one would not fit
        return Consistency(0.0, 0.0, float(n), random_index(n), DEFAULT_TABLE, n)
    return matrix_consistency(from_values(values))


def _changes(case: Case) -> tuple[tuple[str, tuple[tuple[str, float], ...]], ...]:
    """Return what each alternative gains and loses against the baseline, measure by measure.

    The change is x/x₀ - 1 of the measure as it was measured, so a faster response is negative; for a
    benefit of space it is the share saved, 1 - 1/r. A compression ratio and a printed index have a
    baseline of their own where the table has none: no compression, and the one they were printed against.
    """
    scene = case.scene
    names: list[str] = []
    found: list[list[float]] = []
    for criterion, numbers in zip(scene.criteria, case.x, strict=True):
        measure = case.measurements.measure(criterion.measures[0])
        known = scene.baseline is not None and not np.isnan(numbers[scene.columns.index(scene.baseline)])
        if measure.needs_baseline and not known:
            continue
        reference = numbers[scene.columns.index(scene.baseline or "")] if known else 1.0
        ratios = numbers[: len(scene.competitors)] / reference
        if measure.storage and criterion.merit is Merit.BENEFIT:
            changes = 1.0 - (ratios if measure.better is Better.LOWER else 1.0 / ratios)
        elif measure.name in ("response_time_improvement", "response_time_relative"):
            changes = 1.0 / ratios - 1.0  # printed as a speed
        else:
            changes = ratios - 1.0
        names.append(criterion.name)
        found.append(changes.tolist())
    if not names:
        return ()
    return tuple(
        (alternative, tuple(zip(names, changes, strict=True)))
        for alternative, *changes in zip(scene.competitors, *found, strict=True)
    )


def _measured(scene: Scene, outside: list[Stated]) -> tuple[tuple[str, str, str, float, str], ...]:
    return tuple(
        (alternative, run, criterion.measure, stated.value(value), stated.unit.symbol)
        for alternative, numbers in scene.numbers.items()
        for criterion, stated, values in zip(scene.criteria, outside, numbers.tolist(), strict=True)
        if not math.isnan(values[0])
        for run, value in zip(scene.labels[alternative], values, strict=True)
    )


def _caveats(measurements: Measurements, scenario: str) -> tuple[Finding, ...]:
    """Return what to know about the harnesses behind a scenario, each caveat once with all its files."""
    if not measurements.caveats:
        return ()
    used = measurements.files(scenario)
    files: dict[str, list[str]] = {}
    for file, caveat in measurements.caveats:
        if file in used:
            files.setdefault(caveat, []).append(file)
    return tuple(
        finding("harness", "warns", phrase="caveat", caveat=caveat, files=tuple(names))
        for caveat, names in files.items()
    )


def _alone(scene: Scene) -> tuple[Finding, ...]:
    if len(scene.competitors) > 1:
        return ()
    return (finding("alone", "warns", alternative=scene.competitors[0]),)


def _numbers(array: Array) -> tuple[float, ...]:
    return tuple(array.tolist())
