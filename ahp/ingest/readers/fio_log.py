"""fio's logs of `--write_lat_log`, `--write_iops_log`, `--write_bw_log`: a value for each I/O or window."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

import numpy as np

from ahp.errors import InputError
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, Row, number
from ahp.ingest.readers.lines import Lines, finite
from ahp.ingest.readers.percentiles import NEAREST_RANK, statistics

_LINE = re.compile(
    r"([0-9]+), ([0-9]+), ([012]), ([0-9]+)((?:, (?:0x[0-9a-f]{1,16}|0|[1-9][0-9]{0,19})){0,3})"
)
_NAME = re.compile(r"_(bw|iops|lat|clat|slat)(?:\.[0-9]+)?\.log$")
_KINDS = ("bw", "iops", "lat", "clat")
_DIRECTIONS = ("read", "write", "trim")
_UNKNOWN = (
    "the lines of a fio log do not say whether they are bandwidth (KiB/s), I/Os per second or latency (ns); "
    "its name does, where it ends as fio makes it: _bw.1.log, _iops.1.log, _lat.1.log, _clat.1.log"
)
_SUBMISSION = "a log of submission latency; it is a part of the response time only"
_UNIT = (
    "a latency log of four columns may be in microseconds (fio 2) or nanoseconds (fio 3.0 to 3.17), one with "
    "offsets and without priorities too"
)
_WINDOWS = (
    "The log holds averages over windows (log_avg_msec): each window counts alike, however many I/Os it had; "
    "what lies after the last whole window may be missing."
)
_MAXIMA = "Where fio ran with log_max_value=1 the latencies are the windows' maxima; the log does not say so."
_COMPLETION = "This is the completion latency, without the submission; the _lat log has the total."
_ONE_JOB = "A log is of one job; what other jobs did at the same time is not in it."
_END = "The rate is over the time up to the last I/O that was logged."
_MISSING = "Some windows hold nothing of one direction; they are not counted in its mean."


class _Sample(NamedTuple):
    milliseconds: int
    value: int
    direction: str
    size: int
    more: tuple[str, ...]


class FioLogReader:
    """A log that fio writes for one job: of its I/Os, or of windows with `log_avg_msec`.

    Gives: by the end of its name: `_iops` the `throughput`; `_lat` or `_clat` the `response_time_mean`, and
    percentiles and `response_time_max` where each I/O has a line; `_bw` the `bandwidth`, which a study of
    your own can rank. By direction (read, write, trim) too. `--map throughput=iops`, with the kind after the
    sign, says what a log of another name is.
    Elsewhere: the alternative, the run, the CPU. Only one of a job's `_lat` and `_clat` logs is taken.
    Caveats: windows count alike, whatever their number of I/Os; a log is of one job.
    """

    def matches(self, head: str) -> bool:
        """Say whether its first lines are four to seven numbers, the third of them a direction."""
        lines = head.split("\n", 5)[:5]
        return len(head) > len(lines) and all(
            _LINE.fullmatch(line.rstrip("\r")) for line in lines if line.strip()
        )

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of each direction and, where they can be added or are one, of all.

        Raises
        ------
        InputError
            If nothing says what the values are, or a line is damaged.
        """
        kind = _kind(source.name, options)
        samples = _samples(source.text)
        windows = samples[0].size == 0
        kinds = [sample.direction for sample in samples]
        parts = {name: [s for s in samples if s.direction == name] for name in _DIRECTIONS if name in kinds}
        caveats = [_ONE_JOB, *([_WINDOWS] if windows else []), *([_COMPLETION] if kind == "clat" else [])]
        if windows and len({len(part) for part in parts.values()}) > 1:
            caveats.append(_MISSING)
        if kind.endswith("lat"):
            _refuse_unknown_unit(samples)
            caveats.append(_MAXIMA if windows else NEAREST_RANK)
            rows = tuple(_times(parts, windows))
        else:
            caveats += [] if windows else [_END]
            rows = tuple(_rates(parts, kind, windows))
        by = "its name" if _NAME.search(source.name) else "--map"
        note = f"Its values were taken as {kind} by {by}."
        return Reading(
            rows, count=len(samples), headings=frozenset(_KINDS), caveats=tuple(caveats), notes=(note,)
        )


