"""Several transaction types become one number: chosen, added, the worst, or their mix."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from ahp.core.matrices import Array
from ahp.errors import MeasureError, StudyError, listed, quoted
from ahp.evidence.measures import Measure
from ahp.evidence.records import Measurement
from ahp.evidence.spots import Missing, Spot
from ahp.terms import Better, Combine


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
        raise MeasureError(
            f"criterion {quoted(criterion.name)}: {measure.name} of {quoted(spot.alternative)} stands by "
            f"transaction type only ({listed(kinds)})",
            file=place.file,
            line=place.line,
            advice=_how_to_choose(measure, kinds),
        )
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
