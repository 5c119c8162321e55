"""ApacheBench: its report, and the files that it writes beside it (`-e` percentiles, `-g` every request)."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from ahp.errors import InputError
from ahp.ingest.files.open import Source
from ahp.ingest.readers import http
from ahp.ingest.readers.base import Options, Reading, Row, number
from ahp.ingest.readers.lines import Lines, N, PrintedReader
from ahp.ingest.readers.percentiles import NEAREST_RANK, statistics

_START = re.compile(r"^This is ApacheBench, Version ", re.MULTILINE)
_DONE = re.compile(r"^Complete requests: +([0-9]+)$")
_FAILED = re.compile(r"^Failed requests: +([0-9]+)$")
_WHY = re.compile(r"^   \(Connect: [0-9]+, (?:Receive: [0-9]+, )?Length: ([0-9]+), Exceptions: [0-9]+\)$")
_REFUSED = re.compile(r"^Non-2xx responses: +([0-9]+)$")
_RATE = re.compile(rf"^Requests per second: +({N}) \[#/sec\] \(mean\)$", re.MULTILINE)
_MEAN = re.compile(rf"^Time per request: +({N}) \[ms\] \(mean\)$")
_COLUMNS = re.compile(r"^ +min +(?:mean\[\+/-sd\] +median|avg) +max$")
_TOTAL = re.compile(rf"^Total:((?: +{N})+)$")
_TABLE = re.compile(r"^Percentage of the requests served within a certain time \(ms\)$")
_PERCENT = re.compile(r"^ +([0-9]+)% +([0-9]+)(?: \(last request\))?$")
_LONGEST = re.compile(r"^ +(100)% +([0-9]+) \(longest request\)$")
_SHARES = re.compile(r"^ +[0-9]+% |longest request")
_COMPUTED = "The mean response time is computed by ab from the duration: concurrency x time / requests."
_NO_PERCENTILES = (
    "Percentiles and the maximum are missing: ab -d leaves them out, and so does a single request; if it was "
    "neither, the report is cut off behind its connection times."
)
_WHOLE = "ab prints percentiles in whole milliseconds; what it writes with -e has three decimals."
_ZERO = "Percentiles that ab prints as 0 are below half a millisecond and are missing here."


class AbReader(PrintedReader):
    """What `ab` (ApacheBench) prints.

    Gives: `throughput`, `response_time_mean`, `response_time_p50`, `…_p90`, `…_p95`, `…_p99` and
    `response_time_max`.
    Elsewhere: the alternative, the compression ratio, the CPU.
    Caveats: coordinated omission; the mean is computed from the duration; percentiles are whole
    milliseconds; replies of another length than the first are told of, and percentiles that are missing. A
    run in which one request in twenty failed is refused, or left out with `--drop-failed`.
    """

    words = ("This is ApacheBench, Version ", "Requests per second:")
    forms = (_START, _RATE)

    def _reading(self, text: Lines, options: Options) -> Reading:
        return http.reading_of_reports(text, _START, "'This is ApacheBench'", _content_of, options)


def _content_of(run: str | None, report: Lines) -> http.Told:
    found = list(_rows(report, run))
    return found, _caveats(report, found)


def _rows(report: Lines, run: str | None) -> Iterator[Row]:
    rate, mean = report.one(_RATE, "line 'Requests per second'"), report.one(_MEAN, "mean 'Time per request'")
    _refuse_cut(report)
    yield rate.row("throughput", "requests/s", run=run)
    yield mean.row("response_time_mean", "ms", run=run)
    table = report.maybe(_TABLE, "the table of percentiles")
    if table is None:  # ab -d prints none, and then ends here
        report.refuse(_SHARES, "percentiles without their heading", "give the whole output of ab")
        return
    longest = report.one(_LONGEST, "line '100%'")
    percents = report.below(table.line).above(longest.line).every(_PERCENT, re.compile(r"\S"))
    yield from map(http.without_zero, http.percentile_rows(percents, run, "ms"))
    yield http.without_zero(longest.row("response_time_max", "ms", 2, run=run))


def _refuse_cut(report: Lines) -> None:
    """Refuse a report whose table of connection times is not whole, be there percentiles below it or not."""
    columns = report.one(_COLUMNS, "heading of the table 'Connection Times'")
    width = 5 if columns.says("mean") else 3
    total = report.below(columns.line).one(_TOTAL, "row 'Total' of the connection times")
    if len(total.text().split()) != width:
        raise InputError(f"this row needs {width} numbers", line=total.line, found=total.text(0))


def _caveats(report: Lines, rows: list[Row]) -> Iterator[str]:
    yield from (http.OMISSION.format("ab"), _COMPUTED)
    yield _WHOLE if len(rows) > 2 else _NO_PERCENTILES
    if any(row.value is None for row in rows):
        yield _ZERO
    done, failed = report.one(_DONE, "number of requests"), report.one(_FAILED, "number of failures")
    refused = report.maybe(_REFUSED, "the number of non-2xx replies")
    why = report.maybe(_WHY, "the kinds of failures")
    lengths = why.value() if why else 0.0
    others = failed.value() - lengths + (refused.value() if refused else 0.0)
    where = refused or failed
    yield from http.caveats_of_errors(others, done.value(), where.line, where.match[0].strip())
    if lengths:
        yield (
            f"{lengths:.0f} of {done.text()} replies had another length than the first; ab counts them as "
            "failed, which they are only where every reply is the same document."
        )


_PERCENTILES = re.compile(r"^Percentage served,Time in ms\r?$", re.MULTILINE)
_SERVED = re.compile(rf"^([0-9]+),({N})$")
_REQUESTS = re.compile(r"^starttime\tseconds\tctime\tdtime\tttime\twait\r?$", re.MULTILINE)
_REQUEST = re.compile(r"^[^\t]+\t([0-9]+)\t([0-9]+)\t([0-9]+)\t([0-9]+)\t([0-9]+)$")
_FAILURES = "ab's export does not say whether requests failed; its report does."
_EXPORTS_WHOLE = (
    "ab -g writes times in whole milliseconds: the mean is known to half a millisecond, and what would be 0 "
    "is missing."
)
_SORTED = (
    "ab -g sorts requests by their time and marks no end: where the file was cut, the slowest are missing."
)


class AbExportsReader:
    """What `ab -e FILE` and `ab -g FILE` write.

    Gives: from `-e` `response_time_p50`, `…_p90`, `…_p95`, `…_p99` and `response_time_max`, to a
    microsecond; from `-g` the same with `response_time_mean`, in whole milliseconds.
    Elsewhere: the alternative; `throughput` and the failures, which only ab's report has.
    Caveats: whether requests failed is not said; `-g` rounds to milliseconds.
    """

    def matches(self, head: str) -> bool:
        """Say whether one of the two headings begins it."""
        return bool(_PERCENTILES.match(head) or _REQUESTS.match(head))

    def read(self, source: Source, options: Options) -> Reading:
        """Return the statistics of the response time."""
        text = Lines.of(source.text.rstrip("\r\n"))
        below = Lines(text.lines[1:])
        if _PERCENTILES.match(source.text):
            return _percentiles(below)
        if _REQUESTS.match(source.text):
            return _requests(below)
        raise InputError("neither heading of ab's exports begins it", line=1, found=text.lines[0][1])


def _percentiles(below: Lines) -> Reading:
    hits = below.every(_SERVED, re.compile(r""))
    shares = [int(hit.text()) for hit in hits]
    if shares != list(range(101)):
        missing = next((i for i, share in enumerate(shares) if share != i), len(shares))
        raise InputError(
            "the percentages from 0 to 100 are needed, one after the other",
            line=hits[missing].line if missing < len(hits) else below.last,
        )
    rows = [*http.percentile_rows(hits, None, "ms"), hits[-1].row("response_time_max", "ms", 2)]
    return Reading(tuple(rows), count=1, caveats=(_FAILURES,))


def _requests(below: Lines) -> Reading:
    hits = below.every(_REQUEST, re.compile(r""))
    if not hits:
        raise InputError("only a heading; it needs at least one request", line=1)
    times = [hit.value(4) for hit in hits]
    if not times[-1]:
        raise InputError("no request took half a millisecond", line=hits[-1].line, found=hits[-1].text(4))
    mean = float(np.mean(times))
    rows = [
        number("response_time_mean", mean, "ms", printed=f"{mean:.0f}", line=None),
        *(row for row in statistics(np.array(times), "ms") if row.measure != "response_time_mean"),
    ]
    return Reading(
        tuple(map(http.without_zero, rows)),
        count=len(hits),
        caveats=(_FAILURES, _EXPORTS_WHOLE, _SORTED, NEAREST_RANK),
    )
