"""The plain table, wide or long, as people write it and as spreadsheets and scripts save it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from ahp.errors import InputError, listed, quoted
from ahp.ingest.checks import MACHINE, machines_of
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading
from ahp.ingest.tables.delimited import Table, parse_table
from ahp.ingest.tables.failed_rows import without_failed_rows
from ahp.ingest.tables.fields import LAYOUTS
from ahp.ingest.tables.roles import headings_of, refuse_transposed, roles_of, without_ignored
from ahp.ingest.tables.summary_rows import refuse_summary_rows
from ahp.ingest.tables.surroundings import refuse_cut_number, rows_in_comments


class TableReader:
    """The plain table: delimited text, a sheet, a Parquet file, a DataFrame or a mapping, wide or long.

    Gives: every measure that a heading names, and columns of your own that a study names.
    Elsewhere: nothing, or what the table lacks; a column names the alternatives.
    Caveats: other columns are ignored, and the report names them; what a number or a heading means is found
    from the whole table, and refused where it could be read two ways.
    """

    def matches(self, head: str) -> bool:
        """Say yes to any text: what is wrong with a table is told when it is read."""
        return True

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of a plain table.

        Raises
        ------
        InputError
            If the table is damaged, a column's meaning is unclear, or a cell is not what it should be.
        """
        try:
            table = parse_table(source, options.heading)
        except InputError as error:
            from ahp.ingest.tables.not_a_table import instead

            raise instead(error, source.text).at(file=source.name) from None
        try:
            refuse_cut_number(source.text, table)
            reading = _read(table, options)
            return replace(reading, caveats=(*reading.caveats, *rows_in_comments(source.text, table)))
        except InputError as error:
            raise error.at(file=source.name) from None


def _stated(table: Table, known: frozenset[str], options: Options) -> Iterator[str]:
    """Yield what the caller said of the table's shape, where it has been followed."""
    if table.header_line is None and table.delimiter:
        yield f"it has no heading; its columns are {listed(table.header)}, as --columns says"
    if options.alternatives_as == "columns":
        yield "the alternatives stand as columns, as --transpose says"
    for name in options.ignore:
        if name.strip().casefold() in known:
            yield f"column {quoted(name)} is left out, as --ignore says"


def _read(table: Table, options: Options) -> Reading:
    fields = LAYOUTS[options.alternatives_as](table)
    known = frozenset(field.heading.casefold() for field in fields)
    fields = without_ignored(fields, options)
    if not fields:
        raise InputError("every column is left out", line=table.header_line, advice="keep some")
    headings = headings_of(fields, options)
    roles = roles_of(fields, headings)
    fields, left_out, errors = without_failed_rows(fields, headings, roles, options)
    if {"measure", "value"} <= set(roles):
        from ahp.ingest.tables.plain import read_long as form
    else:
        from ahp.ingest.tables.plain import read_wide as form

        refuse_transposed(fields, headings, options.alternatives_as)
    reading = form(fields, headings, roles, table.delimiter, options)
    named = {role: headings[position].text for role, position in roles.items()}
    refuse_summary_rows(reading, named)
    return replace(
        reading,
        notes=(*_stated(table, known, options), *reading.notes),
        caveats=(*reading.caveats, *errors),
        left_out=(*reading.left_out, *left_out),
        headings=reading.headings | known,
        roles=tuple(named.items()),
        machines=machines_of(fields, roles.values()),
        ignored=tuple(name for name in reading.ignored if name.strip().casefold() != MACHINE),
        header=table.header,
        header_line=table.header_line,
    )
