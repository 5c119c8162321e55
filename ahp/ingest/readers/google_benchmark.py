"""Google Benchmark: time per iteration, from its JSON, its CSV, or its console."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, TypeAlias

from ahp.errors import FailedRunError, InputError, listed, quoted
from ahp.ingest.checks import Failures
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, Row
from ahp.ingest.readers.csv_export import export_table, records_of
from ahp.ingest.readers.json import JsonNumber, item, line_of, number_at, object_at, objects_at, parse_json
from ahp.ingest.readers.lines import Lines, finite
from ahp.ingest.readers.suites import as_suite, caveats_of_runs, counter, repetitions, time_row, with_ratios

Record: TypeAlias = Mapping[str, Any]
"""One line of results, by the keys of the JSON; a number is :class:`JsonNumber`."""

_WORDS = ("name", "time_unit", "label", "error_occurred", "error_message", "skip_message")
"""Keys of what is no number."""

_AGGREGATE = re.compile(r"(.+)_(mean|median|stddev|cv|BigO|RMS)")
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
_THREADS = (
    "With several threads cpu_time is the first one's or all threads', as the library's version has it."
)


def _suite(records: Sequence[Record], options: Options, caveats: Sequence[str]) -> Reading:
    """Return the reading of some records: of every repetition, or of the means where there are none."""
    failures = Failures(options)
    skipped = [str(item(record, "name")) for record in records if record.get("skipped")]
    measured = [r for r in records if not (r.get("skipped") or _has_failed(r, failures))]
    chosen = _only(measured, "")
    told = [*caveats, *([f"Skipped by their own code: {listed(skipped)}."] if skipped else [])]
    means = () if chosen else (_MEANS,)
    chosen = chosen or _only(measured, "mean")
    if any("/threads:" in name for name, _ in chosen):
        told.append(_THREADS)
    rows = with_ratios(_rows(chosen, options), options)
    reading = Reading(
        rows,
        count=len(chosen),
        headings=frozenset(row.column.casefold() for row in rows if row.column not in _TIMES),
        caveats=(*told, *caveats_of_runs(rows)),
        means=means,
        left_out=tuple(failures.left_out),
    )
    return as_suite(reading)


def _not_measured(name: str, why: str, line: int, *, failed: bool) -> Record:
    """Return the record of a benchmark that failed or was skipped, as JSON would have it."""
    if not failed:
        return {"name": name, "skipped": "true"}
    return {"name": name, "error_occurred": True, "error_message": why, "iterations": JsonNumber("0", line)}


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
    names = Counter(str(item(record, "name")) for record in records)
    if any("run_type" in record for record in records):  # since version 1.5
        found = [_name_and_aggregate(record) for record in records]
    else:
        found = [_by_ending(str(record["name"]), names, line_of(record)) for record in records]
    return [(name, record) for (name, its), record in zip(found, records, strict=True) if its == kind]


def _name_and_aggregate(record: Record) -> tuple[str, str]:
    """Return the benchmark's name, and which aggregate this is; "" for a repetition."""
    name, kind = str(item(record, "run_name")), item(record, "run_type")
    if kind not in ("iteration", "aggregate"):
        raise InputError("'run_type' is iteration or aggregate", line=line_of(record), found=str(kind))
    return name, str(item(record, "aggregate_name")) if kind == "aggregate" else ""


def _by_ending(name: str, names: Counter[str], line: int | None) -> tuple[str, str]:
    """Return the same where only the ending of the name tells; of a mean that a deviation must follow."""
    ending = _AGGREGATE.fullmatch(name)
    if ending is None or (ending[2] in ("mean", "median") and f"{ending[1]}_stddev" not in names):
        if ending and (names[ending[1]] > 1 or any(other.endswith("_stddev") for other in names)):
            problem = (
                f"the aggregates of {ending[1]} end before their standard deviation: the file is cut off"
            )
            raise InputError(problem, line=line, found=name, advice="give it whole")
        return name, ""
    return ending[1], ending[2]


