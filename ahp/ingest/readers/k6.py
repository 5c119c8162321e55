"""k6: the summary of a load test, as it prints it and as `--summary-export` and `handleSummary` write it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ahp.errors import FailedRunError, InputError
from ahp.ingest.checks import reading_of_runs
from ahp.ingest.readers import http
from ahp.ingest.readers.base import Options, Reading, number
from ahp.ingest.readers.json import JsonNumber, number_at, object_at, parse_json
from ahp.ingest.readers.lines import LineMatch, Lines, N, PrintedReader, nothing_done, percentile
from ahp.ingest.tables.cells import parse_number

_HEAD = re.compile(r'^\s*\{[\s\S]*?(?:"root_group"\s*:|"http_req_duration(?:\{[^"]*)?"\s*:\s*\{\s*")')
_CONSOLE = re.compile(r"^[ \t]*(?:[✓✗] )?http_req_duration\.+: avg=", re.MULTILINE)
_LINE = re.compile(r"^\s*(?P<mark>[✓✗] )?(?P<name>[a-z_]+)\.+: +(?P<rest>\S.*?)\s*$")
_SUMMARY = re.compile(r"(?P<name>avg|med|max|p\([0-9.]+\)) ?= ?(?P<time>[0-9][0-9.a-zµμ]*)")
_RATE = re.compile(rf"(?P<count>[0-9]+) +(?P<rate>{N})/s")
_SHARE = re.compile(
    rf"{N}% +(?:✓ (?P<true>[0-9]+) +✗ (?P<false>[0-9]+)|(?P<some>[0-9]+) out of (?P<all>[0-9]+))"
)
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
    """What k6 says of a whole test: its summary, `--summary-export FILE`, or `handleSummary`'s data as JSON.

    Gives: `throughput` of HTTP requests, `response_time_mean`, `response_time_max`, `response_time_p50`,
    `…_p90`, `…_p95`, and what `summaryTrendStats` asks for beside them: `…_p99`, `…_p999`.
    Elsewhere: the alternative, the compression ratio, the CPU.
    Caveats: failed requests are counted, and a run in which one in twenty requests or checks failed is
    refused, or left out with `--drop-failed`; thresholds that were crossed are told; connecting is no part of
    the response times; whether users wait for their replies is not said.
    """

    words = ("http_req",)
    forms = (_HEAD, _CONSOLE)

    def _reading(self, text: Lines, options: Options) -> Reading:
        if _CONSOLE.search(text.text):
            return reading_of_runs([(None, text)], lambda _, summary: _content_of_print(summary), options)
        document = object_at(parse_json(text.text))
        return reading_of_runs([(None, document)], lambda _, summary: _content_of(summary), options)


def _content_of(document: Mapping[str, Any]) -> http.Told:
    metrics = {name: object_at(document, "metrics", name) for name in object_at(document, "metrics")}
    if "http_reqs" not in metrics:
        raise InputError("no HTTP request was sent", line=1, advice="give that of a test that sends some")
    count, rate = (number_at(_values(metrics, "http_reqs"), key) for key in ("count", "rate"))
    if count.value <= 0:
        raise nothing_done(rate.line, rate.text)
    throughput = rate.row("throughput", "requests/s", column="http_reqs.rate")
    duration, column = _values(metrics, "http_req_duration"), "http_req_duration.{}"
    times = list(http.rows_of_times(duration, _PERCENTILE, "ms", names=_STATISTICS, column=column))
    return [throughput, *times], [_TIMES, _MODEL, *_failures(metrics, count), *_thresholds(metrics)]


def _content_of_print(summary: Lines) -> http.Told:
    found: dict[str, LineMatch] = {}
    for hit in summary.all(_LINE):
        first = found.setdefault(hit.text("name"), hit)
        if first is not hit and hit.text("name") == "http_reqs":
            raise InputError(
                f"a second summary; the first has its http_reqs on line {first.line}",
                line=hit.line,
                advice="give each a file of its own, or a heading such as '## nginx' above it",
            )
    requests = _part(found, "http_reqs", _RATE)
    rows = [requests.row("throughput", "requests/s", "rate", column="http_reqs")]
    duration = found["http_req_duration"]
    for one in _SUMMARY.finditer(duration.text("rest")):
        percent = _PERCENTILE.fullmatch(one["name"])
        measure = _STATISTICS.get(one["name"]) or (percentile(percent[1]) if percent else None)
        if measure is not None:
            time = parse_number(one["time"])
            unit = "s" if time.unit is None else time.unit.symbol
            row = number(measure, time.value, unit, printed=one["time"], line=duration.line)
            rows.append(row._replace(resolution=time.resolution, column=f"http_req_duration.{one['name']}"))
    told = [_TIMES, _MODEL]
    if "http_req_failed" in found:
        hit = _part(found, "http_req_failed", _SHARE)
        failed = hit.digits("true" if hit.has("true") else "some")
        told += http.caveats_of_errors(failed.value, requests.value("count"), failed.line, failed.text)
    if "checks" in found or "checks_failed" in found:
        hit = _part(found, "checks" if "checks" in found else "checks_failed", _SHARE)
        if hit.has("true"):
            missed = hit.digits("false")
            told += _caveats_of_checks(missed, hit.value("true") + missed.value)
        else:  # `checks` counts those that succeeded, `checks_failed` those that did not
            some, whole = hit.digits("some"), hit.value("all")
            passed = "checks" in found
            missed = JsonNumber(f"{whole - some.value:.0f}", some.line) if passed else some
            told += _caveats_of_checks(missed, whole)
    crossed = [hit.text("name") for hit in found.values() if hit.text("mark") == "✗ "]
    return rows, [*told, *(f"A threshold of {name} was crossed." for name in crossed)]


def _part(found: Mapping[str, LineMatch], name: str, form: re.Pattern[str]) -> LineMatch:
    """Return what a line of the printed summary says, where it is whole."""
    hit = found.get(name)
    match = form.match(hit.text("rest")) if hit is not None else None
    if hit is None or match is None:
        raise InputError(f"the summary has no whole line of {name}", line=hit.line if hit else 1)
    return LineMatch(hit.line, match)


def _values(metrics: Mapping[str, dict[str, Any]], name: str) -> dict[str, Any]:
    """Return the numbers of a metric, which `handleSummary` has under a key of their own."""
    metric = object_at(metrics, name)
    return object_at(metric, "values") if "values" in metric else metric


def _failures(metrics: Mapping[str, dict[str, Any]], count: JsonNumber) -> Iterator[str]:
    if "http_req_failed" in metrics:  # where it is true, a request has failed
        failed = number_at(_values(metrics, "http_req_failed"), "passes")
        yield from http.caveats_of_errors(failed.value, count.value, failed.line, failed.text)
    if "checks" in metrics:
        passed, missed = (number_at(_values(metrics, "checks"), key) for key in ("passes", "fails"))
        yield from _caveats_of_checks(missed, passed.value + missed.value)


def _caveats_of_checks(missed: JsonNumber, whole: float) -> Iterator[str]:
    told = f"{missed.text} of {whole:.0f} checks failed"
    if missed.value > http.TOLERATED * whole:
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
