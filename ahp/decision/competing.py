"""Who competes: which alternative is the baseline, if one is needed, and who fails a requirement."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from shlex import join, quote

import numpy as np

from ahp.decision.findings import Finding, finding
from ahp.errors import BaselineError, InputError, MeasureError, StudyError, listed, quoted
from ahp.evidence.cells import Cell, aggregate, cell
from ahp.evidence.measurements import Measurements
from ahp.evidence.measures import Measure
from ahp.evidence.records import stated
from ahp.evidence.study import SAVING, Criterion, Screen, Study
from ahp.notebook import NotebookFace
from ahp.terms import Index, Merit, Statistic, is_baseline_name, may_be_baseline
from ahp.units import parse

_NEUTRAL = 1e-9

_SIZES = frozenset({"tiny", "small", "medium", "large", "xl"})
"""What models are called that come in sizes."""


def find_baseline(measurements: Measurements, study: Study, index: Index) -> str | None:
    """Return the baseline, or None where no criterion needs one.

    The one given with the measurements goes before the study's. Without either it is looked for by name, only
    where a criterion's index is computed against it; where every column already holds an index, an
    alternative with such a name is the baseline if its own values are neutral. Where no name and no ratio
    of 1 speaks for one, and the rule may choose every index, there is none: everything is scored as measured.

    Raises
    ------
    BaselineError
        If several could be it, one seems to be it, or an index was asked for that is computed against it.
    """
    if measurements.baseline is not None:
        return measurements.baseline
    if study.baseline is not None:
        try:
            return measurements.with_baseline(study.baseline).baseline
        except BaselineError as error:
            raise error.at(file=study.file or None) from None
    everyone = dict.fromkeys(
        name for scenario in measurements.scenarios for name in measurements.alternatives(scenario)
    )
    sizes = not _SIZES.isdisjoint(name.casefold() for name in everyone)  # a model `base` beside `tiny`
    named = [
        name for name in everyone if is_baseline_name(name) and not (sizes and name.casefold() == "base")
    ]
    needing = [c for c in study.criteria if needs_baseline(measurements, c, index)]
    if needing:
        if len(named) == 1:
            return named[0]
        likely = _likely(measurements, named or list(everyone)) or named
        free = index is Index.AUTO and all(criterion.index is Index.AUTO for criterion in needing)
        if free and not likely:
            return None
        problem = (
            f"{listed(named)} could all be the baseline"
            if named
            else f"no alternative is called baseline, none, off or uncompressed among {listed(everyone)}"
        )
        whole = [name for name in likely if not _lacks(measurements, needing, name)]
        if likely and not whole and not named:  # it stands for the size before, and nothing else was measured
            raise BaselineError(
                f"{quoted(likely[0])} has not all that counts, so it can be no baseline",
                advice=f"leave it out with --ignore {quote(likely[0])}, or fill it in",
                options=["--ignore", likely[0]],
            )
        options = ["--baseline", likely[0] if likely else next(iter(everyone))]
        if not likely:  # the first to stand there may as well be the best
            options.append("--include-baseline")
        raise BaselineError(
            problem, advice=f"name it with --baseline, such as {join(options)}", options=options
        )
    if len(named) == 1 and _is_reference(measurements, study, named[0]):
        return named[0]
    return None


def _lacks(measurements: Measurements, criteria: Sequence[Criterion], name: str) -> bool:
    """Say whether a criterion needs what nobody measured of an alternative, and of others beside it."""
    for scenario in measurements.scenarios:
        there = measurements.alternatives(scenario)
        for criterion in criteria if name in there else ():
            measured = [
                other
                for other in there
                if any(measurements.cells(scenario, other, measure) for measure in criterion.measures)
            ]
            if measured and name not in measured:
                return True
    return False


def _likely(measurements: Measurements, names: Sequence[str]) -> list[str]:
    """Return who may be the baseline: the one that stores data as they are, or those that are called so."""
    plain = {
        row.alternative
        for row in measurements.rows
        if row.measure == "compression_ratio" and row.value == 1 and row.alternative in names
    }
    return list(plain) if len(plain) == 1 else [name for name in names if may_be_baseline(name)]


def assumed_baseline(
    baseline: str | None, measurements: Measurements, study: Study, index: Index
) -> tuple[Finding, ...]:
    """Return what is told of a baseline that nobody named: that there is none, or of `none` that it is one.

    What is called baseline is one, and so is what stores data as they are where space counts.
    """
    needing = [c for c in study.criteria if needs_baseline(measurements, c, index)]
    if not needing or measurements.baseline is not None or study.baseline is not None:
        return ()
    if baseline is not None:
        stored = any(measurements.measure(name).storage for c in study.criteria for name in c.measures)
        if stored or "base" in baseline.casefold():
            return ()
        return (finding("assumed", "warns", phrase="baseline-by-name", baseline=baseline),)
    return (finding("assumed", "warns", phrase="no-baseline"),)


def overridden(measurements: Measurements, study: Study) -> tuple[Finding, ...]:
    """Return a finding where the caller names another baseline than the study."""
    given, wanted = measurements.baseline, study.baseline
    if given is None or wanted is None:
        return ()
    with contextlib.suppress(BaselineError):
        if measurements.with_baseline(wanted).baseline == given:  # in another spelling
            return ()
    return (finding("overridden", "warns", file=study.file, study=wanted, named=given),)


def needs_baseline(measurements: Measurements, criterion: Criterion, index: Index) -> bool:
    """Say whether a criterion's values are computed against the baseline."""
    effective = index if criterion.index is Index.AUTO else criterion.index
    if effective is Index.VALUE:
        return False
    return any(measurements.measure(name).needs_baseline for name in criterion.measures)


def _is_reference(measurements: Measurements, study: Study, name: str) -> bool:
    """Say whether every index of an alternative is empty or neutral: it is what they are relative to."""
    columns = [m for c in study.criteria if c.index is not Index.VALUE for m in c.measures]
    return bool(columns) and all(
        abs(row.value - 1.0) <= _NEUTRAL
        for scenario in measurements.scenarios
        for column in columns
        for row in measurements.cells(scenario, name, column).values()
    )


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
