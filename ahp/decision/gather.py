"""From measured rows to the decision matrix of one scenario: who competes, on what, with which numbers."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from functools import partial
from shlex import quote

import numpy as np

from ahp.core.gate import Array
from ahp.decision.competing import needs_baseline
from ahp.decision.findings import Finding, finding
from ahp.decision.matrix import DecisionMatrix, Runs
from ahp.errors import AHPError, BaselineError, InputError, MeasureError, StudyError, listed, quoted
from ahp.evidence.cells import Cell, aggregate, cell, grid
from ahp.evidence.defaults import served
from ahp.evidence.measurements import Measurements
from ahp.evidence.measures import RESPONSE_STATISTICS
from ahp.evidence.records import stated
from ahp.evidence.study import Criterion, Study
from ahp.evidence.uncounted import options_counting
from ahp.terms import Index, Merit, Statistic


@dataclass(frozen=True)
class Rules:
    """By which rules the alternatives of a scenario compete.

    Attributes
    ----------
    baseline : str or None
        Against whom all are compared where an index asks for it.
    index : Index
        How measures are made comparable where a criterion leaves it open.
    statistic : Statistic
        How several runs become one number.
    competes : bool
        Whether the baseline competes like any other.
    drop : bool
        Whether an alternative that lacks a value is left out; its scenario is refused otherwise.
    """

    baseline: str | None
    index: Index = Index.AUTO
    statistic: Statistic = Statistic.GEOMETRIC_MEAN
    competes: bool = False
    drop: bool = False


def gather(
    measurements: Measurements, study: Study, scenario: str, rules: Rules, out: Collection[str] = ()
) -> tuple[DecisionMatrix, tuple[Finding, ...]]:
    """Return the matrix of one scenario, and findings of alternatives and criteria that were left out.

    Parameters
    ----------
    measurements : Measurements
    study : Study
    scenario : str
    rules : Rules
    out : collection of str
        Who does not compete, whatever was measured.

    Raises
    ------
    BaselineError
        If a criterion needs the baseline and the scenario lacks it.
    InputError
        If a value is missing and alternatives are not to be dropped, or nobody is left to compete.
    StudyError
        If all criteria of a merit weigh nothing there, or an index that was asked for is not positive.
    """
    measured = measurements.alternatives(scenario)
    out = {*out, *(name for name in measured if name != rules.baseline and study.is_reference(name))}
    everyone = tuple(name for name in measured if name not in out)
    criteria, findings = _criteria_of(measurements, study, scenario)
    baseline = _baseline_there(measurements, scenario, rules, criteria, everyone)
    runs, units, lacking = _runs_and_units(measurements, scenario, rules, criteria, baseline, everyone)
    findings += [
        finding("left-out", "warns", scenario=scenario, alternative=name, measure=measure)
        for name, measure in lacking.items()
    ]
    alternatives = tuple(name for name in runs if rules.competes or name != baseline)
    if not alternatives:
        raise _nobody(scenario, everyone, list(lacking))
    labels = {name: measurements.runs(scenario, name) for name in runs}
    matrix = DecisionMatrix(
        scenario=scenario,
        alternatives=alternatives,
        baseline=baseline,
        criteria=criteria,
        stated=tuple(
            stated(measurements, criterion.measures[0], unit)
            for criterion, unit in zip(criteria, units, strict=True)
        ),
        runs=runs,
        labels=labels,
        blocks={
            name: tuple(measurements.block(scenario, name, run) for run in labels[name]) for name in labels
        },
        study=study,
        index=rules.index,
        statistic=rules.statistic,
        weights=_weights(study, scenario, criteria),
    ).with_chosen_indices()
    whole = replace(
        matrix,
        printed=partial(_printed, measurements, matrix),
        others=partial(_others, measurements, matrix, replace(rules, baseline=baseline, drop=True), out),
        repeats=_repeats(measurements, matrix),
        disturbed=_disturbed(measurements, matrix),
    )
    return whole, tuple(findings)


def _baseline_there(
    measurements: Measurements,
    scenario: str,
    rules: Rules,
    criteria: Sequence[Criterion],
    everyone: Sequence[str],
) -> str | None:
    """Return the baseline of a scenario; None where it has none and needs none."""
    baseline = rules.baseline
    if baseline is None or baseline in everyone:
        return baseline
    if any(needs_baseline(measurements, criterion, rules.index) for criterion in criteria):
        raise BaselineError(
            f"scenario {quoted(scenario)} has no baseline {quoted(baseline)}; it has {listed(everyone)}",
            advice=f"measure it there too, or leave the scenario out with --ignore {quoted(scenario)}",
            options=("--ignore", scenario),
        )
    return None


def _runs_and_units(
    measurements: Measurements,
    scenario: str,
    rules: Rules,
    criteria: Sequence[Criterion],
    baseline: str | None,
    everyone: Sequence[str],
) -> tuple[dict[str, Array], list[str], dict[str, str]]:
    """Return everyone's numbers, shape (k, R) each, their units, and of who is left out what it lacks."""
    runs: dict[str, Array] = {}
    units, lacking = [""] * len(criteria), {}
    grids = [grid(measurements, scenario, criterion) for criterion in criteria]
    place = {name: at for at, name in enumerate(measurements.alternatives(scenario))}
    for name in everyone:
        reference_only = name == baseline and not rules.competes
        own = np.full((len(criteria), len(measurements.runs(scenario, name))), np.nan)
        for k, (criterion, laid) in enumerate(zip(criteria, grids, strict=True)):
            if laid is not None:
                own[k], units[k] = laid.values[place[name], : own.shape[1]], laid.unit
                continue
            found = cell(measurements, scenario, name, criterion)
            if isinstance(found, Cell):
                own[k] = found.values
                if not reference_only:
                    units[k] = units[k] or found.unit
                continue
            if reference_only and not needs_baseline(measurements, criterion, rules.index):
                continue
            if name == baseline:
                raise _without_baseline(found.reason)
            if not rules.drop:
                raise found.reason.proposing("--drop-incomplete")
            lacking[name] = criterion.measure
            break
        else:
            runs[name] = own
    return runs, units, lacking


