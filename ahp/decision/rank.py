"""The main job: measurements and a study become a decision, scenario by scenario."""

from __future__ import annotations

import numpy as np

from ahp.core.matrices import Array, from_values
from ahp.core.random_index import DEFAULT_TABLE, random_index
from ahp.decision.baselines import find_baseline
from ahp.decision.kernel import evaluate
from ahp.decision.published import checked_indices, published_findings
from ahp.decision.results import CriterionDecision, Decision, Finding, ScenarioDecision
from ahp.decision.scenes import Scene, gather
from ahp.errors import BaselineError, StudyError, listed, quoted
from ahp.evidence.defaults import default_study
from ahp.evidence.indices import Choice, check, choose, index_values, natural, relatives
from ahp.evidence.measurements import Measurements
from ahp.evidence.stated import Stated, stated
from ahp.evidence.study import Criterion, Study
from ahp.model.matrix import PairwiseMatrix
from ahp.model.results import Consistency
from ahp.terms import Better, Combine, Index, Merit, Statistic

_LARGEST_MATRIX = 1000
_ACCEPTABLE = 0.10

INDICES = (Index.AUTO, Index.RELATIVE, Index.IMPROVEMENT)
"""What `index` may be for a whole decision; a criterion of a study may also have `value` and the rest."""


