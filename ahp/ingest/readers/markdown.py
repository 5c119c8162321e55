"""Tables as they stand in READMEs and mails: Markdown, psql, boxed, and columns held apart by spaces."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ahp.errors import InputError, listed
from ahp.ingest.headings import understand
from ahp.ingest.readers.base import Options, Reading
from ahp.ingest.readers.hyperfine import HyperfineReader
from ahp.ingest.readers.lzbench import LzbenchReader
from ahp.ingest.readers.pg_stat_wal import PgStatWalReader
from ahp.ingest.readers.relation_sizes import RelationSizesReader
from ahp.ingest.readers.table import TableReader
from ahp.ingest.rulers import RULER, apart, splitter
from ahp.ingest.sources import Source

_KNOWING = (HyperfineReader(), LzbenchReader(), PgStatWalReader(), RelationSizesReader())
_FOOTER = re.compile(r"\((\d+) rows?\)|(\d+) rows? in set.*", re.ASCII)


@dataclass(frozen=True)
class _Found:
    """A table among other text: its heading and its rows, by their lines."""

    header: tuple[str, ...]
    rows: Mapping[int, list[str]]
    barred: bool

    @property
    def is_known(self) -> bool:
        """Whether a heading names the alternatives and another a measure."""
        return _is_known(self.header)

    def names_alternatives(self, options: Options) -> bool:
        """Say whether a column names the alternatives, or was named by the caller."""
        asked = {column.strip().casefold() for column in options.columns.values()}
        return any(understand(h).role == "alternative" or h.casefold() in asked for h in self.header)


class MarkdownReader:
    """The one table in a text that names alternatives: Markdown, psql's, boxed, or columns apart by spaces.

    Gives: every measure of the plain table.
    Elsewhere: nothing, or what the table lacks.
    Caveats: where two tables name alternatives the text is refused; what stands around the table is passed
    over; a psql or boxed table that is cut off is noticed, a Markdown one is not.
    """

    def matches(self, head: str) -> bool:
        """Say whether the text begins with a table of bars, or has one whose headings are known."""
        try:
            found = [] if any(reader.matches(head) for reader in _KNOWING) else list(_tables(head))
        except InputError:
            return head.lstrip().startswith("+-")  # what is wrong with it is told when it is read
        first = len(head[: len(head) - len(head.lstrip())].split("\n"))
        starts = bool(found) and found[0].barred and min(found[0].rows) <= first + 1
        return starts or any(table.is_known for table in found)

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of the table.

        Raises
        ------
        InputError
            If there is no table or several, it is not whole, or a cell is not what it should be.
        """
        try:
            found = _chosen(list(_tables(source.text)), options)
        except InputError as error:
            raise error.at(file=source.name) from None
        return TableReader().read(replace(source, text=_delimited(source.text, found)), options)


def _chosen(tables: list[_Found], options: Options) -> _Found:
    if not tables:
        raise InputError("no table stands here", line=1, advice="give a table with a heading and a ruler")
    fitting = [table for table in tables if table.names_alternatives(options)] or tables
    if len(fitting) > 1:
        places = [min(table.rows) for table in fitting]
        problem = f"{len(places)} tables could be meant; they begin in lines {listed(places)}"
        raise InputError(problem, line=places[1], advice="give the one that counts")
    return fitting[0]


def _delimited(text: str, found: _Found) -> str:
    """Return the table alone, each row on the line on which it stands."""
    lines = [""] * (text.count("\n") + 1)
    for line, cells in found.rows.items():
        written = io.StringIO()
        csv.writer(written, delimiter="\t", quoting=csv.QUOTE_ALL, lineterminator="").writerow(cells)
        lines[line - 1] = written.getvalue()
    return "\n".join(lines)


def _tables(text: str) -> Iterator[_Found]:
    """Yield the tables of a text: what stands above and below a ruler, and columns with known headings."""
    lines = [line.rstrip("\r") for line in text.split("\n")]
    at = 0
    while at < len(lines):
        starts = not at or not lines[at - 1].strip()
        ruled = starts and RULER.fullmatch("".join(lines[at + 1 : at + 2])) is not None
        if at and RULER.fullmatch(lines[at]) and (header := _heading(lines, at)):
            at, found = _below(lines, at, header, splitter(lines[at]))
            yield found
        elif starts and not ruled and "|" not in lines[at] and _is_known(header := apart(lines[at])):
            at, found = _below(lines, at, header, apart)
            yield found
        else:
            at += 1


def _heading(lines: list[str], at: int) -> list[str]:
    """Return the cells above a ruler; none where the ruler stands over a table, or under prose."""
    above, ruler = lines[at - 1], lines[at]
    below = lines[at + 1] if at + 1 < len(lines) else ""
    if not above.strip() or not below.strip() or RULER.fullmatch(above):
        return []
    if ("|" in above) != ("|" in ruler or "+" in ruler):
        return []
    cells = splitter(ruler)(above)
    return cells if len(cells) == len(splitter(ruler)(ruler.replace("+", "|"))) else []


def _below(
    lines: list[str], ruler: int, header: list[str], split: Callable[[str], list[str]]
) -> tuple[int, _Found]:
    """Return where a table ends, and what stands in it."""
    boxed = lines[ruler].lstrip().startswith("+")
    barred = "|" in lines[ruler] or "+" in lines[ruler]
    spaced = RULER.fullmatch(lines[ruler]) is None
    rows = {(ruler + 1 if spaced else ruler): header}
    at = ruler + 1
    while at < len(lines) and lines[at].strip():
        if RULER.fullmatch(lines[at]):
            if not boxed and not barred:
                break
        elif (barred and "|" not in lines[at]) or lines[at].strip().startswith("```"):
            break
        elif not boxed and at + 1 < len(lines) and RULER.fullmatch(lines[at + 1]):
            break  # the heading of another table
        else:
            rows[at + 1] = split(lines[at])
        at += 1
    if boxed and not RULER.fullmatch(lines[at - 1]):
        raise InputError("the box of this table is not closed", line=at, advice="give the whole table")
    footer = _FOOTER.fullmatch(lines[at].strip()) if at < len(lines) else None
    stated = int(footer.group(1) or footer.group(2)) if footer else len(rows) - 1
    if stated != len(rows) - 1:
        raise InputError(
            f"found {len(rows) - 1} rows", line=at + 1, found=lines[at].strip(), advice="give the whole table"
        )
    return at, _Found(tuple(header), rows, barred)


def _is_known(cells: Sequence[str]) -> bool:
    """Say whether headings alone tell a table: one names the alternatives, another a measure."""
    if len(cells) < 2 or any(cell[:1].isdigit() for cell in cells):
        return False
    known = [understand(cell) for cell in cells]
    return any(h.role == "alternative" and h.strength < 2 for h in known) and any(h.measure for h in known)