def _weights(study: Study, scenario: str, criteria: Sequence[Criterion]) -> tuple[float, ...]:
    """Return the weights of the criteria that a scenario has."""
    weights = study.weights(criteria)
    for merit in Merit:
        group = [w for c, w in zip(criteria, weights, strict=True) if c.merit is merit]
        if group and not any(group):
            raise StudyError(f"scenario {quoted(scenario)}: its {merit.value} criteria all weigh nothing")
    return weights


def _without_baseline(reason: InputError) -> InputError:
    """Return the refusal of a criterion that the baseline lacks."""
    if not reason.column:
        return reason.advising("fill it in; the baseline cannot be left out")
    advice = (
        f"fill it in, or leave the column out with --ignore {quote(reason.column)}; the baseline cannot be"
    )
    return reason.advising(advice).proposing("--ignore", reason.column)


def _nobody(name: str, everyone: Sequence[str], left_out: Sequence[str]) -> InputError:
    if left_out:
        return InputError(
            f"scenario {quoted(name)} has nobody left: {listed(left_out)} are left out, they lack a value",
            advice="fill the values in, or give a study without the criteria that lack them",
        )
    return InputError(
        f"scenario {quoted(name)} has no alternative to choose; found only {listed(everyone)}",
        advice="measure at least one alternative beside the baseline",
    )


def _criteria_of(
    measurements: Measurements, study: Study, scenario: str
) -> tuple[tuple[Criterion, ...], list[Finding]]:
    """Return the criteria of a scenario, and a finding for each that is left out of an assumed study.

    Left out is what nobody measured there at all; where numbers are there, each that lacks is refused.
    """
    if not study.assumed:
        return study.criteria, []
    kept, findings = [], []
    present = measurements.measures(scenario)
    for criterion in study.criteria:
        if served(criterion.measures, present):
            kept.append(criterion)
        else:
            name, measure = criterion.name, criterion.measure
            findings.append(
                finding("not-measured", "warns", scenario=scenario, criterion=name, measure=measure)
            )
    if not kept:
        counted = [name for criterion in study.criteria for name in criterion.measures]
        raise MeasureError(
            f"scenario {quoted(scenario)} has no measure that the default study knows",
            advice="count what it has with --benefit COLUMN or --cost COLUMN, or leave it out with "
            f"--ignore {quote(scenario)}",
            options=options_counting(measurements, dict.fromkeys(measurements.unused), counted),
        )
    return tuple(kept), findings


