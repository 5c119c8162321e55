"""Blocks as they stand in a terminal; the answer of a decision has none, and does not load them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from ahp.printing import printable, shortened
from ahp.report.page import Block, Heading, Paragraph, Table, flat
from ahp.report.terminal import GAP, WIDTH, Grid, Line, Page, cell_width, indented

_MOST = 28
"""Columns of a name, or of a heading; a longer one goes on below."""


def print_blocks(page: Page, blocks: Iterable[Block]) -> None:
    """Write blocks: headings and tables below an empty line, sentences below what they belong to."""
    before: Block | None = None
    for block in flat(blocks):
        below = isinstance(block, Paragraph) and not isinstance(before, Table)
        if page.begun and not (below and before):
            page.print()
        if isinstance(block, Heading):
            said = f"   {printable(block.said)}" if block.said else ""
            page.print(Line(((shortened(block.text, 40), "bold"), (said, "bold"))))
        elif isinstance(block, Table):
            for number, grid in enumerate(_grids(block)):
                if number:
                    page.print()
                page.print(grid)
        else:
            page.print(indented(printable(block.text)))
        before = block


def _grids(table: Table) -> Iterator[Grid]:
    """Yield a table as one that fits, or as several with the columns that name its rows in each."""
    columns = list(zip(table.heads, *table.rows, strict=True))
    words = {0, *table.words}
    cells = [
        [shortened(cell, 2 * _MOST if at in words else _MOST) for cell in column]
        for at, column in enumerate(columns)
    ]
    widths = [min(max(map(cell_width, column)), _MOST) for column in cells]
    above = ["", *cells[0]]
    cells[0] = ["" if cell == same else cell for same, cell in zip(above, cells[0], strict=False)]
    names = next((at for at in range(len(widths)) if at not in words), len(widths))
    for block in _fitting(widths, names):
        grid = Grid()
        for at in block:
            if at in words:
                grid.add_column(cells[at][0], folds=True, most=_MOST)
            else:
                grid.add_column(cells[at][0], justify="right")
        for row in range(1, len(cells[0])):
            grid.add_row(*(cells[at][row] for at in block))
        yield grid


def _fitting(widths: Sequence[int], names: int) -> Iterator[list[int]]:
    """Yield which columns stand together, those that name the rows in each table, as many as fit."""
    named = list(range(names))
    room = WIDTH - sum(widths[:names]) - GAP * (names - 1)
    block, taken = named, 0
    for at in range(names, len(widths)):
        if len(block) > names and taken + GAP + widths[at] > room:
            yield block
            block, taken = named, 0
        block = [*block, at]
        taken += GAP + widths[at]
    yield block
