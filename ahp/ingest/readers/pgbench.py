"""pgbench: what it prints, its summary and its lines of `--progress`, and its logs (`-l`).

A log is of transactions or of intervals; several threads' logs may stand in one file.
"""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from ahp.errors import InputError
from ahp.ingest.files.open import Source, text_of
from ahp.ingest.readers.base import Options, Reading, Row, nothing_done, number
from ahp.ingest.readers.lines import (
    LineMatch,
    Lines,
    N,
    PrintedReader,
    as_runs,
    finite,
    refuse_again,
    step_of,
)
from ahp.ingest.readers.percentiles import NEAREST_RANK, statistics

_PROGRESS = re.compile(
    rf"^progress: ({N}) s, ({N}) tps, lat ({N}|-?nan|NaN) ms(?: stddev [^,]+)?(?:, ([0-9]+) failed)?"
    r"(?:, (lag) .*|, .*)?$"
)
_WARM_UP = "pgbench has no warm-up: the first seconds are part of its figures."
_SUMMARY_LAG = "With a rate limit response times include the schedule lag, and throughput is the limit's."

_EPOCH = 1e8


def _of_progress(printed: Lines) -> Reading:
    """Return the means over the progress lines, each weighted by the transactions it stands for."""
    hits = printed.every(_PROGRESS, re.compile("^progress: "))
    if not hits:
        raise InputError(
            "these are pgbench's messages without a result",
            line=printed.last,
            advice="give what it wrote to standard output, or its progress lines",
        )
    times = [hit.value() for hit in hits]
    second = times[1] - times[0] if len(times) > 1 else 1.0
    start = 0.0 if times[0] < _EPOCH else times[0] - second
    lengths = [after - before for before, after in zip([start, *times], times, strict=False)]
    for hit, length in zip(hits, lengths, strict=True):
        if length <= 0:
            raise InputError("the time goes back", line=hit.line, found=hit.text(0))
    counts = [hit.value(2) * length for hit, length in zip(hits, lengths, strict=True)]
    total = math.fsum(counts)
    if total <= 0:
        raise nothing_done(hits[-1].line, hits[-1].text(0))
    busy = math.fsum(n * finite(hit.text(3), hit.line) for n, hit in zip(counts, hits, strict=True) if n)
    means = (("throughput", total / math.fsum(lengths), "1/s"), ("response_time_mean", busy / total, "ms"))
    rows = tuple(number(*mean, printed=f"{len(hits)} lines", line=hits[0].line) for mean in means)
    caveats = [_WARM_UP, "Means over the progress lines; whether the last ones are missing cannot be seen."]
    if any(hit.text(5) for hit in hits):
        caveats.append(_SUMMARY_LAG)
    if any(hit.value(4) for hit in hits if hit.text(4)):
        caveats.append("Some transactions failed; throughput does not count them.")
    return Reading(rows, count=len(hits), caveats=tuple(caveats))


_SUMMARY = re.compile(r"^transaction type: ")
_VERSION = re.compile(r"^pgbench \([0-9]")
_MESSAGES = re.compile(r"^(?:starting vacuum|dropping old tables|creating tables|generating data)")
_BETWEEN = re.compile("|".join(p.pattern for p in (_VERSION, _PROGRESS, _MESSAGES)))
_HEAD = re.compile(f"{_SUMMARY.pattern}|{_BETWEEN.pattern}", re.MULTILINE)

_FATAL = re.compile(r"^(?:pgbench: (?:fatal|error):|.*Run was aborted).*")
_DONE = re.compile(r"^number of transactions actually processed: ([0-9]+)(?:/([0-9]+))?$")
_FAILED = re.compile(r"^number of failed transactions: ([0-9]+) ")
_SKIPPED = re.compile(r"^number of transactions skipped: ([0-9]+) ")
_AVERAGE = re.compile(rf"^latency average(?: =|:) ({N}) ms(?: \(including failures\))?$")
_STDDEV = re.compile(r"^latency stddev")
_SCHEDULE_LAG = re.compile(rf"^rate limit schedule lag: avg ({N}) ")
_TPS = re.compile(rf"^tps = ({N}) \((?:excluding connections|without initial connection|including reconn)")
_SCRIPT = re.compile(r"^SQL script ([0-9]+): (?:<builtin: (.*)>|(.*))$")
_SHARE = re.compile(rf"^ - ([0-9]+) transactions \(({N})% of total, tps = ({N})\)$")
_SCRIPT_AVERAGE = re.compile(rf"^ - latency average = ({N}) ms$")