def _printed(measurements: Measurements, matrix: DecisionMatrix) -> tuple[Runs, Runs]:
    """Return the least and the most that the printed digits of every run allow.

    NaN where a number is not needed; a value that did not come as text is exact.
    """
    place = {alternative: at for at, alternative in enumerate(measurements.alternatives(matrix.scenario))}
    sides = []
    for end in (-1, 1):
        moved = {column: np.full_like(matrix.runs[column], np.nan) for column in matrix.columns}
        for k, criterion in enumerate(matrix.criteria):
            laid = grid(measurements, matrix.scenario, criterion, end=end)
            for column, own in moved.items():
                if np.isnan(matrix.runs[column][k, 0]):
                    continue
                if laid is not None:
                    own[k] = laid.values[place[column], : own.shape[1]]
                    continue
                there = cell(measurements, matrix.scenario, column, criterion, end=end)
                assert isinstance(there, Cell)
                own[k] = there.values
        sides.append(moved)
    low, high = sides
    return low, high


def _others(
    measurements: Measurements, matrix: DecisionMatrix, rules: Rules, out: Collection[str]
) -> tuple[tuple[str, DecisionMatrix], ...]:
    """Return the matrix with other statistics of the response time, where every alternative has them."""
    known = {f"response_time_{s}" for s in RESPONSE_STATISTICS}
    study = matrix.study
    ranked = {m for criterion in study.criteria for m in criterion.measures} & known
    if len(ranked) != 1:
        return ()
    (now,) = ranked
    found = []
    for name in (f"response_time_{s}" for s in RESPONSE_STATISTICS):
        if name == now or name not in measurements.measures(matrix.scenario):
            continue
        criteria = tuple(replace(c, measures=(name,)) if c.measures == (now,) else c for c in study.criteria)
        try:
            other, _ = gather(measurements, replace(study, criteria=criteria), matrix.scenario, rules, out)
        except AHPError:  # not all have it, or its types do not combine as the study says
            continue
        if other.alternatives == matrix.alternatives:
            found.append((name, other))
    return tuple(found)


def _disturbed(measurements: Measurements, matrix: DecisionMatrix) -> int:
    """Return how many runs of a scenario were disturbed."""
    if not measurements.disturbed:
        return 0
    runs = [(matrix.scenario, name, run) for name in matrix.columns for run in matrix.labels[name]]
    return sum(run in measurements.disturbed for run in runs)


def _repeats(measurements: Measurements, matrix: DecisionMatrix) -> tuple[tuple[str, Array], ...]:
    """Return of what was measured twice the second number over the first, over the runs that have both."""
    twins = measurements.twins
    if twins is None or matrix.scenario not in twins.scenarios:
        return ()
    found = []
    for name in twins.alternatives(matrix.scenario):
        if name not in matrix.columns:
            continue
        ratios = np.ones(len(matrix.criteria))
        for k, criterion in enumerate(matrix.criteria):
            again, own = cell(twins, matrix.scenario, name, criterion), matrix.runs[name][k]
            if not isinstance(again, Cell) or np.isnan(own).any():
                continue
            first = dict(zip(matrix.labels[name], own.tolist(), strict=True))
            second = dict(zip(again.runs, again.values, strict=True))
            both = [run for run in second if run in first]
            over = [np.array([some[run] for run in both or some]) for some in (second, first)]
            ratios[k] = np.divide(*(aggregate(values, matrix.statistic) for values in over))
        found.append((name, ratios))
    return tuple(found)
