"""pytest-benchmark: time per call, from its JSON, its CSV, or the tables that it prints."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from ahp.errors import InputError, listed
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, Row
from ahp.ingest.readers.csv_export import export_table, records_of
from ahp.ingest.readers.json import JsonNumber, item, number_at, object_at, objects_at, parse_json
from ahp.ingest.readers.lines import LineMatch, Lines, finite
from ahp.ingest.readers.suites import counter, is_crossed, is_size, time_row, with_ratios

_PARAMETRISED = re.compile(r"(.[^\[]*)\[(.*)\]", re.DOTALL)
_ONE_RUN = (
    "The rounds of a test ran in one process, as many as fitted into a time, and count as one run: another "
    "start of pytest may differ by more than they do."
)


class _Named(NamedTuple):
    """What a test is called: its scenario and its alternative, and its whole name."""

    scenario: str | None
    alternative: str
    whole: str


def _names_of(names: Sequence[str], whole: Sequence[str], groups: Sequence[object]) -> list[_Named]:
    """Return scenario and alternative of each test from its name, its whole name and its group.

    Examples
    --------
    >>> _names_of(["test_pack[lz4]", "test_pack[zstd]"], ["t.py::test_pack[lz4]", "t.py::test_pack[zstd]"],
    ...          [None, None])[0]
    _Named(scenario='test_pack', alternative='lz4', whole='t.py::test_pack[lz4]')
    """
    parts = _with_sizes([_parts(*test) for test in zip(names, whole, groups, strict=True)])
    scenarios = {name.scenario for name in parts}
    if (len(scenarios) > 2 and None in scenarios) or len({name[:2] for name in parts}) < len(parts):
        return [_Named(None, name, name) for name in whole]
    return parts


def _parts(name: str, whole: str, group: object) -> _Named:
    match = _PARAMETRISED.fullmatch(name)
    function, alternative = (match[1], match[2]) if match and match[2] else (None, name)
    return _Named(str(group) if group is not None else function, alternative, whole)


def _with_sizes(parts: Sequence[_Named]) -> list[_Named]:
    """Return the names with a size, as in `100-lz4`, in the scenario, where each stands with all others."""
    found = list(parts)
    for scenario in {name.scenario for name in parts}:
        own = [at for at, name in enumerate(parts) if name.scenario == scenario]
        for cut in (str.partition, str.rpartition):
            pairs = [cut(parts[at].alternative, "-")[::2] for at in own]
            pairs = pairs if cut is str.partition else [(size, rest) for rest, size in pairs]
            if is_crossed(pairs) and all(is_size(size) and not is_size(rest) for size, rest in pairs):
                for at, (size, rest) in zip(own, pairs, strict=True):
                    found[at] = _Named(f"{scenario}[{size}]", rest, parts[at].whole)
                break
    return found


def _refuse_twice(named: Sequence[_Named], lines: Sequence[int | None], advice: str) -> None:
    """Refuse two tests of one name."""
    for position, name in enumerate(named):
        if name in named[:position]:
            raise InputError(
                "two benchmarks have this name", line=lines[position], found=name.alternative, advice=advice
            )


def _time(name: _Named, mean: JsonNumber, unit: str = "s") -> Row:
    return time_row(mean, unit, column="mean", alternative=name.alternative, scenario=name.scenario)


def _of_one_process(
    rows: Iterable[Row], named: Sequence[_Named], *, headings: frozenset[str] = frozenset()
) -> Reading:
    """Return the reading of tests that ran in one process, which is one run of each."""
    whole: dict[tuple[str | None, str | None], str | None] = {name[:2]: name.whole for name in named}
    return Reading(tuple(rows), count=len(named), headings=headings, caveats=(_ONE_RUN,), benchmarks=whole)


_TABLE = re.compile(
    r"^-+ benchmark(?: (?P<group>'.*'|\".*\"))?: (?P<count>[0-9]+) tests(?P<beside>, [0-9]+ sources)? -+ *$",
    re.MULTILINE,
)
_HEADING = re.compile(r"Name \(time in (?P<unit>[num]?s)\) (?P<columns>.*)")
_HEADED = re.compile(r"^Name \(time in ")
_COLUMN = re.compile(r"Outliers\(\*\)|OPS \([KM]ops/s\)|[A-Za-z]+")
_RULE = re.compile(r"-{20,} *")
_END = re.compile(r"^Legend:|^\(\*\) Outliers:")
_VALUE = r" ++([0-9][0-9,]*\.[0-9]{4}|nan|inf)(?: \((>?[0-9]+(?:\.[0-9]+)?|inf)\))?"
_CELLS = {"Outliers": " ++([0-9]+;[0-9]+)()", "Rounds": " ++([0-9]+)()", "Iterations": " ++([0-9]+)()"}
_STATISTICS = ("Min", "Max", "Mean", "StdDev", "Median", "IQR", "OPS")
_SOURCE = re.compile(r"(\S.*) \(([^()\[\]]+)\)")
_WHOLE = "give the whole output of pytest, or the JSON of --benchmark-json"


class _Test(NamedTuple):
    """One line of a table."""

    name: str
    group: str | None
    mean: JsonNumber
    unit: str


def _console(text: str) -> Reading:
    """Return the means of the tests in the tables.

    Where each name is followed by the file that it comes from, the files are the alternatives.
    """
    printed = Lines.of(text)
    tables = printed.parts(_TABLE)
    for hit in printed.all(_HEADED)[len(tables) :]:
        raise InputError("a table has no title", line=hit.line, advice=_WHOLE)
    tests = [test for table in tables for test in _tests(table.until(_END))]
    lines = [test.mean.line for test in tests]
    sources = [_SOURCE.fullmatch(test.name) for test in tests]
    if all(sources):
        compared = [_Named(found[1], found[2], found[1]) for found in sources if found]
        _refuse_twice(compared, lines, "compare files of other names")
        rows = [_time(name, t.mean, t.unit) for name, t in zip(compared, tests, strict=True)]
        return _of_one_process(rows, [])
    names = [test.name for test in tests]
    named = _names_of(names, names, [test.group for test in tests])
    _refuse_twice(named, lines, "a table does not say in which file a test stands; give the JSON")
    return _of_one_process([_time(name, t.mean, t.unit) for name, t in zip(named, tests, strict=True)], named)


def _tests(table: Lines) -> Iterator[_Test]:
    """Yield the tests of one table."""
    (line, title), *rest = table.lines
    found = _TABLE.fullmatch(title.strip())
    if found is not None and found["beside"]:
        advice = "print them one below the other, without --between, or give the JSON files"
        raise InputError("this table has several files side by side", line=line, advice=advice)
    heading = _HEADING.fullmatch(rest[0][1].strip()) if rest else None
    rules = [i for i, (_, content) in enumerate(rest) if _RULE.fullmatch(content)]
    if found is None or heading is None or len(rules) != 2 or rules[0] != 1:
        raise InputError("this table is not whole", line=line, found=title.strip("- "), advice=_WHOLE)
    names = [column.partition(" ")[0].partition("(")[0] for column in _COLUMN.findall(heading["columns"])]
    for name in names:
        if name not in (*_STATISTICS, *_CELLS):
            raise InputError("this is no column of pytest-benchmark", line=rest[0][0], found=name)
    if "Mean" not in names:
        advice = "print it (--benchmark-columns), or give the JSON"
        raise InputError(f"found the columns {listed(names)} and no Mean", line=rest[0][0], advice=advice)
    row = re.compile("(.*?)(?<! )" + "".join(_CELLS.get(name, _VALUE) for name in names))
    cells = []
    for at, content in rest[2 : rules[1]]:
        match = row.fullmatch(content.rstrip())
        if match is None:
            raise InputError("this line of the table is damaged", line=at, advice=_WHOLE)
        cells.append(LineMatch(at, match))
    if len(cells) != int(found["count"]):
        problem = f"{len(cells)} tests stand in this table"
        raise InputError(problem, line=line, found=f"{found['count']} tests", advice=_WHOLE)
    mean = 2 * names.index("Mean") + 2
    for cell in cells:
        value = JsonNumber(cell.text(mean).replace(",", ""), cell.line)
        group = found["group"][1:-1] if found["group"] else None
        yield _Test(cell.text().strip(), group, value, heading["unit"])


_JSON = re.compile(r'"machine_info"\s*:\s*\{\s*"node"\s*:|"fullname"\s*:\s*"(?=[^"]*::)[^"]*"')
_CSV = re.compile(r"^\s*name,(?:param:[^,\n]*,)*min,max,mean,stddev,median,.*\bops,rounds,iterations")
_CSV_COLUMN = r"param:.*|min|max|mean|stddev|median|iqr|outliers|ops|rounds|iterations"
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
        return " benchmark" in head and _TABLE.search(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return `duration` in seconds, and the numbers of `extra_info` under their own names."""
        if _CSV.match(source.text):
            return _csv(source)
        if not source.text.lstrip().startswith("{"):
            return _console(source.text)
        benchmarks = objects_at(parse_json(source.text), "benchmarks")
        named = _names(benchmarks, _WHICH_GROUP)
        pairs = list(zip(benchmarks, named, strict=True))
        rows = [_time(name, number_at(benchmark, "stats", "mean")) for benchmark, name in pairs]
        own = [row for benchmark, name in pairs for row in _extra(benchmark, name, options)]
        extra = with_ratios(own, options)
        headings = frozenset(row.column.casefold() for row in extra)
        return _of_one_process((*rows, *extra), named, headings=headings)


