"""A table by its columns, and what its rows are about: scenario, alternative, run, type, block, marks."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from ahp.errors import InputError
from ahp.evidence.measures import MEASURES
from ahp.ingest.tables.cells import MISSING, Parsed, PrintedNumber, is_missing, parse_number
from ahp.ingest.tables.delimited import Table
from ahp.ingest.tables.headings import parse_heading
from ahp.terms import Better

_BETTER = r"(?:the )?({})(?:[ _](?:is |the |= ?)?better)?\W*"
_WAYS = {
    Better.HIGHER: re.compile(_BETTER.format(r"more|higher|bigger|larger|greater|hib|max\w*|[↑▲⬆]"), re.I),
    Better.LOWER: re.compile(_BETTER.format(r"fewer|less|lower|smaller|lib|min\w*|[↓▼⬇]"), re.I),
}
_OTHER = {Better.HIGHER: Better.LOWER, Better.LOWER: Better.HIGHER}


@dataclass(frozen=True)
class Column:
    """One column of a table in which each row is an alternative.

    Attributes
    ----------
    heading : str
        What stands over it.
    line : int or None
        Where that stands.
    cells : sequence
        Text, or numbers from a DataFrame.
    lines : sequence of (int or None)
        The line of each cell.
    columns : sequence of str
        What each cell's column is called in messages.
    unit : str
        A unit that stands beside the heading; only a turned table has one.
    """

    heading: str
    line: int | None
    cells: Sequence[object]
    lines: Sequence[int | None]
    columns: Sequence[str]
    unit: str = ""


def as_columns(table: Table) -> tuple[Column, ...]:
    """Return the columns of a table whose rows are alternatives."""
    lines = [line for line, _ in table.rows]
    columns = list(zip(*(cells for _, cells in table.rows), strict=True))
    return tuple(
        Column(name, table.header_line, cells, lines, [name] * len(lines))
        for name, cells in zip(table.header, columns, strict=True)
    )


def ways_in(heading: str, cells: Sequence[object]) -> list[Better | None]:
    """Return which way each row is better, as a column says; empty where it says something else.

    Examples
    --------
    >>> ways_in("Direction", ["Lower is better", "↑", ""])
    [<Better.LOWER: 'lower'>, <Better.HIGHER: 'higher'>, None]
    >>> ways_in("HIB", ["no", "yes"]), ways_in("Better", ["lz4", "higher"])
    ([<Better.LOWER: 'lower'>, <Better.HIGHER: 'higher'>], [])
    """
    texts = [text_of(cell).strip("*`").casefold() for cell in cells]
    headed = _way_of(heading)
    found = [
        (headed if text in _YES else _OTHER[headed])
        if headed and text in _YES | _NO - MISSING
        else _way_of(text)
        for text in texts
    ]
    told = all(way or is_missing(text) for way, text in zip(found, texts, strict=True))
    return found if told and any(found) else []


def _way_of(text: str) -> Better | None:
    return next((way for way, words in _WAYS.items() if words.fullmatch(text.strip())), None)


def ways_of(table: Table) -> tuple[int, list[Better | None]]:
    """Return the column that says of each row which way is better, and what it says; 0 without one."""
    for at, heading in enumerate(table.header[1:], 1):
        if ways := ways_in(heading, [cells[at] for _, cells in table.rows]):
            return at, ways
    return 0, [None] * len(table.rows)


def transposed(table: Table) -> tuple[Column, ...]:
    """Return the rows of a table whose columns are alternatives, as columns.

    The first column holds the names of measures; one that is called `unit` holds their units, and another
    may tell which way they are better.

    Raises
    ------
    InputError
        If a row has no name, or two have the same.
    """
    side, ways = ways_of(table)
    names = [i for i, name in enumerate(table.header) if i and parse_heading(name).role != "unit"]
    units = next((i for i in range(1, len(table.header)) if i not in names), None)
    names = [i for i in names if i != side]
    headings = [table.header[i] for i in names]
    found = [
        Column("alternative", table.header_line, headings, [table.header_line] * len(names), headings),
    ]
    for at, (line, cells) in enumerate(table.rows):
        heading = text_of(cells[0])
        values = [cells[i] for i in names]
        above = [row for _, row in table.rows[:at] if text_of(row[0]).casefold() == heading.casefold()]
        if not heading or any([row[i] for i in names] == values for row in above):
            problem = "this row has no name" if not heading else "this name stands twice"
            raise InputError(problem, line=line, column=table.header[0], found=heading, advice="correct it")
        if above:
            heading = f"{heading} ({len(above) + 1})"  # two phases of one test
        unit = "" if units is None else text_of(cells[units])
        measure = MEASURES.get(parse_heading(heading).measure or "")
        if (way := ways[at]) is not None and (measure is None or measure.better is not way):
            heading = f"{heading} ({way.value} is better)"
        found.append(Column(heading, line, values, [line] * len(names), headings, unit))
    return tuple(found)


LAYOUTS: Mapping[str, Callable[[Table], tuple[Column, ...]]] = {"rows": as_columns, "columns": transposed}
"""How the alternatives of a table stand, and what makes columns of measures of it."""


def rows_at(kept: Sequence[int], fields: Sequence[Column]) -> tuple[Column, ...]:
    """Return the columns with some of their rows."""
    return tuple(
        replace(
            field,
            cells=[field.cells[at] for at in kept],
            lines=[field.lines[at] for at in kept],
            columns=[field.columns[at] for at in kept],
        )
        for field in fields
    )


def texts_of(field: Column) -> list[str]:
    """Return the cells of a column that hold something, as texts."""
    return [text for text in map(text_of, field.cells) if not is_missing(text)]


def parsed(field: Column) -> list[Parsed | None] | None:
    """Return the numbers in a column, None where a cell has none; or None if it holds other things."""
    try:
        return [None if is_missing(cell) else parse_number(cell) for cell in field.cells]
    except InputError:
        return None


def text_of(cell: object) -> str:
    """Return a label: text as it stands, whole numbers of a DataFrame without a decimal point."""
    if isinstance(cell, str):
        return cell.strip()
    if is_missing(cell):
        return ""
    if isinstance(cell, PrintedNumber) and cell.text.isdigit():
        return cell.text  # it may have more digits than a float
    if isinstance(cell, bytes):  # as Parquet has texts of old programs
        return cell.decode(errors="backslashreplace").strip()
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell).strip()


_NAMELESS = MISSING - {"none", "*"}  # many call the baseline none
_ALL = frozenset({"", "all", "*"})
_YES = frozenset({"true", "yes", "y", "1", "ja", "x"})
_NO = MISSING | {"false", "no", "n", "0", "nein"}


def is_all(transaction: str) -> bool:
    """Say whether a transaction type stands for all types together.

    Examples
    --------
    >>> is_all("All"), is_all("payment")
    (True, False)
    """
    return transaction.strip().casefold() in _ALL


class Labels(NamedTuple):
    """Columns of names, one for each row; None where the table does not say."""

    scenario: Sequence[str | None]
    alternative: Sequence[str | None]
    run: Sequence[str | None]
    transaction: Sequence[str]
    block: Sequence[str]
    twin: Sequence[bool]
    disturbed: Sequence[bool]


def labels_of(fields: Sequence[Column], roles: Mapping[str, int]) -> Labels:
    """Return what the rows are about.

    Raises
    ------
    InputError
        If an alternative or a scenario has no name, or a mark is neither yes nor no.
    """
    count = len(fields[0].cells)

    def texts(role: str) -> list[str] | None:
        return [text_of(cell) for cell in fields[roles[role]].cells] if role in roles else None

    alternatives, scenarios, runs = texts("alternative"), texts("scenario"), texts("run")
    for role, names in (("alternative", alternatives), ("scenario", scenarios)):
        words = _NAMELESS if role == "alternative" else {""}
        counts = Counter(names or ())
        nameless = {name for name in counts if name.casefold() in words}
        if len({*counts.values()}) == 1 and len(counts) > 2:  # a codec called Null, which does nothing
            nameless = {name for name in nameless if name.casefold() != "null"}
        if nameless and names is not None:
            line = next(fields[roles[role]].lines[i] for i, name in enumerate(names) if name in nameless)
            raise InputError(f"the {role} has no name", line=line, advice="name it, or remove the row")
    return Labels(
        scenarios or [None] * count,
        alternatives or [None] * count,
        [None] * count if runs is None else [run or None for run in runs],
        ["" if is_all(text) else text for text in texts("transaction") or [""] * count],
        texts("block") or [""] * count,
        *(_marks(fields, roles.get(role)) for role in ("twin", "disturbed")),
    )


def _marks(fields: Sequence[Column], position: int | None) -> list[bool]:
    """Return which rows a column marks; without one, none."""
    if position is None:
        return [False] * len(fields[0].cells)
    field = fields[position]
    words = [text_of(cell).casefold() for cell in field.cells]
    for at, word in enumerate(words):
        if word not in _YES and word not in _NO:
            raise InputError(
                "a mark is yes or no",
                line=field.lines[at],
                column=field.columns[at],
                found=text_of(field.cells[at]),
                advice="write true or leave the cell empty, or leave the column out with --ignore",
            )
    return [word in _YES for word in words]
