"""The merged tables of ibench (insert benchmark): one line for each alternative, which is the tag."""

from __future__ import annotations

from collections.abc import Iterator

from ahp.errors import InputError
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, Row, number
from ahp.ingest.readers.csv_export import export_table, records_of
from ahp.ingest.readers.lines import finite, nothing_done, once

_TITLES = (
    "ips\tqps\trps\trmbps\twps\twmbps\trpq\trkbpq\twpi\twkbpi\tcsps\tcpups\tcspq\tcpupq\tdbgb1\tdbgb2\trss\t"
    "maxop\tp50\tp99\ttag"
)
_UNITS = {"ips": "insert/s", "qps": "query/s"}
_MEASURES = {"maxop": ("response_time_max", "s"), "cpups": ("cpu", "%")}
_RELATIVES = {"ips": "throughput_relative", "qps": "throughput_relative", "cpups": "cpu_relative"}
_NO_RATE = "1"  # without decimals: there is none on the line that the others are relative to
_BESIDE = "Throughput is that of the queries; the inserts beside them have a rate set beforehand."
_CAVEATS = (
    "p50 and p99 are percentiles of the rate of intervals, not of response times, and are not read.",
    "The maximum is that of one operation; CPU is that of the whole host.",
)
_RELATIVE_CAVEATS = (
    "This table is relative to a line that is not in it: what that line measured is not among the "
    "alternatives. Its maximum is relative too, and not read; CPU is that of the whole host.",
)


class IibenchReader:
    """The merged tables of the insert benchmark (ibench), one line for each alternative.

    Gives: `throughput` (of queries, or of inserts where there are none), `response_time_max`, `cpu`; from a
    table relative to another line `throughput_relative` and `cpu_relative`.
    Elsewhere: the scenario, stored bytes.
    Caveats: p50 and p99 are percentiles of rates and not read; inserts beside queries have a set rate.
    """

    def matches(self, head: str) -> bool:
        """Say yes to the heading line."""
        return head.startswith(_TITLES)

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of every tag."""
        records = list(_records(source))
        relative = any("." in record[column] for _, record in records for column in _UNITS)
        read = _relatives if relative else _rows
        rows = tuple(row for line, record in records for row in read(record, line))
        beside = (_BESIDE for row in rows if row.column == "qps")
        caveats = dict.fromkeys((*beside, *(_RELATIVE_CAVEATS if relative else _CAVEATS)))
        return Reading(rows, count=len(records), caveats=tuple(caveats))


def _records(source: Source) -> Iterator[tuple[int, dict[str, str]]]:
    """Yield the lines below the headings, each with its number."""
    seen: dict[str, int] = {}
    for line, record in records_of(export_table(source, _TITLES.split("\t"))):
        if not record["tag"]:
            raise InputError("a tag is needed", line=line)
        once(seen, record["tag"], line, "this tag", found=record["tag"])
        yield line, record


def _rows(record: dict[str, str], line: int) -> Iterator[Row]:
    # Where there are queries, the inserts beside them are made at a rate that was set beforehand.
    rate = "qps" if finite(record["qps"], line) else "ips"
    if not finite(record[rate], line):
        raise nothing_done(line, record["tag"])
    for column, (measure, unit) in ({rate: ("throughput", _UNITS[rate])} | _MEASURES).items():
        yield _row(record, column, measure, unit, line)


def _relatives(record: dict[str, str], line: int) -> Iterator[Row]:
    rate = "ips" if record["qps"] == _NO_RATE else "qps"
    for column in (rate, "cpups"):
        if record[column] != _NO_RATE:
            yield _row(record, column, _RELATIVES[column], "x", line)


def _row(record: dict[str, str], column: str, measure: str, unit: str, line: int) -> Row:
    printed = record[column]
    value = finite(printed, line)
    if value < 0:
        raise InputError("the number must not be negative", line=line, column=column, found=printed)
    alternative = record["tag"]
    return number(measure, value, unit, printed=printed, line=line, column=column, alternative=alternative)
