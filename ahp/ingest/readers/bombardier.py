"""bombardier: requests per second and response times of an HTTP server, from its report or its JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from ahp.errors import InputError
from ahp.ingest.checks import reading_of_runs
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, Row, holds, number
from ahp.ingest.readers.json import number_at, object_at, parse_json
from ahp.ingest.readers.lines import (
    LineMatch,
    Lines,
    N,
    as_runs,
    disagreement,
    nothing_done,
    percentile,
    refuse_falling,
    told_of_errors,
)

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
_UNITS = {"m": "min"}
_REPLIES = ("req1xx", "req2xx", "req3xx", "req4xx", "req5xx", "others")
_OMISSION = (
    "bombardier sends a request when the one before is answered: its response times leave out the waiting "
    "that a stall causes (coordinated omission)."
)
_MEAN = "bombardier prints as its rate the mean of many short samples; its JSON has requests and seconds."


class BombardierReader:
    """What `bombardier` prints, as text, with `-l` or without, or as JSON (`-o json`).

    Gives: `throughput`, `response_time_mean`, `response_time_max`; with `-l` also `response_time_p50`,
    `…_p90`, `…_p95` and `…_p99`.
    Elsewhere: the alternative, the compression ratio, the CPU.
    Caveats: coordinated omission; the rate of the text is a mean of samples, that of the JSON is requests by
    seconds; error replies are counted, and a run in which one in twenty requests failed is refused, or left
    out with `--drop-failed`.
    """

    def matches(self, head: str) -> bool:
        """Say whether the heading of its statistics stands there, or its JSON begins."""
        return holds(head, "Statistics ", '"numberOfConnections"') and bool(
            _START.search(head) or _JSON.match(head)
        )

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of each report; several in a text are runs.

        Raises
        ------
        InputError
            If a report is cut off, contradicts itself, or one request in twenty failed.
        """
        if source.text.lstrip().startswith("{"):
            return reading_of_runs([(None, object_at(parse_json(source.text)))], _of_json, options)
        reports = as_runs(part.until(_NEXT) for part in Lines.of(source.text).parts(_START))
        if not reports:
            raise InputError("no report begins in it", line=1, advice="give all that bombardier prints")
        return reading_of_runs(reports, _of_text, options)


def _of_text(run: str | None, report: Lines) -> tuple[list[Row], list[str]]:
    rate, latency = report.one(_RATE, "line 'Reqs/sec'"), report.one(_LATENCY, "line 'Latency'")
    codes, others = report.one(_CODES, "line of the HTTP codes"), report.one(_OTHERS, "line 'others'")
    end = report.one(_END, "line 'Throughput'")
    rows = [rate.row("throughput", "requests/s", run=run), _time(latency, "mean", 1, run)]
    report.maybe(_DISTRIBUTION, "the latency distribution")
    for hit in report.above(min(codes.line, end.line)).every(_PERCENT, _DOUBTFUL):
        name = percentile(hit.text())
        if name is not None:
            rows.append(_time(hit, name.removeprefix("response_time_"), 2, run))
    rows.append(_time(latency, "max", 5, run))
    refuse_falling(rows)
    counts = [*(codes.value(group) for group in range(1, 6)), others.value()]
    return rows, [_MEAN, *_caveats(counts, codes.line, codes.match[0].strip())]


def _time(hit: LineMatch, statistic: str, group: int, run: str | None) -> Row:
    unit = hit.text(group + 1)
    return hit.row(f"response_time_{statistic}", _UNITS.get(unit, unit), group, run=run)


def _of_json(run: str | None, document: Mapping[str, object]) -> tuple[list[Row], list[str]]:
    result = object_at(document, "result")
    counts = [number_at(result, key).value for key in _REPLIES]
    seconds = number_at(result, "timeTakenSeconds")
    done = sum(counts)
    if done <= 0 or seconds.value <= 0:
        raise nothing_done(seconds.line, seconds.text)
    if object_at(document, "spec").get("testType") == "number-of-requests":
        asked = number_at(document, "spec", "numberOfRequests")
        if asked.value != done:
            raise disagreement(asked.line, "the number of requests", asked.text, done)
    printed = f"{done:.0f} / {seconds.text}"
    rows = [number("throughput", done / seconds.value, "requests/s", printed=printed, line=seconds.line)]
    latency = object_at(result, "latency")
    cells = {"response_time_mean": number_at(latency, "mean"), "response_time_max": number_at(latency, "max")}
    for key in object_at(latency, "percentiles") if "percentiles" in latency else ():
        name = percentile(key) if re.fullmatch(N, key) else None
        if name is not None:
            cells[name] = number_at(latency, "percentiles", key)
    rows += [
        number(name, cell.value, "us", printed=cell.text, line=cell.line) for name, cell in cells.items()
    ]
    refuse_falling(rows)
    return rows, list(_caveats(counts, seconds.line, f"4xx to others: {sum(counts[3:]):.0f}"))


def _caveats(counts: Sequence[float], line: int, found: str) -> Iterator[str]:
    """Tell of errors: replies from 400 on, and requests without one, which stand under the others."""
    yield _OMISSION
    failed = sum(counts[3:])
    told = told_of_errors(failed, sum(counts), line, found)
    if failed:
        yield told
