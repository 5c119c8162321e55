"""TechEmpower's `results.json`: each test of each framework, at every level of its load."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import Any, NamedTuple

from ahp.errors import InputError, quoted
from ahp.ingest.readers.base import Options, Reading, Row, number
from ahp.ingest.readers.json import JsonNumber, item, number_at, numbers_at, object_at, objects_at, parse_json
from ahp.ingest.readers.lines import Lines, N, PrintedReader

_HEAD = re.compile(
    r'"(?:pipelineConcurrencyLevels|queryIntervals)": *\[|"rawData": *\{\s*"\w+": *\{[^{}]*\[\s*\{\s*"latency'
)
_LATENCY = re.compile(rf"({N})(us|ms|s|m)")
_UNITS = {"m": "min"}
_LEVELS = {
    "plaintext": ("pipelineConcurrencyLevels", ("connection", "connections")),
    "query": ("queryIntervals", ("query", "queries")),
    "update": ("queryIntervals", ("query", "queries")),
    "cached_query": ("cachedQueryIntervals", ("query", "queries")),
}
_USUAL = ("concurrencyLevels", ("connection", "connections"))
_REFUSED, _LOST = ("5xx", "4xx"), ("connect", "read", "write", "timeout")
_TOLERATED = 0.05
_CAVEATS = (
    "Throughput counts replies that succeeded; response times are those of error replies too.",
    "Each connection waits for its reply: response times say nothing of requests not sent meanwhile.",
)
_NOTE = (
    "Each test is a scenario at each of its levels; TechEmpower's own tables show the best level, and the "
    "last one of query, update and cached_query."
)


class TechempowerReader(PrintedReader):
    """TechEmpower's `results.json`; frameworks are the alternatives, tests and their levels the scenarios.

    Gives: `throughput` of successful replies, `response_time_mean`, `response_time_max`.
    Elsewhere: the CPU.
    Caveats: response times include error replies; where more than 5 % of the requests failed the framework
    is left out of that scenario; a connection waits for its reply before it sends again.
    """

    words = ('"pipelineConcurrencyLevels"', '"queryIntervals"', '"rawData"')
    forms = (_HEAD,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        report = parse_json(text.text)
        seconds = number_at(report, "duration")
        if seconds.value <= 0:
            raise InputError("a test has no duration", line=seconds.line, found=seconds.text)
        runs = list(_runs(report, seconds))
        if not runs:
            raise InputError("no test has a result", line=seconds.line)
        rows = tuple(row for run in runs for row in run.rows)
        left = tuple(run.told for run in runs if run.told)
        return Reading(rows, count=len(runs), caveats=(*_CAVEATS, *left), notes=(_NOTE,))


class _Run(NamedTuple):
    """What wrk told of one test of one framework at one level; `told` says why it is left out, if it is."""

    rows: tuple[Row, ...]
    told: str = ""


def _runs(report: object, seconds: JsonNumber) -> Iterator[_Run]:
    for test, frameworks in object_at(report, "rawData").items():
        for framework, results in frameworks.items() if isinstance(frameworks, dict) else ():
            if not isinstance(results, list) or not results:
                continue  # counts of lines and of commits, and frameworks that were not tested
            key, what = _LEVELS.get(test, _USUAL)
            levels = numbers_at(report, key)
            executions = objects_at(report, "rawData", test, framework)
            if len(executions) != len(levels):
                raise InputError(
                    f"{test} of {framework} has {len(executions)} results for {len(levels)} levels",
                    line=levels[0].line,
                )
            for level, execution in zip(levels, executions, strict=True):
                load = f"{level.text} {what[level.value != 1]}"
                yield _run(f"{test}, {load}", framework, execution, seconds)


def _run(scenario: str, framework: str, execution: dict[str, Any], seconds: JsonNumber) -> _Run:
    total = number_at(execution, "totalRequests") if "totalRequests" in execution else JsonNumber("0", 1)
    refused, lost = (
        sum(number_at(execution, key).value for key in keys if key in execution) for keys in (_REFUSED, _LOST)
    )
    where = f"{framework} is left out of {quoted(scenario)}"
    if not total.value:
        return _Run((), f"{where}: it answered no request.")
    if refused + lost > _TOLERATED * total.value:
        told = f"{refused + lost:.0f} of {total.text} requests failed (line {total.line})"
        return _Run((), f"{where}: {told}.")
    row = partial(number, scenario=scenario, alternative=framework, line=total.line)
    found = f"({total.text} - {refused:.0f}) / {seconds.text}"
    rows = [row("throughput", (total.value - refused) / seconds.value, "req/s", printed=found)]
    for statistic, key in (("mean", "latencyAvg"), ("max", "latencyMax")):
        match = _LATENCY.fullmatch(str(item(execution, key)))
        if match is None:
            raise InputError("this is no response time", line=total.line, found=str(execution[key]))
        unit = _UNITS.get(match[2], match[2])
        rows.append(row(f"response_time_{statistic}", float(match[1]), unit, printed=match[1]))
    return _Run(tuple(rows))
