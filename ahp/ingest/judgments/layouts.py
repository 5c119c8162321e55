"""Judgments as other programs write them: square matrices, surveys, and what AHP-OS exports of a group.

A sheet of a workbook is asked for its cells by their places, and refuses them by these.

* A square matrix has the items over its columns and before its rows, or only over its columns, or nowhere;
  either half of it may be empty.
* A survey has a column for each pair, `price vs look` or, where all pairs are there, `price_look`, with
  `wrt quality` behind it where it is not the goal that they are compared under. Where any answer is below 0,
  they stand on a line from the first item to the second, as in the data of R's ahpsurvey: -3 is three times
  the first, 3 three times the second.
* What AHP-OS (Goepel 2018) exports of a group has the consolidated matrix of each node, the goal's first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from ahp.errors import InputError, quoted
from ahp.ingest.files.open import Source
from ahp.ingest.files.packed import Sheets
from ahp.ingest.files.workbook import Uncomputed
from ahp.ingest.tables.cells import is_missing
from ahp.ingest.tables.delimited import is_number, records_of

_VERSUS = re.compile(r"(.+?)\s+(?:vs\.?|versus)\s+(.+?)(?:\s+wrt\.?\s+(.+))?", re.IGNORECASE)
_RESPONDENT = ("participant", "respondent", "person", "expert", "name", "id", "user", "")

Cells = tuple[int | None, list[str]]


@dataclass(frozen=True)
class Said:
    """One answer: its line, who gave it, under what, the pair, the text, and the column of the table."""

    line: int | None
    participant: str
    under: str
    first: str
    second: str
    text: str
    column: str


class Answers(NamedTuple):
    """The answers of a file, and what it says beside them.

    Attributes
    ----------
    said : list of Said
    notes : list of str
        How it was read.
    goal : str
        What it is about; empty where that is not said.
    weights : mapping of str to float
        How much participants count; empty where they do alike.
    criteria : bool
        Whether it says that criteria are compared where nothing stands beneath.
    """

    said: list[Said]
    notes: list[str]
    goal: str = ""
    weights: Mapping[str, float] = MappingProxyType({})
    criteria: bool = False


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


def answers_in_other_layouts(
    source: Source, *, is_long: Callable[[Sequence[str]], bool], number: Callable[[str], float]
) -> Answers | None:
    """Return the answers of a matrix or a survey; None if it is neither.

    Parameters
    ----------
    source : Source
    is_long : callable
        Whether a heading is that of a table with a row for each judgment.
    number : callable
        What a cell says; NaN where it is no judgment.
    """
    grid = _grid(source)
    if len(grid) < 2 or is_long(grid[0][1]):
        return None
    matrix = _matrix(grid, number)
    return Answers(matrix, []) if matrix else _answers_in_export(grid) or _survey(grid)


def _grid(source: Source) -> list[Cells]:
    if source.table is None:
        return [(line, [cell.strip() for cell in cells]) for line, cells in records_of(source)]
    rows = [
        ["" if cell is None else str(cell).strip() for cell in cells]
        for cells in zip(*source.table.values(), strict=True)
    ]
    heading, *lines = source.lines or range(len(rows) + 1)
    return [(heading, [name.strip() for name in source.table]), *zip(lines, rows, strict=True)]


def _matrix(grid: Sequence[Cells], number: Callable[[str], float]) -> list[Said]:
    """Return the answers of a square matrix, of each half that is filled in; none if it is no matrix."""
    (_, head), body = grid[0], grid[1:]
    n = len(body)
    names, rows = [str(k + 1) for k in range(len(grid))], [(line, cells) for line, cells in grid]
    if not any(map(is_number, head[1:])) and all(head[1:]) and n > 1:
        before = [cells[0] for _, cells in body]
        if len(head) == n + 1 and [name.casefold() for name in before] == [x.casefold() for x in head[1:]]:
            names, rows = head[1:], [(line, cells[1:]) for line, cells in body]
        elif len(head) == n and head[0]:
            names, rows = list(head), list(body)
    if len(set(names)) < len(names) or any(len(cells) != len(names) for _, cells in rows):
        return []
    values = [[1.0 if is_missing(cell) else number(cell) for cell in cells] for _, cells in rows]
    if len(rows) != len(names) or any(v != v or v <= 0 for row in values for v in row):
        return []
    if any(values[k][k] != 1.0 for k in range(len(names))):
        return []
    return [
        Said(line, "", "", names[i], names[j], cells[j], names[j])
        for i, (line, cells) in enumerate(rows)
        for j in range(len(names))
        # Where a half is empty the pair is asked for once.
        if i != j and (i < j or not is_missing(cells[j]))
    ]


def _answers_in_export(grid: Sequence[Cells]) -> Answers | None:
    """Return the group's consolidated judgments in an export of AHP-OS; None if it is none."""
    found: list[Said] = []
    node, names, left, nodes = "", [""], 0, 0
    for line, cells in grid:
        if cells[0] == "Node" and len(cells) > 1:
            node, nodes = (cells[1] if nodes else ""), nodes + 1
        elif cells[0] == "Weights" and "CR" in cells:
            names = cells[1 : cells.index("CR")]
        elif cells[0] == "Consolidated Decision Matrix":
            left = len(names)
        elif left and len(cells) > len(names):
            row = len(names) - left
            found += [
                Said(line, "", node, names[row], names[k], cells[k + 1], names[k])
                for k in range(row + 1, len(names))
            ]
            left -= 1
    return Answers(found, ["an export of AHP-OS: the group's consolidated judgments"]) if found else None


