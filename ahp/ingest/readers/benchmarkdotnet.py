"""BenchmarkDotNet: time of an operation, from its summary as CSV or Markdown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from ahp.errors import FailedRunError, InputError
from ahp.ingest.checks import Failures
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, Row, holds, number
from ahp.ingest.readers.lines import once
from ahp.ingest.readers.suites import as_suite
from ahp.ingest.tables.cells import MEAN_READ, Parsed, parse_number
from ahp.ingest.tables.delimited import parse_table
from ahp.ingest.tables.drawn import lines_of, tables_in
from ahp.units import find

_NAMES = r'"?(?:Namespace|Type|Method)"?'
_CSV = re.compile(rf"^{_NAMES}([,;\t])(?:[^\n]*\1)?Mean(?: \[[^\]\n]+\])?\1Error(?: \[[^\]\n]+\])?\1")
_MARKDOWN = re.compile(
    rf"^ *\|? *{_NAMES} *\|(?:[^\n]*\|)? *Mean *(?:\[[^\]\n]+\] *)?\| *Error *(?:\[[^\]\n]+\] *)?\|",
    re.MULTILINE,
)
_MEAN = re.compile(r"Mean(?: \[(.+)\])?")
_ALLOCATED = re.compile(r"Allocated(?: \[(.+)\])?")
_BYTES = {"B": "B", "KB": "KiB", "MB": "MiB", "GB": "GiB", "TB": "TiB"}  # its kilobyte has 1024 bytes
_OF_JOBS = frozenset(
    {
        "Namespace", "Type", "Categories", "Job", "AnalyzeLaunchVariance", "EvaluateOverhead",
        "MaxAbsoluteError", "MaxRelativeError", "MinInvokeCount", "MinIterationTime", "OutlierMode",
        "Affinity", "Jit", "Platform", "PowerPlanMode", "Runtime", "AllowVeryLargeObjects",
        "Concurrent", "CpuGroups", "Force", "HeapAffinitizeMask", "HeapCount", "NoAffinitize",
        "RetainVm", "Server", "EnvironmentVariables", "LargeAddressAware", "Arguments",
        "BuildConfiguration", "Clock", "EngineFactory", "NuGetReferences", "Toolchain", "IsMutator",
        "InvocationCount", "IterationCount", "IterationTime", "LaunchCount", "MaxIterationCount",
        "MaxWarmupIterationCount", "MemoryRandomization", "MinIterationCount",
        "MinWarmupIterationCount", "RunStrategy", "UnrollFactor", "WarmupCount",
    }
)  # fmt: skip
"""Columns of BenchmarkDotNet's own; any other before the mean is a parameter of the benchmark."""
_FAILED = ("NA", "?", "")
_WHOLE = "give the whole summary of one run, as BenchmarkDotNet exported it"
_MARK = "^"  # stands behind the first row of a group
_COMMA = re.compile(r"[0-9],[0-9]")
_OUTLIERS = (
    "BenchmarkDotNet's mean is of the iterations that it kept: by default it removes the slow outliers; "
    f"{MEAN_READ}."
)


class _Summary(NamedTuple):
    """The headings of a summary, their line, and its rows by line."""

    header: tuple[str, ...]
    line: int
    rows: Sequence[tuple[int, Sequence[str]]]


class BenchmarkdotnetReader:
    """BenchmarkDotNet's summary as it exports it: `…-report.csv` and `…-report-github.md`.

    Each method is an alternative, with those of its jobs and types that differ, and each set of parameters a
    scenario; where one method was measured the parameters are the alternatives. With `NAME=FILE` each
    benchmark is a scenario.

    Gives: `duration` of an operation, which is the mean; `memory` that it allocates, where it allocates any.
    Elsewhere: the CPU, sizes and ratios.
    Caveats: the mean is of the iterations without outliers; that rows are cut off is not noticed. A benchmark
    that failed is refused, or left out with `--drop-failed`.
    """

    def matches(self, head: str) -> bool:
        """Say whether a heading with the method, the mean and its error stands there."""
        return holds(head, "Method") and bool(_CSV.match(head) or _MARKDOWN.search(head))

    def read(self, source: Source, options: Options) -> Reading:
        """Return the mean of each benchmark."""
        summary = _csv(source) if _CSV.match(source.head) else _markdown(source.text)
        at = [i for i, name in enumerate(summary.header) if _MEAN.fullmatch(name)]
        if len(at) != 1 or summary.header.count("Method") != 1:
            problem = "a summary has one column Method and one Mean"
            raise InputError(problem, line=summary.line, advice=_WHOLE)
        of_memory = next((i for i, name in enumerate(summary.header) if _ALLOCATED.fullmatch(name)), None)
        marks = {i: options.decimal or _decimal(summary, i) for i in (at[0], of_memory) if i is not None}
        failures, rows = Failures(options), list[Row]()
        for (name, scenario), (line, cells) in zip(_names(summary, at[0]), summary.rows, strict=True):
            printed = cells[at[0]]
            if printed in _FAILED:
                whole = ", ".join(filter(None, (name, scenario)))
                failures.met(FailedRunError(f"{whole} failed", line=line, column="Mean", found=printed))
            else:
                own = [_duration(line, summary.header[at[0]], printed, marks[at[0]])]
                if of_memory is not None and cells[of_memory] not in (*_FAILED, "-"):
                    heading, mark = summary.header[of_memory], marks[of_memory]
                    own.append(_memory(line, heading, cells[of_memory], mark))
                rows += [row._replace(alternative=name, scenario=scenario) for row in own]
        ignored = tuple(name for name in summary.header[at[0] + 1 :] if not _ALLOCATED.fullmatch(name))
        left = tuple(failures.left_out)
        return as_suite(Reading(tuple(rows), ignored, len(rows), means=(_OUTLIERS,), left_out=left))


