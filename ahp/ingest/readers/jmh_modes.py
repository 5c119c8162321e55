"""What is measured in each mode of JMH, and what its percentiles are called."""

from __future__ import annotations

import re
from typing import NamedTuple

from ahp.errors import InputError, listed
from ahp.ingest.readers.printed import percentile

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
