"""Records: JSON objects as rows of a plain table, in a list, on a line each, or somewhere in a document."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from itertools import zip_longest
from typing import Any

from ahp.errors import WAYS, InputError, listed, quoted
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading
from ahp.ingest.readers.json import JsonNumber, decoder_of, line_of, lines_of_objects, parse_json
from ahp.ingest.readers.json_shapes import NO_RECORDS, Records, records_in
from ahp.ingest.readers.table import TableReader
from ahp.ingest.tables.cells import PrintedNumber
from ahp.ingest.tables.delimited import is_number
from ahp.ingest.tables.headings import names_a_kind, parse_heading
from ahp.ingest.tables.keys import PLUS
from ahp.ingest.tables.matrices import tells_case
from ahp.terms import is_baseline_name
from ahp.units import find

_LARGEST = 1 << 24
"""No document of results that people or scripts write has so many characters."""
_BETWEEN = re.compile(r"\}([ \t\r]*\n\s*)\{")
_OPENS = re.compile(r"[ \t\r\n]*(?:(\[)[ \t\r\n]*)?(?=\{)")


class RecordsReader:
    """JSON whose keys are the headings of the plain table: objects in a list, on a line each, or under names.

    Gives: every measure of the plain table.
    Elsewhere: nothing, or what the objects lack; a key, or the name over an object, names the alternatives.
    Caveats: a key that an object lacks is a missing value; keys of objects inside objects are joined as far
    as they need one another, `latency_p99_ms`; of several lists of objects the longest with a measure is
    read. Numbers in a list are runs, and what stands beside one alone is taken for each of them.
    """

    def matches(self, head: str) -> bool:
        """Say whether the first object is flat and one of its keys names the alternatives."""
        first, _, behind = _first_object(head)
        several = behind.lstrip(" \t\r\n,").startswith("{")
        named = ((several and names_a_kind(key)) or parse_heading(key).role == "alternative" for key in first)
        return any(named) and not _is_nested(first)

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of the records; a key that a record lacks is a missing value.

        Raises
        ------
        InputError
            If the JSON is not whole, a record is not flat, or a value is not what it should be.
        """
        shaped = _records_in_shape(source.text)
        if shaped.levels and "alternative" not in {name.strip().casefold() for name in options.columns}:
            raise _unclear_levels(shaped.levels)
        records = list(_with_lines(shaped.rows) if shaped.rows else _records(source.text))
        if not records:
            raise InputError("no record stands here", line=1, advice="give a list of objects")
        keys = dict.fromkeys(key for _, record in records for key in record)
        columns = {key: [_cell(record.get(key)) for _, record in records] for key in keys}
        first = records[0][0]
        lines = (first, *(line for line, _ in records))
        reading = TableReader().read(Source(source.name, table=columns, lines=lines), options)
        if not shaped.once:
            return reading
        told = f"{listed(shaped.once, 4)} stands once beside runs, and is taken for each of them"
        return replace(reading, assumed=(*reading.assumed, told))


def holds_records(text: str) -> bool:
    """Say whether records with measures stand somewhere in a text of JSON."""
    try:
        return bool(_records_in_shape(text).rows) or _begins_with_measures(text)
    except InputError:
        return False


def _begins_with_measures(text: str) -> bool:
    """Say whether the first of flat records has a word, which may name an alternative, and a measure."""
    first, *_ = _first_object(text)
    worded = any(isinstance(value, str) for value in first.values())
    return worded and _starts_flat(text) and any(parse_heading(key).measure for key in first)


def _records_in_shape(text: str) -> Records:
    """Return the records of a document of any shape but a plain list of flat objects."""
    return NO_RECORDS if len(text) > _LARGEST or _starts_flat(text) else records_in(_document(text))


def _with_lines(records: Iterable[dict[str, object]]) -> Iterator[tuple[int, dict[str, object]]]:
    """Yield the line on which each record starts, as far as its numbers tell, and the record."""
    line = 1
    for record in records:
        line = line_of(record) or line
        yield line, record


def _document(text: str) -> object:
    """Return the value of a text of JSON; of one with objects on lines of their own the list of them."""
    joined = _BETWEEN.sub(r"},\1{", text) if text.lstrip().startswith("{") else text
    return parse_json(text if joined == text else f"[{joined}]")


def _first_object(text: str) -> tuple[dict[str, Any], str, str]:
    """Return the first object of a text, the bracket before it, and what is behind it, if there is one."""
    opens = _OPENS.match(text)
    if opens is not None:
        with suppress(ValueError, RecursionError):
            first, end = decoder_of(text).raw_decode(text, opens.end())
            return first, opens[1] or "", text[end:]
    return {}, "", ""


def _starts_flat(text: str) -> bool:
    """Say whether the first object is a row of a plain list, or of a text with an object on each line."""
    first, bracket, behind = _first_object(text)
    return not _is_nested(first) and bool(bracket or behind.strip())


def _unclear_levels(levels: Mapping[str, Sequence[str]]) -> InputError:
    told = "; ".join(f"{name}: {listed(level, 4)}" for name, level in levels.items())
    plain = [name for name, level in levels.items() if any(map(is_baseline_name, level))]
    rivals = [name for name, level in levels.items() if not all(map(_is_case, level))]
    chosen = next(iter(plain), (rivals or list(levels))[-1])
    maps, *others = (
        [f"alternative={one}", f"scenario={PLUS.join(name for name in levels if name != one)}"]
        for one in (chosen, *(name for name in rivals[::-1] if name != chosen and not plain))
    )
    return InputError(
        f"the numbers stand under names of {len(levels)} levels, and nothing says which are the "
        f"alternatives ({told})",
        line=1,
        advice="say " + " ".join(f"--map '{entry}'" for entry in maps) + ", or the other way round",
        options=[part for entry in maps for part in ("--map", entry)],
        otherwise=[part for entry in others[0] for part in ("--map", entry)] if others else (),
        cases=(f"{quoted(levels[chosen][0])} is an alternative", f"{quoted(levels[rivals[0]][0])} is")
        if others
        else WAYS,
    )


def _is_case(name: str) -> bool:
    """Say whether a name is how much or what was measured with: `64KB`, `read`."""
    return is_number(name) or find(name.lstrip("0123456789. ")) is not None or tells_case(name)


def _cell(value: object) -> object:
    return PrintedNumber(value.text) if isinstance(value, JsonNumber) else value


def _records(text: str) -> Iterator[tuple[int, dict[str, object]]]:
    """Yield the records of a list of flat objects, or of a text of such, each with the line that it is on."""
    document = _document(text)
    records: list[Any] = document if isinstance(document, list) else [document]
    seen: dict[str, int] = {}
    for line, record in zip_longest(lines_of_objects(text), records, fillvalue=None):
        if line is None or not isinstance(record, dict) or _is_nested(record):
            raise InputError(
                "a record of plain values is needed",
                line=line_of(record) or line,
                advice="write its parts as keys of their own",
            )
        if repr(record) in seen:
            problem = f"this record stands in line {seen[repr(record)]} already"
            raise InputError(problem, line=line, advice="remove one of them")
        seen[repr(record)] = line
        yield line, record


def _is_nested(record: Mapping[str, object]) -> bool:
    return any(isinstance(value, dict | list) for value in record.values())
