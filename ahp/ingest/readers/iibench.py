"""The merged tables of ibench (insert benchmark): one line for each alternative, which is the tag."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading, Row, number
from ahp.ingest.readers.printed import Printed, finite, naming, nothing_done
from ahp.ingest.sources import Source

_TITLES = (
    "ips\tqps\trps\trmbps\twps\twmbps\trpq\trkbpq\twpi\twkbpi\tcsps\tcpups\tcspq\tcpupq\tdbgb1\tdbgb2\trss\t"
    "maxop\tp50\tp99\ttag"
)
_UNITS = {"ips": "insert/s", "qps": "query/s"}
_MEASURES = {"maxop": ("response_time_max", "s"), "cpups": ("cpu", "%")}
_RATE = re.compile(r"[0-9]+")
_BESIDE = "Throughput is that of the queries; the inserts beside them have a rate set beforehand."
_CAVEATS = (
    "p50 and p99 are percentiles of the rate of intervals, not of response times, and are not read.",
    "The maximum is that of one operation; CPU is that of the whole host.",
)


class IibenchReader:
    """The merged tables of the insert benchmark (ibench), one line for each alternative.

    Gives: `throughput` (of queries, or of inserts where there are none), `response_time_max`, `cpu`.
    Elsewhere: the scenario, stored bytes.
    Caveats: p50 and p99 are percentiles of rates and not read; inserts beside queries have a set rate.
    """

    def matches(self, head: str) -> bool:
        """Say yes to the heading line."""
        return head.startswith(_TITLES)

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of every tag.

        Raises
        ------
        InputError
            If a line is damaged or relative to another one, or a tag stands twice.
        """
        with naming(source):
            rows: list[Row] = []
            seen: dict[str, int] = {}
            (_, titles), *lines = Printed.of(source.text).lines
            if titles != _TITLES:
                raise InputError("the heading line is damaged", line=1)
            for line, text in lines:
                if not text:
                    continue
                cells = text.split("\t")
                if len(cells) != _TITLES.count("\t") + 1:
                    raise InputError(f"{len(cells)} cells for 21 headings", line=line, found=text)
                record = dict(zip(_TITLES.split("\t"), cells, strict=True))
                first = seen.setdefault(record["tag"], line)
                if first != line:
                    raise InputError(
                        f"this tag stands on line {first} already", line=line, found=record["tag"]
                    )
                rows += _rows(record, line)
            if not rows:
                raise InputError("there is no line below the headings", line=1)
            caveats = dict.fromkeys((*(_BESIDE for row in rows if row.column == "qps"), *_CAVEATS))
            return Reading(tuple(rows), count=len(seen), caveats=tuple(caveats))


def _rows(record: dict[str, str], line: int) -> Iterator[Row]:
    if not record["tag"]:
        raise InputError("a tag is needed", line=line)
    for column in _UNITS:
        if _RATE.fullmatch(record[column]) is None:
            raise InputError(
                "a rate is a whole number: this table is relative to another line",
                line=line,
                column=column,
                found=record[column],
                advice="give the table of the rates themselves",
            )
    # Where there are queries, the inserts beside them are made at a rate that was set beforehand.
    rate = "qps" if finite(record["qps"], line) else "ips"
    if not finite(record[rate], line):
        raise nothing_done(line, record["tag"])
    for column, (measure, unit) in ({rate: ("throughput", _UNITS[rate])} | _MEASURES).items():
        printed = record[column]
        value = finite(printed, line)
        if value < 0:
            raise InputError("the number must not be negative", line=line, column=column, found=printed)
        alternative = record["tag"]
        yield number(measure, value, unit, printed=printed, line=line, column=column, alternative=alternative)
