"""The cells of one column become numbers: decimal mark, unit, and what no number may be."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from ahp.errors import InputError, UnitError, quoted
from ahp.evidence.measures import MEASURES
from ahp.ingest.decimals import PER_CELL, Marks, column_decimal, own_mark
from ahp.ingest.fields import Field
from ahp.ingest.headings import Heading
from ahp.ingest.numbers import agreed_unit, is_missing, parse_number, plain_number, remarks_on
from ahp.ingest.readers.base import Options
from ahp.units import Unit

_SENTINELS = frozenset({"9999", "9999.0"})
_REMARKABLE = frozenset("~≈±(/")


class Number(NamedTuple):
    """A cell as it was understood; `value` is None where it holds no number."""

    value: float | None
    resolution: float
    unit: Unit | None
    found: str


def decimal_of(
    field: Field, marks: Marks, proven: set[str], delimiter: str, options: Options
) -> tuple[str, str]:
    """Return the decimal mark of a column and what decided it.

    Raises
    ------
    InputError
        If nothing decides, or the cells contradict each other; the message names the line of one.
    """
    try:
        return column_decimal(marks, proven_elsewhere=proven, delimiter=delimiter, forced=options.decimal)
    except InputError as error:
        at = next(i for i, cell in enumerate(field.cells) if isinstance(cell, str) and cell == error.found)
        raise error.at(line=field.lines[at], column=field.columns[at]) from None


def numbers_of(field: Field, heading: Heading, decimal: str) -> list[Number]:
    """Return the numbers of a column.

    Raises
    ------
    InputError
        If a cell is not what it should be; the message names the first that is not.
    """
    if set(map(type, field.cells)) == {str}:
        known: dict[object, Number] = {}  # a text that stands in many cells is understood once
        for cell in dict.fromkeys(map(str, field.cells)):
            plain = plain_number(cell) if decimal == "." else None
            if plain is not None:
                known[cell] = Number(*plain, heading.unit, cell)
            else:
                known[cell] = _numbered(cell, field, heading, decimal)
        found = [known[cell] for cell in field.cells]
    else:
        found = [_numbered(cell, field, heading, decimal) for cell in field.cells]
    refuse_half_stated(found, field.lines, field.columns)
    if heading.measure is not None:
        _refuse_sentinels(found, field)
    return found


def _numbered(cell: object, field: Field, heading: Heading, decimal: str) -> Number:
    try:
        return number_in(cell, heading, decimal)
    except InputError as error:
        at = next(at for at, other in enumerate(field.cells) if other is cell)
        raise error.at(line=field.lines[at], column=field.columns[at]) from None


def number_in(cell: object, heading: Heading, decimal: str) -> Number:
    """Return the number in one cell of a column with this heading."""
    if not (isinstance(cell, str) and cell[:1].isdigit()) and is_missing(cell):
        return Number(None, 0.0, heading.unit, cell if isinstance(cell, str) else "")
    number = parse_number(cell, own_mark(cell) if decimal == PER_CELL else decimal)
    if number.scale:
        _refuse_scale(number.scale, cell, heading)
    unit = agreed_unit(heading.unit, number.unit, "the cell")
    return Number(number.value, number.resolution, unit, str(cell))


def _refuse_scale(scale: str, cell: object, heading: Heading) -> None:
    """Refuse `1.2k` where it is no rate: of bytes it may be 1000 or 1024."""
    unit = MEASURES[heading.measure].unit if heading.measure and heading.measure in MEASURES else heading.unit
    dimension = "" if unit is None else unit.dimension
    if dimension.endswith(" per time"):
        return
    problem, advice = f"a number is needed, {quoted(scale)} is not a unit", "correct the cell"
    if dimension == "bytes":
        problem, advice = f"{quoted(scale)} may be 1000 or 1024 to the power", "write all digits, or KiB, MiB"
    raise InputError(problem, found=cell, advice=advice)


def refuse_half_stated(
    numbers: Sequence[Number], lines: Sequence[int | None], columns: Sequence[str]
) -> None:
    """Refuse numbers with a unit beside numbers without one: the bare ones could be anything."""
    if len({id(number.unit) for number in numbers}) < 2:
        return
    counted = [(at, number) for at, number in enumerate(numbers) if number.value]  # nothing is nothing anyway
    stated = [(at, n) for at, n in counted if n.unit is not None and n.unit.dimension != "multiple"]
    bare = [(at, n) for at, n in counted if n.unit is None]
    if stated and bare:
        (at, number), (other, with_unit) = bare[0], stated[0]
        where = f"line {lines[other]} of the column"
        if columns[other] != columns[at]:
            where = f"column {quoted(columns[other])} of the line"
        raise UnitError(
            f"this number has no unit, while {where} has {with_unit.found!r}",
            line=lines[at],
            column=columns[at],
            found=number.found,
            advice="write the unit in every cell, or once in the heading",
        )


def _refuse_sentinels(numbers: Sequence[Number], field: Field) -> None:
    """Refuse 9999 where it stands far above every other number of its column."""
    suspects = {n.found: n.value for n in numbers if n.value == 9999 and n.found in _SENTINELS}
    if not suspects:
        return
    others = [n.value for n in numbers if n.value is not None and n.found not in suspects]
    for found, value in suspects.items():
        if others and value >= 10 * max(others):
            at = next(i for i, number in enumerate(numbers) if number.found == found)
            raise InputError(
                f"programs write this where they have no number, and no other of the column is above "
                f"{max(others):g}",
                line=field.lines[at],
                column=field.columns[at],
                found=found,
                advice=f"leave the cell empty, or write {value:.4e} if that was measured",
            )


def notes_on(field: Field, numbers: Iterable[Number], decimal: str, why: str) -> list[str]:
    """Return how the cells of a column were understood that could have been read otherwise."""
    found = []
    if why:
        mark = "that of each cell by itself" if decimal == PER_CELL else quoted(decimal)
        found.append(f"column {quoted(field.heading)}: the decimal mark is {mark}, {why}")
    remarks: dict[str, str] = {}
    for cell in dict.fromkeys(number.found for number in numbers):
        if not _REMARKABLE.isdisjoint(cell) and (remark := remarks_on(cell)):
            remarks.setdefault(remark, cell)
    found += [f"column {quoted(field.heading)}: in {quoted(cell)} {text}" for text, cell in remarks.items()]
    return found
