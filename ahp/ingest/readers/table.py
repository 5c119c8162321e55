"""The plain table, wide or long, as people write it and as spreadsheets and scripts save it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ahp.errors import InputError, MeasureError, UnitError, listed, quoted
from ahp.ingest.headings import ROLES, Heading, settle, understand
from ahp.ingest.numbers import (
    MISSING,
    agreed_unit,
    all_numbers,
    column_decimal,
    decimal_mark,
    is_missing,
    parse_number,
)
from ahp.ingest.readers.base import Options, Reading, Row
from ahp.ingest.sources import Source
from ahp.ingest.tables import Table, parse_table
from ahp.units import Unit, find, parse

_LONG = ("measure", "value")
_LONG_ONLY = (*_LONG, "unit")


class TableReader:
    """The plain table: delimited text, a sheet, a Parquet file, a DataFrame or a mapping, wide or long.

    Gives: every measure that a heading names, and columns of your own that a study names.
    Elsewhere: nothing, or what the table lacks; a column names the alternatives.
    Caveats: other columns are ignored, and the report names them; what a number or a heading means is found
    from the whole table, and refused where it could be read two ways.
    """

    def matches(self, head: str) -> bool:
        """Say yes to any text: what is wrong with a table is told when it is read."""
        return True

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of a plain table.

        Raises
        ------
        InputError
            If the table is damaged, a column's meaning is unclear, or a cell is not what it should be.
        """
        table = parse_table(source)
        try:
            return _read(table, options)
        except InputError as error:
            raise error.at(file=table.name) from None


def _read(table: Table, options: Options) -> Reading:
    headings = _headings(table, options)
    roles = _roles(table, headings)
    read = _long if all(role in roles for role in _LONG) else _wide
    named = tuple((role, headings[position].text) for role, position in roles.items())
    return replace(read(table, headings, roles, options), roles=named)


def _headings(table: Table, options: Options) -> tuple[Heading, ...]:
    mapped = _mapped(table, options)
    understood = [mapped[text] if text in mapped else understand(text, options.own) for text in table.header]
    # A measure that was mapped by hand is not looked for in any other column.
    taken = {heading.measure or heading.role for heading in mapped.values()}
    return settle(
        heading
        if heading.text in mapped or (heading.measure or heading.role) not in taken
        else Heading(heading.text, words=heading.words)
        for heading in understood
    )


def _mapped(table: Table, options: Options) -> dict[str, Heading]:
    """Return the headings that the caller named, by their text."""
    by_folded = {text.casefold(): text for text in table.header}
    found: dict[str, Heading] = {}
    for name, column in options.columns.items():
        text = by_folded.get(column.strip().casefold())
        if text is None:
            continue
        if text in found:
            raise InputError("it was named for two things", line=table.header_line, column=text)
        target = understand(name, options.own)
        role = name.strip().casefold() if name.strip().casefold() in ROLES else None
        stated = understand(text, options.own).unit
        if stated is not None and target.unit is not None and find(stated.symbol) is None:
            stated = None  # (mean) or (4 clients) is no unit; whoever maps the column knows better
        try:
            unit = agreed_unit(stated, target.unit, "its name in --map")
        except UnitError as error:
            raise error.at(line=table.header_line, column=text) from None
        measure = None if role else target.measure
        found[text] = Heading(text, role=role, measure=measure, unit=unit, words=target.words)
    return found


def _roles(table: Table, headings: Sequence[Heading]) -> dict[str, int]:
    """Return the position of the column for each role: the one that names it most surely."""
    found: dict[str, int] = {}
    for role in ROLES:
        claims = [(h.strength, position) for position, h in enumerate(headings) if h.role == role]
        if not claims:
            continue
        strongest = min(claims)[0]
        best = [position for strength, position in claims if strength == strongest]
        if len(best) > 1:
            names = listed(table.header[position] for position in best)
            raise InputError(
                f"the columns {names} could each be the {role}",
                line=table.header_line,
                advice=f"say which with --map {role}=COLUMN",
            )
        found[role] = best[0]
    if "alternative" not in found:
        raise InputError(
            f"no column names the alternatives; found {listed(table.header)}",
            line=table.header_line,
            advice="call it 'alternative', or say which with --map alternative=COLUMN",
        )
    return found