def rank(
    measurements: Measurements,
    study: Study | None = None,
    *,
    index: str = "auto",
    statistic: str = "geometric-mean",
    include_baseline: str = "when-needed",
    incomplete: str = "refuse",
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
        of the scenario, then relative for that criterion (Suharjito & Kurnadi 2017, section 3).
    statistic : {"geometric-mean", "mean", "median"}
        How several runs become one number.
    include_baseline : {"when-needed", "always"}
        Whether the baseline competes like any other (`always`) or only serves as the reference.
    incomplete : {"refuse", "drop"}
        What to do with an alternative that lacks a value: refuse the input, or leave the alternative out
        of that scenario with a warning. Nothing is ever imputed.

    Returns
    -------
    Decision

    Raises
    ------
    InputError
        If a value that is needed is missing, or is not positive where a ratio is needed.
    BaselineError
        If a baseline is needed and cannot be found, or a scenario lacks it.
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
    if study is None:
        study = default_study(measurements)
    measurements = measurements.claimed_by(study.measures)
    baseline = find_baseline(measurements, study, asked)
    if competes and baseline is None:
        raise BaselineError("no baseline is known to include", advice="name it with --baseline")
    warnings = [
        *measurements.warnings,
        *_unused(measurements, study),
        *_weak_judgments(study),
    ]
    scenarios = []
    for name in measurements.scenarios:
        scene = gather(measurements, study, name, baseline, asked, competes, drop, warnings)
        scenarios.append(_decide(measurements, study, scene, asked, chosen_statistic))
    warnings += _without_merit(scenarios)
    return Decision(tuple(scenarios), study, measurements, baseline, asked, chosen_statistic, tuple(warnings))


def _refuse_unread(given: object) -> None:
    if not isinstance(given, Measurements):
        raise StudyError(f"rank() takes measurements, not a {type(given).__name__}; write rank(read(…))")


def _option(name: str, value: str, known: tuple[str, ...]) -> str:
    if value not in known:
        raise StudyError(f"{name} = {quoted(value)}; use one of {listed(known)}")
    return value


def _unused(measurements: Measurements, study: Study) -> list[str]:
    """Return one warning that names every column that no criterion uses and nothing is checked against."""
    used = {name for criterion in study.criteria for name in criterion.measures}
    if "compression_ratio" in used:
        used |= {"original_bytes", "stored_bytes"}
    if any(criterion.combine is Combine.MIX for criterion in study.criteria):
        used.add("throughput")
    for scenario in measurements.scenarios:
        used |= checked_indices(measurements.measures(scenario))
    idle = {
        row.measure: row.place.column or row.measure for row in measurements.rows if row.measure not in used
    }
    names = [*measurements.unused, *dict.fromkeys(idle.values())]
    return [f"columns not used: {listed(names, 40)}"] if names else []


def _without_merit(scenarios: list[ScenarioDecision]) -> list[str]:
    """Return a warning where benefit or cost, and so their quotient, cannot be computed."""
    found = []
    if any(scenario.costs is None for scenario in scenarios):
        found.append("no cost was measured: the ranking is by benefit alone")
    if any(scenario.benefits is None for scenario in scenarios):
        found.append("no benefit was measured: the ranking is by lowest cost")
    return found


def _weak_judgments(study: Study) -> list[str]:
    found = []
    for matrix in study.judgments:
        ratio = matrix.consistency().ratio
        if ratio > _ACCEPTABLE:
            found.append(
                f"the judgments over {listed(matrix.labels)} have a consistency ratio of {ratio:.3f}, "
                f"above {_ACCEPTABLE}; look at them again"
            )
    return found


def _decide(
    measurements: Measurements, study: Study, scene: Scene, index: Index, statistic: Statistic
) -> ScenarioDecision:
    weights = study.weights(scene.criteria)
    for merit in Merit:
        group = [w for c, w in zip(scene.criteria, weights, strict=True) if c.merit is merit]
        if group and not any(group):
            raise StudyError(f"scenario {quoted(scene.name)}: its {merit.value} criteria all weigh nothing")
    choices, values, measured = [], [], []
    for criterion in scene.criteria:
        x = scene.over_runs(criterion, scene.competitors, statistic)
        choice, v = _indexed(measurements, scene, criterion, index, x, statistic)
        choices.append(choice)
        values.append(v)
        measured.append(x)
    outcome = evaluate(
        np.array(values), np.array(weights), tuple(c.merit is Merit.COST for c in scene.criteria)
    )
    outside = [_stated(measurements, scene, criterion) for criterion in scene.criteria]
    decisions = tuple(
        CriterionDecision(
            criterion=criterion,
            weight=weights[k],
            index=choices[k].index,
            reason=choices[k].reason,
            space=measurements.measure(criterion.measures[0]).storage,
            unit=outside[k].unit.symbol,
            alternatives=scene.competitors,
            measured=tuple(outside[k].value(float(x)) for x in measured[k]),
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
        changes=_changes(measurements, scene, statistic),
        measured=_measured(scene, outside),
        audit=(
            *_alone(scene),
            *published_findings(measurements, scene.name, scene.baseline),
            *_caveats(measurements, scene.name),
        ),
    )


def _indexed(
    measurements: Measurements,
    scene: Scene,
    criterion: Criterion,
    index: Index,
    x: Array,
    statistic: Statistic,
) -> tuple[Choice, Array]:
    """Return the index of a criterion in a scenario and its values, shape (n,)."""
    measure = measurements.measure(criterion.measures[0])
    asked = criterion.index
    if asked is Index.AUTO:
        # `improvement` for a whole decision means each criterion's own gain: saving, improvement, overhead.
        asked = {Index.IMPROVEMENT: natural(criterion.merit, storage=measure.storage)}.get(index, index)
    check(asked, criterion.merit, criterion.name, storage=measure.storage)
    reference: Array | float = 1.0
    if asked is not Index.VALUE and measure.needs_baseline:
        assert scene.baseline is not None
        reference = scene.over_runs(criterion, (scene.baseline,), statistic)
    r = relatives(x, reference, measure.better, criterion.merit)
    word = f"scenario {quoted(scene.name)}, criterion {quoted(criterion.name)}"
    choice = choose(asked, r, scene.competitors, merit=criterion.merit, storage=measure.storage, word=word)
    return choice, index_values(choice.index, r)


def _consistency(values: Array) -> Consistency:
    n = len(values)
    if n > _LARGEST_MATRIX:  # a matrix of ratios is consistent by construction; this one would not fit
        return Consistency(0.0, 0.0, float(n), random_index(n), DEFAULT_TABLE, n)
    return PairwiseMatrix(from_values(values)).consistency()


def _changes(
    measurements: Measurements, scene: Scene, statistic: Statistic
) -> tuple[tuple[str, tuple[tuple[str, float], ...]], ...]:
    """Return what each alternative gains and loses against the baseline, measure by measure.

    The change is x/x₀ - 1 of the measure as it was measured, so a faster response is negative; for a
    benefit of space it is the share saved, 1 - 1/r. A compression ratio and a printed index have a
    baseline of their own where the table has none: no compression, and the one they were printed against.
    """
    found = []
    for alternative in scene.competitors:
        changes = []
        for criterion in scene.criteria:
            measure = measurements.measure(criterion.measures[0])
            reference = scene.reference(criterion, measure, statistic)
            if reference is None:
                continue
            ratio = float(scene.over_runs(criterion, (alternative,), statistic)[0]) / reference
            if measure.storage and criterion.merit is Merit.BENEFIT:
                changes.append(
                    (criterion.name, 1.0 - (ratio if measure.better is Better.LOWER else 1.0 / ratio))
                )
            elif measure.name in ("response_time_improvement", "response_time_relative"):
                changes.append((criterion.name, 1.0 / ratio - 1.0))  # printed as a speed
            else:
                changes.append((criterion.name, ratio - 1.0))
        if changes:
            found.append((alternative, tuple(changes)))
    return tuple(found)


def _measured(scene: Scene, outside: list[Stated]) -> tuple[tuple[str, str, str, float, str], ...]:
    return tuple(
        (alternative, run, criterion.measure, stated.value(value), stated.unit.symbol)
        for (alternative, name), found in scene.cells.items()
        for criterion, stated in zip(scene.criteria, outside, strict=True)
        if criterion.name == name
        for run, value in zip(found.runs, found.values, strict=True)
    )


def _caveats(measurements: Measurements, scenario: str) -> tuple[Finding, ...]:
    """Return what to know about the harnesses behind a scenario, each caveat once with all its files."""
    used = {row.place.file for row in measurements.rows if row.scenario == scenario}
    files: dict[str, list[str]] = {}
    for file, caveat in measurements.caveats:
        if file in used:
            files.setdefault(caveat, []).append(file)
    return tuple(
        Finding("harness", "warns", f"{caveat} ({names[0] if len(names) == 1 else f'{len(names)} files'})")
        for caveat, names in files.items()
    )


def _stated(measurements: Measurements, scene: Scene, criterion: Criterion) -> Stated:
    """Return how the numbers of a criterion leave: as the file of its first measure writes them."""
    kept = scene.cells[scene.competitors[0], criterion.name].unit
    return stated(measurements, criterion.measures[0], kept)


def _alone(scene: Scene) -> tuple[Finding, ...]:
    if len(scene.competitors) > 1:
        return ()
    return (
        Finding(
            "alone",
            "warns",
            f"{scene.competitors[0]} is the only alternative; a ranking of one says nothing",
            "compare it with the baseline: --include-baseline",
        ),
    )


def _numbers(array: Array) -> tuple[float, ...]:
    return tuple(array.tolist())
