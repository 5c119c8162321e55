"""What suites of benchmarks share: times of an operation, repetitions, numbers under their own names."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Unpack

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading, Row, RowNames
from ahp.ingest.readers.json import JsonNumber
from ahp.ingest.tables.headings import parse_heading
from ahp.ingest.tables.ratios import ambiguous_ratio_error, to_original_over_stored

ONE_PROCESS = "Its repetitions ran in one process: another start of it may differ by more than they do."
"""What to know of runs that a suite made one after the other."""


def as_suite(reading: Reading) -> Reading:
    """Return a reading whose alternatives are benchmarks, scenarios where its file has a name."""
    called = {
        (row.scenario, row.alternative): ", ".join(filter(None, (row.alternative, row.scenario)))
        for row in reading.rows
    }
    return replace(reading, benchmarks=called)


def told_of_runs(rows: Iterable[Row]) -> tuple[str, ...]:
    """Return what to know of runs that a suite made one after the other, where there are any."""
    return (ONE_PROCESS,) if any(row.run not in (None, "1") for row in rows) else ()


def repetitions(names: Sequence[str]) -> list[str | None]:
    """Return the run of each result by the name of its benchmark; None where a name stands once.

    Examples
    --------
    >>> repetitions(["pack", "unpack", "pack"])
    ['1', None, '2']
    """
    counts, seen, runs = Counter(names), Counter[str](), list[str | None]()
    for name in names:
        seen[name] += 1
        runs.append(str(seen[name]) if counts[name] > 1 else None)
    return runs


def time_row(cell: JsonNumber, unit: str, measure: str = "duration", **known: Unpack[RowNames]) -> Row:
    """Return the row of what an operation takes.

    Raises
    ------
    InputError
        If it took no time.
    """
    if not 0 < cell.value < float("inf"):
        column = known.get("column") or None
        raise InputError("it must be greater than 0", line=cell.line, column=column, found=cell.text)
    return cell.row(measure, unit, **known)


def counter(name: str, cell: JsonNumber, options: Options, **known: Unpack[RowNames]) -> Row:
    """Return the row of a counter: of the measure that the caller or its name says, else of its own name.

    Examples
    --------
    >>> row = counter("ratio", JsonNumber("2.78", 5), Options({"compression_ratio": "ratio"}),
    ...               alternative="zlib")
    >>> row.measure, row.value, row.line
    ('compression_ratio', 2.78, 5)
    """
    heading = parse_heading(_asked(name, options), options.own)
    measure = heading.measure or heading.words
    known["column"] = name
    return cell.row(measure, "x", **known)._replace(unit=heading.unit)


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
