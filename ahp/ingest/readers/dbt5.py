"""DBT-5: the report, and the logs of the mix, which belong in one file."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from ahp.errors import InputError
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, Row, holds, number
from ahp.ingest.readers.lines import LineMatch, Lines, N, disagreement, naming, nothing_done, refuse_again
from ahp.ingest.readers.percentiles import NEAREST_RANK, statistics

_KINDS = (
    *("Security Detail", "Broker Volume", "Customer Position", "Market Watch", "Trade Status"),
    *("Trade Lookup", "Trade Order", "Trade Update", "Market Feed", "Trade Result", "Data Maintenance"),
)
_RESULT = "Trade Result"
_EVENT = re.compile(
    rf"^([0-9]+),(?:([0-9]|10),(-?[0-9]+),({N}(?:e[+-]?[0-9]+)?),[0-9]+|(START|STOP),,,[0-9]+)$"
)
_HEAD = re.compile(
    r"^[0-9]{9,10},(?:START|STOP),,,[0-9]+$|^Reported Throughput: +[0-9.]+ trtps"
    r"|\A(?:[0-9]{9,10},(?:[0-9]|10),-?[0-9]+,[0-9.]+,[0-9]+\r?\n){3}",
    re.MULTILINE,
)
_REPORT = re.compile(rf"^Reported Throughput: +({N}) trtps ")
_TIMES = re.compile(rf"^ *({'|'.join(_KINDS)})  +({N})  +({N})  +({N}|N/A)  +({N})$")
_MIX = re.compile(rf"^ *({'|'.join(_KINDS)})  +([0-9]+)  +({N}|N/A)  +([0-9]+)  +([0-9]+)  +([0-9]+)$")
_LIKE_ROW = re.compile(r"^ *[A-Z][a-z]+ [A-Z][a-z]+  +[0-9]")
_MINUTES = re.compile(rf"^ *Measurement Interval \(minutes\) +({N})$")
_TOTAL = re.compile(r"^ *Total Number of Transactions Completed in Measurement Interval +([0-9]+)$")
_TOGETHER = "give the logs of the driver, the customers and the market exchange of one run in one file"


class Dbt5Reader:
    """DBT-5's report, and the logs of its mix in one file.

    Gives: `throughput` in trade results per second; by transaction type `response_time_mean` and
    `response_time_max`, from the report `response_time_p90`, from the log percentiles.
    Elsewhere: the compression ratio, the CPU.
    Caveats: transactions that ended with an error are in no number of the log; percentiles of the log are
    nearest-rank; some versions print the rate per minute under the name of the one per second.
    """

    def matches(self, head: str) -> bool:
        """Say yes to the report's throughput, or to lines of the log."""
        likely = head[:1].isdigit() or holds(head, ",START,", ",STOP,", " trtps")
        return likely and _HEAD.search(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of the measured part of the run.

        Raises
        ------
        InputError
            If the run did not finish, or its numbers contradict each other.
        """
        with naming(source):
            printed = Lines.of(source.text)
            return _of_report(printed) if printed.all(_REPORT) else _of_log(printed)


def _of_report(printed: Lines) -> Reading:
    rate, minutes = printed.one(_REPORT, "throughput"), printed.one(_MINUTES, "measurement interval")
    total = printed.one(_TOTAL, "number of transactions")
    for hit in printed.all(_LIKE_ROW):
        if not (_TIMES.search(hit.match.string) or _MIX.search(hit.match.string)):
            raise InputError("this line is damaged", line=hit.line, found=hit.match.string.strip())
    times, mix = printed.all(_TIMES), printed.all(_MIX)
    for table in (times, mix):
        if sorted(hit.text() for hit in table) != sorted(_KINDS):
            raise InputError("a table is not that of the eleven transactions", line=rate.line)
    counts = {hit.text(): hit.value(2) for hit in mix}
    started = sum(counts.values())
    for hit in mix:
        share = 100 * hit.value(2) / max(started, 1)
        if hit.text(3) != "N/A" and abs(hit.value(3) - share) > 0.01 * share + 0.1:
            raise disagreement(hit.line, f"the share of {hit.text()}", hit.text(3), share)
    if not 0.9 * started <= total.value() <= 1.1 * started + 10:
        raise disagreement(total.line, "the number of transactions", total.text(), started)
    low, high = (60 * max(minutes.value() + step, 0.01) for step in (0.06, -0.06))
    caveats, factor = [], 1.0
    if not counts[_RESULT] / low - 0.006 <= rate.value() <= counts[_RESULT] / high + 0.006:
        factor = 1 / 60
        if not 60 * counts[_RESULT] / low - 0.006 <= rate.value() <= 60 * counts[_RESULT] / high + 0.006:
            computed = counts[_RESULT] / (60 * max(minutes.value(), 0.05))
            raise disagreement(rate.line, "the throughput", rate.text(), computed)
        caveats.append("This version prints trade results per minute as trtps; they are divided by 60.")
    if not rate.value():
        raise nothing_done(rate.line, rate.text(0).strip())
    found = rate.row("throughput", "trtps")
    rows = [found._replace(value=factor * rate.value(), resolution=factor * found.resolution)]
    for hit in times:
        if counts[hit.text()]:
            groups = {"mean": 3, "max": 5} | ({"p90": 4} if hit.text(4) != "N/A" else {})
            rows += [hit.row(f"response_time_{s}", "s", g, transaction=hit.text()) for s, g in groups.items()]
        if not hit.value(2) <= hit.value(3) <= hit.value(5):
            raise disagreement(hit.line, f"the mean of {hit.text()}", hit.text(3), hit.value(5))
    return Reading(tuple(rows), count=len(times), caveats=tuple(caveats))


def _of_log(printed: Lines) -> Reading:
    """Return the numbers between the end of the ramp-up and the first stop."""
    hits = Lines([(line, text) for line, text in printed.lines if text]).every(_EVENT, re.compile(""))
    starts, stops = ([hit.value() for hit in hits if hit.text(5) == word] for word in ("START", "STOP"))
    if not starts or not stops:
        missing = "STOP" if starts else "START"
        raise InputError(f"there is no line {missing}", line=printed.last, advice=_TOGETHER)
    refuse_again(hit for hit in hits if hit.text(5))  # a driver or process that begins or ends twice
    begin, end = max(starts), min(stops)
    if end <= begin:
        raise InputError("it stops before the ramp-up ended", line=printed.last)
    inside = [hit for hit in hits if hit.text(2) and begin < hit.value() < end]
    rows = list(_rows([hit for hit in inside if hit.value(3) >= 0], end - begin))
    if not rows:
        raise InputError("no transaction was measured", line=printed.last)
    caveats = [NEAREST_RANK]
    failed = sum(hit.value(3) < 0 for hit in inside)
    if failed:
        caveats.append(f"{failed} transactions ended with an error and are in no number.")
    if not any(row.measure == "throughput" for row in rows):
        caveats.append(f"There is no trade result in this log; {_TOGETHER}.")
    return Reading(tuple(rows), count=len(hits), caveats=tuple(caveats))


def _rows(inside: list[LineMatch], seconds: float) -> Iterator[Row]:
    for code, kind in enumerate(_KINDS):
        own = [hit for hit in inside if hit.value(2) == code]
        if own and kind == _RESULT:
            found = f"{len(own)} trade results in {seconds:.0f} s"
            yield number("throughput", len(own) / seconds, "trtps", printed=found, line=own[0].line)
        if own:
            times = np.array([hit.value(4) for hit in own])
            yield from statistics(times, "s", digits=3, transaction=kind)
