"""wrk and wrk2: requests per second and response times of an HTTP server."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ahp.errors import InputError
from ahp.ingest.checks import reading_of_runs
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, Row, holds
from ahp.ingest.readers.lines import (
    LineMatch,
    Lines,
    N,
    as_runs,
    disagreement,
    percentile,
    told_of_errors,
)

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

_UNITS = {"m": "min"}
_SECONDS = {"us": 1e-6, "ms": 1e-3, "s": 1.0, "m": 60.0, "h": 3600.0}
_HISTOGRAM = 1.03  # a histogram's last bucket may end above the largest value in it
_OMISSION = (
    "wrk sends a request when the one before is answered: its response times leave out the waiting that a "
    "stall causes (coordinated omission); wrk2 with a fixed rate does not."
)


class WrkReader:
    """What `wrk` and `wrk2` print, with and without `--latency`.

    Gives: `throughput`, `response_time_mean`, `response_time_max`, with `--latency` also
    `response_time_p50`, `…_p90`, `…_p99` and, from wrk2, `…_p999`.
    Elsewhere: the alternative, the compression ratio, the CPU.
    Caveats: coordinated omission, which wrk2 corrects; error replies are counted as requests, and a run
    with one in twenty is refused, or left out with `--drop-failed`.
    """

    def matches(self, head: str) -> bool:
        """Say whether wrk's table of thread statistics stands there."""
        return holds(head, "  Thread Stats   Avg") and _HEAD.search(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of each report; several in a file are runs.

        Raises
        ------
        InputError
            If a report is cut off, contradicts itself, or one reply in twenty was an error.
        """
        printed = Lines.of(source.text)
        reports = as_runs(printed.parts(_START))
        if not reports:
            raise InputError(
                "the report does not begin with 'Running … test @ …'",
                line=1,
                advice="give the whole output of wrk",
            )
        return reading_of_runs(reports, _told, options)


def _told(run: str | None, report: Lines) -> tuple[list[Row], Iterator[str]]:
    found = list(_rows(report, run))
    return found, _caveats(report)


def _rows(report: Lines, run: str | None) -> Iterator[Row]:
    rate = report.one(_RATE, "line 'Requests/sec'")
    report.one(_END, "line 'Transfer/sec'")
    latency = report.one(_LATENCY, "line 'Latency'")
    _refuse_contradiction(report.one(_DONE, "number of requests"), rate)
    yield rate.row("throughput", "requests/s", run=run)
    yield latency.row("response_time_mean", _unit(latency, 2), run=run)
    yield latency.row("response_time_max", _unit(latency, 4), 3, run=run)
    for hit in _percentiles(report):
        measure = percentile(hit.text())
        if measure is not None:
            yield hit.row(measure, _unit(hit, 3), 2, run=run)


def _unit(hit: LineMatch, group: int) -> str:
    return _UNITS.get(hit.text(group), hit.text(group))


def _percentiles(report: Lines) -> list[LineMatch]:
    """Return the lines of the distribution; wrk2 may print a second one that it did not correct."""
    end = [*report.all(_UNCORRECTED), report.one(_RATE, "line 'Requests/sec'")][0].line
    lines = report.above(end)
    found = lines.all(_PERCENT)
    for hit in lines.all(_DOUBTFUL):
        if hit.line not in {known.line for known in [*found, *lines.all(_KNOWN)]}:
            raise InputError("this is no percentile", line=hit.line, found=hit.match.string.strip())
    return found


def _refuse_contradiction(done: LineMatch, rate: LineMatch) -> None:
    """Refuse a rate that is not requests by seconds, as far as its digits can tell."""
    seconds = done.value(2) * _SECONDS[done.text(3)]
    printed = 0.005 * _SECONDS[done.text(3)]
    low, high = done.value() / (seconds + printed), done.value() / max(seconds - printed, 1e-9)
    if not low - 0.005 <= rate.value() <= high + 0.005:
        raise disagreement(rate.line, "Requests/sec", rate.text(), (low + high) / 2)


def _caveats(report: Lines) -> Iterator[str]:
    if not report.all(_CORRECTED):
        yield _OMISSION
    yield from _errors(report)
    largest = max(_percentiles(report), key=lambda hit: hit.value(), default=None)
    if largest is not None:
        latency = report.one(_LATENCY, "line 'Latency'")
        found = largest.value(2) * _SECONDS[largest.text(3)]
        if found > _HISTOGRAM * latency.value(3) * _SECONDS[latency.text(4)]:
            yield (
                f"Its {largest.text()} % of {largest.text(2)}{largest.text(3)} on line {largest.line} is "
                f"above its maximum of {latency.text(3)}{latency.text(4)}: one of them is wrong."
            )


def _errors(report: Lines) -> Iterator[str]:
    """Tell of error replies, which wrk counts as requests served, and of requests without a reply."""
    done = report.one(_DONE, "number of requests")
    refused = report.maybe(_REFUSED, "the number of non-2xx replies")
    sockets = report.maybe(_SOCKETS, "the socket errors")
    failed = refused.value() if refused is not None else 0.0
    failed += sum(sockets.value(group) for group in range(1, 5)) if sockets is not None else 0.0
    hit = refused or sockets
    if hit is None or not failed:
        return
    yield told_of_errors(failed, done.value(), hit.line, hit.match[0].strip())
