"""RocksDB's db_bench: the line of each benchmark, with its histogram where there is one."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading, Row, holds
from ahp.ingest.readers.printed import Hit, N, Printed, disagreement, naming
from ahp.ingest.sources import Source

_BANNER = re.compile(r"^RocksDB:    version |^Initializing RocksDB Options|^RawSize: .* \(estimated\)")
_RESULT = re.compile(
    rf"^(\w+) +: +({N}) micros/op ({N}) ops/sec(?: ({N}) seconds ([0-9]+) operations)?;?"
    rf"(?: +{N} MB/s)?(?: \(.*\))?$"
)
_LIKE_RESULT = re.compile(r" micros/op | ops/sec ")
_HEAD = re.compile(f"{_BANNER.pattern}|{_RESULT.pattern}", re.MULTILINE)
_COUNT = re.compile(rf"^Count: ([0-9]+) Average: ({N})  StdDev: {N}$")
_RANGE = re.compile(rf"^Min: ({N})  Median: ({N})  Max: ({N})$")
_RANKS = re.compile(rf"^Percentiles: P50: ({N}) P75: ({N}) P99: ({N}) P99\.9: ({N}) P99\.99: ({N})$")
_HISTOGRAM = re.compile(r"^(?:Microseconds per|Count:|Min:|Percentiles:) ")
_BUCKET = re.compile(rf"^[\[(] *{N}, +{N} [\])] +([0-9]+) ")
_SERVICE = ("compact", "compactall", "compact0", "compact1", "flush", "waitforcompaction")
_FAILED = re.compile(r"^(?:(?:put|open|get|merge) error: |.*(?:Corruption|IO error): ).*")


class DbBenchReader:
    """RocksDB's `db_bench`, standard output, with `--histogram` or without.

    Gives: `throughput` and `response_time_mean` of each benchmark, as transaction types; with
    `--histogram` also `response_time_p50`, `response_time_p99`, `response_time_p999`, `response_time_max`.
    Elsewhere: the alternative, stored bytes, the CPU.
    Caveats: no warm-up; without `--histogram` the mean is that of each thread.
    """

    def matches(self, head: str) -> bool:
        """Say yes to the banner or to a benchmark's line."""
        return (
            holds(head, "RocksDB:    version ", "Initializing RocksDB Options", "RawSize: ", " micros/op ")
            and _HEAD.search(head) is not None
        )

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of every benchmark but compaction and flushing, which have no rate.

        Raises
        ------
        InputError
            If a benchmark stands twice, its numbers contradict each other, or there is none.
        """
        with naming(source):
            printed = Printed.of(source.text)
            printed.refuse_failed(_FAILED, "the benchmark failed", "repeat it")
            printed.every(_RESULT, _LIKE_RESULT)
            rows: list[Row] = []
            seen: dict[str, int] = {}
            for part in printed.parts(_RESULT):
                result = part.one(_RESULT, "result")
                first = seen.setdefault(result.text(), result.line)
                if first != result.line:
                    raise InputError(
                        f"this benchmark stands on line {first} already",
                        line=result.line,
                        found=result.text(),
                        advice="give each run as a file",
                    )
                if result.text() in _SERVICE:
                    continue
                if printed.all(_HISTOGRAM) and not part.all(_HISTOGRAM):
                    raise InputError("its histogram is missing: the file is cut off", line=result.line)
                rows += _rows(part, result)
            if not rows:
                raise InputError(
                    "these are db_bench's messages without a result",
                    line=printed.last,
                    advice="give what it wrote to standard output",
                )
            caveats = ["The first benchmark that writes starts with an empty database: there is no warm-up."]
            if not printed.all(_HISTOGRAM):
                caveats.append(
                    "micros/op is the mean of each thread; without --histogram there are no percentiles."
                )
            return Reading(tuple(rows), count=len(seen), caveats=tuple(caveats))


def _rows(part: Printed, result: Hit) -> Iterator[Row]:
    """Yield the numbers of one benchmark."""
    name = result.text()
    if result.text(4):
        rate = result.value(5) / max(result.value(4), 0.0005)
        if abs(result.value(3) - rate) > rate * (0.001 / max(result.value(4), 0.0005)) + 1:
            raise disagreement(result.line, "ops/sec", result.text(3), rate)
    yield result.row("throughput", "op/s", 3, transaction=name)
    if not part.all(_HISTOGRAM):
        yield result.row("response_time_mean", "us", 2, transaction=name)
        return
    count = part.one(_COUNT, "count of the histogram")
    ends = part.one(_RANGE, "maximum of the histogram")
    ranks = part.one(_RANKS, "percentiles of the histogram")
    if result.text(5) and count.value() != result.value(5):
        raise disagreement(count.line, "the count", count.text(), result.value(5))
    buckets = part.all(_BUCKET)
    if sum(int(bucket.text()) for bucket in buckets) != count.value():
        raise InputError(
            f"the lines of its histogram do not add up to {count.text()}: it is cut off or damaged",
            line=buckets[-1].line if buckets else ranks.line,
            advice="give the whole output of a run that finished",
        )
    yield count.row("response_time_mean", "us", 2, transaction=name)
    for statistic, group in (("p50", 1), ("p99", 3), ("p999", 4)):
        yield ranks.row(f"response_time_{statistic}", "us", group, transaction=name)
    yield ends.row("response_time_max", "us", 3, transaction=name)
