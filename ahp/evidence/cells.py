"""From the cells of a table to one number for each run: transaction types combined, parts added."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from operator import attrgetter
from shlex import join
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ahp.core.gate import Array
from ahp.errors import MeasureError, StudyError, UnitError, listed, quoted
from ahp.evidence.measurements import Measurements
from ahp.evidence.measures import MEASURES, Measure
from ahp.evidence.records import NOWHERE, Measurement, Place
from ahp.evidence.study import Criterion
from ahp.terms import Better, Combine, Merit, Statistic

_WORD = re.compile(r"[^\W_]+")
_NEAR = 0.8  # share of common letters from which on names without numbers look like a slip of the pen


def alike(one: str, other: str) -> bool:
    """Say whether two names may mean the same: written otherwise, one with more behind it, or misspelt.

    Numbers that differ tell names apart: `zstd-1` is not like `zstd-3`.

    Examples
    --------
    >>> alike("lz4", "lz4 1.10.0"), alike("LZ4-HC", "lz4hc"), alike("zstandard", "zstandart")
    (True, True, True)
    >>> alike("zstd-1", "zstd-3"), alike("lz4", "zstd")
    (False, False)
    """
    words = [_WORD.findall(name.casefold()) for name in (one, other)]
    short, long = sorted(words, key=len)
    if not short:
        return False
    if long[: len(short)] == short or "".join(short) == "".join(long):
        return True
    first, second = (" ".join(found) for found in words)
    if re.findall(r"\d+", first) != re.findall(r"\d+", second):
        return False
    from difflib import SequenceMatcher

    return SequenceMatcher(None, first, second).ratio() >= _NEAR


class Missing(NamedTuple):
    """A cell that has no number, with the error that says which."""

    reason: MeasureError


class Spot(NamedTuple):
    """Where a criterion reads an alternative in a scenario.

    Attributes
    ----------
    measurements : Measurements
    scenario, alternative : str
    criterion : Criterion
    end : int
        Which end of what the printed digits allow is read: -1 the least (8.5 of a printed 9), 1 the most,
        0 the number as it is printed.
    """

    measurements: Measurements
    scenario: str
    alternative: str
    criterion: Criterion
    end: int = 0

    def by_run(self, measure: str) -> Mapping[str, Mapping[str, Measurement]]:
        """Return what was measured here, by run and then by transaction type."""
        return self.measurements.by_run(self.scenario, self.alternative, measure)

    def kinds(self, measure: str, run: str) -> Mapping[str, Measurement]:
        """Return the measurements of a run by transaction type; those without a run serve every run."""
        found = self.by_run(measure)
        own = found.get(run, {})
        both = {**found[""], **own} if run and "" in found else own
        return both if self.end == 0 else {kind: self._moved(m) for kind, m in both.items()}

    def _moved(self, found: Measurement) -> Measurement:
        """Return a measurement at that end of what its printed digits allow."""
        measure = self.measurements.measure(found.measure)
        printed = measure.outside(found.value) + self.end * found.resolution
        if measure.published is None:
            printed = max(printed, 0.0)  # a printed 0 stands for a little more, never for less
        return found._replace(value=measure.inside(printed))

    def missing(self, measure: str, run: str = "", transaction: str = "") -> Missing:
        """Return that a number is missing here, with an error that names the cell and what to do."""
        which = f"{quoted(self.alternative)} has no {measure} in scenario {quoted(self.scenario)}"
        if run:
            which += f", run {quoted(run)}"
        if transaction:
            which += f", transaction {quoted(transaction)}"
        others = self._other_statistics(measure)
        if others:
            which += f" (it has {listed(others)}; two statistics are never mixed)"
        twins = self._twins(measure)
        if twins:
            which += f"; what {listed(twins)} has may be meant for it"
        gap = self.measurements.gap(self.scenario, self.alternative, measure, run, transaction)
        place = gap.place if gap is not None else self._row()._replace(column=None)
        return Missing(
            MeasureError(
                which,
                **place._asdict(),
                found=gap.found if gap is not None else None,
                advice="if they are the same, give them one name in all files"
                if twins
                else "fill it in, or leave the alternative out with --drop-incomplete",
            )
        )

    def _other_statistics(self, measure: str) -> list[str]:
        """Return the statistics of the response time that are here instead of the one asked for."""
        if not measure.startswith("response_time_"):
            return []
        return [
            name
            for name in self.measurements.measures(self.scenario)
            if name.startswith("response_time_") and name != measure and self.by_run(name)
        ]

    def _twins(self, measure: str) -> list[str]:
        """Return who may be this alternative by another name: alike, and with other measures than it has."""
        m, scenario = self.measurements, self.scenario
        own = {name for name in m.measures(scenario) if self.by_run(name)}
        if not own or measure in own:
            return []
        theirs = {
            other: {name for name in m.measures(scenario) if m.by_run(scenario, other, name)}
            for other in m.alternatives(scenario)
        }
        return [
            other
            for other, has in theirs.items()
            if has and has.isdisjoint(own) and alike(self.alternative, other)
        ]

    def _row(self) -> Place:
        """Return the place of the alternative's first number, for messages about what it lacks."""
        for name in self.measurements.measures(self.scenario):
            for kinds in self.by_run(name).values():
                return next(iter(kinds.values())).place
        return NOWHERE


