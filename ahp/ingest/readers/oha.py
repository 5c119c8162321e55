"""oha: requests per second and response times of an HTTP server, from its report or its JSON."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ahp.errors import InputError
from ahp.ingest.checks import reading_of_runs
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, Row, holds, number, resolution_of
from ahp.ingest.readers.json import JsonNumber, number_at, object_at, parse_json
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

_START = re.compile(r"^Summary:$")
_HEAD = re.compile(r"^Summary:\n  Success rate:\s", re.MULTILINE)
_JSON = re.compile(r'^\s*\{\s*"summary"\s*:\s*\{\s*"successRate"\s*:')
_TIME = rf"({N}) ((?:10 )?(?:ns|us|ms|sec|min|hr))s?"
_TOTAL = re.compile(rf"^  Total:\s+{_TIME}$")
_SLOWEST = re.compile(rf"^  Slowest:\s+{_TIME}$")
_AVERAGE = re.compile(rf"^  Average:\s+{_TIME}$")
_RATE = re.compile(rf"^  Requests/sec:\s+({N})$")
_DISTRIBUTION = re.compile(r"^(?:Response time|Latency) distribution:$")
_PERCENT = re.compile(rf"^  ({N})% in {_TIME}$")
_CODES = re.compile(r"^Status code distribution:$")
_CODE = re.compile(r"^  \[([0-9]{3})\] ([0-9]+) responses$")
_ERROR = re.compile(r"^  \[([0-9]+)\] (?!\S+ responses$)(\S.*)$")
_COUNT = re.compile(rf"{_CODE.pattern}|{_ERROR.pattern}")
_ANY, _BLANK = re.compile(r"\S"), re.compile(r"^\s*$")
_LIKE_COUNT = re.compile(r"^  \[|responses$")
_UNITS = {"ns": ("ns", 1), "us": ("us", 1), "ms": ("ms", 1), "sec": ("s", 1), "10 sec": ("s", 10)}
_UNITS |= {"min": ("min", 1), "10 min": ("min", 10), "hr": ("h", 1)}
_SECONDS = {"ns": 1e-9, "us": 1e-6, "ms": 1e-3, "s": 1.0, "min": 60.0, "h": 3600.0}
_UNDER_WAY = "aborted due to deadline"
_OMISSION = (
    "oha sends a request when the one before is answered, unless a rate is given with "
    "--latency-correction: response times leave out the waiting that a stall causes (coordinated omission)."
)


class OhaReader:
    """What `oha` prints, as text or as JSON (`--output-format json`, formerly `-j`).

    Gives: `throughput`, `response_time_mean`, `response_time_max`, `response_time_p50`, `…_p90`, `…_p95`,
    `…_p99` and `…_p999`.
    Elsewhere: the alternative, the compression ratio, the CPU.
    Caveats: coordinated omission; error replies are counted, and a run in which one in twenty requests failed
    is refused, or left out with `--drop-failed`; what was under way at the end of the time is counted in the
    throughput, and told.
    """

    def matches(self, head: str) -> bool:
        """Say whether the success rate stands under the summary, as text or in JSON."""
        return holds(head, "Success rate:", '"successRate"') and bool(_HEAD.search(head) or _JSON.match(head))

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of each report; several in a text are runs.

        Raises
        ------
        InputError
            If a report is cut off, contradicts itself, or one request in twenty failed.
        """
        if source.text.lstrip().startswith("{"):
            return reading_of_runs([(None, object_at(parse_json(source.text)))], _of_json, options)
        reports = as_runs(Lines.of(source.text).parts(_START))
        if not reports:
            raise InputError("no report begins in it", line=1, advice="give all that oha prints")
        return reading_of_runs(reports, _of_text, options)


def _of_text(run: str | None, report: Lines) -> tuple[list[Row], list[str]]:
    total, rate = report.one(_TOTAL, "line 'Total'"), report.one(_RATE, "line 'Requests/sec'")
    codes, errors = _counted(report)
    seconds, half = _of(total, 1)
    rows = [rate.row("throughput", "requests/s", run=run)]
    for measure, pattern in (("response_time_mean", _AVERAGE), ("response_time_max", _SLOWEST)):
        rows.append(_time(measure, report.one(pattern, f"line of {measure}"), 1, run))
    for hit in _percents(report):
        name = percentile(hit.text())
        if name is not None:
            rows.append(_time(name, hit, 2, run))
    _refuse_contradiction(rows, JsonNumber(rate.text(), rate.line), seconds, half, codes, errors)
    return rows, list(_caveats(codes, errors, rate.line, rate.match[0].strip()))


