"""tpcc-mysql: TpmC, mean response times, and maxima where all intervals are there."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading, Row, number
from ahp.ingest.readers.lines import LineMatch, Lines, N, PrintedReader, nothing_done, step_of

_TYPES = ("New-Order", "Payment", "Order-Status", "Delivery", "Stock-Level")
_HEAD = re.compile(
    r"^\*\*\* ###easy### TPC-C Load Generator|^MEASURING START\.$|^ +[0-9.]+ TpmC$"
    r"|^ *[0-9]+, trx: [0-9]+, 95%: ",
    re.MULTILINE,
)
_RUN = re.compile(r"###easy###|^MEASURING START|^STOPPING THREADS|^ +[0-9.]+ TpmC$|<Raw Results>|^<TpmC>")
_PERCENTILES = "Percentiles stand by interval only and cannot be combined."
_EXCERPT = (
    "These are lines of intervals alone, an excerpt: the rate is theirs, and neither the TpmC, the warm-up "
    "nor failures are known."
)
_INTERVAL = re.compile(
    rf"^ *([0-9]+), trx: ([0-9]+), 95%: ({N}), 99%: ({N}), max_rt: ({N})" + rf", ([0-9]+)\|({N})" * 4 + "$"
)
_LIKE_INTERVAL = re.compile(r", trx: |, max_rt: ")
_RESULT = re.compile(
    rf"^ +\[([0-4])\] sc:([0-9]+) +lt:([0-9]+) +rt:([0-9]+) +fl:([0-9]+) +avg_rt: ({N}) \([0-9]+\)$"
)
_LIKE_RESULT = re.compile(r"avg_rt:")
_TPMC = re.compile(rf"^ +({N}) TpmC$")
_UNMET = re.compile(r"\[NG\]")


class TpccMysqlReader(PrintedReader):
    """What `tpcc_start` prints, and lines of its intervals by themselves, as in a README.

    Gives: `throughput` in NOPM; `response_time_mean` and, where the line of every interval is there,
    `response_time_max`, by transaction type; from lines alone the rate and the maxima.
    Elsewhere: percentiles of the run, the compression ratio, the CPU.
    Caveats: percentiles stand by interval and cannot be combined; TpmC counts late transactions; failures
    and constraints that are not met; lines alone tell neither the warm-up nor failures.
    """

    words = ("###easy### TPC-C", "MEASURING START.", " TpmC", ", trx: ")
    forms = (_HEAD,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        if not text.all(_RUN):
            return _excerpt(text.every(_INTERVAL, _LIKE_INTERVAL), text)
        tpmc = text.one(_TPMC, "TpmC")
        results = text.every(_RESULT, _LIKE_RESULT)
        if [hit.text() for hit in results] != ["0", "1", "2", "3", "4"]:
            raise InputError("the raw results are not those of five types", line=tpmc.line)
        orders = results[0].value(2) + results[0].value(3)
        intervals = text.every(_INTERVAL, _LIKE_INTERVAL)
        whole = bool(intervals) and abs(sum(hit.value(2) for hit in intervals) - orders) <= 0.001 * orders
        rows = (
            tpmc.row("throughput", "NOPM"),
            *(hit.row("response_time_mean", "ms", 6, transaction=_TYPES[int(hit.text())]) for hit in results),
            *(_maxima(intervals) if whole else ()),
        )
        caveats = tuple(_caveats(text, results, whole))
        return Reading(rows, count=len(intervals), caveats=caveats)


def _excerpt(intervals: list[LineMatch], printed: Lines) -> Reading:
    """Return the rate and the maxima of lines that stand by themselves, as in a README or a mail."""
    if len(intervals) < 2:
        raise InputError("the intervals are too few to tell their length", line=printed.last)
    seconds = len(intervals) * step_of(intervals)
    orders = sum(hit.value(2) for hit in intervals)
    if not orders:
        raise nothing_done(intervals[0].line, intervals[0].text(0))
    found = f"{orders:.0f} new orders in {seconds:.0f} s"
    rate = number("throughput", 60 * orders / seconds, "NOPM", printed=found, line=intervals[0].line)
    return Reading((rate, *_maxima(intervals)), count=len(intervals), caveats=(_EXCERPT, _PERCENTILES))


def _maxima(intervals: list[LineMatch]) -> Iterator[Row]:
    for kind, group in zip(_TYPES, (5, 7, 9, 11, 13), strict=True):
        longest = max(intervals, key=lambda hit: hit.value(group))
        yield longest.row("response_time_max", "ms", group, transaction=kind)


def _caveats(printed: Lines, results: list[LineMatch], whole: bool) -> Iterator[str]:
    yield _PERCENTILES
    if not whole:
        yield "Lines of intervals are missing, so the maximum is not known."
    late = sum(hit.value(3) for hit in results)
    if late:
        share = late / max(late + sum(hit.value(2) for hit in results), 1)
        yield f"{share:.1%} of the transactions were late; TpmC counts them."
    failed = sum(hit.value(5) for hit in results)
    if failed:
        yield f"{failed:.0f} transactions failed."
    if printed.all(_UNMET):
        yield "Constraints of the benchmark are not met ([NG])."