def _names(benchmarks: Sequence[dict[str, Any]], advice: str) -> list[_Named]:
    named = _names_of(
        [str(item(benchmark, "name")) for benchmark in benchmarks],
        [str(item(benchmark, "fullname")) for benchmark in benchmarks],
        [benchmark.get("group") for benchmark in benchmarks],
    )
    lines = [number_at(benchmark, "stats", "mean").line for benchmark in benchmarks]
    _refuse_twice(named, lines, advice)
    return named


def _extra(benchmark: dict[str, Any], name: _Named, options: Options) -> Iterator[Row]:
    extra = object_at(benchmark, "extra_info") if "extra_info" in benchmark else {}
    for key, value in extra.items():
        if isinstance(value, JsonNumber):
            cell = number_at(extra, key)
            yield counter(key, cell, options, alternative=name.alternative, scenario=name.scenario)


def _csv(source: Source) -> Reading:
    records, means = [], []
    for line, row in records_of(export_table(source, ("name",), _CSV_COLUMN)):
        name = row["name"]
        finite(row["mean"], line)
        means.append(JsonNumber(row["mean"], line))
        records.append({"name": name.rpartition("::")[2], "fullname": name, "stats": {"mean": means[-1]}})
    names = _names(records, _WHICH_FILE)
    return _of_one_process((_time(name, mean) for name, mean in zip(names, means, strict=True)), names)
