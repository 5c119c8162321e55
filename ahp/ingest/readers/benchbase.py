"""BenchBase: its summary, histograms, windows and raw requests, and the line of its log."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from ahp.errors import InputError
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, Row, number
from ahp.ingest.readers.json import JsonNumber, item, number_at, object_at, parse_json
from ahp.ingest.readers.lines import LineMatch, Lines, N, PrintedReader, as_runs, nothing_done, step_of
from ahp.ingest.readers.percentiles import NEAREST_RANK, statistics

if TYPE_CHECKING:
    import pandas as pd

_HEAD = re.compile(r'"HISTOGRAM": *\{[^{}]*\}, *"NUM_SAMPLES": *[0-9]')
_TYPE = re.compile(r"(?:[\w$]+\.)*([\w$]+)/[0-9]+")
_DONE = "completed"
_WHOLE_RUN = (
    "These counts cover the warm-up too, which the throughput of the summary leaves out: no rate can be made "
    "of them."
)


class BenchbaseCountsReader(PrintedReader):
    """BenchBase's `histograms.json`: counts of transactions, by type and by how they ended.

    Gives: `completed_transactions`, `aborted_transactions`, `rejected_transactions` and
    `unexpected_transactions` of all types and of each, for a study that asks.
    Elsewhere: throughput and response times, which stand in `summary.json` and `results.csv`.
    Caveats: the counts cover the warm-up; the share of attempts that did not complete.
    """

    words = ('"HISTOGRAM"',)
    forms = (_HEAD,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        report = object_at(parse_json(text.text))
        ended = {end: list(_counts(report, end)) for end in report}
        done = number_at(report, _DONE, "NUM_SAMPLES")
        if done.value <= 0:
            raise nothing_done(done.line, done.text)
        others = {end: rows[0].value or 0.0 for end, rows in ended.items() if end != _DONE}
        failed = [f"{count:.0f} {end}" for end, count in others.items() if count]
        caveats = [_WHOLE_RUN]
        if failed:
            share = sum(others.values()) / (sum(others.values()) + done.value)
            caveats.append(f"{share:.1%} of the attempts did not complete ({', '.join(failed)}).")
        rows = tuple(row for counts in ended.values() for row in counts)
        return Reading(rows, count=len(rows), caveats=tuple(caveats))


def _counts(report: object, end: str) -> Iterator[Row]:
    """Yield how many transactions ended in one way: all of them, then those of each type."""
    total, types = number_at(report, end, "NUM_SAMPLES"), object_at(report, end, "HISTOGRAM")
    counts = {name: number_at(types, name) for name in types}
    measure = f"{end}_transactions"
    yield total.row(measure, "1")
    for name, count in counts.items():
        kind = _TYPE.fullmatch(name)
        if kind is None or count.value < 0 or not count.text.isdigit():
            raise InputError("this is no count of a type", line=count.line, found=f"{name}: {count.text}")
        yield count.row(measure, "1", transaction=kind[1])


_UNITS = {"millisecond": "ms", "microseconds": "us"}
_TITLES = re.compile(
    r"^Time \(seconds\),(?:Requests,)?Throughput \(requests/second\),"
    r"(?=.*Average Latency \((millisecond|microseconds)\),)"
    r".*Maximum Latency \(\1\)(?:,tp \(req/s\) scaled)?$",
    re.MULTILINE,
)
_WINDOWS_TYPE = re.compile(r"\.results\.(\w+)\.csv$")

_LAST = (
    "The last window is left out of the throughput: it may be cut short, yet it is divided by the full time."
)
_PERCENTILES = (
    "Percentiles of windows cannot be combined; the summary and the raw file have those of the run."
)


class BenchbaseWindowsReader:
    """BenchBase's `results.csv`, `results.TYPE.csv` and `samples.csv`, one line for each window of time.

    Gives: `throughput`, `response_time_mean`, `response_time_max`; of one type if the file's name ends
    with `.results.TYPE.csv`, else of all together.
    Elsewhere: percentiles of the run (`summary.json`, `raw.csv`), the compression ratio, the CPU.
    Caveats: the last window is left out of the throughput, since it may be cut short; percentiles of
    windows cannot be combined.
    """

    def matches(self, head: str) -> bool:
        """Say yes to the heading line."""
        return _TITLES.match(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of all windows; the transaction type stands in the file's name alone."""
        title = _TITLES.match(source.head)
        if title is None:
            raise InputError("the heading line is damaged", line=1)
        names, unit = title[0].split(","), title[1]
        line = re.compile("^([0-9]+)" + r",(-?[0-9]+(?:\.[0-9]+)?)" * (len(names) - 1) + "$")
        hits = Lines.of(source.text).below(1).every(line, re.compile("."))
        step_of(hits)
        kind = _WINDOWS_TYPE.search(source.name)
        columns = ("Throughput (requests/second)", f"Average Latency ({unit})", f"Maximum Latency ({unit})")
        for name in columns:
            if name not in names:
                raise InputError(f"the heading {name!r} is missing", line=1)
        rate, mean, most = (names.index(name) + 1 for name in columns)
        rows = tuple(_window_rows(hits, rate, mean, most, _UNITS[unit], kind[1] if kind else ""))
        return Reading(rows, count=len(hits), caveats=(_LAST, _PERCENTILES))


