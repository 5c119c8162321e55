"""vegeta: throughput and latencies of an attack at a given rate, from `vegeta report`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading, Row, number, resolution_of
from ahp.ingest.readers.http import Told, reading_of_reports, rows_of_times, told_of_errors
from ahp.ingest.readers.json import JsonNumber, item, number_at, object_at
from ahp.ingest.readers.lines import (
    LineMatch,
    Lines,
    N,
    disagreement,
    finite,
    percentile,
    refuse_falling,
    refuse_other,
)
from ahp.ingest.readers.printed import PrintedReader
from ahp.units import UNITS

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
_RANK = re.compile(r"([0-9.]+)th")
_DIGITS = 1e-6
_NAMES = {"mean": "response_time_mean", "max": "response_time_max"}
_OPEN = (
    "vegeta sends at the rate that it was given ({}/s): throughput says how much of that succeeded, and the "
    "most that the server can do only where it is less."
)


class VegetaReader(PrintedReader):
    """What `vegeta report` prints, as text or with `-type=json`.

    Gives: `throughput` of successful requests, `response_time_mean`, `response_time_p50`, `…_p90`, `…_p95`,
    `…_p99` and `response_time_max`.
    Elsewhere: the alternative, the compression ratio, the CPU.
    Caveats: the rate of the requests is given and not found; response times are those of failed requests too,
    and a run in which one in twenty failed is refused, or left out with `--drop-failed`.
    """

    words = ("Requests ", '"latencies"')
    forms = (_START, _JSON)

    def _reading(self, text: Lines, options: Options) -> Reading:
        begin = "'Requests [total, rate, throughput]'"
        return reading_of_reports(text, _START, begin, _of_text, options, of_json=_of_json)


class Span(NamedTuple):
    """A duration as Go prints it, without the zeros at its end: `1m2.5s`, `156.93ms`."""

    value: float
    unit: str
    half: float
    printed: str

    @property
    def seconds(self) -> tuple[float, float]:
        """The duration, and how far it may be off."""
        factor = float(UNITS[self.unit].factor)
        return self.value * factor, self.half * factor


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


def _of_text(run: str | None, report: Lines) -> Told:
    done, total = report.one(_REQUESTS, "line 'Requests'"), report.one(_DURATION, "line 'Duration'")
    codes = report.one(_CODES, "line 'Status Codes'")
    report.one(_END, "line 'Error Set'")
    success = report.one(_SUCCESS, "line 'Success'")
    counts = {code: float(count) for code, count in _CODE.findall(codes.text())}
    requests, rate = done.digits(), done.digits(3)
    shown = JsonNumber(codes.text(), codes.line)
    succeeded = _succeeded(counts, requests, shown)
    refuse_other(success.digits(), "the share of successes", 100 * succeeded / max(requests.value, 1), 0.0051)
    seconds, half = span_of(total.text(), total.line).seconds
    if requests.value > 1 or (succeeded and not rate.value):
        slack = 0.0051 + rate.value * half / max(seconds, 1e-9)
        refuse_other(rate, "the throughput", succeeded / max(seconds, 1e-9), slack)
    rows = [done.row("throughput", "requests/s", 3, run=run)]
    rows += _latencies(report.one(_LATENCIES, "line 'Latencies'"), run)
    refuse_falling(rows)
    return rows, _caveats(done.text(2), requests, succeeded, shown)


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


def _of_json(document: dict[str, Any]) -> Told:
    total, rate, asked = (number_at(document, key) for key in ("requests", "throughput", "rate"))
    codes, latencies = object_at(document, "status_codes"), object_at(document, "latencies")
    succeeded = _succeeded({code: number_at(codes, code).value for code in codes}, total, total)
    seconds = sum(number_at(document, key).value for key in ("duration", "wait")) / 1e9
    share, mean = number_at(document, "success"), number_at(latencies, "mean")
    refuse_other(share, "the share of successes", succeeded / max(total.value, 1), _DIGITS)
    if total.value > 1 and seconds > 0:
        refuse_other(rate, "the throughput", succeeded / seconds, _DIGITS * max(rate.value, 1))
    refuse_other(mean, "the mean latency", number_at(latencies, "total").value / max(total.value, 1), 1)
    rows = [
        rate.row("throughput", "requests/s", column="throughput"),
        *rows_of_times(latencies, _RANK, "ns", names=_NAMES, column="{}"),
    ]
    refuse_falling(rows)
    item(document, "errors")
    return rows, _caveats(f"{asked.value:.2f}", total, succeeded, total)


def _succeeded(counts: Mapping[str, float], total: JsonNumber, codes: JsonNumber) -> float:
    """Return how many replies had a code from 200 to 399; all codes together are the requests."""
    if sum(counts.values()) != total.value:
        raise disagreement(codes.line, "the number of replies", codes.text, total.value)
    return sum(count for code, count in counts.items() if code[:1] in ("2", "3"))


def _caveats(asked: str, total: JsonNumber, succeeded: float, codes: JsonNumber) -> list[str]:
    failed = total.value - succeeded
    met = told_of_errors(failed, total.value, codes.line, codes.text, counted="response times")
    return [_OPEN.format(asked), *met]
