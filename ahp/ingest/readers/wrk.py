"""wrk and wrk2: requests per second and response times of an HTTP server."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading
from ahp.ingest.readers.http import (
    OMISSION,
    Told,
    percentile_rows,
    reading_of_reports,
    refuse_other_rate,
    seconds_of,
    time_row,
    told_of_errors,
)
from ahp.ingest.readers.lines import LineMatch, Lines, N
from ahp.ingest.readers.printed import PrintedReader

_START = re.compile(r"^Running \S+ test @ ")
_HEAD = re.compile(r"^  Thread Stats   Avg +Stdev +Max", re.MULTILINE)
_TIME = rf"({N})(us|ms|s|m|h)"
_LATENCY = re.compile(rf"^    Latency +{_TIME} +{N}(?:us|ms|s|m|h) +{_TIME} +{N}%$")
_PERCENT = re.compile(rf"^ *({N})% +{_TIME}$")
_DOUBTFUL = re.compile(r"%|^ +\S+ +\S+$")  # may have been a percentile
_KNOWN = re.compile(r"^    (?:Latency|Req/Sec) .*%$|^  Latency Distribution(?: \(.*\))?$")
_UNCORRECTED = re.compile(r"Uncorrected Latency")
_CORRECTED = re.compile(r"HdrHistogram - Recorded Latency")
_DONE = re.compile(rf"^  ([0-9]+) requests in {_TIME}, ({N})[KMGT]?B read$")
_REFUSED = re.compile(r"^  Non-2xx or 3xx responses: ([0-9]+)$")
_SOCKETS = re.compile(r"^  Socket errors: connect ([0-9]+), read ([0-9]+), write ([0-9]+), timeout ([0-9]+)$")
_RATE = re.compile(rf"^Requests/sec: +({N})$")
_END = re.compile(rf"^Transfer/sec: +{N}[KMGT]?B$")

_HISTOGRAM = 1.03  # a histogram's last bucket may end above the largest value in it
_OMISSION = f"{OMISSION.format('wrk')[:-1]}; wrk2 with a fixed rate does not."


class WrkReader(PrintedReader):
    """What `wrk` and `wrk2` print, with and without `--latency`.

    Gives: `throughput`, `response_time_mean`, `response_time_max`, with `--latency` also
    `response_time_p50`, `…_p90`, `…_p99` and, from wrk2, `…_p999`.
    Elsewhere: the alternative, the compression ratio, the CPU.
    Caveats: coordinated omission, which wrk2 corrects; error replies are counted as requests, and a run
    with one in twenty is refused, or left out with `--drop-failed`.
    """

    words = ("  Thread Stats   Avg",)
    forms = (_HEAD,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        return reading_of_reports(text, _START, "'Running … test @ …'", _told, options)


def _told(run: str | None, report: Lines) -> Told:
    rate, done = report.one(_RATE, "line 'Requests/sec'"), report.one(_DONE, "number of requests")
    report.one(_END, "line 'Transfer/sec'")
    latency = report.one(_LATENCY, "line 'Latency'")
    refuse_other_rate(rate.digits(), done.value(), *seconds_of(done, 2), "Requests/sec")
    percentiles = _percentiles(report.above(rate.line))
    rows = [
        rate.row("throughput", "requests/s", run=run),
        time_row("response_time_mean", latency, 1, run),
        time_row("response_time_max", latency, 3, run),
        *percentile_rows(percentiles, run),
    ]
    corrected = bool(report.all(_CORRECTED))
    return rows, [
        *([] if corrected else [_OMISSION]),
        *_errors(report, done),
        *_above_maximum(percentiles, latency),
    ]


def _percentiles(lines: Lines) -> list[LineMatch]:
    """Return the lines of the distribution; wrk2 may print a second one that it did not correct."""
    lines = lines.until(_UNCORRECTED)
    found = lines.all(_PERCENT)
    known = {hit.line for hit in [*found, *lines.all(_KNOWN)]}
    for hit in lines.all(_DOUBTFUL):
        if hit.line not in known:
            raise InputError("this is no percentile", line=hit.line, found=hit.match.string.strip())
    return found


def _errors(report: Lines, done: LineMatch) -> list[str]:
    """Tell of error replies, which wrk counts as requests served, and of requests without a reply."""
    refused = report.maybe(_REFUSED, "the number of non-2xx replies")
    sockets = report.maybe(_SOCKETS, "the socket errors")
    failed = (refused.value() if refused else 0.0) + (
        sum(sockets.value(group) for group in range(1, 5)) if sockets else 0.0
    )
    hit = refused or sockets or done
    return told_of_errors(failed, done.value(), hit.line, hit.match[0].strip())


def _above_maximum(percentiles: list[LineMatch], latency: LineMatch) -> Iterator[str]:
    largest = max(percentiles, key=LineMatch.value, default=None)
    if largest and seconds_of(largest, 2)[0] > _HISTOGRAM * seconds_of(latency, 3)[0]:
        yield (
            f"Its {largest.text()} % of {largest.text(2)}{largest.text(3)} on line {largest.line} is "
            f"above its maximum of {latency.text(3)}{latency.text(4)}: one of them is wrong."
        )
