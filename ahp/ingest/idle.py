"""What the idle machine uses, subtracted from what it used under load: the rest is the benchmark's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import fsum

from ahp.errors import InputError, MeasureError, UnitError, listed, quoted
from ahp.evidence.measurements import Measurements
from ahp.evidence.measures import MEASURES
from ahp.evidence.records import Measurement, Place, Source
from ahp.ingest.readers.base import Row

_CONSUMED = ("cpu", "cpu_user", "cpu_system", "cpu_frequency")
_COMPUTED = ("cpu_per_transaction", "cpu_overhead", "cpu_relative")
_PARTS = ("cpu_user", "cpu_system")


def without_idle(measurements: Measurements, idle: Sequence[Row], source: Source) -> Measurements:
    """Return the measurements with the consumption of the idle machine subtracted from every run's.

    A mean share of the processors under load is the sum of what runs anyway and of what the benchmark
    causes; only the second is a cost of an alternative, and its overhead is diluted by the first.

    Parameters
    ----------
    measurements : Measurements
        Whose `cpu`, `cpu_user`, `cpu_system` and `cpu_frequency` are reduced.
    idle : sequence of Row
        What was recorded on the idle machine, each measure once.
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
        tuple(row if row.measure not in _CONSUMED else _rest(row, known, source.file) for row in some)
        for some in (measurements.rows, () if measurements.twins is None else measurements.twins.rows)
    )
    computed = next((row for row in measurements.rows if row.measure in _COMPUTED), None)
    if computed is not None:
        raise MeasureError(
            f"{computed.measure} is computed already, and the idle consumption is still in it",
            **computed.place._asdict(),
            advice="give the CPU as it was measured, or leave the idle recording out",
        )
    taken = dict.fromkeys(row.measure for row in measurements.rows if row.measure in _CONSUMED)
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


def _known(idle: Sequence[Row], file: str) -> dict[str, Measurement]:
    """Return the consumption of the idle machine by measure, each in the unit the library keeps it in."""
    found: dict[str, Measurement] = {}
    for row in idle:
        if row.measure not in _CONSUMED or row.value is None:
            continue
        if row.measure in found:
            raise InputError(
                f"{row.measure} of the idle machine stands here for the second time, first on line "
                f"{found[row.measure].place.line}",
                file=file,
                line=row.line,
                advice="give one recording of the idle machine",
            )
        found[row.measure] = Measurement.standard(
            ("", "", "", ""),
            MEASURES[row.measure],
            row.value,
            row.unit,
            row.resolution,
            place=Place(file, row.line, row.column),
        )
    if not found:
        raise InputError(
            f"the recording of the idle machine has none of {listed(_CONSUMED)}",
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
