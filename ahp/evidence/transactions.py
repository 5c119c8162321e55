"""What a criterion reads at one spot of the measurements: several transaction types become one number."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from shlex import join

import numpy as np

from ahp.core.gate import Array
from ahp.errors import MeasureError, StudyError, listed, quoted
from ahp.evidence.measurements import Measurements
from ahp.evidence.measures import Measure
from ahp.evidence.records import NOWHERE, Measurement, Place
from ahp.evidence.study import Criterion
from ahp.terms import Better, Combine

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


@dataclass(frozen=True)
class Missing:
    """A cell that has no number, with the error that says which."""

    reason: MeasureError


@dataclass(frozen=True)
class Spot:
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
    if criterion.combine is Combine.SUM:
        _refuse_meaningless_sum(measure, criterion.name)
        return float(values.sum())
    if criterion.combine is Combine.WORST:
        return float(values.max() if measure.better is Better.LOWER else values.min())
    _refuse_meaningless_mean(measure, criterion.name)
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


def _refuse_meaningless_sum(measure: Measure, criterion: str) -> None:
    where = f"criterion {quoted(criterion)}"
    if measure.name.startswith("response_time_"):
        raise StudyError(f"{where}: response times of types do not add up")
    if _is_ratio(measure) or measure.name == "cpu_per_transaction":
        raise StudyError(f"{where}: {measure.name} is a ratio, and ratios of types do not add up")


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


def _refuse_meaningless_mean(measure: Measure, criterion: str) -> None:
    where = f"criterion {quoted(criterion)}"
    if _is_ratio(measure):
        raise StudyError(
            f"{where}: {measure.name} is a ratio, which has no mean over types; use combine = 'worst'"
        )
    if measure.name.startswith("response_time_") and measure.name != "response_time_mean":
        raise StudyError(f"{where}: {measure.name} has no mean over types; combine = 'worst' has a meaning")
    if measure.name == "throughput":
        raise StudyError(f"{where}: throughputs of transaction types add up; use combine = 'sum'")


def _is_ratio(measure: Measure) -> bool:
    return measure.published is not None or measure.name == "compression_ratio"


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
