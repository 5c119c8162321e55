"""What kind of log a file is, and which of its columns say when, how long, and of what."""

from __future__ import annotations

import csv
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from os import SEEK_END
from pathlib import Path
from typing import Literal

import numpy as np

from ahp.errors import InputError, MeasureError, UnitError, listed, one_line, quoted
from ahp.files import content_of_path
from ahp.ingest.files.packed import BEGINNINGS, in_file
from ahp.ingest.readers.benchbase import BenchbaseRawReader
from ahp.ingest.readers.pgbench import COLUMNS, NOT_DONE, PgbenchLogReader, transactions
from ahp.ingest.tables.delimited import sniff_delimiter
from ahp.ingest.tables.headings import parse_heading
from ahp.units import Unit

_HEAD = 1 << 18
_INTEGER, _NUMBER = (
    re.compile(r"[+-]?[0-9]+"),
    re.compile(r"[+-]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+-]?[0-9]+)?"),
)
_TIME = "give times as numbers, such as seconds since 1970; Parquet may hold dates"
_RESPONSE = "give response times as numbers; leave out the lines of transactions that have none"
_SAMPLED = "transaction numbers have gaps: this is a sample (--sampling-rate), whose throughput is not known"

Kind = Literal["integer", "number", "text"]

LABELS = ("scenario", "alternative", "run", "transaction")
"""What a transaction may belong to, each in a column of its own."""

_TIMES = {
    "time": ("time", "timestamp", "ts", "epoch", "end_time", "end", "time_stamp"),
    "start_time": ("start_time", "start", "begin", "start_time_stamp"),
    "response_time": ("response_time",),
}
"""Words for what is measured, our own first."""

_NANOSECOND, _MICROSECOND = Fraction(1, 10**9), Fraction(1, 10**6)
_COLUMNS = "name them: columns={'time_s': …, 'response_time_ms': …, 'transaction': …}"


@dataclass(frozen=True)
class Layout:
    """Where the columns of a log stand.

    Attributes
    ----------
    times : tuple of (str, Fraction)
        Columns whose sum is the time, each with how many microseconds one of its unit is.
    response : (str, Fraction)
        The column of the response time, and how many nanoseconds one of its unit is.
    begins : bool
        Whether the time is that at which the transaction began, not that at which it ended.
    labels : mapping of str to str
        For those of :data:`LABELS` that the log has, the column; `phase` may be one more.
    failures : tuple of str
        Words that stand in place of the response time of a transaction that did not succeed.
    prefix : str
        What goes before the type of a transaction, where that is a number.
    """

    times: tuple[tuple[str, Fraction], ...]
    response: tuple[str, Fraction]
    begins: bool = False
    labels: Mapping[str, str] = field(default_factory=dict)
    failures: tuple[str, ...] = ()
    prefix: str = ""

    @property
    def used(self) -> tuple[str, ...]:
        """The columns that are read."""
        names = [*(name for name, _ in self.times), self.response[0], *self.labels.values()]
        return tuple(dict.fromkeys(names))


def checked_names(columns: object) -> dict[str, str]:
    """Return the columns that a user named, which may be anything.

    Raises
    ------
    InputError
        If they are no mapping of text to text.
    """
    given = {} if columns is None else columns
    if not isinstance(given, Mapping) or not all(
        isinstance(part, str) for pair in given.items() for part in pair
    ):
        raise InputError(
            "columns says by a name of ours which heading it has", found=repr(columns), advice=_COLUMNS
        )
    return dict(given)


