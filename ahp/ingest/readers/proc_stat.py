"""Snapshots of `/proc/stat`: the counters of processor time from which every monitor is made."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from itertools import pairwise

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading, number
from ahp.ingest.readers.cpu_time import Sample, host_reading
from ahp.ingest.readers.json import JsonNumber
from ahp.ingest.readers.lines import Lines, PrintedReader
from ahp.ingest.times import Span, Stamp, stamp_of

_HEAD = re.compile(r"\A(?:[^\n]{1,60}\n|[ \t\r]*\n){0,3}cpu  ?[0-9]+(?: [0-9]+){3,}[ \t\r]*$", re.MULTILINE)
_LINE = re.compile(r"(?P<key>[a-z_]+[0-9]*) +(?P<counters>[0-9]+(?: [0-9]+)*)")
_PROCESSOR = re.compile(r"cpu[0-9]*")
_FIELDS = ("user", "nice", "system", "idle", "iowait", "irq", "soft", "steal")
_GUESTS = 2  # behind those stand guest and guest_nice, which the kernel has in user and nice already
_MAY_GO_BACK = ("idle", "iowait")  # as the kernel's documentation says of these two
_TICKS = 100  # a second
_A_TICK = "A tick is a hundredth of a second, as on all processors but Alpha."


@dataclass(frozen=True)
class _Snapshot:
    """One reading of the counters, in ticks, by the first word of their line."""

    line: int
    end: Stamp | None
    counters: dict[str, list[int]] = field(default_factory=dict)

    @property
    def started(self) -> int:
        """When the machine started, in seconds since 1970; 0 if it does not say."""
        return self.counters.get("btime", [0])[0]

    @property
    def ticks(self) -> dict[str, int]:
        """What makes up the whole time of all processors."""
        return dict(zip(_FIELDS, self.counters["cpu"], strict=False))


class ProcStatReader(PrintedReader):
    """Two or more snapshots of `/proc/stat` in one file, each under its time if there is one.

    Gives: `cpu_user`, with nice and guest time, and `cpu_system`, with interrupts, both in per cent of all
    processors together from the first snapshot to the last, or over the window asked for; `cpu_seconds`,
    the same in seconds of processor time, for a study that asks.
    Elsewhere: the alternative and everything but the CPU.
    Caveats: the counters run since the machine started, so one snapshot alone is refused; the whole machine
    is measured, a load generator on it too; stolen time and busy processors are told.
    """

    words = ("cpu ",)
    forms = (_HEAD,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        taken = _snapshots(text)
        if len(taken) < 2:
            raise InputError(
                "one snapshot of the counters is the time since the machine started",
                line=taken[0].line if taken else 1,
                advice="take a second one after the run, and give both: cat before after > cpu.txt",
            )
        for before, after in pairwise(taken):
            _refuse_unlike(before, after)
        if options.window is not None:
            spans = [Span(b.end, b.end.since(a.end) if b.end else None) for a, b in pairwise(taken)]
            chosen = options.window.chosen(spans)
            taken = taken[chosen[0] : chosen[-1] + 2]
        reading = _between(taken[0], taken[-1])
        said = f"From the snapshot on line {taken[0].line} to that on line {taken[-1].line}."
        return replace(reading, notes=(said, *reading.notes), windowed=options.window is not None)


def _snapshots(text: Lines) -> list[_Snapshot]:
    found: list[_Snapshot] = []
    end = None
    for line, content in text.lines:
        row = _LINE.fullmatch(content.strip())
        if row is None and content.strip():
            end = stamp_of(content)
            if end is None:
                raise InputError("this is no line of /proc/stat", line=line, found=content.strip())
        if row is None:
            continue
        if row["key"] == "cpu":
            found.append(_Snapshot(line, end))
            end = None
        elif not found or end is not None:
            raise InputError("a snapshot begins with the line cpu", line=line, found=content.strip())
        elif row["key"] in found[-1].counters:
            raise InputError(f"{row['key']} stands twice in this snapshot", line=line)
        counters = [int(counter) for counter in row["counters"].split()]
        if _PROCESSOR.fullmatch(row["key"]) and not 4 <= len(counters) <= len(_FIELDS) + _GUESTS:
            raise InputError(f"{row['key']} has {len(counters)} counters, not 4 to 10", line=line)
        found[-1].counters[row["key"]] = counters
    return found


def _refuse_unlike(before: _Snapshot, after: _Snapshot) -> None:
    """Refuse two snapshots that are not of one machine since one start, in their order and undamaged."""
    if abs(after.started - before.started) > 1:  # the kernel computes it, and may round it differently
        raise InputError("the machine restarted between the snapshots", line=after.line)
    if [*before.counters] != [*after.counters] or len(before.ticks) != len(after.ticks):
        raise InputError("this snapshot has other lines or columns than the one before it", line=after.line)
    grown = _grown(before, after)
    back = next((name for name, ticks in grown.items() if ticks < 0 and name not in _MAY_GO_BACK), None)
    if back is not None or sum(grown.values()) <= 0:
        raise InputError(f"its counters did not grow{f', {back} went back' if back else ''}", line=after.line)


def _grown(before: _Snapshot, after: _Snapshot) -> dict[str, int]:
    return {name: ticks - before.ticks[name] for name, ticks in after.ticks.items()}


def _between(first: _Snapshot, last: _Snapshot) -> Reading:
    ticks = {name: max(0, grown) for name, grown in _grown(first, last).items()}
    whole = sum(ticks.values())
    sample = Sample({n: JsonNumber(f"{100 * taken / whole!r}", last.line) for n, taken in ticks.items()})
    reading = host_reading([sample])
    used: float = sum(ticks.get(name, 0) for row in reading.rows for name in sample.parts(row.measure))
    rows = [row._replace(resolution=100 * len(sample.parts(row.measure)) / whole) for row in reading.rows]
    used /= _TICKS
    seconds = number("cpu_seconds", used, "s", printed=f"{used:.2f}", line=last.line)
    rows.append(seconds._replace(resolution=len(ticks) / _TICKS))
    return replace(reading, rows=tuple(rows), count=2, notes=(*reading.notes, _A_TICK))
