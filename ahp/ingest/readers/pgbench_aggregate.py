"""pgbench's log of intervals (`-l --aggregate-interval`); several threads' logs may stand in one file."""

from __future__ import annotations

import re
from itertools import pairwise

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading, number
from ahp.ingest.readers.printed import Hit, Printed, naming, nothing_done
from ahp.ingest.sources import Source

_START, _COUNT, _SUM, _SQUARES, _LEAST, _MOST, _LAG = range(1, 8)
_LOST = (11, 14, 15)  # skipped, serialization failures, deadlocks
_COLUMNS = (6, 10, 11, 15)
_LINE = re.compile(r"^([0-9]{9,10})" + r" ([0-9]+)" * 5 + r"(?: ([0-9]+))?" * 9 + "$")

_PARTIAL = (
    "pgbench drops the last interval, and the first begins within a second: throughput is that of the "
    "intervals after the first."
)
_THREADS = "pgbench writes one log for each thread (-j); all of a run belong together in one file."
_WITH_LAG = "Response times include the schedule lag (a rate limit was set)."


class PgbenchAggregateReader:
    """pgbench's log of intervals (`-l --aggregate-interval`), the files of all threads in one.

    Gives: `throughput`, `response_time_mean`, `response_time_max`.
    Elsewhere: percentiles (the log without aggregation), the alternative, stored bytes, the CPU.
    Caveats: the last interval is dropped by pgbench, the first is partial and not in the throughput.
    """

    def matches(self, head: str) -> bool:
        """Say yes if the first lines are all intervals."""
        lines = head.split("\n", 3)[:-1]
        return bool(lines) and all(_LINE.match(line) for line in lines)

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of all intervals together.

        Raises
        ------
        InputError
            If a line is damaged, an interval is missing or stands twice, or there are too few.
        """
        with naming(source):
            if not source.text.endswith("\n"):
                raise InputError(
                    "the last line has no end: the file is cut off", line=Printed.of(source.text).last
                )
            lines = Printed.of(source.text.removesuffix("\n").removesuffix("\r"))
            return _reading(lines.every(_LINE, re.compile("")))


def _reading(hits: list[Hit]) -> Reading:
    _refuse_damage(hits)
    rate = sum(_rate(thread) for thread in _threads(hits))
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


def _refuse_damage(hits: list[Hit]) -> None:
    """Refuse lines of different lengths, times that contradict each other, and the same line twice."""
    seen: dict[str, int] = {}
    for hit in hits:
        columns = hit.text(0).count(" ") + 1
        if columns not in _COLUMNS or columns != hits[0].text(0).count(" ") + 1:
            raise InputError("the line has too few or too many numbers", line=hit.line, found=hit.text(0))
        count, total, squares = (hit.value(i) for i in (_COUNT, _SUM, _SQUARES))
        between = count * hit.value(_LEAST) <= total <= count * hit.value(_MOST)
        if not between or total**2 > count * squares * (1 + 1e-6):
            raise InputError("its sums contradict each other", line=hit.line, found=hit.text(0))
        first = seen.setdefault(hit.text(0), hit.line)
        if first != hit.line and count:
            raise InputError(f"this is line {first} again", line=hit.line, found=hit.text(0))


def _threads(hits: list[Hit]) -> list[list[Hit]]:
    """Return the intervals of each thread: another one begins where time goes back."""
    threads = [[hits[0]]]
    for before, hit in pairwise(hits):
        if hit.value(_START) <= before.value(_START):
            threads.append([])
        threads[-1].append(hit)
    return threads


def _rate(thread: list[Hit]) -> float:
    """Return the transactions per second of the intervals after the first, which begins within a second."""
    if len(thread) < 2:
        raise InputError(
            "a single interval does not tell how long it is", line=thread[0].line, advice="measure for longer"
        )
    lengths = [after.value(_START) - before.value(_START) for before, after in pairwise(thread)]
    for length, hit in zip(lengths, thread[1:], strict=True):
        if length != lengths[0]:
            raise InputError("an interval is missing before this one", line=hit.line, found=hit.text(0))
    return sum(hit.value(_COUNT) for hit in thread[1:]) / sum(lengths)
