"""BenchBase's `results.csv`, of all types or of one, and `samples.csv`: statistics of windows of time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading, Row, number
from ahp.ingest.readers.printed import Hit, Printed, disagreement, naming, nothing_done
from ahp.ingest.sources import Source

_KINDS = ("Minimum", "25th Percentile", "Median", "75th Percentile", "90th Percentile", "95th Percentile")
_ORDER = (*_KINDS, "99th Percentile", "Maximum")
_UNITS = {"millisecond": "ms", "microseconds": "us"}
_TITLES = re.compile(
    r"^Time \(seconds\),(?:Requests,)?Throughput \(requests/second\),"
    r"(?=.*Average Latency \((millisecond|microseconds)\),)"
    r".*Maximum Latency \(\1\)(?:,tp \(req/s\) scaled)?$",
    re.MULTILINE,
)
_TYPE = re.compile(r"\.results\.(\w+)\.csv$")

_LAST = (
    "The last window is left out of the throughput: it may be cut short, yet it is divided by the full time."
)
_PERCENTILES = (
    "Percentiles of windows cannot be combined; the summary and the raw file have those of the run."
)


class BenchbaseWindowsReader:
    """BenchBase's `results.csv`, `results.TYPE.csv` and `samples.csv`, one line for each window of time.

    Gives: `throughput`, `response_time_mean`, `response_time_max`; of one type if the file's name ends
    with `.results.TYPE.csv`, else of all together.
    Elsewhere: percentiles of the run (`summary.json`, `raw.csv`), the compression ratio, the CPU.
    Caveats: the last window is left out of the throughput, since it may be cut short; percentiles of
    windows cannot be combined.
    """

    def matches(self, head: str) -> bool:
        """Say yes to the heading line."""
        return _TITLES.match(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of all windows; the transaction type stands in the file's name alone.

        Raises
        ------
        InputError
            If a window is missing or damaged, or there was no request.
        """
        with naming(source):
            title = _TITLES.match(source.head)
            if title is None:
                raise InputError("the heading line is damaged", line=1)
            names = title[0].split(",")
            line = re.compile("^([0-9]+)" + r",(-?[0-9]+(?:\.[0-9]+)?)" * (len(names) - 1) + "$")
            body = Printed([(at, text) for at, text in Printed.of(source.text).lines[1:] if text])
            windows = _Windows(body.every(line, re.compile("")), names, title[1])
            kind = _TYPE.search(source.name)
            rows = tuple(windows.rows(kind[1] if kind else ""))
            return Reading(rows, count=len(body.lines), caveats=(_LAST, _PERCENTILES))


class _Windows:
    """The lines of the file, each found to be possible."""

    def __init__(self, hits: list[Hit], names: list[str], unit: str) -> None:
        groups = {name: group for group, name in enumerate(names, start=1)}
        self.unit = _UNITS[unit]
        try:
            self.rate = groups["Throughput (requests/second)"]
            self.mean, self.most = groups[f"Average Latency ({unit})"], groups[f"Maximum Latency ({unit})"]
            self.order = [groups[f"{kind} Latency ({unit})"] for kind in _ORDER]
        except KeyError as missing:
            raise InputError(f"the heading {missing} is missing", line=1) from None
        self.hits = hits
        self.busy = [hit for hit in hits if hit.value(self.rate) > 0]
        self._refuse_damage()

    def _refuse_damage(self) -> None:
        for hit in self.busy:
            times = [hit.value(group) for group in self.order]
            if any(low > high for low, high in pairwise([0.0, *times])):
                raise InputError("the percentiles are not in order", line=hit.line, found=hit.text(0))
            if not times[0] <= hit.value(self.mean) <= times[-1]:
                raise disagreement(hit.line, "the mean", hit.text(self.mean), times[-1])
        steps = [after.value() - before.value() for before, after in pairwise(self.hits)]
        for step, hit in zip(steps, self.hits[1:], strict=True):
            if step <= 0 or step != steps[0]:
                raise InputError("a window is missing before this one, or stands twice", line=hit.line)
        if not self.busy:
            raise nothing_done(None, "no window with a request")

    def rows(self, transaction: str) -> Iterator[Row]:
        """Yield throughput, mean response time, and the maximum of all windows."""
        first = self.hits[0]
        whole = self.hits[:-1] or self.hits
        rate = sum(hit.value(self.rate) for hit in whole) / len(whole)
        requests = sum(hit.value(self.rate) for hit in self.busy)  # per window; all are equally long
        mean = sum(hit.value(self.rate) * hit.value(self.mean) for hit in self.busy) / requests
        if rate <= 0:
            raise nothing_done(first.line, first.text(0))
        for measure, value, unit in (("throughput", rate, "req/s"), ("response_time_mean", mean, self.unit)):
            yield number(
                measure,
                value,
                unit,
                printed=f"{len(self.hits)} windows",
                line=first.line,
                transaction=transaction,
            )
        longest = max(self.busy, key=lambda hit: hit.value(self.most))
        yield longest.row("response_time_max", self.unit, self.most, transaction=transaction)
