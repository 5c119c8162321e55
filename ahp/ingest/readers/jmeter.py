"""JMeter: throughput and response times of each sampler, from its aggregate report saved as CSV."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TypeAlias

from ahp.errors import InputError, listed
from ahp.ingest.checks import reading_of_runs
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, Row, number
from ahp.ingest.readers.csv_export import export_table, records_of
from ahp.ingest.readers.http import caveats_of_errors
from ahp.ingest.readers.lines import finite, nothing_done, percentile

Sampler: TypeAlias = tuple[int, Mapping[str, str]]
"""The line of a sampler, and its cells by column."""

_COLUMNS = ("Label", "# Samples", "Average")
_MORE = (
    r"Median|[0-9]+(?:\.[0-9]+)?% Line|Min|Max(?:imum)?|Error %|Throughput|(?:Received |Sent )?KB/sec|"
    r"Std\. Dev\.|Avg\. Bytes"
)
_TIMES = {"Average": "response_time_mean", "Median": "response_time_p50"}
_TIMES |= {"Max": "response_time_max", "Maximum": "response_time_max"}
_NEEDED = ("Error %", "Throughput")
_CLOSED = "A thread of JMeter waits for its reply: response times say nothing of requests not sent meanwhile."
_WHOLE = "JMeter has response times in whole milliseconds; what is 0 is missing here."


class JmeterReader:
    """JMeter's aggregate report or summary report, saved as CSV ("Save Table Data").

    Gives: `throughput`, `response_time_mean`, `response_time_max` and, from the aggregate report,
    `response_time_p50`, `…_p90`, `…_p95`, `…_p99`, of all samples and of each sampler as a transaction type.
    Elsewhere: the alternative, the compression ratio, the CPU.
    Caveats: a thread waits for its reply; times are whole milliseconds; samples that failed are counted, and
    a run in which one in twenty did is refused, or left out with `--drop-failed`.
    """

    def matches(self, head: str) -> bool:
        """Say whether the heading of one of the two reports stands there."""
        return head.startswith(("Label,# Samples,Average,", '"Label","# Samples","Average",'))

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of every sampler and of all together."""
        table = export_table(source, _COLUMNS, _MORE)
        missing = [name for name in _NEEDED if name not in table.header]
        if missing:
            raise InputError(f"the column {missing[0]} is missing", line=table.header_line)
        samplers = list(records_of(table))
        return reading_of_runs([(None, samplers)], lambda _, found: _content_of(found), options)


def _content_of(samplers: Sequence[Sampler]) -> tuple[list[Row], list[str]]:
    line, total = samplers[-1]
    if total["Label"] != "TOTAL":
        raise InputError(
            "the last row is not TOTAL: the file is cut off",
            line=line,
            found=total["Label"],
            advice="save the report of a run that finished, in English",
        )
    count, rate = finite(total["# Samples"], line), finite(total["Throughput"], line)
    if rate <= 0 or count <= 0:
        raise nothing_done(line, total["Throughput"])
    rows: list[Row] = []
    for at, cells in samplers:
        rows += _rows(at, cells, "" if cells is total else cells["Label"])
    if not (printed := total["Error %"]).endswith("%"):
        raise InputError("a percentage is needed", line=line, column="Error %", found=printed)
    failed = finite(printed[:-1], line) / 100 * count
    met = caveats_of_errors(round(failed), count, line, total["Error %"])
    labels = [cells["Label"] for _, cells in samplers[:-1]]
    of_all = f"What counts is TOTAL, of {listed(labels, 4)} together." if len(labels) > 1 else ""
    return rows, [*filter(None, [of_all]), _CLOSED, _WHOLE, *met]


def _rows(line: int, cells: Mapping[str, str], sampler: str) -> Iterator[Row]:
    row = partial(number, line=line, transaction=sampler)
    rate = cells["Throughput"]
    yield row("throughput", finite(rate, line), "requests/s", printed=rate, column="Throughput")
    for column, printed in cells.items():
        name = column.removesuffix("% Line")
        measure = _TIMES.get(column) or (percentile(name) if name != column else None)
        if measure is not None:
            found = row(measure, finite(printed, line), "ms", printed=printed, column=column)
            # A mean is cut to whole milliseconds and not rounded.
            half = 1.0 if column == "Average" else found.resolution
            yield found._replace(value=found.value or None, resolution=half)