def _survey(grid: Sequence[Cells]) -> Answers | None:
    (_, head), body = grid[0], grid[1:]
    pairs = _pairs(head)
    if not pairs:
        return None
    lower = [name.casefold() for name in head]
    who = next((lower.index(name) for name in _RESPONDENT if name in lower), None)
    if who in pairs:
        who = None
    rows = [(line, cells) for line, cells in body if any(not is_missing(cells[at]) for at in pairs)]
    on_a_line = any(cells[at].startswith(("-", "−")) for _, cells in rows for at in pairs)
    found = [
        Said(
            line,
            f"row {number}" if who is None or not cells[who] else cells[who],
            under,
            first,
            second,
            _judgment_on_line(cells[at]) if on_a_line else cells[at],
            head[at],
        )
        for number, (line, cells) in enumerate(rows, 1)
        for at, (first, second, under) in pairs.items()
    ]
    notes = []
    if on_a_line:
        first, second, _ = next(iter(pairs.values()))
        notes.append(
            f"answers below 0 stand on a line: -3 is 3 times {first} over {second}, 3 is 3 times {second} "
            f"over {first}; turn the signs if it was meant otherwise"
        )
    unused = [name for at, name in enumerate(head) if at not in pairs and at != who]
    if unused:
        notes.append(f"columns that are no pair were left out: {', '.join(unused)}")
    return Answers(found, notes)


def _pairs(head: Sequence[str]) -> dict[int, tuple[str, str, str]]:
    """Return by its column each pair that a heading names, and under what."""
    found = {
        at: (parts[1], parts[2], parts[3] or "")
        for at, name in enumerate(head)
        if (parts := _VERSUS.fullmatch(name))
    }
    if found:
        return found
    cuts = {at: list(_cuts(name)) for at, name in enumerate(head)}
    often = Counter(item for pairs in cuts.values() for pair in pairs for item in pair)
    joined = {
        at: (*max(pairs, key=lambda pair: often[pair[0]] + often[pair[1]]), "")
        for at, pairs in cuts.items()
        if pairs
    }
    items = {item for first, second, _ in joined.values() for item in (first, second)}
    every = {frozenset((first, second)) for first, second, _ in joined.values()}
    return joined if joined and len(joined) == len(every) == len(items) * (len(items) - 1) / 2 else {}


def _cuts(name: str) -> Iterator[tuple[str, str]]:
    """Yield each way to part `a_b_c` into two names."""
    parts = name.split("_")
    for at in range(1, len(parts)):
        first, second = "_".join(parts[:at]), "_".join(parts[at:])
        if first and second and first != second:
            yield first, second


def _judgment_on_line(text: str) -> str:
    """Return what an answer on a line says of the first item over the second."""
    if is_missing(text):
        return text
    return text[1:] if text[0] in "-−" else text if text == "1" else f"1/{text}"
