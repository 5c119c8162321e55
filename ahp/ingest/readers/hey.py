"""hey: requests per second and response times of an HTTP server."""

from __future__ import annotations

import re

from ahp.errors import InputError
from ahp.ingest.checks import reading_of_runs
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, Row, holds
from ahp.ingest.readers.lines import (
    Lines,
    N,
    as_runs,
    disagreement,
    percentile,
    refuse_falling,
    told_of_errors,
)

_START = re.compile(r"^Summary:$")
_HEAD = re.compile(r"^Summary:\n  Total:\s+[0-9.]+ secs\n  Slowest:", re.MULTILINE)
_TOTAL = re.compile(rf"^  Total:\s+({N}) secs$")
_SLOWEST = re.compile(rf"^  Slowest:\s+({N}) secs$")
_AVERAGE = re.compile(rf"^  Average:\s+({N}) secs$")
_RATE = re.compile(rf"^  Requests/sec:\s+({N})$")
_PERCENT = re.compile(rf"^  ([0-9]+)%+ in ({N}) secs$")
_DOUBTFUL = re.compile(r" in .*secs?|^  [0-9]+%")
_CODES = re.compile(r"^Status code distribution:$")
_CODE = re.compile(r"^  \[([0-9]+)\]\s+([0-9]+) responses$")
_ERROR = re.compile(r"^  \[([0-9]+)\]\s+(?!\S+ responses$)\S.*$")
_COUNT = re.compile(rf"{_CODE.pattern}|{_ERROR.pattern}")
_LIKE_COUNT = re.compile(r"^  \[|responses$")
_KEPT = 1_000_000  # of no more replies hey keeps times, and divides the sum of all by it
_OMISSION = (
    "hey sends a request when the one before is answered: its response times leave out the waiting that a "
    "stall causes (coordinated omission)."
)
_MANY = (
    "hey keeps the times of a million replies: its percentiles are theirs, and its mean, which it computes "
    "wrongly of more, is left out."
)
_ZERO = "Response times that hey prints as 0 are below 50 microseconds and are missing here."


class HeyReader:
    """What `hey` prints.

    Gives: `throughput`, `response_time_mean`, `response_time_p50`, `…_p90`, `…_p95`, `…_p99` and
    `response_time_max`.
    Elsewhere: the alternative, the compression ratio, the CPU.
    Caveats: coordinated omission; times are printed in tenths of a millisecond; requests that failed are
    counted in the throughput, and a run in which one in twenty did is refused, or left out with
    `--drop-failed`; above a million replies the mean is left out.
    """

    def matches(self, head: str) -> bool:
        """Say whether the first lines of its summary stand there."""
        return holds(head, "Summary:\n") and _HEAD.search(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of each report; several in a file are runs.

        Raises
        ------
        InputError
            If a report is cut off, contradicts itself, or one request in twenty failed.
        """
        reports = as_runs(Lines.of(source.text).parts(_START))
        if not reports:
            raise InputError(
                "the report does not begin with 'Summary:'", line=1, advice="give all that hey prints"
            )
        return reading_of_runs(reports, _told, options)


def _told(run: str | None, report: Lines) -> tuple[list[Row], list[str]]:
    total, rate = report.one(_TOTAL, "line 'Total'"), report.one(_RATE, "line 'Requests/sec'")
    average, slowest = report.one(_AVERAGE, "line 'Average'"), report.one(_SLOWEST, "line 'Slowest'")
    replies, failed = _counted(report)
    errors = sum(hit.value() for hit in report.all(_ERROR))
    done = replies + errors
    low, high = total.value() - 0.00005, total.value() + 0.00005
    if replies < _KEPT and not done / high - 0.00005 <= rate.value() <= done / max(low, 1e-9) + 0.00005:
        raise disagreement(rate.line, "Requests/sec", rate.text(), done / max(total.value(), 1e-9))
    rows = [rate.row("throughput", "requests/s", run=run)]
    if replies < _KEPT:
        rows.append(average.row("response_time_mean", "s", run=run))
    for hit in report.every(_PERCENT, _DOUBTFUL):
        measure = percentile(hit.text()) if hit.value() else None
        if measure is not None:
            rows.append(hit.row(measure, "s", 2, run=run))
    rows.append(slowest.row("response_time_max", "s", run=run))
    refuse_falling(rows)
    met = told_of_errors(failed + errors, done, rate.line, rate.match[0].strip())
    told = [_OMISSION, *([met] if failed + errors else []), *([_MANY] if replies >= _KEPT else [])]
    if not all(row.value for row in rows):
        told.append(_ZERO)
    return [row if row.value else row._replace(value=None) for row in rows], told


def _counted(report: Lines) -> tuple[float, float]:
    """Return how many replies there were, and how many of them were none of success."""
    heading = report.one(_CODES, "status code distribution")
    below = report.below(heading.line)
    below.every(_COUNT, _LIKE_COUNT)
    hits = below.all(_CODE)
    if not hits and not report.all(_ERROR):
        raise InputError("the report has no replies: it is cut off", line=report.last, advice="give it whole")
    failed = sum(hit.value(2) for hit in hits if not 200 <= hit.value() < 400)
    return sum(hit.value(2) for hit in hits), failed