def _of(hit: LineMatch, group: int) -> tuple[float, float]:
    """Return a time in seconds, and how far it may be off."""
    unit, times = _UNITS[hit.text(group + 1)]
    factor = _SECONDS[unit] * times
    return hit.value(group) * factor, resolution_of(hit.text(group)) * factor


def _time(measure: str, hit: LineMatch, group: int, run: str | None) -> Row:
    unit, times = _UNITS[hit.text(group + 1)]
    row = number(measure, hit.value(group) * times, unit, printed=hit.text(group), line=hit.line, run=run)
    return row._replace(resolution=row.resolution * times, value=row.value or None)


def _percents(report: Lines) -> list[LineMatch]:
    """Return the lines of the first distribution, which is that of all replies."""
    heading = report.all(_DISTRIBUTION)[:1] or [report.one(_DISTRIBUTION, "response time distribution")]
    return report.below(heading[0].line).until(_BLANK).every(_PERCENT, _ANY)


def _counted(report: Lines) -> tuple[dict[str, float], dict[str, float]]:
    """Return how often each status code and each error was met."""
    heading = report.one(_CODES, "status code distribution")
    below = report.below(heading.line)
    below.every(_COUNT, _LIKE_COUNT)
    codes = {hit.text(): hit.value(2) for hit in below.all(_CODE)}
    return codes, {hit.text(2): hit.value() for hit in below.all(_ERROR)}


def _of_json(run: str | None, document: Mapping[str, object]) -> tuple[list[Row], list[str]]:
    rate, total = (number_at(document, "summary", key) for key in ("requestsPerSec", "total"))
    codes, errors = (
        {key: number_at(document, name, key).value for key in object_at(document, name)}
        for name in ("statusCodeDistribution", "errorDistribution")
    )
    if rate.value <= 0 or total.value <= 0:
        raise nothing_done(rate.line, rate.text)
    cells = [("throughput", "requests/s", rate)]
    cells += [
        (f"response_time_{name}", "s", number_at(document, "summary", key))
        for name, key in (("mean", "average"), ("max", "slowest"))
    ]
    for key in object_at(document, "latencyPercentiles"):
        name = percentile(key[1:]) if re.fullmatch(rf"p{N}", key) else None
        if name is not None:
            cells.append((name, "s", number_at(document, "latencyPercentiles", key)))
    rows = [number(name, cell.value, unit, printed=cell.text, line=cell.line) for name, unit, cell in cells]
    _refuse_contradiction(rows, rate, total.value, 1e-6 * total.value, codes, errors)
    return rows, list(_caveats(codes, errors, rate.line, rate.text))


def _refuse_contradiction(
    rows: list[Row],
    rate: JsonNumber,
    seconds: float,
    half: float,
    codes: Mapping[str, float],
    errors: Mapping[str, float],
) -> None:
    """Refuse a rate that is not replies and errors by seconds, and percentiles that fall."""
    done = sum(codes.values()) + sum(errors.values())
    slack = resolution_of(rate.text)
    low, high = done / (seconds + half), done / max(seconds - half, 1e-9)
    if not low - slack <= finite(rate.text, rate.line) <= high + slack:
        raise disagreement(rate.line, "the requests per second", rate.text, (low + high) / 2)
    if not codes:
        raise InputError("no request was answered", line=rate.line, advice="measure a server that answers")
    refuse_falling(rows)


def _caveats(codes: Mapping[str, float], errors: Mapping[str, float], line: int, found: str) -> Iterator[str]:
    yield _OMISSION
    under_way = errors.get(_UNDER_WAY, 0.0)
    failed = sum(errors.values()) - under_way
    failed += sum(count for code, count in codes.items() if code[:1] not in ("2", "3"))
    told = told_of_errors(failed, sum(codes.values()) + sum(errors.values()), line, found)
    if failed:
        yield told
    if under_way:
        yield f"{under_way:.0f} requests were under way when the time was over; throughput counts them."
