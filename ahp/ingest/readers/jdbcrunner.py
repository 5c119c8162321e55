"""JdbcRunner's log: totals by transaction type, separated by commas."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading, Row, nothing_done, number
from ahp.ingest.readers.lines import LineMatch, Lines, N, PrintedReader, as_runs, finite, percentile

_HEAD = re.compile(
    r"> JdbcRunner [0-9]|\[(?:Progress|Warmup)\] -?[0-9]+ sec, [0-9,]+ tps, |\[Total tx count\]"
)
_KINDS = re.compile(r"\btx([0-9]+) : (.+?)(?: transaction)?$")
_TIME = re.compile(r"^ *Measurement time +: ([0-9]+) sec$")
_TOTAL = re.compile(r"\[Total tx count\] ([0-9,]+) tx$")
_RATE = re.compile(r"\[Throughput\] ([0-9.,]+) tps$")
_TIMES = re.compile(rf"\[Response time \((?:(maximum)|(minimum)|({N})%tile)\)\] ([0-9,]+) msec$")
_LIKE_TIMES = re.compile(r"\[Response time \(")
_START = re.compile(r"> JdbcRunner [0-9]")
_STATISTICS = 6


class JdbcrunnerReader(PrintedReader):
    """JdbcRunner's log, with one run or several; what only loads data is passed over.

    Gives: `throughput`, of all types together and of each; `response_time_p50`, `response_time_p90`,
    `response_time_p95`, `response_time_p99`, `response_time_max` by transaction type.
    Elsewhere: the compression ratio, the CPU.
    Caveats: response times are whole milliseconds; those below 1 ms are printed as 0 and left out.
    """

    words = ("> JdbcRunner ", " tps, ", "[Total tx count]")
    forms = (_HEAD,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        measured = [part for part in text.parts(_START) or [text] if part.all(_TIME)]
        runs = as_runs(part.until(re.compile(r"< JdbcRunner |^$")) for part in measured)
        if not runs:
            raise InputError("nothing was measured here", line=text.last)
        rows = [row for run, part in runs for row in _rows(part, run)]
        caveats = ["Response times are whole milliseconds."]
        if any(row.value == 0 for row in rows):
            caveats.append("Those below 1 ms are printed as 0 and left out.")
        kept = tuple(row for row in rows if row.value)
        return Reading(kept, count=len(rows), caveats=tuple(caveats))


def _rows(part: Lines, run: str | None) -> Iterator[Row]:
    """Yield the numbers of a run; of several types, the sum of the throughputs first."""
    seconds, total = part.one(_TIME, "measurement time"), part.one(_TOTAL, "total")
    rate = part.one(_RATE, "throughput")
    counts, rates = _split(total), _split(rate)
    names = {int(hit.text()): hit.text(2) for hit in part.all(_KINDS)} if len(counts) > 1 else {0: ""}
    everything = sum(finite(count, total.line) for count in counts)
    if everything == 0:
        raise nothing_done(total.line, total.text(0))
    if len(counts) > 1:
        found = f"{everything:.0f} tx in {seconds.text()} sec"
        yield number(
            "throughput", everything / seconds.value(), "1/s", printed=found, line=total.line, run=run
        )
    yield from _by_type("throughput", "1/s", rate, rates, names, run)
    times = part.every(_TIMES, _LIKE_TIMES)
    if len(times) != _STATISTICS:
        raise InputError("response times are missing: the log is cut off", line=part.last)
    for hit in times:
        measure = percentile(hit.text(3)) if hit.text(3) else "response_time_max" if hit.text(1) else None
        values = _split(hit, 4)
        if len(values) != len(counts):
            problem = f"{len(counts)} types have {len(values)} times"
            raise InputError(problem, line=hit.line, found=hit.text(0))
        if measure is not None:
            yield from _by_type(measure, "ms", hit, values, names, run)


def _split(hit: LineMatch, group: int = 1) -> list[str]:
    return hit.text(group).split(",")


def _by_type(
    measure: str, unit: str, hit: LineMatch, values: list[str], names: dict[int, str], run: str | None
) -> Iterator[Row]:
    for i, text in enumerate(values):
        value = finite(text, hit.line)
        name = names.get(i, f"tx{i}")
        yield number(measure, value, unit, printed=text, line=hit.line, run=run, transaction=name)
