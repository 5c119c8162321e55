"""bombardier: requests per second and response times of an HTTP server, from its report or its JSON."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from ahp.ingest.readers import http
from ahp.ingest.readers.base import Options, Reading, number
from ahp.ingest.readers.json import number_at, object_at
from ahp.ingest.readers.lines import Lines, N, PrintedReader, nothing_done

_START = re.compile(r"^Statistics +Avg +Stdev +Max$", re.MULTILINE)
_NEXT = re.compile(r"^Bombarding ")  # the introduction of another report
_JSON = re.compile(r'^\s*\{\s*"spec"\s*:\s*\{\s*"numberOfConnections"\s*:')
_TIME = rf"({N})(us|ms|s|m|h)"
_RATE = re.compile(rf"^  Reqs/sec +({N}) +{N} +{N}$")
_LATENCY = re.compile(rf"^  Latency +{_TIME} +{_TIME} +{_TIME}$")
_DISTRIBUTION = re.compile(r"^  Latency Distribution$")
_PERCENT = re.compile(rf"^ +({N})% +{_TIME}$")
_DOUBTFUL = re.compile(r"%")
_CODES = re.compile(r"^    1xx - ([0-9]+), 2xx - ([0-9]+), 3xx - ([0-9]+), 4xx - ([0-9]+), 5xx - ([0-9]+)$")
_OTHERS = re.compile(r"^    others - ([0-9]+)$")
_END = re.compile(rf"^  Throughput: +{N}[KMGTP]?B/s$")
_RANK = re.compile(rf"({N})")
_REPLIES = ("req1xx", "req2xx", "req3xx", "req4xx", "req5xx", "others")
_MEAN = "bombardier prints as its rate the mean of many short samples; its JSON has requests and seconds."


class BombardierReader(PrintedReader):
    """What `bombardier` prints, as text, with `-l` or without, or as JSON (`-o json`).

    Gives: `throughput`, `response_time_mean`, `response_time_max`; with `-l` also `response_time_p50`,
    `…_p90`, `…_p95` and `…_p99`.
    Elsewhere: the alternative, the compression ratio, the CPU.
    Caveats: coordinated omission; the rate of the text is a mean of samples, that of the JSON is requests by
    seconds; error replies are counted, and a run in which one in twenty requests failed is refused, or left
    out with `--drop-failed`.
    """

    words = ("Statistics ", '"numberOfConnections"')
    forms = (_START, _JSON)

    def _reading(self, text: Lines, options: Options) -> Reading:
        return http.reading_of_reports(
            text, _START, "'Statistics'", _of_text, options, end=_NEXT, of_json=_of_json
        )


def _of_text(run: str | None, report: Lines) -> http.Told:
    rate, latency = report.one(_RATE, "line 'Reqs/sec'"), report.one(_LATENCY, "line 'Latency'")
    codes, others = report.one(_CODES, "line of the HTTP codes"), report.one(_OTHERS, "line 'others'")
    end = report.one(_END, "line 'Throughput'")
    report.maybe(_DISTRIBUTION, "the latency distribution")
    rows = [
        rate.row("throughput", "requests/s", run=run),
        http.time_row("response_time_mean", latency, 1, run),
        *http.percentile_rows(report.above(min(codes.line, end.line)).every(_PERCENT, _DOUBTFUL), run),
        http.time_row("response_time_max", latency, 5, run),
    ]
    counts = [*(codes.value(group) for group in range(1, 6)), others.value()]
    return rows, [_MEAN, *_caveats(counts, codes.line, codes.match[0].strip())]


def _of_json(document: dict[str, Any]) -> http.Told:
    result = object_at(document, "result")
    counts = [number_at(result, key).value for key in _REPLIES]
    seconds, done = number_at(result, "timeTakenSeconds"), sum(counts)
    if done <= 0 or seconds.value <= 0:
        raise nothing_done(seconds.line, seconds.text)
    printed = f"{done:.0f} / {seconds.text}"
    latency = object_at(result, "latency")
    percentiles = object_at(latency, "percentiles") if "percentiles" in latency else {}
    rows = [
        number("throughput", done / seconds.value, "requests/s", printed=printed, line=seconds.line),
        number_at(latency, "mean").row("response_time_mean", "us"),
        number_at(latency, "max").row("response_time_max", "us"),
        *http.rows_of_times(percentiles, _RANK, "us"),
    ]
    return rows, _caveats(counts, seconds.line, f"4xx to others: {sum(counts[3:]):.0f}")


def _caveats(counts: Sequence[float], line: int, found: str) -> list[str]:
    """Tell of errors: replies from 400 on, and requests without one, which stand under the others."""
    met = http.caveats_of_errors(sum(counts[3:]), sum(counts), line, found)
    return [http.OMISSION.format("bombardier"), *met]
