"""Which numbers of a report give no measure of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ahp.errors import InputError, quoted
from ahp.ingest.jsontext import Digits, parse_json
from ahp.ingest.readers.base import Reading
from ahp.ingest.sources import Source

_LINE_END = re.compile(r"\r\n|\r|\n")
_DIGIT = re.compile(r"\d")
_LONGEST, _MOST = 40, 8


def unread(source: Source, reading: Reading) -> Iterator[str]:
    """Yield which lines of a report, or keys of a document, have a number and give no measure.

    Nothing is said where many numbers together give one.
    """
    rows = reading.rows
    if not rows or reading.header or any(row.line is None for row in rows):
        return  # of a table each column is told
    if source.text[:1] in ("{", "["):
        left = _keys(source, {(row.found, row.line) for row in rows})
    elif source.text[:1] == "<" or any(row.column for row in rows):
        return
    else:
        lines = dict(enumerate(_LINE_END.split(source.text), 1))
        if not all(row.found in lines.get(row.line or 0, "") for row in rows):
            return
        read = {row.line for row in rows}
        left = [
            f"line {i}, {quoted(' '.join(text.split()), _LONGEST)}"
            for i, text in lines.items()
            if i not in read and _DIGIT.search(text)
        ]
    more = f" and {len(left) - _MOST} more" if len(left) > _MOST else ""
    if left:
        yield f"Not measures of their own are the numbers in {'; '.join(left[:_MOST])}{more}."


def _keys(source: Source, read: set[tuple[str, int | None]]) -> list[str]:
    """Return the keys of a document of whose numbers none was read; none if all were computed."""
    try:
        numbers = list(_numbers(parse_json(source.text), ()))
    except InputError:  # several documents, one a line
        return []
    used = {path for path, digits in numbers if (digits.text, digits.line) in read}
    if not used:
        return []
    return [f"key {quoted('.'.join(path), _LONGEST)}" for path in dict(numbers) if path and path not in used]


def _numbers(value: object, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Digits]]:
    """Yield the numbers of a document, each with the keys that lead to it."""
    if isinstance(value, Digits):
        yield path, value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _numbers(inner, (*path, key))
    elif isinstance(value, list):
        for inner in value:
            yield from _numbers(inner, path)