def layout_of(headings: Sequence[str], named: Mapping[str, str], dated: Iterable[str] = ()) -> Layout:
    """Return what the columns of a log with these headings are.

    Parameters
    ----------
    headings : sequence of str
        As they stand in the log.
    named : mapping of str to str
        For `time_s`, `start_time_us`, `response_time_ms` (or without the unit, if the heading has it) and for
        those of :data:`LABELS` the heading of the column.
    dated : iterable of str
        Headings of the columns that hold dates and times, which need no unit.

    Raises
    ------
    InputError
        If a column is missing, or two could be meant.
    UnitError
        If a time has no unit, or one of something else.

    Examples
    --------
    >>> layout_of(["time_s", "latency_us", "transaction"], {}).response
    ('latency_us', Fraction(1000, 1))
    """
    for heading in headings:
        if not isinstance(heading, str):  # pandas counts the columns that nobody named
            raise InputError(
                "a heading is no text", found=repr(heading), advice="name the columns of the frame"
            )
    found: dict[str, tuple[str, Unit | None]] = {}
    for key, heading in named.items():
        role, unit = _heading_meaning(key, ours=True)
        if role is None:
            roles = ("time_s", "start_time_s", "response_time_ms", *LABELS)
            raise MeasureError(
                f"{quoted(key)} is no column of a log", advice=f"name a column for one of {listed(roles)}"
            )
        if heading not in headings:
            raise InputError(
                f"there is no such column, which was named for {quoted(key)}; there are {listed(headings)}",
                column=heading,
                advice="check the heading's spelling",
            )
        if role in found:
            raise InputError(f"two columns are named for {quoted(role)}", advice="name one")
        if role in _TIMES and any(found[other][0] == heading for other in found.keys() & _TIMES):
            raise InputError("one column cannot be several times", column=heading, advice=_COLUMNS)
        found[role] = (heading, unit or _heading_meaning(heading)[1])
    taken = {heading for heading, _ in found.values()}
    for role in ("time", "start_time", "response_time", *LABELS):
        if role in found or (role == "start_time" and "time" in found):
            continue
        fitting = [h for h in headings if h not in taken and _heading_meaning(h)[0] == role]
        if len(fitting) > 1:
            raise InputError(f"the {role} could be any of {listed(fitting)}", advice=_COLUMNS)
        if fitting:
            found[role] = (fitting[0], _heading_meaning(fitting[0])[1])
    return _layout_of(found, headings, set(dated))


def _heading_meaning(heading: str, *, ours: bool = False) -> tuple[str | None, Unit | None]:
    """Return what a heading says that its column is, and its unit; with `ours` our own words alone count."""
    said = parse_heading(heading)
    if said.role is not None:
        return (said.role if said.role in LABELS and said.strength <= (0 if ours else 1) else None), None
    times = (role for role, words in _TIMES.items() if said.words in (words[:1] if ours else words))
    return next(times, None), said.unit


def _layout_of(
    found: Mapping[str, tuple[str, Unit | None]], headings: Sequence[str], dated: set[str]
) -> Layout:
    begins = "time" not in found
    if begins and "start_time" not in found:
        raise InputError(
            f"no column says when a transaction ended; there are {listed(headings)}", advice=_COLUMNS
        )
    if "response_time" not in found:
        raise InputError(f"no column is the response time; there are {listed(headings)}", advice=_COLUMNS)
    role = "start_time" if begins else "time"
    time, unit = found[role]
    heading, response = found["response_time"]
    if heading in dated:
        raise InputError("it holds dates, not how long a transaction took", column=heading, advice=_COLUMNS)
    return Layout(
        ((time, Fraction(1) if time in dated else _factor(role, time, unit, _MICROSECOND)),),
        (heading, _factor("response_time", heading, response, _NANOSECOND)),
        begins,
        {label: found[label][0] for label in LABELS if label in found},
    )


def _factor(role: str, heading: str, unit: Unit | None, base: Fraction) -> Fraction:
    if unit is None:
        raise UnitError(
            f"the {role} has no unit",
            column=heading,
            advice=f"say it in its name: columns={{'{role}_ms': {heading!r}}}",
        )
    if unit.dimension != "time":
        raise UnitError(
            f"{unit.symbol} is no unit of time", column=heading, advice="s, ms, us and ns are, among others"
        )
    return unit.factor / base