def combined(spot: Spot, measure: Measure, run: str, kinds: Mapping[str, Measurement]) -> float | Missing:
    """Return the number of a run that a criterion asks for, or that a transaction type is missing.

    Parameters
    ----------
    kinds : mapping of str to Measurement
        What was measured in the run, by transaction type; `""` is all types together.

    Raises
    ------
    MeasureError
        If there are types only and the criterion does not say how they combine.
    StudyError
        If they combine in a way that has no meaning for the measure.
    """
    criterion = spot.criterion
    if criterion.combine is None and not criterion.transactions:
        if "" in kinds:
            return kinds[""].value
        if _is_only_type(spot, measure.name):
            return next(iter(kinds.values())).value
        place = next(iter(kinds.values())).place
        refusal = MeasureError(
            f"criterion {quoted(criterion.name)}: {measure.name} of {quoted(spot.alternative)} stands by "
            f"transaction type only ({listed(kinds)})",
            file=place.file,
            line=place.line,
            advice=_how_to_choose(measure, kinds),
        )
        rows = (row for row in spot.measurements.rows if row.measure == measure.name)
        pairs = {(row.transaction, row.alternative) for row in rows}
        alone = len({kind for kind, _ in pairs}) == len(pairs)  # each stands with a single alternative
        role = "alternative" if alone and len(pairs) > len(kinds) else "scenario"
        within = ("--map", f"{role}={spot.measurements.operations}")
        if not spot.measurements.operations:
            raise refusal
        deed = "compare them" if role == "alternative" else "compare within each"
        advice = f"{deed} with {join(within)}, or {refusal.advice}"
        raise refusal.advising(advice).proposing(*within)
    # Every type that some alternative has: all must be compared on the same ones.
    known = spot.measurements.transactions(spot.scenario, measure.name)
    unknown = [kind for kind in criterion.transactions if kind not in known]
    if unknown:
        raise StudyError(
            f"criterion {quoted(criterion.name)}: {measure.name} has no transaction {listed(unknown)} in "
            f"scenario {quoted(spot.scenario)}; it has {listed(known) or 'none'}"
        )
    wanted = criterion.transactions or known
    if not wanted:
        return kinds[""].value  # sizes and CPU are measured for all types together
    for kind in wanted:
        if kind not in kinds:
            return spot.missing(measure.name, run, kind)
    values = np.array([kinds[kind].value for kind in wanted])
    if criterion.combine is None:
        return float(values[0])
    if criterion.combine is Combine.WORST:
        return float(values.max() if measure.better is Better.LOWER else values.min())
    _refuse_meaningless(measure, criterion.combine, criterion.name)
    if criterion.combine is Combine.SUM:
        return float(values.sum())
    shares = _shares(spot, run, wanted)
    return shares if isinstance(shares, Missing) else float(values @ shares / shares.sum())


