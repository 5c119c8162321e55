"""Which reader a file belongs to, found by its content."""

from __future__ import annotations

from ahp.errors import ReaderError, listed
from ahp.ingest.readers import READERS
from ahp.ingest.sources import Source


def choose_reader(source: Source, asked: str | None = None) -> str:
    """Return the name of the reader for a source.

    Raises
    ------
    ReaderError
        If the reader asked for is unknown, or the content fits none or several.
    """
    if asked is not None:
        READERS[asked]
        return asked
    if source.table is not None:
        return "table"
    matching = [name for name, reader in READERS.items() if name != "table" and reader.matches(source.head)]
    if len(matching) > 1:
        raise ReaderError(
            f"the content fits the readers {listed(matching)}",
            file=source.name,
            advice="say which with --reader",
        )
    return matching[0] if matching else "table"
