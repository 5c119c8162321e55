"""Go's benchmarks: time of an operation, as `go test -bench` prints it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from ahp.errors import FailedRunError, InputError
from ahp.ingest.checks import Failures
from ahp.ingest.readers.base import Options, Reading, Row
from ahp.ingest.readers.json import JsonNumber
from ahp.ingest.readers.lines import LineMatch, Lines, N, PrintedReader, refuse_doubled
from ahp.ingest.readers.suites import as_suite, caveats_of_runs, counter, repetitions, time_row, with_ratios

_RESULT = re.compile(rf"^Benchmark(\S*)[ \t]+([0-9]+)((?:[ \t]+{N} [^\s\d]\S*)+)[ \t]*$")
_LIKE_RESULT = re.compile(r"^Benchmark\S*[ \t]+[0-9]| ns/op")  # one that prints parts its name from it
_HEAD = re.compile(rf"^Benchmark\S*[ \t]+[0-9]+[ \t]+{N} [^\s\d]\S*(?:[ \t]|$)", re.MULTILINE)
_VALUE = re.compile(rf"({N}) (\S+)")
_START = re.compile(r"^goos: ")
_PACKAGE = re.compile(r"^pkg: (\S+)$")
_END = re.compile(r"^(?:PASS|FAIL\b.*|ok\s.*)$")
_FAILED = re.compile(r"^--- FAIL: (\S+).*$")
_BROKEN = re.compile(r"^(?:FAIL\s+(\S+).*|panic: .*)$")
_PROCESSORS = re.compile(r"-[0-9]+$")
_TIME = "ns/op"
_NO_END = "It does not end with PASS or FAIL: if it was cut off, benchmarks are missing."


class _Result(NamedTuple):
    """One line of results, with the package that it is of."""

    package: str
    hit: LineMatch

    @property
    def name(self) -> str:
        return self.hit.text(1) or "Benchmark"


class GoBenchReader(PrintedReader):
    """What `go test -bench` prints, with `-benchmem` and `-count` too.

    Each benchmark is an alternative, by its name without `Benchmark` and the number of processors if that is
    the same for all; with `NAME=FILE` it is a scenario.

    Gives: `duration` of an operation; `b_op`, `allocs_op`, `mb_s` and what the benchmark reports itself, by
    their own names, of which `--map compression_ratio=ratio` says more. Repetitions (`-count`) are runs.
    Elsewhere: the CPU, sizes and ratios that no benchmark reports.
    Caveats: repetitions ran in one process. A benchmark or a package that failed is refused, or left out with
    `--drop-failed`.
    """

    words = ("Benchmark",)
    forms = (_HEAD,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        failures = Failures(options)
        for hit in text.all(_FAILED) or text.all(_BROKEN)[:1]:
            failures.met(
                FailedRunError(f"{hit.text() or 'a benchmark'} failed", line=hit.line, found=hit.text(0))
            )
        results = list(_results(text))
        refuse_doubled([(result.hit.line, f"{result.package} {result.hit.match[0]}") for result in results])
        names = _names(results)
        rows = with_ratios(_rows(results, names, options), options)
        ended = all(part.all(_END) for part in text.parts(_START))
        reading = Reading(
            rows,
            count=len(results),
            headings=frozenset(row.column.casefold() for row in rows),
            caveats=(*caveats_of_runs(rows), *(() if ended else (_NO_END,))),
            left_out=tuple(failures.left_out),
        )
        return as_suite(reading)


def _results(printed: Lines) -> Iterator[_Result]:
    packages = printed.all(_PACKAGE)
    hits = printed.every(_RESULT, _LIKE_RESULT)
    if not hits:
        raise InputError("no benchmark has a result", line=printed.last)
    several = len({hit.text() for hit in packages}) > 1
    for hit in hits:
        package = next((found.text() for found in reversed(packages) if found.line < hit.line), "")
        yield _Result(package if several else "", hit)


def _names(results: Sequence[_Result]) -> list[str]:
    """Return what each benchmark is called, as many as there are results."""
    endings = [_PROCESSORS.search(result.name) for result in results]
    same = len({ending[0] if ending else "" for ending in endings}) == 1
    names = [_PROCESSORS.sub("", result.name) if same else result.name for result in results]
    return [
        f"{result.package} {name}" if result.package else name
        for result, name in zip(results, names, strict=True)
    ]


def _rows(results: Sequence[_Result], names: Sequence[str], options: Options) -> Iterator[Row]:
    for result, name, run in zip(results, names, repetitions(names), strict=True):
        for printed, unit in _VALUE.findall(result.hit.text(3)):
            cell = JsonNumber(printed, result.hit.line)
            if unit == _TIME:
                yield time_row(cell, "ns", column=unit, alternative=name, run=run)
            else:
                yield counter(unit, cell, options, alternative=name, scenario=None, run=run)