def _window_rows(
    hits: list[LineMatch], rate: int, mean: int, most: int, unit: str, transaction: str
) -> Iterator[Row]:
    """Yield throughput, mean response time, and the maximum of all windows, which are equally long."""
    busy = [hit for hit in hits if hit.value(rate) > 0]
    whole = hits[:-1] or hits
    done = sum(hit.value(rate) for hit in whole)
    if done <= 0:
        raise nothing_done(hits[0].line if hits else None, "no window with a request")
    requests = sum(hit.value(rate) for hit in busy)
    average = sum(hit.value(rate) * hit.value(mean) for hit in busy) / requests
    for measure, value, its in (
        ("throughput", done / len(whole), "req/s"),
        ("response_time_mean", average, unit),
    ):
        told = f"{len(hits)} windows"
        yield number(measure, value, its, printed=told, line=hits[0].line, transaction=transaction)
    longest = max(busy, key=lambda hit: hit.value(most))
    yield longest.row("response_time_max", unit, most, transaction=transaction)


_SUMMARY = re.compile(r'"Latency Distribution": *\{')
_LOG = re.compile(r"\bcom\.oltpbenchmark\.DBWorkload ")
_RESULT = re.compile(
    rf"Results\(state=([A-Z]+), nanoSeconds=[0-9]+, measuredRequests=[0-9]+\) = ({N}) requests/sec"
)
_STATISTICS = {
    "Average": "mean",
    "Median": "p50",
    "90th Percentile": "p90",
    "95th Percentile": "p95",
    "99th Percentile": "p99",
    "Maximum": "max",
}
_CAVEATS = (
    "Goodput is not read: it counts more than the measured requests.",
    "A warm-up is left out only if the configuration sets one.",
)


class BenchbaseReader(PrintedReader):
    """BenchBase's `summary.json`, and the line of its log that gives the rate.

    Gives: `throughput`; from the summary `response_time_mean`, `response_time_p50`, `response_time_p90`,
    `response_time_p95`, `response_time_p99`, `response_time_max`; all of the types together.
    Elsewhere: response times by transaction type (`raw.csv`, `results.TYPE.csv`), the compression ratio,
    the CPU.
    Caveats: goodput is not read, since it counts more than the measured requests; a warm-up is left out
    only if the configuration sets one.
    """

    words = ('"Latency Distribution"', "com.oltpbenchmark.DBWorkload ")
    forms = (_SUMMARY, _LOG)

    def _reading(self, text: Lines, options: Options) -> Reading:
        rows = list(_of_log(text) if text.all(_LOG) else _of_summary(text.text))
        return Reading(tuple(rows), count=len(rows), caveats=_CAVEATS)


