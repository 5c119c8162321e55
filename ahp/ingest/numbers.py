"""Cells as numbers: decimal marks decided for each column from evidence, units, printed digits."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from numbers import Real

from ahp.errors import InputError, UnitError, quoted
from ahp.units import Unit, find

MISSING = frozenset(
    {
        "",
        "na",
        "n/a",
        "nan",
        "-nan",
        "null",
        "none",
        "-",
        "--",
        "—",
        "–",
        "missing",
        "+++++",
        "n.a.",
    }
)
"""What stands in a cell that holds no number, in lower case."""

_NOT_FINITE = frozenset({"inf", "+inf", "-inf", "infinity", "+infinity", "-infinity", "∞", "-∞"})
_SPACES = str.maketrans({"\u00a0": " ", "\u202f": " ", "\u2009": " ", "\u2212": "-", "\ufeff": None})
_NUMBER = re.compile(
    r"[~≈]?\s*([+-]?)((?:\d[\d.,'’_ ]*)|(?:[.,]\d+))(?:[eE]([+-]?\d{1,6}))?\s*(\D.*)?$",
    re.DOTALL | re.ASCII,
)
_PER = re.compile(r"(?<=\s)1(?=/[a-z]+$)")


@dataclass(frozen=True)
class Parsed:
    """A number as it was printed.

    Attributes
    ----------
    value : float
    resolution : float
        Half a unit of its last printed digit.
    unit : Unit or None
        The unit beside it in the cell.
    """

    value: float
    resolution: float
    unit: Unit | None


def is_missing(cell: object) -> bool:
    """Say whether a cell holds no number."""
    if cell is None:
        return True
    if isinstance(cell, str):
        return cell.translate(_SPACES).strip().casefold() in MISSING
    return (isinstance(cell, Real) and cell != cell) or type(cell).__name__ in ("NAType", "NaTType")


def decimal_mark(cells: Iterable[object]) -> set[str]:
    """Return the decimal marks that the cells of a column prove: none, one, or contradicting ones.

    `1.5` proves a dot and `1,5` a comma; `1,234,567` proves that the comma groups digits. `1,234` alone
    proves nothing.

    Examples
    --------
    >>> decimal_mark(["1,5", "1.234"])
    {','}
    >>> decimal_mark(["1,234"])
    set()
    """
    return {mark for cell in cells if isinstance(cell, str) and (mark := _evidence(cell)) in (".", ",")}


def unproven_mark(cells: Iterable[object]) -> str | None:
    """Return the first cell whose only mark could be a decimal or a thousands mark, such as `1,234`."""
    for cell in cells:
        if isinstance(cell, str) and _evidence(cell) == "?,":
            return cell
    return None


def weak_dot(cells: Iterable[object]) -> str | None:
    """Return the first cell like `1.234`, which is 1234 where decimals are written with a comma."""
    for cell in cells:
        if isinstance(cell, str) and _evidence(cell) == "?.":
            return cell
    return None


def all_numbers(cells: Iterable[object], decimal: str) -> bool:
    """Say whether every cell is a number written with this decimal mark, or empty."""
    try:
        for cell in cells:
            if not is_missing(cell):
                parse_number(cell, decimal)
    except InputError:
        return False
    return True


def parse_number(cell: object, decimal: str = ".") -> Parsed:
    """Return the number in a cell.

    Parameters
    ----------
    cell : str or number
        Text such as `1.69x`, `40.83%`, `2,220,787,088`, `12 ms`, or a number.
    decimal : {".", ","}
        The decimal mark of its column; the other one groups digits.

    Raises
    ------
    InputError
        If there is no number, or it is not finite.

    Examples
    --------
    >>> parse_number("40.83%")
    Parsed(value=40.83, resolution=0.005, unit=Unit(symbol='%', dimension='share', factor=Fraction(1, 100)))
    >>> parse_number("1.234,5", ",").value
    1234.5
    """
    if isinstance(cell, bool) or not isinstance(cell, str):
        return Parsed(_plain(cell), 0.0, None)
    text = _cleaned(cell)
    match = _NUMBER.fullmatch(text)
    if text.casefold() in _NOT_FINITE:
        raise InputError("a finite number is needed", found=cell)
    if match is None:
        raise InputError("a number is needed", found=cell, advice="correct the cell, or leave it empty")
    sign, body, exponent, rest = match.groups()
    digits = _plain_digits(body.strip(), decimal, cell)
    value = float(f"{sign}{digits}e{exponent or 0}")
    if not math.isfinite(value):
        raise InputError("the number is too large; a finite number is needed", found=cell)
    places = len(digits.partition(".")[2])
    resolution = 0.5 * 10.0 ** (int(exponent or 0) - places) if abs(int(exponent or 0)) < 300 else 0.0
    return Parsed(value, resolution, _unit(rest, cell))


def _plain(cell: object) -> float:
    try:
        if isinstance(cell, bool):
            raise TypeError
        value = float(cell)  # type: ignore[arg-type]
    except (TypeError, ValueError):
        raise InputError("a number is needed", found=cell) from None
    except OverflowError:
        raise InputError("the number is too large; a finite number is needed", found=cell) from None
    if not math.isfinite(value):
        raise InputError("a finite number is needed", found=value)
    return value


def _cleaned(cell: str) -> str:
    text = cell.translate(_SPACES).strip().strip("*`\"'").strip()
    return _PER.sub("", text.partition("±")[0].strip())  # `12 1/s` is twelve, not twelve and one


def _unit(rest: str | None, cell: str) -> Unit | None:
    if rest is None or not rest.strip():
        return None
    unit = find(rest.strip())
    if unit is None:
        raise InputError(
            f"a number is needed, {quoted(rest.strip())} is not a unit",
            found=cell,
            advice="correct the cell",
        )
    return unit


def _evidence(cell: str) -> str:
    """Return what a cell proves about the decimal mark: `.`, `,`, `?.`, `?,` or nothing."""
    match = _NUMBER.fullmatch(_cleaned(cell))
    if match is None:
        return ""
    body = match.group(2).strip()
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


def _plain_digits(body: str, decimal: str, cell: str) -> str:
    """Return the digits with a dot as the decimal mark and without grouping."""
    grouping = "," if decimal == "." else "."
    whole, _, fraction = body.partition(decimal)
    if decimal in fraction or grouping in fraction or not re.fullmatch(r"\d*", fraction):
        raise InputError(f"the marks in this number do not fit a decimal {quoted(decimal)}", found=cell)
    for mark in (grouping, " ", "'", "’", "_"):
        if mark in whole:
            head, *groups = whole.split(mark)
            if not 1 <= len(head) <= 3 or any(len(group) != 3 for group in groups):
                raise InputError("the digits of this number are not grouped by threes", found=cell)
            whole = whole.replace(mark, "")
    return f"{whole or '0'}.{fraction}" if fraction else whole or "0"


def column_decimal(
    cells: Sequence[object], *, proven_elsewhere: set[str], delimiter: str, forced: str | None
) -> str:
    """Return the decimal mark of a column.

    What the column itself proves decides; else what the other columns prove. Else a semicolon between the
    cells means decimal commas, so that `1.234` is then unclear too.

    Raises
    ------
    InputError
        If the column uses both marks as decimals, or nothing tells what `1,234` is.
    """
    if forced is not None:
        return forced
    proven = decimal_mark(cells)
    if len(proven) > 1:
        one, other = (next(c for c in cells if isinstance(c, str) and _evidence(c) == m) for m in ",.")
        raise InputError(
            f"{quoted(other)} in the same column has another decimal mark",
            found=one,
            advice="write the same mark throughout",
        )
    if proven:
        return proven.pop()
    elsewhere = next(iter(proven_elsewhere)) if len(proven_elsewhere) == 1 else None
    unclear = unproven_mark(cells)
    if unclear is not None:
        if elsewhere is not None:
            return elsewhere
        if delimiter == ";":
            return ","
        raise InputError(
            "this may be a decimal or a thousands comma, and nothing in the file tells",
            found=unclear,
            advice="say --decimal , or --decimal .",
        )
    dotted = weak_dot(cells)
    if dotted is None:
        return "."
    if elsewhere is not None:
        return elsewhere
    if delimiter == ";":  # where decimals are usually written with a comma
        raise InputError(
            "this may be a decimal or a thousands dot, and nothing in the file tells",
            found=dotted,
            advice="say --decimal , or --decimal .",
        )
    return "."


def agreed_unit(heading: Unit | None, other: Unit | None, what: str) -> Unit | None:
    """Return the unit that a heading and `what` state, which must not contradict each other.

    Raises
    ------
    UnitError
        If both state one and they differ.
    """
    if heading is not None and other is not None and heading != other:
        problem = f"the heading says {heading.symbol}, {what} says {other.symbol}"
        raise UnitError(problem, advice="correct one of them")
    return other if other is not None else heading