def _rows(chosen: Sequence[tuple[str, Record]], options: Options) -> Iterator[Row]:
    if not chosen:
        raise InputError("no repetition and no mean is in it", line=1, advice="write it without filters")
    runs = repetitions([name for name, _ in chosen])
    for (name, record), run in zip(chosen, runs, strict=True):
        unit = str(item(record, "time_unit"))
        if unit not in _UNITS:
            raise InputError(
                "this is not a unit of time", line=line_of(record), column="time_unit", found=unit
            )
        for column in (key for key in record if key not in (*_WORDS, *_COUNTS)):
            cell = record[column]
            if isinstance(cell, JsonNumber):
                finite(cell.text, cell.line)  # in a CSV anything may stand there
            if column in _TIMES:
                cell = number_at(record, column)
                yield time_row(cell, unit, measure=_TIMES[column], column=column, alternative=name, run=run)
            elif isinstance(cell, JsonNumber):
                yield counter(column, cell, options, alternative=name, scenario=None, run=run)


_CONSOLE = re.compile(
    r"^Benchmark {2,}Time {2,}CPU +Iterations\b|^Run on \([0-9]+ X [0-9.]+ MHz CPU", re.MULTILINE
)
_BARE = re.compile(r"^BM_\S+ {2,}[0-9.]+ (ns|us|ms|s) +[0-9.]+ \1 +[0-9]+(?:$| )", re.MULTILINE)  # no heading
_HEADING = re.compile(
    r"Benchmark +Time +CPU +Iterations(?: UserCounters\.\.\.|(?P<counters>(?: +(?!\S*\.\.)\S+)+))?\s*"
)
_NUMBER = r"[0-9]+(?:\.[0-9]+)?(?:e[+-]?[0-9]+)?"
_ROW = re.compile(
    rf"(?P<name>\S.*?)(?<! ) ++(?P<real>{_NUMBER}) (?P<unit>ns|us|ms|s|%) +(?P<cpu>{_NUMBER}) (?P=unit) +"
    r"(?P<iterations>[0-9]+)(?P<rest>(?: .*)?)"
)
_FIT = re.compile(rf"\S.*_(?:BigO|RMS) +{_NUMBER} \S+ +{_NUMBER} \S+ *")
_FAILED_LINE = re.compile(r"(?=.*'$)(\S.*?)(?<! ) ++(ERROR OCCURRED|SKIPPED): '(.*)'")
_RULE = re.compile(r"-{20,}\s*")
_WARNING = re.compile(r"\*\*\*WARNING\*\*\*.*")
_COUNTER = re.compile(r" +([^\s=]+)=(\S+)")
_PLAIN = re.compile(rf"-?{_NUMBER}")
_DEBUG = "The benchmark library was built for debugging: it is slower than it can be."
_SCALING = "The processor's frequency was free to change during the benchmark."
_CAVEATS = {"built as DEBUG": _DEBUG, "CPU scaling is enabled": _SCALING}
_WHOLE = "let it write its results to a file (--benchmark_out=FILE)"


def _console(text: str) -> tuple[list[Record], list[str], list[str]]:
    """Return the records of a console's output, its caveats, and the counters that were passed over.

    A counter with a prefix (`102.91M/s`) is rounded, and M may be 10⁶ or 2²⁰: it is passed over.
    """
    printed = Lines.of(text)
    headings = [hit.line for hit in printed.all(re.compile(rf"^{_HEADING.pattern}$"))]
    headings = headings or [hit.line for hit in printed.all(_BARE)][:1]
    if not headings:
        raise InputError(
            "this is what Google Benchmark prints of the machine, and holds no results", line=1, advice=_WHOLE
        )
    records: list[Record] = []
    passed: dict[str, None] = {}
    table_of: dict[str, int] = {}
    table, names = headings[0], None
    for line, content in printed.lines:
        if line < headings[0] or not content.strip() or _RULE.fullmatch(content) or _FIT.fullmatch(content):
            continue
        if heading := _HEADING.fullmatch(content):
            table, names = line, heading["counters"].split() if heading["counters"] else None
        elif not _WARNING.fullmatch(content):
            record = _record(content, line, names, passed)
            name = str(record["name"])
            if table_of.setdefault(name, table) != table:
                problem = f"{quoted(name)} stands in the table of line {table_of[name]} already"
                raise InputError(problem, line=line, advice="give each table once")
            records.append(record)
    caveats = [said for words, said in _CAVEATS.items() if printed.all(re.compile(rf"^\*\*\*WARN.*{words}"))]
    return records, caveats, list(passed)


