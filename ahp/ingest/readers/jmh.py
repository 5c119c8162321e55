"""JMH, the Java Microbenchmark Harness: its JSON, its CSV in any locale, and its console."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from ahp.errors import InputError
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading
from ahp.ingest.readers.csv_export import export_table, records_of
from ahp.ingest.readers.jmh_console import CONSOLE, console
from ahp.ingest.readers.jmh_scores import (
    Benchmark,
    Score,
    measure_of,
    percent_of,
    runs_of,
    statistic_of,
    suite,
)
from ahp.ingest.readers.json import (
    JsonNumber,
    item,
    list_at,
    number_at,
    numbers_at,
    object_at,
    objects_at,
    parse_json,
)
from ahp.ingest.readers.lines import disagreement
from ahp.ingest.tables.delimited import Table

_JSON = re.compile(r'"jmhVersion"\s*:')
_CSV = re.compile(r'^\s*"Benchmark"([,;])"Mode"\1"Threads"\1"Samples"\1"Score"\1"Score Error')
_ERROR = r"Score Error \(99[.,]9%\)"
_COLUMNS = ("Benchmark", "Mode", "Threads", "Samples", "Score", _ERROR, "Unit")
_PARAMETER = "Param: "
_MEAN = 1e-6
_COMMAS = "Its numbers have decimal commas, as its heading says (99,9%)."


class JmhReader:
    """What JMH writes (`-rf json`, `-rf csv`, in any locale) or prints.

    A benchmark's method is the alternative; its parameters, if it has any, are the scenario. With
    `NAME=FILE` the method with its parameters is a scenario.

    Gives: `throughput` (mode thrpt), `duration` (avgt, ss), `response_time_mean`, `response_time_max` and the
    percentiles (sample). Forks are runs, from JSON and the console; iterations are where there is one fork.
    Elsewhere: the CPU, sizes and ratios. What profilers add is not used.
    Caveats: iterations of one fork ran in one JVM; the error (±) is an interval and no run; CSV and a table
    alone hold no runs, and no mode does of a benchmark that was sampled too. A console has three digits
    after the mark.
    """

    def matches(self, head: str) -> bool:
        """Say whether JMH's JSON, CSV, report or table stands there."""
        if _CSV.match(head) or ('"jmhVersion"' in head and _JSON.search(head)):
            return True
        return ("# JMH" in head or "Units" in head) and CONSOLE.search(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of every fork or iteration from JSON, of the scores from CSV.

        Raises
        ------
        InputError
            If a mode or unit is unknown, a score is no number, or the file is damaged.
        """
        text = source.text
        if _CSV.match(text):
            table = export_table(source, _COLUMNS, f"{_PARAMETER}.+")
            ignored: list[str] = []
            commas = "99,9%" in table.header[_COLUMNS.index(_ERROR)]
            scores = list(_csv(table, "," if commas else r"\.", ignored))
            return suite(scores, one_vm=False, ignored=ignored, notes=(_COMMAS,) if commas else ())
        if not text.lstrip().startswith("["):
            return console(text)
        results = objects_at(parse_json(text))
        scores = [score for result in results for score in _result(result)]
        one_vm = any(number_at(result, "forks").value <= 1 for result in results)
        ignored = [key for result in results for key in result.get("secondaryMetrics") or ()]
        return suite(scores, one_vm=one_vm, ignored=ignored)


def _result(result: dict[str, Any]) -> Iterator[Score]:
    metric = object_at(result, "primaryMetric")
    parameters = object_at(result, "params") if "params" in result else {}
    benchmark = Benchmark(
        str(item(result, "benchmark")),
        str(item(result, "mode")),
        number_at(result, "threads").text,
        tuple((key, v.text if isinstance(v, JsonNumber) else str(v)) for key, v in parameters.items()),
        str(item(metric, "scoreUnit")),
    )
    score = number_at(metric, "score")
    measure = measure_of(benchmark, score.line)
    if benchmark.mode == "sample":
        yield Score(benchmark, measure, score)
        percentiles = object_at(metric, "scorePercentiles")
        for key in percentiles:
            if (statistic := statistic_of(key, score.line)) is not None:
                yield Score(benchmark, statistic, number_at(percentiles, key))
        return
    forks = [numbers_at(metric, "rawData", fork) for fork in range(len(list_at(metric, "rawData")))]
    cells = [cell for fork in forks for cell in fork]
    computed = sum(cell.value for cell in cells) / len(cells)
    if abs(computed - score.value) > _MEAN * abs(computed):
        raise disagreement(score.line, f"the score of {benchmark.method}", score.text, computed)
    yield Score(benchmark, measure, score, runs_of(forks))


def _csv(table: Table, mark: str, ignored: list[str]) -> Iterator[Score]:
    for line, row in records_of(table):
        method, _, part = row["Benchmark"].partition(":")
        parameters = [(k.removeprefix(_PARAMETER), v) for k, v in row.items() if k.startswith(_PARAMETER)]
        benchmark = Benchmark(
            method,
            row["Mode"],
            row["Threads"],
            tuple(pair for pair in parameters if pair[1]),  # empty where the method has none of that name
            row["Unit"],
        )
        if part and not re.match("p[0-9]", part):
            ignored.append(part)  # of a profiler, or of one method in a group
            continue
        measure = measure_of(benchmark, line)
        statistic = statistic_of(percent_of(part, line), line) if part else measure
        if not re.fullmatch(f"[0-9]+{mark}[0-9]+", row["Score"]):
            raise InputError("a number is needed", line=line, column="Score", found=row["Score"])
        if statistic is not None:
            yield Score(benchmark, statistic, JsonNumber(row["Score"].replace(",", "."), line))
