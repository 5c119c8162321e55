"""The records of Google Benchmark, whichever way they were written: repetitions, aggregates, counters."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from ahp.errors import FailedRunError, InputError, listed
from ahp.ingest.failures import Failures
from ahp.ingest.jsontext import Digits, item, line_of, number_at
from ahp.ingest.readers.base import Options, Reading, Row, number
from ahp.ingest.readers.counters import counter, with_ratios
from ahp.ingest.readers.printed import finite

Record: TypeAlias = Mapping[str, Any]
"""One line of results, by the keys of the JSON; a number is :class:`Digits`."""

WORDS = ("name", "time_unit", "label", "error_occurred", "error_message", "skip_message")
"""Keys of what is no number."""

_AGGREGATE = re.compile(r"(.+)_(mean|median|stddev|cv|BigO|RMS)")
_CENTRE = re.compile(r"(.+)_(?:mean|median)")
_UNITS = ("ns", "us", "ms", "s")
_TIMES = {"real_time": "duration", "cpu_time": "cpu_per_transaction"}
_COUNTS = (
    "iterations",
    "threads",
    "repetitions",
    "repetition_index",
    "family_index",
    "per_family_instance_index",
)
_MEANS = "It holds no single repetitions: each value is the mean of several."
_ONE_PROCESS = "Its repetitions ran in one process: another start of it may differ by more than they do."
_THREADS = (
    "With several threads cpu_time is the first one's or all threads', as the library's version has it."
)


def suite(records: Sequence[Record], options: Options, caveats: Sequence[str]) -> Reading:
    """Return the reading of some records: of every repetition, or of the means where there are none.

    Raises
    ------
    FailedRunError
        If a benchmark failed, unless such runs are left out.
    InputError
        If a time has no unit or is 0, or no repetition and no mean is there.
    """
    failures = Failures(options)
    skipped = [str(item(record, "name")) for record in records if _is_skipped(record)]
    measured = [record for record in records if not (_is_skipped(record) or _has_failed(record, failures))]
    _refuse_cut(measured)
    chosen = _only(measured, "")
    told = [*caveats, *([f"Skipped by their own code: {listed(skipped)}."] if skipped else [])]
    if not chosen:
        chosen = _only(measured, "mean")
        told.append(_MEANS)
    if any("/threads:" in name for name, _ in chosen):
        told.append(_THREADS)
    rows = with_ratios(_rows(chosen, options), options)
    if any(row.run not in (None, "1") for row in rows):
        told.append(_ONE_PROCESS)
    counters = frozenset(row.column.casefold() for row in rows if row.column not in _TIMES)
    return Reading(
        rows,
        count=len(chosen),
        headings=counters,
        caveats=tuple(told),
        left_out=tuple(failures.left_out),
        benchmarks={(None, name): name for name, _ in chosen},
    )


def failed(name: str, why: str, line: int) -> Record:
    """Return the record of a benchmark that failed, as JSON would have it."""
    return {"name": name, "error_occurred": True, "error_message": why, "iterations": Digits("0", line)}


def _is_skipped(record: Record) -> bool:
    return bool(record.get("skipped"))


def _has_failed(record: Record, failures: Failures) -> bool:
    """Say whether a benchmark failed, where those are left out."""
    if not record.get("error_occurred"):
        return False
    problem = f"{item(record, 'name')} failed: {record.get('error_message', 'it does not say why')}"
    advice = "mend it, or leave it out with --benchmark_filter"
    failures.met(FailedRunError(problem, line=line_of(record), advice=advice))
    return True


def _only(records: Sequence[Record], kind: str) -> list[tuple[str, Record]]:
    """Return the records of one aggregate with their names, of the repetitions if `kind` is empty."""
    names = {str(item(record, "name")) for record in records}
    if any("run_type" in record for record in records):  # since version 1.5
        found = [_typed(record) for record in records]
    else:
        found = [_by_ending(str(record["name"]), names) for record in records]
    return [(name, record) for (name, its), record in zip(found, records, strict=True) if its == kind]


def _typed(record: Record) -> tuple[str, str]:
    """Return the benchmark's name, and which aggregate this is; "" for a repetition."""
    name, kind = str(item(record, "run_name")), item(record, "run_type")
    if kind not in ("iteration", "aggregate"):
        raise InputError("'run_type' is iteration or aggregate", line=line_of(record), found=str(kind))
    return name, str(item(record, "aggregate_name")) if kind == "aggregate" else ""


def _by_ending(name: str, names: Container[str]) -> tuple[str, str]:
    """Return the same where only the ending of the name tells."""
    ending = _AGGREGATE.fullmatch(name)
    if ending and (ending[2] in ("BigO", "RMS") or f"{ending[1]}_stddev" in names):
        return ending[1], ending[2]
    return name, ""


def _refuse_cut(records: Sequence[Record]) -> None:
    """Refuse a mean or a median without a standard deviation behind it, lest it be taken for a benchmark.

    It is one if its benchmark was repeated, or if it is of as many repetitions as the other means are.
    """
    if any("run_type" in record for record in records):
        return
    names = Counter(str(item(record, "name")) for record in records)
    found = [(_CENTRE.fullmatch(str(record["name"])), record) for record in records]
    means = [(ending[1], record) for ending, record in found if ending and names[ending[0]] == 1]
    counts = [getattr(record.get("iterations"), "text", "") for _, record in means]
    usual = {count for (name, _), count in zip(means, counts, strict=True) if f"{name}_stddev" in names}
    for (name, record), count in zip(means, counts, strict=True):
        if f"{name}_stddev" not in names and (names[name] > 1 or count in usual):
            problem = f"the aggregates of {name} end before their standard deviation: the file is cut off"
            raise InputError(problem, line=line_of(record), found=record["name"], advice="give it whole")


def _rows(chosen: Sequence[tuple[str, Record]], options: Options) -> Iterator[Row]:
    if not chosen:
        raise InputError("no repetition and no mean is in it", line=1, advice="write it without filters")
    repetitions = Counter(name for name, _ in chosen)
    seen: Counter[str] = Counter()
    for name, record in chosen:
        seen[name] += 1
        run = str(seen[name]) if repetitions[name] > 1 else None
        unit = _unit(record)
        for column in (key for key in record if key not in (*WORDS, *_COUNTS)):
            if column in _TIMES:
                yield _time(record, column, unit, name, run)
            elif isinstance(record[column], Digits):
                yield counter(
                    column, _cell(record, column), options, alternative=name, scenario=None, run=run
                )


def _time(record: Record, column: str, unit: str, name: str, run: str | None) -> Row:
    cell = _cell(record, column)
    if cell.value <= 0:
        raise InputError("it must be greater than 0", line=cell.line, column=column, found=cell.text)
    return number(
        _TIMES[column],
        cell.value,
        unit,
        printed=cell.text,
        line=cell.line,
        column=column,
        alternative=name,
        run=run,
    )


def _unit(record: Record) -> str:
    line = line_of(record)
    for column in _TIMES:
        _cell(record, column)
    unit = str(item(record, "time_unit"))
    if unit not in _UNITS:
        raise InputError("this is not a unit of time", line=line, column="time_unit", found=unit)
    return unit


def _cell(record: Record, column: str) -> Digits:
    cell = item(record, column)
    if isinstance(cell, Digits):
        finite(cell.text, cell.line)  # in a CSV anything may stand there
    return number_at(record, column)
