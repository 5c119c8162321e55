"""pgbench's log of transactions (`-l`), whole or sampled; several threads' logs may stand in one file."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading, Row, number
from ahp.ingest.readers.events import NEAREST_RANK, Slices, statistics
from ahp.ingest.readers.printed import Printed, naming, nothing_done
from ahp.ingest.sources import Source

if TYPE_CHECKING:
    import pandas as pd

_NOT_DONE = ("skipped", "failed", "serialization", "deadlock")
_LINE = re.compile(
    rf"^[0-9]+ [0-9]+ (?:[0-9]+|{'|'.join(_NOT_DONE)}) [0-9]+ [0-9]{{9,10}} [0-9]{{1,6}}((?: [0-9]+){{0,2}})$"
)
_COLUMNS = ("client", "transaction", "time", "script", "second", "microsecond", "seventh", "eighth")
_AT_ONCE, _MOST = 1 << 20, 1 << 16
_Integers = NDArray[np.int64]

_WINDOW = "Throughput is counted from the start of the first to the end of the last logged transaction."
_THREADS = "pgbench writes one log for each thread (-j); all of a run belong together in one file."
_SAMPLED = (
    "Transaction numbers have gaps: this is a sample (--sampling-rate), or lines are missing. "
    "Throughput and maximum are left out."
)
_WITH_LAG = "Response times include the schedule lag (a rate limit was set)."


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
        return bool(lines) and all(_LINE.match(line) for line in lines)

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of all transactions and, where there are several scripts, of each.

        Raises
        ------
        InputError
            If a line is damaged, a transaction stands twice, or none succeeded.
        """
        with naming(source):
            tally = _Tally()
            for line, chunk in _chunks(source.text):
                tally.add(line, chunk)
            return tally.reading()


class _Tally:
    """What has been read of a log so far."""

    def __init__(self) -> None:
        self.times: list[NDArray[np.integer]] = []
        self.scripts: list[NDArray[np.uint16]] = []
        self.latest = np.zeros(_MOST, np.int64)  # each client's last transaction, numbered from 1
        self.count = 0
        self.start = np.iinfo(np.int64).max
        self.end = 0
        self.previous = 0
        self.lagging = False

    def add(self, line: int, chunk: pd.DataFrame) -> None:
        """Count the transactions of a chunk that begins on `line`."""
        client, transaction, script = (chunk[name].to_numpy() for name in ("client", "transaction", "script"))
        time = chunk["time"].to_numpy()
        end = chunk["second"].to_numpy() * 1_000_000 + chunk["microsecond"].to_numpy()
        done = ~np.isnan(time)
        whole = np.where(done, time, 0).astype(np.int64)
        unsigned = (column.view(np.uint64) for column in (client, script))  # what is negative is large
        strange = (
            np.logical_or(*(column >= _MOST for column in unsigned)) | (whole < 0) | (done & (whole != time))
        )
        if strange.any():
            raise InputError("a number here is out of range", line=line + int(strange.argmax()))
        self._refuse_disorder(line, client, transaction, end)
        self.start = min(self.start, int((end - whole).min()))
        self.end = max(self.end, int(end.max()))
        self.count += len(time)
        self.times.append(whole[done].astype(np.int32 if whole.max() < 1 << 31 else np.int64))
        self.scripts.append(script[done].astype(np.uint16))
        if "seventh" in chunk:  # the schedule lag in µs, or the number of retries
            self.lagging |= float(chunk["seventh"].mean()) >= 10

    def _refuse_disorder(self, line: int, client: _Integers, transaction: _Integers, end: _Integers) -> None:
        """Refuse a transaction that stands twice, and a time that goes back where no new thread begins."""
        order = np.argsort(client.astype(np.uint16), kind="stable")
        clients, numbers = client[order], transaction[order]
        first = np.append(True, clients[1:] != clients[:-1])
        before = np.where(first, self.latest[clients], np.append(0, numbers[:-1]))
        wrong = order[numbers <= before]
        back = end < np.append(self.previous, end[:-1])
        back[order[first & (before == 0)]] = False  # a client's first transaction
        if len(wrong) or back.any():
            at = int(min([*wrong, *np.flatnonzero(back)]))
            raise InputError(
                f"transaction {transaction[at]} of client {client[at]} is out of order: a part stands twice, "
                "or several runs stand in one log",
                line=line + at,
                advice="give the log of one run, each thread's once",
            )
        last = np.append(first[1:], True)
        self.latest[clients[last]] = numbers[last]
        self.previous = int(end[-1])

    def reading(self) -> Reading:
        """Return the rows and caveats of everything."""
        times, scripts = np.concatenate(self.times), np.concatenate(self.scripts)
        seconds = (self.end - self.start) / 1e6
        sampled = self.count < self.latest.sum()
        if len(times) == 0 or seconds <= 0:
            raise nothing_done(None, f"{len(times)} transactions in {seconds} s")
        rows = list(_rows(times, seconds, sampled))
        kinds = np.unique(scripts)
        for kind in kinds if len(kinds) > 1 else ():
            rows += _rows(times[scripts == kind], seconds, sampled, f"script {kind}")
        caveats = [_SAMPLED if sampled else _WINDOW, NEAREST_RANK, _THREADS]
        if self.lagging:
            caveats.append(_WITH_LAG)
        if self.count > len(times):
            share = 1 - len(times) / self.count
            caveats.append(f"{share:.1%} of the transactions failed or were skipped and are in no number.")
        return Reading(tuple(rows), count=self.count, caveats=tuple(caveats))


def _rows(times: NDArray[np.integer], seconds: float, sampled: bool, transaction: str = "") -> Iterator[Row]:
    if not sampled:
        found = f"{len(times)} transactions in {seconds:.6f} s"
        yield number(
            "throughput", len(times) / seconds, "1/s", printed=found, line=None, transaction=transaction
        )
    for row in statistics(times, "us", transaction=transaction):
        if not (sampled and row.measure == "response_time_max"):
            yield row


def _chunks(text: str) -> Iterator[tuple[int, pd.DataFrame]]:
    """Yield the number of the first line and the table of each part of the log."""
    import pandas as pd

    line = 1
    columns = _COLUMNS[: text.count(" ", 0, text.find("\n")) + 1]
    words = [word for word in _NOT_DONE if word in text]
    try:
        for chunk in pd.read_csv(
            Slices(text),
            sep=" ",
            header=None,
            names=columns,
            dtype=dict.fromkeys(columns, np.int64) | {"time": np.float64 if words else np.int64},
            na_values={"time": words},
            na_filter=bool(words),
            low_memory=False,
            keep_default_na=False,
            skip_blank_lines=False,
            quoting=csv.QUOTE_NONE,
            chunksize=_AT_ONCE,
        ):
            yield line, chunk
            line += len(chunk)
    except (ValueError, OverflowError):
        raise _damage(text, len(columns)) from None
    if not text.endswith("\n"):
        raise InputError("the last line has no end: the file is cut off", line=line - 1)


def _damage(text: str, columns: int) -> InputError:
    """Return the refusal of the first line that is none of a log."""
    for line, content in Printed.of(text).lines:
        if _LINE.match(content) is None or content.count(" ") + 1 != columns:
            return InputError("this is no line of a transaction log", line=line, found=content)
    return InputError("a number is too large")
