"""fio's report for people, which it prints when it is not told a format, and its terse lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from ahp.errors import InputError, quoted
from ahp.ingest.readers.base import Options, Reading
from ahp.ingest.readers.fio import PERCENTILES, Direction, FioJsonReader, Job, reading_of
from ahp.ingest.readers.json import JsonNumber
from ahp.ingest.readers.lines import LineMatch, Lines, N, PrintedReader, finite, once


class _Layout(NamedTuple):
    """Where things stand: the job's name, the directions, and how many fields each of them has."""

    name: int
    directions: tuple[str, ...] = ("read", "write", "trim")
    width: int = 41

    @property
    def end(self) -> int:
        """The first field after the directions."""
        return self.name + 3 + self.width * len(self.directions)


_LAYOUTS: Mapping[str, _Layout] = {
    "2": _Layout(1),
    "3": _Layout(2, ("read", "write")),
    "4": _Layout(2),
    "5": _Layout(2, width=47),
}
_LINE = re.compile(r"^(?:[345];fio-|2;)[^\n]*(?:;[^;\n]*){100}", re.MULTILINE)
_TAIL, _DISK = 34, 9  # CPU, depths and latency classes; then nine fields for each disk
_KB, _IOPS, _RUNTIME, _PERCENTILES, _TOTAL = 0, 2, 3, range(12, 32), 32
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")


class FioTerseReader(PrintedReader):
    """What `fio --minimal` or `fio --output-format=terse` writes, versions 2 to 5.

    Gives: `throughput` in I/Os per second, `response_time_mean`, `response_time_max`, the percentiles that
    are measures, `cpu_user` and `cpu_system`; each but CPU by direction (read, write, trim) too.
    Elsewhere: the alternative, the run, the compression ratio. Groups of jobs are scenarios.
    Caveats: IOPS are cut to whole numbers; percentiles are of the completion latency and cannot be merged
    over jobs without `--group_reporting`; CPU is of fio's own process.
    """

    words = (";fio-", "2;")
    forms = (_LINE,)

    def matches(self, head: str) -> bool:
        """Say whether there is a line of a hundred semicolons that starts with the version, and no JSON."""
        return super().matches(head) and '"fio version"' not in head

    def _reading(self, text: Lines, options: Options) -> Reading:
        seen: dict[str, int] = {}
        jobs = []
        for line, content in text.lines:
            if content.count(";") >= _TAIL:  # else a note, or the normal report in the mixed formats
                once(seen, content, line, "this line", advice="remove one of them")
                jobs.append(_terse_job(content.split(";"), line))
        if not jobs:
            raise InputError("no line of terse output", line=1)
        return reading_of(jobs, "us", options)


def _terse_job(fields: Sequence[str], line: int) -> Job:
    layout = _LAYOUTS.get(fields[0])
    if layout is None or (layout.name == 2 and not fields[1].startswith("fio-")):
        raise InputError(
            "a terse line starts with its version, 2 to 5, and from 3 on with fio's",
            line=line,
            found=";".join(fields[:2]),
        )
    disks = len(fields) - layout.end - _TAIL
    described = disks % _DISK == 1  # a job's description stands last
    last = fields[-2] if described else fields[-1]
    if disks < 0 or disks % _DISK > 1 or not last.endswith("%"):
        raise InputError(
            f"found {len(fields)} fields; terse version {fields[0]} has {layout.end + _TAIL}, and "
            f"{_DISK} more for each disk",
            line=line,
        )

    name, end = layout.name, layout.end
    group, error = (_field(fields[name + at], line, name + at) for at in (1, 2))
    user, system = (_share(fields[at], line, at) for at in (end, end + 1))
    starts = range(name + 3, end, layout.width)
    kinds = [_terse_direction(*each, fields, line) for each in zip(layout.directions, starts, strict=True)]
    return Job(fields[name], group.text, error, user, system, tuple(kind for kind in kinds if kind))


