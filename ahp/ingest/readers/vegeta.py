"""vegeta: throughput and latencies of an attack at a given rate, from `vegeta report`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ahp.errors import InputError
from ahp.ingest.readers import http
from ahp.ingest.readers.base import Options, Reading, Row, number, resolution_of
from ahp.ingest.readers.json import JsonNumber, number_at, object_at
from ahp.ingest.readers.lines import LineMatch, Lines, N, PrintedReader, finite, percentile

_START = re.compile(r"^Requests +\[total, rate(?:, throughput)?\] +", re.MULTILINE)
_REQUESTS = re.compile(rf"^Requests +\[total, rate, throughput\] +([0-9]+), ({N}), ({N})$")
_LATENCIES = re.compile(r"^Latencies +\[([a-z0-9, ]+)\] +(\S.*)$")
_CODES = re.compile(r"^Status Codes +\[code:count\] +((?:[0-9]+:[0-9]+ *)+)$")
_CODE = re.compile(r"([0-9]+):([0-9]+)")
_END = re.compile(r"^Error Set:$")
_GO = re.compile(rf"(?:([0-9]+)h)?(?:([0-9]+)m)?({N})(ns|µs|μs|us|ms|s)")
_JSON = re.compile(r'^\s*\{\s*"latencies"\s*:\s*\{\s*"total"\s*:')
_RANK = re.compile(r"([0-9.]+)th")
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
        return http.reading_of_reports(text, _START, begin, _of_text, options, of_json=_of_json)


def _of_text(run: str | None, report: Lines) -> http.Told:
    done, codes = report.one(_REQUESTS, "line 'Requests'"), report.one(_CODES, "line 'Status Codes'")
    report.one(_END, "line 'Error Set'")
    counts = {code: float(count) for code, count in _CODE.findall(codes.text())}
    rows = [done.row("throughput", "requests/s", 3, run=run)]
    rows += _latencies(report.one(_LATENCIES, "line 'Latencies'"), run)
    return rows, _caveats(done.text(2), counts, JsonNumber(codes.text(), codes.line))


def _latencies(hit: LineMatch, run: str | None) -> Iterator[Row]:
    names, spans = hit.text(1).split(", "), hit.text(2).split(", ")
    if len(names) != len(spans):
        raise InputError(f"{len(names)} latencies are named", line=hit.line, found=hit.text(2))
    for name, printed in zip(names, spans, strict=True):
        measure = _NAMES.get(name) or (percentile(name) if name.isdigit() else None)
        found = _GO.fullmatch(printed)
        if found is None:
            raise InputError("a duration such as 12.5ms is needed", line=hit.line, found=printed)
        if measure is not None:
            value = 3600 * int(found[1] or 0) + 60 * int(found[2] or 0) + finite(found[3], hit.line)
            row = number(measure, value, found[4], printed=printed, line=hit.line, column=name, run=run)
            # Go prints three digits behind the mark, less the zeros at their end.
            yield row._replace(resolution=min(resolution_of(found[3]), 0.0005))


def _of_json(document: dict[str, Any]) -> http.Told:
    total, rate, asked = (number_at(document, key) for key in ("requests", "throughput", "rate"))
    codes, latencies = object_at(document, "status_codes"), object_at(document, "latencies")
    rows = [
        rate.row("throughput", "requests/s", column="throughput"),
        *http.rows_of_times(latencies, _RANK, "ns", names=_NAMES, column="{}"),
    ]
    return rows, _caveats(f"{asked.value:.2f}", {code: number_at(codes, code).value for code in codes}, total)


def _caveats(asked: str, counts: Mapping[str, float], shown: JsonNumber) -> list[str]:
    """Tell of the rate that was given, and of replies whose code is not from 200 to 399."""
    done = sum(counts.values())
    failed = sum(count for code, count in counts.items() if code[:1] not in ("2", "3"))
    met = http.caveats_of_errors(failed, done, shown.line, shown.text, counted="response times")
    return [_OPEN.format(asked), *met]
