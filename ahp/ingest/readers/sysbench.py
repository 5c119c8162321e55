"""sysbench: its final report, what its hooks write (`report_csv`, `report_json`), its lines of intervals."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import accumulate

from ahp.errors import InputError
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, Row, holds, nothing_done, number
from ahp.ingest.readers.json import JsonNumber, number_at, parse_json
from ahp.ingest.readers.lines import LineMatch, Lines, N, PrintedReader, as_runs, percentile, step_of

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

_HOOK = re.compile(f"{_CSV.pattern}|{_JSON.pattern}", re.MULTILINE)


class SysbenchHooksReader(PrintedReader):
    """Records of sysbench's hooks `report_csv` and `report_json`; the cumulative one, of 0 threads, is read.

    Gives: `throughput`.
    Elsewhere: response times (which percentile is printed is not said), the alternative, the CPU.
    Caveats: no warm-up; ignored errors are not counted.
    """

    words = (",", '"time": ')
    forms = (_HOOK,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        if _JSON.search(text.text):
            records = _of_json(text.text)
        else:
            records = [tuple(map(hit.digits, range(1, 11))) for hit in text.every(_CSV, _LIKE_CSV)]
        _refuse_cut(records)
        tps, errors = records[-1][2], records[-1][8]
        caveats = [
            "Which percentile the hook printed is not said in the file; it is left out.",
            "The run had no warm-up: its first seconds are part of the figures.",
        ]
        if errors.value > 0:
            caveats.append(f"{errors.text} errors per second were ignored.")
        return Reading((tps.row("throughput", "1/s"),), count=len(records), caveats=tuple(caveats))


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


def _refuse_cut(records: list[tuple[JsonNumber, ...]]) -> None:
    """Refuse records whose last, and no other, is not the cumulative one, of 0 threads."""
    ends = [i for i, (_, threads, *_) in enumerate(records, start=1) if threads.value == 0]
    if ends != [len(records)]:
        raise InputError(
            "the cumulative record (0 threads) is needed once, at the end",
            line=records[ends[0] - 1 if ends else -1][1].line if records else 1,
        )


_BANNER = re.compile(r"\bsysbench [0-9.]\S*(?::  multi-threaded| \(using)")
_FINAL = re.compile(r"^(?:Latency \(ms\)|Threads fairness):$", re.MULTILINE)
_END = re.compile(r"^ +(?:sum:|execution time \(avg/stddev\):) ")
_FATAL = re.compile(r"^FATAL: .*")
_OTHER = re.compile(
    r"^(?:Creating table .*|Inserting [0-9]+ records .*|Creating files for the test.*|Dropping table .*"
    r"|Removing test files.*|[0-9]+ bytes written in .*)$"
)


class SysbenchReader(PrintedReader):
    """`sysbench … run`, versions 0.4 to 1.1: SQL, cpu, memory, threads, mutex, fileio; several are runs.

    Gives: `throughput`, `response_time_mean`, `response_time_max` and one percentile (p95 unless asked
    otherwise; with `--histogram` all of them); throughput of reads, writes and fsyncs apart.
    Elsewhere: the alternative, stored bytes, the CPU.
    Caveats: no warm-up before version 1.1; percentiles in steps of 2 %; with `--rate` response times
    include waiting.
    """

    words = ("sysbench ", "Latency (ms)", "Threads fairness")
    forms = (_BANNER, _FINAL)

    def matches(self, head: str) -> bool:
        """Say yes to a banner or a final report, but not to what a reporting hook wrote."""
        return super().matches(head) and _HOOK.search(head) is None

    def _reading(self, text: Lines, options: Options) -> Reading:
        text.refuse_failed(_FATAL, "the run failed", "repeat it")
        parts = text.parts(_BANNER) or [text]
        runs = [part for part in parts if part.all(_FINAL) or not part.all(_OTHER)]
        if not runs:
            problem = "this is what sysbench's prepare or cleanup wrote: nothing is measured in it"
            text.refuse(_OTHER, problem, "give the output of run")
        # What a shell or a script wrote behind the report is no part of it.
        ends = [max((hit.line for hit in part.all(_END)), default=part.last) for part in runs]
        whole = as_runs(part.above(end + 1) for part, end in zip(runs, ends, strict=True))
        reports = [(run, _Report(part)) for run, part in whole]
        rows = [row for run, report in reports for row in report.rows(run)]
        caveats = dict.fromkeys(caveat for _, report in reports for caveat in report.caveats())
        return Reading(tuple(rows), count=len(rows), caveats=tuple(caveats))


_CHECKPOINT = re.compile(r"^\[ *[0-9]+s ?\] Checkpoint report")
_TIME = re.compile(rf"^ +(?:total time|time elapsed): +({N})s$")
_EVENTS = re.compile(r"^ +total number of events: +([0-9]+)$")
# The unit of each, how its line begins, and the line. Version 1.1 prints the fifth below the others.
_RATES = tuple(
    (unit, re.compile(f"^{start}"), re.compile(f"^{start}{rest}$"))
    for unit, start, rest in (
        ("1/s", " +transactions:", rf" +([0-9]+) +\(({N}) per sec\.\)"),
        ("op/s", "Total operations:", rf" ([0-9]+) \( *({N}) per second\)"),
        ("op/s", "Operations performed:(?!  )", rf" ([0-9]+) \( *({N}) ops/sec\)"),
        ("events/s", " +events per second:", rf"()? +({N})"),
        ("events/s", r" +events/s \(eps\):", rf"()? +({N})"),
        ("io/s", "() *", rf"({N}) Requests/sec executed"),
    )
)
_FILE = re.compile(rf"^ +(read|write|fsync)(?:s/s: +|: +IOPS=)({N})(?: {N} MiB/s \({N} MB/s\))?$")
_MEAN = re.compile(rf"^ +avg: +({N})(?:ms)?$")
_MOST = re.compile(rf"^ +max: +({N})(?:ms)?$")
_RANK = re.compile(rf"^ +(?:approx\. +)?({N})(?:th)? percentile: +({N})(?:ms)?$")
_SPENT = re.compile(rf"^ +(?:sum: +({N})|total time taken by event execution: +({N})s?)$")
_PAST_RANKS = re.compile(r"^ +sum: |^ +percentile stats: +disabled$|^$")
_BUCKET = re.compile(rf"^ +({N}) \|\** +([0-9]+)$")
_LIKE_BUCKET = re.compile(r"\|\*|\| {9}")
_FOOTER = re.compile(r"^ +execution time \(avg/stddev\): +[0-9.]+/[0-9.]+$")
_RATE_LIMIT = re.compile(r"^Target transaction rate|\] queue length:")
_WARM_UP = re.compile(r"^Warming up|warmup", re.IGNORECASE)


class _Report:
    """One final report, or the reports at checkpoints and the end, each of the time since the one before."""

    def __init__(self, part: Lines) -> None:
        self.part = part
        self.parts = 1 + len(part.all(_CHECKPOINT))
        self.files = part.all(_FILE)
        timed = bool(part.all(_TIME)) or not any("IOPS" in hit.text(0) for hit in self.files)
        if timed and not part.all(_TIME):
            raise InputError("sysbench wrote no final report here", line=part.last)
        # The report of file tests in version 1.1 has neither of these.
        self.times = self._each(_TIME, "total time") if timed else []
        self.events = self._each(_EVENTS, "number of events") if timed else []
        if timed and not any(hit.value() for hit in self.events):
            raise nothing_done(self.events[0].line, self.events[0].text(0).strip())
        self.means, self.most = self._each(_MEAN, "avg"), self._each(_MOST, "max")
        self.spent = self._each(_SPENT, "sum")
        if timed:
            self._each(_FOOTER, "execution time")
        self.unit, self.rates = self._rates()
        self.ranks, self.buckets = list[LineMatch](), list[LineMatch]()
        if self.parts == 1:  # the percentile stands below the maximum; there is none where it is disabled
            self.ranks = part.below(self.most[0].line).until(_PAST_RANKS).every(_RANK, re.compile(""))
            self.buckets = part.every(_BUCKET, _LIKE_BUCKET)
        counted = math.fsum(hit.value(2) for hit in self.buckets)
        if self.buckets and counted != sum(hit.value() for hit in self.events):
            problem = f"the histogram holds {counted:.0f} events: it is damaged or cut off"
            raise InputError(problem, line=self.buckets[0].line)

    def _each(self, pattern: re.Pattern[str], what: str) -> list[LineMatch]:
        hits = self.part.all(pattern)
        if len(hits) != self.parts:
            raise InputError(
                f"{what} stands {len(hits)} times for {self.parts} reports: the file is damaged or cut off",
                line=hits[-1].line if hits else self.part.last,
            )
        return hits

    def _rates(self) -> tuple[str, list[LineMatch]]:
        """Return the unit and the rate of each report; no rates for the tests that print none."""
        for unit, like, pattern in _RATES:
            if self.part.all(like if unit != "io/s" else pattern):
                return unit, self._each(pattern, "the rate")
        if self.files:
            return "io/s", self.files
        return "events/s", []

    def rows(self, run: str | None) -> Iterator[Row]:
        """Yield throughput, then the response times that are not rounded to nothing."""
        if self.rates is self.files:
            for hit in self._done():
                yield hit.row("throughput", "io/s", 2, run=run, transaction=hit.text())
            first, *second = [hit for hit in self._done() if hit.text() != "fsync"] or self.rates[:1]
            rate = first.value(2) + math.fsum(hit.value(2) for hit in second)
            computed = "reads + writes" if second else first.text(2)
        elif self.parts > 1 or not self.rates:
            first, done = self.events[0], math.fsum(hit.value() for hit in self.events)
            rate = done / (self.times[-1].value() or 1)
            computed = f"{done:.0f} events in {self.times[-1].text()} s"
        else:
            first = self.rates[0]
            rate, computed = first.value(2), first.text(2)
        if rate <= 0:
            raise nothing_done(first.line, first.text(0).strip())
        yield number("throughput", rate, self.unit, printed=computed, line=first.line, run=run)
        yield from (row for row in self._response_times(run) if row.value)

    def _done(self) -> list[LineMatch]:
        """Return the rates of what a file test did; one that only reads or writes prints 0.00 of the rest."""
        return [hit for hit in self.files if hit.value(2) > 0]

    def _response_times(self, run: str | None) -> Iterator[Row]:
        mean = self.means[0]
        if self.parts == 1:
            yield mean.row("response_time_mean", "ms", run=run)
        else:
            spent, done = (math.fsum(hit.value() for hit in hits) for hits in (self.spent, self.events))
            found = f"{self.parts} reports"
            yield number("response_time_mean", spent / done, "ms", printed=found, line=mean.line, run=run)
        printed = {measure: hit for hit in self.ranks if (measure := percentile(hit.text()))}
        yield from (hit.row(measure, "ms", 2, run=run) for measure, hit in printed.items())
        for percent in ("50", "90", "95", "99", "99.9"):
            measure = percentile(percent) or ""
            if self.buckets and measure not in printed and (hit := self._bucket(float(percent) / 100)):
                yield hit.row(measure, "ms", run=run)
        yield max(self.most, key=LineMatch.value).row("response_time_max", "ms", run=run)

    def _bucket(self, share: float) -> LineMatch | None:
        """Return the bucket in which the event of that rank lies; None where no event lies above it."""
        upto = accumulate(hit.value(2) for hit in self.buckets)
        rank = math.ceil(share * self.events[0].value() - 1e-9)
        if rank >= self.events[0].value():
            return None
        return next(hit for hit, count in zip(self.buckets, upto, strict=True) if count >= rank)

    def caveats(self) -> Iterator[str]:
        """Yield what a reader of these numbers should know."""
        if self.part.all(_RATE_LIMIT):
            yield "With --rate response times include waiting in the queue, and throughput is the limit's."
        if not self.part.all(_WARM_UP):
            yield "The run had no warm-up: its first seconds are part of the figures."
        if self.parts > 1:
            yield "The reports at checkpoints are joined; their percentiles cannot be, and are left out."
        if self.buckets or any(percentile(hit.text()) for hit in self.ranks):
            yield "Percentiles come from a histogram with steps of about 2 %."
        if any(hit.value() == 0 for hit in self.means) or any(hit.value(2) == 0 for hit in self.ranks):
            yield "Response times printed as 0.00 ms are left out."
        if self.rates is self.files:
            yield "Throughput of all operations is reads + writes; response times include fsyncs."
            if len(self._done()) < len(self.files):
                yield "Operations printed as 0.00 a second are left out: the test did none, or hardly any."
        if not self.rates:
            yield "This test prints no rate: throughput is its number of events over its time."


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
        other = _BANNER.search(head) or _FINAL.search(head) or _HOOK.search(head)
        return other is None and any(_LINE.match(line) for line in head.split("\n", 20)[:20])

    def read(self, source: Source, options: Options) -> Reading:
        """Return the mean over the intervals."""
        if _FINAL.search(source.text):  # far below the lines by which it was recognised
            return SysbenchReader().read(source, options)
        printed = Lines.of(source.text)
        hits = printed.without(_BESIDE).every(_LINE, re.compile(r"\S"))
        if not hits:
            raise InputError("no interval of transactions or events stands here", line=printed.last)
        step_of(hits)
        kind = "tps" if hits[0].has("tps") else "eps"
        for hit in hits:
            if not hit.has(kind):
                raise InputError("transactions stand beside events", line=hit.line, found=hit.text(0))
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
