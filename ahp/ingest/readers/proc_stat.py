"""Snapshots of `/proc/stat`: the counters of processor time from which every monitor is made."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from itertools import pairwise

from ahp.errors import InputError
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, number
from ahp.ingest.readers.cpu_time import Sample, host_reading
from ahp.ingest.readers.json import JsonNumber
from ahp.ingest.readers.lines import Lines
from ahp.ingest.times import Span, Stamp, stamp_of

_HEAD = re.compile(r"\A(?:[^\n]{1,60}\n|[ \t\r]*\n){0,3}cpu  ?[0-9]+(?: [0-9]+){3,}[ \t\r]*$", re.MULTILINE)
_LINE = re.compile(r"(?P<key>[a-z_]+[0-9]*) +(?P<counters>[0-9]+(?: [0-9]+)*)")
_FIELDS = ("user", "nice", "system", "idle", "iowait", "irq", "soft", "steal")
_GUESTS = 2  # behind those stand guest and guest_nice, which the kernel has in user and nice already
_MAY_GO_BACK = ("idle", "iowait")  # as the kernel's documentation says of these two
_TICKS = 100  # a second
_A_TICK = "A tick is a hundredth of a second, as on all processors but Alpha."


@dataclass(frozen=True)
class _Snapshot:
    """One reading of the counters, in ticks by their names; `processors` has those of each processor."""

    line: int
    end: Stamp | None
    total: dict[str, int]
    processors: dict[str, dict[str, int]]
    started: int | None = None
    keys: frozenset[str] = frozenset()


class ProcStatReader:
    """Two or more snapshots of `/proc/stat` in one file, each under its time if there is one.

    Gives: `cpu_user`, with nice and guest time, and `cpu_system`, with interrupts, both in per cent of all
    processors together from the first snapshot to the last, or over the window asked for; `cpu_seconds`,
    the same in seconds of processor time, for a study that asks.
    Elsewhere: the alternative and everything but the CPU.
    Caveats: the counters run since the machine started, so one snapshot alone is refused; the whole machine
    is measured, a load generator on it too; stolen time and busy processors are told.
    """

    def matches(self, head: str) -> bool:
        """Say whether the counters of all processors stand at the top, perhaps below a time."""
        return _HEAD.search(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return `cpu_user` and `cpu_system` of the host, and both together in seconds.

        Raises
        ------
        InputError
            If there is one snapshot only, or the counters contradict each other.
        """
        taken = _snapshots(source.text)
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


def _snapshots(text: str) -> list[_Snapshot]:
    found: list[_Snapshot] = []
    end = None
    for line, content in Lines.of(text).lines:
        row = _LINE.fullmatch(content.strip())
        if row is None and content.strip():
            end = stamp_of(content)
            if end is None:
                raise InputError("this is no line of /proc/stat", line=line, found=content.strip())
        elif row is not None and row["key"] == "cpu":
            found.append(_Snapshot(line, end, _counters(row, line), {}))
            end = None
        elif row is not None:
            if not found or end is not None:
                raise InputError("a snapshot begins with the line cpu", line=line, found=content.strip())
            found[-1] = _with(found[-1], row, line)
    return found


def _with(snapshot: _Snapshot, row: re.Match[str], line: int) -> _Snapshot:
    """Return a snapshot with one more line of it."""
    key = row["key"]
    if key in snapshot.keys:
        raise InputError(f"{key} stands twice in this snapshot", line=line)
    snapshot = replace(snapshot, keys=snapshot.keys | {key})
    if key == "btime":
        return replace(snapshot, started=int(row["counters"].split()[0]))
    if re.fullmatch(r"cpu[0-9]+", key):
        return replace(snapshot, processors={**snapshot.processors, key: _counters(row, line)})
    return snapshot


def _counters(row: re.Match[str], line: int) -> dict[str, int]:
    counters = [int(counter) for counter in row["counters"].split()]
    if not 4 <= len(counters) <= len(_FIELDS) + _GUESTS:
        raise InputError(f"{row['key']} has {len(counters)} counters, not 4 to 10", line=line)
    return dict(zip((*_FIELDS, "guest", "guest_nice"), counters, strict=False))


def _refuse_unlike(before: _Snapshot, after: _Snapshot) -> None:
    """Refuse two snapshots that are not of one machine since one start, in their order and undamaged."""
    started = (before.started or 0, after.started or 0)
    if abs(started[1] - started[0]) > 1:  # the kernel computes it, and may round it differently
        raise InputError(
            "the machine restarted between the snapshots", line=after.line, advice="measure again"
        )
    if before.keys != after.keys or before.total.keys() != after.total.keys():
        raise InputError(
            "this snapshot has other lines or columns than the one before it",
            line=after.line,
            advice="the file is damaged or cut off, or processors came or went; give whole snapshots",
        )
    grown = _grown(before.total, after.total)
    back = next((name for name, ticks in grown.items() if ticks < 0 and name not in _MAY_GO_BACK), None)
    if back is not None or sum(grown.values()) <= 0:
        raise InputError(
            f"its counters did not grow{f', {back} went back' if back else ''}",
            line=after.line,
            advice="give each snapshot once, the earlier one first",
        )
    allowed = 2 * len(after.processors) + 2  # each counter is rounded to a tick, at its own moment
    for name, ticks in grown.items() if after.processors else ():
        parts = sum(after.processors[cpu][name] - before.processors[cpu][name] for cpu in after.processors)
        if abs(parts - ticks) > allowed:
            raise InputError(
                f"{name} grew by {ticks} ticks, by those of the single processors by {parts}",
                line=after.line,
                advice="the file is damaged; take the snapshots as they are",
            )


def _grown(before: dict[str, int], after: dict[str, int]) -> dict[str, int]:
    """Return by how much the counters that make up the whole grew."""
    return {name: after[name] - before[name] for name in _FIELDS if name in after}


def _between(first: _Snapshot, last: _Snapshot) -> Reading:
    ticks = {name: max(0, grown) for name, grown in _grown(first.total, last.total).items()}
    whole = sum(ticks.values())
    sample = Sample({n: JsonNumber(f"{100 * taken / whole!r}", last.line) for n, taken in ticks.items()})
    reading = host_reading([sample])
    used = sum(ticks.get(name, 0) for row in reading.rows for name in sample.parts(row.measure))
    rows = [row._replace(resolution=100 * len(sample.parts(row.measure)) / whole) for row in reading.rows]
    seconds = number(
        "cpu_seconds", used / _TICKS, "s", printed=f"{used / _TICKS:.2f}", line=last.line
    )._replace(resolution=len(ticks) / _TICKS)
    return replace(reading, rows=(*rows, seconds), count=2, notes=(*reading.notes, _A_TICK))
