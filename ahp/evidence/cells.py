"""From the cells of a table to one number for each run: transaction types combined, parts added."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from operator import attrgetter

import numpy as np
import numpy.typing as npt

from ahp.core.gate import Array
from ahp.errors import MeasureError, UnitError, quoted
from ahp.evidence.measurements import Measurements
from ahp.evidence.measures import MEASURES
from ahp.evidence.records import Measurement
from ahp.evidence.study import Criterion
from ahp.evidence.transactions import Missing, Spot, combined
from ahp.terms import Merit, Statistic

_value = attrgetter("value")
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
class _Part:  # one measure of a criterion over the runs, with a measurement of each to point at
    values: Array
    unit: str
    witnesses: tuple[Measurement, ...]


@np.errstate(all="ignore")  # numbers that overflow are refused below
def cell(
    measurements: Measurements, scenario: str, alternative: str, criterion: Criterion, *, end: int = 0
) -> Cell | Missing:
    """Return one number for each run of an alternative, or why there is none.

    Parameters
    ----------
    end : {0, -1, 1}
        The numbers as they are printed, or the least or the most that their printed digits allow.

    Raises
    ------
    MeasureError
        If a value is not positive, or stands only by transaction type and the study does not say how the
        types combine.
    UnitError
        If measures that are added have different units.
    """
    spot = Spot(measurements, scenario, alternative, criterion, end)
    runs = measurements.runs(scenario, alternative)
    parts: list[_Part] = []
    for name in criterion.measures:
        part = _part(spot, name, runs)
        if isinstance(part, Missing):
            return part
        parts.append(part)
    _refuse_mixed(parts, alternative, scenario)
    totals = sum([part.values for part in parts[1:]], parts[0].values).tolist()
    for number, total in enumerate(totals):
        if not _LEAST <= total <= _MOST:
            raise _unusable(total, criterion, alternative, scenario, parts[0].witnesses[number])
    return Cell(runs, tuple(totals), parts[0].unit)


def in_range(totals: npt.ArrayLike) -> npt.NDArray[np.bool_]:
    """Say which numbers have ratios that can be computed."""
    found = np.asarray(totals)
    return np.asarray((found >= _LEAST) & (found <= _MOST))


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
    column = witness.place.column
    needed = "greater than 0" if value == 0 else f"between {_LEAST:g} and {_MOST:g}"
    may_be_true = value == 0 and _may_go(criterion)  # no errors, no CPU, no saving
    return MeasureError(
        f"{name} of {where} is {value:g}; a ratio needs a number {needed}",
        **witness.place._asdict(),
        advice="leave the criterion out" if may_be_true else "correct the cell, or leave the criterion out",
        options=("--ignore", column) if column and _may_go(criterion) else _without_zeros(name, value),
    )


def _without_zeros(measure: str, value: float) -> tuple[str, ...]:
    """Return the option that leaves out what did nothing."""
    return ("--drop-failed",) if measure == "throughput" and value == 0 else ()


def _may_go(criterion: Criterion) -> bool:
    """Say whether a criterion is one of costs, of space or the user's own, of which 0 may be true."""
    return (
        criterion.merit is Merit.COST
        or criterion.name == "storage_saving"
        or MEASURES.keys().isdisjoint(criterion.measures)
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
        return np.asarray(np.exp(np.add.reduce(np.log(values), axis=-1) / values.shape[-1]))
    if statistic is Statistic.MEAN:
        return np.asarray(values.mean(axis=-1))
    return np.asarray(np.median(values, axis=-1))


def _part(spot: Spot, name: str, runs: tuple[str, ...]) -> _Part | Missing:
    """Return one measure of a criterion for each run."""
    found = spot.by_run(name)
    if name == "compression_ratio" and (not found or _sizes_are_finer(spot)):
        return _ratio_of_sizes(spot, runs)
    if not found:
        return spot.missing(name)
    measure = spot.measurements.measure(name)
    values, witnesses = [], []
    for run in runs:
        kinds = spot.kinds(name, run)
        if not kinds:
            return spot.missing(name, run)
        value = combined(spot, measure, run, kinds)
        if isinstance(value, Missing):
            return value
        values.append(value)
        witnesses.append(min(kinds.values(), key=_value) if len(kinds) > 1 else next(iter(kinds.values())))
    return _Part(np.array(values), witnesses[0].unit, tuple(witnesses))


def _sizes_are_finer(spot: Spot) -> bool:
    """Say whether sizes stand beside every ratio, in one unit and to more digits than it was rounded to."""
    printed = replace(spot, end=0)
    for run in printed.by_run("compression_ratio"):
        ratios, originals, stored = (
            printed.kinds(name, run) for name in ("compression_ratio", "original_bytes", "stored_bytes")
        )
        for kind, ratio in ratios.items():
            sizes = [found[kind] for found in (originals, stored) if kind in found]
            if len(sizes) < 2 or sizes[0].unit != sizes[1].unit:
                return False
            if sum(map(_coarseness, sizes)) >= _coarseness(ratio):
                return False
    return True


def _coarseness(row: Measurement) -> float:
    return row.resolution / row.value if row.value > 0 else 0.0


def _ratio_of_sizes(spot: Spot, runs: tuple[str, ...]) -> _Part | Missing:
    sizes = []
    # The most that a ratio can be is the most of the original over the least of what is stored.
    for name, end in (("original_bytes", spot.end), ("stored_bytes", -spot.end)):
        size = _part(replace(spot, end=end), name, runs)
        if isinstance(size, Missing):
            return spot.missing("compression_ratio") if name == "original_bytes" else size
        sizes.append(size)
    original, stored = sizes
    _refuse_mixed(sizes, spot.alternative, spot.scenario)
    ratios = np.where(stored.values > 0, original.values / stored.values, 0.0)
    pairs = zip(original.witnesses, stored.witnesses, strict=True)
    return _Part(ratios, "x", tuple(min(pair, key=_value) for pair in pairs))


@dataclass(frozen=True, eq=False)
class Grid:
    """One number for each alternative and run.

    Attributes
    ----------
    values : ndarray, shape (n, R)
        In the order of the scenario's alternatives, each with its own runs; NaN behind the last of them.
    unit : str
    """

    values: Array
    unit: str


def grid(measurements: Measurements, scenario: str, criterion: Criterion, *, end: int = 0) -> Grid | None:
    """Return the numbers of a criterion in a scenario; None where cells have to be asked one by one.

    Parameters
    ----------
    end : {0, -1, 1}
        The numbers as they are printed, or the least or the most that their printed digits allow.

    Examples
    --------
    >>> from ahp.evidence.records import Measurement
    >>> from ahp.terms import Merit
    >>> rows = [Measurement("s", name, "1", "", "cpu", 9.0, "%", 0.5) for name in ("a", "b")]
    >>> cpu = Criterion("cpu", Merit.COST, ("cpu",))
    >>> grid(Measurements.of(rows), "s", cpu, end=1).values.tolist()
    [[9.5], [9.5]]
    """
    panel = measurements._of_scenario(scenario).panel
    if criterion.combine is not None or criterion.transactions:
        return None
    units = {panel.units.get(name) for name in criterion.measures}
    if None in units or len(units) > 1:
        return None
    if "compression_ratio" in criterion.measures and {"original_bytes", "stored_bytes"} <= {*panel.positions}:
        return None  # the sizes may have more digits
    if end and any(measurements.measure(name).published is not None for name in criterion.measures):
        return None
    total = np.zeros(panel.real.shape)
    for name in criterion.measures:
        at = panel.positions[name]
        part = panel.values[at]
        if end:  # a printed 0 stands for a little more, never for less
            part = np.maximum(part + end * panel.resolutions[at], 0.0)
        if not (part[panel.real] >= 0).all():
            return None
        total = total + part
    if not in_range(total[panel.real]).all():
        return None
    total[np.logical_not(panel.real)] = np.nan
    return Grid(total, panel.units[criterion.measures[0]])
