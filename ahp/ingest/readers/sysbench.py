"""sysbench: its final report, what its hooks write (`report_csv`, `report_json`), its lines of intervals."""

from __future__ import annotations

import re
from itertools import pairwise

from ahp.errors import InputError
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, holds, number
from ahp.ingest.readers.json import JsonNumber, number_at, parse_json
from ahp.ingest.readers.lines import LineMatch, Lines, N, as_runs, disagreement, nothing_done
from ahp.ingest.readers.sysbench_report import Report

_CSV = re.compile(r"^([0-9]+),([0-9]+)" + rf",({N})" * 8 + "$", re.MULTILINE)
_LIKE_CSV = re.compile(r"^(?:[^ ,]*,){3}[^ ]*$")
_JSON = re.compile(r'^\[\n +\{\n +"time": ', re.MULTILINE)
_KEYS = (
    ("time",),
    ("threads",),
    ("tps",),
    ("qps", "total"),
    ("qps", "reads"),
    ("qps", "writes"),
    ("qps", "other"),
    ("latency",),
    ("errors",),
    ("reconnects",),
)

HOOK = re.compile(f"{_CSV.pattern}|{_JSON.pattern}", re.MULTILINE)
"""A record that a hook wrote."""


class SysbenchHooksReader:
    """Records of sysbench's hooks `report_csv` and `report_json`; the cumulative one, of 0 threads, is read.

    Gives: `throughput`.
    Elsewhere: response times (which percentile is printed is not said), the alternative, the CPU.
    Caveats: no warm-up; ignored errors are not counted.
    """

    def matches(self, head: str) -> bool:
        """Say yes to records in either form, with or without sysbench's banner before them."""
        return holds(head, ",", '"time": ') and HOOK.search(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return the throughput of the run.

        Raises
        ------
        InputError
            If a record is damaged, the cumulative one is missing, or it contradicts the others.
        """
        text = source.text.replace("\r\n", "\n")
        records = _of_json(text) if _JSON.search(text) else _of_csv(text)
        _refuse_damage(records)
        tps, errors = records[-1][2], records[-1][8]
        if tps.value <= 0:
            raise nothing_done(tps.line, tps.text)
        caveats = [
            "Which percentile the hook printed is not said in the file; it is left out.",
            "The run had no warm-up: its first seconds are part of the figures.",
        ]
        if errors.value > 0:
            caveats.append(f"{errors.text} errors per second were ignored.")
        row = number("throughput", tps.value, "1/s", printed=tps.text, line=tps.line)
        return Reading((row,), count=len(records), caveats=tuple(caveats))


def _of_csv(text: str) -> list[tuple[JsonNumber, ...]]:
    hits = Lines.of(text).every(_CSV, _LIKE_CSV)
    return [tuple(JsonNumber(cell, hit.line) for cell in hit.match.groups()) for hit in hits]


def _of_json(text: str) -> list[tuple[JsonNumber, ...]]:
    """Return the records of the two lists, which follow each other without being one JSON text."""
    start = _JSON.search(text)
    before = text[: start.start() if start else 0].count("\n")
    lists = parse_json("\n" * before + "[" + text.split("\n", before)[-1].replace("\n]\n[", "\n],\n[") + "]")
    counts = [len(part) if isinstance(part, list) else 1 for part in lists]
    return [
        tuple(number_at(lists, i, j, *key) for key in _KEYS)
        for i, count in enumerate(counts)
        for j in range(count)
    ]


def _refuse_damage(records: list[tuple[JsonNumber, ...]]) -> None:
    """Refuse sums that are wrong, a time that goes back, and a last record that is not that of the others."""
    before, count = 0.0, 0.0
    for i, (time, threads, tps, queries, *kinds, _, _, _) in enumerate(records, start=1):
        total = sum(kind.value for kind in kinds)
        if abs(queries.value - total) > 0.021:
            raise disagreement(queries.line, "the number of queries", queries.text, total)
        if (threads.value == 0) != (i == len(records)):
            raise InputError(
                "the cumulative record (0 threads) is needed once, at the end",
                line=threads.line,
                advice="give the whole output of one run",
            )
        if i < len(records):
            if time.value <= before:
                raise InputError("the time goes back", line=time.line, advice="give the output of one run")
            count += tps.value * (time.value - before)
            before = time.value
        elif before and abs(tps.value * before - count) > 0.05 * count:
            raise disagreement(tps.line, "the cumulative rate", tps.text, count / before)
    if not records:
        raise InputError("no record of a hook is whole", line=1)


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
        printed = Lines.of(source.text)
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


def _report_of(part: Lines) -> Lines:
    """Return what sysbench wrote, without what a shell or a script wrote after it."""
    ends = part.all(_END)
    return part.above(ends[-1].line + 1) if ends else part


_STEP = r"^\[ *([0-9]+)s ?\] "
_QUEUE = re.compile(rf"{_STEP}queue length: [0-9]+,? concurrency: [0-9]+$")
_BESIDE = re.compile(rf"{_QUEUE.pattern}|{_STEP}Checkpoint report:$")
_LINE = re.compile(
    rf"{_STEP}(?:thds|threads): [0-9]+,? (?:eps: (?P<eps>{N}) lat \(ms,[0-9]+%\): {N}|tps: (?P<tps>{N})(?:"
    rf" qps: {N} \(r/w/o: {N}/{N}/{N}\) lat \(ms,[0-9]+%\): {N} err/s:? (?P<errors>{N}) reconn/s:? {N}"
    rf"|, reads(?:/s)?: {N}, writes(?:/s)?: {N},? response time: {N}ms \([0-9]+%\)"
    rf"(?:, errors: (?P<failures>{N}), reconnects: +{N})?))$"
)
_CAVEAT = (
    "Throughput is the mean of the intervals; whether the first or last ones are missing cannot be seen. "
    "The percentiles of intervals cannot be joined, and are left out."
)


class SysbenchIntervalsReader:
    """The lines that `sysbench --report-interval` prints while it runs, where its final report is not there.

    Gives: `throughput`.
    Elsewhere: response times (the final report), the alternative, stored bytes, the CPU.
    Caveats: whether all intervals are there cannot be seen; no warm-up.
    """

    def matches(self, head: str) -> bool:
        """Say yes to such lines without a banner before them or a report below."""
        if not holds(head, "] thds: ", "] threads: "):
            return False
        other = BANNER.search(head) or FINAL.search(head) or HOOK.search(head)
        return other is None and any(_LINE.match(line) for line in head.split("\n", 20)[:20])

    def read(self, source: Source, options: Options) -> Reading:
        """Return the mean over the intervals.

        Raises
        ------
        InputError
            If a line is damaged, an interval is missing, or nothing was done.
        """
        if FINAL.search(source.text):  # far below the lines by which it was recognised
            return SysbenchReader().read(source, options)
        printed = Lines.of(source.text)
        hits = printed.without(_BESIDE).every(_LINE, re.compile(r"\S"))
        if not hits:
            raise InputError("no interval of transactions or events stands here", line=printed.last)
        _refuse_gaps(hits)
        kind = "tps" if hits[0].text("tps") else "eps"
        rate = sum(hit.value(kind) for hit in hits) / len(hits)
        if rate <= 0:
            raise nothing_done(hits[-1].line, hits[-1].text(0))
        found, unit = f"{len(hits)} intervals", "1/s" if kind == "tps" else "events/s"
        row = number("throughput", rate, unit, printed=found, line=hits[0].line)
        caveats = [_CAVEAT]
        if printed.all(_QUEUE):
            caveats.append("A rate limit was set (--rate): throughput is the limit's.")
        if any(hit.text(name).strip("0.") for hit in hits for name in ("errors", "failures")):
            caveats.append("Some transactions ended with an error that was ignored.")
        return Reading((row,), count=len(hits), caveats=tuple(caveats))


def _refuse_gaps(hits: list[LineMatch]) -> None:
    """Refuse intervals of different lengths, or of transactions beside events."""
    step = hits[1].value() - hits[0].value() if len(hits) > 1 else 1
    for before, hit in pairwise(hits):
        if (
            hit.value() - before.value() != step
            or step <= 0
            or bool(hit.text("tps")) != bool(before.text("tps"))
        ):
            raise InputError(
                "an interval is missing before this one, or the time goes back",
                line=hit.line,
                found=hit.text(0),
                advice="give the lines of one run",
            )
