"""RocksDB's db_bench, what it writes by intervals, and the report of `benchmark.sh`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading, Row, number
from ahp.ingest.readers.json import JsonNumber
from ahp.ingest.readers.lines import LineMatch, Lines, N, PrintedReader, finite, nothing_done, once, step_of

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


class DbBenchReader(PrintedReader):
    """RocksDB's `db_bench`, standard output, with `--histogram` or without.

    Gives: `throughput` and `response_time_mean` of each benchmark, as transaction types; with
    `--histogram` also `response_time_p50`, `response_time_p99`, `response_time_p999`, `response_time_max`.
    Elsewhere: the alternative, stored bytes, the CPU.
    Caveats: no warm-up; without `--histogram` the mean is that of each thread.
    """

    words = ("RocksDB:    version ", "Initializing RocksDB Options", "RawSize: ", " micros/op ")
    forms = (_HEAD,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        text.refuse_failed(_FAILED, "the benchmark failed", "repeat it")
        text.every(_RESULT, _LIKE_RESULT)
        rows: list[Row] = []
        seen: dict[str, int] = {}
        for part in text.parts(_RESULT):
            result = part.one(_RESULT, "result")
            name, advice = result.text(), "give each run as a file"
            once(seen, name, result.line, "this benchmark", found=name, advice=advice)
            if name in _SERVICE:
                continue
            if text.all(_HISTOGRAM) and not part.all(_HISTOGRAM):
                raise InputError("its histogram is missing: the file is cut off", line=result.line)
            rows += _rows(part, result)
        if not rows:
            raise InputError(
                "these are db_bench's messages without a result",
                line=text.last,
                advice="give what it wrote to standard output",
            )
        caveats = ["The first benchmark that writes starts with an empty database: there is no warm-up."]
        if not text.all(_HISTOGRAM):
            caveats.append(
                "micros/op is the mean of each thread; without --histogram there are no percentiles."
            )
        return Reading(tuple(rows), count=len(seen), caveats=tuple(caveats))


def _rows(part: Lines, result: LineMatch) -> Iterator[Row]:
    """Yield the numbers of one benchmark."""
    name = result.text()
    yield result.row("throughput", "op/s", 3, transaction=name)
    if not part.all(_HISTOGRAM):
        yield result.row("response_time_mean", "us", 2, transaction=name)
        return
    count = part.one(_COUNT, "count of the histogram")
    ends = part.one(_RANGE, "maximum of the histogram")
    ranks = part.one(_RANKS, "percentiles of the histogram")
    buckets = part.all(_BUCKET)
    if sum(int(bucket.text()) for bucket in buckets) != count.value():
        raise InputError(
            f"the lines of its histogram do not add up to {count.text()}: it is cut off or damaged",
            line=buckets[-1].line if buckets else ranks.line,
        )
    yield count.row("response_time_mean", "us", 2, transaction=name)
    yield from ranks.times({"p50": 1, "p99": 3, "p999": 4}, "us", transaction=name)
    yield ends.row("response_time_max", "us", 3, transaction=name)


_INTERVALS_HEAD = re.compile(r"\Asecs_elapsed,interval_qps\r?$", re.MULTILINE)
_LINE = re.compile(r"^([0-9]+),([0-9]+)$")
_CAVEATS = (
    "Despite its name interval_qps is a number of operations; it is divided by the interval here.",
    "Each benchmark begins this file anew: it holds the last one of a run, without its last interval.",
)


class DbBenchReportReader(PrintedReader):
    """RocksDB's `db_bench --report_interval_seconds`, the file `report.csv`.

    Gives: `throughput`.
    Elsewhere: response times (db_bench's standard output), the alternative, stored bytes, the CPU.
    Caveats: only the last benchmark of a run, without its last interval; whole seconds.
    """

    words = ("secs_elapsed",)
    forms = (_INTERVALS_HEAD,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        *lines, (last, rest) = text.lines
        if rest or not lines:
            raise InputError("the last line has no end: the file is cut off", line=last)
        if not _INTERVALS_HEAD.match(lines[0][1]):
            raise InputError("the heading line is damaged", line=1, found=lines[0][1])
        hits = Lines(lines[1:]).every(_LINE, re.compile(""))
        if not hits:
            raise InputError(
                "there is no interval: the benchmark was over before the first one was",
                line=1,
                advice="give what db_bench wrote to standard output",
            )
        # Reports come a little late, so that the rounded time jumps by a second now and then.
        step_of(hits, late=1.0)
        seconds = hits[-1].value()
        if not seconds > 0:
            raise InputError(f"its intervals take {seconds:g} s together", line=hits[-1].line)
        done = sum(hit.value(2) for hit in hits)
        if not done:
            raise nothing_done(hits[-1].line, hits[-1].text(0))
        found = f"{done:.0f} operations in {seconds:.0f} s"
        row = number("throughput", done / seconds, "op/s", printed=found, line=hits[0].line)
        return Reading((row,), count=len(hits), caveats=_CAVEATS)


_REPORT_HEAD = re.compile(
    r"^ops_sec\tmb_sec\t(?=.*\busec_op\t).*(?<=\t)test\tdate\tversion(?=[\t\r]|$)", re.MULTILINE
)
_TIMES = {"usec_op": "mean", "p50": "p50", "p99": "p99", "p99.9": "p999", "pmax": "max"}
_SIZE = re.compile(r"([0-9]+(?:\.[0-9]+)?)([KMGT]B)")
_REPORT_CAVEATS = (
    "usec_op is the mean of each thread; sizes are whole numbers of units whose base is not said.",
    "A test starts with the data that the one before it left.",
)


class RocksdbReportReader(PrintedReader):
    """The summary of RocksDB's `benchmark.sh`: the test is the scenario, the version the alternative.

    Gives: `throughput`, `response_time_mean`, `response_time_p50`, `response_time_p99`,
    `response_time_p999`, `response_time_max`, `stored_bytes`.
    Elsewhere: the CPU.
    Caveats: sizes are rounded, in units of unstated base; a test starts with the data of the one before.
    """

    words = ("ops_sec\tmb_sec\t",)
    forms = (_REPORT_HEAD,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        titles: list[str] = []
        rows: list[Row] = []
        seen: dict[tuple[str, str], int] = {}
        for line, content in text.lines:
            cells = content.split("\t")
            if _REPORT_HEAD.match(content):
                titles = cells
            elif content:
                if not titles or len(cells) != len(titles):
                    raise InputError(
                        f"{len(cells)} cells for {len(titles)} headings", line=line, found=content
                    )
                record = dict(zip(titles, cells, strict=True))
                key = (record["test"], record["version"])
                once(seen, key, line, "this test of this version", found=content)
                rows += _report_rows(record, line)
        if not rows:
            raise InputError("there is no test below the headings", line=1)
        return Reading(tuple(rows), count=len(seen), caveats=_REPORT_CAVEATS)


def _report_rows(record: dict[str, str], line: int) -> Iterator[Row]:
    test, version = record["test"], record["version"]

    def row(measure: str, printed: str, unit: str, column: str) -> Row:
        if finite(printed, line) < 0 or not test or not version:
            raise InputError("a test, its version and a number are needed", line=line, found=printed)
        return JsonNumber(printed, line).row(measure, unit, column=column, scenario=test, alternative=version)

    yield row("throughput", record["ops_sec"], "op/s", "ops_sec")
    for column, statistic in _TIMES.items():
        if record.get(column, "NA") not in ("", "NA"):
            yield row(f"response_time_{statistic}", record[column], "us", column)
    size = _SIZE.fullmatch(record.get("lsm_sz", ""))
    if size is not None:
        yield row("stored_bytes", size[1], size[2], "lsm_sz")