def _of_summary(text: str) -> Iterator[Row]:
    report = parse_json(text)
    rate = number_at(report, "Throughput (requests/second)")
    yield _rate(str(item(report, "Final State")), rate, None)
    for name, statistic in _STATISTICS.items():
        found = number_at(report, "Latency Distribution", f"{name} Latency (microseconds)")
        yield found.row(f"response_time_{statistic}", "us")


def _of_log(text: Lines) -> Iterator[Row]:
    runs = as_runs(text.only(_RESULT).parts(_RESULT))
    if not runs:
        raise InputError("the log has no line of results: the run did not finish", line=text.last)
    for run, part in runs:
        hit = part.one(_RESULT, "line of results")
        yield _rate(hit.text(1), hit.digits(2), run)


def _rate(state: str, rate: JsonNumber, run: str | None) -> Row:
    if state != "EXIT":
        raise InputError("the run did not end by itself", line=rate.line, found=state)
    return rate.row("throughput", "req/s", run=run)


_RAW_TITLES = (
    "Transaction Type Index,Transaction Name,Start Time (microseconds),Latency (microseconds),"
    "Worker Id (start number),Phase Id (index in config file)"
)
_RAW_COLUMNS = {
    "index": "int64",
    "name": "str",  # "01" and "1" are two
    "start": "float64",
    "latency": "int64",
    "worker": "int64",
    "phase": "int64",
}
_RAW_LINES = re.compile(r"(?:[0-9]{1,9},\w+,[0-9]{1,10}\.[0-9]{1,6},[0-9]{1,15},[0-9]{1,9},[0-9]{1,9}\n)++")
_RAW_CAVEATS = (
    "Throughput is counted from the start of the first to the end of the last request in the file.",
    NEAREST_RANK,
)


class BenchbaseRawReader:
    """BenchBase's `raw.csv`, one line for each request.

    Gives: `throughput`, `response_time_mean`, `response_time_p50`, `response_time_p90`,
    `response_time_p95`, `response_time_p99`, `response_time_p999`, `response_time_max`; of all types
    together and of each.
    Elsewhere: the compression ratio, the CPU.
    Caveats: the time runs from the start of the first request to the end of the last; percentiles are
    nearest-rank, and given only where a request lies above them.
    """

    def matches(self, head: str) -> bool:
        """Say yes to the heading line."""
        return head.startswith(_RAW_TITLES)

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of all requests together, then those of each type."""
        table = _table(source.text)
        if table["phase"].nunique() > 1:
            raise InputError(
                "the requests are of several phases, each with its own load",
                line=2 + int((table["phase"] != table["phase"].iloc[0]).to_numpy().argmax()),
                advice="cut the file into its phases",
            )
        start, latency = table["start"].to_numpy(), table["latency"].to_numpy()
        seconds = float((start + latency / 1e6).max() - start.min())
        if seconds <= 0:
            raise InputError("the requests took no time", advice="give the file of a longer run")
        by_name = table.groupby("name")["latency"]
        groups = {"": latency} | {str(name): part.to_numpy() for name, part in by_name}
        rows = []
        for name, times in groups.items():
            found = f"{len(times)} requests in {seconds:.6f} s"
            rate = len(times) / seconds
            rows.append(number("throughput", rate, "req/s", printed=found, line=None, transaction=name))
            rows += statistics(times, "us", transaction=name)
        return Reading(tuple(rows), count=len(table), caveats=_RAW_CAVEATS)


def _table(text: str) -> pd.DataFrame:
    import pandas as pd

    _, _, below = text.replace("\r\n", "\n").replace("\r", "\n").partition("\n")
    if not _RAW_LINES.fullmatch(below):
        for line, content in enumerate(below.splitlines(keepends=True), start=2):
            if not _RAW_LINES.fullmatch(content):
                problem = "this is no line of a raw file, or the last one, which is cut off"
                raise InputError(problem, line=line, found=content.strip())
        raise InputError("the file has no request", line=1)
    return pd.read_csv(
        io.StringIO(below), header=None, names=list(_RAW_COLUMNS), dtype=dict(_RAW_COLUMNS), na_filter=False
    )
