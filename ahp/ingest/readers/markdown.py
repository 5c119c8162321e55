"""Tables as they stand in READMEs and mails: Markdown, psql, boxed, and columns held apart by spaces."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from ahp.errors import InputError, listed
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading
from ahp.ingest.readers.benchmarkdotnet import BenchmarkdotnetReader
from ahp.ingest.readers.client_tables import PgStatWalReader, RelationSizesReader
from ahp.ingest.readers.hyperfine import HyperfineReader
from ahp.ingest.readers.lzbench import LzbenchReader
from ahp.ingest.readers.table import reading_of_table
from ahp.ingest.tables.delimited import check_table
from ahp.ingest.tables.drawn import lines_of, tables_in
from ahp.ingest.tables.several import Part, alike, chosen_part, parts_of
from ahp.ingest.tables.surroundings import without_fences

_KNOWING = (
    BenchmarkdotnetReader(),
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
            return lines_of(head.lstrip())[0].startswith(
                "+-"
            )  # what is wrong with it is told when it is read
        first = len(head[: len(head) - len(head.lstrip())].split("\n"))
        starts = bool(found) and found[0].barred and found[0].line <= first + 1
        return starts or any(table.is_known for table in found)

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of the table, or of several that are alike but for what stands above them."""
        source = without_fences(source)
        parts = parts_of(source)
        together = alike(parts, source, options)
        joined = _of_scenarios(together, source, options) if together else None
        if joined is not None:
            return joined
        part = chosen_part(parts, source, options)
        above = part.above if source.part is not None else None
        reading = reading_of_table(check_table(part.table), options, source.text, above)
        return replace(reading, title=part.name) if source.part is not None else reading


def _of_scenarios(parts: Sequence[Part], source: Source, options: Options) -> Reading | None:
    """Return the rows of tables that are alike, each a scenario by its title.

    None where they have scenarios already, or are of statistics, so that each is of something else.
    """
    readings = [reading_of_table(check_table(part.table), options, source.text, part.above) for part in parts]
    measured = [{(row.measure, row.column) for row in reading.rows} for reading in readings]
    named = any(row.scenario is not None for reading in readings for row in reading.rows)
    if named or any(found != measured[0] for found in measured) or any(one.obstacle for one in readings):
        return None
    titles = [part.name for part in parts]
    rows = (
        row._replace(scenario=title)
        for title, reading in zip(titles, readings, strict=True)
        for row in reading.rows
    )
    told = f"the tables are the scenarios {listed(titles, 4)}, by what stands above them; FILE#1 is one alone"

    def of_all(said: Callable[[Reading], Iterable[str]]) -> tuple[str, ...]:
        return tuple(dict.fromkeys(one for reading in readings for one in said(reading)))

    return replace(
        readings[0],
        rows=tuple(rows),
        count=sum(reading.count for reading in readings),
        assumed=(told, *of_all(lambda reading: reading.assumed)),
        caveats=of_all(lambda reading: reading.caveats),
        means=of_all(lambda reading: reading.means),
        errors=of_all(lambda reading: reading.errors),
        notes=of_all(lambda reading: reading.notes),
        left_out=of_all(lambda reading: reading.left_out),
    )
