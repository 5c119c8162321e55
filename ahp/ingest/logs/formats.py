"""What kind of log a file is, by its beginning: pgbench's, BenchBase's, a plain table as CSV or Parquet."""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import Literal

from ahp.errors import InputError, one_line
from ahp.files import content_of_path
from ahp.ingest.logs.columns import Layout, layout_of
from ahp.ingest.readers.benchbase_raw import BenchbaseRawReader
from ahp.ingest.readers.pgbench_log import PgbenchLogReader

_HEAD = 1 << 18
_SEPARATORS = ",;\t|"
_INTEGER, _NUMBER = (
    re.compile(r"[+-]?[0-9]+"),
    re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"),
)
_PGBENCH = ("client", "number", "time", "script", "second", "microsecond", "seventh", "eighth")
_FAILURES = ("skipped", "failed", "serialization", "deadlock")
_SAMPLED = "transaction numbers have gaps: this is a sample (--sampling-rate), whose throughput is not known"

Kind = Literal["integer", "number", "text"]


@dataclass(frozen=True)
class Format:
    """How an engine is to read a log.

    Attributes
    ----------
    name : str
        `pgbench_log`, `benchbase_raw`, `csv` or `parquet`.
    columns : mapping of str to {"integer", "number", "text"}
        All columns in their order, and as what they are read; of a Parquet file none: it has its own types.
    layout : Layout
        What they are.
    separator : str
        Between two columns.
    heading : bool
        Whether the first line is the heading.
    """

    name: str
    columns: Mapping[str, Kind]
    layout: Layout
    separator: str = ","
    heading: bool = True


def format_of(path: str, named: Mapping[str, str]) -> Format:
    """Return what kind of log a file is.

    Parameters
    ----------
    path : str
        The file.
    named : mapping of str to str
        As :func:`ahp.ingest.logs.columns.layout_of` takes it, for plain tables.

    Raises
    ------
    InputError
        If it cannot be read, is empty, or lacks a column; if a column does not hold what it should.
    """
    content = content_of_path(path)
    try:
        return (
            _parquet(path, named)
            if content.first.startswith(b"PAR1")
            else _text(content.first[:_HEAD], named)
        )
    except InputError as error:
        raise error.at(file=path) from None


def _text(begun: bytes, named: Mapping[str, str]) -> Format:
    if begun.startswith((b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"PK", b"BZh", b"\xfd7zXZ")):
        raise InputError("a compressed log is not streamed", advice="decompress it, or save it as Parquet")
    if b"\r" in begun.partition(b"\n")[0].rstrip(b"\r"):  # not all engines take these for ends of lines
        raise InputError("the lines end in carriage returns alone", line=1, advice="end them in line feeds")
    whole = begun if len(begun) < _HEAD else begun[: begun.rfind(b"\n") + 1]
    try:
        head = whole.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise InputError(
            f"the log is no UTF-8 text: {error.reason}", line=whole[: error.start].count(b"\n") + 1
        ) from None
    if not head.strip():
        raise InputError("the log is empty: there is nothing to read")
    if PgbenchLogReader().matches(head):
        return _pgbench(head)
    lines = head.splitlines()
    separator = max(_SEPARATORS, key=lines[0].count)
    headings, *below = csv.reader(lines, delimiter=separator)
    rows = [(line, row) for line, row in enumerate(below, start=2) if row]
    for heading in headings:
        if headings.count(heading) > 1:
            raise InputError("this column stands twice", line=1, column=heading)
    for line, row in rows:
        if len(row) != len(headings):
            raise InputError(f"the line has {len(row)} cells, the heading {len(headings)}", line=line)
    known = BenchbaseRawReader().matches(head)
    layout = _benchbase(headings) if known else layout_of(headings, named)
    columns: dict[str, Kind] = dict.fromkeys(headings, "text")  # 1.1 and 1.10, 1 and 01 are two labels
    for heading, factor in (*layout.times, layout.response):
        place = headings.index(heading)
        columns[heading] = _number(heading, [(line, row[place].strip()) for line, row in rows], factor)
    return Format("benchbase_raw", columns, layout) if known else Format("csv", columns, layout, separator)


def _number(heading: str, cells: Sequence[tuple[int, str]], factor: Fraction) -> Kind:
    """Return as what to read a column of numbers of which one is `factor` of the unit that is kept.

    Whole numbers at the beginning do not say that no decimals come later, which a reader of integers rounds
    or refuses. A double takes both, and holds each whole number that
    :func:`ahp.ingest.logs.aggregate.grouped` accepts exactly, unless it counts a smaller unit than is kept:
    nanoseconds since 1970 have more digits.
    """
    for line, cell in cells:
        if not _NUMBER.fullmatch(cell):
            raise InputError(
                "this is no number",
                line=line,
                column=heading,
                found=cell,
                advice="give times as numbers, such as seconds since 1970; Parquet may hold dates",
            )
    small = factor.denominator > 1 and all(_INTEGER.fullmatch(cell) for _, cell in cells)
    return "integer" if small else "number"


def _pgbench(head: str) -> Format:
    lines = [line.split(" ") for line in head.splitlines()]
    columns: dict[str, Kind] = dict.fromkeys(_PGBENCH[: len(lines[0])], "text")
    numbers: defaultdict[str, list[int]] = defaultdict(list)
    for line in lines:
        numbers[line[0]].append(int(line[1]))
    if any(late - early > 1 for several in numbers.values() for early, late in pairwise(several)):
        raise InputError(_SAMPLED, advice="let ahp.read read it, which leaves the throughput out")
    layout = Layout(
        (("second", Fraction(10**6)), ("microsecond", Fraction(1))),
        ("time", Fraction(1000)),
        labels={"transaction": "script"},
        failures=_FAILURES,
        prefix="script ",
    )
    timed: dict[str, Kind] = {"second": "number", "microsecond": "number"}  # `time` may be a word
    return Format("pgbench_log", {**columns, **timed}, layout, " ", heading=False)


def _benchbase(headings: Sequence[str]) -> Layout:
    _, name, start, latency, _, phase = headings
    # The heading says microseconds; what stands below is seconds with six decimals.
    return Layout(
        ((start, Fraction(10**6)),), (latency, Fraction(1000)), True, {"transaction": name, "phase": phase}
    )


def _parquet(path: str, named: Mapping[str, str]) -> Format:
    try:
        from pyarrow import parquet, types
    except ImportError:
        raise InputError("a Parquet file needs pyarrow", advice="pip install 'ahp-rank[duckdb]'") from None
    try:
        schema = parquet.read_schema(path)
    except Exception as error:  # whatever a damaged file makes of the library
        raise InputError(f"the Parquet file is damaged: {one_line(error, 120)}") from None
    dated = [field.name for field in schema if types.is_timestamp(field.type)]
    return Format("parquet", {}, layout_of(schema.names, named, dated))
