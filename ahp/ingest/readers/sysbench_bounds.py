"""What the numbers of a report of sysbench say of each other, by which one that is damaged is found."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ahp.ingest.readers.printed import Hit

if TYPE_CHECKING:
    from ahp.ingest.readers.sysbench_report import Report


def bounds(report: Report) -> Iterator[tuple[Hit, str, float, float, float]]:
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
