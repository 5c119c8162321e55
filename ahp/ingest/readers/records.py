"""Records: a JSON list of objects, or one JSON object on each line, as the rows of a plain table."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ahp.errors import InputError, one_line
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading
from ahp.ingest.readers.json import JsonNumber, decoder_of
from ahp.ingest.readers.table import TableReader
from ahp.ingest.tables.cells import PrintedNumber
from ahp.ingest.tables.headings import parse_heading

_SPACE = re.compile(r"[ \t\r\n]*")
_OPENS = re.compile(r"[ \t\r\n]*(?:(\[)[ \t\r\n]*)?(?=\{)")


class RecordsReader:
    """JSON objects whose keys are the headings of the plain table: a list of them, or one on each line.

    Gives: every measure of the plain table.
    Elsewhere: nothing, or what the objects lack; one of the keys names the alternatives.
    Caveats: a key that an object lacks is a missing value; objects inside objects are refused.
    """

    def matches(self, head: str) -> bool:
        """Say whether the first object is flat and one of its keys names the alternatives."""
        opens = _OPENS.match(head)
        if opens is None:
            return False
        try:
            first, _ = decoder_of(head).raw_decode(head, opens.end())
        except (ValueError, RecursionError, InputError):
            return False
        return any(parse_heading(key).role == "alternative" for key in first) and not _nested(first)

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of the records; a key that a record lacks is a missing value.

        Raises
        ------
        InputError
            If the JSON is not whole, a record is not flat, or a value is not what it should be.
        """
        records = list(_records(source.text))
        keys = dict.fromkeys(key for _, record in records for key in record)
        columns = {key: [_cell(record.get(key)) for _, record in records] for key in keys}
        first = records[0][0]
        lines = (first, *(line for line, _ in records))
        return TableReader().read(Source(source.name, table=columns, lines=lines), options)


def _cell(value: object) -> object:
    return PrintedNumber(value.text) if isinstance(value, JsonNumber) else value


def _records(text: str) -> Iterator[tuple[int, Mapping[str, object]]]:
    """Yield the line on which each record starts, and the record."""
    opens = _OPENS.match(text)
    if opens is None:
        raise InputError("records start with [ and {, or with {", line=1, found=one_line(text.strip(), 20))
    listed, at, line, counted, count = opens.group(1) == "[", opens.end(), 1, 0, 0
    decoder = decoder_of(text)
    seen: dict[str, int] = {}
    while True:
        line += text.count("\n", counted, at)
        counted = at
        try:
            record, end = decoder.raw_decode(text, at)
        except InputError:
            raise
        except (ValueError, RecursionError) as error:
            raise InputError(
                f"a record is needed; {error}", line=line, advice="it may be cut short; give the whole file"
            ) from None
        if not isinstance(record, dict) or _nested(record):
            raise InputError(
                "a record of plain values is needed", line=line, advice="write its parts as keys of their own"
            )
        if seen.setdefault(text[at:end], line) != line or len(seen) == count:
            raise InputError(
                f"this record stands in line {seen[text[at:end]]} already",
                line=line,
                advice="remove one of them",
            )
        count = len(seen)
        yield line, record
        at = _space(text, end)
        closed = text[at : at + 1]
        if listed and closed == ",":
            at = _space(text, at + 1)
        elif listed or not closed:
            break
        elif "\n" not in text[end:at]:
            raise InputError("each record needs its own line", line=line)
    end = _space(text, at + 1) if listed else at
    if (listed and closed != "]") or end != len(text):
        raise InputError(
            "the list does not end here, or something follows it",
            line=text.count("\n", 0, at) + 1,
            found=one_line(text[at : at + 20]),
            advice="give one whole list",
        )


def _space(text: str, at: int) -> int:
    found = _SPACE.match(text, at)
    return found.end() if found else at


def _nested(record: Mapping[str, object]) -> bool:
    return any(isinstance(value, dict | list) for value in record.values())
