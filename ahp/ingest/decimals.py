"""Decimal marks, decided for each column from what its cells prove."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ahp.errors import InputError, one_line, quoted
from ahp.ingest.numbers import body_of

MARKS = (".", ",")
PER_CELL = "per-cell"
"""Said by the caller where each cell is to be read by its own evidence."""


@dataclass(frozen=True)
class Marks:
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

    What the column itself proves decides; else what the other columns prove. Else a semicolon between the
    cells means decimal commas, so that `1.234` is then unclear too.

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
    if elsewhere is not None:
        return elsewhere, "other columns prove it"
    if marks.unclear_comma is None and delimiter != ";":
        return ".", ""
    if marks.unclear_comma is not None and delimiter == ";":
        return ",", "the cells are parted by semicolons"
    problem, advice = _two_readings(unclear, "." if marks.unclear_comma is None else ",")
    raise InputError(f"{problem}, and nothing in the file tells", found=unclear, advice=advice)
