"""Google Benchmark: time per iteration, as `--benchmark_out` writes it in JSON and CSV."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ahp.errors import FailedRunError, InputError
from ahp.ingest.jsontext import Digits, item, line_of, number_at, object_at, parse_json
from ahp.ingest.readers.base import Options, Reading, Row, number
from ahp.ingest.readers.counters import counter
from ahp.ingest.readers.exports import export_table, records_of
from ahp.ingest.readers.json_lists import objects_at
from ahp.ingest.readers.printed import finite, naming
from ahp.ingest.sources import Source

_Record = Mapping[str, Any]

_JSON = re.compile(r'"benchmarks"\s*:\s*\[\s*\{\s*"name"\s*:[^{}]*"(?:run_name|real_time)"\s*:')
_CSV = re.compile(r"^name,iterations,real_time,cpu_time,time_unit,", re.MULTILINE)
_AGGREGATE = re.compile(r"(.+)_(mean|median|stddev|cv|BigO|RMS)")
_UNITS = ("ns", "us", "ms", "s")
_TIMES = {"real_time": "duration", "cpu_time": "cpu_per_transaction"}
_COLUMNS = (
    "name",
    "iterations",
    "real_time",
    "cpu_time",
    "time_unit",
    "bytes_per_second",
    "items_per_second",
    "label",
    "error_occurred",
    "error_message",
)
_WORDS = ("name", "time_unit", "label", "error_occurred", "error_message")
_COUNTS = (
    "iterations",
    "threads",
    "repetitions",
    "repetition_index",
    "family_index",
    "per_family_instance_index",
)
_CONTEXT = {
    "library_build_type": (
        "debug",
        "The benchmark library was built for debugging: it is slower than it can be.",
    ),
    "cpu_scaling_enabled": (True, "The processor's frequency was free to change during the benchmark."),
}
_MEANS = "It holds no single repetitions: each value is the mean of several."
_THREADS = (
    "With several threads cpu_time is the first one's or all threads', as the library's version has it."
)


class GoogleBenchmarkReader:
    """Reads `duration` (real time) and `cpu_per_transaction` (processor time) of an iteration.

    Repetitions are runs. A counter keeps its own name; `--map compression_ratio=COUNTER` says what it is.
    """

    def matches(self, head: str) -> bool:
        """Say whether Google Benchmark's JSON or CSV stands there."""
        return _CSV.search(head) is not None or _JSON.search(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of every repetition, or of the means where only aggregates were written.

        Raises
        ------
        InputError
            If a benchmark failed, a time has no unit, or the file is damaged.
        """
        with naming(source):
            context, records = _csv(source) if _CSV.search(source.text) else _json(source.text)
            caveats = [said for key, (value, said) in _CONTEXT.items() if context.get(key) == value]
            chosen = _only(records, "")
            if not chosen:
                chosen = _only(records, "mean")
                caveats.append(_MEANS)
            if any("/threads:" in name for name, _ in chosen):
                caveats.append(_THREADS)
            rows = tuple(_rows(chosen, options))
            counters = frozenset(row.column.casefold() for row in rows if row.column not in _TIMES)
            return Reading(rows, count=len(chosen), headings=counters, caveats=tuple(caveats))


def _json(text: str) -> tuple[_Record, list[_Record]]:
    document = parse_json(text)
    return object_at(document, "context"), [*objects_at(document, "benchmarks")]


def _csv(source: Source) -> tuple[_Record, list[_Record]]:
    """Return the rows as JSON would have them; what the library printed before the heading is passed over."""
    text = source.text
    start = _CSV.search(text)
    before = start.start() if start else 0
    table = export_table(replace(source, text="\n" * text.count("\n", 0, before) + text[before:]), _COLUMNS)
    return {}, [
        {name: cell if name in _WORDS else Digits(cell, line) for name, cell in row.items() if cell}
        for line, row in records_of(table)
    ]


def _only(records: Sequence[_Record], kind: str) -> list[tuple[str, _Record]]:
    """Return the records of one aggregate with their names, of the repetitions if `kind` is empty."""
    names = {str(item(record, "name")) for record in records}
    if any("run_type" in record for record in records):  # since version 1.5
        found = [_typed(record) for record in records]
    else:
        found = [_by_ending(str(record["name"]), names) for record in records]
    return [(name, record) for (name, its), record in zip(found, records, strict=True) if its == kind]


def _typed(record: _Record) -> tuple[str, str]:
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


def _rows(chosen: Sequence[tuple[str, _Record]], options: Options) -> Iterator[Row]:
    if not chosen:
        raise InputError("no repetition and no mean is in it", line=1, advice="write it without filters")
    repetitions = Counter(name for name, _ in chosen)
    seen: Counter[str] = Counter()
    for name, record in chosen:
        seen[name] += 1
        run = str(seen[name]) if repetitions[name] > 1 else None
        unit = _unit(record, name)
        for column in (key for key in record if key not in (*_WORDS, *_COUNTS)):
            if column in _TIMES:
                yield _time(record, column, unit, name, run)
            elif isinstance(record[column], Digits):
                yield counter(
                    column, _cell(record, column), options, alternative=name, scenario=None, run=run
                )


def _time(record: _Record, column: str, unit: str, name: str, run: str | None) -> Row:
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


def _unit(record: _Record, name: str) -> str:
    line = line_of(record)
    if record.get("error_occurred"):
        raise FailedRunError(
            f"{name} failed: {record.get('error_message', 'it does not say why')}",
            line=line,
            advice="mend it, or leave it out with --benchmark_filter",
        )
    for column in _TIMES:
        _cell(record, column)
    unit = str(item(record, "time_unit"))
    if unit not in _UNITS:
        raise InputError("this is not a unit of time", line=line, column="time_unit", found=unit)
    return unit


def _cell(record: _Record, column: str) -> Digits:
    cell = item(record, column)
    if isinstance(cell, Digits):
        finite(cell.text, cell.line)  # in a CSV anything may stand there
    return number_at(record, column)
