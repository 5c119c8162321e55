"""What JMH prints on a console: forks and iterations of each benchmark, and the table at the end."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ahp.errors import FailedRunError, InputError
from ahp.ingest.readers.base import Reading
from ahp.ingest.readers.jmh_scores import (
    MODES,
    Benchmark,
    Score,
    measure_of,
    percent_of,
    runs_of,
    statistic_of,
    suite,
)
from ahp.ingest.readers.json import JsonNumber
from ahp.ingest.readers.lines import LineMatch, Lines, disagreement

CONSOLE = re.compile(
    r"^# JMH version: |^Benchmark  +(?:\([^()\n]+\) +)*Mode  +Cnt +Score  +Error  +Units *$", re.MULTILINE
)
"""The beginning of a report, or the heading of its table."""

_BLANK = re.compile(r"^\s*$")
_START = re.compile(r"^# JMH version: ")
_HEADING = re.compile(r"^Benchmark  +((?:\([^()]+\) +)*)Mode  +Cnt +Score  +Error  +Units *$")
_METHOD = re.compile(r"^# Benchmark: (\S+)$")
_MODE = re.compile(r"^# Benchmark mode: (.*)$")
_MODES = {
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
    rf"([^\s:]+)(?::(\S+))?((?: +\S+)*?) +({'|'.join(MODES)})(?: +[0-9]+)? +"
    r"(≈ \S+|\S+)(?: +[±?] +\S+)? +(\S+)"
)
_COMMAS = "Its numbers have decimal commas: JMH prints three digits after the mark, and no thousands marks."
_FINER = "measure in a smaller unit (-tu ns), or give the JSON, which has all digits"
_WHOLE = "give the whole output of JMH, or its JSON (-rf json)"


def console(text: str) -> Reading:
    """Return the scores of every fork or iteration, or of the table where that is all there is.

    Raises
    ------
    FailedRunError
        If a benchmark failed.
    InputError
        If the report is not whole.
    """
    printed = Lines.of(text)
    for hit in printed.all(_FAILURE):
        raise FailedRunError("a benchmark failed", line=hit.line, advice="mend it, or leave it out (-e)")
    heading = printed.one(_HEADING, "table of scores, which ends JMH's report")
    below = printed.below(heading.line).until(_BLANK)
    marks: set[str] = set()
    ignored: list[str] = []
    scores = [score for line in below.lines for score in _row(line, heading, marks, ignored)]
    blocks = printed.above(heading.line).parts(_START)
    one_vm = False
    if blocks:
        printed.one(re.compile("^# Run complete. Total time: "), "line 'Run complete'")
        found = [score for block in blocks for score in _block(block, marks)]
        if sorted(map(_told, scores)) != sorted(map(_told, found)):
            raise InputError(
                "the table does not hold the results that stand above it",
                line=heading.line,
                advice="the report is damaged or cut off; give all of it",
            )
        scores = found
        one_vm = any(len(block.without(re.compile("Warmup")).all(_FORK)) == 1 for block in blocks)
    if len(marks) > 1:
        raise InputError(
            "its numbers have decimal points and decimal commas", line=heading.line, advice=_WHOLE
        )
    return suite(scores, one_vm=one_vm, ignored=ignored, notes=(_COMMAS,) if marks == {","} else ())


def _told(score: Score) -> tuple[object, ...]:
    """Return what the table and a result both say; the table shortens the names of classes."""
    method = score.benchmark.method.rpartition(".")[2]
    parameters = sorted(score.benchmark.parameters)
    return method, score.benchmark.mode, parameters, score.benchmark.unit, score.measure, score.cell.text


def _row(line: tuple[int, str], heading: LineMatch, marks: set[str], ignored: list[str]) -> Sequence[Score]:
    """Return the score in a row of the table; none for what is not used."""
    row = _ROW.fullmatch(line[1].rstrip())
    names = [name.strip("() ") for name in heading.text().split(") ") if name.strip()]
    values = row[3].split() if row else []
    if row is None or len(values) != len(names):
        problem = "this is no line of JMH's table, or a parameter's value has a space"
        raise InputError(problem, line=line[0], found=line[1].strip(), advice=_WHOLE)
    if row[2] and not re.match("p[0-9]", row[2]):
        ignored.append(row[2])  # of a profiler, or of one method in a group
        return ()
    given = tuple(pair for pair in zip(names, values, strict=True) if pair[1] != "N/A")
    benchmark = Benchmark(row[1], row[4], "", given, row[6])
    measure: str | None = measure_of(benchmark, line[0])
    if row[2]:
        measure = statistic_of(percent_of(row[2], line[0]), line[0])
    if measure is None:
        return ()
    return (Score(benchmark, measure, _digits(row[5], line[0], marks)),)


def _block(block: Lines, marks: set[str]) -> list[Score]:
    """Return the scores of a benchmark."""
    parameters = block.maybe(_PARAMETERS, "list of parameters")
    mode = block.one(_MODE, "mode")
    results = block.one(_RESULTS, "result")
    below = block.below(results.line)
    hits = below.all(_RESULT)
    if not hits:
        raise InputError("this result has no score", line=results.line, advice=_FINER)
    benchmark = Benchmark(
        block.one(_METHOD, "benchmark").text(),
        _MODES.get(mode.text(), mode.text()),
        block.one(_THREADS, "number of threads").text(),
        _pairs(parameters.text()) if parameters else (),
        hits[0].text(2),
    )
    score = _digits(hits[0].text(), hits[0].line, marks)
    if benchmark.mode == "sample":
        found = [Score(benchmark, measure_of(benchmark, score.line), score)]
        for hit in below.all(_PERCENTILE):
            measure = statistic_of(f"{hit.text(1)}.{hit.text(2)}", hit.line)
            if measure is not None:
                found.append(Score(benchmark, measure, _digits(hit.text(3), hit.line, marks)))
        return found
    forks = [
        _iterations(fork, benchmark.unit, marks)
        for fork in block.until(_RESULTS).parts(_FORK)
        if "Warmup" not in fork.lines[0][1]
    ]
    if not forks or not all(forks):
        raise InputError("this benchmark has a fork without iterations", line=results.line, advice=_WHOLE)
    cells = [cell.value for fork in forks for cell in fork]
    computed = sum(cells) / len(cells)
    if abs(computed - score.value) > 0.00101:  # each is rounded to three digits
        raise disagreement(score.line, f"the score of {benchmark.method}", score.text, computed)
    return [Score(benchmark, measure_of(benchmark, score.line), score, runs_of(forks))]


def _iterations(fork: Lines, unit: str, marks: set[str]) -> list[JsonNumber]:
    hits = fork.all(_ITERATION)
    for expected, hit in enumerate(hits, start=1):
        if hit.text(1) != str(expected):
            raise InputError(f"iteration {expected} is missing", line=hit.line, advice=_WHOLE)
        if hit.text(3) != unit:
            raise InputError(f"the result is in {unit}", line=hit.line, found=hit.text(3))
    return [_digits(hit.text(2), hit.line, marks) for hit in hits]


def _pairs(text: str) -> tuple[tuple[str, str], ...]:
    """Return the names and values of `level = 1, codec = lz4`."""
    pairs = (part.partition(" = ") for part in re.split(r", (?=\w+ = )", text))
    return tuple((name, value) for name, _, value in pairs)


def _digits(text: str, line: int, marks: set[str]) -> JsonNumber:
    if not re.fullmatch(_SCORE, text):
        raise InputError(
            "a number with three digits after the mark is needed", line=line, found=text, advice=_FINER
        )
    marks.add(text[-4])
    return JsonNumber(text.replace(",", "."), line)