def _kind(name: str, options: Options) -> str:
    named = _NAME.search(name)
    said = [column for column in options.columns.values() if column in _KINDS]
    if named is None and len(set(said)) != 1:
        raise InputError(_UNKNOWN, line=1, advice="keep that name, or say which it is: --map throughput=iops")
    kind = named.group(1) if named else said[0]
    if kind == "slat":
        raise InputError(_SUBMISSION, line=1, advice="give the _lat or the _clat log")
    return kind


def _samples(text: str) -> list[_Sample]:
    found: list[_Sample] = []
    for line, content in Lines.of(text.rstrip("\r\n")).lines:
        match = _LINE.fullmatch(content)
        if match is None:
            raise InputError("four to seven numbers are needed", line=line, found=content)
        time, value, direction, size, more = match.groups()
        finite(value, line)
        sample = _Sample(
            int(time), int(value), _DIRECTIONS[int(direction)], int(size), tuple(more.split(", ")[1:])
        )
        first = found[0] if found else sample
        if len(sample.more) != len(first.more) or (sample.size == 0) != (first.size == 0):
            raise InputError("this line is not like those before it", line=line, found=content)
        if found and sample.milliseconds <= first.milliseconds < found[-1].milliseconds:
            raise InputError(
                "the time begins again: two logs in one", line=line, found=time, advice="give each as a file"
            )
        found.append(sample)
    return found


def _refuse_unknown_unit(samples: Sequence[_Sample]) -> None:
    more = [sample.more for sample in samples]
    offsets = len(more[0]) == 1 and any(int(each[0], 0) > 0xFFFF for each in more)
    if not more[0] or offsets:
        raise InputError(_UNIT, line=1, advice="give fio's report or its JSON, or run fio 3.18 or later")


def _times(parts: dict[str, list[_Sample]], windows: bool) -> Iterator[Row]:
    whole = [sample for part in parts.values() for sample in part]
    kinds = [*parts.items(), *([("", whole)] if len(parts) == 1 or not windows else [])]
    for name, part in kinds:
        values = np.array([sample.value for sample in part], dtype=np.float64)
        if windows:  # how many I/Os each had is not known: directions cannot be weighed
            mean = float(values.mean())
            told = f"{mean:.1f}"
            yield number("response_time_mean", mean, "ns", printed=told, line=None, transaction=name)
        else:
            yield from statistics(values, "ns", transaction=name)


def _rates(parts: dict[str, list[_Sample]], kind: str, windows: bool) -> Iterator[Row]:
    measure, unit = ("throughput", "io/s") if kind == "iops" else ("bandwidth", "KiB/s")
    found = {name: _rate(part, kind, windows) for name, part in parts.items()}
    for name, value in [*found.items(), ("", sum(found.values()))]:
        printed = f"{value:.3f}"
        yield number(measure, value, unit, printed=printed, line=None, column=measure, transaction=name)


def _rate(part: Sequence[_Sample], kind: str, windows: bool) -> float:
    if windows:
        return float(np.mean([sample.value for sample in part]))
    first, last = part[0].milliseconds, part[-1].milliseconds
    # Times count from the start of the job, unless fio logged those of a clock (log_unix_epoch).
    clock = first > last - first
    seconds, done = ((last - first), part[1:]) if clock else (last, part)
    if seconds <= 0:
        problem = "the log has no duration: all its I/Os have one time"
        raise InputError(problem, line=1, found=str(first), advice="run longer")
    return (len(done) if kind == "iops" else sum(each.size for each in done) / 1024) / (seconds / 1000)
