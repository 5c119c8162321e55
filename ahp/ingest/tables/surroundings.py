"""What stands around the rows of a table: comments that look like rows, and an end that may be cut."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ahp.errors import InputError, listed, one_line, quoted
from ahp.ingest.tables.cells import is_missing
from ahp.ingest.tables.columns import text_of
from ahp.ingest.tables.delimited import Table, is_number
from ahp.units import Unit, find

_CAPTION = 5  # lines above a heading that may speak of the table
_IN_UNIT = re.compile(
    r"(?P<what>(?:[^\W\d_]+(?:, | and ))*[^\W\d_]+)\s+"
    r"(?:(?:(?:is|are|given|measured)\s+)*in\s+|\()(?P<unit>[^\W\d_]+(?:/[^\W\d_]+)?)\b"
)
_MARKS = "¹²³⁴⁵⁶⁷⁸⁹†‡§"
_RAISED = re.compile(r"\^[\da-z*]{1,2} ")
_OF_ALL = re.compile(r"\(ref\)|[\d.]+x (?:faster|slower)|not significant")
_COMMENT = re.compile(r"^[ \t]*#.*$", re.MULTILINE)
_SHOWN = 3
_NOTE = re.compile(
    r"\W*(?:sources?|notes?|remarks?|legend|data|quellen?|hinweise?|anmerkung(?:en)?|fuente|nota)\s*:|[*†‡§¹]",
    re.I,
)
_WORDS_OF_A_NAME = 5


def caption_above(text: str, line: int | None) -> str:
    r"""Return the lines above a heading that may say what its table is of.

    Examples
    --------
    >>> caption_above("Time in ms.\n\n| query | a | b |", 3)
    'Time in ms.'
    """
    above = line - 1 if line else 0
    return "\n".join(text.split("\n", above)[:above][-_CAPTION:]).strip()


def units_stated(caption: str) -> Iterator[tuple[str, Unit]]:
    """Yield what a caption says the units of, and the units.

    Examples
    --------
    >>> [(what, unit.symbol) for what, unit in units_stated("# time in seconds, rss in KiB; in total")]
    [('time', 's'), ('rss', 'KiB')]
    """
    for match in _IN_UNIT.finditer(caption):
        if (unit := find(match["unit"])) is not None:
            for what in re.findall(r"[^\W\d_]+", match["what"]):
                if what.casefold() != "and":
                    yield what.casefold(), unit


def without_footnotes(table: Table, text: str) -> tuple[Table, list[str]]:
    """Return a table without the marks of footnotes in its cells, superscripts that begin a line below it.

    With it comes what is assumed by that.
    """
    table, raised = _without_raised(table)
    if text.isascii():
        return table, raised
    below = (line.lstrip()[:1] for line in text.split("\n")[table.rows[-1][0] or 0 :] if line.strip())
    marks = "".join({mark for mark in below if mark in _MARKS})
    if not marks:
        return table, raised
    rows = tuple(
        (line, [cell.rstrip(marks) if isinstance(cell, str) else cell for cell in cells])
        for line, cells in table.rows
    )
    table = replace(table, header=tuple(name.rstrip(marks).rstrip() or name for name in table.header))
    told = f"{listed(sorted(marks))} are footnotes, as lines below the table begin so"
    return replace(table, rows=rows), [*raised, *([told] if rows != table.rows else [])]


def _without_raised(table: Table) -> tuple[Table, list[str]]:
    """Return a table without raised marks such as `^1` behind its cells, which a last row of it explains."""
    said = [text_of(cells[0]) for _, cells in table.rows if _RAISED.match(text_of(cells[0]))]
    marks = {found[0].strip() for text in said if (found := _RAISED.match(text))}
    if not marks:
        return table, []
    rows = tuple(
        (line, [_without_mark(cell, marks) for cell in cells])
        for line, cells in table.rows
        if not _RAISED.match(text_of(cells[0]))
    )
    return replace(table, rows=rows), [
        f"{listed(sorted(marks))} are footnotes, as rows below the table begin so"
    ]


def _without_mark(cell: object, marks: set[str]) -> object:
    mark = next((mark for mark in marks if text_of(cell).endswith(mark)), "")
    return text_of(cell).removesuffix(mark) if mark else cell


def without_notes_below(table: Table) -> tuple[Table, list[str]]:
    """Return a table without last rows that hold a sentence and nothing else, and what tells of them.

    Spreadsheets have sources and remarks there. A name alone may be of what was not measured, and stays.
    """
    end = len(table.rows)
    while end > 1 and _is_note([text_of(cell) for cell in table.rows[end - 1][1]]):
        end -= 1
    if end == len(table.rows) or len(table.header) < 3:
        return table, []
    said = listed((text_of(cells[0]) for _, cells in table.rows[end:]), 2)
    return replace(table, rows=table.rows[:end]), [f"{said} below the table is a remark, and no row"]


def _is_note(cells: Sequence[str]) -> bool:
    if all(map(_OF_ALL.fullmatch, cells[1:])):  # as pyperf ends a comparison
        return True
    alone = bool(cells[0]) and all(map(is_missing, cells[1:]))
    return alone and (_NOTE.match(cells[0]) is not None or len(cells[0].split()) > _WORDS_OF_A_NAME)


def rows_in_comments(text: str, table: Table) -> list[str]:
    """Return a caveat of lines below the heading that begin with # and are otherwise rows of the table.

    Parameters
    ----------
    text : str
        Of the file.
    table : Table
        What was read of it.
    """
    if "#" not in text or not table.delimiter:
        return []
    found = list(_like_rows(text, table))
    shown = " and ".join(f"line {line} ({quoted(row, 40)})" for line, row in found[:_SHOWN])
    more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
    begin = "begins" if len(found) == 1 else "begin"
    return [f"{shown}{more} {begin} with # and so is no row, though it looks like one"] if found else []


def _like_rows(text: str, table: Table) -> Iterator[tuple[int, str]]:
    numbers = [
        i for i in range(len(table.header)) if all(is_number(str(cells[i])) for _, cells in table.rows[:20])
    ]
    line, counted = 1, 0
    for match in _COMMENT.finditer(text) if numbers else ():
        line, counted = line + text.count("\n", counted, match.start()), match.start()
        try:
            (cells,) = csv.reader(
                [match.group()], delimiter=table.delimiter, strict=True, skipinitialspace=True
            )
        except (csv.Error, ValueError):
            continue
        if (
            line > (table.header_line or 0)
            and len(cells) == len(table.header)
            and any(is_number(cells[i]) for i in numbers)
        ):
            yield line, one_line(match.group().strip())


def refuse_cut_number(text: str, table: Table) -> None:
    """Refuse a last number with fewer decimals than all above it, where the file ends within its line.

    Raises
    ------
    InputError
        If there is one: the rest of it may be missing.
    """
    if not table.rows or not (text[-1:].isdigit() or text[-1:] == "."):
        return
    *above, last = (str(cells[-1]).strip() for _, cells in table.rows)
    places = {_places(cell) for cell in above if is_number(cell)}
    if len(above) > 1 and len(places) == 1 and is_number(last) and _places(last) < min(places):
        raise _cut(last, table.rows[-1][0], f"those above it have {min(places)}").at(column=table.header[-1])


def _places(cell: str) -> int:
    match = re.search(r"[.,]([0-9]+)$", cell)
    return len(match.group(1)) if match else 0


def _cut(found: str, line: int | None, why: str) -> InputError:
    return InputError(
        f"the file ends here without the end of a line, and its last number may be cut: {why}",
        line=line,
        found=found,
        advice="give the whole file; if it is whole, end its last line: echo >> FILE",
    )


def refuse_cut_end(text: str) -> None:
    """Refuse what a program printed if it ends with a digit: programs end their lines, this one was cut.

    Raises
    ------
    InputError
        If it ends so.
    """
    if text[-1:].isdigit():
        last: Sequence[str] = text.rsplit(None, 1)
        raise _cut(one_line(last[-1], 60), text.count("\n") + 1, "programs end every line")
