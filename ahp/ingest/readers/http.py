"""What load generators of HTTP servers share: reports that are runs, their times, rates and errors."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from ahp.errors import FailedRunError, InputError
from ahp.ingest.checks import reading_of_runs
from ahp.ingest.readers.base import Options, Reading, Row
from ahp.ingest.readers.json import number_at, object_at, parse_json
from ahp.ingest.readers.lines import LineMatch, Lines, as_runs, percentile

Told: TypeAlias = tuple[list[Row], Iterable[str]]
"""The rows of a report, and what has to be known about them."""

TOLERATED = 0.05
"""The share of errors above which every statistic that can be ranked may be one of failures."""

OMISSION = (
    "{} sends a request when the one before is answered: its response times leave out the waiting that a "
    "stall causes (coordinated omission)."
)
"""What to know of a tool whose clients wait for their reply."""

_MULTIPLE = re.compile(r"10 (?=[a-z])")
_CODES = re.compile(r"^Status code distribution:$")
_CODE = re.compile(r"^  \[([0-9]{3})\]\s+([0-9]+) responses$")
_ERROR = re.compile(r"^  \[([0-9]+)\]\s+(?!\S+ responses$)(\S.*)$")
_COUNT = re.compile(rf"{_CODE.pattern}|{_ERROR.pattern}")
_LIKE_COUNT = re.compile(r"^  \[|responses$")


def reading_of_reports(
    text: Lines,
    start: re.Pattern[str],
    begin: str,
    of_report: Callable[[str | None, Lines], Told],
    options: Options,
    *,
    end: re.Pattern[str] | None = None,
    of_json: Callable[[dict[str, Any]], Told] | None = None,
) -> Reading:
    """Return what the reports in a text say, of which several are runs; or what the one JSON document says.

    Parameters
    ----------
    text : Lines
    start, end : re.Pattern
        The first line of a report, and what stands behind the last if anything does.
    begin : str
        The first line in words.
    of_report : callable
        Takes the name of a run and its report.
    options : Options
    of_json : callable, optional
        Takes the document, where the tool writes JSON too.

    Raises
    ------
    InputError
        If no report begins in it, or two are the same.
    FailedRunError
        If a run failed and such are not left out.
    """
    if of_json is not None and text.text.lstrip().startswith("{"):
        document = object_at(parse_json(text.text))
        return reading_of_runs([(None, document)], lambda _, found: of_json(found), options)
    reports = as_runs(part.until(end) if end else part for part in text.parts(start))
    if not reports:
        raise InputError(f"no report begins in it: it does not begin with {begin}", line=1)
    return reading_of_runs(reports, of_report, options)


def time_row(measure: str, hit: LineMatch, group: int, run: str | None) -> Row:
    """Return the row of a time whose unit stands in the group behind it.

    Some programs print in steps of ten units: `5.3 10 secs` are 53 seconds.
    """
    unit, tens = _MULTIPLE.subn("", hit.text(group + 1))
    row = hit.row(measure, "min" if unit == "m" else unit, group, run=run)
    tens = 10 if tens else 1
    return row._replace(value=(row.value or 0.0) * tens, resolution=row.resolution * tens)


def percentile_rows(hits: Iterable[LineMatch], run: str | None, unit: str | None = None) -> Iterator[Row]:
    """Yield the rows of lines with a percentage and a time, in one unit or each with its own behind it."""
    for hit in hits:
        measure = percentile(hit.text())
        if measure is not None:
            yield time_row(measure, hit, 2, run) if unit is None else hit.row(measure, unit, 2, run=run)


def rows_of_times(
    times: Mapping[str, Any],
    percent: re.Pattern[str],
    unit: str,
    *,
    names: Mapping[str, str] | None = None,
    column: str = "",
) -> Iterator[Row]:
    """Yield the rows of the times in a JSON object, by the percentage in their keys or by names.

    Examples
    --------
    >>> times = parse_json('{"p95": 6.1, "p75": 4}')
    >>> [(row.measure, row.value) for row in rows_of_times(times, re.compile("p(.*)"), "ms")]
    [('response_time_p95', 6.1)]
    """
    for key in times:
        found = percent.fullmatch(key)
        measure = percentile(found[1]) if found else (names or {}).get(key)
        if measure is not None:
            yield number_at(times, key).row(measure, unit, column=column.format(key))


def without_zero(row: Row) -> Row:
    """Return a row; what is printed as 0 was less than half of its last digit, and is missing."""
    return row if row.value else row._replace(value=None)


def status_counts(report: Lines) -> tuple[dict[str, float], dict[str, float]]:
    """Return how often each status code and each error was met, as `hey` and `oha` print it.

    Raises
    ------
    InputError
        If the distribution is missing, or one of its lines is damaged.
    """
    below = report.below(report.one(_CODES, "status code distribution").line)
    below.every(_COUNT, _LIKE_COUNT)
    codes, errors = dict[str, float](), dict[str, float]()
    for hit in below.all(_CODE):
        codes[hit.text()] = codes.get(hit.text(), 0.0) + hit.value(2)
    for hit in report.all(_ERROR):
        errors[hit.text(2)] = errors.get(hit.text(2), 0.0) + hit.value()
    return codes, errors


def caveats_of_errors(
    errors: float,
    requests: float,
    line: int | None,
    found: str,
    *,
    counted: str = "throughput and response times",
) -> list[str]:
    """Return how many errors a load generator met, if any, and in which of its numbers they are counted.

    Raises
    ------
    FailedRunError
        If their share is above what is tolerated.

    Examples
    --------
    >>> caveats_of_errors(3, 200, 7, "3 failed", counted="response times")
    ['3 errors on 200 requests: error replies are counted in response times.']
    """
    told = f"{errors:.0f} errors on {requests:.0f} requests"
    if errors > TOLERATED * requests:
        raise FailedRunError(
            f"{told}: {counted} are those of failures too",
            line=line,
            found=found,
            advice="mend what failed and measure again",
        )
    return [f"{told}: error replies are counted in {counted}."] if errors else []