class PgbenchReader(PrintedReader):
    """pgbench's summary (standard output) and its `--progress` lines (standard error), versions 9 to 18.

    Gives: `throughput`, `response_time_mean`; both for each script too where there are several.
    Elsewhere: percentiles and the maximum (the log, `-l`), the alternative, stored bytes, the CPU.
    Caveats: no warm-up; the mean is computed, not measured, without `-P`, `-R` or `-L`; with a rate limit
    response times include the schedule lag; failed transactions are not counted.
    """

    words = ("transaction type: ", "pgbench (", "progress: ", "starting vacuum", " tables", "generating data")
    forms = (_HEAD,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        text.refuse_failed(_FATAL, "the run failed", "repeat it")
        summaries = text.without(_BETWEEN).parts(_SUMMARY)
        reports = [(run, _Report(part)) for run, part in as_runs(summaries)]
        if not reports:
            text.refuse(_VERSION, "the summary is missing: the file is cut off", "give the whole output")
            return _of_progress(text)
        rows = [row for run, report in reports for row in report.rows(run)]
        caveats = dict.fromkeys(caveat for _, report in reports for caveat in report.caveats())
        return Reading(tuple(rows), count=len(rows), caveats=tuple(caveats))


class _Report:
    """One summary, which is whole."""

    def __init__(self, part: Lines) -> None:
        self.scripts = part.parts(_SCRIPT)
        total = part.until(_SCRIPT)
        self.done = total.one(_DONE, "number of transactions")
        failed = total.maybe(_FAILED, "the number of failed transactions")
        self.failures = failed.value() if failed is not None else 0.0
        self.skipped = total.maybe(_SKIPPED, "the number of skipped transactions")
        averaged = total.all(re.compile("^latency average"))  # version 9.3 prints none
        self.average = total.one(_AVERAGE, "latency average") if averaged else None
        self.lag = total.maybe(_SCHEDULE_LAG, "the schedule lag")
        self.tps = total.one(_TPS, "tps")
        self.computed = self.average is not None and not total.all(_STDDEV)
        if self.done.value() == 0:
            raise nothing_done(self.done.line, self.done.match[0])
        shares = math.fsum(hit.value(2) for hit in part.all(_SHARE))
        # A transaction that ends with the run may be missing from its script's count, one for each client.
        if ("multiple scripts" in part.lines[0][1]) != bool(self.scripts) or (self.scripts and shares < 90):
            raise InputError("the results of the single scripts are cut off", line=part.last)
        skipped = self.skipped.value() if self.skipped is not None else 0.0
        if self.done.has(2) and self.done.value() + self.failures + skipped < self.done.value(2):
            raise InputError("some clients gave up", line=self.done.line, found=self.done.match[0])

    def rows(self, run: str | None) -> Iterator[Row]:
        """Yield the numbers of all transactions, then those of each script."""
        yield self.tps.row("throughput", "1/s", run=run)
        if self.average is not None and self.average.value():
            yield self.average.row("response_time_mean", "ms", run=run)
        names: set[str] = set()
        for i, script in enumerate(self.scripts, start=1):
            title = script.one(_SCRIPT, f"title of script {i}")
            share = script.one(_SHARE, f"number of transactions of script {i}")
            find = script.one if share.value() > 0 else script.maybe
            average = find(_SCRIPT_AVERAGE, f"latency average of script {i}")
            name = title.text(2) or title.text(3)
            name = f"{name} (script {i})" if name in names else name
            names.add(name)
            if share.value() > 0:
                yield share.row("throughput", "1/s", 3, run=run, transaction=name)
            if average is not None:
                yield average.row("response_time_mean", "ms", run=run, transaction=name)

    def caveats(self) -> Iterator[str]:
        """Yield what a reader of these numbers should know."""
        yield _WARM_UP
        if self.average is not None and not self.average.value():
            yield "The latency average is printed as 0.000 ms and left out."
        elif self.computed:
            yield "The latency average is computed as clients × time / transactions, not measured."
        if self.lag is not None:
            yield _SUMMARY_LAG
        if self.tps.says("reconn"):
            yield "Each transaction made its own connection (-C); throughput includes connecting."
        if self.failures > 0:
            share = self.failures / (self.failures + self.done.value())
            yield f"{share:.1%} of the transactions failed; throughput does not count them."
        if self.skipped is not None and self.skipped.value() > 0:
            yield f"{self.skipped.text()} transactions were skipped because they were late already."


NOT_DONE = ("skipped", "failed", "serialization", "deadlock")
"""What stands instead of the time of a transaction that did not succeed."""

COLUMNS = ("client", "transaction", "time", "script", "second", "microsecond", "seventh", "eighth")
"""What stands in a line: the first six always, the others with a rate limit, with retries, or with both."""

_LINE = re.compile(
    rf"[0-9]+ [0-9]+ (?:[0-9]+|{'|'.join(NOT_DONE)}) [0-9]+ [0-9]{{9,10}} [0-9]{{1,6}}(?: [0-9]+){{0,2}}"
)
_BITS = 46  # of a transaction's number, which has at most 13 digits; a client's has five
_NUMBER = (1 << _BITS) - 1


def transactions(block: bytes, columns: int, *, name: str, line: int = 1) -> NDArray[np.int64]:
    r"""Return what stands in some whole lines of a log: a row for each of its columns, in order.

    The time of a transaction that did not succeed is -1.

    Parameters
    ----------
    block : bytes
        The lines; the last has its end, too.
    columns : int
        How many each of them has.
    name : str
        The file, for the message.
    line : int
        The number of the first of them.

    Raises
    ------
    InputError
        If one of them is damaged, or has a number that is too large.

    Examples
    --------
    >>> transactions(b"0 1 52 0 1795208592 7\n1 1 failed 0 1795208592 9\n", 6, name="log")[2]
    array([52, -1])
    """
    if b"\r" in block:
        block = block.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if not _lines(columns).fullmatch(block):
        raise _damage(block, columns, name, line)
    for word in NOT_DONE:
        block = block.replace(word.encode(), b"-1")
    return np.ascontiguousarray(np.fromstring(block, np.int64, sep=" ").reshape(-1, columns).T)


@cache
def _lines(columns: int) -> re.Pattern[bytes]:
    """Return the pattern of whole lines of so many columns, which never steps back."""
    few, number = "[0-9]{1,5}+", "[0-9]{1,13}+"
    time = f"(?:{number}|{'|'.join(NOT_DONE)})"
    more = f" {number}" * (columns - 6) if 6 <= columns <= len(COLUMNS) else "(?!)"
    line = f"{few} {number} {time} {few} [0-9]{{9,10}}+ [0-9]{{1,6}}+{more}\n"
    return re.compile(f"(?:{line})*+".encode())


def _damage(block: bytes, columns: int, name: str, line: int) -> InputError:
    """Return the refusal of the first line of a block that is none of a log."""
    lines = block.splitlines(keepends=True)
    at = next(i for i, content in enumerate(lines) if not _lines(columns).fullmatch(content))
    problem = "this is no line of a transaction log"
    if not lines[at].endswith(b"\n"):
        problem = "the last line has no end: the file is cut off"
    found = text_of(lines[at], "utf-8", name=name, line=line + at)
    return InputError(problem, file=name, line=line + at, found=found.rstrip("\n"))


_THREADS = "pgbench writes one log for each thread (-j); all of a run belong together in one file."
_WITH_LAG = "Response times include the schedule lag (a rate limit was set)."
_WINDOW = "Throughput is counted from the start of the first to the end of the last logged transaction."
_SAMPLED = (
    "Transaction numbers have gaps: this is a sample (--sampling-rate), or lines are missing. "
    "Throughput and maximum are left out."
)


class PgbenchLogReader:
    """pgbench's log of transactions (`-l`), whole or sampled, the files of all threads in one.

    Gives: `throughput`, `response_time_mean`, `…_p50`, `…_p90`, `…_p95`, `…_p99`, `…_p999`, `…_max`; of all
    transactions and by script.
    Elsewhere: the alternative, stored bytes, the CPU.
    Caveats: of a sample (`--sampling-rate`) neither throughput nor maximum; failed and skipped transactions
    are in no number; with a rate limit response times include the schedule lag.
    """

    def matches(self, head: str) -> bool:
        """Say yes if the first lines are all transactions."""
        lines = head.split("\n", 3)[:-1]
        return bool(lines) and all(_LINE.fullmatch(line) for line in lines)

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of all transactions and, where there are several scripts, of each."""
        columns = source.head.partition("\n")[0].count(" ") + 1
        tally = _Tally()
        for block in source.blocks():
            tally.add(transactions(bytes(block), columns, name=source.name, line=tally.count + 1))
        return tally.reading()


class _Tally:
    """What has been read of a log so far."""

    def __init__(self) -> None:
        self.times: defaultdict[int, list[NDArray[np.integer]]] = defaultdict(list)
        self.keys: list[NDArray[np.int64]] = []  # of each transaction its client and its number
        self.count = 0
        self.start = np.iinfo(np.int64).max
        self.end = 0
        self.seventh = 0.0  # the sum of the schedule lags in µs, or of the numbers of retries

    def add(self, rows: NDArray[np.int64]) -> None:
        """Count the transactions of the lines that follow."""
        client, transaction, time, script, second, microsecond, *rest = rows
        end = second * 1_000_000 + microsecond
        self.keys.append(client << _BITS | transaction)
        self.count += len(client)
        self.start = min(self.start, int((end - np.maximum(time, 0)).min()))
        self.end = max(self.end, int(end.max()))
        self.seventh += float(rest[0].sum(dtype=float)) if rest else 0.0
        done = time >= 0
        for kind in np.flatnonzero(np.bincount(script[done])).tolist():
            times = time[done & (script == kind)]
            self.times[kind].append(times.astype(np.int32) if times.max() < 1 << 31 else times)

    def _transactions_by_number(self) -> int:
        """Return how many transactions were made by their numbers, which each client counts from 1."""
        keys = np.concatenate(self.keys)
        ordered = np.sort(keys)
        again = ordered[1:][np.diff(ordered) == 0]
        if len(again):
            at = min(int(np.flatnonzero(keys == key)[1]) for key in again[:100])
            raise InputError(
                f"transaction {keys[at] & _NUMBER} of client {keys[at] >> _BITS} stands here again: a part "
                "of the log stands twice, or several runs stand in one",
                line=at + 1,
                advice="give the log of one run, each thread's once",
            )
        last = np.flatnonzero(np.diff(ordered >> _BITS, append=-1))
        return int((ordered[last] & _NUMBER).sum())

    def reading(self) -> Reading:
        """Return the rows and caveats of everything."""
        every = [part for parts in self.times.values() for part in parts]
        times = np.concatenate(every) if every else np.zeros(0, np.int32)
        seconds = (self.end - self.start) / 1e6
        sampled = self.count < self._transactions_by_number()
        if len(times) == 0 or seconds <= 0:
            raise nothing_done(None, f"{len(times)} transactions in {seconds} s")
        rows = list(_rows(times, seconds, sampled))
        for script, parts in sorted(self.times.items()) if len(self.times) > 1 else ():
            rows += _rows(np.concatenate(parts), seconds, sampled, f"script {script}")
        caveats = [_SAMPLED if sampled else _WINDOW, NEAREST_RANK, _THREADS]
        if self.seventh >= 10 * self.count:
            caveats.append(_WITH_LAG)
        if self.count > len(times):
            share = 1 - len(times) / self.count
            caveats.append(f"{share:.1%} of the transactions failed or were skipped and are in no number.")
        return Reading(tuple(rows), count=self.count, caveats=tuple(caveats))


def _rows(times: NDArray[np.integer], seconds: float, sampled: bool, transaction: str = "") -> Iterator[Row]:
    if not sampled:
        found = f"{len(times)} transactions in {seconds:.6f} s"
        rate = len(times) / seconds
        yield number("throughput", rate, "1/s", printed=found, line=None, transaction=transaction)
    for row in statistics(times, "us", transaction=transaction):
        if not (sampled and row.measure == "response_time_max"):
            yield row


_START, _COUNT, _SUM, _, _, _MOST, _LAG = range(1, 8)
_LOST = (11, 14, 15)  # skipped, serialization failures, deadlocks
_WIDTHS = (6, 10, 11, 15)
_INTERVAL = re.compile(r"^([0-9]{9,10})" + r" ([0-9]+)" * 5 + r"(?: ([0-9]+))?" * 9 + "$")

_PARTIAL = (
    "pgbench drops the last interval, and the first begins within a second: throughput is that of the "
    "intervals after the first."
)


class PgbenchAggregateReader(PrintedReader):
    """pgbench's log of intervals (`-l --aggregate-interval`), the files of all threads in one.

    Gives: `throughput`, `response_time_mean`, `response_time_max`.
    Elsewhere: percentiles (the log without aggregation), the alternative, stored bytes, the CPU.
    Caveats: the last interval is dropped by pgbench, the first is partial and not in the throughput.
    """

    def matches(self, head: str) -> bool:
        """Say yes if the first lines are all intervals."""
        lines = head.split("\n", 3)[:-1]
        return bool(lines) and all(_INTERVAL.match(line) for line in lines)

    def _reading(self, text: Lines, options: Options) -> Reading:
        *lines, (last, rest) = text.lines
        if rest:
            raise InputError("the last line has no end: the file is cut off", line=last)
        return _reading_of(Lines(lines).every(_INTERVAL, re.compile("")))


def _reading_of(hits: list[LineMatch]) -> Reading:
    for hit in hits:
        columns = hit.text(0).count(" ") + 1
        if columns not in _WIDTHS or columns != hits[0].text(0).count(" ") + 1:
            raise InputError("the line has too few or too many numbers", line=hit.line, found=hit.text(0))
    refuse_again(hit for hit in hits if hit.value(_COUNT))
    rate = sum(_rate_of(thread) for thread in _threads(hits))
    count = sum(hit.value(_COUNT) for hit in hits)
    if count == 0 or rate == 0:
        raise nothing_done(hits[-1].line, hits[-1].text(0))
    longest = max((hit for hit in hits if hit.value(_COUNT)), key=lambda hit: hit.value(_MOST))
    found = f"{len(hits)} intervals"
    mean = sum(hit.value(_SUM) for hit in hits) / count
    rows = (
        number("throughput", rate, "1/s", printed=found, line=hits[0].line),
        number("response_time_mean", mean, "us", printed=found, line=hits[0].line),
        longest.row("response_time_max", "us", _MOST),
    )
    caveats = [_PARTIAL, _THREADS]
    if any(hit.text(_LAG).strip("0") for hit in hits):
        caveats.append(_WITH_LAG)
    lost = sum(hit.value(i) for hit in hits for i in _LOST if hit.text(i))
    if lost:
        caveats.append(f"{lost / (lost + count):.1%} of the transactions failed or were skipped.")
    return Reading(rows, count=len(hits), caveats=tuple(caveats))


def _threads(hits: list[LineMatch]) -> list[list[LineMatch]]:
    """Return the intervals of each thread: another one begins where time goes back."""
    threads = [[hits[0]]]
    for before, hit in pairwise(hits):
        if hit.value(_START) <= before.value(_START):
            threads.append([])
        threads[-1].append(hit)
    return threads


def _rate_of(thread: list[LineMatch]) -> float:
    """Return the transactions per second of the intervals after the first, which begins within a second."""
    if len(thread) < 2:
        problem = "a single interval does not tell how long it is"
        raise InputError(problem, line=thread[0].line, advice="measure for longer")
    return sum(hit.value(_COUNT) for hit in thread[1:]) / (step_of(thread, _START) * (len(thread) - 1))