@dataclass(frozen=True)
class Format:
    """How DuckDB is to read a log.

    Attributes
    ----------
    name : str
        `pgbench_log`, `benchbase_raw`, `csv` or `parquet`.
    columns : mapping of str to {"integer", "number", "text"}
        All columns in their order, and as what they are read; of a Parquet file none: it has its own types.
        Those that are not used have names of ours.
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
        As :func:`ahp.ingest.logs.layout.layout_of` takes it, for plain tables.

    Raises
    ------
    InputError
        If it cannot be read, is empty, or lacks a column; if a column does not hold what it should.
    """
    content = content_of_path(path)
    with in_file(path):
        if content.first.startswith(b"PAR1"):
            return _parquet(path, named)
        form = _text(content.first[:_HEAD], named, path)
        _refuse_cut(form, content.first if content.everything is None else _end(path))
    return form


def _end(path: str) -> bytes:
    """Return the last part of a large file."""
    try:
        with Path(path).open("rb") as file:
            file.seek(-_HEAD, SEEK_END)
            return file.read()
    except OSError as error:
        raise InputError(f"the file cannot be read: {error.strerror}") from None


def _refuse_cut(form: Format, end: bytes) -> None:
    """Refuse a log whose last line is not whole: a run that is killed leaves one.

    Harnesses end every line. People do not, so of a plain table only a line that lacks cells is cut.
    """
    last = end[end.rfind(b"\n") + 1 :].decode("utf-8", "replace")
    if last.strip() and (form.name != "csv" or _lacks(last, form.separator, len(form.columns))):
        raise InputError(
            "the last line has no end: the file is cut off",
            found=last,
            advice="give the log of a run that ended, or remove that line",
        )


def _lacks(line: str, separator: str, columns: int) -> bool:
    return '"' not in line and line.count(separator) + 1 < columns


def _text(begun: bytes, named: Mapping[str, str], path: str) -> Format:
    if begun.startswith(BEGINNINGS):
        raise InputError("a compressed log is not streamed", advice="decompress it, or save it as Parquet")
    whole = begun if len(begun) < _HEAD else begun[: begun.rfind(b"\n") + 1]
    if begun and not whole:
        raise InputError("the line is too long for one of a log", line=1)
    try:
        head = whole.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        raise InputError(
            f"the log is no UTF-8 text: {error.reason}",
            line=whole[: error.start].count(b"\n") + 1,
            advice="save it as UTF-8",
        ) from None
    if not head.strip():
        raise InputError("the log is empty: there is nothing to read")
    if PgbenchLogReader().matches(head):
        return _pgbench(head, path)
    lines = re.split("[\r\n]", head)  # what else ends lines for Python ends none for DuckDB
    separator = sniff_delimiter(head)
    headings, *below = _cells(lines, separator)
    for heading in headings:
        if headings.count(heading) > 1:
            raise InputError("this column stands twice", line=1, column=heading)
    if below and not head.endswith("\n") and _lacks(lines[-1], separator, len(headings)):
        below.pop()  # cut off, by us or before
    rows = [(line, row) for line, row in enumerate(below, start=2) if row]
    for line, row in rows:
        if len(row) != len(headings):
            raise InputError(f"the line has {len(row)} cells, the heading {len(headings)}", line=line)
    known = BenchbaseRawReader().matches(head)
    layout = _benchbase(headings) if known else layout_of(headings, named)
    _refuse_alike([heading for heading in headings if heading in layout.used], layout.used)
    columns: dict[str, Kind] = dict.fromkeys(headings, "text")  # 1.1 and 1.10, 1 and 01 are two labels
    for heading, factor in (*layout.times, layout.response):
        place = headings.index(heading)
        cells = [(line, row[place].strip()) for line, row in rows]
        advice = _RESPONSE if heading == layout.response[0] else _TIME
        columns[heading] = _number(heading, cells, factor, advice)
    name, separator = ("benchbase_raw", ",") if known else ("csv", separator)
    return Format(name, _internal_names(columns, layout.used), layout, separator)


