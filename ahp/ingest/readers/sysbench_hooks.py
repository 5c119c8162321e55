"""What sysbench's hooks `report_csv` and `report_json` write; the last record is that of the whole run."""

from __future__ import annotations

import re

from ahp.errors import InputError
from ahp.ingest.jsontext import Digits, number_at, parse_json
from ahp.ingest.readers.base import Options, Reading, holds, number
from ahp.ingest.readers.printed import N, Printed, disagreement, naming, nothing_done
from ahp.ingest.sources import Source

_CSV = re.compile(r"^([0-9]+),([0-9]+)" + rf",({N})" * 8 + "$", re.MULTILINE)
_LIKE_CSV = re.compile(r"^(?:[^ ,]*,){3}[^ ]*$")
_JSON = re.compile(r'^\[\n +\{\n +"time": ', re.MULTILINE)
_KEYS = (
    ("time",),
    ("threads",),
    ("tps",),
    ("qps", "total"),
    ("qps", "reads"),
    ("qps", "writes"),
    ("qps", "other"),
    ("latency",),
    ("errors",),
    ("reconnects",),
)

HOOK = re.compile(f"{_CSV.pattern}|{_JSON.pattern}", re.MULTILINE)
"""A record that a hook wrote."""


class SysbenchHooksReader:
    """Records of sysbench's hooks `report_csv` and `report_json`; the cumulative one, of 0 threads, is read.

    Gives: `throughput`.
    Elsewhere: response times (which percentile is printed is not said), the alternative, the CPU.
    Caveats: no warm-up; ignored errors are not counted.
    """

    def matches(self, head: str) -> bool:
        """Say yes to records in either form, with or without sysbench's banner before them."""
        return holds(head, ",", '"time": ') and HOOK.search(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return the throughput of the run.

        Raises
        ------
        InputError
            If a record is damaged, the cumulative one is missing, or it contradicts the others.
        """
        with naming(source):
            text = source.text.replace("\r\n", "\n")
            records = _of_json(text) if _JSON.search(text) else _of_csv(text)
            _refuse_damage(records)
            tps, errors = records[-1][2], records[-1][8]
            if tps.value <= 0:
                raise nothing_done(tps.line, tps.text)
            caveats = [
                "Which percentile the hook printed is not said in the file; it is left out.",
                "The run had no warm-up: its first seconds are part of the figures.",
            ]
            if errors.value > 0:
                caveats.append(f"{errors.text} errors per second were ignored.")
            row = number("throughput", tps.value, "1/s", printed=tps.text, line=tps.line)
            return Reading((row,), count=len(records), caveats=tuple(caveats))


def _of_csv(text: str) -> list[tuple[Digits, ...]]:
    hits = Printed.of(text).every(_CSV, _LIKE_CSV)
    return [tuple(Digits(cell, hit.line) for cell in hit.match.groups()) for hit in hits]


def _of_json(text: str) -> list[tuple[Digits, ...]]:
    """Return the records of the two lists, which follow each other without being one JSON text."""
    start = _JSON.search(text)
    before = text[: start.start() if start else 0].count("\n")
    lists = parse_json("\n" * before + "[" + text.split("\n", before)[-1].replace("\n]\n[", "\n],\n[") + "]")
    counts = [len(part) if isinstance(part, list) else 1 for part in lists]
    return [
        tuple(number_at(lists, i, j, *key) for key in _KEYS)
        for i, count in enumerate(counts)
        for j in range(count)
    ]


def _refuse_damage(records: list[tuple[Digits, ...]]) -> None:
    """Refuse sums that are wrong, a time that goes back, and a last record that is not that of the others."""
    before, count = 0.0, 0.0
    for i, (time, threads, tps, queries, *kinds, _, _, _) in enumerate(records, start=1):
        total = sum(kind.value for kind in kinds)
        if abs(queries.value - total) > 0.021:
            raise disagreement(queries.line, "the number of queries", queries.text, total)
        if (threads.value == 0) != (i == len(records)):
            raise InputError(
                "the cumulative record (0 threads) is needed once, at the end",
                line=threads.line,
                advice="give the whole output of one run",
            )
        if i < len(records):
            if time.value <= before:
                raise InputError("the time goes back", line=time.line, advice="give the output of one run")
            count += tps.value * (time.value - before)
            before = time.value
        elif before and abs(tps.value * before - count) > 0.05 * count:
            raise disagreement(tps.line, "the cumulative rate", tps.text, count / before)
    if not records:
        raise InputError("no record of a hook is whole", line=1)
