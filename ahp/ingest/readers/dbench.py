"""dbench's report: the times of each operation, and the line of the throughput that ends it."""

from __future__ import annotations

import re

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading, Row
from ahp.ingest.readers.lines import Lines, PrintedReader

_TITLE = re.compile(r"^ Operation +Count +AvgLat +MaxLat\s*$", re.MULTILINE)
_ROW = re.compile(r"^ (\w+) +\d+ +(\d+\.\d+) +(\d+\.\d+)\s*$", re.ASCII)
_END = re.compile(
    r"^Throughput (\d+(?:\.\d+)?(?:e[+-]\d+)?) MB/sec .*\d procs(?:  max_latency=(\d+\.\d+) ms)?\s*$",
    re.MULTILINE | re.ASCII,
)
_CAVEAT = (
    "dbench's throughput is a rate of bytes, given as 'bandwidth'; its clients wait for one "
    "operation before they start the next, so a stall hides what it delays."
)


class DbenchReader(PrintedReader):
    """What `dbench` prints.

    Gives: `bandwidth`, which a study of your own can rank; `response_time_mean` and `response_time_max` of
    each operation, which is a transaction type; `response_time_max` of all.
    Elsewhere: the alternative, a throughput of transactions, the compression ratio, the CPU.
    Caveats: a client waits for one operation before it starts the next, so a stall hides what it delays.
    """

    words = ("Throughput ", " Operation")
    forms = (_END, _TITLE)

    def _reading(self, text: Lines, options: Options) -> Reading:
        end, title = text.one(_END, "line of throughput"), text.maybe(_TITLE, "heading of the operations")
        if end.has(2) and title is None:
            raise InputError("the heading of the operations is missing", line=1)
        rows: list[Row] = []
        operations = text.below(title.line + 1).above(end.line) if title else Lines([])
        for hit in operations.every(_ROW, re.compile(".")):
            rows.append(hit.row("response_time_mean", "ms", 2, column="AvgLat", transaction=hit.text()))
            rows.append(hit.row("response_time_max", "ms", 3, column="MaxLat", transaction=hit.text()))
        rows.append(end.row("bandwidth", "MB/s", column="Throughput"))
        if end.has(2):
            rows.append(end.row("response_time_max", "ms", 2, column="max_latency"))
        return Reading(tuple(rows), count=1, caveats=(_CAVEAT,))
