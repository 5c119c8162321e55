"""What every report for a terminal is written with: 80 columns, tables without lines, sentences."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.console import Console, RenderableType
    from rich.table import Table

WIDTH = 80
_TIED = "\ue000"  # stands for a space that must not break; no name can hold it, it is not printable


def console_on(out: io.StringIO, *, colour: bool) -> Console:
    """Return a console that writes on `out`, whatever the terminal around it is."""
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


def finished(out: io.StringIO) -> str:
    """Return what was written, without the padding that fills each line: terminals and diffs dislike it."""
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().replace(_TIED, " ").split("\n")[:-1])


def indented(text: str) -> RenderableType:
    """Return a sentence that stands a little to the right; a number keeps its per cent sign."""
    from rich.padding import Padding
    from rich.text import Text

    return Padding(Text(text.replace(" %", f"{_TIED}%")), (0, 0, 0, 2))


def cell_width(text: str) -> int:
    """Return how many columns a text takes where nothing breaks it."""
    from rich.cells import cell_len

    return cell_len(text)


def table_of() -> Table:
    """Return an empty table without lines."""
    from rich.table import Table

    return Table(box=None, pad_edge=False, padding=(0, 1, 0, 1), show_edge=False, header_style="dim")
