"""What every report for a terminal is written with: 80 columns, tables without lines, sentences, blocks."""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

from ahp.printing import printable, shortened
from ahp.report.names import NARROW, TIED, cell_width, fitting_columns

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

    from ahp.report.page import Block, Table

WIDTH = 80
_INDENT = 2
GAP = 2  # columns between those of a table
_WORD = re.compile(r" *[^ ]+ *")
_CODES = {"bold": "1", "dim": "2", "bold red": "1;31", "bold green": "1;32"}
"""How a terminal is told of each style that there is."""
Paint: TypeAlias = Callable[[str, str], str]
"""Gives a text its style, or leaves it as it is."""


class Line(NamedTuple):
    """Spans of text with their styles, one behind the other; `whole` is to be pasted and never folded."""

    spans: tuple[tuple[str, str], ...]
    indent: int = 0
    whole: bool = False


class Column(NamedTuple):
    """How the cells of one column stand: at least and at most so wide, longer ones folded where they may."""

    heading: str = ""
    justify: Literal["left", "right"] = "left"
    folds: bool = False
    least: int | None = None
    most: int | None = None


class Grid:
    """A table without lines, its columns two apart; without a row of headings where no column has one."""

    def __init__(self, columns: Iterable[Column], indent: int = 0) -> None:
        self.columns = list(columns)
        self.indent = indent
        self.rows: list[tuple[tuple[str, ...], str]] = []

    def add_row(self, *cells: str, style: str = "") -> None:
        """Add a row at the bottom; the last columns may have no cell in it."""
        self.rows.append((cells + ("",) * (len(self.columns) - len(cells)), style))


class Page:
    r"""A report that is being written, whatever the terminal around it is.

    Most reports are of narrow letters, and their tables fit: these are laid out here. Wide letters, tables to
    be squeezed and colours that go on in a second line are left to rich, which takes longer to load than such
    a report takes to be made; where both can, they write the same.

    Examples
    --------
    >>> page = Page()
    >>> page.print("a title")
    >>> page.print(indented("a sentence"))
    >>> page.finished()
    'a title\n  a sentence\n'
    """

    def __init__(self, *, colour: bool = False) -> None:
        self._colour = colour
        self._things: list[Line | Grid] = []

    def print(self, thing: str | Line | Grid = "", style: str = "") -> None:
        """Write a line, a sentence in as many lines as it takes, or a table; nothing is an empty line."""
        self._things.append(Line(((thing, style),)) if isinstance(thing, str) else thing)

    @property
    def begun(self) -> bool:
        """Whether there is anything on it."""
        return bool(self._things)

    def finished(self) -> str:
        """Return what was written; no line ends in spaces, which terminals and diffs dislike."""
        lines = _plain_lines(self._things, colour=self._colour)
        if lines is None:
            lines = _rich_lines(self._things, colour=self._colour)
        return "".join(f"{line.rstrip()}\n" for line in lines).replace(TIED, " ")


def pasted(text: str) -> Line:
    """Return a line of a command, which nothing folds."""
    return Line(((text, ""),), whole=True)


def indented(text: str) -> Line:
    """Return a sentence that stands a little to the right; a number keeps its per cent sign."""
    return Line(((text.replace(" %", f"{TIED}%"), ""),), _INDENT)


def _plain_lines(things: Sequence[Line | Grid], *, colour: bool) -> list[str] | None:
    """Return the lines; None where letters are not narrow, or a word, a colour or a table does not fit."""
    lines: list[str] = []
    paint: Paint = _painted if colour else lambda text, style: text
    for thing in things:
        found = _plain_table(thing, paint) if isinstance(thing, Grid) else _plain_sentence(thing, paint)
        if found is None:
            return None
        lines += found
    return lines


def _painted(text: str, style: str) -> str:
    return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if style and text else text


