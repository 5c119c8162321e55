"""CSV as harnesses export it: the columns they are known to write, and no comments."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ahp.errors import InputError, listed
from ahp.ingest.files.open import Source
from ahp.ingest.readers.lines import Lines
from ahp.ingest.tables.delimited import Table, parse_table

_COMMENT = re.compile(r"^\s*#")


def export_table(source: Source, columns: Sequence[str], more: str = ".*") -> Table:
    """Return the table of an export.

    Parameters
    ----------
    source : Source
    columns : sequence of str
        Patterns of the columns that it begins with.
    more : str
        Pattern of all others.

    Raises
    ------
    InputError
        If the columns are others, or the table is damaged.
    """
    table = parse_table(source)
    patterns = [*columns, *[more] * (len(table.header) - len(columns))]
    for name, pattern in zip(table.header, patterns, strict=False):
        if not re.fullmatch(pattern, name):
            raise InputError("this is no column of the export", line=table.header_line, found=name)
    if len(table.header) < len(columns):
        raise InputError(f"found only the columns {listed(table.header)}", line=table.header_line)
    Lines.of(source.text).refuse(_COMMENT, "an export has no comments", "the file is damaged or was edited")
    return table


def records_of(table: Table) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the line of each row, and its cells by column."""
    for line, cells in table.rows:
        yield line or 1, dict(zip(table.header, map(str, cells), strict=True))
