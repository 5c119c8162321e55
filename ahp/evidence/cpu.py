"""What a benchmark cost the processors: without what the idle machine uses, and for each transaction."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import fsum

from ahp.errors import InputError, MeasureError, UnitError, listed, quoted
from ahp.evidence.measurements import Measurements
from ahp.evidence.measures import MEASURES
from ahp.evidence.records import Measurement, Source
from ahp.units import UNITS

CONSUMED = ("cpu", "cpu_user", "cpu_system", "cpu_frequency")
"""What the idle machine takes, too."""

_PER_TRANSACTION = "cpu_per_transaction"
_COMPUTED = (_PER_TRANSACTION, "cpu_overhead", "cpu_relative")
_PARTS = ("cpu_user", "cpu_system")


def without_idle(measurements: Measurements, idle: Sequence[Measurement], source: Source) -> Measurements:
    """Return the measurements with the consumption of the idle machine subtracted from every run's.

    A mean share of the processors under load is the sum of what runs anyway and of what the benchmark
    causes; only the second is a cost of an alternative, and its overhead is diluted by the first.

    Parameters
    ----------
    measurements : Measurements
        Whose `cpu`, `cpu_user`, `cpu_system` and `cpu_frequency` are reduced.
    idle : sequence of Measurement
        What was recorded on the idle machine of :data:`CONSUMED`, each measure once.
    source : Source
        The file of `idle`.

    Raises
    ------
    InputError
        If a measure of the processors has no counterpart in `idle`, on the same basis, or nothing would be
        left of a value.
    """
    known = _known(idle, source.file)
    rows, again = (
        tuple(row if row.measure not in CONSUMED else _rest(row, known, source.file) for row in some)
        for some in (measurements.rows, () if measurements.twins is None else measurements.twins.rows)
    )
    computed = next((row for row in measurements.rows if row.measure in _COMPUTED), None)
    if computed is not None:
        raise MeasureError(
            f"{computed.measure} is computed already, and the idle consumption is still in it",
            **computed.place._asdict(),
            advice="give the CPU as it was measured, or leave the idle recording out",
        )
    taken = dict.fromkeys(row.measure for row in measurements.rows if row.measure in CONSUMED)
    if not taken:
        raise InputError(
            "there is no CPU to subtract the idle consumption from", file=source.file, advice="leave it out"
        )
    amounts = [(name, fsum(one.value for one in _counterparts(name, known))) for name in taken]
    unit = next(iter(known.values())).unit
    said = " and ".join(f"{name} of {amount:.4g} {unit}" for name, amount in amounts)
    reduced = dict.fromkeys(str(row.place.file) for row in measurements.rows if row.measure in taken)
    caveats = [
        (file, f"Subtracted from every run, as the idle machine used it in {source.file}: {said}.")
        for file in reduced  # a decision tells what belongs to the files of its numbers
    ]
    caveats += [
        (spare.place.file or source.file, "cpu_seconds has the idle consumption in it still.")
        for spare in measurements.spare[:1]
        if spare.words == "cpu_seconds"
    ]
    return replace(
        measurements,
        rows=rows,
        twins=measurements.twins and replace(measurements.twins, rows=again),
        sources=(*measurements.sources, source),
        caveats=(*measurements.caveats, *caveats),
    )


def _known(idle: Sequence[Measurement], file: str) -> dict[str, Measurement]:
    """Return the consumption of the idle machine by measure."""
    found: dict[str, Measurement] = {}
    for row in idle:
        if row.measure in found:
            raise InputError(
                f"{row.measure} of the idle machine stands here for the second time, first on line "
                f"{found[row.measure].place.line}",
                file=file,
                line=row.place.line,
                advice="give one recording of the idle machine",
            )
        found[row.measure] = row
    if not found:
        raise InputError(
            f"the recording of the idle machine has none of {listed(CONSUMED)}",
            file=file,
            advice="record it with the same monitor as the runs",
        )
    return found


def _counterparts(measure: str, known: Mapping[str, Measurement]) -> list[Measurement]:
    """Return what is subtracted from a measure: its own, or for `cpu` its parts where only they are known."""
    if measure in known:
        return [known[measure]]
    if measure == "cpu" and all(part in known for part in _PARTS):
        return [known[part] for part in _PARTS]
    return []


def _rest(row: Measurement, known: Mapping[str, Measurement], file: str) -> Measurement:
    where = f"{quoted(row.alternative)} in {quoted(row.scenario)}" + (
        f", run {quoted(row.run)}" if row.run else ""
    )
    subtracted = _counterparts(row.measure, known)
    if not subtracted:
        raise MeasureError(
            f"{row.measure} of {where} has no counterpart in {file}, which has {listed(known)}",
            **row.place._asdict(),
            advice="record the idle machine with the same monitor as the runs",
        )
    other = next((one for one in subtracted if one.unit != row.unit), None)
    if other is not None:
        raise UnitError(
            f"{row.measure} of {where} is in {row.unit}, that of the idle machine in {other.unit} in {file}",
            **row.place._asdict(),
            advice="record the idle machine with the same monitor as the runs",
        )
    amount = fsum(one.value for one in subtracted)
    if row.value <= amount:
        raise MeasureError(
            f"{row.measure} of {where} is {row.value:.4g} {row.unit}, and the idle machine used {amount:.4g} "
            f"{row.unit}: nothing is left",
            **row.place._asdict(),
            advice="check that the idle recording is of this machine at rest, or leave it out",
        )
    return row._replace(
        value=row.value - amount, resolution=row.resolution + fsum(one.resolution for one in subtracted)
    )


def with_cpu_per_transaction(measurements: Measurements, processors: int) -> Measurements:
    """Return the measurements with `cpu_per_transaction` computed for every run.

    It is the processor time of a second over the transactions of a second: share × processors /
    throughput. Where throughput differs, it compares the work of one transaction, which the share of the
    machine does not. It stands beside the share; a default study prefers it, so it is only computed when
    asked for.

    Parameters
    ----------
    measurements : Measurements
        With `cpu`, or `cpu_user` and `cpu_system`, and with transactions per second.
    processors : int
        How many processors 100 % are; of shares of one core, none is needed.

    Raises
    ------
    InputError
        If a run lacks one of them, or its throughput is not of transactions.

    Examples
    --------
    >>> key = ("default", "lz4", "", "")
    >>> made = Measurements.of([
    ...     Measurement.standard(key, MEASURES["throughput"], 500, UNITS["1/s"]),
    ...     Measurement.standard(key, MEASURES["cpu"], 75, UNITS["%"]),
    ... ])
    >>> with_cpu_per_transaction(made, 2).rows[-1][4:7]
    ('cpu_per_transaction', 3.0, 'ms')
    """
    counted = isinstance(processors, int) and not isinstance(processors, bool)
    if not (counted and 1 <= processors <= sys.maxsize):
        raise InputError(f"processors = {quoted(processors)}; give how many the machine has")
    pairs = [
        (scenario, name)
        for scenario in measurements.scenarios
        for name in measurements.alternatives(scenario)
    ]
    rows = [
        _of_transactions(measurements, scenario, alternative, run, processors)
        for scenario, alternative in pairs
        for run in measurements.runs(scenario, alternative)
    ]
    one_core = any(row.unit == "%core" for row in measurements.rows)
    share = "the share of one core" if one_core else f"the share of the processors × {processors}"
    said = f"{_PER_TRANSACTION} is computed: {share} / transactions per second."
    told = (rows[0].place.file or "the measurements", said)
    twins = measurements.twins
    again = None if twins is None else with_cpu_per_transaction(twins, processors)
    return measurements.also(rows, caveats=(*measurements.caveats, told), twins=again)


def _of_transactions(
    measurements: Measurements, scenario: str, alternative: str, run: str, processors: int
) -> Measurement:
    where = f"{quoted(alternative)} in {quoted(scenario)}" + (f", run {quoted(run)}" if run else "")
    found = {
        name: _of_run(measurements.by_run(scenario, alternative, name), run)
        for name in ("throughput", "cpu", *_PARTS)
    }
    throughput = found["throughput"]
    shares = [found["cpu"]] if found["cpu"] is not None else [found[part] for part in _PARTS]
    used = [share for share in shares if share is not None]
    if throughput is None or len(used) < len(shares):
        lacks = "transactions per second" if throughput is None else "CPU share"
        raise MeasureError(
            f"{where} has no {lacks} for all transactions together, of which the CPU per transaction is made",
            advice="give both for every run, or leave --cpus out",
        )
    if throughput.unit != "1/s" or throughput.value <= 0:
        raise MeasureError(
            f"throughput of {where} is {throughput.value:g} {throughput.unit or 'of no unit'}, which is no "
            "rate of transactions",
            **throughput.place._asdict(),
            advice="give transactions per second, or leave --cpus out",
        )
    cores = 1 if used[0].unit == "%core" else processors
    factor = 10.0 * cores / throughput.value  # per cent of a second, in ms
    total = fsum(share.value for share in used)
    fine = fsum(share.resolution for share in used) + total * throughput.resolution / throughput.value
    return Measurement.standard(
        (scenario, alternative, run, ""),
        MEASURES[_PER_TRANSACTION],
        factor * total,
        UNITS["ms"],
        factor * fine,
        place=used[0].place,
    )


def _of_run(runs: Mapping[str, Mapping[str, Measurement]], run: str) -> Measurement | None:
    """Return what was measured for all transactions together in a run, or in all of them."""
    return runs.get(run, runs.get("", {})).get("")