def _plain_sentence(line: Line, paint: Paint) -> list[str] | None:
    text, width = "".join(text for text, _ in line.spans), WIDTH - line.indent
    if line.whole:
        return [text]
    words: list[str] = _WORD.findall(text)
    if not NARROW.fullmatch(text) or any(len(word.rstrip()) > width for word in words):
        return None
    lines = [""]
    for word in words:
        if len(lines[-1]) + len(word.rstrip()) > width:
            lines.append("")
        lines[-1] += word
    painted = "".join(paint(text, style) for text, style in line.spans)
    if painted != text and len(text) > width:
        return None
    lines = lines if painted == text else [painted]
    return [line.indent * " " + found for found in lines]


def _plain_table(table: Grid, paint: Paint) -> list[str] | None:
    heads = tuple(column.heading for column in table.columns)
    rows = [(heads, "dim"), *table.rows] if any(heads) else table.rows
    cells = [row for row, _ in rows]
    if not rows or not all(NARROW.fullmatch(one) and one == one.strip() for row in cells for one in row):
        return None
    widths = []
    for column, texts in zip(table.columns, zip(*cells, strict=True), strict=True):
        width = max(map(len, texts))
        if width > (column.most or width):
            return None
        widths.append(max(width, column.least or 0))
    if 0 in widths or sum(widths) + GAP * (len(widths) - 1) > WIDTH - table.indent:
        return None
    sides: list[Callable[[str, int], str]] = [
        str.rjust if column.justify == "right" else str.ljust for column in table.columns
    ]
    made = []
    for row, style in rows:
        laid = [side(cell, n) for side, cell, n in zip(sides, row, widths, strict=True)]
        made.append(table.indent * " " + (GAP * paint(" ", style)).join(paint(cell, style) for cell in laid))
    return made


def _rich_lines(things: Sequence[Line | Grid], *, colour: bool) -> list[str]:
    out = io.StringIO()
    console = _console_on(out, colour=colour)
    for thing in things:
        whole = isinstance(thing, Line) and thing.whole
        console.print(
            _rich_table(thing) if isinstance(thing, Grid) else _rich_sentence(thing), soft_wrap=whole
        )
    return out.getvalue().split("\n")[:-1]


def _console_on(out: io.StringIO, *, colour: bool) -> Console:
    from rich.console import Console

    return Console(
        file=out,
        width=WIDTH,
        force_terminal=colour,
        color_system="standard" if colour else None,
        no_color=not colour,
        legacy_windows=False,
        highlight=False,
        markup=False,
        emoji=False,
        soft_wrap=False,
    )


def _rich_sentence(line: Line) -> RenderableType:
    from rich.padding import Padding
    from rich.text import Text

    text = Text.assemble(*line.spans)
    return Padding(text, (0, 0, 0, line.indent)) if line.indent else text


def _rich_table(table: Grid) -> RenderableType:
    from rich.padding import Padding
    from rich.table import Table

    laid = Table(box=None, pad_edge=False, padding=(0, 1, 0, 1), show_edge=False, header_style="dim")
    laid.show_header = any(column.heading for column in table.columns)
    for column in table.columns:
        laid.add_column(
            column.heading,
            justify=column.justify,
            overflow="fold" if column.folds else "ellipsis",
            no_wrap=not column.folds,
            min_width=column.least,
            max_width=column.most,
        )
    for cells, style in table.rows:
        laid.add_row(*cells, style=style or None)
    return Padding(laid, (0, 0, 0, table.indent)) if table.indent else laid


_MOST = 28
"""Columns of a name, or of a heading; a longer one goes on below."""


def print_blocks(page: Page, blocks: Iterable[Block]) -> None:
    """Write blocks: headings and tables below an empty line, sentences below what they belong to."""
    from ahp.report.page import Heading, Paragraph, Table, flat

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
    for block in fitting_columns(widths, names, WIDTH, GAP):
        grid = Grid(
            Column(cells[at][0], folds=True, most=_MOST)
            if at in words
            else Column(cells[at][0], justify="right")
            for at in block
        )
        for row in range(1, len(cells[0])):
            grid.add_row(*(cells[at][row] for at in block))
        yield grid
