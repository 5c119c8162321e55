"""Which reader a file belongs to, found by its content."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ahp.errors import ReaderError, listed
from ahp.ingest.files.open import Source
from ahp.ingest.readers import READERS
from ahp.ingest.readers.base import Reader
from ahp.registry import Registry

_PLAIN = re.compile(
    r"(?:[ \t]*#[^\n]*\n|[ \t\r]*\n)*[^\n]*?(?:^|[,;\t|])[ \"]*alternative[ \"]*(?:[,;\t|]|$)"
    r"(?![^\n]*\n(?=[^\n]*-)[ \t|+:-]+\r?$)",  # a heading over a ruler is that of a Markdown or psql table
    re.I | re.M,
)

_JSON = re.compile(r"\ufeff?\s*[{\[]")


class Detection(NamedTuple):
    """The reader for a source.

    `why` says in a few words how it was found; `warnings` what is wrong with readers of others that were
    passed over.
    """

    name: str
    reader: Reader
    why: str
    warnings: tuple[str, ...] = ()


def detect_format(source: Source, asked: str | None = None) -> Detection:
    """Return the reader for a source.

    A table whose heading names a column `alternative` is the plain table, whatever else it holds; it is
    known at sight, without loading the other readers.
    Then come the readers of this library, then those of other distributions, and what nobody recognises is
    read as a plain table.

    Raises
    ------
    ReaderError
        If the reader asked for is unknown, or the content fits several.
    InputError
        If no reader knows the content and it cannot be a table.
    """
    if asked is None and source.table is not None:
        return Detection("table", READERS["table"], "it is a table already")
    if asked is None and source.part is None and _PLAIN.match(source.head):
        return Detection("table", READERS["table"], "its heading names a column 'alternative'")
    if asked is not None:
        return Detection(asked, reader_named(asked), "asked for")
    if source.part is not None:
        return Detection("markdown", READERS["markdown"], "one of its tables is asked for")
    head = source.head
    found = _only(source, [n for n, reader in READERS.items() if n != "table" and reader.matches(head)])
    if found not in (None, "markdown"):
        return Detection(found, READERS[found], "recognised by its content")
    from ahp.ingest.tables.drawn import form_of

    if found == "markdown":
        return _detection_of_drawn(form_of(head))
    from ahp.ingest.plugins import usable

    theirs, problems = usable(READERS)
    fitting = []
    for name, reader in theirs.items():
        try:
            fitting += [name] if reader.matches(head) else []
        except ReaderError as error:
            problems.append(f"{error}; it is not used")
    found = _only(source, fitting)
    if found is not None:
        why = f"recognised by its content; the reader comes from {theirs[found].plugin.distribution}"
        return Detection(found, theirs[found], why, tuple(problems))
    if form := form_of(head):
        return _detection_of_drawn(form, *problems)
    from ahp.ingest.readers.records import holds_records
    from ahp.ingest.tables.markup_signs import is_markup
    from ahp.ingest.tables.not_a_table import refuse_no_table

    if _JSON.match(source.text) and holds_records(source.text):
        return Detection("records", READERS["records"], "its JSON holds a table", tuple(problems))

    if is_markup(source.text):
        return Detection("table", READERS["table"], "a table stands in its markup", tuple(problems))
    refuse_no_table(source)
    return Detection("table", READERS["table"], "no other reader recognises it", tuple(problems))


def _detection_of_drawn(form: str, *problems: str) -> Detection:
    why = f"which reads tables drawn in text; this one is {form or 'not whole'}"
    return Detection("markdown", READERS["markdown"], why, problems)


def _only(source: Source, fitting: Sequence[str]) -> str | None:
    """Return the reader that the content fits, None if it fits none."""
    if len(fitting) > 1:
        raise ReaderError(
            f"the content fits the readers {listed(fitting)}",
            file=source.name,
            advice="say which with --reader",
            options=["--reader", fitting[0]],
        )
    return fitting[0] if fitting else None


def reader_named(name: str) -> Reader:
    """Return the reader of a name, one of this library's or of another distribution.

    Raises
    ------
    ReaderError
        If there is none.

    Examples
    --------
    >>> reader_named("table").matches("alternative,tps")
    True
    """
    if name in READERS:
        return READERS[name]
    from ahp.ingest.plugins import named, usable

    found = named(name, READERS)
    if found is not None:
        return found
    everything: dict[str, Reader] = {**READERS, **usable(READERS)[0]}
    return Registry("reader", everything, error=ReaderError)[name]
