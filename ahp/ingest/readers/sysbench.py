"""sysbench's final report, with checkpoints, histogram or neither, of SQL, CPU, memory and file tests."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from itertools import accumulate

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading, Row, number
from ahp.ingest.readers.printed import (
    Hit,
    N,
    Printed,
    as_runs,
    disagreement,
    naming,
    nothing_done,
    percentile,
)
from ahp.ingest.readers.sysbench_hooks import HOOK
from ahp.ingest.sources import Source

_BANNER = re.compile(r"\bsysbench [0-9.]+(?::  multi-threaded| \(using)")
_INTERVAL = re.compile(r"^\[ *[0-9]+s ?\] (?:thds|threads|reads|queue)")
_HEAD = re.compile(f"{_BANNER.pattern}|{_INTERVAL.pattern}", re.MULTILINE)

_FATAL = re.compile(r"^FATAL: .*")
_CHECKPOINT = re.compile(r"^\[ *[0-9]+s ?\] Checkpoint report")
_TIME = re.compile(rf"^ +(?:total time|time elapsed): +({N})s$")
_EVENTS = re.compile(r"^ +total number of events: +([0-9]+)$")
_RATES = {
    "1/s": re.compile(rf"^ +transactions: +([0-9]+) +\(({N}) per sec\.\)$"),
    "events/s": re.compile(rf"^ +events(?: per second|/s \(eps\)):()? +({N})$"),
    "op/s": re.compile(rf"^Total operations: ([0-9]+) \(({N}) per second\)$"),
}
_FILE = re.compile(rf"^ +(read|write|fsync)(?:s/s|: +IOPS)[:=] *({N})")
_LEAST = re.compile(rf"^ +min: +({N})(?:ms)?$")
_MEAN = re.compile(rf"^ +avg: +({N})(?:ms)?$")
_MOST = re.compile(rf"^ +max: +({N})(?:ms)?$")
_RANK = re.compile(rf"^ +(?:approx\. +)?({N})(?:th)? percentile: +({N})(?:ms)?$")
_SPENT = re.compile(rf"^ +(?:sum: +({N})|total time taken by event execution: +({N})s)$")
_BUCKET = re.compile(rf"^ +({N}) \|\** +([0-9]+)$")
_LIKE_BUCKET = re.compile(r"\|\*|\| {9}")
_FOOTER = re.compile(r"^ +execution time \(avg/stddev\): +[0-9.]+/[0-9.]+$")
_RATE_LIMIT = re.compile(r"^Target transaction rate|\] queue length:")
_WARM_UP = re.compile(r"^Warming up|warmup", re.IGNORECASE)


class SysbenchReader:
    """Reads throughput and response times of the final report; one percentile, or more with a histogram."""

    def matches(self, head: str) -> bool:
        """Say yes to a banner or interval lines, but not to what a reporting hook wrote."""
        return _HEAD.search(head) is not None and HOOK.search(head) is None

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of the final report, or of several.

        Raises
        ------
        InputError
            If a run failed or did not finish, or its numbers contradict each other.
        """
        with naming(source):
            printed = Printed.of(source.text)
            printed.refuse_failed(_FATAL, "the run failed", "repeat it, or leave it out")
            reports = [(run, _Report(part)) for run, part in as_runs(printed.parts(_BANNER) or [printed])]
            rows = [row for run, report in reports for row in report.rows(run)]
            caveats = dict.fromkeys(caveat for _, report in reports for caveat in report.caveats())
            return Reading(tuple(rows), count=len(rows), caveats=tuple(caveats))


