"""memtier_benchmark: operations per second and response times of a key-value store."""

from __future__ import annotations

import re

from ahp.errors import InputError
from ahp.ingest.readers import http
from ahp.ingest.readers.base import Options, Reading, Row
from ahp.ingest.readers.json import JsonNumber
from ahp.ingest.readers.lines import Lines, N, PrintedReader, finite, percentile

_START = re.compile(r"^(?:ALL STATS|BEST RUN RESULTS|WORST RUN RESULTS|AGGREGATED AVERAGE RESULTS .*)$")
_MEAN = re.compile(r"^AGGREGATED AVERAGE RESULTS ", re.MULTILINE)
_HEAD = re.compile(r"^Type +Ops/sec(?: +Hits/sec +Misses/sec)? .*Latency", re.MULTILINE)
_WHOLE = re.compile(rf"{_HEAD.pattern}.*\n(?:.*\n){{1,5}}?Totals ", re.MULTILINE)
_HEADINGS = re.compile(r"(?:(?:Avg\.|p[0-9.]+) )?\S+")
_TOTALS = re.compile(rf"^Totals +{N} .*$")
_AVERAGE = "Its numbers are averages of several runs, whose spread does not count."
_OPERATIONS = "Sets and gets are taken together, as the row Totals has them."


class MemtierReader(PrintedReader):
    """What `memtier_benchmark` prints below `ALL STATS`; of several runs (`-x`) their average.

    Gives: `throughput`, `response_time_mean`, and the percentiles that it prints (`response_time_p50`,
    `…_p99`, `…_p999`), of all operations together.
    Elsewhere: the alternative, the compression ratio, the CPU.
    Caveats: coordinated omission; sets and gets are taken together.
    """

    words = ("Ops/sec",)
    forms = (_WHOLE,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        if _MEAN.search(text.text):
            parts = [part for part in text.parts(_START) if _MEAN.search(part.text)]
            text = Lines([numbered for part in parts for numbered in part.lines])
        return http.reading_of_reports(text, _START, "'ALL STATS'", _content_of, options)


def _content_of(run: str | None, report: Lines) -> http.Told:
    heading = report.one(_HEAD, "line 'Type … Ops/sec'")
    totals = report.one(_TOTALS, "line 'Totals'")
    names = _HEADINGS.findall(heading.match.string)
    cells = totals.match.string.split()
    if len(cells) != len(names):
        problem = f"{len(names)} cells are needed, as the heading has"
        raise InputError(problem, line=totals.line, found=totals.text(0))
    rows: list[Row] = []
    for name, cell in zip(names, cells, strict=True):
        measure = "throughput" if name == "Ops/sec" else _time_of(name)
        if measure is None or cell == "---":
            continue
        finite(cell, totals.line)
        unit = "ops/s" if measure == "throughput" else "ms"
        rows.append(JsonNumber(cell, totals.line).row(measure, unit, run=run, column=name))
    average = [_AVERAGE] if _MEAN.search(report.text) else []
    return rows, [http.OMISSION.format("memtier_benchmark"), _OPERATIONS, *average]


def _time_of(heading: str) -> str | None:
    """Return the measure of a column of response times, which are in milliseconds; None of any other."""
    words = heading.removesuffix(" Latency")
    if heading in ("Latency", "Avg. Latency"):
        return "response_time_mean"
    return percentile(words[1:]) if words != heading and words.startswith("p") else None
