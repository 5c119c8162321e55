r"""Tables on the page: columns that wrap, and tables that go on below where the page is too narrow or full.

A table is cut into parts of as many columns as a line of a bare article holds (345 pt), the first column in
each, and of as many rows as a page holds. No package but booktabs is needed, and nothing floats.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ahp.report.content.tables import ShownTable
from ahp.report.latex.escaping import escaped
from ahp.report.latex.widths import points

LINE = 345.0
"""Points of a line in a bare article."""
_GAP = 8.0  # points between two columns: two times \tabcolsep
_FIRST = 85.0  # points that the first column is given at least, where others stand beside it
_WORDS = 70.0  # points that a column of words is given at least; no word that cannot be broken is wider
_HEAD = 62.0  # points of a heading over numbers, beyond which it is broken
_LINES = 40  # lines of a part: two thirds of a page, so that one fits below a heading
_MOST = 700  # characters of a cell: one that fills a page cannot be broken


@dataclass(frozen=True)
class _Column:
    """A column: how wide it is, whether it holds words, its heading in lines, its cells."""

    width: float
    wish: float
    words: bool
    head: tuple[str, ...]
    cells: tuple[str, ...]


def table_lines(table: ShownTable) -> list[str]:
    """Return a table in as many parts as it takes, the caption above the first."""
    columns = [_column(table, position) for position in range(len(table.heads))]
    lines = [rf"\ahpcaption{{{escaped(table.caption)}}}"]
    for block in _blocks(columns):
        wide = _widened(block)
        for rows in _pages(wide):
            lines += _part(wide, rows)
    return lines


def _column(table: ShownTable, position: int) -> _Column:
    head = table.heads[position]
    cells = tuple(_cut(row[position]) for row in table.rows)
    widest = max((points(cell) for cell in cells), default=0.0)
    if position == 0 or position in table.words or widest > 1.5 * _WORDS:
        wish = max(widest, min(points(head), 1.5 * _FIRST)) + 2
        return _Column(min(wish, _FIRST if position == 0 else _WORDS), wish, True, (_cut(head),), cells)
    shown = tuple(_broken(_cut(head), max(_HEAD, widest)))
    width = max(widest, *map(points, shown)) + 1
    return _Column(width, width, False, shown, cells)


def _cut(text: str) -> str:
    return text if len(text) <= _MOST else f"{text[: _MOST - 1]}…"


def _broken(text: str, room: float) -> Iterator[str]:
    """Yield text in lines of that many points, broken at blanks and signs, or else anywhere."""
    line = ""
    for word in re.findall(r"[^\s_/]*[_/]?\s*", text):
        if line.strip() and points(line + word.rstrip()) > room:
            yield line.rstrip()
            line = ""
        for letter in word:
            if points((line + letter).rstrip()) > room:
                yield line.rstrip()
                line = ""
            line += letter
    yield line.rstrip()


def _blocks(columns: Sequence[_Column]) -> Iterator[list[_Column]]:
    """Yield as many columns as fit beside the first, until all have been."""
    first, *others = columns
    block, taken = [first], first.width
    for column in others:
        if len(block) > 1 and taken + _GAP + column.width > LINE:
            yield block
            block, taken = [first], first.width
        block.append(column)
        taken += _GAP + column.width
    yield block


def _widened(block: Sequence[_Column]) -> list[_Column]:
    """Return columns of words as wide as they wish, as far as the line has room left."""
    left = LINE - sum(column.width for column in block) - _GAP * (len(block) - 1)
    lacking = sum(column.wish - column.width for column in block)
    part = min(1.0, left / lacking) if lacking > 0 else 0.0
    return [replace(column, width=column.width + part * (column.wish - column.width)) for column in block]


def _pages(block: Sequence[_Column]) -> Iterator[range]:
    """Yield which rows stand together; a row is as high as its highest cell."""
    start, taken = 0, 0
    rows = len(block[0].cells)
    for row in range(rows):
        height = max(_height(column, column.cells[row]) for column in block)
        if row > start and taken + height > _LINES:
            yield range(start, row)
            start, taken = row, 0
        taken += height
    yield range(start, rows)


def _height(column: _Column, cell: str) -> int:
    width = points(cell) / column.width
    return math.ceil(1.2 * width) if column.words and width > 1 else 1  # no line is filled to its end


def _part(block: Sequence[_Column], rows: range) -> list[str]:
    form = "".join(f"p{{{column.width:.1f}pt}}" if column.words else "r" for column in block)
    return [
        rf"\begin{{ahptable}}{{@{{}}{form}@{{}}}}",
        r"\toprule",
        _row([_head(column) for column in block]),
        r"\midrule",
        *(_row([_cell(column, column.cells[row]) for column in block]) for row in rows),
        r"\bottomrule",
        r"\end{ahptable}",
    ]


def _row(cells: Sequence[str]) -> str:
    return rf"{' & '.join(cells)} \tabularnewline"


def _head(column: _Column) -> str:
    if column.words:
        return _cell(column, column.head[0])
    lines = [escaped(line).replace(r"\allowbreak{}", "") for line in column.head]
    together = r" \\ ".join(lines)
    return together if len(lines) == 1 else rf"\ahphead{{{together}}}"


def _cell(column: _Column, text: str) -> str:
    if column.words:
        return rf"\ahptext {escaped(text)}" if text else ""
    shown = escaped(text).replace(r"\allowbreak{}", "")
    # A number below zero has a minus, not a hyphen.
    return rf"\ensuremath{{-}}{shown[1:]}" if shown[:1] == "-" and text[1:2].isdigit() else shown