def _terse_direction(name: str, start: int, fields: Sequence[str], line: int) -> Direction | None:
    """Return the I/O of one kind, whose fields begin at `start`; None if there was none."""
    amount, iops, runtime, lowest, highest, mean = (
        _field(fields[start + at], line, start + at)
        for at in (_KB, _IOPS, _RUNTIME, _TOTAL, _TOTAL + 1, _TOTAL + 2)
    )
    if not amount.value and not iops.value:
        return None
    found = {}
    for position in (start + at for at in _PERCENTILES):
        percent, _, printed = fields[position].partition("=")
        digits = _field(printed, line, position)
        known = PERCENTILES.get(_share(percent, line, position).value)
        if known is not None:
            found[known] = digits
    measured = lowest.value or highest.value or mean.value
    return Direction(
        name,
        iops.value * runtime.value / 1000,
        runtime.value,
        iops,
        mean if measured else None,
        highest if measured else None,
        found if any(digits.value for digits in found.values()) else {},
    )


def _share(field: str, line: int, position: int) -> JsonNumber:
    if not field.endswith("%"):
        raise InputError("a percentage is needed", line=line, column=f"field {position + 1}", found=field)
    return _field(field[:-1], line, position)


def _field(field: str, line: int, position: int) -> JsonNumber:
    if _NUMBER.fullmatch(field) is None:
        raise InputError("a number is needed", line=line, column=f"field {position + 1}", found=field)
    return JsonNumber(field, line)


_JOB = re.compile(
    r"^(.*): \(groupid=([0-9]+), jobs=[0-9]+\): err= *(-?[0-9]+)(?: \(.*\))?: pid=([0-9]+)(?:: .*)?$"
)
_JOBLIKE = re.compile(r"\(groupid=|, jobs=[0-9]+\): |: err= *[0-9]")
_GROUP = re.compile(r"^Run status group ([0-9]+) \(all jobs\):$")
_DIRECTION = re.compile(
    rf"^ +(read|write|trim|mixed) ?: (?:IOPS=({N}[kMG]?), BW=.*/([0-9]+)msec\)(?:;.*)?"
    rf"|io=.*, iops=({N}[kMG]?), runt= *([0-9]+)msec)$"
)
_AFTER = re.compile(r"^ +(?:lat \(.sec\) *: *[0-9>]|fsync|cpu +:)")
_TIMES = re.compile(
    rf"^ +(slat|clat|lat|sync|c?lat prio \S+) \(([num]sec)\): min= *{N}[kMG]?, max= *({N}[kMG]?), "
    rf"avg= *({N}), stdev= *{N}[kMG]?$"
)
_SYNC = re.compile(r"^ +fsync/")
_TABLE = re.compile(r"^ +(slat|clat|lat|sync|c?lat prio .*?) percentiles \(([num]sec)\):$")
_CELLS = re.compile(r"^ +\|(?: *[0-9.]+th=\[ *[0-9]+\],?)+$")
_CELL = re.compile(r"([0-9.]+)th=\[ *([0-9]+)\]")
_CPU = re.compile(rf"^ +cpu +: usr=({N})%, sys=({N})%,")
_ISSUED = re.compile(
    r"^ +issued *+(?:rwts?)? *: total=r?=?([0-9]+)[,/]w?=?([0-9]+)[,/]d?=?([0-9]+)(?:,([0-9]*))?"
)
_POWERS: Mapping[str, int] = {"nsec": 0, "usec": 3, "msec": 6, "k": 3, "M": 6, "G": 9}
_NOTE = (
    "IOPS are computed from the number of I/Os and the run time, which stand in the report as whole numbers; "
    "fio prints the rate itself with four digits."
)


class FioNormalReader(PrintedReader):
    """What fio prints without `--output-format`, by versions 2 and 3.

    Gives: `throughput` in I/Os per second, `response_time_mean`, `response_time_max`, the percentiles that
    are measures, `cpu_user` and `cpu_system`; each but CPU by direction (read, write, trim, sync) too.
    Elsewhere: the alternative, the run, the compression ratio. Groups of jobs are scenarios.
    Caveats: times have the digits that the report has, JSON has more of them; percentiles are of the
    completion latency unless fio ran with `lat_percentiles`; CPU is of fio's own process.
    """

    words = (": (groupid=",)
    forms = (re.compile(r"^.*: \(groupid=[0-9]+, jobs=[0-9]+\): err=", re.MULTILINE),)

    def matches(self, head: str) -> bool:
        """Say whether a job's line of the report stands in it, and neither JSON nor a terse line."""
        others = (FioJsonReader(), FioTerseReader())
        return super().matches(head) and not any(other.matches(head) for other in others)

    def _reading(self, text: Lines, options: Options) -> Reading:
        return replace(reading_of(list(_jobs(text)), "ns", options), notes=(_NOTE,))


