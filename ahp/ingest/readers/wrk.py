"""wrk and wrk2: requests per second and response times of an HTTP server."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ahp.ingest.readers import http
from ahp.ingest.readers.base import Options, Reading
from ahp.ingest.readers.lines import LineMatch, Lines, N, PrintedReader

_START = re.compile(r"^Running \S+ test @ ")
_HEAD = re.compile(r"^  Thread Stats   Avg +Stdev +Max", re.MULTILINE)
_TIME = rf"({N})(us|ms|s|m|h)"
_LATENCY = re.compile(rf"^    Latency +{_TIME} +{N}(?:us|ms|s|m|h) +{_TIME} +{N}%$")
_PERCENT = re.compile(rf"^ *({N})% +{_TIME}$")
_LIKE_PERCENT = re.compile(r"^ *[0-9.]+%")
_UNCORRECTED = re.compile(r"Uncorrected Latency")
_CORRECTED = re.compile(r"HdrHistogram - Recorded Latency")
_DONE = re.compile(rf"^  ([0-9]+) requests in {_TIME}, ({N})[KMGT]?B read$")
_REFUSED = re.compile(r"^  Non-2xx or 3xx responses: ([0-9]+)$")
_SOCKETS = re.compile(r"^  Socket errors: connect ([0-9]+), read ([0-9]+), write ([0-9]+), timeout ([0-9]+)$")
_RATE = re.compile(rf"^Requests/sec: +({N})$")
_END = re.compile(rf"^Transfer/sec: +{N}[KMGT]?B$")

_HISTOGRAM = 1.03  # a histogram's last bucket may end above the largest value in it
_OMISSION = f"{http.OMISSION.format('wrk')[:-1]}; wrk2 with a fixed rate does not."


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
        return http.reading_of_reports(text, _START, "'Running … test @ …'", _content_of, options)


def _content_of(run: str | None, report: Lines) -> http.Told:
    rate, done = report.one(_RATE, "line 'Requests/sec'"), report.one(_DONE, "number of requests")
    report.one(_END, "line 'Transfer/sec'")
    latency = report.one(_LATENCY, "line 'Latency'")
    # wrk2 may print a second distribution that it did not correct.
    percents = report.above(rate.line).until(_UNCORRECTED).every(_PERCENT, _LIKE_PERCENT)
    rows = [
        rate.row("throughput", "requests/s", run=run),
        http.time_row("response_time_mean", latency, 1, run),
        http.time_row("response_time_max", latency, 3, run),
        *http.percentile_rows(percents, run),
    ]
    # wrk counts error replies as requests served.
    refused, sockets = (
        report.maybe(_REFUSED, "line 'Non-2xx'"),
        report.maybe(_SOCKETS, "line 'Socket errors'"),
    )
    failed = refused.value() if refused else 0.0
    failed += sum(sockets.value(group) for group in range(1, 5)) if sockets else 0.0
    hit = refused or sockets or done
    errors = http.caveats_of_errors(failed, done.value(), hit.line, hit.match[0].strip())
    omission = [] if report.all(_CORRECTED) else [_OMISSION]
    return rows, [*omission, *errors, *_above_maximum(percents, latency)]


def _above_maximum(percents: list[LineMatch], latency: LineMatch) -> Iterator[str]:
    largest = max(percents, key=LineMatch.value, default=None)
    if largest and _seconds(largest, 2) > _HISTOGRAM * _seconds(latency, 3):
        yield (
            f"Its {largest.text()} % of {largest.text(2)}{largest.text(3)} on line {largest.line} is "
            f"above its maximum of {latency.text(3)}{latency.text(4)}: one of them is wrong."
        )


def _seconds(hit: LineMatch, group: int) -> float:
    row = http.time_row("response_time_max", hit, group, None)
    return (row.value or 0.0) * float(row.unit.factor if row.unit else 1)
