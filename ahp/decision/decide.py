"""One scenario decided: measured numbers become priorities, merits, and what is worth knowing beside them."""

from __future__ import annotations

import math

from ahp.core.gate import Array
from ahp.core.matrices import from_values
from ahp.core.random_index import DEFAULT_TABLE, random_index
from ahp.decision.matrix import DecisionMatrix
from ahp.decision.results import CriterionDecision, ScenarioDecision
from ahp.decision.screening import Screened
from ahp.decision.uncertainty import Question
from ahp.evidence.measurements import Measurements
from ahp.model.results import Consistency, matrix_consistency
from ahp.terms import Better, Merit

_LARGEST_MATRIX = 1000


def decide(
    matrix: DecisionMatrix, measurements: Measurements, screened: tuple[Screened, ...], question: Question
) -> ScenarioDecision:
    """Return the decision for one scenario; how sure it is, is worked out when somebody asks.

    Parameters
    ----------
    matrix : DecisionMatrix
    measurements : Measurements
        Of which it is told where they contradict themselves.
    screened : tuple of Screened
        Who does not compete.
    question : Question
        How sure it is asked to be; without a level it asks for no confidence.
    """
    values = matrix.index_values(matrix.x)
    outcome = matrix.merits(values)
    competing = matrix.x[:, : len(matrix.alternatives)]
    decisions = tuple(
        CriterionDecision(
            criterion=criterion,
            weight=matrix.weights[k],
            index=matrix.indices[k],
            reason=matrix.reasons[k],
            space=matrix.storage[k],
            unit=matrix.stated[k].unit.symbol,
            alternatives=matrix.alternatives,
            measured=tuple(matrix.stated[k].value(float(value)) for value in competing[k]),
            index_values=_numbers(values[k]),
            local_priorities=_numbers(outcome.priorities[k]),
            consistency=_consistency(values[k]),
        )
        for k, criterion in enumerate(matrix.criteria)
    )
    found = ScenarioDecision(
        scenario=matrix.scenario,
        alternatives=matrix.alternatives,
        runs=tuple((name, len(labels)) for name, labels in matrix.labels.items()),
        criterion_decisions=decisions,
        benefits=None if outcome.benefit is None else _numbers(outcome.benefit),
        costs=None if outcome.cost is None else _numbers(outcome.cost),
        quotients=None if outcome.quotient is None else _numbers(outcome.quotient),
        matrix=matrix,
        measurements=measurements,
        question=question,
        changes=_changes(matrix),
        screened=screened,
    )
    if question.seed is None:
        _ = found.scrutiny  # a generator draws what is next, so not whenever somebody looks
    return found


def _consistency(values: Array) -> Consistency:
    n = len(values)
    if n > _LARGEST_MATRIX:  # a matrix of ratios is consistent by construction; this one would not fit
        return Consistency(0.0, 0.0, float(n), random_index(n), DEFAULT_TABLE, n)
    return matrix_consistency(from_values(values))


def _changes(matrix: DecisionMatrix) -> tuple[tuple[str, tuple[tuple[str, float], ...]], ...]:
    """Return what each alternative gains and loses against the baseline, measure by measure.

    The change is x/x₀ - 1 of the measure as it was measured, so a faster response is negative; for a
    benefit of space it is the share saved, 1 - 1/r. A compression ratio and a printed index have a
    baseline of their own where the table has none: no compression, and the one they were printed against.
    """
    at = None if matrix.baseline is None else matrix.columns.index(matrix.baseline)
    names: list[str] = []
    found: list[list[float]] = []
    for criterion, stated, numbers in zip(matrix.criteria, matrix.stated, matrix.x, strict=True):
        measure = stated.measure
        reference = math.nan if at is None else float(numbers[at])
        if math.isnan(reference):
            if measure.needs_baseline:
                continue
            reference = 1.0
        ratios = numbers[: len(matrix.alternatives)] / reference
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
        for alternative, *changes in zip(matrix.alternatives, *found, strict=True)
    )


def _numbers(array: Array) -> tuple[float, ...]:
    return tuple(array.tolist())
