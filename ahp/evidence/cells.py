"""From the cells of a table to one number for each run: transaction types combined, parts added."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from ahp.core.matrices import Array
from ahp.errors import MeasureError, StudyError, UnitError, listed, quoted
from ahp.evidence.measurements import Measurements
from ahp.evidence.measures import Measure
from ahp.evidence.records import Measurement, Place
from ahp.evidence.study import Criterion
from ahp.terms import Better, Combine, Statistic

_LEAST, _MOST = 1e-150, 1e150  # ratios of such numbers, and ratios of these, are finite and not 0


@dataclass(frozen=True)
class Cell:
    """What one alternative measured for one criterion in one scenario.

    Attributes
    ----------
    runs : tuple of str
        The runs, in the order of the file.
    values : tuple of float
        One positive number for each run.
    unit : str
        Their unit.
    """

    runs: tuple[str, ...]
    values: tuple[float, ...]
    unit: str


@dataclass(frozen=True)
class Missing:
    """A cell that has no number, with the error that says which."""

    reason: MeasureError


@dataclass(frozen=True)
class _Part:  # one measure of a criterion over the runs, with a measurement of each to point at
    values: Array
    unit: str
    witnesses: tuple[Measurement, ...]


@np.errstate(all="ignore")  # numbers that overflow are refused below
def cell(measurements: Measurements, scenario: str, alternative: str, criterion: Criterion) -> Cell | Missing:
    """Return one number for each run of an alternative, or why there is none.

    Raises
    ------
    MeasureError
        If a value is not positive, or stands only by transaction type and the study does not say how the
        types combine.
    UnitError
        If measures that are added have different units.
    """
    runs = measurements.runs(scenario, alternative)
    parts: list[_Part] = []
    for name in criterion.measures:
        part = _part(measurements, scenario, alternative, criterion, name, runs)
        if isinstance(part, Missing):
            return part
        parts.append(part)
    _refuse_mixed(parts, alternative, scenario)
    totals = np.sum([part.values for part in parts], axis=0)
    for number, total in enumerate(totals):
        if not _LEAST <= total <= _MOST:
            raise _unusable(float(total), criterion, alternative, scenario, parts[0].witnesses[number])
    return Cell(runs, tuple(float(total) for total in totals), parts[0].unit)


def _refuse_mixed(parts: Sequence[_Part], alternative: str, scenario: str) -> None:
    first, *others = ((part.witnesses[0], part.unit or "no unit") for part in parts)
    for other, unit in others:
        if unit != first[1]:
            raise UnitError(
                f"{other.measure} of {quoted(alternative)} in {quoted(scenario)} is in {unit}, "
                f"{first[0].measure} in {first[1]}",
                **other.place._asdict(),
                advice="give both in one unit",
            )


def _unusable(
    total: float, criterion: Criterion, alternative: str, scenario: str, witness: Measurement
) -> MeasureError:
    name, value = criterion.measure, total
    if witness.measure not in criterion.measures:  # a ratio computed from sizes: one of these is to blame
        name, value = witness.measure, witness.value
    where = f"{quoted(alternative)} in {quoted(scenario)}"
    needed = "greater than 0" if value == 0 else f"between {_LEAST:g} and {_MOST:g}"
    return MeasureError(
        f"{name} of {where} is {value:g}; a ratio needs a number {needed}",
        **witness.place._asdict(),
        advice="correct the cell, or leave the criterion out",
    )


def aggregate(values: Array, statistic: Statistic) -> Array:
    """Return one number for the runs on the last axis.

    Parameters
    ----------
    values : ndarray, shape (..., runs)
        Positive numbers.

    Examples
    --------
    >>> float(aggregate(np.array([1.0, 4.0]), Statistic.GEOMETRIC_MEAN))
    2.0
    """
    if values.shape[-1] == 1:  # one run is its own mean, to the last digit
        return np.asarray(values[..., 0])
    if statistic is Statistic.GEOMETRIC_MEAN:
        return np.asarray(np.exp(np.log(values).mean(axis=-1)))
    if statistic is Statistic.MEAN:
        return np.asarray(values.mean(axis=-1))
    return np.asarray(np.median(values, axis=-1))


def _part(
    measurements: Measurements,
    scenario: str,
    alternative: str,
    criterion: Criterion,
    name: str,
    runs: tuple[str, ...],
) -> _Part | Missing:
    """Return one measure of a criterion for each run."""
    found = measurements.cells(scenario, alternative, name)
    if not found and name == "compression_ratio":
        return _ratio_of_sizes(measurements, scenario, alternative, criterion, runs)
    if not found:
        return _missing(measurements, scenario, alternative, name)
    measure = measurements.measure(name)
    values, witnesses = [], []
    for run in runs:
        kinds = _kinds(found, run)
        if not kinds:
            return _missing(measurements, scenario, alternative, name, run)
        value = _combined(measurements, scenario, alternative, criterion, measure, run, kinds)
        if isinstance(value, Missing):
            return value
        values.append(value)
        witnesses.append(min(kinds.values(), key=lambda m: m.value))
    return _Part(np.array(values), witnesses[0].unit, tuple(witnesses))


def _ratio_of_sizes(
    measurements: Measurements, scenario: str, alternative: str, criterion: Criterion, runs: tuple[str, ...]
) -> _Part | Missing:
    sizes = []
    for name in ("original_bytes", "stored_bytes"):
        size = _part(measurements, scenario, alternative, criterion, name, runs)
        if isinstance(size, Missing):
            absent = _missing(measurements, scenario, alternative, "compression_ratio")
            return absent if name == "original_bytes" else size
        sizes.append(size)
    original, stored = sizes
    _refuse_mixed(sizes, alternative, scenario)
    ratios = np.where(stored.values > 0, original.values / stored.values, 0.0)
    pairs = zip(original.witnesses, stored.witnesses, strict=True)
    return _Part(ratios, "x", tuple(min(pair, key=lambda m: m.value) for pair in pairs))


def _kinds(found: Mapping[tuple[str, str], Measurement], run: str) -> dict[str, Measurement]:
    """Return the measurements of a run by transaction type; those without a run serve every run."""
    kinds = {kind: m for (at, kind), m in found.items() if at == ""}
    kinds.update({kind: m for (at, kind), m in found.items() if at == run})
    return kinds


def _combined(
    measurements: Measurements,
    scenario: str,
    alternative: str,
    criterion: Criterion,
    measure: Measure,
    run: str,
    kinds: Mapping[str, Measurement],
) -> float | Missing:
    types = [kind for kind in kinds if kind]
    if criterion.combine is None and not criterion.transactions:
        if "" in kinds:
            return kinds[""].value
        raise MeasureError(
            f"criterion {quoted(criterion.name)}: {measure.name} of {quoted(alternative)} stands by "
            f"transaction type only ({listed(types)})",
            file=kinds[types[0]].place.file,
            line=kinds[types[0]].place.line,
            advice="say in a study how the types combine, combine = 'sum', 'mix' or 'worst'",
        )
    wanted = criterion.transactions or _all_types(measurements, scenario, measure.name)
    if not wanted:
        return kinds[""].value  # sizes and CPU are measured for all types together
    for kind in wanted:
        if kind not in kinds:
            return _missing(measurements, scenario, alternative, measure.name, run, kind)
    values = np.array([kinds[kind].value for kind in wanted])
    if criterion.combine is None:
        return float(values[0])
    if criterion.combine is Combine.SUM:
        return float(values.sum())
    if criterion.combine is Combine.WORST:
        return float(values.max() if measure.better is Better.LOWER else values.min())
    return _mixed(measurements, scenario, alternative, criterion, measure, run, wanted, values)


def _mixed(
    measurements: Measurements,
    scenario: str,
    alternative: str,
    criterion: Criterion,
    measure: Measure,
    run: str,
    wanted: tuple[str, ...],
    values: Array,
) -> float | Missing:
    where = f"criterion {quoted(criterion.name)}"
    if measure.name.startswith("response_time_") and measure.name != "response_time_mean":
        raise StudyError(f"{where}: {measure.name} has no mean over types; combine = 'worst' has a meaning")
    if measure.name == "throughput":
        raise StudyError(f"{where}: throughputs of transaction types add up; use combine = 'sum'")
    if criterion.mix:
        declared = dict(criterion.mix)
        absent = [kind for kind in wanted if kind not in declared]
        if absent:
            raise StudyError(f"{where}: its mix has no weight for {listed(absent)}")
        shares = np.array([declared[kind] for kind in wanted])
    else:
        rates = _kinds(measurements.cells(scenario, alternative, "throughput"), run)
        absent = [kind for kind in wanted if kind not in rates]
        if absent:
            return _missing(measurements, scenario, alternative, "throughput", run, absent[0])
        shares = np.array([rates[kind].value for kind in wanted])
    if not shares.sum() > 0:
        raise MeasureError(f"{where}: the shares of the transaction types of {quoted(alternative)} are 0")
    return float(values @ shares / shares.sum())


def _all_types(measurements: Measurements, scenario: str, measure: str) -> tuple[str, ...]:
    """Return every type that some alternative has: all must be compared on the same ones."""
    everyone = measurements.alternatives(scenario)
    kinds = (kind for name in everyone for _, kind in measurements.cells(scenario, name, measure))
    return tuple(dict.fromkeys(kind for kind in kinds if kind))


def _missing(
    measurements: Measurements,
    scenario: str,
    alternative: str,
    measure: str,
    run: str = "",
    transaction: str = "",
) -> Missing:
    gap = measurements.gap(scenario, alternative, measure)
    which = f"{quoted(alternative)} has no {measure} in scenario {quoted(scenario)}"
    if run:
        which += f", run {quoted(run)}"
    if transaction:
        which += f", transaction {quoted(transaction)}"
    if measure.startswith("response_time_"):
        others = [
            name
            for name in measurements.measures(scenario)
            if name.startswith("response_time_")
            and name != measure
            and measurements.cells(scenario, alternative, name)
        ]
        if others:
            which += f" (it has {listed(others)}; two statistics are never mixed)"
    place = gap.place if gap is not None else _row_of(measurements, scenario, alternative)
    return Missing(
        MeasureError(
            which,
            file=place.file,
            line=place.line,
            column=gap.place.column if gap is not None else None,
            found=gap.found if gap is not None else None,
            advice="fill it in, or leave the alternative out with --drop-incomplete",
        )
    )


def _row_of(measurements: Measurements, scenario: str, alternative: str) -> Place:
    """Return the place of an alternative's first number, for messages about what it lacks."""
    for name in measurements.measures(scenario):
        for row in measurements.cells(scenario, alternative, name).values():
            return row.place
    return Place()
