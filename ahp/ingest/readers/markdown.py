"""Tables as they stand in READMEs and mails: Markdown, psql, boxed, and columns held apart by spaces."""

from __future__ import annotations

import csv
import io
from dataclasses import replace

from ahp.errors import InputError, listed
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading
from ahp.ingest.readers.benchmarkdotnet import BenchmarkDotNetReader
from ahp.ingest.readers.hyperfine import HyperfineReader
from ahp.ingest.readers.lzbench import LzbenchReader
from ahp.ingest.readers.pg_stat_wal import PgStatWalReader
from ahp.ingest.readers.relation_sizes import RelationSizesReader
from ahp.ingest.readers.table import TableReader
from ahp.ingest.tables.drawn import TextTable, lines_of, refuse_more, tables_in
from ahp.ingest.tables.headings import parse_heading

_KNOWING = (
    BenchmarkDotNetReader(),
    HyperfineReader(),
    LzbenchReader(),
    PgStatWalReader(),
    RelationSizesReader(),
)


class MarkdownReader:
    """The one table in a text that names alternatives: Markdown, psql's, boxed, or columns apart by spaces.

    Gives: every measure of the plain table.
    Elsewhere: nothing, or what the table lacks.
    Caveats: where two tables name alternatives the text is refused, and so is a row that an empty line parts
    from its table; what else stands around the table is passed over, and the `>` of a quotation; a psql or
    boxed table that is cut off is noticed, a Markdown one is not.
    """

    def matches(self, head: str) -> bool:
        """Say whether the text begins with a table of bars, or has one whose headings are known."""
        try:
            found = (
                [] if any(reader.matches(head) for reader in _KNOWING) else list(tables_in(lines_of(head)))
            )
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
            lines = lines_of(source.text)
            found = _chosen(list(tables_in(lines)), options)
            refuse_more(lines, found)
        except InputError as error:
            raise error.at(file=source.name) from None
        return TableReader().read(replace(source, text=_delimited(source.text, found)), options)


def _chosen(tables: list[TextTable], options: Options) -> TextTable:
    if not tables:
        raise InputError("no table stands here", line=1, advice="give a table with a heading and a ruler")
    fitting = [table for table in tables if _names_alternatives(table, options)] or tables
    if len(fitting) > 1:
        places = [min(table.rows) for table in fitting]
        problem = f"{len(places)} tables could be meant; they begin in lines {listed(places)}"
        raise InputError(problem, line=places[1], advice="give the one that counts")
    return fitting[0]


def _delimited(text: str, found: TextTable) -> str:
    """Return the table alone, each row on the line on which it stands."""
    lines = [""] * (text.count("\n") + 1)
    for line, cells in found.rows.items():
        written = io.StringIO()
        csv.writer(written, delimiter="\t", quoting=csv.QUOTE_ALL, lineterminator="").writerow(cells)
        lines[line - 1] = written.getvalue()
    return "\n".join(lines)


def _names_alternatives(table: TextTable, options: Options) -> bool:
    """Say whether a column names the alternatives, or was named by the caller."""
    asked = {column.strip().casefold() for column in options.columns.values()}
    return any(parse_heading(h).role == "alternative" or h.casefold() in asked for h in table.header)
