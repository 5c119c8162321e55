"""The one door in: files, tables and frames become measurements."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Literal, NamedTuple

from ahp.errors import FailedRunError, InputError, quoted
from ahp.evidence.cpu import CONSUMED, with_cpu_per_transaction, without_idle
from ahp.evidence.measurements import Measurements
from ahp.evidence.measures import MEASURES
from ahp.evidence.records import Measurement, Place
from ahp.evidence.records import Source as Origin
from ahp.ingest.checks import Failures
from ahp.ingest.files.inputs import Input, apply_labels
from ahp.ingest.files.open import Readable, Source, open_source
from ahp.ingest.join import FileReading, join
from ahp.ingest.options import ReadOptions, When
from ahp.ingest.readers.base import Options, Reader, Reading
from ahp.ingest.sniff import Detection, detect_format
from ahp.ingest.tables.surroundings import refuse_cut_end

if TYPE_CHECKING:
    from ahp.evidence.study import Study

_SHOWN = 5
_OF_PEOPLE = frozenset({"TableReader", "MarkdownReader"})
"""Readers of what people write, who may leave the last line without an end."""


@contextmanager
def _garbage_left() -> Iterator[None]:
    """Keep the collector of cycles away from the many rows of a large table, none of which is in a cycle.

    It would take twice as long as all the rest. Whoever turned it off turns it on again, in any thread.
    """
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


@_garbage_left()
def read(
    *sources: Readable,
    reader: str | None = None,
    baseline: str | None = None,
    columns: Mapping[str, str] | None = None,
    decimal: str | None = None,
    study: Study | None = None,
    path: str | None = None,
    window: When = None,
    idle: Readable | None = None,
    processors: int | None = None,
    failed: Literal["refuse", "drop"] = "refuse",
    heading: Sequence[str] = (),
    ignore: Sequence[str] = (),
    alternatives_as: Literal["rows", "columns"] | None = None,
    ratio_form: str | None = None,
    repeats: Literal["refuse", "runs"] = "refuse",
    cells: str | None = None,
) -> Measurements:
    """Return what was measured, from one or several sources joined.

    Parameters
    ----------
    *sources : path, "-", open file, DataFrame or mapping
        Outputs of benchmark tools and plain tables (see the documentation); `"-"` is standard input. A
        folder stands for the files in it, a path with `*`, `?` or `[` for those that match. May be left out
        where the study names files.
    reader : str, optional
        Read every one of these sources with this reader instead of finding one by content.
    baseline : str, optional
        The alternative that the others are measured against.
    columns : mapping of str to str, optional
        For a measure or a role the heading of its column: `{"throughput_tps": "Durchsatz"}`.
    decimal : {".", ",", "per-cell"}, optional
        The decimal mark, where the cells cannot tell; `"per-cell"` lets each cell tell its own.
    study : Study, optional
        Its own measures win over every heading alias. :func:`ahp.rank` finds columns with exactly their
        names without it. The files that it names are read before the sources.
    path : str, optional
        Where the names stand in the paths of these sources, if they do not say what they are about:
        `"{alternative}/{scenario}-run{run}.log"`. A folder then stands for the files in it that fit; a
        file given by its own path that does not, such as a table of sizes, or a folder of which none does,
        says itself what it is about.
        `"lz4=FILE"` as a source names one alternative.
    window : tuple of (start, end), or mapping of str to such a tuple, optional
        When the benchmark ran: of a monitor that ran longer only the intervals that lie in it count, both
        ends included. A time is `"21:34:00"`, `"2026-11-20 21:34:00"`, seconds since 1970, a datetime, or
        `"+30"` for seconds after the monitor's start. A mapping gives alternatives or files their own.
    idle : path, open file, DataFrame or mapping, optional
        What a monitor recorded on the idle machine; it is subtracted from the CPU of every run.
    processors : int, optional
        How many processors the machine has: `cpu_per_transaction` is then computed for every run.
    failed : {"refuse", "drop"}
        What becomes of a run that its harness marked as failed, and of a row of a table that failed as its
        own columns say: the file is refused, or the run is left out and the result warns of it.
    heading : sequence of str, optional
        The columns of a table that has no heading, in their order: `("alternative", "stored_bytes")`; `"-"`
        leaves one out.
    ignore : sequence of str, optional
        Columns that are left out, and alternatives, scenarios or runs whose rows are.
    alternatives_as : {"rows", "columns"}, optional
        How the alternatives stand in a table: as rows, unless said otherwise. As columns, its first column
        holds the names of measures, or, with `cells`, those of the scenarios.
    ratio_form : {"r1", "r2", "r3", "r4"}, optional
        How compression ratios are printed: original/stored, stored/original, that in per cent, or
        1 - stored/original. Found from evidence unless given.
    repeats : {"refuse", "runs"}
        What rows of a table are that no column tells apart: a mistake, or runs in their order.
    cells : str, optional
        The one measure of a table whose rows and columns are scenarios and alternatives; `"caption"` is that
        which stands above each of several. The alternatives are its columns, unless the first heading or
        `alternatives_as` says that they are its rows.

    Returns
    -------
    Measurements

    Raises
    ------
    InputError
        If a source cannot be read or understood; the message names the file, the line and the column.

    Examples
    --------
    >>> m = read({"alternative": ["none", "lz4"], "tps": ["269.48", "342.98"]}, baseline="none")
    >>> m.scenarios, m.alternatives("default")
    (('default',), ('none', 'lz4'))
    """
    asked = ReadOptions(
        reader,
        baseline,
        columns,
        decimal,
        study,
        path,
        window,
        idle,
        processors,
        failed,
        heading,
        ignore,
        alternatives_as,
        ratio_form,
        repeats,
        cells,
    )
    found = asked.entries(sources)
    parts = []
    for entry in found.entries:
        part = outcome_of(entry, asked).part
        if isinstance(part, InputError):
            raise part
        parts.append(part)
    warnings = [_not_read(found.unmatched)] if found.unmatched else []
    warnings += [warning for part in parts for warning in part.warnings]
    return measurements_of(parts, asked, warnings)


def _not_read(paths: Sequence[str]) -> str:
    """Return the warning of files in a folder that may have been meant: a run may be missing."""
    shown = ", ".join(quoted(path, 200) for path in paths[:_SHOWN])
    more = f" and {len(paths) - _SHOWN} more" if len(paths) > _SHOWN else ""
    return f"not read, as their paths do not fit the pattern: {shown}{more}"


class Outcome(NamedTuple):
    """What came of a file, and how far on its way it came; None for what was not reached.

    Attributes
    ----------
    part : FileReading or InputError
        What it gives, about what its argument or its path says where it does not say so itself; or why it
        cannot be read or understood.
    source : Source or None
        The file, opened.
    chosen : Detection or None
        Its reader.
    reading : Reading or None
        What the reader found, before anything is named from outside.
    """

    part: FileReading | InputError
    source: Source | None = None
    chosen: Detection | None = None
    reading: Reading | None = None


def outcome_of(entry: Input, asked: ReadOptions) -> Outcome:
    """Return what comes of a file: opened, read by its reader, and named."""
    source, chosen, reading = None, None, None
    try:
        source = open_source(entry.given)
        source, chosen, title = _detected(source, entry.reader)
        reading = _reading_of(chosen.reader, source, asked.options(source, entry))
        if title and entry.labels.alternative is None:
            reading = replace(reading, title=title)
        named = apply_labels(reading, entry)
        origin = Origin(source.name, source.sha256, reading.count, chosen.name)
    except InputError as error:
        if source is not None and chosen is not None:  # an unknown reader is no fault of the file
            error = error.at(file=source.name)
        return Outcome(error, source, chosen, reading)
    part = FileReading(origin, named, entry.labels.alternative, chosen.warnings)
    return Outcome(part, source, chosen, reading)


def _detected(source: Source, asked: str | None) -> tuple[Source, Detection, str]:
    """Return a source, its reader and ""; of reports in a text the one asked for, and what stands above it.

    Raises
    ------
    InputError
        As :func:`detect_format`, or if several reports could be meant, or none is called as asked for.
    """
    if source.part is not None:
        whole = None
        with suppress(InputError):  # of a page whose tables alone can be read
            whole = detect_format(replace(source, part=None), asked)
        if whole is not None and type(whole.reader).__name__ not in _OF_PEOPLE:
            from ahp.ingest.reports import report_asked_for

            report, title = report_asked_for(source, whole.reader)
            return report, whole, title
    chosen = detect_format(source, asked)
    if source.large is None and type(chosen.reader).__name__ not in _OF_PEOPLE:
        from ahp.ingest.reports import refuse_several_reports

        refuse_several_reports(source, chosen.reader)
    return source, chosen, ""


@contextmanager
def naming(source: Source) -> Iterator[None]:
    """Add the name of the file to what is refused inside; refuse a number that no computer counts with."""
    try:
        yield
    except InputError as error:
        raise error.at(file=source.name) from None
    except (ValueError, OverflowError) as error:
        if isinstance(error, ValueError) and "integer string conversion" not in str(error):
            raise
        raise InputError(
            "a number in it is too large to be one",
            file=source.name,
            advice="the file is damaged; give another",
        ) from None


def _reading_of(reader: Reader, source: Source, options: Options) -> Reading:
    """Return what a reader makes of a source; nothing where the run failed and such are left out.

    Raises
    ------
    InputError
        If it is refused; the message names the file.
    """
    with naming(source):
        if source.large is None and type(reader).__name__ not in _OF_PEOPLE:
            refuse_cut_end(source.text)
        try:
            reading = reader.read(source, options)
            if options.alternatives_as != "columns" or type(reader).__name__ in _OF_PEOPLE:
                return reading
            from ahp.ingest.readers.suites import transpose

            return transpose(reading)
        except FailedRunError as error:
            failures = Failures(options)
            failures.met(error)
            return Reading((), left_out=tuple(failures.left_out))


def measurements_of(
    parts: Sequence[FileReading], asked: ReadOptions, warnings: Iterable[str] = ()
) -> Measurements:
    """Return the measurements of what was read, as they are asked for.

    Raises
    ------
    InputError
        If something that was asked for was in none of the files, or they do not fit together.
    """
    asked.refuse_unused(parts)
    windowed = [part for part in parts if part.reading.windowed]
    asked.windows.refuse_unused([asked.windows.name_for(p.source.file, p.alternative) for p in windowed])
    found = join(parts, own=asked.own, baseline=asked.baseline, warnings=warnings)
    if asked.idle is not None:
        found = without_idle(found, *_at_rest(asked, asked.idle))
    if asked.processors is not None:
        found = with_cpu_per_transaction(found, asked.processors)
    return found


def _at_rest(asked: ReadOptions, idle: Readable) -> tuple[list[Measurement], Origin]:
    """Return what a monitor recorded on the idle machine, and the file.

    Raises
    ------
    InputError
        If it cannot be read or understood.
    """
    try:
        source = open_source(idle)
    except InputError as error:  # of what is no file, and so has no name
        raise error.at(file="idle") from None
    chosen = detect_format(source)
    options = ReadOptions(decimal=asked.decimal, study=asked.study).options()
    reading = _reading_of(chosen.reader, source, options)
    rows = [
        Measurement.standard(
            ("", "", "", ""),
            MEASURES[row.measure],
            row.value,
            row.unit,
            row.resolution,
            place=Place(source.name, row.line, row.column),
        )
        for row in reading.rows
        if row.measure in CONSUMED and row.value is not None
    ]
    return rows, Origin(source.name, source.sha256, reading.count, chosen.name)
