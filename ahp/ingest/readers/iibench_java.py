"""What iiBench in Java (for MySQL and for MongoDB) says of each interval, on its screen and in its file."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ahp.errors import InputError
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, Row, number
from ahp.ingest.readers.lines import Lines, disagreement, finite, naming, nothing_done

_D, _F = r"[0-9]+(?:,[0-9]{3})*", r"[0-9]+(?:,[0-9]{3})*\.[0-9]{2}"
_SAID = re.compile(
    rf"^(?:Thread\[[^]]*\])?(?:[^|]*\| )?({_D}) inserts : ({_D}) seconds : cum ips=({_F}) : int ips=({_F})"
    rf" : cum avg qry=({_F}) : int avg qry=({_F}) : cum avg qp[ms]=({_F}) : int avg qp[ms]=({_F})"
    rf"(?: : exceptions=({_D}))?$"
)
_LIKE_SAID = re.compile(r" inserts : |cum ips=")
_TITLES = re.compile(
    r"^tot_inserts\telap_secs\tcum_ips\tint_ips\tcum_qry_avg\tint_qry_avg\tcum_qp[ms]\tint_qp[ms](?:\texceptions)?$"
)
_WRITTEN = re.compile(r"^([0-9]+)\t([0-9]+)" + r"\t([0-9]+\.[0-9]{2})" * 6 + rf"(?:\t({_D}))?$")
_SET = "The queries are made at a rate that was set beforehand; throughput is that of the inserts."
_WARM_UP = "The run had no warm-up: the table is small at first, and inserts into it are fast."


class _Interval(NamedTuple):
    """The cumulative figures at the end of an interval; the last line of a run counts no exceptions."""

    line: int
    inserts: float
    seconds: float
    rate: str
    response: str
    exceptions: str


class IibenchJavaReader:
    """iiBench in Java, for MySQL and MongoDB: the lines that it prints, or its `.tsv` file.

    Gives: `throughput` of inserts; `response_time_mean` of the queries beside them, as a transaction type.
    Elsewhere: the alternative, stored bytes, the CPU.
    Caveats: no warm-up; queries have a rate set beforehand.
    """

    def matches(self, head: str) -> bool:
        """Say yes to the heading of its file or to a line of an interval."""
        lines = head.split("\n")
        return bool(_TITLES.match(lines[0])) or any(_SAID.search(line) for line in lines)

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rates over the whole run.

        Raises
        ------
        InputError
            If the run is not whole, a line is damaged, or there are several runs.
        """
        with naming(source):
            printed = Lines.of(source.text)
            intervals = list(_written(printed) if _TITLES.match(printed.lines[0][1]) else _said(printed))
            _refuse_damage(intervals, printed.last)
            rows = list(_rows(intervals[-1]))
            caveats = [_WARM_UP] + [_SET] * (len(rows) > 1)
            failed = next((i.exceptions for i in reversed(intervals) if i.exceptions.strip("0")), None)
            if failed is not None:
                caveats.append(f"{failed} inserts ended with an exception.")
            return Reading(tuple(rows), count=len(intervals), caveats=tuple(caveats))


def _said(printed: Lines) -> Iterator[_Interval]:
    for line, match in printed.every(_SAID, _LIKE_SAID):
        inserts, seconds, rate, _, response, _, _, _, exceptions = (
            (cell or "").replace(",", "") for cell in match.groups()
        )
        yield _Interval(line, finite(inserts, line), finite(seconds, line), rate, response, exceptions)


def _written(printed: Lines) -> Iterator[_Interval]:
    rows = Lines([(line, text) for line, text in printed.lines[1:] if text])
    for line, match in rows.every(_WRITTEN, re.compile("")):
        inserts, seconds, rate, _, response, _, _, _, exceptions = (
            (cell or "").replace(",", "") for cell in match.groups()
        )
        yield _Interval(line, finite(inserts, line), finite(seconds, line), rate, response, exceptions)


def _refuse_damage(intervals: list[_Interval], last: int) -> None:
    """Refuse a run without its last line, several runs, and a rate that the counts contradict."""
    if not intervals or intervals[-1].exceptions:
        raise InputError(
            "the last line of the run is missing, which has no exceptions in it",
            line=last,
            advice="give the whole output of a run that finished",
        )
    inserts = seconds = -1.0
    for i, interval in enumerate(intervals, start=1):
        finished = not interval.exceptions and i < len(intervals)
        if interval.inserts < inserts or interval.seconds < seconds or finished:
            raise InputError(
                "another run begins here, or the time goes back", line=interval.line, advice="give one run"
            )
        inserts, seconds = interval.inserts, interval.seconds
        rate = finite(interval.rate, interval.line)
        # Seconds are cut off to whole ones.
        low, high = inserts / (seconds + 1), inserts / seconds if seconds else float("inf")
        if not low - 0.01 <= rate <= high + 0.01:
            raise disagreement(interval.line, "cum ips", interval.rate, low)


def _rows(end: _Interval) -> Iterator[Row]:
    if not end.inserts:
        raise nothing_done(end.line, f"{end.inserts:.0f} inserts")
    yield number("throughput", finite(end.rate, end.line), "insert/s", printed=end.rate, line=end.line)
    response = finite(end.response, end.line)
    if response:
        yield number(
            "response_time_mean", response, "ms", printed=end.response, line=end.line, transaction="query"
        )
