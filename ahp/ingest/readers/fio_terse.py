"""fio's terse output, versions 2 to 5: one line of semicolons for each job."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ahp.errors import InputError
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, holds
from ahp.ingest.readers.fio_jobs import PERCENTILES, Direction, Job, reading_of
from ahp.ingest.readers.json import JsonNumber
from ahp.ingest.readers.lines import Lines, once


@dataclass(frozen=True)
class _Layout:
    """Where things stand: the job's name, the directions, and how many fields each of them has."""

    name: int
    directions: tuple[str, ...]
    width: int

    @property
    def end(self) -> int:
        """The first field after the directions."""
        return self.name + 3 + self.width * len(self.directions)


_LAYOUTS: Mapping[str, _Layout] = {
    "2": _Layout(1, ("read", "write", "trim"), 41),
    "3": _Layout(2, ("read", "write"), 41),
    "4": _Layout(2, ("read", "write", "trim"), 41),
    "5": _Layout(2, ("read", "write", "trim"), 47),
}
_TAIL, _DISK = 34, 9  # CPU, depths and latency classes; then nine fields for each disk
_KB, _IOPS, _RUNTIME, _PERCENTILES, _TOTAL = 0, 2, 3, slice(12, 32), 32
_NUMBER = re.compile(r"-?[0-9]+(?:\.[0-9]+)?")


class FioTerseReader:
    """What `fio --minimal` or `fio --output-format=terse` writes, versions 2 to 5.

    Gives: `throughput` in I/Os per second, `response_time_mean`, `response_time_max`, the percentiles that
    are measures, `cpu_user` and `cpu_system`; each but CPU by direction (read, write, trim) too.
    Elsewhere: the alternative, the run, the compression ratio. Groups of jobs are scenarios.
    Caveats: IOPS are cut to whole numbers; percentiles are of the completion latency and cannot be merged
    over jobs without `--group_reporting`; CPU is of fio's own process.
    """

    def matches(self, head: str) -> bool:
        """Say whether there is a line of a hundred semicolons that starts with the version, and no JSON."""
        if not holds(head, ";fio-", "2;") or '"fio version"' in head:
            return False
        return re.search(r"^(?:[345];fio-|2;)[^\n]*(?:;[^;\n]*){100}", head, re.MULTILINE) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of all jobs: for each direction, and for all together.

        Raises
        ------
        InputError
            If a line is not whole, stands twice, or a job failed.
        """
        return reading_of(list(_jobs(source.text)), "us", options)


def _jobs(text: str) -> Iterator[Job]:
    seen: dict[str, int] = {}
    for line, content in Lines.of(text).lines:
        if content.count(";") < _TAIL:
            continue  # a note, or the normal report in the mixed formats
        once(seen, content, line, "this line", advice="remove one of them")
        yield _job(content.split(";"), line)
    if not seen:
        raise InputError("no line of terse output", line=1, advice="give the file as fio wrote it")


def _job(fields: Sequence[str], line: int) -> Job:
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
            advice="give the whole line",
        )

    def at(position: int) -> JsonNumber:
        return _digits(fields[position], line, position)

    return Job(
        fields[layout.name],
        at(layout.name + 1).text,
        at(layout.name + 2),
        _share(fields[layout.end], line, layout.end),
        _share(fields[layout.end + 1], line, layout.end + 1),
        tuple(_directions(fields, layout, line)),
    )


def _directions(fields: Sequence[str], layout: _Layout, line: int) -> Iterator[Direction]:
    for number, name in enumerate(layout.directions):
        start = layout.name + 3 + number * layout.width

        def at(offset: int, start: int = start) -> JsonNumber:
            return _digits(fields[start + offset], line, start + offset)

        iops, runtime = at(_IOPS), at(_RUNTIME).value
        if not at(_KB).value and not iops.value:
            continue
        lowest, highest, mean = at(_TOTAL), at(_TOTAL + 1), at(_TOTAL + 2)
        measured = lowest.value or highest.value or mean.value
        percentiles = _percentiles(fields[start:][_PERCENTILES], line, start + _PERCENTILES.start)
        yield Direction(
            name,
            iops.value * runtime / 1000,
            runtime,
            iops,
            mean if measured else None,
            highest if measured else None,
            percentiles,
        )


def _percentiles(fields: Sequence[str], line: int, start: int) -> dict[str, JsonNumber]:
    found = {}
    for position, field in enumerate(fields, start):
        percent, _, printed = field.partition("=")
        digits = _digits(printed, line, position)
        known = PERCENTILES.get(_share(percent, line, position).value)
        if known is not None:
            found[known] = digits
    return found if any(digits.value for digits in found.values()) else {}


def _share(field: str, line: int, position: int) -> JsonNumber:
    if not field.endswith("%"):
        raise InputError("a percentage is needed", line=line, column=f"field {position + 1}", found=field)
    return _digits(field[:-1], line, position)


def _digits(field: str, line: int, position: int) -> JsonNumber:
    if _NUMBER.fullmatch(field) is None:
        raise InputError("a number is needed", line=line, column=f"field {position + 1}", found=field)
    return JsonNumber(field, line)