def _is_only_type(spot: Spot, measure: str) -> bool:
    """Say whether nobody has another type, nor a number of all types: then there is nothing to combine."""
    known, scenario = spot.measurements, spot.scenario
    return len(known.transactions(scenario, measure)) == 1 and not any(
        "" in kinds
        for alternative in known.alternatives(scenario)
        for kinds in known.by_run(scenario, alternative, measure).values()
    )


def _refuse_meaningless(measure: Measure, how: Combine, criterion: str) -> None:
    """Refuse a sum or a mean over transaction types that has no meaning for the measure."""
    name, problem = measure.name, None
    is_ratio = measure.published is not None or name == "compression_ratio"
    is_time = name.startswith("response_time_")
    if how is Combine.SUM and is_time:
        problem = "response times of types do not add up"
    elif how is Combine.SUM and (is_ratio or name == "cpu_per_transaction"):
        problem = f"{name} is a ratio, and ratios of types do not add up"
    elif how is Combine.MIX and is_ratio:
        problem = f"{name} is a ratio, which has no mean over types; use combine = 'worst'"
    elif how is Combine.MIX and is_time and name != "response_time_mean":
        problem = f"{name} has no mean over types; combine = 'worst' has a meaning"
    elif how is Combine.MIX and name == "throughput":
        problem = "throughputs of transaction types add up; use combine = 'sum'"
    if problem is not None:
        raise StudyError(f"criterion {quoted(criterion)}: {problem}")


def _how_to_choose(measure: Measure, kinds: Mapping[str, Measurement]) -> str:
    """Return what to write into a study; only the rules that have a meaning for the measure."""
    rules = "'sum', 'mix' or 'worst'"
    if measure.name == "throughput":
        rules = "'sum'"
    elif measure.name == "response_time_mean":
        rules = "'mix' or 'worst'"
    elif measure.name.startswith("response_time_"):
        rules = "'worst'"
    return (
        f"name one in a study (--study FILE), transaction = {quoted(next(iter(kinds)))}, "
        f"or say how they combine, combine = {rules}"
    )


def _shares(spot: Spot, run: str, wanted: tuple[str, ...]) -> Array | Missing:
    """Return the weights of the types: the declared mix, or their throughputs in that run."""
    where = f"criterion {quoted(spot.criterion.name)}"
    if spot.criterion.mix:
        declared = dict(spot.criterion.mix)
        absent = [kind for kind in wanted if kind not in declared]
        if absent:
            raise StudyError(f"{where}: its mix has no weight for {listed(absent)}")
        shares = np.array([declared[kind] for kind in wanted])
    else:
        rates = spot.kinds("throughput", run)
        absent = [kind for kind in wanted if kind not in rates]
        if absent:
            return spot.missing("throughput", run, absent[0])
        shares = np.array([rates[kind].value for kind in wanted])
    if not shares.sum() > 0:
        raise MeasureError(
            f"{where}: the shares of the transaction types of {quoted(spot.alternative)} are 0"
        )
    return shares


_value = attrgetter("value")
_LEAST, _MOST = 1e-150, 1e150  # ratios of such numbers, and ratios of these, are finite and not 0


class Cell(NamedTuple):
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


class _Part(NamedTuple):  # one measure of a criterion over the runs, with a measurement of each to point at
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
    """Say whether a criterion is one of which 0 may be true: of costs, space, the user's own, or rounded."""
    return (
        criterion.merit is Merit.COST
        or criterion.name == "storage_saving"
        or all(measure.startswith("response_time") for measure in criterion.measures)
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
    printed = spot._replace(end=0)
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
        size = _part(spot._replace(end=end), name, runs)
        if isinstance(size, Missing):
            return spot.missing("compression_ratio") if name == "original_bytes" else size
        sizes.append(size)
    original, stored = sizes
    _refuse_mixed(sizes, spot.alternative, spot.scenario)
    ratios = np.where(stored.values > 0, original.values / stored.values, 0.0)
    pairs = zip(original.witnesses, stored.witnesses, strict=True)
    return _Part(ratios, "x", tuple(min(pair, key=_value) for pair in pairs))


class Grid(NamedTuple):
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
