"""Criterion.rs: time of an iteration, from a benchmark's `estimates.json` or from the console."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading, Row
from ahp.ingest.readers.json import number_at, object_at, parse_json
from ahp.ingest.readers.lines import Lines, N, PrintedReader, once
from ahp.ingest.readers.suites import as_suite, time_row

_JSON = re.compile(r'^\s*\{\s*"(?:mean|median)"\s*:\s*\{\s*"confidence_interval"\s*:')
_TIME = rf" *({N}) (ps|ns|µs|μs|us|ms|s)"
_RESULT = re.compile(rf"^(?P<name>\S.*?)?\s+time:   \[{_TIME}{_TIME}{_TIME}\]\s*$")
_CHANGE = re.compile(r"^\s+time:   \[.*%.*\] \(p = ")
_LIKE_RESULT = re.compile(r"\stime:")
_HEAD = re.compile(rf"\stime:   \[{_TIME}{_TIME}{_TIME}\]\s*$", re.MULTILINE)
_SLOPE = "Criterion's time is the slope of a regression of times on iterations, as on its console."
_MEAN = "Criterion's time is the mean of its samples, for it sampled without growing counts of iterations."
_EITHER = (
    "Criterion prints the slope of times on iterations, or the mean of samples; estimates.json says which."
)


class CriterionReader(PrintedReader):
    """What Criterion.rs writes (`target/criterion/…/new/estimates.json`) or prints.

    On the console each benchmark is an alternative; with `NAME=FILE` it is a scenario. An `estimates.json`
    does not name its benchmark: `NAME=FILE` or a pattern of the path does.

    Gives: `duration` of an iteration.
    Elsewhere: the CPU, sizes and ratios.
    Caveats: the time is the slope of a regression, or a mean where there is none.
    """

    words = ('"confidence_interval"', "time:   [")
    forms = (_JSON, _HEAD)

    def _reading(self, text: Lines, options: Options) -> Reading:
        if text.text.lstrip().startswith("{"):
            return _of_json(object_at(parse_json(text.text)))
        rows = tuple(_rows(text))
        if not rows:
            raise InputError("no benchmark has a result", line=1)
        return as_suite(Reading(rows, count=len(rows), caveats=(_EITHER,)))


def _of_json(document: Mapping[str, Any]) -> Reading:
    if "std_dev" not in document:
        raise InputError(
            "these are changes against the run before, and no times",
            line=1,
            advice="give new/estimates.json instead of change/estimates.json",
        )
    name = "slope" if document.get("slope") is not None else "mean"
    row = time_row(number_at(object_at(document, name), "point_estimate"), "ns", column=name)
    return Reading((row,), count=1, caveats=(_SLOPE if name == "slope" else _MEAN,))


def _rows(printed: Lines) -> Iterator[Row]:
    """Yield the row of each benchmark: its estimate stands in the middle of the three."""
    lines, seen = dict(printed.lines), dict[str, int]()
    for hit in printed.without(_CHANGE).every(_RESULT, _LIKE_RESULT):
        name = hit.text("name") or lines.get(hit.line - 1, "").rstrip()
        if not name or name[:1].isspace():
            raise InputError("this time is of no benchmark: its name is missing", line=hit.line)
        once(seen, name, hit.line, "this benchmark", found=name)
        unit, cell = hit.text(5), hit.digits(4)
        row = time_row(cell, "ns" if unit == "ps" else unit, alternative=name)
        factor = 1e-3 if unit == "ps" else 1.0
        yield row._replace(value=cell.value * factor, resolution=row.resolution * factor)
