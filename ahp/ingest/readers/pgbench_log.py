"""pgbench's log of transactions (`-l`), whole or sampled; several threads' logs may stand in one file."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from contextlib import closing
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ahp.errors import InputError
from ahp.ingest.files.open import Source, line_ends, text_of
from ahp.ingest.readers.base import Options, Reading, Row, number
from ahp.ingest.readers.digits import Fields, Integers
from ahp.ingest.readers.lines import Lines, naming, nothing_done
from ahp.ingest.readers.parallel import in_order
from ahp.ingest.readers.percentiles import NEAREST_RANK, Times, times_by_kind
from ahp.ingest.readers.pgbench import THREADS, WITH_LAG

MOST_CLIENTS = 1 << 16


class Turns(NamedTuple):
    """What some lines in a row say of the order; indices count them from 0.

    Attributes
    ----------
    client, transaction : array
        Of each line.
    first, last : array of int
        The first and the last line of each client.
    wrong : array of int
        Where a transaction's number is not above that of the same client's one before.
    back : array of int
        Where time goes back.
    ends : (int, int)
        The time of the first and the last line.
    """

    client: Integers
    transaction: Integers
    first: NDArray[np.intp]
    last: NDArray[np.intp]
    wrong: NDArray[np.intp]
    back: NDArray[np.intp]
    ends: tuple[int, int]

    @classmethod
    def of(cls, client: Integers, transaction: Integers, end: Integers) -> Turns:
        """Return the turns of clients below :data:`MOST_CLIENTS`, whose transactions ended at these times."""
        short = client.astype(np.uint8 if client.max() < 256 else np.uint16)
        order = np.argsort(short, kind="stable")
        clients, numbers = short[order], transaction[order]
        other = clients[1:] != clients[:-1]
        starts = np.flatnonzero(other) + 1
        return cls(
            client,
            transaction,
            order[np.append(0, starts)],
            order[np.append(starts - 1, len(order) - 1)],
            order[np.flatnonzero((numbers[1:] <= numbers[:-1]) & ~other) + 1],
            np.flatnonzero(end[1:] < end[:-1]) + 1,
            (int(end[0]), int(end[-1])),
        )


class Order:
    """How far each client has come.

    Attributes
    ----------
    latest : array
        Each client's last transaction, which are numbered from 1.
    """

    def __init__(self) -> None:
        self.latest = np.zeros(MOST_CLIENTS, np.int64)
        self._time = 0

    def follow(self, turns: Turns, line: int) -> None:
        """Go on with the lines that begin at `line`.

        Raises
        ------
        InputError
            If a transaction stands twice, or time goes back where no new thread begins: where the client's
            transaction is not its first.
        """
        before = self.latest[turns.client[turns.first]]
        wrong = [*turns.wrong, *turns.first[turns.transaction[turns.first] <= before]]
        back = [0, *turns.back] if turns.ends[0] < self._time else turns.back
        wrong += [*np.setdiff1d(back, turns.first[before == 0])]
        if wrong:
            at = min(wrong)
            raise InputError(
                f"transaction {turns.transaction[at]} of client {turns.client[at]} is out of order: a part "
                "stands twice, or several runs stand in one log",
                line=line + int(at),
                advice="give the log of one run, each thread's once",
            )
        self.latest[turns.client[turns.last]] = turns.transaction[turns.last]
        self._time = turns.ends[1]


_NOT_DONE = ("skipped", "failed", "serialization", "deadlock")
_LINE = re.compile(
    rf"^[0-9]+ [0-9]+ (?:[0-9]+|{'|'.join(_NOT_DONE)}) [0-9]+ [0-9]{{9,10}} [0-9]{{1,6}}((?: [0-9]+){{0,2}})$"
)
_CLIENT, _, _TIME, _SCRIPT, _SECOND, _MICROSECOND = range(6)
_MOST_SCRIPTS, _MOST_DIGITS, _LINE_FEED = 1 << 16, 16, 10

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
        return bool(lines) and all(_LINE.match(line) for line in lines)

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of all transactions and, where there are several scripts, of each.

        Raises
        ------
        InputError
            If a line is damaged, a transaction stands twice, or none succeeded.
        """
        columns = source.head.partition("\n")[0].count(" ") + 1
        tally = _Tally()
        blocks = in_order(lambda block: _parsed(block, columns), source.blocks())
        with naming(source), closing(blocks):
            for block, part in blocks:
                if part is None:
                    raise _damage(source.name, bytes(block), tally.count + 1, columns)
                tally.add(part)
            return tally.reading()


