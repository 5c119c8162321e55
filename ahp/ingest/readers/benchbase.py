"""BenchBase's `summary.json`, and the line of its log that gives the rate alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from ahp.errors import InputError
from ahp.ingest.jsontext import Digits, item, number_at, parse_json
from ahp.ingest.readers.base import Options, Reading, Row, holds, number
from ahp.ingest.readers.printed import N, Printed, as_runs, disagreement, naming, nothing_done
from ahp.ingest.sources import Source

_SUMMARY = re.compile(r'"Latency Distribution": *\{')
_LOG = re.compile(r"\bcom\.oltpbenchmark\.DBWorkload ")
_RESULT = re.compile(
    rf"Results\(state=([A-Z]+), nanoSeconds=([0-9]+), measuredRequests=([0-9]+)\) = ({N}) requests/sec"
)
_STATISTICS = {
    "Minimum": "",
    "Median": "p50",
    "90th Percentile": "p90",
    "95th Percentile": "p95",
    "99th Percentile": "p99",
    "Maximum": "max",
}
_CAVEATS = (
    "Goodput is not read: it counts more than the measured requests.",
    "A warm-up is left out only if the configuration sets one.",
)


class BenchbaseReader:
    """BenchBase's `summary.json`, and the line of its log that gives the rate.

    Gives: `throughput`; from the summary `response_time_mean`, `response_time_p50`, `response_time_p90`,
    `response_time_p95`, `response_time_p99`, `response_time_max`; all of the types together.
    Elsewhere: response times by transaction type (`raw.csv`, `results.TYPE.csv`), the compression ratio,
    the CPU.
    Caveats: goodput is not read, since it counts more than the measured requests; a warm-up is left out
    only if the configuration sets one.
    """

    def matches(self, head: str) -> bool:
        """Say yes to the summary's distribution, and to the log of the workload."""
        return holds(head, '"Latency Distribution"', "com.oltpbenchmark.DBWorkload ") and (
            _SUMMARY.search(head) is not None or _LOG.search(head) is not None
        )

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of the summary, or of the lines of results in the log.

        Raises
        ------
        InputError
            If the run did not end by itself, or the numbers contradict each other.
        """
        with naming(source):
            rows = list(_of_log(source.text) if _LOG.search(source.text) else _of_summary(source.text))
            return Reading(tuple(rows), count=len(rows), caveats=_CAVEATS)


def _of_summary(text: str) -> Iterator[Row]:
    report = parse_json(text)
    rate = number_at(report, "Throughput (requests/second)")
    requests, elapsed = (
        number_at(report, "Measured Requests"),
        number_at(report, "Elapsed Time (nanoseconds)"),
    )
    yield _rate(str(item(report, "Final State")), elapsed, requests, rate, None)
    latencies = {
        name: number_at(report, "Latency Distribution", f"{name} Latency (microseconds)")
        for name in (*_STATISTICS, "Average")
    }
    mean = latencies.pop("Average")
    for low, high in (
        *pairwise(latencies.values()),
        (latencies["Minimum"], mean),
        (mean, latencies["Maximum"]),
    ):
        if low.value > high.value:
            raise disagreement(high.line, "a response time", high.text, low.value)
    for statistic, found in (("mean", mean), *zip(_STATISTICS.values(), latencies.values(), strict=True)):
        if statistic:
            yield number(f"response_time_{statistic}", found.value, "us", printed=found.text, line=found.line)


def _of_log(text: str) -> Iterator[Row]:
    runs = as_runs(Printed.of(text).only(_RESULT).parts(_RESULT))
    if not runs:
        raise InputError("the log has no line of results: the run did not finish", line=Printed.of(text).last)
    for run, part in runs:
        hit = part.one(_RESULT, "line of results")
        elapsed, requests, rate = (Digits(hit.text(group), hit.line) for group in (2, 3, 4))
        yield _rate(hit.text(1), elapsed, requests, rate, run)


def _rate(state: str, elapsed: Digits, requests: Digits, rate: Digits, run: str | None) -> Row:
    """Return the row of the rate, which is that of the requests in the time."""
    if state != "EXIT":
        raise InputError("the run did not end by itself", line=rate.line, found=state, advice="repeat it")
    if rate.value <= 0:
        raise nothing_done(rate.line, rate.text)
    computed = 1e9 * requests.value / max(elapsed.value, 1.0)
    if abs(rate.value - computed) > 1e-6 * computed:
        raise disagreement(rate.line, "the throughput", rate.text, computed)
    return number("throughput", rate.value, "req/s", printed=rate.text, line=rate.line, run=run)
