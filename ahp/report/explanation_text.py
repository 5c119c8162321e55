"""The explanation for a terminal: what was read, and as what, in 80 columns."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ahp.printing import printable, shortened
from ahp.report.explanation import ColumnDocument, ExplanationDocument, FileDocument
from ahp.report.explanation_wording import columns_table, conclusions, facts_of, remarks_on

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

WIDTH = 80
_WIDTHS = (30, 26, 22)
"""Of the first columns of the table, which fold; the others are numbers."""


def render_explanation_text(document: ExplanationDocument) -> str:
    """Return the explanation as plain text of at most 80 columns."""
    from rich.console import Console

    out = io.StringIO()
    console = Console(
        file=out, width=WIDTH, no_color=True, color_system=None, highlight=False, markup=False, emoji=False
    )
    for file in document["files"]:
        _file(console, file)
        console.print()
    _whole(console, document)
    return "".join(f"{line.rstrip()}\n" for line in out.getvalue().split("\n")[:-1])


def _file(console: Console, file: FileDocument) -> None:
    console.print(printable(file["file"]), soft_wrap=True)
    console.print(_pairs(facts_of(file)))
    if file["columns"]:
        console.print()
        console.print(_columns(file["columns"]))
    if told := remarks_on(file):
        console.print()
        console.print(_pairs(told))


def _columns(columns: Sequence[ColumnDocument]) -> RenderableType:
    from rich.padding import Padding
    from rich.table import Table

    heads, rows = columns_table(columns)
    table = Table(box=None, pad_edge=False, padding=(0, 1, 0, 1), show_edge=False)
    for head, width in zip(heads, _WIDTHS, strict=False):
        table.add_column(head, overflow="fold", max_width=width)
    for head in heads[len(_WIDTHS) :]:
        table.add_column(head, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    return Padding(table, (0, 0, 0, 2))


def _whole(console: Console, document: ExplanationDocument) -> None:
    facts = conclusions(document)
    facts.append(("to correct", f"--map MEASURE={_column_to_map(document)} says what a column holds"))
    facts.append(("", "--reader NAME says how to read the files, --decimal MARK the decimal mark"))
    console.print(_pairs(facts, indent=0))


def _column_to_map(document: ExplanationDocument) -> str:
    """Return a column that somebody may want to correct: one that was not understood, or any."""
    columns = [column for file in document["files"] for column in file["columns"] if column["role"] is None]
    unclear = [column for column in columns if column["candidates"] or column["measure"] is None]
    names = [column["label"] for column in unclear] or ["COLUMN"]
    name = shortened(names[0], 30)
    return f"'{name}'" if " " in name else name


def _pairs(facts: Iterable[tuple[str, str]], indent: int = 2) -> RenderableType:
    from rich.padding import Padding
    from rich.table import Table

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0), show_edge=False, show_header=False)
    table.add_column(no_wrap=True, min_width=9)
    table.add_column(overflow="fold")
    for name, text in facts:
        table.add_row(name, text)
    return Padding(table, (0, 0, 0, indent))