def _csv(source: Source) -> _Summary:
    table = parse_table(source)
    rows = [(line or 1, [str(cell).strip() for cell in cells]) for line, cells in table.rows]
    return _Summary(table.header, table.header_line or 1, rows)


def _markdown(text: str) -> _Summary:
    found = [
        table for table in tables_in(lines_of(text)) if {"Method", "Error"} <= {*map(_plain, table.header)}
    ]
    if len(found) != 1:
        raise InputError(f"{len(found) or 'no'} summaries stand in it", line=1, advice=_WHOLE)
    heading, *lines = found[0].rows
    header = tuple(name for name in found[0].header if name)
    rows = [(line, [cell for cell in found[0].rows[line] if cell != _MARK]) for line in lines]
    whole = [(line, cells) for line, cells in rows if any(cells)]  # an empty row parts two groups
    for line, cells in whole:
        if len(cells) < len(header) or any(cells[len(header) :]):
            raise InputError(f"this row needs {len(header)} cells", line=line, advice=_WHOLE)
    if not whole:
        raise InputError("the summary has no benchmark", line=heading)
    return _Summary(header, heading, whole)


def _plain(heading: str) -> str:
    return heading.partition(" [")[0]


def _names(summary: _Summary, end: int) -> list[tuple[str, str | None]]:
    """Return what each benchmark is called by what stands before the mean and differs, and its parameters."""
    method = summary.header.index("Method")
    differing = [i for i in range(end) if i != method and len({cells[i] for _, cells in summary.rows}) > 1]
    own = [i for i in differing if _plain(summary.header[i]) in _OF_JOBS]
    several = len({tuple(cells[i] for i in (method, *own)) for _, cells in summary.rows}) > 1
    own, given = (own, [i for i in differing if i not in own]) if several else (differing, [])
    names: dict[tuple[str, str | None], int] = {}
    for line, cells in summary.rows:
        said = [f"{summary.header[i]}={cells[i]}" for i in range(end)]
        key = ", ".join([cells[method], *(said[i] for i in own)]), ", ".join(said[i] for i in given) or None
        found = ", ".join(filter(None, key))
        once(names, key, line, "this benchmark", found=found, advice="give each summary once")
    return list(names)


def _decimal(summary: _Summary, column: int) -> str:
    """Return the decimal mark of a column: the exporter writes as the machine's language has it."""
    commas = [(line, cells[column]) for line, cells in summary.rows if _COMMA.search(cells[column])]
    if not commas or any("." in cells[column] for _, cells in summary.rows):
        return "."
    for _, cell in commas:
        try:
            parse_number(cell, ".")
        except InputError:
            return ","
    line, cell = commas[0]
    raise InputError(
        "the comma may be a decimal mark or group digits",
        line=line,
        column=_plain(summary.header[column]),
        found=cell,
        advice="say which with --decimal",
    )


def _parsed(printed: str, decimal: str, line: int, column: str) -> Parsed:
    try:
        return parse_number(printed, decimal)
    except InputError as error:
        raise error.at(line=line, column=column) from None


def _memory(line: int, heading: str, printed: str, decimal: str) -> Row:
    """Return the memory that a benchmark allocates in an operation."""
    value, _, own = printed.partition(" ")
    found = _ALLOCATED.fullmatch(heading)
    unit = _BYTES.get(own or (found[1] if found and found[1] else ""))
    cell = _parsed(value, decimal, line, heading)
    if unit is None:
        problem = "what is allocated has a unit of bytes"
        raise InputError(problem, line=line, column=heading, found=printed, advice=_WHOLE)
    row = number("memory", cell.value, unit, printed=printed, line=line, column=heading)
    return row._replace(resolution=cell.resolution)


def _duration(line: int, heading: str, printed: str, decimal: str) -> Row:
    found, cell = _MEAN.fullmatch(heading), _parsed(printed, decimal, line, "Mean")
    unit = cell.unit or (find(found[1]) if found and found[1] else None)
    if unit is None or unit.dimension != "time" or cell.value <= 0:
        raise InputError("a mean is a time greater than 0", line=line, column="Mean", found=printed)
    row = number("duration", cell.value, unit.symbol, printed=printed, line=line, column="Mean")
    return row._replace(resolution=cell.resolution)
