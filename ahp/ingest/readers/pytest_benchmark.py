"""pytest-benchmark: time per call, from its JSON, its CSV, or the tables that it prints."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from ahp.ingest.jsontext import Digits, item, number_at, object_at, parse_json
from ahp.ingest.readers.base import Options, Reading, Row
from ahp.ingest.readers.counters import counter, with_ratios
from ahp.ingest.readers.exports import export_table, records_of
from ahp.ingest.readers.json_lists import numbers_at, objects_at
from ahp.ingest.readers.printed import disagreement, finite, naming
from ahp.ingest.readers.pytest_console import TABLE, console
from ahp.ingest.readers.pytest_names import Named, duration_row, names_of, of_one_process, refuse_twice
from ahp.ingest.sources import Source

_JSON = re.compile(r'"machine_info"\s*:\s*\{\s*"node"\s*:|"fullname"\s*:\s*"(?=[^"]*::)[^"]*"')
_CSV = re.compile(r"^\s*name,(?:param:[^,\n]*,)*min,max,mean,stddev,median,.*\bops,rounds,iterations")
_COLUMN = r"param:.*|min|max|mean|stddev|median|iqr|outliers|ops|rounds|iterations"
_MEAN = 1e-6
_WHICH_FILE = "the CSV of several files does not say which row is whose; give their JSON instead"
_WHICH_GROUP = "tell them apart by groups: @pytest.mark.benchmark(group='sort')"


class PytestBenchmarkReader:
    """What pytest-benchmark saves (JSON), compares (`compare --csv` of one file) or prints.

    The scenario is a test's group, or its function; the alternative is its parameters in brackets. Tests
    without parameters join the one function that has them; where several have, and in all other cases that
    this would not tell apart, the whole name is the alternative. With `NAME=FILE` each test is a scenario.
    Where a table compares several files, they are the alternatives and each test is a scenario.

    Gives: `duration`, the mean of a test's rounds; from JSON the numbers of "extra_info" by their names.
    Elsewhere: the CPU, and sizes and ratios that no test put into "extra_info".
    Caveats: all rounds of a test ran in one process and are one run; several starts of pytest are several
    runs, `--path '{run}_*.json'`.
    """

    def matches(self, head: str) -> bool:
        """Say whether pytest-benchmark's JSON, its CSV or its table stands there."""
        if _CSV.match(head) or (('"machine_info"' in head or '"fullname"' in head) and _JSON.search(head)):
            return True
        return " benchmark" in head and TABLE.search(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return `duration` in seconds, and the numbers of `extra_info` under their own names.

        Raises
        ------
        InputError
            If the file is damaged, or two benchmarks have one name.
        """
        with naming(source):
            if _CSV.match(source.text):
                return _csv(source)
            if not source.text.lstrip().startswith("{"):
                return console(source.text)
            benchmarks = objects_at(parse_json(source.text), "benchmarks")
            named = _names(benchmarks, _WHICH_GROUP)
            pairs = list(zip(benchmarks, named, strict=True))
            rows = [duration_row(name, _mean(benchmark)) for benchmark, name in pairs]
            extra = with_ratios(
                (row for benchmark, name in pairs for row in _extra(benchmark, name, options)), options
            )
            return of_one_process(
                (*rows, *extra), named, headings=frozenset(row.column.casefold() for row in extra)
            )


def _names(benchmarks: Sequence[dict[str, Any]], advice: str) -> list[Named]:
    named = names_of(
        [str(item(benchmark, "name")) for benchmark in benchmarks],
        [str(item(benchmark, "fullname")) for benchmark in benchmarks],
        [benchmark.get("group") for benchmark in benchmarks],
    )
    lines = [number_at(benchmark, "stats", "mean").line for benchmark in benchmarks]
    refuse_twice(named, lines, advice)
    return named


def _mean(benchmark: dict[str, Any]) -> Digits:
    """Return the mean of a test's rounds, held against them where they were kept."""
    stats = object_at(benchmark, "stats")
    mean = number_at(stats, "mean")
    if "data" in stats:
        data = numbers_at(stats, "data")
        rounds = number_at(stats, "rounds")
        if rounds.value != len(data):
            raise disagreement(rounds.line, "the number of rounds", rounds.text, len(data))
        computed = sum(time.value for time in data) / len(data)
        if abs(computed - mean.value) > _MEAN * abs(computed):
            raise disagreement(mean.line, "the mean", mean.text, computed)
    return mean


def _extra(benchmark: dict[str, Any], name: Named, options: Options) -> Iterator[Row]:
    extra = object_at(benchmark, "extra_info") if "extra_info" in benchmark else {}
    for key, value in extra.items():
        if isinstance(value, Digits):
            cell = number_at(extra, key)
            yield counter(key, cell, options, alternative=name.alternative, scenario=name.scenario, run=None)


def _csv(source: Source) -> Reading:
    records, means = [], []
    for line, row in records_of(export_table(source, ("name",), _COLUMN)):
        name = row["name"]
        finite(row["mean"], line)
        means.append(Digits(row["mean"], line))
        records.append({"name": name.rpartition("::")[2], "fullname": name, "stats": {"mean": means[-1]}})
    names = _names(records, _WHICH_FILE)
    return of_one_process((duration_row(name, mean) for name, mean in zip(names, means, strict=True)), names)
