"""Numbers that the author of a benchmark added to its output under a name of their own."""

from __future__ import annotations

from ahp.ingest.headings import understand
from ahp.ingest.jsontext import Digits
from ahp.ingest.readers.base import Options, Row, number


def counter(
    name: str, cell: Digits, options: Options, *, alternative: str, scenario: str | None, run: str | None
) -> Row:
    """Return the row of a counter: of the measure that the caller or its name says, else of its own name.

    Examples
    --------
    >>> row = counter("ratio", Digits("2.78", 5), Options({"compression_ratio": "ratio"}),
    ...               alternative="zlib", scenario=None, run=None)
    >>> row.measure, row.value, row.line
    ('compression_ratio', 2.78, 5)
    """
    asked = next((m for m, column in options.columns.items() if column.casefold() == name.casefold()), name)
    heading = understand(asked, options.own)
    row = number(
        heading.measure or heading.words,
        cell.value,
        "x",
        printed=cell.text,
        line=cell.line,
        column=name,
        alternative=alternative,
        scenario=scenario,
        run=run,
    )
    return row._replace(unit=heading.unit)
