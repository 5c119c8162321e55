"""JMH, the Java Microbenchmark Harness: its JSON, and its CSV in any locale."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from fractions import Fraction
from typing import Any, NamedTuple

from ahp.errors import InputError, listed
from ahp.ingest.jsontext import Digits, item, number_at, object_at, parse_json
from ahp.ingest.readers.base import Options, Reading, Row, number
from ahp.ingest.readers.exports import export_table, records_of
from ahp.ingest.readers.json_lists import list_at, numbers_at, objects_at
from ahp.ingest.readers.printed import disagreement, naming, percentile
from ahp.ingest.sources import Source
from ahp.units import UNITS, Unit

_JSON = re.compile(r'"jmhVersion"\s*:')
_CSV = re.compile(r'^\s*"Benchmark"([,;])"Mode"\1"Threads"\1"Samples"\1"Score"\1"Score Error')
_ERROR = r"Score Error \(99[.,]9%\)"
_COLUMNS = ("Benchmark", "Mode", "Threads", "Samples", "Score", _ERROR, "Unit")
_METHOD = re.compile(r"[\w.$]+")
_PARAMETER = "Param: "
_MODES = {"thrpt": "throughput", "avgt": "duration", "ss": "duration", "sample": "response_time_mean"}
_PER_SECOND = {
    "ns": Fraction(10**9),
    "us": Fraction(10**6),
    "ms": Fraction(10**3),
    "s": Fraction(1),
    "min": Fraction(1, 60),
}
_RATE = re.compile(r"ops/(ns|us|ms|s|min)")
_TIME = re.compile(r"(ns|us|ms|s|min)/op")
_MEAN = 1e-6
_ONE_VM = "Its iterations ran in one JVM: another start of it may differ by more than they do (-f 5)."


class _Benchmark(NamedTuple):
    """What is measured, and how."""

    method: str
    mode: str
    threads: str
    parameters: tuple[tuple[str, str], ...]
    unit: str


class _Score(NamedTuple):
    """A number of a benchmark: its score, a percentile, or the score of one iteration."""

    benchmark: _Benchmark
    measure: str
    cell: Digits
    run: str | None = None


class JmhReader:
    """Reads throughput (mode `thrpt`), `duration` (`avgt`, `ss`) and response times (`sample`).

    A benchmark's method is the alternative; its parameters, if it has any, are the scenario.
    """

    def matches(self, head: str) -> bool:
        """Say whether JMH's version, or the heading of its CSV, stands there."""
        return _CSV.match(head) is not None or _JSON.search(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of every iteration from JSON, of the scores from CSV.

        Raises
        ------
        InputError
            If a mode or unit is unknown, a score is no number, or the file is damaged.
        """
        with naming(source):
            if not source.text.lstrip().startswith("["):
                rows = _rows(_csv(source))
                return Reading(rows, count=len(rows))
            results = objects_at(parse_json(source.text))
            scores = [score for result in results for score in _result(result)]
            one_vm = any(number_at(result, "forks").value == 1 for result in results)
            iterations = any(score.run not in (None, "1") for score in scores)
            return Reading(
                _rows(scores), count=len(scores), caveats=(_ONE_VM,) if one_vm and iterations else ()
            )


def _result(result: dict[str, Any]) -> Iterator[_Score]:
    metric = object_at(result, "primaryMetric")
    parameters = object_at(result, "params") if "params" in result else {}
    benchmark = _Benchmark(
        str(item(result, "benchmark")),
        str(item(result, "mode")),
        number_at(result, "threads").text,
        tuple((key, v.text if isinstance(v, Digits) else str(v)) for key, v in parameters.items()),
        str(item(metric, "scoreUnit")),
    )
    score = number_at(metric, "score")
    measure = _measure(benchmark, score.line)
    if benchmark.mode == "sample":
        yield _Score(benchmark, measure, score)
        percentiles = object_at(metric, "scorePercentiles")
        for key in percentiles:
            if (statistic := _statistic(key)) is not None:
                yield _Score(benchmark, statistic, number_at(percentiles, key))
        return
    forks = list_at(metric, "rawData")
    cells = [cell for fork in range(len(forks)) for cell in numbers_at(forks, fork)]
    computed = sum(cell.value for cell in cells) / len(cells)
    if abs(computed - score.value) > _MEAN * abs(computed):
        raise disagreement(score.line, f"the score of {benchmark.method}", score.text, computed)
    for run, cell in enumerate(cells, start=1):
        yield _Score(benchmark, measure, cell, str(run))


def _csv(source: Source) -> Iterator[_Score]:
    table = export_table(source, _COLUMNS, f"{_PARAMETER}.+")
    mark = "," if "99,9%" in table.header[_COLUMNS.index(_ERROR)] else r"\."  # as the locale has it
    for line, row in records_of(table):
        method, _, part = row["Benchmark"].partition(":")
        if not _METHOD.fullmatch(method):
            raise InputError("this is no name of a method", line=line, found=method)
        if part and not re.match("p[0-9]", part):
            continue  # of a profiler, or of one method in a group
        parameters = [(k.removeprefix(_PARAMETER), v) for k, v in row.items() if k.startswith(_PARAMETER)]
        benchmark = _Benchmark(
            method,
            row["Mode"],
            row["Threads"],
            tuple(pair for pair in parameters if pair[1]),  # empty where the method has none of that name
            row["Unit"],
        )
        measure = _measure(benchmark, line)
        statistic = _statistic(_percent(part, line)) if part else measure
        if not re.fullmatch(f"[0-9]+{mark}[0-9]+", row["Score"]):
            raise InputError("a number is needed", line=line, column="Score", found=row["Score"])
        if statistic is not None:
            yield _Score(benchmark, statistic, Digits(row["Score"].replace(",", "."), line))


def _percent(part: str, line: int) -> str:
    found = re.fullmatch(r"p(0\.[0-9]+|1\.0+)", part)
    if found is None:
        raise InputError("this is no percentile of JMH", line=line, found=part)
    return f"{float(found[1]) * 100:g}"


def _measure(benchmark: _Benchmark, line: int) -> str:
    """Return what a mode measures; which way it is better depends on nothing else."""
    measure = _MODES.get(benchmark.mode)
    if measure is None:
        raise InputError(f"the modes are {listed(_MODES)}", line=line, found=benchmark.mode)
    if not (_RATE if measure == "throughput" else _TIME).fullmatch(benchmark.unit):
        raise InputError(f"this is no unit of mode {benchmark.mode}", line=line, found=benchmark.unit)
    return measure


def _statistic(percent: str) -> str | None:
    if not re.fullmatch(r"[0-9]+\.?[0-9]*", percent):
        raise InputError("this is not a percentile", found=percent)
    return "response_time_max" if float(percent) == 100 else percentile(percent)


def _rows(scores: Iterable[_Score]) -> tuple[Row, ...]:
    everything = list(scores)
    several = len({score.benchmark.threads for score in everything}) > 1
    return tuple(_row(score, several) for score in everything)


def _row(score: _Score, tell_threads: bool) -> Row:
    benchmark, cell = score.benchmark, score.cell
    if cell.value <= 0:
        raise InputError("a score must be greater than 0", line=cell.line, found=cell.text)
    parts = [*benchmark.parameters, *([("threads", benchmark.threads)] if tell_threads else [])]
    rate = _RATE.fullmatch(benchmark.unit)
    row = number(
        score.measure,
        cell.value,
        "ops/s" if rate else benchmark.unit.removesuffix("/op"),
        printed=cell.text,
        line=cell.line,
        column="Score",
        alternative=benchmark.method,
        scenario=", ".join(f"{name}={value}" for name, value in parts) or None,
        run=score.run,
    )
    if rate:
        row = row._replace(unit=Unit(benchmark.unit, UNITS["ops/s"].dimension, _PER_SECOND[rate[1]]))
    return row
