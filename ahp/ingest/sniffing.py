"""Which reader a file belongs to, found by its content."""

from __future__ import annotations

import re

from ahp.errors import ReaderError, listed
from ahp.ingest.readers.base import Reader
from ahp.ingest.readers.table import TableReader
from ahp.ingest.sources import Source

_PLAIN = re.compile(
    r"(?:[ \t]*#[^\n]*\n|[ \t\r]*\n)*[^\n]*?(?:^|[,;\t|])[ \"]*alternative[ \"]*(?:[,;\t|]|$)"
    r"(?![^\n]*\n(?=[^\n]*-)[ \t|+:-]+\r?$)",  # a heading over a ruler is that of a Markdown or psql table
    re.I | re.M,
)


def choose_reader(source: Source, asked: str | None = None) -> tuple[str, Reader]:
    """Return the reader for a source and its name.

    A table whose heading names a column `alternative` is the plain table, whatever else it holds; it is
    known at sight, without loading the other readers.

    Raises
    ------
    ReaderError
        If the reader asked for is unknown, or the content fits several.
    """
    if asked is None and (source.table is not None or _PLAIN.match(source.head)):
        return "table", TableReader()
    from ahp.ingest.catalogue import READERS

    if asked is not None:
        return asked, READERS[asked]
    matching = [name for name, reader in READERS.items() if name != "table" and reader.matches(source.head)]
    if len(matching) > 1:
        raise ReaderError(
            f"the content fits the readers {listed(matching)}",
            file=source.name,
            advice="say which with --reader",
        )
    name = matching[0] if matching else "table"
    return name, READERS[name]
