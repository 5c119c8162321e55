"""vegeta: throughput and latencies of an attack at a given rate, from `vegeta report`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from ahp.errors import InputError
from ahp.ingest.checks import reading_of_runs
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, Row, holds, number, resolution_of
from ahp.ingest.readers.json import JsonNumber, item, number_at, object_at, parse_json
from ahp.ingest.readers.lines import (
    LineMatch,
    Lines,
    N,
    as_runs,
    disagreement,
    finite,
    nothing_done,
    percentile,
    refuse_falling,
    told_of_errors,
)

_START = re.compile(r"^Requests +\[total, rate(?:, throughput)?\] +", re.MULTILINE)
_REQUESTS = re.compile(rf"^Requests +\[total, rate, throughput\] +([0-9]+), ({N}), ({N})$")
_DURATION = re.compile(r"^Duration +\[total, attack, wait\] +(\S+), (\S+), (\S+)$")
_LATENCIES = re.compile(r"^Latencies +\[([a-z0-9, ]+)\] +(\S.*)$")
_SUCCESS = re.compile(rf"^Success +\[ratio\] +({N})%$")
_CODES = re.compile(r"^Status Codes +\[code:count\] +((?:[0-9]+:[0-9]+ *)+)$")
_CODE = re.compile(r"([0-9]+):([0-9]+)")
_END = re.compile(r"^Error Set:$")
_GO = re.compile(rf"(?:([0-9]+)h)?(?:([0-9]+)m)?({N})(ns|µs|μs|us|ms|s)")
_JSON = re.compile(r'^\s*\{\s*"latencies"\s*:\s*\{\s*"total"\s*:')
_UNITS = {"ns": 1e-9, "µs": 1e-6, "μs": 1e-6, "us": 1e-6, "ms": 1e-3, "s": 1.0}
_NAMES = {"mean": "response_time_mean", "max": "response_time_max"}
_OPEN = (
    "vegeta sends at the rate that it was given ({}/s): throughput says how much of that succeeded, and the "
    "most that the server can do only where it is less."
)
_FAILED = "response times"


class VegetaReader:
    """What `vegeta report` prints, as text or with `-type=json`.

    Gives: `throughput` of successful requests, `response_time_mean`, `response_time_p50`, `…_p90`, `…_p95`,
    `…_p99` and `response_time_max`.
    Elsewhere: the alternative, the compression ratio, the CPU.
    Caveats: the rate of the requests is given and not found; response times are those of failed requests too,
    and a run in which one in twenty failed is refused, or left out with `--drop-failed`.
    """

    def matches(self, head: str) -> bool:
        """Say whether the report's first line stands there, or its JSON begins."""
        return holds(head, "Requests ", '"latencies"') and bool(_START.search(head) or _JSON.match(head))

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of each report; several in a text are runs.

        Raises
        ------
        InputError
            If a report is cut off or contradicts itself, or one request in twenty failed.
        """
        if source.text.lstrip().startswith("{"):
            return reading_of_runs([(None, parse_json(source.text))], _of_json, options)
        reports = as_runs(Lines.of(source.text).parts(_START))
        if not reports:
            raise InputError("no report begins in it", line=1, advice="give all that vegeta report prints")
        return reading_of_runs(reports, _of_text, options)


class Span(NamedTuple):
    """A duration as Go prints it, without the zeros at its end: `1m2.5s`, `156.93ms`."""

    value: float
    unit: str
    half: float
    printed: str

    @property
    def seconds(self) -> float:
        """The duration."""
        return self.value * _UNITS[self.unit]


def span_of(printed: str, line: int) -> Span:
    """Return a duration that was rounded to the next smaller unit, as its digits tell no longer.

    Raises
    ------
    InputError
        If it is none.

    Examples
    --------
    >>> span_of("1m2.5s", 4)[:3], span_of("1.25ms", 4)[:3]
    ((62.5, 's', 0.0005), (1.25, 'ms', 0.0005))
    """
    found = _GO.fullmatch(printed)
    if found is None:
        raise InputError("a duration such as 12.5ms is needed", line=line, found=printed)
    value = 3600 * int(found[1] or 0) + 60 * int(found[2] or 0) + finite(found[3], line)
    return Span(value, found[4], min(resolution_of(found[3]), 0.0005), printed)


def _of_text(run: str | None, report: Lines) -> tuple[list[Row], list[str]]:
    done, total = report.one(_REQUESTS, "line 'Requests'"), report.one(_DURATION, "line 'Duration'")
    codes = report.one(_CODES, "line 'Status Codes'")
    report.one(_END, "line 'Error Set'")
    counts = {code: int(count) for code, count in _CODE.findall(codes.text())}
    success = report.one(_SUCCESS, "line 'Success'")
    succeeded = _succeeded(counts, done.value(), codes.line, codes.text())
    _hold(success, 1, 100 * succeeded / max(done.value(), 1), 0.0051, "the share of successes")
    whole = span_of(total.text(), total.line)
    if not done.value(3) and succeeded:
        raise disagreement(done.line, "the throughput", done.text(3), succeeded / max(whole.seconds, 1e-9))
    rate = done.row("throughput", "requests/s", 3, run=run)
    slack = 0.0051 + done.value(3) * whole.half * _UNITS[whole.unit] / max(whole.seconds, 1e-9)
    if done.value() > 1:
        _hold(done, 3, succeeded / max(whole.seconds, 1e-9), slack, "the throughput")
    rows = [rate, *_latencies(report.one(_LATENCIES, "line 'Latencies'"), run)]
    refuse_falling(rows)
    return rows, list(_caveats(done.text(2), counts, done.value(), codes.line, codes.text()))


def _latencies(hit: LineMatch, run: str | None) -> Iterator[Row]:
    names, spans = hit.text(1).split(", "), hit.text(2).split(", ")
    if len(names) != len(spans):
        raise InputError(f"{len(names)} latencies are named", line=hit.line, found=hit.text(2))
    for name, printed in zip(names, spans, strict=True):
        span = span_of(printed, hit.line)
        measure = _NAMES.get(name) or (percentile(name) if name.isdigit() else None)
        if measure is not None:
            row = number(measure, span.value, span.unit, printed=printed, line=hit.line, column=name, run=run)
            yield row._replace(resolution=span.half)


def _hold(hit: LineMatch, group: int, computed: float, slack: float, what: str) -> None:
    """Refuse a printed number that is not what the others make."""
    if abs(hit.value(group) - computed) > slack:
        raise disagreement(hit.line, what, hit.text(group), computed)


def _of_json(run: str | None, document: Any) -> tuple[list[Row], list[str]]:  # noqa: ANN401
    total, rate, asked = (number_at(document, key) for key in ("requests", "throughput", "rate"))
    codes = object_at(document, "status_codes")
    counts = {code: number_at(codes, code).value for code in codes}
    succeeded = _succeeded(counts, total.value, total.line, total.text)
    seconds = sum(number_at(document, key).value for key in ("duration", "wait")) / 1e9
    latencies = object_at(document, "latencies")
    _agree(number_at(document, "success"), succeeded / max(total.value, 1), "the share of successes")
    if total.value > 1 and seconds > 0:
        _agree(rate, succeeded / seconds, "the throughput")
    if rate.value <= 0:
        raise nothing_done(rate.line, rate.text)
    whole = number_at(latencies, "total")
    mean = number_at(latencies, "mean")
    if abs(mean.value - whole.value / max(total.value, 1)) > 1:
        raise disagreement(mean.line, "the mean latency", mean.text, whole.value / max(total.value, 1))
    rows = [
        number("throughput", rate.value, "requests/s", printed=rate.text, line=rate.line, column="throughput")
    ]
    for name in latencies:
        measure = _NAMES.get(name) or (percentile(name[:-2]) if name.endswith("th") else None)
        if measure is not None:
            cell = number_at(latencies, name)
            rows.append(number(measure, cell.value, "ns", printed=cell.text, line=cell.line, column=name))
    refuse_falling(rows)
    item(document, "errors")
    return rows, list(_caveats(f"{asked.value:.2f}", counts, total.value, total.line, total.text))


def _agree(cell: JsonNumber, computed: float, what: str) -> None:
    if abs(cell.value - computed) > 1e-6 * max(cell.value, computed):
        raise disagreement(cell.line, what, cell.text, computed)


def _succeeded(counts: dict[str, Any], total: float, line: int, found: str) -> float:
    """Return how many replies had a code from 200 to 399; all codes together are the requests."""
    if sum(counts.values()) != total:
        raise disagreement(line, "the number of replies", found, total)
    return float(sum(count for code, count in counts.items() if code[:1] in ("2", "3")))


def _caveats(asked: str, counts: dict[str, Any], total: float, line: int, found: str) -> Iterator[str]:
    yield _OPEN.format(asked)
    failed = total - _succeeded(counts, total, line, found)
    told = told_of_errors(failed, total, line, found, counted=_FAILED)
    if failed:
        yield told