def _wide(table: Table, headings: Sequence[Heading], roles: Mapping[str, int], options: Options) -> Reading:
    used = [position for role, position in roles.items() if role not in _LONG_ONLY]
    columns = [i for i in range(len(headings)) if i not in used]
    _refuse_unclear(table, [headings[i] for i in columns])
    proven = _proven(table, headings, columns)
    rows: list[Row] = []
    ignored: list[str] = []
    for i in columns:
        heading = headings[i]
        try:
            rows += _column(table, i, heading, roles, proven, options)
        except InputError:
            if heading.measure is not None:
                raise
            ignored.append(heading.text)  # a column of words that nobody asked about
    # Row by row, not column by column: messages then name the first wrong row.
    rows.sort(key=lambda row: row.line or 0)
    return Reading(tuple(rows), tuple(ignored), len(table.rows), _folded(table.header))


def _proven(table: Table, headings: Sequence[Heading], columns: Sequence[int]) -> set[str]:
    """Return the decimal marks that columns of numbers prove; dates and versions prove nothing."""
    found = set()
    for i in columns:
        cells = _cells(table, i)
        marks = decimal_mark(cells)
        if headings[i].measure is not None or (len(marks) == 1 and all_numbers(cells, min(marks))):
            found |= marks
    return found


def _refuse_unclear(table: Table, headings: Sequence[Heading]) -> None:
    by_measure: dict[str, str] = {}
    for heading in headings:
        if heading.candidates:
            raise InputError(
                f"this heading is not clear, it could mean {listed(heading.candidates)}",
                line=table.header_line,
                column=heading.text,
                advice="say which with --map MEASURE=COLUMN",
            )
        if heading.measure is None:
            continue
        first = by_measure.setdefault(heading.measure, heading.text)
        if first != heading.text:
            raise InputError(
                f"the columns {quoted(first)} and {quoted(heading.text)} are both {heading.measure}",
                line=table.header_line,
                advice=f"say which with --map {heading.measure}=COLUMN",
            )


def _column(
    table: Table,
    position: int,
    heading: Heading,
    roles: Mapping[str, int],
    proven: set[str],
    options: Options,
) -> list[Row]:
    """Return the rows of one column of a wide table."""
    decimal = _decimal(table, position, proven, options)
    name = heading.measure or heading.words
    rows = []
    for line, cell_row in table.rows:
        row = _row(cell_row, roles, name, heading.text, line)
        rows.append(_with_number(row, cell_row[position], decimal, heading.unit))
    _refuse_half_stated(rows)
    return rows


def _refuse_half_stated(rows: Sequence[Row]) -> None:
    """Refuse numbers with a unit beside numbers without one: the bare ones could be anything."""
    numbers = [row for row in rows if row.value]  # nothing is nothing in every unit
    stated = [row for row in numbers if row.unit is not None and row.unit.dimension != "multiple"]
    bare = [row for row in numbers if row.unit is None]
    if stated and bare:
        raise UnitError(
            f"this number has no unit, while line {stated[0].line} of the column has {stated[0].found!r}",
            line=bare[0].line,
            column=bare[0].column,
            found=bare[0].found,
            advice="write the unit in every cell, or once in the heading",
        )


def _decimal(table: Table, position: int, proven: set[str], options: Options) -> str:
    """Return the decimal mark of a column; what is wrong with one is told with the line of the cell."""
    cells = _cells(table, position)
    try:
        return column_decimal(
            cells, proven_elsewhere=proven, delimiter=table.delimiter, forced=options.decimal
        )
    except InputError as error:
        line = next(line for (line, _), cell in zip(table.rows, cells, strict=True) if cell is error.found)
        raise error.at(line=line, column=table.header[position]) from None


