"""redis-benchmark's three outputs: `--csv`, `-q`, and the full report of each test."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading, Row
from ahp.ingest.readers.lines import LineMatch, Lines, N, PrintedReader, once

_TITLES = '"test","rps","avg_latency_ms","min_latency_ms","p50_latency_ms","p95_latency_ms","p99_latency_ms"'
_BEGUN = re.compile('^"test",')
_CSV = re.compile(rf'^"([^"]+)","({N})"' + rf'(?:,"({N})"' * 6 + ")?" * 6 + "$")
_QUIET = re.compile(rf"^ *([A-Z][\w ()]*): ({N}) requests per second(?:, p50=({N}) msec)?\s*$")
_LIKE_QUIET = re.compile(r"requests per second, p50|^ *[A-Z][\w ()]*: [0-9.]+ requests per second")
_TEST = re.compile(r"(?:^| )====== ([A-Z][\w ()]*) ======\s*$")
_RATE = re.compile(rf"^ +throughput summary: ({N}) requests per second$")
_NAMES = re.compile(r"^ +avg +min +p50 +p95 +p99 +max$")
_TIMES = re.compile(rf"^ +({N})" + rf" +({N})" * 5 + "$")
_HEAD = re.compile(
    rf"^{_TITLES}|{_TEST.pattern}|requests per second, p50=|: rps=[0-9.]+ \(overall", re.MULTILINE
)
_CSV_STATISTICS = {"mean": 3, "p50": 5, "p95": 6, "p99": 7, "max": 8}
_FULL_STATISTICS = {"mean": 1, "p50": 3, "p95": 4, "p99": 5, "max": 6}


class RedisBenchmarkReader(PrintedReader):
    """What redis-benchmark prints: `--csv`, `-q`, and its full report.

    Gives: `throughput` of each test, which is a scenario; from the CSV and the report
    `response_time_mean`, `response_time_p50`, `response_time_p95`, `response_time_p99`,
    `response_time_max`, from `-q` `response_time_p50`.
    Elsewhere: the compression ratio, the CPU.
    Caveats: each client waits for its reply, so response times say nothing of requests not sent meanwhile.
    """

    words = ('"avg_latency_ms"', "====== ", "requests per second, p50=", ": rps=")
    forms = (_HEAD,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        begun = text.all(_BEGUN)
        if len(begun) > 1 or (begun and not text.text.lstrip().startswith('"test"')):
            raise InputError(
                "another output of redis-benchmark begins here",
                line=begun[-1].line,
                advice="give each in a file of its own, named as what was measured: NAME=FILE",
            )
        if begun:
            rows = list(_of_lines(text.below(begun[0].line).every(_CSV, re.compile(".")), _CSV_STATISTICS))
        elif text.all(_TEST):
            rows = [row for part in text.parts(_TEST) for row in _of_report(part)]
        else:
            rows = list(_of_lines(text.every(_QUIET, _LIKE_QUIET), {"p50": 3}))
        _refuse_twice(rows, text)
        caveats = (
            "Each client waits for its reply: response times say nothing of requests not sent meanwhile.",
        )
        return Reading(tuple(rows), count=len({row.scenario for row in rows}), caveats=caveats)


def _of_lines(hits: Sequence[LineMatch], statistics: Mapping[str, int]) -> Iterator[Row]:
    for hit in hits:
        yield hit.row("throughput", "req/s", 2, scenario=hit.text())
        if hit.text(3):
            yield from hit.times(statistics, "ms", scenario=hit.text())


def _of_report(part: Lines) -> Iterator[Row]:
    name = part.one(_TEST, "name of the test").text()
    yield part.one(_RATE, f"throughput summary of {name}").row("throughput", "req/s", scenario=name)
    part.one(_NAMES, f"latency summary of {name}")
    times = part.one(_TIMES, f"latency summary of {name}")
    yield from times.times(_FULL_STATISTICS, "ms", scenario=name)


def _refuse_twice(rows: list[Row], printed: Lines) -> None:
    seen: dict[str, int] = {}
    for row in rows:
        if row.measure == "throughput" and row.line is not None:
            name = row.scenario or ""
            once(seen, name, row.line, "this test", found=name)
    if not rows:
        raise InputError("no test finished", line=printed.last)
