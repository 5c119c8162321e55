"""Tables as they stand in READMEs and mails: Markdown, psql, boxed, and columns held apart by spaces."""

from __future__ import annotations

from dataclasses import replace

from ahp.errors import InputError
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading
from ahp.ingest.readers.benchmarkdotnet import BenchmarkDotNetReader
from ahp.ingest.readers.client_tables import PgStatWalReader, RelationSizesReader
from ahp.ingest.readers.hyperfine import HyperfineReader
from ahp.ingest.readers.lzbench import LzbenchReader
from ahp.ingest.readers.table import reading_of_table
from ahp.ingest.tables.delimited import check_table
from ahp.ingest.tables.drawn import lines_of, tables_in
from ahp.ingest.tables.several import chosen_part, parts_of

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
    Elsewhere: nothing, or what the table lacks; `FILE#2` or `FILE#words` says which of several tables.
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
        starts = bool(found) and found[0].barred and found[0].line <= first + 1
        return starts or any(table.is_known for table in found)

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of the table."""
        part = chosen_part(parts_of(source), source, options)
        above = part.above if source.part is not None else None
        reading = reading_of_table(check_table(part.table), options, source.text, above)
        return replace(reading, title=part.title or part.heading) if source.part is not None else reading
