"""HammerDB's job report as JSON (`jobs summaryjson`): result, response times and CPU of one TPROC-C run."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from ahp.errors import InputError
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, Row, number
from ahp.ingest.readers.json import JsonNumber, item, number_at, parse_json
from ahp.ingest.readers.lines import disagreement, nothing_done

_HEAD = re.compile(r'"schema": *"hammerdb-job-report-v1"')
_TIMES = {"mean": "avg_ms", "p50": "p50_ms", "p95": "p95_ms", "p99": "p99_ms", "max": "max_ms"}


class HammerdbJsonReader:
    """HammerDB's job report of TPROC-C as JSON.

    Gives: `throughput` in NOPM; `response_time_mean`, `response_time_p50`, `response_time_p95`,
    `response_time_p99`, `response_time_max` by procedure; `cpu_user`, `cpu_system` where it was monitored.
    Elsewhere: the compression ratio.
    Caveats: TPM is not read, since each database counts it in its own way; response times cover the
    ramp-up, and their percentiles come from a sample; CPU is the database host's, over the active window.
    """

    def matches(self, head: str) -> bool:
        """Say yes to the schema's name."""
        return _HEAD.search(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of the report.

        Raises
        ------
        InputError
            If the text is not whole, or its numbers contradict each other.
        """
        report = parse_json(source.text)
        nopm, tpm = (number_at(report, "result", name) for name in ("nopm", "tpm"))
        if nopm.value <= 0:
            raise nothing_done(nopm.line, nopm.text)
        if nopm.value > tpm.value:
            raise disagreement(nopm.line, "NOPM above TPM", nopm.text, tpm.value)
        rows = [_row("throughput", nopm, "NOPM"), *_response_times(report), *_cpu(report)]
        caveats = [
            "NOPM compares across databases; TPM, which each database counts in its own way, is not read."
        ]
        if any(row.transaction for row in rows):
            caveats.append("Response times cover the ramp-up too, and their percentiles come from a sample.")
        if any(row.measure == "cpu_user" for row in rows):
            caveats.append(
                "CPU is that of the database's host, over the window in which transactions were counted."
            )
        return Reading(tuple(rows), count=len(rows), caveats=tuple(caveats))


def _row(measure: str, digits: JsonNumber, unit: str, transaction: str = "") -> Row:
    return number(measure, digits.value, unit, printed=digits.text, line=digits.line, transaction=transaction)


def _list(report: Any, *path: str) -> list[Any]:  # noqa: ANN401 - JSON is anything
    """Return the list under a path; empty where a part of the report is missing."""
    found = report
    for key in path:
        found = found.get(key, []) if isinstance(found, dict) else []
    return found if isinstance(found, list) else []


def _response_times(report: object) -> Iterator[Row]:
    for procedure in _list(report, "response_times", "rows"):
        name = str(item(procedure, "name"))
        calls, mean, total = (number_at(procedure, key) for key in ("calls", "avg_ms", "total_ms"))
        if abs(mean.value * calls.value - total.value) > 0.001 * total.value + 0.0005 * calls.value:
            raise disagreement(mean.line, f"the mean of {name}", mean.text, total.value / max(calls.value, 1))
        ranks = [
            number_at(procedure, f"{rank}_ms") for rank in ("min", "p25", "p50", "p75", "p95", "p99", "max")
        ]
        for low, high in pairwise(ranks):
            if low.value > high.value:
                raise disagreement(high.line, f"a percentile of {name}", high.text, low.value)
        for statistic, key in _TIMES.items():
            yield _row(f"response_time_{statistic}", number_at(procedure, key), "ms", name)


def _cpu(report: object) -> Iterator[Row]:
    """Yield user and system CPU, averaged over the active window where the report tells it."""
    points = _list(report, "metrics", "cpu_percent")
    if not points:
        return
    if (window := item(report, "analysis_hints", "active_window")) and item(window, "available") is True:
        start, end = (str(item(window, key)) for key in ("start", "end"))
        points = [point for point in points if start <= str(item(point, "timestamp")) <= end]
    if not points:
        raise InputError(
            "no CPU was measured in the active window", line=number_at(report, "result", "nopm").line
        )
    for measure, key in (("cpu_user", "usr_pct"), ("cpu_system", "sys_pct")):
        values = [number_at(point, key) for point in points]
        mean = sum(digits.value for digits in values) / len(values)
        yield number(measure, mean, "%", printed=f"{len(values)} points", line=values[0].line)