def _refuse_alike(headings: Sequence[str], used: Collection[str]) -> None:
    """Refuse headings that differ in case alone, if one is used: to DuckDB they are one."""
    seen: dict[str, str] = {}
    for heading in headings:
        other = seen.setdefault(heading.casefold(), heading)
        if other != heading and {other, heading} & set(used):
            raise InputError(
                f"it differs from {quoted(other)} in case alone, which DuckDB does not tell apart",
                column=heading,
                advice="rename one of them",
            )


def _internal_names(columns: Mapping[str, Kind], used: Collection[str]) -> dict[str, Kind]:
    """Return columns, those not used under names of ours, for two may differ in case alone.

    One may be empty, too: pandas writes its index so.
    """
    ours = "column"
    while any(heading.casefold().startswith(ours) for heading in used):
        ours = f"the {ours}"
    return {
        heading if heading in used else f"{ours} {place} of the log": kind
        for place, (heading, kind) in enumerate(columns.items(), start=1)
    }


def _cells(lines: Sequence[str], separator: str) -> list[list[str]]:
    reader = csv.reader(lines, delimiter=separator)
    try:
        return list(reader)
    except csv.Error as error:
        raise InputError(f"the log is no table: {error}", line=reader.line_num) from None


def _number(heading: str, cells: Sequence[tuple[int, str]], factor: Fraction, advice: str) -> Kind:
    """Return as what to read a column of numbers of which one is `factor` of the unit that is kept.

    Whole numbers at the beginning do not say that no decimals come later, which a reader of integers rounds
    or refuses. A double takes both, and holds each whole number that
    :func:`ahp.ingest.logs.aggregate.grouped` accepts exactly, unless it counts a smaller unit than is kept:
    nanoseconds since 1970 have more digits.
    """
    for line, cell in cells:
        if not _NUMBER.fullmatch(cell):
            raise InputError("this is no number", line=line, column=heading, found=cell, advice=advice)
    small = factor.denominator > 1 and all(_INTEGER.fullmatch(cell) for _, cell in cells)
    return "integer" if small else "number"


def _pgbench(head: str, path: str) -> Format:
    whole = head[: head.rfind("\n") + 1]
    wide = whole.partition("\n")[0].count(" ") + 1
    client, number, *_ = transactions(whole.encode(), wide, name=path)
    turns = np.argsort(client, kind="stable")  # each client's after each other
    if ((np.diff(number[turns]) > 1) & (np.diff(client[turns]) == 0)).any():
        raise InputError(_SAMPLED, advice="let ahp.read read it, which leaves the throughput out")
    columns: dict[str, Kind] = dict.fromkeys(COLUMNS[:wide], "text")
    layout = Layout(
        (("second", Fraction(10**6)), ("microsecond", Fraction(1))),
        ("time", Fraction(1000)),
        labels={"transaction": "script"},
        failures=NOT_DONE,
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
    from pyarrow import parquet, types

    try:
        schema = parquet.read_schema(path)
    except Exception as error:  # whatever a damaged file makes of the library
        raise InputError(f"the Parquet file is damaged: {one_line(error, 120)}") from None
    dated = [field.name for field in schema if types.is_timestamp(field.type)]
    layout = layout_of(schema.names, named, dated)
    _refuse_alike(schema.names, layout.used)
    for name in layout.labels.values():
        if types.is_nested(schema.field(name).type):
            raise InputError(
                "the column holds lists or structures, not names", column=name, advice="turn them into text"
            )
    for name in (layout.times[0][0], layout.response[0]):
        if types.is_duration(schema.field(name).type):  # DuckDB reads its number, in whatever unit
            raise InputError(
                "the column holds durations, not numbers", column=name, advice="turn them into numbers"
            )
    return Format("parquet", {}, layout)
