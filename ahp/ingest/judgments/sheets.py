"""A sheet of a workbook whose cells are asked for by their places, and refused by them."""

from __future__ import annotations

from ahp.errors import InputError, quoted
from ahp.ingest.files.packed import Sheets
from ahp.ingest.files.workbook import Uncomputed


class Sheet:
    """A sheet of which cells are asked for."""

    def __init__(self, title: str, sheets: Sheets) -> None:
        self.title, self.cells = title, dict(sorted(sheets[title].items()))
        self._places: dict[str, tuple[int, int]] = {}
        for place in self.cells:
            self._places.setdefault(self.text(*place), place)

    def text(self, row: int, column: int) -> str:
        """Return what stands there as text; nothing of a formula without a value."""
        value = self.cells.get((row, column))
        return "" if value is None or isinstance(value, Uncomputed) else str(value).strip()

    def find(self, text: str) -> tuple[int, int] | None:
        """Return where a text stands first."""
        return self._places.get(text)

    def column_of(self, text: str, row: int) -> int | None:
        """Return the column in which a text, or one that it is part of, stands in a row."""
        return next((place[1] for place in self.cells if place[0] == row and text in self.text(*place)), None)

    def beside(self, label: str) -> tuple[int, int]:
        """Return the place to the right of a label."""
        row, column = self.find(label) or (1, 1)
        return row, column + 1

    def number(self, row: int, column: int) -> float | None:
        """Return a number that is no date and no truth."""
        value = self.cells.get((row, column))
        return float(value) if isinstance(value, int | float) and not isinstance(value, bool) else None

    def error(self, row: int, column: int, what: str, advice: str) -> InputError:
        """Return the refusal of a cell."""
        found = self.cells.get((row, column))
        shown = "it is empty" if found is None else f"found {quoted(str(found))}"
        return InputError(
            f"sheet {quoted(self.title)}, cell {letters(column)}{row}: {shown}; {what}", advice=advice
        )


def letters(column: int) -> str:
    """Return what a spreadsheet calls a column.

    Examples
    --------
    >>> letters(2), letters(27)
    ('B', 'AA')
    """
    before, last = divmod(column - 1, 26)
    return (letters(before) if before else "") + chr(65 + last)
