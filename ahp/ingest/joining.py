"""Several files become one set of measurements: joined on scenario × alternative × run, each cell once."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from ahp.errors import InputError, listed, quoted
from ahp.evidence.measurements import Measurements
from ahp.evidence.measures import MEASURES, Measure
from ahp.evidence.records import Gap, Measurement, Spare
from ahp.ingest.machines import refuse_several
from ahp.ingest.parts import Part, Record, record_of
from ahp.ingest.plausibility import refuse_clock
from ahp.ingest.readers.base import Row
from ahp.ingest.storage import ratios_of_savings
from ahp.ingest.together import Together


def join(
    parts: Sequence[Part],
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
    refuse_several({part.source.file: part.reading.machines for part in parts if part.reading.machines})
    parts = [_plausible(part) for part in parts]
    ours = {measure.name: measure for measure in own}
    measures = {**MEASURES, **ours}
    together = Together(parts)
    kept = _Kept(warnings)
    for part in parts:
        kept.add(part, together, measures)
    left_out = [f"{part.source.file}, {what}" for part in parts for what in part.reading.left_out]
    ignored = list(dict.fromkeys(name for part in parts for name in part.reading.ignored))
    rows, gaps, spare = _by_kind(kept.records)
    if not rows and not spare:
        raise _nothing(left_out, ignored, parts[0].source.file)
    ratios, remarks = ratios_of_savings(rows)
    return Measurements.of(
        [*rows, *ratios],
        baseline=baseline,
        gaps=gaps,
        spare=spare,
        sources=[part.source for part in parts],
        warnings=dict.fromkeys([*kept.warnings, *(f"left out: {what}" for what in left_out), *remarks]),
        ignored=ignored,
        own=ours.values(),
        caveats=[(part.source.file, caveat) for part in parts for caveat in part.reading.caveats],
        twins=_twins(kept.twins, ours.values()),
        disturbed=kept.disturbed,
    )


def _plausible(part: Part) -> Part:
    try:
        return part._replace(reading=refuse_clock(part.reading))
    except InputError as error:
        raise error.at(file=part.source.file) from None


def _by_kind(records: Sequence[Record]) -> tuple[list[Measurement], list[Gap], list[Spare]]:
    return (
        [record for record in records if isinstance(record, Measurement)],
        [record for record in records if isinstance(record, Gap)],
        [record for record in records if isinstance(record, Spare)],
    )


def _twins(records: Sequence[Record], own: Iterable[Measure]) -> Measurements | None:
    """Return what was measured a second time; None where nothing was."""
    rows, gaps, spare = _by_kind(records)
    return Measurements.of(rows, gaps=gaps, spare=spare, own=own) if rows or spare else None


def _nothing(left_out: Sequence[str], ignored: Sequence[str], file: str) -> InputError:
    if left_out:
        return InputError(f"nothing is left; left out: {left_out[0]}", advice="repeat them")
    return InputError(
        f"no column holds a known measure; found {listed(ignored) or 'only empty cells'}",
        file=file,
        advice="name one with --map MEASURE=COLUMN, such as --map throughput_tps=COLUMN",
    )


class _Kept:
    """What is kept of the rows of all files: second measurements apart, and which runs were disturbed."""

    def __init__(self, warnings: Iterable[str]) -> None:
        self.records: list[Record] = []
        self.twins: list[Record] = []
        self.disturbed: dict[tuple[str, str, str], None] = {}
        self.warnings = dict.fromkeys(warnings)

    def add(self, part: Part, together: Together, measures: Mapping[str, Measure]) -> None:
        """Add the rows of a file."""
        file = part.source.file
        for row in part.reading.rows:
            measure = measures.get(row.measure)
            served = together.served(row) if measure is not None and measure.static else []
            if served and row.value is not None:
                self.warnings[f"{row.measure} in {file} names no scenario; it serves every scenario"] = None
            for cell in served or [together.cell(row.scenario, row.alternative, part)]:
                run = row.run or self._only_run(row, cell.runs, measure, file)
                key = (cell.scenario, cell.alternative, run, row.transaction)
                record = record_of(key, row, measure, file)
                (self.twins if row.twin else self.records).append(record)
                if row.disturbed and not row.twin and not served:
                    self.disturbed[cell.scenario, cell.alternative, run] = None

    def _only_run(self, row: Row, known: Iterable[str], measure: Measure | None, file: str) -> str:
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
            self.warnings[f"{row.measure} in {file} names no run; it serves every run"] = None
        return ""
