"""The files that ApacheBench writes beside its report: `-e` percentiles, `-g` every request."""

from __future__ import annotations

import re

import numpy as np

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading, number
from ahp.ingest.readers.events import NEAREST_RANK, statistics
from ahp.ingest.readers.printed import N, Printed, naming, percentile
from ahp.ingest.sources import Source

_PERCENTILES = re.compile(r"^Percentage served,Time in ms\r?$", re.MULTILINE)
_SERVED = re.compile(rf"^([0-9]+),({N})$")
_REQUESTS = re.compile(r"^starttime\tseconds\tctime\tdtime\tttime\twait\r?$", re.MULTILINE)
_REQUEST = re.compile(r"^[^\t]+\t([0-9]+)\t([0-9]+)\t([0-9]+)\t([0-9]+)\t([0-9]+)$")
_FAILURES = "ab's export does not say whether requests failed; its report does."
_WHOLE = (
    "ab -g writes times in whole milliseconds: the mean is known to half a millisecond, and what would be 0 "
    "is missing."
)
_SORTED = (
    "ab -g sorts requests by their time and marks no end: where the file was cut, the slowest are missing."
)


class AbExportsReader:
    """What `ab -e FILE` and `ab -g FILE` write.

    Gives: from `-e` `response_time_p50`, `…_p90`, `…_p95`, `…_p99` and `response_time_max`, to a
    microsecond; from `-g` the same with `response_time_mean`, in whole milliseconds.
    Elsewhere: the alternative; `throughput` and the failures, which only ab's report has.
    Caveats: whether requests failed is not said; `-g` rounds to milliseconds.
    """

    def matches(self, head: str) -> bool:
        """Say whether one of the two headings begins it."""
        return bool(_PERCENTILES.match(head) or _REQUESTS.match(head))

    def read(self, source: Source, options: Options) -> Reading:
        """Return the statistics of the response time.

        Raises
        ------
        InputError
            If percentiles are missing or do not rise, or a line is damaged.
        """
        with naming(source):
            text = Printed.of(source.text.rstrip("\r\n"))
            below = Printed(text.lines[1:])
            if _PERCENTILES.match(source.text):
                return _percentiles(below)
            if _REQUESTS.match(source.text):
                return _requests(below)
            raise InputError("neither heading of ab's exports begins it", line=1, found=text.lines[0][1])


def _percentiles(below: Printed) -> Reading:
    hits = below.every(_SERVED, re.compile(r""))
    shares = [int(hit.text()) for hit in hits]
    if shares != list(range(101)):
        missing = next((i for i, share in enumerate(shares) if share != i), len(shares))
        raise InputError(
            "the percentages from 0 to 100 are needed, one after the other",
            line=hits[missing].line if missing < len(hits) else below.last,
            advice="give the whole file that ab -e wrote, once",
        )
    rows = []
    for before, hit in zip([hits[0], *hits], hits, strict=False):
        if hit.value(2) < before.value(2):
            raise InputError("percentiles must not fall", line=hit.line, found=hit.text(2))
        measure = "response_time_max" if hit.text() == "100" else percentile(hit.text())
        if measure is not None:
            rows.append(hit.row(measure, "ms", 2))
    return Reading(tuple(rows), count=1, caveats=(_FAILURES,))


def _requests(below: Printed) -> Reading:
    hits = below.every(_REQUEST, re.compile(r""))
    if not hits:
        raise InputError("only a heading; it needs at least one request", line=1)
    times: list[float] = []
    for hit in hits:
        connect, processing, total = (hit.value(group) for group in (2, 3, 4))
        if abs(connect + processing - total) > 1 or (times and total < times[-1]):
            raise InputError(
                "ttime must be ctime + dtime, and not below the line before",
                line=hit.line,
                column="ttime",
                found=hit.text(4),
            )
        times.append(total)
    if not times[-1]:
        raise InputError("no request took half a millisecond", line=hits[-1].line, found=hits[-1].text(4))
    rows = []
    for row in statistics(np.array(times), "ms"):
        if row.measure == "response_time_mean":
            mean = float(np.mean(times))
            row = number(row.measure, mean, "ms", printed=f"{mean:.0f}", line=None)
        rows.append(row if row.value else row._replace(value=None))
    return Reading(tuple(rows), count=len(hits), caveats=(_FAILURES, _WHOLE, _SORTED, NEAREST_RANK))