def _jobs(report: Lines) -> Iterator[Job]:
    report.every(_JOB, _JOBLIKE)
    finished = {hit.text() for hit in report.all(_GROUP)}
    seen: dict[tuple[str, ...], int] = {}
    for part in report.parts(_JOB):
        head = part.one(_JOB, "line of the job")
        key = (head.text(1), head.text(2), head.text(4))
        advice = "give one report; with --status-interval fio prints many, of which the last is whole"
        once(seen, key, head.line, f"job {quoted(key[0])}", advice=advice)
        if key[1] not in finished:
            problem = f"the report has no line 'Run status group {key[1]}': it is cut off"
            raise InputError(problem, line=report.last)
        yield _job(head, part.until(_GROUP))


def _job(head: LineMatch, body: Lines) -> Job:
    cpu, issued = body.one(_CPU, "line 'cpu'"), body.one(_ISSUED, "line 'issued'")
    counts = dict(zip(("read", "write", "trim", "sync"), issued.match.groups(), strict=True))
    found = [_direction(part, counts) for part in body.parts(_DIRECTION)]
    if len(found) > 1:  # --unified_rw_reporting=both adds the sum, with a rate of 0
        found = [each for each in found if each.name != "mixed"]
    names = {each.name for each in found}
    for name, count in counts.items():
        if name != "sync" and int(count or 0) and name not in names and "mixed" not in names:
            problem = f"{count} I/Os of kind {name}, and no line of their rate"
            raise InputError(problem, line=issued.line, found=name)
    sync = next(iter(body.parts(_SYNC)), None)
    if sync is not None:
        found.append(_kind("sync", sync, float(counts["sync"] or 0), 0.0, None))
    return Job(head.text(1), head.text(2), head.digits(3), cpu.digits(1), cpu.digits(2), tuple(found))


def _direction(part: Lines, counts: Mapping[str, str | None]) -> Direction:
    head = part.one(_DIRECTION, "rate")
    name = head.text(1)
    runtime = finite(head.text(3) or head.text(5), head.line)
    count = finite(counts["read" if name == "mixed" else name] or "0", head.line)
    iops = 1000.0 * count / runtime if runtime else 0.0
    return _kind(name, part, count, runtime, JsonNumber(f"{iops:.6f}", head.line))


def _kind(name: str, part: Lines, count: float, runtime: float, iops: JsonNumber | None) -> Direction:
    part = part.until(_AFTER) if name != "sync" else part
    times = {hit.text(1): hit for hit in part.all(_TIMES)}
    total = times.get("sync" if name == "sync" else "lat")
    tables = {table.one(_TABLE, "percentiles").text(1): table for table in part.parts(_TABLE)}
    chosen = next((each for each in ("sync", "lat", "clat") if each in tables), None)
    return Direction(
        name,
        count,
        runtime,
        iops,
        _time(total, 4) if total else None,
        _time(total, 3) if total else None,
        _percentiles(tables[chosen]) if chosen else {},
        completion=chosen == "clat",
    )


def _percentiles(table: Lines) -> dict[str, JsonNumber]:
    power = _POWERS[table.one(_TABLE, "percentiles").text(2)]
    return {
        PERCENTILES[finite(percent, hit.line)]: _digits(digits, power, hit.line)
        for hit in table.all(_CELLS)
        for percent, digits in _CELL.findall(hit.match.string)
        if finite(percent, hit.line) in PERCENTILES
    }


def _time(hit: LineMatch, group: int) -> JsonNumber:
    """Return a time in nanoseconds, with the digits that were printed."""
    digits = hit.text(group)
    power = _POWERS[hit.text(2)] + _POWERS.get(digits[-1], 0)
    return _digits(digits.rstrip("kMG"), power, hit.line)


def _digits(text: str, power: int, line: int) -> JsonNumber:
    return JsonNumber(f"{text}e{power}" if power else text, line)
