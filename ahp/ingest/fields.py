"""A table by its columns: what stands over each, its cells, and where every one of them stands."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from ahp.errors import InputError
from ahp.ingest.headings import understand
from ahp.ingest.numbers import is_missing
from ahp.ingest.tables import Table


@dataclass(frozen=True)
class Field:
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


def upright(table: Table) -> tuple[Field, ...]:
    """Return the columns of a table whose rows are alternatives."""
    lines = [line for line, _ in table.rows]
    columns = list(zip(*(cells for _, cells in table.rows), strict=True))
    return tuple(
        Field(name, table.header_line, cells, lines, [name] * len(lines))
        for name, cells in zip(table.header, columns, strict=True)
    )


def turned(table: Table) -> tuple[Field, ...]:
    """Return the rows of a table whose columns are alternatives, as columns.

    The first column holds the names of measures; one that is called `unit` holds their units.

    Raises
    ------
    InputError
        If a row has no name, or two have the same.
    """
    names = [i for i, name in enumerate(table.header) if i and understand(name).role != "unit"]
    units = next((i for i in range(1, len(table.header)) if i not in names), None)
    headings = [table.header[i] for i in names]
    found = [
        Field("alternative", table.header_line, headings, [table.header_line] * len(names), headings),
    ]
    for line, cells in table.rows:
        heading = text_of(cells[0])
        if not heading or any(heading.casefold() == field.heading.casefold() for field in found):
            problem = "this row has no name" if not heading else "this name stands twice"
            raise InputError(problem, line=line, column=table.header[0], found=heading, advice="correct it")
        unit = "" if units is None else text_of(cells[units])
        values = [cells[i] for i in names]
        found.append(Field(heading, line, values, [line] * len(names), headings, unit))
    return tuple(found)


LAYOUTS: Mapping[str, Callable[[Table], tuple[Field, ...]]] = {"rows": upright, "columns": turned}
"""How the alternatives of a table stand, and what makes columns of measures of it."""


def text_of(cell: object) -> str:
    """Return a label: text as it stands, whole numbers of a DataFrame without a decimal point."""
    if isinstance(cell, str):
        return cell.strip()
    if is_missing(cell):
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell).strip()