def _record(content: str, line: int, names: Sequence[str] | None, passed: dict[str, None]) -> Record:
    """Return one line of a table as JSON would have it."""
    if wrong := _FAILED_LINE.fullmatch(content.rstrip()):
        return _not_measured(wrong[1], wrong[3], line, failed=wrong[2] != "SKIPPED")
    row = _ROW.fullmatch(content.rstrip())
    if row is None:
        problem = "this is no line of Google Benchmark's table"
        raise InputError(problem, line=line, found=content.strip(), advice=_WHOLE)
    record: dict[str, object] = {"name": row["name"], "time_unit": row["unit"]}
    for key, group in (("real_time", "real"), ("cpu_time", "cpu"), ("iterations", "iterations")):
        record[key] = JsonNumber(row[group], line)
    for name, value in _counters(row["rest"], names):
        if _PLAIN.fullmatch(value):
            record[name] = JsonNumber(value, line)
        elif row["unit"] != "%":
            passed[name] = None
    return record


def _counters(rest: str, names: Sequence[str] | None) -> Iterator[tuple[str, str]]:
    """Yield the counters of a line; a label follows them."""
    if names is not None:
        yield from zip(names, rest.split(), strict=False)  # a label may follow
        return
    at = 0
    while found := _COUNTER.match(rest, at):
        yield found[1], found[2]
        at = found.end()


_JSON = re.compile(r'"benchmarks"\s*:\s*\[\s*\{\s*"name"\s*:[^{}]*"(?:run_name|real_time)"\s*:')
_CSV = re.compile(r"^name,iterations,real_time,cpu_time,time_unit,", re.MULTILINE)
_SKIPPED = re.compile(r'^("(?:[^"]|"")*"),{8}(true|false),("(?:[^"]|"")*"),*$', re.MULTILINE)
_COLUMNS = (
    "name", "iterations", "real_time", "cpu_time", "time_unit", "bytes_per_second", "items_per_second",
    "label", "error_occurred", "error_message",
)  # fmt: skip
_CONTEXT = {"library_build_type": ("debug", _DEBUG), "cpu_scaling_enabled": (True, _SCALING)}


class GoogleBenchmarkReader:
    """What Google Benchmark writes (`--benchmark_out`, JSON or CSV) or prints on a console.

    Each benchmark is an alternative, by its whole name (`BM_copy/8`); with `NAME=FILE` it is a scenario.

    Gives: `duration` (real time) and `cpu_per_transaction` (processor time) of an iteration; counters by
    their own names, which `--map compression_ratio=COUNTER` says more of. Repetitions are runs.
    Elsewhere: sizes and ratios that no counter holds.
    Caveats: repetitions ran in one process; where only aggregates were written each value is a mean; a debug
    build, a processor whose frequency may change, and several threads are told of. A console has three
    digits, and its counters with a prefix are passed over.
    """

    def matches(self, head: str) -> bool:
        """Say whether Google Benchmark's JSON, CSV or table stands there."""
        forms = (("name,iterations,", _CSV), ('"benchmarks"', _JSON), ("CPU", _CONSOLE), ("BM_", _BARE))
        return any(word in head and form.search(head) is not None for word, form in forms)

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of every repetition, or of the means where only aggregates were written."""
        if _CSV.search(source.text):
            return _suite(_csv(source), options, ())
        if not source.text.lstrip().startswith("{"):
            records, caveats, passed = _console(source.text)
            return replace(_suite(records, options, caveats), ignored=tuple(passed))
        document = parse_json(source.text)
        context = object_at(document, "context")
        caveats = [said for key, (value, said) in _CONTEXT.items() if context.get(key) == value]
        return _suite(objects_at(document, "benchmarks"), options, caveats)


def _csv(source: Source) -> list[Record]:
    """Return the rows as JSON would have them; what the library printed before the heading is passed over."""
    before = _CSV.split(source.text, maxsplit=1)[0]
    text = "\n" * before.count("\n") + source.text[len(before) :]
    apart: list[Record] = []
    for row in _SKIPPED.finditer(text):  # shorter than the heading where there are counters
        name, why = (row[group][1:-1].replace('""', '"') for group in (1, 3))
        line = text.count("\n", 0, row.start()) + 1
        apart.append(_not_measured(name, why, line, failed=row[2] == "true"))
    table = export_table(replace(source, content=_SKIPPED.sub("", text)), _COLUMNS)
    return apart + [
        {name: cell if name in _WORDS else JsonNumber(cell, line) for name, cell in row.items() if cell}
        for line, row in records_of(table)
    ]
