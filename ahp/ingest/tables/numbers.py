"""The cells of one column become numbers: decimal mark, unit, and what no number may be.

The mark is decided for each column from what its cells prove.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from shlex import quote
from typing import NamedTuple

from ahp.errors import InputError, UnitError, listed, one_line, quoted
from ahp.evidence.directions import is_rate
from ahp.evidence.measures import MEASURES
from ahp.ingest.readers.base import Options
from ahp.ingest.tables.cells import (
    CLOCK,
    agreed_unit,
    body_of,
    is_missing,
    parse_number,
    plain_number,
    remarks_on,
)
from ahp.ingest.tables.columns import Column, text_of, texts_of
from ahp.ingest.tables.headings import Heading
from ahp.units import Unit, convert

MARKS = (".", ",")
PER_CELL = "per-cell"
"""Said by the caller where each cell is to be read by its own evidence."""


class Marks(NamedTuple):
    """What the cells of a column prove about their decimal mark.

    Attributes
    ----------
    dot, comma : str or None
        The first cell that proves this mark: `1.5`, `1,5`; `1,234,567` proves that a comma groups digits.
    unclear_dot, unclear_comma : str or None
        The first cell such as `1.234` or `1,234`, in which the mark may group digits.
    """

    dot: str | None = None
    comma: str | None = None
    unclear_dot: str | None = None
    unclear_comma: str | None = None

    @property
    def proven(self) -> set[str]:
        """The marks that are proven: none, one, or contradicting ones."""
        return {mark for mark, cell in zip(MARKS, (self.dot, self.comma), strict=True) if cell is not None}


def marks_of(cells: Sequence[object]) -> Marks:
    """Return what cells prove.

    Examples
    --------
    >>> marks_of(["1,5", "1.234"]).proven
    {','}
    >>> marks_of(["1,234"]).unclear_comma
    '1,234'
    """
    first: dict[str, str] = {}
    for cell in dict.fromkeys(str(cell) for cell in cells if isinstance(cell, str)):
        first.setdefault(mark_in(cell), cell)
    return Marks(first.get("."), first.get(","), first.get("?."), first.get("?,"))


def mark_in(cell: str) -> str:
    """Return what one cell proves: `.`, `,`, `?.`, `?,`, or nothing."""
    before, dot, after = cell.partition(".")
    if before.isdigit() and cell.isascii() and (after.isdigit() or not dot):  # nearly every cell of a table
        if not dot:
            return ""
        return "." if len(after) != 3 or before == "0" or len(before) > 3 else "?."
    body = body_of(cell)
    commas, dots = body.count(","), body.count(".")
    if commas and dots:
        return "," if body.rindex(",") > body.rindex(".") else "."
    if commas > 1 or dots > 1:
        return "." if commas else ","
    if not commas and not dots:
        return ""
    mark = "," if commas else "."
    before, _, after = body.partition(mark)
    proven = len(after) != 3 or before in ("", "0") or len(before) > 3
    return mark if proven else f"?{mark}"


def own_mark(cell: object) -> str:
    """Return the decimal mark of a cell that is read by its own evidence.

    Raises
    ------
    InputError
        If it alone could be read two ways.
    """
    mark = mark_in(cell) if isinstance(cell, str) else ""
    if mark.startswith("?"):
        problem, advice = _two_readings(str(cell), mark[1])
        raise InputError(
            f"read by itself, {problem}",
            found=cell,
            advice=f"write it without groups, or {advice} for the whole file",
        )
    return mark or "."


def _two_readings(cell: str, mark: str) -> tuple[str, str]:
    """Return what a cell may be, written out both ways, and how to say which.

    Examples
    --------
    >>> _two_readings("1,234 ms", ",")[0]
    'this may be 1234 ms or 1.234 ms: its comma may group thousands or be the decimal mark'
    """
    body, other = body_of(cell), MARKS[mark == "."]
    written = (cell.replace(body, body.replace(mark, to), 1) for to in ("", "."))
    grouped, decimal = (one_line(text.strip(), 60) for text in written)
    kind = "comma" if mark == "," else "dot"
    problem = f"this may be {grouped} or {decimal}: its {kind} may group thousands or be the decimal mark"
    return problem, f"say --decimal {other} ({grouped}) or --decimal {mark} ({decimal})"


def column_decimal(
    marks: Marks, *, proven_elsewhere: set[str], delimiter: str, forced: str | None
) -> tuple[str, str]:
    """Return the decimal mark of a column, and in words what decided it; "" where there was no question.

    What the column itself proves decides; else what other columns of measures prove, unless the semicolons
    between the cells contradict them. Else a semicolon means decimal commas, so that `1.234` is then unclear
    too.

    Raises
    ------
    InputError
        If the column uses both marks as decimals, or nothing tells what `1,234` is.
    """
    if forced is not None:
        return forced, "as --decimal says" if marks != Marks() else ""
    if marks.dot is not None and marks.comma is not None:
        raise InputError(
            f"{quoted(marks.dot)} in the same column has another decimal mark",
            found=marks.comma,
            advice="write the same mark throughout, or say --decimal per-cell",
        )
    if marks.dot is not None:
        return ".", f"{quoted(marks.dot)} proves it" if marks.unclear_comma is not None else ""
    if marks.comma is not None:
        asked = marks.unclear_comma is not None or marks.unclear_dot is not None
        return ",", f"{quoted(marks.comma)} proves it" if asked else ""
    elsewhere = next(iter(proven_elsewhere)) if len(proven_elsewhere) == 1 else None
    unclear = marks.unclear_comma or marks.unclear_dot
    if unclear is None:
        return ".", ""
    if elsewhere is not None and not (
        delimiter == ";" and elsewhere == "." and marks.unclear_comma is not None
    ):
        return elsewhere, "other columns prove it"
    if elsewhere is not None:
        raise _against_others(unclear, ",", "semicolons part the cells")
    if marks.unclear_comma is None and delimiter != ";":
        return ".", ""
    if marks.unclear_comma is not None and delimiter == ";":
        return ",", "the cells are parted by semicolons"
    problem, advice = _two_readings(unclear, "." if marks.unclear_comma is None else ",")
    likely = "." if marks.unclear_comma is not None else "," if delimiter == ";" else ""
    problem += ", and no other column that counts tells"
    raise InputError(problem, found=unclear, advice=advice, options=["--decimal", likely] if likely else [])


_DOUBT = 3.0
"""By how much nearer the numbers of a column must lie with decimal dots than with groups."""
_SENTINELS = frozenset({"9999", "9999.0", "99999", "99999.0", "999999", "999999.0"})
_REMARKABLE = frozenset("~≈±([/*")


class Number(NamedTuple):
    """A cell as it was understood; `value` is None where it holds no number."""

    value: float | None
    resolution: float
    unit: Unit | None
    found: str


def decimal_of(
    field: Column, marks: Marks, proven: set[str], delimiter: str, options: Options
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


def refuse_unlike(field: Column, marks: Marks, options: Options) -> None:
    """Refuse such as `1.234` alone beside numbers that have decimal commas, whether these count or not.

    Raises
    ------
    InputError
        If nothing proves that the dot is a decimal mark.
    """
    cell = marks.unclear_dot
    if options.decimal is None and cell is not None and not marks.proven:
        at = field.cells.index(cell)
        error = _against_others(cell, ".", "this one has none")
        raise error.at(line=field.lines[at], column=field.columns[at])


def refuse_doubtful_dots(
    field: Column,
    heading: Heading,
    decimal: str,
    proven: set[str],
    options: Options,
    places: Iterable[int] | None = None,
) -> None:
    """Refuse a column whose dots may as well be the other mark, and neither cells nor sizes tell.

    `1.234` beside 980 is a thousandth of it with a decimal dot, and 1.234 beside 1 a thousand times as much
    with groups. Whoever writes `12345` groups no digits, so that there the dot is a decimal mark; and
    there are no thousandths of a byte.

    Parameters
    ----------
    decimal : {".", ",", "per-cell"}
        The mark that was taken.
    proven : set of str
        Marks that are proven: by the column itself or, of a dot, by others.
    places : iterable of int, optional
        The cells of one measure, where the column has several.

    Raises
    ------
    InputError
        If the numbers do not lie much nearer to each other with this mark than with the other.
    """
    if options.decimal is not None or decimal in proven:
        return
    at = {cell: i for i in places or range(len(field.cells)) if isinstance(cell := field.cells[i], str)}
    texts = [cell for cell in at if not is_missing(cell)]
    dotted = [cell for cell in texts if mark_in(cell) == "?."]
    whole = [cell for cell in texts if (body := body_of(cell)).isdigit() and body.strip("0")]
    if not dotted or (decimal == "." and (not whole or any(len(body_of(cell)) > 3 for cell in whole))):
        return
    try:
        taken, other = (_spread(texts, mark) for mark in (decimal, MARKS[decimal == "."]))
    except InputError:  # a cell is no number; who reads it says so
        return
    if taken > other / _DOUBT and not (decimal == "," and _are_bytes(heading, texts)):
        line, column = field.lines[at[dotted[0]]], field.columns[at[dotted[0]]]
        if decimal == ",":
            raise _against_others(dotted[0], ".", "this one has none").at(line=line, column=column)
        problem, advice = _two_readings(dotted[0], ".")
        why = f"{quoted(whole[0])} stands in the same column"
        raise InputError(f"{problem}, and {why}", line=line, column=column, found=dotted[0], advice=advice)


def _are_bytes(heading: Heading, cells: Iterable[str]) -> bool:
    """Say whether numbers are of single bytes."""
    measure = MEASURES.get(heading.measure or "")
    units = {heading.unit, *(parse_number(cell, ",").unit for cell in cells)} - {None}
    return measure is not None and measure.unit.symbol == "B" and units <= {measure.unit}


def _against_others(cell: str, mark: str, but: str) -> InputError:
    """Return the refusal of a cell that other columns alone make one with groups."""
    problem, _ = _two_readings(cell, mark)
    other, body = MARKS[mark == "."], body_of(cell)
    kind = "dots" if other == "." else "commas"
    return InputError(
        f"{problem}; other columns have decimal {kind}, and {but}",
        found=cell,
        advice=f"say --decimal {other} ({cell.replace(body, body.replace(mark, ''), 1).strip()}), or write "
        f"decimals as the other columns do ({cell.replace(body, body.replace(mark, other), 1).strip()})",
        options=["--decimal", other],
    )


def _spread(cells: Iterable[str], decimal: str) -> float:
    """Return how many times the smallest number of a column the largest is, its units reckoned in."""
    numbers = [parse_number(cell, decimal) for cell in cells]
    sizes = [abs(n.value) * float(n.unit.factor if n.unit is not None else 1) for n in numbers if n.value]
    return max(sizes) / min(sizes)


def numbers_of(field: Column, heading: Heading, decimal: str) -> list[Number]:
    """Return the numbers of a column.

    Raises
    ------
    InputError
        If a cell is not what it should be; the message names the first that is not.
    """
    if _in_letters(field, heading):
        written = replace(field, cells=["" if is_missing(cell) else f"{cell}B" for cell in field.cells])
        with suppress(InputError):  # what is wrong is said of the cells as they stand
            numbers = numbers_of(written, heading, decimal)
            cells = zip(numbers, field.cells, strict=True)
            return [number._replace(found=text_of(cell)) for number, cell in cells]
    if set(map(type, field.cells)) == {str}:
        known: dict[object, Number] = {}  # a text that stands in many cells is understood once
        for cell in dict.fromkeys(map(str, field.cells)):
            plain = plain_number(cell) if decimal == "." else None
            if plain is not None:
                known[cell] = Number(*plain, heading.unit, cell)
            else:
                known[cell] = _number_of(cell, field, heading, decimal)
        found = [known[cell] for cell in field.cells]
    else:
        found = [_number_of(cell, field, heading, decimal) for cell in field.cells]
    refuse_half_stated(found, field.lines, field.columns)
    if heading.measure is not None:
        _refuse_sentinels(found, field)
    return found if heading.measure in MEASURES else _in_one_unit(found)


def _in_one_unit(numbers: list[Number]) -> list[Number]:
    """Return numbers in units of one dimension, `210 ms` and `1.2 s`, all in the first of these."""
    units = {number.unit for number in numbers} - {None}
    if len(units) < 2 or len({unit.dimension for unit in units if unit is not None}) > 1:
        return numbers
    to = next(number.unit for number in numbers if number.unit is not None)
    return [
        number
        if number.value is None or number.unit is None
        else number._replace(
            value=convert(number.value, number.unit, to),
            resolution=convert(number.resolution, number.unit, to),
            unit=to,
        )
        for number in numbers
    ]


_TAKES_BYTES = re.compile(r"size|memory|\b(?:mem|ram|rss|heap|disk|footprint|space)\b", re.IGNORECASE)


def _in_letters(field: Column, heading: Heading) -> bool:
    """Say whether sizes all end in letters, `1.1G`: in units of unstated base, as `1.1 GB` is."""
    measure = MEASURES.get(heading.measure or "")
    of_bytes = _TAKES_BYTES.search(heading.text) if measure is None else measure.unit.dimension == "bytes"
    if heading.unit is not None or not of_bytes:
        return False
    texts = texts_of(field)
    return len(texts) > 1 and all(text[-1] in "kKMGT" for text in texts)


def _number_of(cell: object, field: Column, heading: Heading, decimal: str) -> Number:
    try:
        return number_in(cell, heading, decimal)
    except InputError as error:
        at = next(at for at, other in enumerate(field.cells) if other is cell)
        if isinstance(cell, str) and CLOCK.fullmatch(cell.strip()):
            named = f"{heading.measure or heading.words} (m:ss)={field.heading}"
            error = error.advising(f"{error.advice}, or say --map {quote(named)}, or (h:mm)")
            error = error.proposing("--map", named)
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
    if dimension.endswith(" per time") or (unit is None and is_rate(heading.text)):
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


def _refuse_sentinels(numbers: Sequence[Number], field: Column) -> None:
    """Refuse 9999 and the like where it stands far above every other number of its column."""
    suspects = {n.found: n.value for n in numbers if n.value is not None and n.found in _SENTINELS}
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
                advice=f"leave the cell empty, or write {value:.{len(f'{value:.0f}')}e} if that was measured",
            )


def remarks_told(columns: Mapping[str, Iterable[str]], remarks: Container[str]) -> tuple[str, ...]:
    """Return what is told with the answer of cells of which not all is read: once for all such columns.

    Parameters
    ----------
    columns : mapping of str to iterable of str
        The cells by the heading that they stand under.
    remarks : container of str
        What is told of such cells.
    """
    found: dict[str, tuple[str, list[str]]] = {}
    for heading, cells in columns.items():
        for cell in dict.fromkeys(cells):
            if not _REMARKABLE.isdisjoint(cell) and (remark := remarks_on(cell)) in remarks:
                headings = found.setdefault(remark, (cell, []))[1]
                headings += [] if heading in headings else [heading]
    return tuple(
        f"in cells such as {quoted(cell)} {remark} ({listed(headings, 4)})"
        for remark, (cell, headings) in found.items()
    )


def notes_on(field: Column, numbers: Iterable[Number], decimal: str, why: str) -> list[str]:
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
