"""Several files become one set of measurements: joined on scenario × alternative × run, each cell once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import NamedTuple, cast

from ahp.errors import InputError, listed, quoted
from ahp.evidence.measurements import Measurements
from ahp.evidence.measures import MEASURES, Measure
from ahp.evidence.records import Gap, Measurement, Source, Spare
from ahp.ingest.bulk import many_rows
from ahp.ingest.machines import refuse_several
from ahp.ingest.parts import Keys, Part, Record, Stack, record_of
from ahp.ingest.plausibility import refuse_clock
from ahp.ingest.readers.base import Row
from ahp.ingest.storage import ratios_of_savings
from ahp.ingest.together import Cell, Together


class _Marked(NamedTuple):
    """What rows are marked: those of second measurements, and the runs that were disturbed."""

    twins: list[Record]
    disturbed: dict[tuple[str, str, str], None]


def join(
    parts: Sequence[Part | Stack],
    *,
    own: Iterable[Measure] = (),
    baseline: str | None = None,
    warnings: Iterable[str] = (),
) -> Measurements:
    """Return the measurements of all files together.

    A file without scenarios takes the one scenario that the others have, and a file without runs the one
    run; where there are several, only what belongs to the data rather than to a run (sizes, the compression
    ratio) may stand without, and the warnings say so.

    Raises
    ------
    InputError
        If a file lacks the scenario or run that would tell its cells apart, a cell is given twice, a column
        of rates is one of times, or the files are of two machines.
    """
    # Files that name their machine are never put in a stack.
    named = [part for part in parts if isinstance(part, Part) and part.reading.machines]
    refuse_several({part.source.file: part.reading.machines for part in named})
    # Of files alike the one that was read was looked at, and the others are decided as it was.
    parts = [part if isinstance(part, Stack) else _plausible(part) for part in parts]
    stacks = list(dict.fromkeys(part for part in parts if isinstance(part, Stack)))
    ours = {measure.name: measure for measure in own}
    measures = {**MEASURES, **ours}
    together = Together(parts, stacks)
    told = dict.fromkeys(warnings)
    made: list[Sequence[Record]] = [()] * len(parts)
    marked = _Marked([], {})
    keys = {stack: found for stack in stacks if (found := together.keys(stack)) is not None}
    alone = _alone(parts, [stack for stack in stacks if stack not in keys])
    for position in sorted(alone):
        made[position] = _records(alone[position], together, measures, told, marked)
    loose = list(chain.from_iterable(made))
    sources = _sources(parts, stacks)
    left_out = [f"{part.source.file}, {what}" for part in alone.values() for what in part.reading.left_out]
    told.update((f"left out: {what}", None) for what in left_out)
    ignored = tuple(dict.fromkeys(name for part in parts for name in part.reading.ignored))
    caveats = tuple(
        (source.file, caveat)
        for source, part in zip(sources, parts, strict=True)
        for caveat in part.reading.caveats
    )
    if keys and not any(marked):  # files alike, which can mostly stay in columns
        from ahp.evidence.rows import Rows
        from ahp.ingest.apart import apart

        if apart(loose, keys):
            _, gaps, spare = _by_kind(loose)
            checked = Measurements(
                Rows(lambda: _by_kind(_filled(made, keys))[0]),
                gaps=tuple(gaps),
                sources=tuple(sources),
                warnings=tuple(told),
                own=tuple(ours.values()),
                spare=tuple(spare),
                ignored=ignored,
                caveats=caveats,
            )
            return checked if baseline is None else checked.with_baseline(baseline)
    everything, gaps, spare = _by_kind(_filled(made, keys))
    if not everything and not spare:
        raise _nothing(left_out, ignored, sources[0].file)
    ratios, remarks = ratios_of_savings(everything)
    told.update(dict.fromkeys(remarks))
    return Measurements.of(
        [*everything, *ratios],
        baseline=baseline,
        gaps=gaps,
        spare=spare,
        sources=sources,
        warnings=told,
        ignored=ignored,
        own=ours.values(),
        caveats=caveats,
        twins=_twins(marked.twins, ours.values()),
        disturbed=marked.disturbed,
    )


def _twins(records: list[Record], own: Iterable[Measure]) -> Measurements | None:
    """Return what was measured a second time; None where nothing was."""
    rows, gaps, spare = _by_kind(records)
    return Measurements.of(rows, gaps=gaps, spare=spare, own=own) if rows or spare else None


def _alone(parts: Sequence[Part | Stack], stacks: Iterable[Stack]) -> dict[int, Part]:
    """Return, by their positions, the files that are read by themselves, those of some stacks too."""
    found = {position: part for position, part in enumerate(parts) if isinstance(part, Part)}
    for stack in stacks:
        found.update((at, stack.alone(place)) for place, at in enumerate(stack.positions))
    return found


def _nothing(left_out: Sequence[str], ignored: Sequence[str], file: str) -> InputError:
    if left_out:
        return InputError(f"nothing is left; left out: {left_out[0]}", advice="repeat them")
    return InputError(
        f"no column holds a known measure; found {listed(ignored) or 'only empty cells'}",
        file=file,
        advice="name one with --map MEASURE=COLUMN, such as --map throughput_tps=COLUMN",
    )


def _filled(made: list[Sequence[Record]], keys: Mapping[Stack, Sequence[Keys]]) -> list[Record]:
    """Return the records of all files in order, those of files alike put among what was made of others."""
    with many_rows():  # also where the rows are made long after the files were read
        for stack, found in keys.items():
            for position, records in zip(stack.positions, stack.filled(found), strict=True):
                made[position] = records
        return list(chain.from_iterable(made))


def _sources(parts: Sequence[Part | Stack], stacks: Iterable[Stack]) -> list[Source]:
    """Return where each file came from, in their order."""
    found = {position: part.source for position, part in enumerate(parts) if isinstance(part, Part)}
    for stack in stacks:
        found.update(zip(stack.positions, stack.sources, strict=True))
    return [found[position] for position in range(len(parts))]


def _by_kind(records: list[Record]) -> tuple[list[Measurement], list[Gap], list[Spare]]:
    if set(map(type, records)) == {Measurement}:  # nearly always
        return cast("list[Measurement]", records), [], []
    return (
        [record for record in records if isinstance(record, Measurement)],
        [record for record in records if isinstance(record, Gap)],
        [record for record in records if isinstance(record, Spare)],
    )


def _plausible(part: Part) -> Part:
    try:
        return part._replace(reading=refuse_clock(part.reading))
    except InputError as error:
        raise error.at(file=part.source.file) from None


def _records(
    part: Part, together: Together, measures: Mapping[str, Measure], told: dict[str, None], marked: _Marked
) -> list[Record]:
    """Return what is kept of the rows of a file; those of second measurements are kept apart."""
    file = part.source.file
    records: list[Record] = []
    cells: dict[tuple[str | None, str | None], Cell] = {}
    for row in part.reading.rows:
        cell = cells.get(row[:2])
        if cell is None:
            measure = measures.get(row.measure)
            served = together.served(row) if measure is not None and measure.static else []
            if served:
                if row.value is not None:
                    told[f"{row.measure} in {file} names no scenario; it serves every scenario"] = None
                for each in served:
                    run = _only_run(row, each.runs, measure, file, told)
                    key = (each.scenario, each.alternative, run, row.transaction)
                    _kept(records, marked, row).append(record_of(key, row, measures, file))
                continue
            cell = cells[row[:2]] = together.cell(row.scenario, row.alternative, part)
        run = row.run or _only_run(row, cell.runs, measures.get(row.measure), file, told)
        key = (cell[0], cell[1], run, row.transaction)
        _kept(records, marked, row).append(record_of(key, row, measures, file))
        if row.disturbed and not row.twin:
            marked.disturbed[key[:3]] = None
    return records


def _kept(records: list[Record], marked: _Marked, row: Row) -> list[Record]:
    return marked.twins if row.twin else records


def _only_run(
    row: Row,
    known: Iterable[str],
    measure: Measure | None,
    file: str,
    warnings: dict[str, None],
) -> str:
    """Return the run of a row that names none: the only one there is, or "" for all of them."""
    known = tuple(known)
    if len(known) <= 1:
        return known[0] if known else ""
    if measure is not None and not measure.static and row.value is not None:
        raise InputError(
            f"{row.measure} of {quoted(row.alternative or '')} names no run, and there are {len(known)}: "
            f"{listed(known)}",
            file=file,
            line=row.line,
            column=row.column,
            advice="add a column 'run'",
        )
    if row.value is not None:
        warnings[f"{row.measure} in {file} names no run; it serves every run"] = None
    return ""
