"""DBT-2: the report, and the log of the mix, in which one or several drivers' logs may stand."""

from __future__ import annotations

import re
from collections.abc import Iterator

import numpy as np

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading, Row, number
from ahp.ingest.readers.lines import LineMatch, Lines, N, PrintedReader, refuse_again
from ahp.ingest.readers.percentiles import NEAREST_RANK, statistics

_KINDS = {"d": "Delivery", "n": "New Order", "o": "Order Status", "p": "Payment", "s": "Stock Level"}
_EVENT = re.compile(
    rf"^([0-9]+),(?:([dnops]),([CRE]),({N}),[0-9]+,[0-9]+,[0-9]+|(START|TERMINATED),,,[0-9]+,,)$"
)
_REPORT = re.compile(r"^ Transaction +% +Average +90th % +Total +Rollbacks +%$", re.MULTILINE)
_HEAD = re.compile(f"{_EVENT.pattern}|{_REPORT.pattern}", re.MULTILINE)
_LINE = re.compile(
    rf"^ *({'|'.join(_KINDS.values())})  +({N})  +({N})  +({N})  +([0-9]+)  +([0-9]+)  +({N})$"
)
_LIKE_LINE = re.compile(r"^ *[A-Z]\w+(?: [A-Z]\w+)?  +[0-9]")
_RATE = re.compile(rf"^\* Throughput: ({N}) new-order transactions per minute \(NOTPM\)$")
_ERRORS = re.compile(r"^\* Unknown Errors: ([0-9]+)$")


class Dbt2Reader(PrintedReader):
    """DBT-2's report, and the log of its mix, of one driver or of several in one file.

    Gives: `throughput` in NOPM; by transaction type `response_time_mean`, and from the report
    `response_time_p90`, from the log `response_time_p50` to `response_time_p999` and `response_time_max`.
    Elsewhere: the compression ratio, the CPU.
    Caveats: transactions that ended with an error are in no number; percentiles of the log are
    nearest-rank, and given only where a transaction lies above them; a log without new orders has no
    throughput.
    """

    words = (",", " Rollbacks ")
    forms = (_HEAD,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        return _of_report(text) if text.all(_REPORT) else _of_log(text)


def _of_report(printed: Lines) -> Reading:
    kinds = printed.every(_LINE, _LIKE_LINE)
    rate = printed.one(_RATE, "throughput")
    errors = printed.one(_ERRORS, "number of unknown errors")
    if sorted(hit.text() for hit in kinds) != sorted(_KINDS.values()):
        raise InputError("the table is not that of the five types", line=rate.line)
    rows = [rate.row("throughput", "NOPM")]
    for hit in kinds:
        rows += hit.times({"mean": 3, "p90": 4}, "s", transaction=hit.text())
    return Reading(tuple(rows), count=len(kinds), caveats=tuple(_caveats_of_errors(errors.value())))


def _of_log(printed: Lines) -> Reading:
    """Return the numbers between the last driver's start and the first one's end."""
    hits = printed.every(_EVENT, re.compile("."))
    starts, ends = ([hit.value() for hit in hits if hit.text(5) == word] for word in ("START", "TERMINATED"))
    if not starts or len(starts) != len(ends):
        raise InputError(
            f"{len(starts)} drivers started and {len(ends)} ended: the log is cut off", line=printed.last
        )
    minutes = (min(ends) - max(starts)) / 60
    refuse_again(hit for hit in hits if hit.text(5))  # a driver or process that begins or ends twice
    if minutes <= 0:
        raise InputError("the drivers did not run at the same time", line=printed.last)
    inside = [hit for hit in hits if hit.text(2) and max(starts) <= hit.value() <= min(ends)]
    rows = list(_rows([hit for hit in inside if hit.text(3) != "E"], minutes))
    if not rows:
        raise InputError("no transaction was measured", line=printed.last)
    caveats = [NEAREST_RANK, *_caveats_of_errors(sum(hit.text(3) == "E" for hit in inside))]
    if not any(row.measure == "throughput" for row in rows):
        caveats.append(
            "There is no new order in this log; each driver writes its own, and they belong in one file."
        )
    return Reading(tuple(rows), count=len(hits), caveats=tuple(caveats))


def _rows(inside: list[LineMatch], minutes: float) -> Iterator[Row]:
    orders = [hit for hit in inside if hit.text(2) == "n"]
    if orders:
        found = f"{len(orders)} new orders in {minutes:g} min"
        yield number("throughput", len(orders) / minutes, "NOPM", printed=found, line=orders[0].line)
    for letter, kind in _KINDS.items():
        times = np.array([hit.value(4) for hit in inside if hit.text(2) == letter])
        if len(times):
            yield from statistics(times, "s", digits=6, transaction=kind)


def _caveats_of_errors(count: float) -> Iterator[str]:
    if count:
        yield f"{count:.0f} transactions ended with an error and are in no number."
