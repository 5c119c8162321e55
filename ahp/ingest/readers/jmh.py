"""JMH, the Java Microbenchmark Harness: its JSON, its CSV in any locale, and its console."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain
from typing import Any, NamedTuple

from ahp.errors import InputError, listed, quoted
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, Row, RowNames
from ahp.ingest.readers.csv_export import export_table, records_of
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
from ahp.ingest.readers.lines import LineMatch, Lines, once, percentile
from ahp.ingest.readers.suites import as_suite, caveats_of_runs, is_size
from ahp.ingest.tables.cells import MEAN_READ
from ahp.ingest.tables.delimited import Table
from ahp.ingest.tables.matrices import tells_case
from ahp.units import UNITS, Unit

_JSON = re.compile(r'"jmhVersion"\s*:')
_CSV = re.compile(r'^\s*"Benchmark"([,;])"Mode"\1"Threads"\1"Samples"\1"Score"\1"Score Error')
_ERROR = r"Score Error \(99[.,]9%\)"
_COLUMNS = ("Benchmark", "Mode", "Threads", "Samples", "Score", _ERROR, "Unit")
_PARAMETER = "Param: "
_COMMAS = "Its numbers have decimal commas, as its heading says (99,9%)."
_MODES = {"thrpt": "throughput", "avgt": "duration", "ss": "duration", "sample": "response_time_mean"}
"""What each mode measures; which way it is better depends on nothing else."""

_TIME = re.compile(r"(ns|us|ms|s|min)/op")
_RATE = re.compile(r"ops/(ns|us|ms|s|min)")
_PER_SECOND = {unit: 1 / UNITS[unit].factor for unit in ("ns", "us", "ms", "s", "min")}
_ONE_VM = "Its iterations ran in one JVM: another start of it may differ by more than they do (-f 5)."
_MEANS = f"Of each score {MEAN_READ} (-rf json has the iterations)."
_POOLED = (
    "Sampling keeps one distribution of all forks, so what was measured in other modes of the same benchmark "
    "counts as one run too."
)

_CONSOLE = re.compile(
    r"^# JMH version: |^Benchmark  +(?:\([^()\n]+\) +)*Mode  +Cnt +Score  +Error  +Units *$"
    r"|^\| *Benchmark *\|(?: *\([^()|\n]+\) *\|)* *Mode *\| *Cnt *\| *Score *\| *Error *\| *Units *\|",
    re.MULTILINE,
)
_BARRED = re.compile(r"^\|.*\| *$", re.MULTILINE)
_RULER = re.compile(r"^\|[-:|+ ]+\|", re.MULTILINE)
_BLANK = re.compile(r"^\s*$")
_START = re.compile(r"^# JMH version: ")
_HEADING = re.compile(r"^Benchmark  +((?:\([^()]+\) +)*)Mode  +Cnt +Score  +Error  +Units *$")
_METHOD = re.compile(r"^# Benchmark: (\S+)$")
_MODE = re.compile(r"^# Benchmark mode: (.*)$")
_MODES_IN_WORDS = {
    "Throughput, ops/time": "thrpt",
    "Average time, time/op": "avgt",
    "Sampling time": "sample",
    "Single shot invocation time": "ss",
}
_THREADS = re.compile(r"^# Threads: ([0-9]+) threads?\b")
_PARAMETERS = re.compile(r"^# Parameters: \((.*)\)$")
_FORK = re.compile(r"^# (?:(Warmup )?Fork: [0-9]+ of [0-9]+|Fork: N/A, test runs in the host VM)$")
_ITERATION = re.compile(r"^Iteration +([0-9]+): (\S.*?)(?: [±?]\(99[.,]9%\) \S+)? (\S+)$")
_SCORE = r"[0-9]+[.,][0-9]{3}"
_RESULT = re.compile(rf"^  (?:mean = +)?({_SCORE})(?: [±?]\(99[.,]9%\) \S+)? (\S+)(?: \[Average\])?$")
_RESULTS = re.compile(r'^Result "')
_FAILURE = re.compile(r"<failure>\s*$")
_PERCENTILE = re.compile(rf"^ +p\(([0-9]+)[.,]([0-9]{{4}})\) = +({_SCORE}) (\S+)$")
_ROW = re.compile(
    rf"([^\s:]+)(?::(\S+))?((?: +\S+)*?) +({'|'.join(_MODES)})(?: +[0-9]+)? +"
    r"(≈ \S+|\S+)(?: +[±?] +\S+)? +(\S+)"
)
_DECIMAL_COMMAS = (
    "Its numbers have decimal commas: JMH prints three digits after the mark, and no thousands marks."
)
_TWICE = "give each result once, and modes that measure the same in files of their own"
_FINER = "measure in a smaller unit (-tu ns), or give the JSON, which has all digits"
_WHOLE = "give the whole output of JMH, or its JSON (-rf json)"


class JmhReader:
    """What JMH writes (`-rf json`, `-rf csv`, in any locale) or prints.

    A benchmark's method is the alternative; its parameters, if it has any, are the scenario. Where the
    methods only say what was done (`serialize`, `deserialize`), or there is one, the one parameter that is no
    size is the alternative, and the method with the others the scenario; `--map alternative=NAME` names the
    parameter, or Benchmark. With `NAME=FILE` the method with its parameters is a scenario.

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
        return ("# JMH" in head or "Units" in head) and _CONSOLE.search(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return the rows of every fork or iteration from JSON, of the scores from CSV."""
        text = source.text
        if _CSV.match(text):
            table = export_table(source, _COLUMNS, f"{_PARAMETER}.+")
            return _suite(list(_csv(table)), options, notes=(_COMMAS,) if _has_commas(table) else ())
        if not text.lstrip().startswith("["):
            return _console(_without_bars(text), options)
        results = objects_at(parse_json(text))
        scores = [score for result in results for score in _result(result)]
        one_vm = any(number_at(result, "forks").value <= 1 for result in results)
        ignored = [key for result in results for key in result.get("secondaryMetrics") or ()]
        return _suite(scores, options, one_vm=one_vm, ignored=ignored)


def _without_bars(text: str) -> str:
    """Return a text with the rows of Markdown as JMH prints them, headings in the place of their rulers."""
    if "|" not in text:
        return text
    lines = text.split("\n")
    for at in range(1, len(lines)):
        if _RULER.match(lines[at]):
            lines[at - 1 : at + 1] = ["", lines[at - 1]]
    plain = (
        "  ".join(cell.strip() for cell in line.strip("| \r").split("|")) if _BARRED.match(line) else line
        for line in lines
    )
    return re.sub(r"±(?=\d)", "± ", "\n".join(plain))


class _Benchmark(NamedTuple):
    """What is measured, and how."""

    method: str
    mode: str
    threads: str
    parameters: tuple[tuple[str, str], ...]
    unit: str

    @property
    def subject(self) -> tuple[object, ...]:
        """What is measured, whatever the mode."""
        return self.method, self.parameters, self.threads

    def parts(self, *, tell_threads: bool) -> list[tuple[str, str]]:
        """Return its parameters, and the number of threads where that differs between benchmarks."""
        return [*self.parameters, *([("threads", self.threads)] if tell_threads else [])]

    def measure(self, line: int) -> str:
        """Return what its mode measures; refuse it if its mode or its unit is none."""
        measure = _MODES.get(self.mode)
        if measure is None:
            raise InputError(f"the modes are {listed(_MODES)}", line=line, found=self.mode)
        if not (_RATE if measure == "throughput" else _TIME).fullmatch(self.unit):
            raise InputError(f"this is no unit of mode {self.mode}", line=line, found=self.unit)
        return measure


class _Score(NamedTuple):
    """A number of a benchmark: its score with those of its runs, or a percentile; or what is not used."""

    benchmark: _Benchmark
    measure: str | None
    cell: JsonNumber
    runs: tuple[JsonNumber, ...] = ()
    ignored: str = ""


def _statistic_of(percent: str) -> str | None:
    """Return the measure of a percentile, None if none has a name.

    Examples
    --------
    >>> _statistic_of("99.9"), _statistic_of("100.0"), _statistic_of("0.0")
    ('response_time_p999', 'response_time_max', None)
    """
    return "response_time_max" if percent.partition(".")[0] == "100" else percentile(percent)


def _in_table(benchmark: _Benchmark, part: str, line: int, cell: JsonNumber) -> _Score:
    """Return the score in a row of a table, which may be of a part of the benchmark such as `p0.99`."""
    if part and not re.match("p[0-9]", part):  # of a profiler, or of one method in a group
        return _Score(benchmark, None, cell, ignored=part)
    measure: str | None = benchmark.measure(line)
    if part:
        found = re.fullmatch(r"p(0\.[0-9]+|1\.0+)", part)
        if found is None:
            raise InputError("this is no percentile of JMH", line=line, found=part)
        measure = _statistic_of(f"{float(found[1]) * 100:g}")
    return _Score(benchmark, measure, cell)


def _runs_of(forks: Sequence[Sequence[JsonNumber]]) -> tuple[JsonNumber, ...]:
    """Return the score of every fork, the mean of its iterations; of every iteration where there is one fork.

    Iterations of one JVM are no independent runs, so where there are several forks, those are the runs.

    Examples
    --------
    >>> two, four, five = (JsonNumber(text, 1) for text in ("2.0", "4.0", "5.0"))
    >>> [cell.value for cell in _runs_of([[two, four], [five]])]
    [3.0, 5.0]
    """
    if len(forks) == 1:
        return tuple(forks[0])
    return tuple(JsonNumber(repr(sum(c.value for c in fork) / len(fork)), fork[0].line) for fork in forks)


def _suite(
    scores: Sequence[_Score],
    options: Options,
    *,
    one_vm: bool = False,
    of_means: bool = False,
    ignored: Iterable[str] = (),
    notes: tuple[str, ...] = (),
) -> Reading:
    """Return the reading of some scores; iterations of one JVM, and means without any, are told of."""
    used = [score for score in scores if score.measure is not None]
    sampled = {score.benchmark.subject for score in used if score.benchmark.mode == "sample"}
    pooled = any(len(score.runs) > 1 and score.benchmark.subject in sampled for score in used)
    several = len({score.benchmark.threads for score in used}) > 1
    benchmarks = list(dict.fromkeys(score.benchmark for score in used))
    asked = options.columns.get("alternative", "").removeprefix(_PARAMETER).casefold()
    rows: list[Row] = []
    seen: dict[tuple[str | None, ...], int] = {}
    for score in used:
        apart = len(score.runs) > 1 and score.benchmark.subject not in sampled
        cells = list(enumerate(score.runs, start=1)) if apart else [(None, score.cell)]
        found = [_row(score, cell, run if run is None else str(run), several) for run, cell in cells]
        key = (found[0].scenario, found[0].alternative, found[0].measure)
        once(seen, key, score.cell.line, f"{key[2]} of {key[1]}", found=score.cell.text, advice=_TWICE)
        rows += found
    passed = dict.fromkeys([*ignored, *(score.ignored for score in scores if score.ignored)])
    reading = Reading(
        tuple(rows),
        tuple(passed),
        len(rows),
        caveats=(_ONE_VM,) if one_vm and caveats_of_runs(rows) else (),
        means=(_MEANS,) if of_means else (),
        notes=(*notes, *([_POOLED] if pooled else [])),
        headings=frozenset(["benchmark", *(name.casefold() for b in benchmarks for name, _ in b.parameters)]),
    )
    compared = asked or _compared(benchmarks)
    if not compared or compared == "benchmark":
        return as_suite(reading)
    names = _in_levels(_by_parameter(benchmarks, compared, tell_threads=several))
    rows = [
        row._replace(scenario=case, alternative=value)
        for row in rows
        for case, value in [names[row.scenario, row.alternative]]
    ]
    values = listed(dict.fromkeys(value for _, value in names.values()), 4)
    otherwise = "--map alternative=Benchmark compares the methods"
    told = f"the values of {quoted(compared)} are compared, {values}; {otherwise}"
    return replace(
        reading,
        rows=tuple(rows),
        assumed=() if asked else (told,),
        benchmarks={name: ", ".join(filter(None, reversed(of))) for of, name in names.items()},
    )


def _with(parts: Iterable[tuple[str, str]]) -> str:
    return ", ".join(f"{name}={value}" for name, value in parts)


def _by_parameter(
    benchmarks: Iterable[_Benchmark], compared: str, *, tell_threads: bool
) -> dict[tuple[str | None, str | None], tuple[str, str]]:
    """Return the scenario and the alternative of each benchmark where a parameter is compared.

    The scenario has the other parameters and the method, without the class where there is one.

    Raises
    ------
    InputError
        If a benchmark has no such parameter.
    """
    methods = dict.fromkeys(benchmark.method for benchmark in benchmarks)
    classes = {method.rpartition(".")[0] for method in methods}
    names: dict[tuple[str | None, str | None], tuple[str, str]] = {}
    for benchmark in benchmarks:
        parts = benchmark.parts(tell_threads=tell_threads)
        values = [value for name, value in parts if name.casefold() == compared]
        if not values:
            raise InputError(
                f"{quoted(benchmark.method)} has no parameter {quoted(compared)}",
                advice="say --map alternative=Benchmark, or leave the benchmark out (-e)",
            )
        others = _with(part for part in parts if part[0].casefold() != compared)
        method = benchmark.method.rpartition(".")[2] if len(classes) == 1 else benchmark.method
        case = ", ".join(filter(None, (others, method if len(methods) > 1 or not others else "")))
        names[_with(parts) or None, benchmark.method] = case, values[0]
    return names


def _in_levels(
    names: dict[tuple[str | None, str | None], tuple[str, str]],
) -> dict[tuple[str | None, str | None], tuple[str, str]]:
    """Return the names with the first part of `metrics/JSON` in the scenario, where parts are shared so."""
    parts = {value: value.rpartition("/") for _, value in names.values()}
    tails = {head: {tail for at, _, tail in parts.values() if at == head} for head, _, _ in parts.values()}
    shared = len({*chain(*tails.values())}) < len(parts)
    if "" in tails or len(tails) < 2 or not shared or min(map(len, tails.values())) < 2:
        return names
    alone = len({case for case, _ in names.values()}) == 1  # of one method, which need not be named
    return {
        of: (parts[value][0] if alone else f"{parts[value][0]}, {case}", parts[value][2])
        for of, (case, value) in names.items()
    }


def _compared(benchmarks: Sequence[_Benchmark]) -> str:
    """Return the parameter whose values are the alternatives, in lower case; empty where the methods are."""
    methods = {benchmark.method for benchmark in benchmarks}
    values: dict[str, set[str]] = {}
    for benchmark in benchmarks:
        for name, value in benchmark.parameters:
            values.setdefault(name.casefold(), set()).add(value)
    kinds = [name for name, own in values.items() if len(own) > 1 and not all(map(is_size, own))]
    done = all(tells_case(method.rpartition(".")[2]) for method in methods)
    everywhere = all(len(benchmark.parameters) == len(values) for benchmark in benchmarks)
    return kinds[0] if len(kinds) == 1 and everywhere and (done or len(methods) == 1) else ""


def _row(score: _Score, cell: JsonNumber, run: str | None, tell_threads: bool) -> Row:
    benchmark = score.benchmark
    for number in (score.cell, cell):
        if number.value <= 0:
            raise InputError("a score must be greater than 0", line=number.line, found=number.text)
    scenario = _with(benchmark.parts(tell_threads=tell_threads)) or None
    known = RowNames(column="Score", alternative=benchmark.method, scenario=scenario, run=run)
    rate = _RATE.fullmatch(benchmark.unit)
    unit = "ops/s" if rate else benchmark.unit.removesuffix("/op")
    row = cell.row(score.measure or "", unit, **known)
    if rate:
        row = row._replace(unit=Unit(benchmark.unit, UNITS["ops/s"].dimension, _PER_SECOND[rate[1]]))
    return row


def _result(result: dict[str, Any]) -> Iterator[_Score]:
    metric = object_at(result, "primaryMetric")
    parameters = object_at(result, "params") if "params" in result else {}
    benchmark = _Benchmark(
        str(item(result, "benchmark")),
        str(item(result, "mode")),
        number_at(result, "threads").text,
        tuple((key, str(value)) for key, value in parameters.items()),
        str(item(metric, "scoreUnit")),
    )
    score = number_at(metric, "score")
    measure = benchmark.measure(score.line)
    if benchmark.mode == "sample":
        yield _Score(benchmark, measure, score)
        percentiles = object_at(metric, "scorePercentiles")
        for key in percentiles:
            if (statistic := _statistic_of(key)) is not None:
                yield _Score(benchmark, statistic, number_at(percentiles, key))
        return
    forks = [numbers_at(metric, "rawData", fork) for fork in range(len(list_at(metric, "rawData")))]
    yield _Score(benchmark, measure, score, _runs_of(forks))


def _has_commas(table: Table) -> bool:
    return "99,9%" in table.header[_COLUMNS.index(_ERROR)]


def _csv(table: Table) -> Iterator[_Score]:
    digits = re.compile(r"[0-9]+,[0-9]+" if _has_commas(table) else r"[0-9]+\.[0-9]+")
    for line, row in records_of(table):
        method, _, part = row["Benchmark"].partition(":")
        parameters = [(k.removeprefix(_PARAMETER), v) for k, v in row.items() if k.startswith(_PARAMETER)]
        given = tuple(pair for pair in parameters if pair[1])  # empty where the method has none of that name
        benchmark = _Benchmark(method, row["Mode"], row["Threads"], given, row["Unit"])
        score = _in_table(benchmark, part, line, JsonNumber(row["Score"].replace(",", "."), line))
        if not score.ignored and not digits.fullmatch(row["Score"]):
            raise InputError("a number is needed", line=line, column="Score", found=row["Score"])
        yield score


def _console(text: str, options: Options) -> Reading:
    """Return the scores of every fork or iteration, or of the table where that is all there is."""
    printed = Lines.of(text)
    printed.refuse_failed(_FAILURE, "a benchmark failed", "mend it, or leave it out (-e)")
    heading = printed.one(_HEADING, "table of scores, which ends JMH's report")
    below = printed.below(heading.line).until(_BLANK)
    scores = [_line(line, content, heading) for line, content in below.lines]
    blocks = printed.above(heading.line).parts(_START)
    one_vm = False
    if blocks:
        printed.one(re.compile("^# Run complete. Total time: "), "line 'Run complete'")
        found = [score for block in blocks for score in _block(block)]
        others = [score for score in scores if score.measure is None]
        if len(scores) != len(found) + len(others):
            raise InputError("the table does not hold the results above it", line=heading.line, advice=_WHOLE)
        scores = found + others
        one_vm = any(len(block.without(re.compile("Warmup")).all(_FORK)) == 1 for block in blocks)
    notes = (_DECIMAL_COMMAS,) if re.search(r"\s[0-9]+,[0-9]{3}\s", text) else ()
    of_means = not blocks and "±" in text
    return _suite(scores, options, one_vm=one_vm, of_means=of_means, notes=notes)


def _line(line: int, content: str, heading: LineMatch) -> _Score:
    """Return the score in a row of the table."""
    row = _ROW.fullmatch(content.rstrip())
    names = [name.strip("() ") for name in heading.text().split(") ") if name.strip()]
    values = row[3].split() if row else []
    if row is None or len(values) != len(names):
        problem = "this is no line of JMH's table, or a parameter's value has a space"
        raise InputError(problem, line=line, found=content.strip(), advice=_WHOLE)
    given = tuple(pair for pair in zip(names, values, strict=True) if pair[1] != "N/A")
    benchmark = _Benchmark(row[1], row[4], "", given, row[6])
    score = _in_table(benchmark, row[2] or "", line, JsonNumber(row[5], line))
    return score if score.measure is None else score._replace(cell=_digits(row[5], line))


def _block(block: Lines) -> list[_Score]:
    """Return the scores of a benchmark."""
    parameters = block.maybe(_PARAMETERS, "list of parameters")
    mode = block.one(_MODE, "mode")
    results = block.one(_RESULTS, "result")
    below = block.below(results.line)
    hits = below.all(_RESULT)
    if not hits:
        raise InputError("this result has no score", line=results.line, advice=_FINER)
    benchmark = _Benchmark(
        block.one(_METHOD, "benchmark").text(),
        _MODES_IN_WORDS.get(mode.text(), mode.text()),
        block.one(_THREADS, "number of threads").text(),
        _pairs(parameters.text()) if parameters else (),
        hits[0].text(2),
    )
    score = _digits(hits[0].text(), hits[0].line)
    if benchmark.mode == "sample":
        found = [_Score(benchmark, benchmark.measure(score.line), score)]
        for hit in below.all(_PERCENTILE):
            measure = _statistic_of(f"{hit.text(1)}.{hit.text(2)}")
            if measure is not None:
                found.append(_Score(benchmark, measure, _digits(hit.text(3), hit.line)))
        return found
    measured = [f for f in block.until(_RESULTS).parts(_FORK) if "Warmup" not in f.lines[0][1]]
    forks = [_iterations(fork) for fork in measured]
    if not forks or not all(forks):
        raise InputError("this benchmark has a fork without iterations", line=results.line, advice=_WHOLE)
    return [_Score(benchmark, benchmark.measure(score.line), score, _runs_of(forks))]


def _iterations(fork: Lines) -> list[JsonNumber]:
    hits = fork.all(_ITERATION)
    for expected, hit in enumerate(hits, start=1):
        if hit.text(1) != str(expected):
            raise InputError(f"iteration {expected} is missing", line=hit.line, advice=_WHOLE)
    return [_digits(hit.text(2), hit.line) for hit in hits]


def _pairs(text: str) -> tuple[tuple[str, str], ...]:
    """Return the names and values of `level = 1, codec = lz4`."""
    pairs = (part.partition(" = ") for part in re.split(r", (?=\w+ = )", text))
    return tuple((name, value) for name, _, value in pairs)


def _digits(text: str, line: int) -> JsonNumber:
    if not re.fullmatch(_SCORE, text):
        problem = "a number with three digits after the mark is needed"
        raise InputError(problem, line=line, found=text, advice=_FINER)
    return JsonNumber(text.replace(",", "."), line)