class _Report:
    """One final report, or the reports at checkpoints and the end, each of the time since the one before."""

    def __init__(self, part: Printed) -> None:
        self.part = part
        self.parts = 1 + len(part.all(_CHECKPOINT))
        if not part.all(_TIME):
            raise InputError(
                "sysbench wrote no final report here",
                line=part.last,
                advice="give the whole output of a run that finished",
            )
        self.times, self.events = self._each(_TIME, "total time"), self._each(_EVENTS, "number of events")
        self.means, self.most = self._each(_MEAN, "avg"), self._each(_MOST, "max")
        self.spent, self.least = self._each(_SPENT, "sum"), self._each(_LEAST, "min")
        self._each(_FOOTER, "execution time")
        self.unit, self.rates = self._rates()
        self.ranks = part.every(_RANK, re.compile("percentile: ")) if self.parts == 1 else []
        self.buckets = part.every(_BUCKET, _LIKE_BUCKET) if self.parts == 1 else []
        for hit, what, shown, low, high in self._bounds():
            if not low <= shown <= high:
                raise disagreement(hit.line, what, hit.text(0).strip(), (low + high) / 2)

    def _each(self, pattern: re.Pattern[str], what: str) -> list[Hit]:
        hits = self.part.all(pattern)
        if len(hits) != self.parts:
            raise InputError(
                f"{what} stands {len(hits)} times for {self.parts} reports: the file is damaged or cut off",
                line=hits[-1].line if hits else self.part.last,
                advice="give the whole output of one run",
            )
        return hits

    def _rates(self) -> tuple[str, list[Hit]]:
        for unit, pattern in _RATES.items():
            if self.part.all(pattern):
                return unit, self._each(pattern, "the rate")
        files = self.part.all(_FILE)
        if self.parts > 1 or [hit.text() for hit in files] != ["read", "write", "fsync"]:
            raise InputError("no rate is printed in this report", line=self.part.last)
        return "io/s", files

    def _bounds(self) -> Iterator[tuple[Hit, str, float, float, float]]:
        """Yield what is printed, with the bounds that the rest of the report sets for it."""
        before = 0.0
        for i, time in enumerate(self.times):
            events, mean, spent = self.events[i].value(), self.means[i], self.spent[i]
            shown = sum(hit.value(2) for hit in (self.rates if self.unit == "io/s" else [self.rates[i]]))
            rate = (self.rates[i].value() if self.rates[i].text().isdigit() else events) / (
                time.value() - before or 1
            )
            before = time.value()
            yield self.rates[i], "the rate", shown, 0.98 * rate - 1, 1.02 * rate + 1
            computed = (spent.value() if spent.text() else 1000 * spent.value(2)) / max(events, 1)
            yield mean, "the mean", mean.value(), 0.99 * computed - 0.006, 1.01 * computed + 0.006
            yield mean, "the mean", mean.value(), self.least[i].value(), self.most[i].value()
        for rank in self.ranks:
            yield rank, "the percentile", rank.value(2), 0.0, 1.05 * self.most[0].value() + 0.01
        if self.buckets:
            yield self.events[0], "the histogram", sum(hit.value(2) for hit in self.buckets), events, events

    def rows(self, run: str | None) -> Iterator[Row]:
        """Yield throughput, then the response times that are not rounded to nothing."""
        first, computed = self.rates[0], f"{self.parts} reports"
        if self.unit == "io/s":
            yield from (
                hit.row("throughput", "io/s", 2, run=run, transaction=hit.text()) for hit in self.rates
            )
            rate, computed = first.value(2) + self.rates[1].value(2), "reads + writes"
        elif self.parts > 1:
            rate = sum(hit.value() for hit in self.events) / self.times[-1].value()
        else:
            rate, computed = first.value(2), first.text(2)
        if rate <= 0:
            raise nothing_done(first.line, first.text(0).strip())
        yield number("throughput", rate, self.unit, printed=computed, line=first.line, run=run)
        yield from (row for row in self._response_times(run) if row.value)

    def _response_times(self, run: str | None) -> Iterator[Row]:
        mean = self.means[0]
        if self.parts == 1:
            yield mean.row("response_time_mean", "ms", run=run)
        else:
            value = sum(hit.value() for hit in self.spent) / sum(hit.value() for hit in self.events)
            yield number(
                "response_time_mean", value, "ms", printed=f"{self.parts} reports", line=mean.line, run=run
            )
        printed = {measure: hit for hit in self.ranks if (measure := percentile(hit.text()))}
        yield from (hit.row(measure, "ms", 2, run=run) for measure, hit in printed.items())
        for percent in ("50", "90", "95", "99", "99.9"):
            measure = percentile(percent) or ""
            if self.buckets and measure not in printed:
                yield self._bucket(float(percent) / 100).row(measure, "ms", run=run)
        yield max(self.most, key=Hit.value).row("response_time_max", "ms", run=run)

    def _bucket(self, share: float) -> Hit:
        """Return the bucket in which the event of that rank lies."""
        upto = accumulate(hit.value(2) for hit in self.buckets)
        rank = math.ceil(share * self.events[0].value() - 1e-9)
        return next(hit for hit, count in zip(self.buckets, upto, strict=True) if count >= rank)

    def caveats(self) -> Iterator[str]:
        """Yield what a reader of these numbers should know."""
        if self.part.all(_RATE_LIMIT):
            yield "With --rate response times include waiting in the queue, and throughput is the limit's."
        if not self.part.all(_WARM_UP):
            yield "The run had no warm-up: its first seconds are part of the figures."
        if self.parts > 1:
            yield "The reports at checkpoints are joined; their percentiles cannot be, and are left out."
        if any(percentile(hit.text()) for hit in self.ranks):
            yield "Percentiles come from a histogram with steps of about 2 %."
        if any(hit.value() == 0 for hit in self.means) or any(hit.value(2) == 0 for hit in self.ranks):
            yield "Response times printed as 0.00 ms are left out."
        if self.unit == "io/s":
            yield "Throughput of all operations is reads + writes; response times include fsyncs."
