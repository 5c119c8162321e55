"""One scenario as the kernel needs it: who competes, against whom, on which criteria, with which numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from shlex import quote

import numpy as np

from ahp.core.gate import Array
from ahp.decision.baselines import needs_baseline
from ahp.decision.screening import Screened
from ahp.errors import BaselineError, InputError, MeasureError, listed, quoted
from ahp.evidence.cells import Cell, aggregate, cell, grid
from ahp.evidence.defaults import served
from ahp.evidence.measurements import Measurements
from ahp.evidence.study import Criterion, Study
from ahp.terms import Index, Statistic


@dataclass(frozen=True)
class Rules:
    """By which rules the alternatives of a scenario compete.

    Attributes
    ----------
    baseline : str or None
        Against whom all are compared where an index asks for it.
    index : Index
        How measures are made comparable where a criterion leaves it open.
    competes : bool
        Whether the baseline competes like any other.
    drop : bool
        Whether an alternative that lacks a value is left out; its scenario is refused otherwise.
    """

    baseline: str | None
    index: Index
    competes: bool = False
    drop: bool = False


@dataclass(frozen=True)
class Scene:
    """One scenario, gathered.

    Attributes
    ----------
    name : str
    competitors : tuple of str
        In the order of the file.
    baseline : str or None
        None where the scenario has none and needs none.
    criteria : tuple of Criterion
    numbers : dict of str to ndarray, shape (k, R)
        For each alternative the numbers of its runs, under each criterion; NaN where there are none.
    labels : dict of str to tuple of str
        For each alternative its R runs.
    units : tuple of str
        Of the criteria.
    runs : tuple of (str, int)
        Number of runs of every alternative that was not left out.
    screened : tuple of Screened
        Who fails a requirement of the study and does not compete.
    warnings : tuple of str
        Which alternatives and criteria were left out.
    """

    name: str
    competitors: tuple[str, ...]
    baseline: str | None
    criteria: tuple[Criterion, ...]
    numbers: dict[str, Array]
    labels: dict[str, tuple[str, ...]]
    units: tuple[str, ...]
    runs: tuple[tuple[str, int], ...]
    screened: tuple[Screened, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """Who was measured: the competitors and, behind them, a baseline that does not compete."""
        if self.baseline is None or self.baseline in self.competitors:
            return self.competitors
        return (*self.competitors, self.baseline)

    def over_runs(self, statistic: Statistic) -> Array:
        """Return one number over the runs for each criterion and column, shape (k, m).

        A number of the baseline that no criterion needs is NaN.
        """
        return _over_runs([self.numbers[column] for column in self.columns], statistic)


def _over_runs(numbers: Sequence[Array], statistic: Statistic) -> Array:
    """Return one number for each row of m arrays (k, R), shape (k, m); arrays of as many runs at once."""
    found = np.empty((len(numbers), len(numbers[0])))
    together: dict[int, list[int]] = {}
    for j, own in enumerate(numbers):
        together.setdefault(own.shape[1], []).append(j)
    for columns in together.values():
        found[columns] = aggregate(np.stack([numbers[j] for j in columns]), statistic)
    return np.ascontiguousarray(found.T)


def gather(
    measurements: Measurements,
    study: Study,
    name: str,
    rules: Rules,
    screened: tuple[Screened, ...] = (),
) -> Scene:
    """Return the scene of one scenario.

    Raises
    ------
    BaselineError
        If a criterion needs the baseline and the scenario lacks it.
    InputError
        If a value is missing and alternatives are not to be dropped, or nobody is left to compete.
    """
    out = {entry.alternative for entry in screened}
    out |= {a for a in measurements.alternatives(name) if a != rules.baseline and study.is_reference(a)}
    everyone = tuple(a for a in measurements.alternatives(name) if a not in out)
    criteria, warnings = _criteria_of(measurements, study, name)
    baseline = rules.baseline
    if baseline is not None and baseline not in everyone:
        if any(needs_baseline(measurements, criterion, rules.index) for criterion in criteria):
            raise BaselineError(
                f"scenario {quoted(name)} has no baseline {quoted(baseline)}; it has {listed(everyone)}",
                advice="measure it there too, or leave the scenario out",
            )
        baseline = None
    numbers, labels = {}, {}
    units = [""] * len(criteria)
    left_out: list[str] = []
    grids = [grid(measurements, name, criterion) for criterion in criteria]
    place = {alternative: at for at, alternative in enumerate(measurements.alternatives(name))}
    for alternative in everyone:
        reference_only = alternative == baseline and not rules.competes
        labels[alternative] = runs = measurements.runs(name, alternative)
        numbers[alternative] = own = np.full((len(criteria), len(runs)), np.nan)
        for k, (criterion, laid) in enumerate(zip(criteria, grids, strict=True)):
            if laid is not None:
                own[k], units[k] = laid.values[place[alternative], : len(runs)], laid.unit
                continue
            found = cell(measurements, name, alternative, criterion)
            if isinstance(found, Cell):
                own[k] = found.values
                if not reference_only:
                    units[k] = units[k] or found.unit
                continue
            if reference_only and not needs_baseline(measurements, criterion, rules.index):
                continue
            if alternative == baseline:
                raise _without_baseline(found.reason)
            if not rules.drop:
                raise found.reason.proposing("--drop-incomplete")
            left_out.append(alternative)
            warnings.append(
                f"scenario {quoted(name)}: {quoted(alternative)} is left out, it has no {criterion.measure}"
            )
            break
    competitors = tuple(a for a in everyone if a not in left_out and (rules.competes or a != baseline))
    if not competitors:
        raise _nobody(name, everyone, left_out)
    return Scene(
        name=name,
        competitors=competitors,
        baseline=baseline,
        criteria=criteria,
        numbers=numbers,
        labels=labels,
        units=tuple(units),
        runs=tuple((a, len(labels[a])) for a in everyone if a not in left_out),
        screened=screened,
        warnings=tuple(warnings),
    )


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
) -> tuple[tuple[Criterion, ...], list[str]]:
    """Return the criteria of a scenario, and a warning of each that is left out of an assumed study.

    Left out is what nobody measured there at all; where numbers are there, each that lacks is refused.
    """
    if not study.assumed:
        return study.criteria, []
    kept, warnings = [], []
    present = measurements.measures(scenario)
    for criterion in study.criteria:
        if served(criterion.measures, present):
            kept.append(criterion)
        else:
            warnings.append(
                f"scenario {quoted(scenario)}: criterion {criterion.name!r} is left out, "
                f"{criterion.measure} was not measured there"
            )
    if not kept:
        raise MeasureError(f"scenario {quoted(scenario)} has no measure that the default study knows")
    return tuple(kept), warnings


def ends(measurements: Measurements, scene: Scene, statistic: Statistic) -> tuple[Array, Array]:
    """Return the least and the most that the printed digits of a scene allow, each of shape (k, m).

    NaN where a number is not needed; a value that did not come as text is exact.
    """
    place = {alternative: at for at, alternative in enumerate(measurements.alternatives(scene.name))}
    sides = []
    for end in (-1, 1):
        moved = [np.full_like(scene.numbers[column], np.nan) for column in scene.columns]
        for k, criterion in enumerate(scene.criteria):
            laid = grid(measurements, scene.name, criterion, end=end)
            for column, own in zip(scene.columns, moved, strict=True):
                if np.isnan(scene.numbers[column][k, 0]):
                    continue
                if laid is not None:
                    own[k] = laid.values[place[column], : own.shape[1]]
                    continue
                there = cell(measurements, scene.name, column, criterion, end=end)
                assert isinstance(there, Cell)
                own[k] = there.values
        sides.append(_over_runs(moved, statistic))
    low, high = sides
    return np.minimum(low, high), np.maximum(low, high)