class _Part(NamedTuple):
    """What some lines in a row say together."""

    turns: Turns
    start: int
    end: int
    times: dict[int, Integers]  # by script
    seventh: float  # the sum of that column


def _parsed(block: memoryview, columns: int) -> _Part | None:
    """Return what stands in some lines, None if one of them is damaged; safe in any thread."""
    if not 6 <= columns <= 8 or block[-1] != _LINE_FEED:
        return None
    fields = Fields.of(block, columns)
    if fields is None and b"\r" in (content := bytes(block)):
        fields = Fields.of(content.replace(b"\r\n", b"\n").replace(b"\r", b"\n"), columns)
    if fields is None:
        return None
    words = {word: fields.spelling(word.encode(), _TIME) for word in _NOT_DONE if fields.letters}
    spelled = sum(len(word) * len(lines) for word, lines in words.items())
    _, least, most = fields.widths(_SECOND)
    if spelled != fields.letters or not 10 <= least <= most <= 11 or fields.widths(_MICROSECOND).most > 7:
        return None
    try:
        client, transaction, time, script, second, microsecond, *rest = (
            fields.numbers(column) for column in range(columns)
        )
    except ValueError:
        return None
    if client.max() >= MOST_CLIENTS or script.max() >= _MOST_SCRIPTS:
        return None
    done: slice | NDArray[np.bool_] = slice(None)
    if words:
        done = np.ones(len(time), bool)
        done[np.concatenate(list(words.values()))] = False
        time *= done
    end = second * 1_000_000
    end += microsecond
    return _Part(
        Turns.of(client, transaction, end),
        int((end - time).min()),
        int(end.max()),
        times_by_kind(script[done], time[done]),
        float(rest[0].sum(dtype=float)) if rest else 0.0,
    )


class _Tally:
    """What has been read of a log so far."""

    def __init__(self) -> None:
        self.times: defaultdict[int, Times] = defaultdict(Times)
        self.order = Order()
        self.count = 0
        self.start = np.iinfo(np.int64).max
        self.end = 0
        self.seventh = 0.0  # the sum of the schedule lags in µs, or of the numbers of retries

    def add(self, part: _Part) -> None:
        """Count the transactions of the lines that follow."""
        self.order.follow(part.turns, self.count + 1)
        self.count += len(part.turns.client)
        self.start = min(self.start, part.start)
        self.end = max(self.end, part.end)
        self.seventh += part.seventh
        for script, times in part.times.items():
            self.times[script].add(times)

    def reading(self) -> Reading:
        """Return the rows and caveats of everything."""
        times = Times.together(self.times.values())
        seconds = (self.end - self.start) / 1e6
        sampled = self.count < self.order.latest.sum()
        if len(times) == 0 or seconds <= 0:
            raise nothing_done(None, f"{len(times)} transactions in {seconds} s")
        rows = list(_rows(times, seconds, sampled))
        for script, its in sorted(self.times.items()) if len(self.times) > 1 else ():
            rows += _rows(its, seconds, sampled, f"script {script}")
        caveats = [_SAMPLED if sampled else _WINDOW, NEAREST_RANK, THREADS]
        if self.seventh >= 10 * self.count:
            caveats.append(WITH_LAG)
        if self.count > len(times):
            share = 1 - len(times) / self.count
            caveats.append(f"{share:.1%} of the transactions failed or were skipped and are in no number.")
        return Reading(tuple(rows), count=self.count, caveats=tuple(caveats))


def _rows(times: Times, seconds: float, sampled: bool, transaction: str = "") -> Iterator[Row]:
    if not sampled:
        found = f"{len(times)} transactions in {seconds:.6f} s"
        yield number(
            "throughput", len(times) / seconds, "1/s", printed=found, line=None, transaction=transaction
        )
    for row in times.statistics("us", transaction=transaction):
        if not (sampled and row.measure == "response_time_max"):
            yield row


def _damage(name: str, block: bytes, line: int, columns: int) -> InputError:
    """Return the refusal of the first line of a block that is none of a log."""
    text = text_of(block, "utf-8", name=name, line=line)
    for at, content in Lines.of(text.removesuffix("\n")).lines:
        words = content.split(" ")
        if _LINE.match(content) is None or len(words) != columns:
            return InputError("this is no line of a transaction log", line=line + at - 1, found=content)
        if max(len(word) for word in words) > _MOST_DIGITS:
            return InputError("a number is too large", line=line + at - 1, found=content)
        if int(words[_CLIENT]) >= MOST_CLIENTS or int(words[_SCRIPT]) >= _MOST_SCRIPTS:
            return InputError("a number here is out of range", line=line + at - 1)
    return InputError("the last line has no end: the file is cut off", line=line + line_ends(text))
