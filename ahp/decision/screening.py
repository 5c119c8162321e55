"""Alternatives that fail a requirement of the study do not compete."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from ahp.errors import InputError, MeasureError, StudyError, listed, quoted
from ahp.evidence.cells import Cell, aggregate, cell
from ahp.evidence.measurements import Measurements
from ahp.evidence.measures import Measure
from ahp.evidence.prospects import SAVING, Screen
from ahp.evidence.records import stated
from ahp.evidence.study import Criterion, Study
from ahp.notebook import NotebookFace
from ahp.terms import Merit, Statistic
from ahp.units import parse


@dataclass(frozen=True)
class Screened(NotebookFace):
    """An alternative that a screen keeps out.

    Attributes
    ----------
    alternative : str
    screen : str
        As the study writes it.
    value : float
        What it has instead, in the unit that the screen names; without one, in that of the user's file.
    """

    alternative: str
    screen: str
    value: float


def screened(
    measurements: Measurements, study: Study, scenario: str, baseline: str | None, statistic: Statistic
) -> tuple[Screened, ...]:
    """Return who fails which screen in a scenario; the baseline stays a reference whatever it fails.

    Raises
    ------
    InputError
        If an alternative lacks what a screen asks for, or nobody passes.
    StudyError
        If a screen's unit is that of something else.
    """
    found = []
    everyone = [name for name in measurements.alternatives(scenario) if name != baseline]
    for screen in study.screens:
        for alternative in everyone:
            try:
                value, limit, shown = _compared(
                    measurements, screen, scenario, alternative, baseline, statistic
                )
            except StudyError as error:
                raise (StudyError(f"{study.file}: {error}") if study.file else error) from None
            except MeasureError as error:
                raise error.at(file=study.file or None) from None
            if not screen.passes(value, limit):
                found.append(Screened(alternative, screen.text, shown))
    failed = {entry.alternative for entry in found}
    if everyone and failed.issuperset(everyone):
        raise InputError(
            f"scenario {quoted(scenario)}: nobody passes the screens {listed(s.text for s in study.screens)}",
            advice="loosen one of them, or measure another alternative",
        )
    return tuple(found)


def _compared(
    measurements: Measurements,
    screen: Screen,
    scenario: str,
    alternative: str,
    baseline: str | None,
    statistic: Statistic,
) -> tuple[float, float, float]:
    """Return the value, the limit that it is held against, and the value as the report shows it."""
    if screen.measure != SAVING:
        number, unit = _number(measurements, scenario, alternative, screen.measure, statistic)
        limit = screen.limit_in(measurements.measure(screen.measure))
        _refuse_other_unit(measurements.measure(screen.measure), screen, unit)
        own = stated(measurements, screen.measure, unit)
        shown = replace(own, unit=parse(screen.unit)) if screen.unit else own
        return number, limit, shown.value(number)
    saving = _saving(measurements, scenario, alternative, baseline, statistic)
    return saving, screen.share, 100.0 * saving if screen.unit else saving


def _refuse_other_unit(measure: Measure, screen: Screen, kept: str) -> None:
    """Refuse a limit in MB, 10⁶ or 2²⁰ bytes, for what was measured in bytes, and the reverse."""
    if not screen.unit or measure.free_unit:
        return
    _, unit = measure.standard(screen.limit, parse(screen.unit))
    if unit.dimension != parse(kept).dimension:
        raise StudyError(
            f"the screen {quoted(screen.text)}: {screen.measure} was measured in {kept}, and what one is in "
            f"{screen.unit} is not known; write the limit in {kept}"
        )


def _number(
    measurements: Measurements, scenario: str, alternative: str, measure: str, statistic: Statistic
) -> tuple[float, str]:
    measurements.measure(measure)  # an unknown name is refused here
    found = cell(measurements, scenario, alternative, Criterion("screen", Merit.BENEFIT, (measure,)))
    if not isinstance(found, Cell):
        raise found.reason
    return float(aggregate(np.array(found.values), statistic)), found.unit


def _saving(
    measurements: Measurements, scenario: str, alternative: str, baseline: str | None, statistic: Statistic
) -> float:
    """Return the share of space saved, from the ratio, a printed saving, or bytes against the baseline's."""
    present = set(measurements.measures(scenario))
    for measure in ("compression_ratio", "space_saving"):
        if measure in present or (
            measure == "compression_ratio" and {"original_bytes", "stored_bytes"} <= present
        ):
            ratio, _ = _number(measurements, scenario, alternative, measure, statistic)
            return 1.0 - 1.0 / ratio
    if baseline is None:
        raise InputError(
            f"scenario {quoted(scenario)}: a saving needs a compression ratio, or bytes and a baseline"
        )
    stored, _ = _number(measurements, scenario, alternative, "stored_bytes", statistic)
    reference, _ = _number(measurements, scenario, baseline, "stored_bytes", statistic)
    return 1.0 - stored / reference
