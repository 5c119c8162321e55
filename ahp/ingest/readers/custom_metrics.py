"""Numbers that the author of a benchmark added to its output under a name of their own."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ahp.ingest.readers.base import Options, Row, number
from ahp.ingest.readers.json import JsonNumber
from ahp.ingest.tables.headings import parse_heading
from ahp.ingest.tables.ratios import ambiguous_ratio_error, to_original_over_stored


def counter(
    name: str, cell: JsonNumber, options: Options, *, alternative: str, scenario: str | None, run: str | None
) -> Row:
    """Return the row of a counter: of the measure that the caller or its name says, else of its own name.

    Examples
    --------
    >>> row = counter("ratio", JsonNumber("2.78", 5), Options({"compression_ratio": "ratio"}),
    ...               alternative="zlib", scenario=None, run=None)
    >>> row.measure, row.value, row.line
    ('compression_ratio', 2.78, 5)
    """
    heading = parse_heading(_asked(name, options), options.own)
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


def with_ratios(rows: Iterable[Row], options: Options) -> tuple[Row, ...]:
    """Return the rows with every compression ratio among their counters as original/stored.

    Raises
    ------
    InputError
        If a ratio is below 1 and nothing tells what that means.
    """
    found = list(rows)
    places: dict[str, list[int]] = {}
    for i, row in enumerate(found):
        if row.measure == "compression_ratio":
            places.setdefault(row.column, []).append(i)
    for column, at in places.items():
        given, heading = [found[i] for i in at], parse_heading(_asked(column, options), options.own)
        # Of a counter called `ratio` the caller has said that it is one, not which way it goes.
        heading = replace(heading, words=parse_heading(column, options.own).words)
        ratios = to_original_over_stored(given, (), heading, options)
        if ratios is None:
            raise ambiguous_ratio_error(given)
        for i, row in zip(at, ratios.rows, strict=True):
            found[i] = row
    return tuple(found)


def _asked(name: str, options: Options) -> str:
    """Return what the caller calls a counter, else its name."""
    return next((m for m, column in options.columns.items() if column.casefold() == name.casefold()), name)
