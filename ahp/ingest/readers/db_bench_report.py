"""What RocksDB's db_bench writes with `--report_interval_seconds`: the operations of each interval."""

from __future__ import annotations

import re
from itertools import pairwise

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading, number
from ahp.ingest.readers.printed import Printed, naming, nothing_done
from ahp.ingest.sources import Source

_HEAD = re.compile(r"^secs_elapsed,interval_qps$")
_LINE = re.compile(r"^([0-9]+),([0-9]+)$")
_CAVEATS = (
    "Despite its name interval_qps is a number of operations; it is divided by the interval here.",
    "Each benchmark begins this file anew: it holds the last one of a run, without its last interval.",
)


class DbBenchReportReader:
    """RocksDB's `db_bench --report_interval_seconds`, the file `report.csv`.

    Gives: `throughput`.
    Elsewhere: response times (db_bench's standard output), the alternative, stored bytes, the CPU.
    Caveats: only the last benchmark of a run, without its last interval; whole seconds.
    """

    def matches(self, head: str) -> bool:
        """Say yes to the heading line."""
        return _HEAD.match(head.partition("\n")[0].rstrip("\r")) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return the operations of all intervals over their time.

        Raises
        ------
        InputError
            If there is no interval, one is missing or damaged, or nothing was done in any.
        """
        with naming(source):
            if not source.text.endswith("\n"):
                raise InputError(
                    "the last line has no end: the file is cut off", line=Printed.of(source.text).last
                )
            (_, heading), *lines = Printed.of(source.text.removesuffix("\n").removesuffix("\r")).lines
            if not _HEAD.match(heading):
                raise InputError("the heading line is damaged", line=1, found=heading)
            hits = Printed(lines).every(_LINE, re.compile(""))
            if not hits:
                raise InputError(
                    "there is no interval: the benchmark was over before the first one was",
                    line=1,
                    advice="give what db_bench wrote to standard output",
                )
            times = [0.0, *(hit.value() for hit in hits)]
            for hit, (before, after) in zip(hits, pairwise(times), strict=True):
                # Reports come a little late, so that the rounded time jumps by a second now and then.
                if not 0 < after - before <= times[1] + 1:
                    raise InputError(
                        "an interval is missing before this one, or the time goes back",
                        line=hit.line,
                        found=hit.text(0),
                        advice="give the file of one benchmark",
                    )
            done = sum(hit.value(2) for hit in hits)
            if not done:
                raise nothing_done(hits[-1].line, hits[-1].text(0))
            found = f"{done:.0f} operations in {times[-1]:.0f} s"
            row = number("throughput", done / times[-1], "op/s", printed=found, line=hits[0].line)
            return Reading((row,), count=len(hits), caveats=_CAVEATS)
