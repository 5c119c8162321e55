"""The one door in: files, tables and frames become measurements."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal

from ahp.errors import InputError, MeasureError, listed, quoted
from ahp.evidence.measurements import Measurements
from ahp.evidence.measures import MEASURES
from ahp.evidence.records import Source
from ahp.ingest.aliases import ROLES
from ahp.ingest.bulk import many_rows
from ahp.ingest.decimals import MARKS, PER_CELL
from ahp.ingest.fields import LAYOUTS
from ahp.ingest.headings import understand
from ahp.ingest.joining import Part, join
from ahp.ingest.naming import expand
from ahp.ingest.ratios import FORMS
from ahp.ingest.readers.base import Options
from ahp.ingest.sniffing import choose_reader
from ahp.ingest.sources import Readable, open_source

if TYPE_CHECKING:
    from ahp.evidence.study import Study


@many_rows()
def read(
    *sources: Readable,
    reader: str | None = None,
    baseline: str | None = None,
    columns: Mapping[str, str] | None = None,
    decimal: str | None = None,
    study: Study | None = None,
    path: str | None = None,
    heading: Sequence[str] = (),
    ignore: Sequence[str] = (),
    alternatives_as: Literal["rows", "columns"] = "rows",
    ratio_form: str | None = None,
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
    decimal : {".", ",", "per-cell"}, optional
        The decimal mark, where the cells cannot tell; `"per-cell"` lets each cell tell its own.
    study : Study, optional
        Its own measures win over every heading alias. :func:`ahp.rank` finds columns with exactly their
        names without it.
    path : str, optional
        Where the names stand in the paths of files that do not say what they are about:
        `"{alternative}/{scenario}-run{run}.log"`. A folder then stands for the files in it that fit.
        `"lz4=FILE"` as a source names one alternative.
    heading : sequence of str, optional
        The columns of a table that has no heading, in their order: `("alternative", "stored_bytes")`; `"-"`
        leaves one out.
    ignore : sequence of str, optional
        Columns that are left out.
    alternatives_as : {"rows", "columns"}, optional
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
    if not sources:
        raise InputError("no source was given", advice="give a file, a DataFrame or a mapping")
    own = study.measures if study is not None else ()
    options = Options(
        dict(columns or {}),
        decimal,
        tuple(measure.name for measure in own),
        heading=tuple(name.strip() for name in heading),
        ignore=tuple(ignore),
        alternatives_as=alternatives_as,
        ratio_form=ratio_form,
    )
    _refuse_unknown(options)
    parts = []
    for given, names in (entry for argument in sources for entry in expand(argument, path)):
        source = open_source(given)
        name, chosen = choose_reader(source, reader)
        try:
            reading = names.fill(chosen.read(source, options))
        except InputError as error:
            raise error.at(file=source.name) from None
        parts.append(Part(Source(source.name, source.sha256, reading.count, name), reading))
    _refuse_unused(options, parts)
    return join(parts, own=own, baseline=baseline)


def _refuse_unknown(options: Options) -> None:
    """Refuse words that no reader knows: a column named for what is no role or measure is passed over."""
    for name, given, known in (
        ("decimal", options.decimal, (*MARKS, PER_CELL)),
        ("alternatives_as", options.alternatives_as, tuple(LAYOUTS)),
        ("ratio_form", options.ratio_form, tuple(FORMS)),
    ):
        if given is not None and given not in known:
            raise InputError(f"{name} = {quoted(given)}; it is one of {listed(known)}")
    for name in options.columns:
        if name.strip().casefold() not in ROLES and understand(name, options.own).measure is None:
            raise MeasureError(
                f"{quoted(name)} is not a known measure",
                advice=f"name a column for one of {listed([*ROLES, *options.own, *MEASURES], 40)}",
            )


def _refuse_unused(options: Options, parts: list[Part]) -> None:
    """Refuse a column name that no file has: a typing error would otherwise go unseen."""
    named = [(column, f"named for {quoted(name)}") for name, column in options.columns.items()]
    for column, why in (*named, *((column, "to be left out") for column in options.ignore)):
        if not any(column.strip().casefold() in part.reading.headings for part in parts):
            raise InputError(
                f"no file has the column {quoted(column)} that was {why}",
                advice="check the heading's spelling",
            )
