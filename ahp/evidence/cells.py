"""From the cells of a table to one number for each run: transaction types combined, parts added."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from ahp.core.matrices import Array
from ahp.errors import MeasureError, StudyError, listed, quoted
from ahp.evidence.measurements import Measurements
from ahp.evidence.measures import Measure
from ahp.evidence.records import Measurement, Place
from ahp.evidence.study import Criterion
from ahp.terms import Better, Combine, Statistic


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


def cell(measurements: Measurements, scenario: str, alternative: str, criterion: Criterion) -> Cell | Missing:
    """Return one number for each run of an alternative, or why there is none.

    Raises
    ------
    MeasureError
        If a value is not positive, or stands only by transaction type and the study does not say how the
        types combine.
    """
    runs = measurements.runs(scenario, alternative)
    totals = np.zeros(len(runs))
    unit = ""
    places: list[Measurement] = []
    for name in criterion.measures:
        part = _part(measurements, scenario, alternative, criterion, name, runs)
        if isinstance(part, Missing):
            return part
        values, unit, first = part
        totals += values
        places.append(first)
    if not (totals > 0).all():
        at: Place = places[0].place
        raise MeasureError(
            f"{criterion.measure} of {quoted(alternative)} in {quoted(scenario)} is 0; "
            f"a ratio needs a number greater than 0",
            file=at.file,
            line=at.line,
            column=at.column,
            advice="correct the cell, or leave the criterion out",
        )
    return Cell(runs, tuple(float(total) for total in totals), unit)


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
) -> tuple[Array, str, Measurement] | Missing:
    """Return one measure of a criterion for each run, its unit, and a measurement to point at."""
    found = measurements.cells(scenario, alternative, name)
    if not found and name == "compression_ratio":
        return _ratio_of_sizes(measurements, scenario, alternative, criterion, runs)
    if not found:
        return _missing(measurements, scenario, alternative, name)
    measure = measurements.measure(name)
    values = []
    for run in runs:
        kinds = _kinds(found, run)
        if not kinds:
            return _missing(measurements, scenario, alternative, name, run)
        value = _combined(measurements, scenario, alternative, criterion, measure, run, kinds)
        if isinstance(value, Missing):
            return value
        values.append(value)
    first = next(iter(found.values()))
    return np.array(values), first.unit, first


def _ratio_of_sizes(
    measurements: Measurements,
    scenario: str,
    alternative: str,
    criterion: Criterion,
    runs: tuple[str, ...],
) -> tuple[Array, str, Measurement] | Missing:
    sizes = []
    for name in ("original_bytes", "stored_bytes"):
        size = _part(measurements, scenario, alternative, criterion, name, runs)
        if isinstance(size, Missing):
            absent = _missing(measurements, scenario, alternative, "compression_ratio")
            return absent if name == "original_bytes" else size
        sizes.append(size)
    (original, unit, at), (stored, other, _) = sizes
    if unit != other:
        raise MeasureError(
            f"original_bytes are in {unit}, stored_bytes in {other}",
            file=at.place.file,
            line=at.place.line,
            advice="give both sizes in one unit",
        )
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(stored > 0, original / stored, 0.0), "x", at


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
    if not types and not criterion.transactions:
        return kinds[""].value  # sizes and CPU are measured for all types together
    wanted = criterion.transactions or _all_types(measurements, scenario, measure.name)
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
    found: dict[str, None] = {}
    for alternative in measurements.alternatives(scenario):
        for _, kind in measurements.cells(scenario, alternative, measure):
            if kind:
                found[kind] = None
    return tuple(found)


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
