"""The one door in: files, tables and frames become measurements."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Literal

from ahp.errors import InputError, quoted
from ahp.evidence.measurements import Measurements
from ahp.evidence.records import Source as Origin
from ahp.ingest.file_reading import FileReading, read_part, reading_of
from ahp.ingest.files.open import Readable, open_source
from ahp.ingest.join import join
from ahp.ingest.options import ReadOptions, When
from ahp.ingest.sniff import detect_format

if TYPE_CHECKING:
    from ahp.evidence.study import Study

_SHOWN = 5


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
    alternatives_as: Literal["rows", "columns"] = "rows",
    ratio_form: str | None = None,
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
        Columns that are left out.
    alternatives_as : {"rows", "columns"}
        How the alternatives stand in a table; as columns, its first column holds the names of measures.
    ratio_form : {"r1", "r2", "r3", "r4"}, optional
        How compression ratios are printed: original/stored, stored/original, that in per cent, or
        1 - stored/original. Found from evidence unless given.

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
    )
    found = asked.entries(sources)
    parts = [read_part(entry, asked) for entry in found.entries]
    warnings = [_not_read(found.passed_over)] if found.passed_over else []
    warnings += [warning for part in parts for warning in part.warnings]
    return measurements_of(parts, asked, warnings)


def _not_read(paths: Sequence[str]) -> str:
    """Return the warning of files in a folder that may have been meant: a run may be missing."""
    shown = ", ".join(quoted(path, 200) for path in paths[:_SHOWN])
    more = f" and {len(paths) - _SHOWN} more" if len(paths) > _SHOWN else ""
    return f"not read, as their paths do not fit the pattern: {shown}{more}"


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
        from ahp.ingest.idle import without_idle

        try:
            source = open_source(asked.idle)
        except InputError as error:  # of what is no file, and so has no name
            raise error.at(file="idle") from None
        chosen = detect_format(source)
        reading = reading_of(
            chosen.reader, source, ReadOptions(decimal=asked.decimal, study=asked.study).options()
        )
        origin = Origin(source.name, source.sha256, reading.count, chosen.name)
        found = without_idle(found, reading.rows, origin)
    if asked.processors is not None:
        from ahp.ingest.per_transaction import with_cpu_per_transaction

        found = with_cpu_per_transaction(found, asked.processors)
    return found