def _long(table: Table, headings: Sequence[Heading], roles: Mapping[str, int], options: Options) -> Reading:
    value = roles["value"]
    column = headings[value].text
    decimal = _decimal(table, value, set(), options)
    rows = []
    for line, cells in table.rows:
        measure = _text(cells[roles["measure"]])
        heading = _long_measure(measure, options, line, headings[roles["measure"]].text)
        row = _row(cells, roles, heading.measure or heading.words, column, line)
        unit = heading.unit
        if "unit" in roles and _text(cells[roles["unit"]]):
            try:
                unit = agreed_unit(heading.unit, parse(_text(cells[roles["unit"]])), "the unit column")
            except UnitError as error:
                raise error.at(line=line, column=headings[roles["unit"]].text) from None
        rows.append(_with_number(row, cells[value], decimal, unit))
    for name in dict.fromkeys(row.measure for row in rows):
        _refuse_half_stated([row for row in rows if row.measure == name])
    ignored = [h.text for i, h in enumerate(headings) if i not in roles.values()]
    names = _folded([*table.header, *(_text(cells[roles["measure"]]) for _, cells in table.rows)])
    return Reading(tuple(rows), tuple(ignored), len(table.rows), names)


def _long_measure(text: str, options: Options, line: int | None, column: str) -> Heading:
    if not text:
        raise MeasureError("a measure is needed; the cell is empty", line=line, column=column)
    for name, given in options.columns.items():
        if given.strip().casefold() == text.casefold():
            return understand(name, options.own)
    heading = understand(text, options.own)
    if heading.candidates:
        raise MeasureError(
            f"it could mean {listed(heading.candidates)}",
            line=line,
            column=column,
            found=text,
            advice="write the measure's full name, or say --map MEASURE=NAME",
        )
    return heading


def _row(
    cells: Sequence[object], roles: Mapping[str, int], measure: str, column: str, line: int | None
) -> Row:
    def of(role: str) -> str | None:
        return _text(cells[roles[role]]) if role in roles else None

    alternative = of("alternative")
    if not alternative or alternative.casefold() in MISSING - {"none"}:
        raise InputError("the alternative has no name", line=line, advice="name it, or remove the row")
    scenario = of("scenario")
    if scenario == "":
        raise InputError("the scenario has no name", line=line, advice="name it, or remove the row")
    return Row(
        scenario=scenario,
        alternative=alternative,
        run=of("run") or None,
        transaction=_transaction(of("transaction")),
        block=of("block") or "",
        measure=measure,
        value=None,
        unit=None,
        resolution=0.0,
        found="",
        line=line,
        column=column,
    )


def _transaction(text: str | None) -> str:
    return "" if text is None or text.casefold() in ("", "all", "*") else text


def _with_number(row: Row, cell: object, decimal: str, unit: Unit | None) -> Row:
    if is_missing(cell):
        return row._replace(found=str(cell) if isinstance(cell, str) else "", unit=unit)
    try:
        number = parse_number(cell, decimal)
        return row._replace(
            value=number.value,
            resolution=number.resolution,
            unit=agreed_unit(unit, number.unit, "the cell"),
            found=str(cell),
        )
    except InputError as error:
        raise error.at(line=row.line, column=row.column) from None


def _folded(names: Iterable[str]) -> frozenset[str]:
    return frozenset(name.casefold() for name in names)


def _cells(table: Table, position: int) -> list[object]:
    return [cells[position] for _, cells in table.rows]


def _text(cell: object) -> str:
    """Return a label: text as it stands, whole numbers of a DataFrame without a decimal point."""
    if not isinstance(cell, str) and is_missing(cell):
        return ""
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell).strip()
