"""Locust: throughput and response times of each kind of request, from its `_stats.csv`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TypeAlias

from ahp.errors import InputError
from ahp.ingest.checks import reading_of_runs
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, Row, number, resolution_of
from ahp.ingest.readers.csv_export import export_table, records_of
from ahp.ingest.readers.http import caveats_of_errors
from ahp.ingest.readers.lines import finite, nothing_done, percentile

Kind: TypeAlias = tuple[int, Mapping[str, str]]
"""The line of a kind of request, and its cells by column."""

_COLUMNS = (
    "Type", "Name", "Request Count", "Failure Count", "Median Response Time", "Average Response Time",
    "Min Response Time", "Max Response Time", "Average Content Size", "Requests/s", "Failures/s",
)  # fmt: skip
_MORE = r"p[0-9]+(?:\.[0-9]+)?%"
_PERCENT = re.compile(r"\b(?=[0-9.]+%)(?<![.0-9])")
_HEAD = ",".join(_COLUMNS[:4])
_ALL = ("Aggregated", "Total")
_STEPS = ((100.0, 0.5), (1000.0, 5.0), (10_000.0, 50.0))  # below, half a step; above them 500
_CLOSED = (
    "A user of Locust waits for its reply and then as long as the script says: response times say nothing of "
    "requests not sent meanwhile, and throughput is that of the users' waiting too."
)
_ROUNDED = (
    "Locust rounds response times to two digits before it takes percentiles; below 100 ms to milliseconds."
)


class LocustReader:
    """What Locust writes into `NAME_stats.csv` (`--csv NAME`).

    Gives: `throughput`, `response_time_mean`, `response_time_max`, `response_time_p50`, `…_p90`, `…_p95`,
    `…_p99` and `…_p999`, of all requests and of each kind, such as `GET /order`, as a transaction type.
    Elsewhere: the alternative, the compression ratio, the CPU.
    Caveats: percentiles are rounded to two digits; a user waits for its reply; failed requests are counted,
    and a run in which one in twenty failed is refused, or left out with `--drop-failed`.
    """

    def matches(self, head: str) -> bool:
        """Say whether the heading of the file stands there; the history begins with the time."""
        return head.startswith(_HEAD)

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of every kind of request and of all together."""
        heading, _, below = source.text.partition("\n")
        # A heading that is nothing but a number would be taken for a row without one.
        named = replace(source, content=f"{_PERCENT.sub('p', heading)}\n{below}")
        kinds = list(records_of(export_table(named, _COLUMNS, _MORE)))
        return reading_of_runs([(None, kinds)], lambda _, kinds: _content_of(kinds), options)


def _content_of(kinds: Sequence[Kind]) -> tuple[list[Row], list[str]]:
    line, total = kinds[-1]
    if total["Name"] not in _ALL or total["Type"] not in ("", "None"):
        raise InputError(
            "the last row is not that of all requests: the file is cut off",
            line=line,
            found=total["Name"],
            advice="give the whole file of a run that finished",
        )
    count, failed, rate = (
        finite(total[name], line) for name in ("Request Count", "Failure Count", "Requests/s")
    )
    if rate <= 0 or count <= 0:
        raise nothing_done(line, total["Requests/s"])
    rows: list[Row] = []
    for at, cells in kinds:
        if finite(cells["Request Count"], at):
            kind = "" if cells is total else f"{cells['Type']} {cells['Name']}".strip()
            rows += _rows(at, cells, kind)
    met = caveats_of_errors(failed, count, line, total["Failure Count"])
    return rows, [_CLOSED, _ROUNDED, *met]


def _rows(line: int, cells: Mapping[str, str], kind: str) -> Iterator[Row]:
    row = partial(number, line=line, transaction=kind)
    for measure, unit, column in (
        ("throughput", "requests/s", "Requests/s"),
        ("response_time_mean", "ms", "Average Response Time"),
        ("response_time_max", "ms", "Max Response Time"),
    ):
        yield row(measure, finite(cells[column], line), unit, printed=cells[column], column=column)
    for column in list(cells)[len(_COLUMNS) :]:
        measure = percentile(column[1:-1]) or ""
        if measure:
            value = finite(cells[column], line)
            half = next((half for below, half in _STEPS if value < below), 500.0)
            found = row(measure, value, "ms", printed=cells[column], column=column)
            # What is 0 was less than half a millisecond.
            yield found._replace(
                resolution=max(half, resolution_of(cells[column])), value=value if value else None
            )
