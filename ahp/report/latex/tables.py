r"""Tables of the page: columns that wrap, as wide as a line has room; `longtable` breaks them over pages.

Where a table has more columns than a line of a bare article holds (345 pt), the others go on below in a table
of their own, with the first column again. Every column has its width, so that one run of LaTeX is enough.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from ahp.report.latex.escaping import LONG, escaped, points
from ahp.report.page import Table

LINE = 345.0
"""Points of a line in a bare article."""
_GAP = 8.0  # points between two columns: two times \tabcolsep
_FIRST = 85.0  # points that the first column is given at least, where others stand beside it
_MOST = 700  # characters of a cell: LaTeX breaks a table between rows, and none of them may fill a page


@dataclass(frozen=True)
class _Column:
    """Which column of the table it is, how wide it is and would be, and whether it holds words."""

    at: int
    width: float
    wish: float
    words: bool


def table_lines(table: Table) -> list[str]:
    """Return a table as a `longtable`, or as several where it is too wide; the first has the caption."""
    columns = [_column(table, at) for at in range(len(table.heads))]
    blocks = [_widened(block) for block in _blocks(columns)]
    caption = rf"\ahpcaption{{{escaped(table.caption)}}}{{{len(blocks[0])}}}"
    return [
        line
        for number, block in enumerate(blocks)
        for line in _part(table, block, [] if number else [caption])
    ]


def _column(table: Table, at: int) -> _Column:
    head = points(table.heads[at])
    widest = max((points(_cut(row[at])) for row in table.rows), default=0.0)
    if at == 0 or at in table.words or widest > 1.5 * LONG:
        wish = max(widest, min(head, 1.5 * _FIRST)) + 2
        return _Column(at, min(wish, LONG if at else _FIRST), wish, True)
    longest = max((min(points(word), LONG) for word in table.heads[at].split()), default=0.0)
    # A heading goes on in a second line rather than send a column to another table.
    width = max(widest, longest, min(head / 2, LONG)) + 1
    return _Column(at, width, max(width, head + 1), False)


def _cut(text: str) -> str:
    return text if len(text) <= _MOST else f"{text[: _MOST - 1]}…"


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


def _part(table: Table, block: Sequence[_Column], caption: Sequence[str]) -> list[str]:
    kinds = ["words" if column.words else "number" for column in block]
    widths = [int(10 * column.width) / 10 for column in block]
    form = "".join(rf">{{\ahp{kind}}}p{{{width}pt}}" for kind, width in zip(kinds, widths, strict=True))
    return [
        rf"\begin{{ahptable}}{{@{{}}{form}@{{}}}}",
        *caption,
        r"\toprule",
        _row(table.heads, block),
        r"\midrule",
        r"\endhead",
        r"\bottomrule",
        r"\endfoot",
        *(_row(row, block) for row in table.rows),
        r"\end{ahptable}",
    ]


def _row(texts: Sequence[str], block: Sequence[_Column]) -> str:
    return rf"{' & '.join(_cell(texts[column.at], column) for column in block)} \tabularnewline"


def _cell(text: str, column: _Column) -> str:
    """Return a cell; a number below zero has a minus, not a hyphen."""
    shown = escaped(_cut(text))
    negative = not column.words and shown[:1] == "-" and shown[1:2].isdigit()
    return rf"\ensuremath{{-}}{shown[1:]}" if negative else shown
