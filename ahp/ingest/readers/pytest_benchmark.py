"""pytest-benchmark: seconds per call, as `--benchmark-json` and `pytest-benchmark compare --csv` write it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from ahp.errors import InputError
from ahp.ingest.jsontext import Digits, item, number_at, object_at, parse_json
from ahp.ingest.readers.base import Options, Reading, Row, number
from ahp.ingest.readers.counters import counter
from ahp.ingest.readers.exports import export_table, records_of
from ahp.ingest.readers.json_lists import numbers_at, objects_at
from ahp.ingest.readers.printed import disagreement, finite, naming
from ahp.ingest.sources import Source

_JSON = re.compile(r'"machine_info"\s*:\s*\{\s*"node"\s*:|"fullname"\s*:\s*"[^"]*::[^"]*"')
_CSV = re.compile(r"^\s*name,(?:param:[^,\n]*,)*min,max,mean,stddev,median,.*\bops,rounds,iterations")
_COLUMN = r"param:.*|min|max|mean|stddev|median|iqr|outliers|ops|rounds|iterations"
_PARAMETRISED = re.compile(r"(.+?)\[(.*)\]", re.DOTALL)
_MEAN = 1e-6
_MEANS_ONLY = (
    "It holds no single rounds: each value is a mean. pytest --benchmark-save-data keeps the rounds."
)


class _Named(NamedTuple):
    """What a benchmark is called."""

    scenario: str | None
    alternative: str


class PytestBenchmarkReader:
    """Reads the duration of every round, or the mean where the rounds were not kept.

    The scenario is the benchmark's group, or the test function; the alternative its parameters in
    brackets. Tests without parameters join the one function that has them; where several have, and in all
    other cases that this would not tell apart, the whole name is the alternative.
    """

    def matches(self, head: str) -> bool:
        """Say whether pytest-benchmark's JSON or its comparison as CSV stands there."""
        return _CSV.match(head) is not None or _JSON.search(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return `duration` in seconds, and the numbers of `extra_info` under their own names.

        Raises
        ------
        InputError
            If the file is damaged, or two benchmarks have one name.
        """
        with naming(source):
            if not source.text.lstrip().startswith("{"):
                return _csv(source)
            benchmarks = objects_at(parse_json(source.text), "benchmarks")
            named = _names(benchmarks)
            pairs = list(zip(benchmarks, named, strict=True))
            rows = [row for benchmark, name in pairs for row in _rounds(benchmark, name)]
            extra = [row for benchmark, name in pairs for row in _extra(benchmark, name, options)]
            whole = all("data" in object_at(benchmark, "stats") for benchmark in benchmarks)
            return Reading(
                (*rows, *extra),
                count=len(rows),
                headings=frozenset(row.column.casefold() for row in extra),
                caveats=() if whole else (_MEANS_ONLY,),
            )


def _names(benchmarks: Sequence[dict[str, Any]]) -> list[_Named]:
    parts = [_parts(benchmark) for benchmark in benchmarks]
    whole = [_Named(None, str(item(benchmark, "fullname"))) for benchmark in benchmarks]
    scenarios = {name.scenario for name in parts}
    if (len(scenarios) > 2 and None in scenarios) or len(set(parts)) < len(parts):
        parts = whole
    for position, name in enumerate(parts):
        if name in parts[:position]:
            line = number_at(benchmarks[position], "stats", "mean").line
            raise InputError("two benchmarks have this name", line=line, found=name.alternative)
    return parts


def _parts(benchmark: dict[str, Any]) -> _Named:
    name, group = str(item(benchmark, "name")), benchmark.get("group")
    match = _PARAMETRISED.fullmatch(name)
    function, alternative = (match[1], match[2]) if match and match[2] else (None, name)
    return _Named(str(group) if group is not None else function, alternative)


def _rounds(benchmark: dict[str, Any], name: _Named) -> Iterator[Row]:
    stats = object_at(benchmark, "stats")
    mean = number_at(stats, "mean")
    if "data" not in stats:
        yield _row(name, mean, "mean", None)
        return
    data = numbers_at(stats, "data")
    rounds = number_at(stats, "rounds")
    if rounds.value != len(data):
        raise disagreement(rounds.line, "the number of rounds", rounds.text, len(data))
    computed = sum(time.value for time in data) / len(data)
    if abs(computed - mean.value) > _MEAN * abs(computed):
        raise disagreement(mean.line, "the mean", mean.text, computed)
    for run, time in enumerate(data, start=1):
        yield _row(name, time, "data", str(run))


def _row(name: _Named, time: Digits, column: str, run: str | None) -> Row:
    if time.value <= 0:
        raise InputError("it must be greater than 0", line=time.line, column=column, found=time.text)
    return number(
        "duration",
        time.value,
        "s",
        printed=time.text,
        line=time.line,
        column=column,
        alternative=name.alternative,
        scenario=name.scenario,
        run=run,
    )


def _extra(benchmark: dict[str, Any], name: _Named, options: Options) -> Iterator[Row]:
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
    names = _names(records)
    rows = tuple(_row(name, mean, "mean", None) for name, mean in zip(names, means, strict=True))
    return Reading(rows, count=len(rows), caveats=(_MEANS_ONLY,))
