"""hey: requests per second and response times of an HTTP server."""

from __future__ import annotations

import re

from ahp.errors import InputError
from ahp.ingest.readers import http
from ahp.ingest.readers.base import Options, Reading
from ahp.ingest.readers.lines import Lines, N, PrintedReader

_START = re.compile(r"^Summary:$")
_HEAD = re.compile(r"^Summary:\n  Total:\s+[0-9.]+ secs\n  Slowest:", re.MULTILINE)
_SLOWEST = re.compile(rf"^  Slowest:\s+({N}) secs$")
_AVERAGE = re.compile(rf"^  Average:\s+({N}) secs$")
_RATE = re.compile(rf"^  Requests/sec:\s+({N})$")
_PERCENT = re.compile(rf"^  ([0-9]+)%+ in ({N}) secs$")
_DOUBTFUL = re.compile(r" in .*secs?|^  [0-9]+%")
_KEPT = 1_000_000  # of no more replies hey keeps times, and divides the sum of all by it
_MANY = (
    "hey keeps the times of a million replies: its percentiles are theirs, and its mean, which it computes "
    "wrongly of more, is left out."
)
_ZERO = "Response times that hey prints as 0 are below 50 microseconds and are missing here."


class HeyReader(PrintedReader):
    """What `hey` prints.

    Gives: `throughput`, `response_time_mean`, `response_time_p50`, `…_p90`, `…_p95`, `…_p99` and
    `response_time_max`.
    Elsewhere: the alternative, the compression ratio, the CPU.
    Caveats: coordinated omission; times are printed in tenths of a millisecond; requests that failed are
    counted in the throughput, and a run in which one in twenty did is refused, or left out with
    `--drop-failed`; above a million replies the mean is left out.
    """

    words = ("Summary:\n",)
    forms = (_HEAD,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        return http.reading_of_reports(text, _START, "'Summary:'", _content_of, options)


def _content_of(run: str | None, report: Lines) -> http.Told:
    rate, average = report.one(_RATE, "line 'Requests/sec'"), report.one(_AVERAGE, "line 'Average'")
    slowest = report.one(_SLOWEST, "line 'Slowest'")
    codes, errors = http.status_counts(report)
    if not codes and not errors:
        raise InputError("the report has no replies: it is cut off", line=report.last)
    replies, lost = sum(codes.values()), sum(errors.values())
    many = replies >= _KEPT
    rows = [
        rate.row("throughput", "requests/s", run=run),
        *([] if many else [average.row("response_time_mean", "s", run=run)]),
        *http.percentile_rows((hit for hit in report.every(_PERCENT, _DOUBTFUL) if hit.value()), run, "s"),
        slowest.row("response_time_max", "s", run=run),
    ]
    failed = lost + sum(count for code, count in codes.items() if not "200" <= code < "400")
    met = http.caveats_of_errors(failed, replies + lost, rate.line, rate.match[0].strip())
    told = [http.OMISSION.format("hey"), *met, *([_MANY] if many else [])]
    if not all(row.value for row in rows):
        told.append(_ZERO)
    return [http.without_zero(row) for row in rows], told
