"""k6: the summary of a load test, as `--summary-export` and `handleSummary` write it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ahp.errors import FailedRunError, InputError
from ahp.ingest.checks import reading_of_runs
from ahp.ingest.readers.base import Options, Reading
from ahp.ingest.readers.http import TOLERATED, Told, rows_of_times, told_of_errors
from ahp.ingest.readers.json import JsonNumber, number_at, object_at, parse_json
from ahp.ingest.readers.lines import Lines, PrintedReader, nothing_done

_HEAD = re.compile(r'^\s*\{[\s\S]*?(?:"root_group"\s*:|"http_req_duration(?:\{[^"]*)?"\s*:\s*\{\s*")')
_PERCENTILE = re.compile(r"p\(([0-9]+(?:\.[0-9]+)?)\)")
_STATISTICS = {"avg": "response_time_mean", "med": "response_time_p50", "max": "response_time_max"}
_TIMES = (
    "k6's response times are of sending, waiting and receiving; looking up names, connecting and TLS are no "
    "part of them."
)
_MODEL = (
    "k6's summary does not say whether its users wait for their reply before they send again; where they do, "
    "response times say nothing of requests not sent meanwhile."
)


class K6Reader(PrintedReader):
    """What k6 writes of a whole test: `--summary-export FILE`, or the data of `handleSummary` as JSON.

    Gives: `throughput` of HTTP requests, `response_time_mean`, `response_time_max`, `response_time_p50`,
    `…_p90`, `…_p95`, and what `summaryTrendStats` asks for beside them: `…_p99`, `…_p999`.
    Elsewhere: the alternative, the compression ratio, the CPU.
    Caveats: failed requests are counted, and a run in which one in twenty requests or checks failed is
    refused, or left out with `--drop-failed`; thresholds that were crossed are told; connecting is no part of
    the response times; whether users wait for their replies is not said.
    """

    words = ('"http_req',)
    forms = (_HEAD,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        document = object_at(parse_json(text.text))
        return reading_of_runs([(None, document)], lambda _, summary: _told(summary), options)


def _told(document: Mapping[str, Any]) -> Told:
    metrics = {name: object_at(document, "metrics", name) for name in object_at(document, "metrics")}
    if "http_reqs" not in metrics:
        raise InputError(
            "no HTTP request was sent", line=1, advice="give the summary of a test that sends some"
        )
    count, rate = (number_at(_values(metrics, "http_reqs"), key) for key in ("count", "rate"))
    if count.value <= 0:
        raise nothing_done(rate.line, rate.text)
    throughput = rate.row("throughput", "requests/s", column="http_reqs.rate")
    duration, column = _values(metrics, "http_req_duration"), "http_req_duration.{}"
    times = list(rows_of_times(duration, _PERCENTILE, "ms", names=_STATISTICS, column=column))
    return [throughput, *times], [_TIMES, _MODEL, *_failures(metrics, count), *_thresholds(metrics)]


def _values(metrics: Mapping[str, dict[str, Any]], name: str) -> dict[str, Any]:
    """Return the numbers of a metric, which `handleSummary` has under a key of their own."""
    metric = object_at(metrics, name)
    return object_at(metric, "values") if "values" in metric else metric


def _failures(metrics: Mapping[str, dict[str, Any]], count: JsonNumber) -> Iterator[str]:
    if "http_req_failed" in metrics:  # where it is true, a request has failed
        failed = number_at(_values(metrics, "http_req_failed"), "passes")
        yield from told_of_errors(failed.value, count.value, failed.line, failed.text)
    if "checks" in metrics:
        passed, missed = (number_at(_values(metrics, "checks"), key) for key in ("passes", "fails"))
        told = f"{missed.text} of {passed.value + missed.value:.0f} checks failed"
        if missed.value > TOLERATED * (passed.value + missed.value):
            raise FailedRunError(
                told, line=missed.line, found=missed.text, advice="mend what failed and measure again"
            )
        if missed.value:
            yield f"{told}: their requests are counted in throughput and response times."


def _thresholds(metrics: Mapping[str, dict[str, Any]]) -> Iterator[str]:
    for name, metric in metrics.items():
        for threshold, state in object_at(metric, "thresholds").items() if "thresholds" in metric else ():
            # `--summary-export` says whether it was crossed, `handleSummary` whether it was kept.
            if state is True or (isinstance(state, dict) and state.get("ok") is False):
                yield f"The threshold '{threshold}' of {name} was crossed."
