"""oha: requests per second and response times of an HTTP server, from its report or its JSON."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from ahp.errors import InputError
from ahp.ingest.readers import http
from ahp.ingest.readers.base import Options, Reading, Row
from ahp.ingest.readers.json import JsonNumber, number_at, object_at
from ahp.ingest.readers.lines import Lines, N, PrintedReader

_START = re.compile(r"^Summary:$")
_HEAD = re.compile(r"^Summary:\n  Success rate:\s", re.MULTILINE)
_JSON = re.compile(r'^\s*\{\s*"summary"\s*:\s*\{\s*"successRate"\s*:')
_TIME = rf"({N}) ((?:10 )?(?:ns|us|ms|sec|min|hr))s?"
_SLOWEST = re.compile(rf"^  Slowest:\s+{_TIME}$")
_AVERAGE = re.compile(rf"^  Average:\s+{_TIME}$")
_RATE = re.compile(rf"^  Requests/sec:\s+({N})$")
_DISTRIBUTION = re.compile(r"^(?:Response time|Latency) distribution:$")
_PERCENT = re.compile(rf"^  ({N})% in {_TIME}$")
_ANY, _BLANK = re.compile(r"\S"), re.compile(r"^\s*$")
_RANK = re.compile(rf"p({N})")
_UNDER_WAY = "aborted due to deadline"
_OMISSION = http.OMISSION.format("oha").replace(
    "answered: its", "answered, unless a rate is given with --latency-correction:"
)


class OhaReader(PrintedReader):
    """What `oha` prints, as text or as JSON (`--output-format json`, formerly `-j`).

    Gives: `throughput`, `response_time_mean`, `response_time_max`, `response_time_p50`, `…_p90`, `…_p95`,
    `…_p99` and `…_p999`.
    Elsewhere: the alternative, the compression ratio, the CPU.
    Caveats: coordinated omission; error replies are counted, and a run in which one in twenty requests failed
    is refused, or left out with `--drop-failed`; what was under way at the end of the time is counted in the
    throughput, and told.
    """

    words = ("Success rate:", '"successRate"')
    forms = (_HEAD, _JSON)

    def _reading(self, text: Lines, options: Options) -> Reading:
        return http.reading_of_reports(text, _START, "'Summary:'", _of_text, options, of_json=_of_json)


def _of_text(run: str | None, report: Lines) -> http.Told:
    rate, average = report.one(_RATE, "line 'Requests/sec'"), report.one(_AVERAGE, "line 'Average'")
    slowest = report.one(_SLOWEST, "line 'Slowest'")
    # The first distribution is that of all replies.
    heading = report.all(_DISTRIBUTION)[:1] or [report.one(_DISTRIBUTION, "response time distribution")]
    percents = report.below(heading[0].line).until(_BLANK).every(_PERCENT, _ANY)
    rows = [
        rate.row("throughput", "requests/s", run=run),
        http.time_row("response_time_mean", average, 1, run),
        http.time_row("response_time_max", slowest, 1, run),
        *http.percentile_rows(percents, run),
    ]
    return _content_of(list(map(http.without_zero, rows)), rate.digits(), http.status_counts(report))


def _of_json(document: dict[str, Any]) -> http.Told:
    rate, average, slowest = (
        number_at(document, "summary", key) for key in ("requestsPerSec", "average", "slowest")
    )
    codes, errors = (
        {key: number_at(document, name, key).value for key in object_at(document, name)}
        for name in ("statusCodeDistribution", "errorDistribution")
    )
    rows = [
        rate.row("throughput", "requests/s"),
        average.row("response_time_mean", "s"),
        slowest.row("response_time_max", "s"),
        *http.rows_of_times(object_at(document, "latencyPercentiles"), _RANK, "s"),
    ]
    return _content_of(rows, rate, (codes, errors))


def _content_of(
    rows: list[Row], rate: JsonNumber, counts: tuple[Mapping[str, float], Mapping[str, float]]
) -> http.Told:
    """Return the rows with what there is to know."""
    codes, errors = counts
    done = sum(codes.values()) + sum(errors.values())
    if not codes:
        raise InputError("no request was answered", line=rate.line, advice="measure a server that answers")
    under_way = errors.get(_UNDER_WAY, 0.0)
    failed = sum(errors.values()) - under_way
    failed += sum(count for code, count in codes.items() if code[:1] not in ("2", "3"))
    told = [_OMISSION, *http.caveats_of_errors(failed, done, rate.line, rate.text)]
    if under_way:
        told.append(
            f"{under_way:.0f} requests were under way when the time was over; throughput counts them."
        )
    return rows, told
