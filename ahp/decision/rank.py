"""The main job: measurements and a study become a decision, scenario by scenario.

In each, measured numbers become priorities, merits, and what is worth knowing beside them.
"""

from __future__ import annotations

import math

from ahp.core.gate import RNG, Array
from ahp.core.matrices import from_values
from ahp.core.random_index import DEFAULT_TABLE, random_index
from ahp.decision.competing import Screened, assumed_baseline, find_baseline, overridden, screened
from ahp.decision.findings import Finding, Findings, finding
from ahp.decision.gather import Rules, gather
from ahp.decision.matrix import DecisionMatrix
from ahp.decision.results import CriterionDecision, Decision, ScenarioDecision
from ahp.decision.scenarios import compared_over
from ahp.decision.uncertainty import Question
from ahp.decision.whole_findings import (
    counted_against_units,
    counted_by_units,
    never_chosen,
    not_counted,
    unknown_scenarios,
    weak_judgments,
    without_merit,
)
from ahp.errors import BaselineError, StudyError, listed, quoted
from ahp.evidence.defaults import default_study, with_judged
from ahp.evidence.measurements import Measurements
from ahp.evidence.study import Study, study_given
from ahp.model.consistency import Consistency, matrix_consistency
from ahp.terms import INDICES, NOISE, Better, Index, Merit, Statistic

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


def rank(
    measurements: Measurements,
    study: Study | None = None,
    *,
    index: str = "auto",
    statistic: str = "geometric-mean",
    include_baseline: str = "when-needed",
    incomplete: str = "refuse",
    confidence: float | None = 0.95,
    resamples: int = 10_000,
    rng: RNG = 0,
    noise: float = NOISE,
) -> Decision:
    """Return the decision: in each scenario the alternatives by benefit, by cost, and by their quotient.

    Parameters
    ----------
    measurements : Measurements
        What was measured; see :func:`ahp.read`.
    study : Study, optional
        Criteria, weights and baseline; the default study unless given.
    index : {"auto", "relative", "improvement"}
        How measures are made comparable where a criterion of the study leaves it open. `auto` is the
        published rule: saving, improvement and overhead, unless one is not positive for some alternative
        of the scenario, then relative for that criterion (Suharjito & Kurnadi 2017, section 3). Where
        nothing is a baseline, what is only comparable with one is scored as it was measured, and told.
    statistic : {"geometric-mean", "mean", "median"}
        How several runs become one number.
    include_baseline : {"when-needed", "always"}
        Whether the baseline competes like any other (`always`) or only serves as the reference.
    incomplete : {"refuse", "drop"}
        What to do with an alternative that lacks a value: refuse the input, or leave the alternative out
        of that scenario with a warning. Nothing is ever imputed.
    confidence : float or None
        Level of the intervals and of the sets of ranks; None asks for none. They need two or more runs of
        every alternative.
    resamples : int
        How many draws they, and the shares of all weights, are made from: 100 to one million.
    rng : int, None, SeedSequence, BitGenerator or Generator
        Of the draws, of the noise that the choice bears and of the weights, with and without confidence; as
        :func:`numpy.random.default_rng` takes it. A seed repeats itself and is told in the document, None
        draws anew each time.
    noise : float
        What one run is taken to be off by, 0.05 for 5 %: a choice from one run each holds where it bears
        more noise than that, and is fragile otherwise.

    Returns
    -------
    Decision
        With the scores of every scenario. How sure they are, and what would change them, is worked out for a
        scenario when somebody first looks at it; at once unless `rng` is a seed.

    Raises
    ------
    InputError
        If a value that is needed is missing, or is not positive where a ratio is needed.
    BaselineError
        If several alternatives could be the baseline, an index needs one, or a scenario lacks it.
    StudyError
        If the study and the measurements do not fit.

    Examples
    --------
    >>> from ahp.ingest.read import read
    >>> decision = rank(read({"alternative": ["none", "lz4", "zle"], "tps": [100, 150, 110],
    ...                       "cpu": [10, 12, 11]}))
    >>> decision["default"].benefit_to_cost.round(3).to_dict()
    {'lz4': 1.25, 'zle': 0.5}
    """
    _refuse_unread(measurements)
    asked = Index.of(index)
    if asked not in INDICES:
        raise StudyError(
            f"index = {quoted(index)}; a whole decision takes {listed(i.value for i in INDICES)}"
        )
    chosen_statistic = Statistic.of(statistic)
    competes = _option("include_baseline", include_baseline, ("when-needed", "always")) == "always"
    drop = _option("incomplete", incomplete, ("refuse", "drop")) == "drop"
    question = Question(confidence, resamples, rng, noise)
    study = default_study(measurements) if study is None else study_given(study)
    by_units = counted_by_units(study, measurements)
    measurements = with_judged(measurements.claimed_by(study.measures), study)
    baseline = find_baseline(measurements, study, asked)
    if competes and baseline is None:
        raise BaselineError("no baseline is known to include", advice="name it with --baseline")
    if competes and baseline is not None and study.is_reference(baseline):
        raise StudyError(
            f"the study says that {quoted(baseline)} is never chosen; leave --include-baseline out"
        )
    rules = Rules(baseline, asked, chosen_statistic, competes, drop)
    matrices, out = [], []
    left: list[Finding] = []
    for name in measurements.scenarios:
        out.append(screened(measurements, study, name, baseline, chosen_statistic))
        matrix, left_out = gather(measurements, study, name, rules, {entry.alternative for entry in out[-1]})
        matrices.append(matrix)
        left += left_out
    findings = [
        *(finding("input", "warns", said=said) for said in measurements.warnings),
        *overridden(measurements, study),
        *counted_against_units(measurements, study),
        *assumed_baseline(baseline, measurements, study, asked),
        *by_units,
        *not_counted(measurements, study, matrices),
        *weak_judgments(study),
        *unknown_scenarios(measurements, study),
        *never_chosen(measurements, study),
        *left,
    ]
    scenarios = tuple(
        decide(matrix, measurements, entries, question) for matrix, entries in zip(matrices, out, strict=True)
    )
    comparison, told = compared_over(scenarios, study)
    findings += [*without_merit(scenarios), *told]
    return Decision(
        scenarios,
        study,
        measurements,
        baseline,
        asked,
        chosen_statistic,
        Findings(findings),
        comparison,
        noise=question.noise,
    )


def _refuse_unread(given: object) -> None:
    if not isinstance(given, Measurements):
        raise StudyError(f"rank() takes measurements, not a {type(given).__name__}; write rank(read(…))")


def _option(name: str, value: str, known: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in known:
        raise StudyError(f"{name} = {quoted(value)}; use one of {listed(known)}")
    return value
