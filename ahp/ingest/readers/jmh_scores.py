"""The scores of JMH, whichever way they were written: what was measured, in which mode, and its rows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from fractions import Fraction
from typing import NamedTuple

from ahp.errors import InputError, listed
from ahp.ingest.readers.base import Reading, Row, number
from ahp.ingest.readers.json import JsonNumber
from ahp.ingest.readers.lines import percentile
from ahp.units import UNITS, Unit

MODES = {"thrpt": "throughput", "avgt": "duration", "ss": "duration", "sample": "response_time_mean"}
"""What each mode measures; which way it is better depends on nothing else."""

RATE = re.compile(r"ops/(ns|us|ms|s|min)")
"""The unit of a throughput."""

_METHOD = re.compile(r"[\w.$]+")
_TIME = re.compile(r"(ns|us|ms|s|min)/op")


class Benchmark(NamedTuple):
    """What is measured, and how."""

    method: str
    mode: str
    threads: str
    parameters: tuple[tuple[str, str], ...]
    unit: str


def measure_of(benchmark: Benchmark, line: int) -> str:
    """Return what a benchmark's mode measures.

    Raises
    ------
    InputError
        If the method's name, the mode or the unit is none.
    """
    if not _METHOD.fullmatch(benchmark.method):
        raise InputError("this is no name of a method", line=line, found=benchmark.method)
    measure = MODES.get(benchmark.mode)
    if measure is None:
        raise InputError(f"the modes are {listed(MODES)}", line=line, found=benchmark.mode)
    if not (RATE if measure == "throughput" else _TIME).fullmatch(benchmark.unit):
        raise InputError(f"this is no unit of mode {benchmark.mode}", line=line, found=benchmark.unit)
    return measure


def statistic_of(percent: str, line: int) -> str | None:
    """Return the measure of a percentile, None if none has a name.

    Raises
    ------
    InputError
        If it is none.

    Examples
    --------
    >>> statistic_of("99.9", 1), statistic_of("100.0", 1), statistic_of("0.0", 1)
    ('response_time_p999', 'response_time_max', None)
    """
    if not re.fullmatch(r"[0-9]+(?:\.[0-9]*)?", percent):
        raise InputError("this is not a percentile", line=line, found=percent)
    return "response_time_max" if float(percent) == 100 else percentile(percent)


def percent_of(part: str, line: int) -> str:
    """Return the percentage of a percentile as JMH names it in tables.

    Raises
    ------
    InputError
        If it is none.

    Examples
    --------
    >>> percent_of("p0.999", 1)
    '99.9'
    """
    found = re.fullmatch(r"p(0\.[0-9]+|1\.0+)", part)
    if found is None:
        raise InputError("this is no percentile of JMH", line=line, found=part)
    return f"{float(found[1]) * 100:g}"


_PER_SECOND = {
    "ns": Fraction(10**9),
    "us": Fraction(10**6),
    "ms": Fraction(10**3),
    "s": Fraction(1),
    "min": Fraction(1, 60),
}
_ONE_VM = "Its iterations ran in one JVM: another start of it may differ by more than they do (-f 5)."
_POOLED = (
    "Sampling keeps one distribution of all forks, so what was measured in other modes of the same benchmark "
    "counts as one run too."
)


class Score(NamedTuple):
    """A number of a benchmark: its score with those of its runs, or a percentile."""

    benchmark: Benchmark
    measure: str
    cell: JsonNumber
    runs: tuple[JsonNumber, ...] = ()


def runs_of(forks: Sequence[Sequence[JsonNumber]]) -> tuple[JsonNumber, ...]:
    """Return the score of every fork, the mean of its iterations; of every iteration where there is one fork.

    Iterations of one JVM are no independent runs, so where there are several forks, those are the runs.

    Examples
    --------
    >>> two, four, five = (JsonNumber(text, 1) for text in ("2.0", "4.0", "5.0"))
    >>> [cell.value for cell in runs_of([[two, four], [five]])]
    [3.0, 5.0]
    """
    if len(forks) == 1:
        return tuple(forks[0])
    return tuple(JsonNumber(repr(sum(c.value for c in fork) / len(fork)), fork[0].line) for fork in forks)


def suite(
    scores: Sequence[Score], *, one_vm: bool, ignored: Iterable[str], notes: tuple[str, ...] = ()
) -> Reading:
    """Return the reading of some scores.

    Raises
    ------
    InputError
        If a score is 0, or stands twice.
    """
    sampled = {_subject(score) for score in scores if score.benchmark.mode == "sample"}
    pooled = any(len(score.runs) > 1 for score in scores if _subject(score) in sampled)
    several = len({score.benchmark.threads for score in scores}) > 1
    rows = [row for score in scores for row in _rows(score, several, _subject(score) not in sampled)]
    _refuse_twice(scores, several)
    return Reading(
        tuple(rows),
        tuple(dict.fromkeys(ignored)),
        len(rows),
        caveats=(_ONE_VM,) if one_vm and any(row.run not in (None, "1") for row in rows) else (),
        notes=(*notes, *([_POOLED] if pooled else [])),
        benchmarks={
            (row.scenario, row.alternative): ", ".join(
                part for part in (row.alternative, row.scenario) if part is not None
            )
            for row in rows
        },
    )


def _refuse_twice(scores: Iterable[Score], tell_threads: bool) -> None:
    mode: dict[tuple[str | None, ...], str] = {}
    for score in scores:
        row = _row(score, score.cell, None, tell_threads)
        key = (row.scenario, row.alternative, row.measure)
        if key in mode:
            raise InputError(
                f"{row.measure} of {row.alternative} stands here again (mode {mode[key]}, then "
                f"{score.benchmark.mode})",
                line=row.line,
                found=row.found,
                advice="give each result once, and modes that measure the same in files of their own",
            )
        mode[key] = score.benchmark.mode


def _subject(score: Score) -> tuple[object, ...]:
    """Return what a score is of, whatever the mode."""
    return score.benchmark.method, score.benchmark.parameters, score.benchmark.threads


def _rows(score: Score, tell_threads: bool, apart: bool) -> Iterator[Row]:
    """Yield the row of a score, or of each of its runs where they stay apart."""
    if not apart or len(score.runs) < 2:
        yield _row(score, score.cell, None, tell_threads)
        return
    for run, cell in enumerate(score.runs, start=1):
        yield _row(score, cell, str(run), tell_threads)


def _row(score: Score, cell: JsonNumber, run: str | None, tell_threads: bool) -> Row:
    benchmark = score.benchmark
    if cell.value <= 0:
        raise InputError("a score must be greater than 0", line=cell.line, found=cell.text)
    parts = [*benchmark.parameters, *([("threads", benchmark.threads)] if tell_threads else [])]
    rate = RATE.fullmatch(benchmark.unit)
    row = number(
        score.measure,
        cell.value,
        "ops/s" if rate else benchmark.unit.removesuffix("/op"),
        printed=cell.text,
        line=cell.line,
        column="Score",
        alternative=benchmark.method,
        scenario=", ".join(f"{name}={value}" for name, value in parts) or None,
        run=run,
    )
    if rate:
        row = row._replace(unit=Unit(benchmark.unit, UNITS["ops/s"].dimension, _PER_SECOND[rate[1]]))
    return row
