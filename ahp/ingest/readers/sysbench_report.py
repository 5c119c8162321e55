"""A final report of sysbench, of versions 0.4 to 1.1: its numbers, found to agree with each other."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import accumulate

from ahp.errors import InputError
from ahp.ingest.readers.base import Row, number
from ahp.ingest.readers.lines import LineMatch, Lines, N, disagreement, nothing_done, percentile


def bounds(report: Report) -> Iterator[tuple[LineMatch, str, float, float, float]]:
    """Yield what is printed, what it is called, its number, and the bounds that the rest sets for it."""
    for mean, least, most in zip(report.means, report.least, report.most, strict=True):
        yield mean, "the mean", mean.value(), least.value(), most.value()
    before = 0.0
    for i, time in enumerate(report.times):
        events, mean, spent = report.events[i].value(), report.means[i], report.spent[i]
        if report.rates:
            several = report.rates is report.files
            shown = math.fsum(hit.value(2) for hit in (report.rates if several else [report.rates[i]]))
            counted = report.rates[i].text().isdigit()
            done = report.rates[i].value() if counted else events
            rate = done / (time.value() - before or 1)
            yield report.rates[i], "the rate", shown, 0.98 * rate - 1, 1.02 * rate + 1
        before = time.value()
        computed = (spent.value() if spent.has(1) else 1000 * spent.value(2)) / max(events, 1)
        yield mean, "the mean", mean.value(), 0.99 * computed - 0.006, 1.01 * computed + 0.006
    for rank in report.ranks:
        yield rank, "the percentile", rank.value(2), 0.0, 1.05 * report.most[0].value() + 0.01
    if report.buckets:
        events = report.events[0].value() if report.events else 0.0
        count = math.fsum(hit.value(2) for hit in report.buckets)
        yield report.buckets[0], "the histogram", count, events, events


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
_LEAST = re.compile(rf"^ +min: +({N})(?:ms)?$")
_MEAN = re.compile(rf"^ +avg: +({N})(?:ms)?$")
_MOST = re.compile(rf"^ +max: +({N})(?:ms)?$")
_RANK = re.compile(rf"^ +(?:approx\. +)?({N})(?:th)? percentile: +({N})(?:ms)?$")
_SPENT = re.compile(rf"^ +(?:sum: +({N})|total time taken by event execution: +({N})s?)$")
_PAST_RANKS = re.compile(r"^ +sum: |^ +percentile stats: +disabled$|^$")
_BUCKET = re.compile(rf"^ +({N}) \|\** +([0-9]+)$")
_LIKE_BUCKET = re.compile(r"\|\*|\| {9}")
_FOOTER = re.compile(r"^ +execution time \(avg/stddev\): +[0-9.]+/[0-9.]+$")
_STARTED = re.compile(r"^Threads started!$")
_NO_RATE = re.compile(
    r"^(?:General statistics:|Done\.|Time limit exceeded, exiting\.\.\.|\[ *[0-9]+s ?\] .*"
    r"|Latency histogram .*| +value  -+ distribution -+ count| +[0-9.]+ \|.*)?\s*$"
)
_RATE_LIMIT = re.compile(r"^Target transaction rate|\] queue length:")
_WARM_UP = re.compile(r"^Warming up|warmup", re.IGNORECASE)


class Report:
    """One final report, or the reports at checkpoints and the end, each of the time since the one before."""

    def __init__(self, part: Lines) -> None:
        self.part = part
        self.parts = 1 + len(part.all(_CHECKPOINT))
        self.files = part.all(_FILE)
        timed = bool(part.all(_TIME)) or not any("IOPS" in hit.text(0) for hit in self.files)
        if timed and not part.all(_TIME):
            raise InputError(
                "sysbench wrote no final report here",
                line=part.last,
                advice="give the whole output of a run that finished",
            )
        # The report of file tests in version 1.1 has neither of these.
        self.times = self._each(_TIME, "total time") if timed else []
        self.events = self._each(_EVENTS, "number of events") if timed else []
        if timed and not any(hit.value() for hit in self.events):
            raise nothing_done(self.events[0].line, self.events[0].text(0).strip())
        self.means, self.most = self._each(_MEAN, "avg"), self._each(_MOST, "max")
        self.spent, self.least = self._each(_SPENT, "sum"), self._each(_LEAST, "min")
        if timed:
            self._each(_FOOTER, "execution time")
        self.unit, self.rates = self._rates()
        self.ranks = self._ranks() if self.parts == 1 else []
        self.buckets = part.every(_BUCKET, _LIKE_BUCKET) if self.parts == 1 else []
        for hit, what, shown, low, high in bounds(self):
            if not low <= shown <= high:
                raise disagreement(hit.line, what, hit.text(0).strip(), (low + high) / 2)

    def _each(self, pattern: re.Pattern[str], what: str) -> list[LineMatch]:
        hits = self.part.all(pattern)
        if len(hits) != self.parts:
            raise InputError(
                f"{what} stands {len(hits)} times for {self.parts} reports: the file is damaged or cut off",
                line=hits[-1].line if hits else self.part.last,
                advice="give the whole output of one run",
            )
        return hits

    def _rates(self) -> tuple[str, list[LineMatch]]:
        """Return the unit and the rate of each report; no rates for the tests that print none."""
        for unit, like, pattern in _RATES:
            if self.part.all(like if unit != "io/s" else pattern):
                return unit, self._each(pattern, "the rate")
        if self.parts == 1 and [hit.text() for hit in self.files] == ["read", "write", "fsync"]:
            return "io/s", self.files
        start, end = self.part.maybe(_STARTED, "the start"), self.times[0].line if self.times else 0
        between = [text for line, text in self.part.lines if start and start.line < line < end]
        if self.parts > 1 or not between or not all(_NO_RATE.match(text) for text in between):
            raise InputError("no rate is printed in this report", line=self.part.last)
        return "events/s", []

    def _ranks(self) -> list[LineMatch]:
        """Return the percentile, which stands below the maximum; none where it is disabled."""
        return self.part.below(self.most[0].line).until(_PAST_RANKS).every(_RANK, re.compile(""))

    def rows(self, run: str | None) -> Iterator[Row]:
        """Yield throughput, then the response times that are not rounded to nothing."""
        if self.rates is self.files:
            yield from (
                hit.row("throughput", "io/s", 2, run=run, transaction=hit.text()) for hit in self._done()
            )
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
            spent = math.fsum(hit.value() for hit in self.spent)
            value = spent / math.fsum(hit.value() for hit in self.events)
            yield number(
                "response_time_mean", value, "ms", printed=f"{self.parts} reports", line=mean.line, run=run
            )
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
