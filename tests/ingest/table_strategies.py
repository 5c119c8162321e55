"""Tables for hypothesis: what was measured, and the many ways in which people write it down."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from hypothesis import strategies as st

from ahp.errors import AHPError

T = TypeVar("T")


def ours_or_fine(work: Callable[[], T]) -> T | None:
    """Return what `work` returns, or None where it raises one of our errors, whose message is one line."""
    try:
        return work()
    except AHPError as error:
        message = str(error)
    assert message.isprintable()
    assert message
    return None


@dataclass(frozen=True)
class Dialect:
    """One way of writing a table."""

    delimiter: str
    decimal: str
    grouping: str
    quoting: int
    newline: str
    encoding: str
    comments: bool

    def number(self, text: str) -> str:
        """Return a number such as 1234.5 as this dialect writes it."""
        whole, _, fraction = text.partition(".")
        grouped = f"{int(whole):,}".replace(",", self.grouping)
        return f"{grouped}{self.decimal}{fraction}" if fraction else grouped

    def written(self, header: list[str], rows: list[list[str]]) -> bytes:
        """Return the bytes of a table, without a heading if that is empty; cells are text already."""
        out = io.StringIO(newline="")
        if self.comments:
            out.write(f'# made for a test, "quoted; and unclosed{self.newline}{self.newline}')
        writer = csv.writer(out, delimiter=self.delimiter, quoting=self.quoting, lineterminator=self.newline)
        for row in [header] if header else []:
            writer.writerow(row)
        for row in rows:
            writer.writerow(row)
            if self.comments:
                out.write(f"  # {row[0]!r}{self.newline}")
        return out.getvalue().encode(self.encoding)


MARKS = {".": ["", ",", " ", "'", "\u00a0", "\u202f"], ",": ["", ".", " ", "'", "\u00a0"]}
"""For each decimal mark what may group the digits before it."""


@st.composite
def dialects(draw):
    """Every accepted way of writing: a comma between cells needs quotes where one stands in a number."""
    decimal = draw(st.sampled_from(".,"))
    return Dialect(
        delimiter=draw(st.sampled_from(",;\t|")),
        decimal=decimal,
        grouping=draw(st.sampled_from(MARKS[decimal])),
        quoting=draw(st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL])),
        newline=draw(st.sampled_from(["\n", "\r\n", "\r"])),
        encoding=draw(st.sampled_from(["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be"])),
        comments=draw(st.booleans()),
    )


@dataclass(frozen=True)
class Measured:
    """A table before it is written: names, and numbers as exact decimal text."""

    header: list[str]
    rows: list[list[str]]

    def written(self, dialect: Dialect) -> bytes:
        """Return the table in a dialect: its first two columns are names, the others numbers."""
        rows = [[*row[:2], *(dialect.number(text) for text in row[2:])] for row in self.rows]
        return dialect.written(self.header, rows)

    def long(self, dialect: Dialect) -> bytes:
        """Return it with a row for each number."""
        rows = [
            [*row[:2], column, dialect.number(cell)]
            for row in self.rows
            for column, cell in zip(self.header[2:], row[2:], strict=True)
        ]
        return dialect.written([*self.header[:2], "measure", "value"], rows)

    def turned(self, dialect: Dialect) -> bytes:
        """Return its first scenario with the alternatives as columns."""
        rows = [row for row in self.rows if row[0] == self.rows[0][0]]
        lines = [["scenario", *(row[0] for row in rows)]]
        for at, column in enumerate(self.header[2:], 2):
            lines.append([column, *(dialect.number(row[at]) for row in rows)])
        return dialect.written(["measure", *(row[1] for row in rows)], lines)

    def bare(self, dialect: Dialect) -> bytes:
        """Return it without its heading."""
        return dialect.written([], [[*row[:2], *map(dialect.number, row[2:])] for row in self.rows])

    def drawn(self, dialect: Dialect, style: str) -> bytes:
        """Return it as it stands in READMEs, mails and terminals: Markdown, psql, boxed or ruled."""
        rows = [[*row[:2], *map(dialect.number, row[2:])] for row in self.rows]
        cells = [self.header, *rows]
        widths = [max(len(row[i]) for row in cells) for i in range(len(self.header))]
        padded = [[cell.ljust(width) for cell, width in zip(row, widths, strict=True)] for row in cells]
        dashes = ["-" * width for width in widths]
        if style == "ruled":
            lines = ["   ".join(row) for row in (padded[0], dashes, *padded[1:])]
        elif style == "psql":
            lines = [f" {' | '.join(row)}" for row in padded]
            lines[1:1] = ["-+-".join(["-" + dashes[0], *dashes[1:]])]
            lines.append(f"({len(rows)} rows)")
        else:
            edge = f"+-{'-+-'.join(dashes)}-+" if style == "boxed" else f"|-{'-|-'.join(dashes)}-|"
            lines = [f"| {' | '.join(row)} |" for row in padded]
            lines[1:1] = [edge]
            lines = [edge, *lines, edge] if style == "boxed" else lines
        return "".join(f"{line}{dialect.newline}" for line in lines).encode(dialect.encoding)


NAMES = st.text(
    st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp", "Zs", "Co", "Cn", "Cf")),
    min_size=1,
    max_size=8,
).map(lambda name: f"name {name}")
"""Names in any alphabet, with any punctuation, that are no comment and do not say that there is none."""

PLAIN_NAMES = st.text(st.characters(categories=["L", "Nd"]), min_size=1, max_size=8).map("name {}".format)
"""Names without the signs that draw tables and mark words in them."""

COLUMNS = ("compression_ratio", "throughput_tps", "response_time_max_ms", "cpu_pct", "stored_bytes")


@st.composite
def numbers(draw):
    """Positive numbers of up to nine digits as text, with two decimals, which no mark leaves in doubt."""
    return f"{draw(st.integers(1, 10**9 - 1))}.{draw(st.integers(0, 99)):02d}"


@st.composite
def tables(draw, names=NAMES):
    """Wide tables of several scenarios and alternatives in which every cell holds a number."""
    folded = {"unique_by": str.casefold}
    scenarios = draw(st.lists(names, min_size=1, max_size=2, **folded))
    alternatives = draw(st.lists(names, min_size=1, max_size=4, **folded))
    columns = draw(st.lists(st.sampled_from(COLUMNS), min_size=1, max_size=4, unique=True))
    rows = [[s, a, *(draw(numbers()) for _ in columns)] for s in scenarios for a in alternatives]
    return Measured(["scenario", "alternative", *columns], rows)
