"""The one door in: files, tables and frames become measurements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ahp.errors import InputError, MeasureError, listed, quoted
from ahp.evidence.inputs import InputFile
from ahp.evidence.measurements import Measurements
from ahp.evidence.measures import MEASURES
from ahp.evidence.records import Source
from ahp.ingest.headings import ROLES, understand
from ahp.ingest.joining import Part, join
from ahp.ingest.naming import find_entries
from ahp.ingest.readers.base import Options
from ahp.ingest.sniffing import choose_reader
from ahp.ingest.sources import Readable, open_source

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
    decimal : {".", ","}, optional
        The decimal mark, where the cells cannot tell.
    study : Study, optional
        Its own measures win over every heading alias. :func:`ahp.rank` finds columns with exactly their
        names without it. The files that it names are read before the sources.
    path : str, optional
        Where the names stand in the paths of these sources, if they do not say what they are about:
        `"{alternative}/{scenario}-run{run}.log"`. A folder then stands for the files in it that fit.
        `"lz4=FILE"` as a source names one alternative.

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
    options = options_of(columns=columns, decimal=decimal, study=study)
    parts: list[Part] = []
    warnings: dict[str, None] = {}
    for entry in find_entries(sources, pattern=path, reader=reader, files=files_of(study, sources)).entries:
        source = open_source(entry.given)
        chosen = choose_reader(source, entry.reader)
        warnings |= dict.fromkeys(chosen.warnings)
        try:
            reading = entry.names.fill(chosen.reader.read(source, options))
        except InputError as error:
            raise error.at(file=source.name) from None
        parts.append(Part(Source(source.name, source.sha256, reading.count, chosen.name), reading))
    refuse_unused(options.columns, parts)
    own = study.measures if study is not None else ()
    return join(parts, own=own, baseline=baseline, warnings=warnings)


def options_of(*, columns: Mapping[str, str] | None, decimal: str | None, study: Study | None) -> Options:
    """Return what the caller says about all files.

    Raises
    ------
    InputError
        If it cannot be meant.
    """
    if decimal not in (None, ".", ","):
        raise InputError(f"decimal = {quoted(decimal)}; the decimal mark is '.' or ','")
    own = study.measures if study is not None else ()
    options = Options(dict(columns or {}), decimal, tuple(measure.name for measure in own))
    _refuse_unknown(options)
    return options


def files_of(study: Study | None, sources: Sequence[object]) -> tuple[InputFile, ...]:
    """Return the files that a study names.

    Raises
    ------
    InputError
        If neither it nor the caller names any.
    """
    files = study.files if study is not None else ()
    if not sources and not files:
        raise InputError("no source was given", advice="give a file, a DataFrame or a mapping")
    return files


def _refuse_unknown(options: Options) -> None:
    """Refuse a column named for what is neither a role nor a measure: it would be passed over."""
    for name in options.columns:
        if name.strip().casefold() not in ROLES and understand(name, options.own).measure is None:
            raise MeasureError(
                f"{quoted(name)} is not a known measure",
                advice=f"name a column for one of {listed([*ROLES, *options.own, *MEASURES], 40)}",
            )


def refuse_unused(columns: Mapping[str, str], parts: list[Part]) -> None:
    """Refuse a column name that no file has: a typing error would otherwise go unseen."""
    for name, column in columns.items():
        if not any(column.strip().casefold() in part.reading.headings for part in parts):
            raise InputError(
                f"no file has the column {quoted(column)} that was named for {quoted(name)}",
                advice="check the heading's spelling",
            )
