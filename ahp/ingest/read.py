"""The one door in: files, tables and frames become measurements."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Literal

from ahp.errors import FailedRunError, InputError, MeasureError, listed, quoted
from ahp.evidence.measurements import Measurements
from ahp.evidence.measures import MEASURES
from ahp.evidence.records import Source as Origin
from ahp.ingest.failures import Failures
from ahp.ingest.headings import ROLES, understand
from ahp.ingest.idle import without_idle
from ahp.ingest.joining import Part, join
from ahp.ingest.naming import Names, expand
from ahp.ingest.per_transaction import with_cpu_per_transaction
from ahp.ingest.readers.base import Options, Reading
from ahp.ingest.sniffing import choose_reader
from ahp.ingest.sources import Readable, Source, open_source
from ahp.ingest.window import Time, Windows

if TYPE_CHECKING:
    from ahp.evidence.study import Study


def read(
    *sources: Readable,
    reader: str | None = None,
    baseline: str | None = None,
    columns: Mapping[str, str] | None = None,
    decimal: str | None = None,
    study: Study | None = None,
    path: str | None = None,
    window: tuple[Time | None, Time | None] | Mapping[str, tuple[Time | None, Time | None]] | None = None,
    idle: Readable | None = None,
    processors: int | None = None,
    failed: Literal["refuse", "drop"] = "refuse",
) -> Measurements:
    """Return what was measured, from one or several sources joined.

    Parameters
    ----------
    *sources : path, "-", open file, DataFrame or mapping
        Tables in the shape of the plain table (see the documentation); `"-"` is standard input.
    reader : str, optional
        Read every source with this reader instead of finding one by content.
    baseline : str, optional
        The alternative that the others are measured against.
    columns : mapping of str to str, optional
        For a measure or a role the heading of its column: `{"throughput_tps": "Durchsatz"}`.
    decimal : {".", ","}, optional
        The decimal mark, where the cells cannot tell.
    study : Study, optional
        Its own measures win over every heading alias. :func:`ahp.rank` finds columns with exactly their
        names without it.
    path : str, optional
        Where the names stand in the paths of files that do not say what they are about:
        `"{alternative}/{scenario}-run{run}.log"`. A folder then stands for the files in it that fit.
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
        What becomes of a run that its harness marked as failed: the file is refused, or the run is left out
        and the result warns of it.

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
    if not sources:
        raise InputError("no source was given", advice="give a file, a DataFrame or a mapping")
    if decimal not in (None, ".", ","):
        raise InputError(f"decimal = {quoted(decimal)}; the decimal mark is '.' or ','")
    if failed not in ("refuse", "drop"):
        raise InputError(f"failed = {quoted(failed)}; it is 'refuse' or 'drop'")
    own = study.measures if study is not None else ()
    options = Options(dict(columns or {}), decimal, tuple(measure.name for measure in own), failed=failed)
    _refuse_unknown(options)
    windows = Windows.of(window)
    parts, windowed = [], []
    for given, names in (entry for argument in sources for entry in expand(argument, path)):
        source = open_source(given)
        here = replace(options, window=windows.of_file(source.name, names.alternative))
        parts.append(_part(source, names, reader, here))
        if parts[-1].reading.windowed:
            windowed.append(windows.name_for(source.name, names.alternative))
    _refuse_unused(options.columns, parts)
    windows.refuse_unused(windowed)
    found = join(parts, own=own, baseline=baseline)
    if idle is not None:
        at_rest = _part(open_source(idle), Names(), None, Options(decimal=decimal, own=options.own))
        found = without_idle(found, at_rest.reading.rows, at_rest.source)
    return found if processors is None else with_cpu_per_transaction(found, processors)


def _part(source: Source, names: Names, reader: str | None, options: Options) -> Part:
    """Return what one source holds, under the names that it is given."""
    name, chosen = choose_reader(source, reader)
    try:
        reading = names.fill(chosen.read(source, options))
    except FailedRunError as error:
        reading = _without(error.at(file=source.name), options)
    except InputError as error:
        raise error.at(file=source.name) from None
    return Part(Origin(source.name, source.sha256, reading.count, name), reading)


def _without(failure: FailedRunError, options: Options) -> Reading:
    """Return the reading of a file that is left out whole, where failed runs are."""
    failures = Failures(options)
    failures.met(failure)
    return Reading((), left_out=tuple(failures.left_out))


def _refuse_unknown(options: Options) -> None:
    """Refuse a column named for what is neither a role nor a measure: it would be passed over."""
    for name in options.columns:
        if name.strip().casefold() not in ROLES and understand(name, options.own).measure is None:
            raise MeasureError(
                f"{quoted(name)} is not a known measure",
                advice=f"name a column for one of {listed([*ROLES, *options.own, *MEASURES], 40)}",
            )


def _refuse_unused(columns: Mapping[str, str], parts: list[Part]) -> None:
    """Refuse a column name that no file has: a typing error would otherwise go unseen."""
    for name, column in columns.items():
        if not any(column.strip().casefold() in part.reading.headings for part in parts):
            raise InputError(
                f"no file has the column {quoted(column)} that was named for {quoted(name)}",
                advice="check the heading's spelling",
            )
