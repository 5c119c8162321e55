"""One scenario as the kernel needs it: who competes, against whom, on which criteria, with which numbers."""

from __future__ import annotations

import numpy as np

from ahp.core.matrices import Array
from ahp.decision.baselines import needs_baseline
from ahp.decision.screening import Screened
from ahp.errors import BaselineError, InputError, MeasureError, listed, quoted
from ahp.evidence.cells import Cell, aggregate, cell
from ahp.evidence.measurements import Measurements
from ahp.evidence.measures import Measure
from ahp.evidence.spots import Missing
from ahp.evidence.study import Criterion, Study
from ahp.frozen import dataclass
from ahp.terms import Index, Statistic


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
    cells : dict
        Values over runs, by alternative and criterion; the baseline's where they are needed.
    runs : tuple of (str, int)
        Number of runs of every alternative that was not left out.
    screened : tuple of Screened
        Who fails a requirement of the study and does not compete.
    """

    name: str
    competitors: tuple[str, ...]
    baseline: str | None
    criteria: tuple[Criterion, ...]
    cells: dict[tuple[str, str], Cell]
    runs: tuple[tuple[str, int], ...]
    screened: tuple[Screened, ...] = ()

    @property
    def columns(self) -> tuple[str, ...]:
        """Who was measured: the competitors and, behind them, a baseline that does not compete."""
        if self.baseline is None or self.baseline in self.competitors:
            return self.competitors
        return (*self.competitors, self.baseline)

    def over_runs(self, criterion: Criterion, alternatives: tuple[str, ...], statistic: Statistic) -> Array:
        """Return one number for each alternative, over its runs, shape (n,)."""
        return np.array(
            [
                float(aggregate(np.array(self.cells[alternative, criterion.name].values), statistic))
                for alternative in alternatives
            ]
        )

    def reference(self, criterion: Criterion, measure: Measure, statistic: Statistic) -> float | None:
        """Return the baseline's number; 1 where a measure is its own baseline, None where there is none."""
        if self.baseline is not None and (self.baseline, criterion.name) in self.cells:
            return float(self.over_runs(criterion, (self.baseline,), statistic)[0])
        return None if measure.needs_baseline else 1.0


def gather(
    measurements: Measurements,
    study: Study,
    name: str,
    baseline: str | None,
    index: Index,
    competes: bool,
    drop: bool,
    warnings: list[str],
    screened: tuple[Screened, ...] = (),
) -> Scene:
    """Return the scene of one scenario; what is left out is added to `warnings`.

    Raises
    ------
    BaselineError
        If a criterion needs the baseline and the scenario lacks it.
    InputError
        If a value is missing and alternatives are not to be dropped, or nobody is left to compete.
    """
    out = {entry.alternative for entry in screened}
    everyone = tuple(a for a in measurements.alternatives(name) if a not in out)
    criteria = _criteria_of(measurements, study, name, warnings)
    needed = any(needs_baseline(measurements, criterion, index) for criterion in criteria)
    if baseline not in everyone:
        if needed:
            raise BaselineError(
                f"scenario {quoted(name)} has no baseline {quoted(baseline)}; it has {listed(everyone)}",
                advice="measure it there too, or leave the scenario out",
            )
        baseline = None
    cells: dict[tuple[str, str], Cell] = {}
    left_out: list[str] = []
    for alternative in everyone:
        reference_only = alternative == baseline and not competes
        for criterion in criteria:
            found = cell(measurements, name, alternative, criterion)
            if isinstance(found, Cell):
                cells[alternative, criterion.name] = found
                continue
            if reference_only and not needs_baseline(measurements, criterion, index):
                continue
            if alternative == baseline:
                raise found.reason.advising("fill it in; the baseline cannot be left out")
            if not drop:
                raise found.reason
            left_out.append(alternative)
            warnings.append(
                f"scenario {quoted(name)}: {quoted(alternative)} is left out, it has no {criterion.measure}"
            )
            break
    competitors = tuple(a for a in everyone if a not in left_out and (competes or a != baseline))
    if not competitors and left_out:
        raise InputError(
            f"scenario {quoted(name)} has nobody left: {listed(left_out)} are left out, they lack a value",
            advice="fill the values in, or give a study without the criteria that lack them",
        )
    if not competitors:
        raise InputError(
            f"scenario {quoted(name)} has no alternative to choose; found only {listed(everyone)}",
            advice="measure at least one alternative beside the baseline",
        )
    runs = tuple((a, len(measurements.runs(name, a))) for a in everyone if a not in left_out)
    return Scene(name, competitors, baseline, criteria, cells, runs, screened)


def _criteria_of(
    measurements: Measurements, study: Study, scenario: str, warnings: list[str]
) -> tuple[Criterion, ...]:
    """Return the criteria of a scenario: all of a study that was given, those measured of an assumed one."""
    if not study.assumed:
        return study.criteria
    kept = []
    for criterion in study.criteria:
        lacking = all(
            isinstance(cell(measurements, scenario, alternative, criterion), Missing)
            for alternative in measurements.alternatives(scenario)
        )
        if lacking:
            warnings.append(
                f"scenario {quoted(scenario)}: criterion {criterion.name!r} is left out, "
                f"{criterion.measure} was not measured there"
            )
        else:
            kept.append(criterion)
    if not kept:
        raise MeasureError(f"scenario {quoted(scenario)} has no measure that the default study knows")
    return tuple(kept)


def ends(measurements: Measurements, scene: Scene, statistic: Statistic) -> tuple[Array, Array]:
    """Return the least and the most that the printed digits of a scene allow, each of shape (k, m).

    NaN where a number is not needed; a value that did not come as text is exact.
    """
    found = np.full((2, len(scene.criteria), len(scene.columns)), np.nan)
    for k, criterion in enumerate(scene.criteria):
        for j, alternative in enumerate(scene.columns):
            if (alternative, criterion.name) not in scene.cells:
                continue
            for side, end in enumerate((-1, 1)):
                there = cell(measurements, scene.name, alternative, criterion, end=end)
                assert isinstance(there, Cell)
                found[side, k, j] = aggregate(np.array(there.values), statistic)
    return np.minimum(*found), np.maximum(*found)
