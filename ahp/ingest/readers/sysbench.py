"""sysbench's final report, with checkpoints, histogram or neither, of SQL, CPU, memory and file tests."""

from __future__ import annotations

import re

from ahp.ingest.readers.base import Options, Reading, holds
from ahp.ingest.readers.printed import Printed, as_runs, naming
from ahp.ingest.readers.sysbench_hooks import HOOK
from ahp.ingest.readers.sysbench_report import Report
from ahp.ingest.sources import Source

BANNER = re.compile(r"\bsysbench [0-9.]\S*(?::  multi-threaded| \(using)")
"""What sysbench begins with."""
FINAL = re.compile(r"^(?:Latency \(ms\)|Threads fairness):$", re.MULTILINE)
"""Lines of its final report."""

_END = re.compile(r"^ +(?:sum:|execution time \(avg/stddev\):) ")
_FATAL = re.compile(r"^FATAL: .*")
_OTHER = re.compile(
    r"^(?:Creating table .*|Inserting [0-9]+ records .*|Creating files for the test.*|Dropping table .*"
    r"|Removing test files.*|[0-9]+ bytes written in .*)$"
)


class SysbenchReader:
    """`sysbench … run`, versions 0.4 to 1.1: SQL, cpu, memory, threads, mutex, fileio; several are runs.

    Gives: `throughput`, `response_time_mean`, `response_time_max` and one percentile (p95 unless asked
    otherwise; with `--histogram` all of them); throughput of reads, writes and fsyncs apart.
    Elsewhere: the alternative, stored bytes, the CPU.
    Caveats: no warm-up before version 1.1; percentiles in steps of 2 %; with `--rate` response times
    include waiting.
    """

    def matches(self, head: str) -> bool:
        """Say yes to a banner or a final report, but not to what a reporting hook wrote."""
        if not holds(head, "sysbench ", "Latency (ms)", "Threads fairness"):
            return False
        return (BANNER.search(head) or FINAL.search(head)) is not None and HOOK.search(head) is None

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of the final report, or of several.

        Raises
        ------
        InputError
            If a run failed or did not finish, or its numbers contradict each other.
        """
        with naming(source):
            printed = Printed.of(source.text)
            printed.refuse_failed(_FATAL, "the run failed", "repeat it")
            parts = printed.parts(BANNER) or [printed]
            runs = [_report_of(part) for part in parts if part.all(FINAL) or not part.all(_OTHER)]
            if not runs:
                printed.refuse(
                    _OTHER,
                    "this is what sysbench's prepare or cleanup wrote: nothing is measured in it",
                    "give the output of run",
                )
            reports = [(run, Report(part)) for run, part in as_runs(runs)]
            rows = [row for run, report in reports for row in report.rows(run)]
            caveats = dict.fromkeys(caveat for _, report in reports for caveat in report.caveats())
            return Reading(tuple(rows), count=len(rows), caveats=tuple(caveats))


def _report_of(part: Printed) -> Printed:
    """Return what sysbench wrote, without what a shell or a script wrote after it."""
    ends = part.all(_END)
    return Printed([(line, text) for line, text in part.lines if not ends or line <= ends[-1].line])
