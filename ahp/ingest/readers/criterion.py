"""Criterion.rs: time of an iteration, from a benchmark's `estimates.json` or from the console."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from ahp.errors import InputError
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, Row, holds, number
from ahp.ingest.readers.json import number_at, object_at, parse_json
from ahp.ingest.readers.lines import LineMatch, Lines, N, disagreement, once

_JSON = re.compile(r'^\s*\{\s*"(?:mean|median)"\s*:\s*\{\s*"confidence_interval"\s*:')
_TIME = rf" *({N}) (ps|ns|µs|μs|us|ms|s)"
_RESULT = re.compile(rf"^(?P<name>\S.*?)?\s+time:   \[{_TIME}{_TIME}{_TIME}\]\s*$")
_CHANGE = re.compile(r"^\s+time:   \[.*%.*\] \(p = ")
_LIKE_RESULT = re.compile(r"\stime:")
_HEAD = re.compile(rf"\stime:   \[{_TIME}{_TIME}{_TIME}\]\s*$", re.MULTILINE)
_LONG = 24  # of so many characters and more, a name stands on a line of its own
_UNITS = {"µs": "us", "μs": "us"}
_NANOSECONDS = {"ps": 1e-3, "ns": 1.0, "us": 1e3, "ms": 1e6, "s": 1e9}
_SLOPE = "Criterion's time is the slope of a regression of times on iterations, as on its console."
_MEAN = "Criterion's time is the mean of its samples, for it sampled without growing counts of iterations."
_EITHER = (
    "Criterion prints the slope of times on iterations, or the mean of samples; estimates.json says which."
)
_DIGITS = 1e-9  # relative, of bounds that are computed apart from their estimate


class CriterionReader:
    """What Criterion.rs writes (`target/criterion/…/new/estimates.json`) or prints.

    On the console each benchmark is an alternative; with `NAME=FILE` it is a scenario. An `estimates.json`
    does not name its benchmark: `NAME=FILE` or a pattern of the path does.

    Gives: `duration` of an iteration.
    Elsewhere: the CPU, sizes and ratios.
    Caveats: the time is the slope of a regression, or a mean where there is none.
    """

    def matches(self, head: str) -> bool:
        """Say whether an estimate with its interval begins it, or a line of the console stands there."""
        return holds(head, '"confidence_interval"', "time:   [") and bool(
            _JSON.match(head) or _HEAD.search(head)
        )

    def read(self, source: Source, options: Options) -> Reading:
        """Return the time of each benchmark.

        Raises
        ------
        InputError
            If a benchmark stands twice, an estimate lies outside of its interval, or the file is damaged.
        """
        if source.text.lstrip().startswith("{"):
            return _of_json(object_at(parse_json(source.text)))
        results = list(_results(Lines.of(source.text)))
        if not results:
            raise InputError("no benchmark has a result", line=1, advice="give all that cargo bench prints")
        _refuse_twice(results)
        benchmarks: Mapping[tuple[str | None, str | None], str | None] = {
            (None, result.name): result.name for result in results
        }
        rows = tuple(_row(result) for result in results)
        return Reading(rows, count=len(rows), caveats=(_EITHER,), benchmarks=benchmarks)


def _of_json(document: Mapping[str, Any]) -> Reading:
    if "std_dev" not in document:
        raise InputError(
            "these are changes against the run before, and no times",
            line=1,
            advice="give new/estimates.json instead of change/estimates.json",
        )
    name = "slope" if document.get("slope") is not None else "mean"
    found = object_at(document, name)
    time = number_at(found, "point_estimate")
    lower, upper = (
        number_at(found, "confidence_interval", bound).value for bound in ("lower_bound", "upper_bound")
    )
    if not lower * (1 - _DIGITS) <= time.value <= upper * (1 + _DIGITS):
        raise disagreement(time.line, f"the {name}", time.text, (lower + upper) / 2)
    if time.value <= 0:
        raise InputError("it must be greater than 0", line=time.line, column=name, found=time.text)
    row = number("duration", time.value, "ns", printed=time.text, line=time.line, column=name)
    return Reading((row,), count=1, caveats=(_SLOPE if name == "slope" else _MEAN,))


class _Result(NamedTuple):
    name: str
    hit: LineMatch


def _results(printed: Lines) -> Iterator[_Result]:
    lines = dict(printed.lines)
    for hit in printed.without(_CHANGE).every(_RESULT, _LIKE_RESULT):
        name = hit.text("name") or lines.get(hit.line - 1, "").rstrip()
        if not hit.has("name") and (len(name) < _LONG or name[:1].isspace()):
            raise InputError("this time is of no benchmark: its name is missing", line=hit.line)
        yield _Result(name, hit)


def _refuse_twice(results: list[_Result]) -> None:
    seen: dict[str, int] = {}
    for name, hit in results:
        once(seen, name, hit.line, "this benchmark", found=name, advice="give each run as a file")


def _row(result: _Result) -> Row:
    """Return the row of the estimate, which stands between its bounds."""
    hit = result.hit
    units = [_UNITS.get(hit.text(group), hit.text(group)) for group in (3, 5, 7)]
    lower, time, upper = (
        hit.value(group) * _NANOSECONDS[unit] for group, unit in zip((2, 4, 6), units, strict=True)
    )
    if not lower <= time <= upper:
        raise disagreement(hit.line, "the time", hit.text(4), (lower + upper) / 2)
    if time <= 0:
        raise InputError("it must be greater than 0", line=hit.line, found=hit.text(4))
    unit = "ns" if units[1] == "ps" else units[1]
    row = number("duration", hit.value(4), unit, printed=hit.text(4), line=hit.line, alternative=result.name)
    factor = _NANOSECONDS["ps"] if units[1] == "ps" else 1.0
    return row._replace(value=hit.value(4) * factor, resolution=row.resolution * factor)
