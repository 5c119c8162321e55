"""hyperfine: how long commands took, from its JSON, its CSV, its tables or its console."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple, TypeAlias

from ahp.errors import FailedRunError, InputError, listed, quoted
from ahp.ingest.checks import Failures
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, Row
from ahp.ingest.readers.csv_export import export_table, records_of
from ahp.ingest.readers.json import JsonNumber, item, number_at, numbers_at, object_at, objects_at, parse_json
from ahp.ingest.readers.lines import LineMatch, Lines, N, finite
from ahp.ingest.tables.cells import MEAN_READ

Parameters: TypeAlias = tuple[tuple[str, str], ...]
"""What a command was made with: names and values."""

_JSON = re.compile(r'^\s*\{\s*"results"\s*:\s*\[\s*\{\s*"command"\s*:')
_COLUMNS = ("command", "mean", "stddev", "median", "user", "system", "min", "max")
_CSV = re.compile(rf"^\s*{','.join(_COLUMNS)}[,\r\n]")
_PARAMETER = "parameter_"
_MENDED = "a failed run is no measurement; mend the command and measure it again"
_NO_CODES = "This hyperfine did not record whether the commands succeeded."
_UNKNOWN_EXIT = "This output of hyperfine does not say whether the commands succeeded; its JSON does."
_MEANS = f"Of each command {MEAN_READ}; hyperfine's JSON has the runs."
_NO_SHELL = "measure without the shell (hyperfine -N), or let the command do more"
_PASSED = ("user", "system")

_CONSOLE = re.compile(
    r"^Benchmark #?[0-9]+: .*\r?\n  Time \((?:mean ± σ|abs ≡)\):"
    r"|^ *Warning: (?:Command took less than|The first benchmarking run|Ignoring non-zero|Statistical outl)"
    r"|\Ahyperfine [0-9]+\.[0-9.]+\s*\Z",
    re.MULTILINE,
)
_START = re.compile(r"^Benchmark #?[0-9]+: (.*)")
_U = "(?:[µμ]s|ms|s)"
_TIME = re.compile(
    rf"^  Time \((?:mean ± σ|(?P<single>abs ≡))\): +(?P<mean>{N}) (?P<unit>{_U})(?: ± +{N} {_U})?"
    rf"(?: +\[User: {N} {_U}, System: {N} {_U}\])?$"
)
_RANGE = re.compile(rf"^  Range \(min … max\): +({N}) ({_U}) … +({N}) ({_U})(?: +[0-9]+ runs)?$")
_EITHER = re.compile(f"{_TIME.pattern}|{_RANGE.pattern}")
_LINES = re.compile(r"^\s+(?:Time|Range) ")
_COMPARED = re.compile(r"^(?:Summary|Relative speed comparison)\s*$")
_ENDS = re.compile(rf"{_COMPARED.pattern}|^\s*Note: The benchmark comparison could not be computed")
_FAILED = re.compile(r"Warning: Ignoring non-zero exit code|^Error: Command terminated")
_WHOLE = "the report is damaged or cut off; give all of it"
_CAVEATS = {
    "The first benchmarking run": "The first run of a command was much slower than the others.",
    "Statistical outliers": "hyperfine found outliers among the runs: something else disturbed them.",
    "Command took less than": "A command took less than 5 ms, near what the start of the shell varies by.",
}

_TABLE = re.compile(r"^\| Command *(?:\|  ?|\r?\n\| )Mean \[(?P<unit>[µμ]s|ms|s)\]", re.MULTILINE)
_TITLE = re.compile(r"^\s*\| Command\b")
_HEADING = re.compile(
    r"Command\|Mean \[(?P<unit>[µμ]s|ms|s)\]\|(?:Min \[(?P=unit)\]\|Max \[(?P=unit)\]\|Relative"
    r"|Min…Max \[(?P=unit)\](?:\|Relative)?)"  # before version 1.8
)
_RULER = re.compile(r"\|[-:|+ ]+\|")
_MULTIPLE = rf"{N}(?: ± {N})?"
_OF_THREE = re.compile(rf"({N})(?: ± {N})?\|({N})\|{N}\|{_MULTIPLE}")
_OF_TWO = re.compile(rf"({N})(?: ± {N})?\|({N})…{N}(?:\|{_MULTIPLE})?")
_BAR = re.compile(r"(?<!\\)\|")
_CODE = re.compile(r"([`=])(.*)\1", re.DOTALL)
_TABLE_WHOLE = "give the whole table as hyperfine exported it"


class HyperfineReader:
    """What hyperfine exports (JSON, CSV, Markdown, org-mode, AsciiDoc) or prints.

    Each command is an alternative; one that was made from parameters is named by them where they tell all
    commands apart. With `NAME=FILE` several commands are scenarios, and a single one is what NAME stands for.

    Gives: `duration`: of every run from JSON, the mean of all runs from everything else.
    Elsewhere: the CPU (user and system are means of all runs, and not used), sizes and ratios.
    Caveats: only JSON says whether the commands succeeded; what a console warns of (a slow first run,
    outliers, commands under 5 ms) is told. A run that failed is refused, or left out with `--drop-failed`.
    Where a run took no time, the start of the shell having been subtracted, the means are read and told of.
    """

    def matches(self, head: str) -> bool:
        """Say whether it begins as one of hyperfine's exports, or holds its table or its report."""
        if _JSON.match(head) or _CSV.match(head):
            return True
        if "| Command" in head and _TABLE.search(head):
            return True
        words = ("Time (", "Warning: ", "hyperfine ")  # looked for first: most files hold none of them
        return any(word in head for word in words) and _CONSOLE.search(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return `duration` in seconds, which is hyperfine's unit whatever it was told to show."""
        if source.text.lstrip().startswith("{"):
            return _json(source.text, Failures(options))
        if _CSV.match(source.text):
            return _csv(source)
        return _table(source.text) if _TABLE.search(source.text) else _console(source.text, options)


def _names(commands: Sequence[str], given: Sequence[Parameters], lines: Sequence[int | None]) -> list[str]:
    """Return what each command is called: its parameters if they tell all apart, else its own text.

    Blanks about a name are no part of it.

    Raises
    ------
    InputError
        If a command has no name, or two have the same.

    Examples
    --------
    >>> _names(["gzip -1 f", "gzip -6 f"], [(("level", "1"),), (("level", "6"),)], [1, 2])
    ['1', '6']
    """
    named = [
        ", ".join(v.strip() if len(parts) == 1 else f"{key}={v.strip()}" for key, v in parts)
        for parts in given
    ]
    if all(named) and len(set(named)) == len(named):
        return named
    commands = [command.strip() for command in commands]
    for position, command in enumerate(commands):
        if not command or command in commands[:position]:
            raise InputError(
                "each command needs a name of its own",
                line=lines[position],
                found=command,
                advice="name it with hyperfine -n",
            )
    return commands


def _row(name: str, time: JsonNumber, column: str, run: str | None, unit: str = "s") -> Row:
    if time.value <= 0:
        raise InputError(
            f"{name} took no time: less than the start of the shell, which hyperfine subtracts",
            line=time.line,
            column=column,
            found=time.text,
            advice=_NO_SHELL,
        )
    return time.row("duration", unit, column=column, alternative=name, run=run)


def _reading(
    rows: Sequence[Row],
    given: Mapping[str, Parameters],
    instant: Iterable[str],
    caveats: tuple[str, ...],
    passed: tuple[str, ...] = _PASSED,
) -> Reading:
    """Return the reading of some commands, of which a run of the `instant` ones took no time.

    Called from outside, they are scenarios, by their parameters if they have any; a single command is what
    the caller's name stands for.
    """
    if short := list(instant):
        caveats += (
            f"A run of {listed(short, 6)} took no time: hyperfine subtracts the start of the shell, and what "
            f"would be below 0 stands as 0. Such a mean tells little; {_NO_SHELL}.",
        )
    called = {name: ", ".join(f"{key}={value}" for key, value in its) or name for name, its in given.items()}
    return Reading(
        tuple(rows),
        passed,
        len(rows),
        caveats=caveats,
        benchmarks={(None, name): called[name] if len(given) > 1 else None for name in given},
    )


def _json(text: str, failures: Failures) -> Reading:
    results = objects_at(parse_json(text), "results")
    lines = [number_at(result, "mean").line for result in results]
    given = [object_at(one, "parameters") if one.get("parameters") is not None else {} for one in results]
    parameters = [tuple((key, str(value)) for key, value in its.items()) for its in given]
    names = _names([str(item(result, "command")) for result in results], parameters, lines)
    kept = {name: _runs(result, name, failures) for result, name in zip(results, names, strict=True)}
    instant = [name for name, (runs, _) in kept.items() if any(time.value <= 0 for time in runs.values())]
    rows: list[Row] = []
    for name, (runs, mean) in kept.items():
        if not instant:
            rows += [_row(name, time, "times", str(run)) for run, time in runs.items()]
        elif runs:  # 0 is what hyperfine makes of less, and the mean at least contains it
            rows.append(_row(name, mean, "mean", None))
    told = () if all("exit_codes" in result for result in results) else (_NO_CODES,)
    reading = _reading(rows, dict(zip(names, parameters, strict=True)), instant, told)
    return replace(reading, left_out=tuple(failures.left_out))


def _runs(result: dict[str, Any], name: str, failures: Failures) -> tuple[dict[int, JsonNumber], JsonNumber]:
    """Return the times of the runs that count, and their mean, as it is printed if they are all."""
    times, mean = numbers_at(result, "times"), number_at(result, "mean")
    codes = item(result, "exit_codes") if "exit_codes" in result else [JsonNumber("0", 1)] * len(times)
    if not isinstance(codes, list) or len(codes) != len(times):
        raise InputError(f"{name} needs one exit code for each of its {len(times)} times", line=mean.line)
    runs = {}
    for run, (time, code) in enumerate(zip(times, codes, strict=True), start=1):
        at = code if isinstance(code, JsonNumber) else None
        if at is not None and at.text == "0":
            runs[run] = time
        else:
            told = f"exit code {at.text}" if at else "no exit code, a signal ended it"
            line = at.line if at else mean.line
            failures.met(FailedRunError(f"{name} failed in run {run}: {told}", line=line, advice=_MENDED))
    if len(runs) == len(times):
        return runs, mean
    return runs, JsonNumber(repr(sum(time.value for time in runs.values()) / max(len(runs), 1)), mean.line)


class _Summary(NamedTuple):
    """The mean of a command, as all but the JSON has it."""

    command: str
    mean: JsonNumber
    unit: str
    least: JsonNumber
    given: Parameters = ()


def _of_means(summaries: Sequence[_Summary], passed: tuple[str, ...] = _PASSED) -> Reading:
    """Return the reading of the means of some commands; `passed` are columns that are not used."""
    commands, lines = [each.command for each in summaries], [each.mean.line for each in summaries]
    named = dict(zip(_names(commands, [s.given for s in summaries], lines), summaries, strict=True))
    rows = [_row(name, summary.mean, "mean", None, summary.unit) for name, summary in named.items()]
    instant = [name for name, summary in named.items() if summary.least.value <= 0]
    several = any(summary.least.value < summary.mean.value for summary in summaries)
    given = {name: its.given for name, its in named.items()}
    reading = _reading(rows, given, instant, (_UNKNOWN_EXIT,), passed)
    return replace(reading, means=(_MEANS,)) if several else reading


def _csv(source: Source) -> Reading:
    summaries = []
    for line, row in records_of(export_table(source, _COLUMNS, f"{_PARAMETER}.+")):
        for column in _COLUMNS[1:]:
            if row[column] or column != "stddev":  # empty with a single run
                finite(row[column], line)
        mean, least = (JsonNumber(row[column], line) for column in ("mean", "min"))
        given = tuple((k.removeprefix(_PARAMETER), v) for k, v in row.items() if k not in _COLUMNS)
        summaries.append(_Summary(row["command"], mean, "s", least, given))
    return _of_means(summaries)


def _console(text: str, options: Options) -> Reading:
    printed = Lines.of(text)
    body = printed.until(_ENDS)
    blocks, failures = list[Lines](), Failures(options)
    for block in body.parts(_START):
        if not (failed := block.all(_FAILED)):
            blocks.append(block)
            continue
        problem = f"{quoted(block.one(_START, 'command').text().strip())} failed"
        warned = failed[0].match[0].strip()
        failures.met(FailedRunError(problem, line=failed[0].line, found=warned, advice=_MENDED))
    if failures.left_out and not blocks:
        printed.refuse_failed(_FAILED, "a command failed", _MENDED)
    if not blocks:
        raise InputError(
            "this is hyperfine's version, or its warnings, and holds no times",
            line=1,
            advice="give what it exports (--export-json FILE) or prints to standard output",
        )
    body.until(_START).refuse(_LINES, "no benchmark begins above this line", _WHOLE)
    summaries = [_summary(block) for block in blocks]
    reading = _of_means(summaries)
    if len(summaries) > 1 and "```" not in text:  # a page that quotes it may leave the summary out
        end = printed.one(_ENDS, "summary, which follows the last of several commands")
        compared = printed.below(end.line).text
        for summary in summaries if _COMPARED.match(end.match[0]) else ():
            if summary.command not in compared:
                problem = f"the comparison does not name {summary.command}"
                raise InputError(problem, line=end.line, advice=_WHOLE)
    told = [said for words, said in _CAVEATS.items() if printed.all(re.compile(f"Warning: {words}"))]
    return replace(reading, caveats=(*reading.caveats, *told), left_out=tuple(failures.left_out))


def _summary(block: Lines) -> _Summary:
    """Return what a block says of its command; of a single run there is no range."""
    command = block.one(_START, "command").text().strip()
    block.every(_EITHER, _LINES)
    time = block.one(_TIME, f"time of {command}")
    mean, unit = time.digits("mean"), time.text("unit")
    if time.text("single"):
        return _Summary(command, mean, unit, mean)
    return _Summary(command, mean, unit, block.one(_RANGE, f"range of {command}").digits())


def _table(text: str) -> Reading:
    printed = Lines.of(text)
    title = printed.one(_TITLE, "table of hyperfine")
    found = list(_cells(printed.below(title.line - 1), asciidoc="Mean" not in title.match.string))
    (line, heading), *rows = found or [(title.line, [""])]
    form = _HEADING.fullmatch("|".join(heading))
    if form is None or not rows:
        problem = "hyperfine's columns and a row below them are needed"
        raise InputError(problem, line=line, found="|".join(heading), advice=_TABLE_WHOLE)
    row = _OF_TWO if "…" in form[0] else _OF_THREE
    summaries, fastest = [], False
    for at, cells in rows:
        match = row.fullmatch("|".join(cells[1:]))
        if len(cells) != len(heading) or match is None:
            problem = "this is no whole row of hyperfine's table"
            raise InputError(problem, line=at, found=" | ".join(cells), advice=_TABLE_WHOLE)
        fastest = fastest or cells[-1] == "1.00"
        hit, code = LineMatch(at, match), _CODE.fullmatch(cells[0])
        command = (code[2] if code else cells[0]).replace("\\|", "|")
        summaries.append(_Summary(command, hit.digits(1), form["unit"], hit.digits(2)))
    if "Relative" in heading and not fastest:
        problem = "the fastest command is missing: the table is cut off"
        raise InputError(problem, line=line, advice=_TABLE_WHOLE)
    return _of_means(summaries, passed=())


def _cells(lines: Lines, *, asciidoc: bool) -> Iterator[tuple[int, list[str]]]:
    """Yield the rows of a table, the heading first; AsciiDoc has a cell on each line."""
    row: list[str] = []
    for line, content in lines.lines:
        inner = content.strip()
        if asciidoc and inner.startswith("| "):
            row.append(inner[2:].strip())
        elif asciidoc:
            if row:
                yield line - 1, row
            row = []
            if inner == "|===":
                return
        elif not inner.startswith("|"):
            return
        elif not _RULER.fullmatch(inner):
            yield line, [cell.strip() for cell in _BAR.split(inner)[1:-1]]
    if asciidoc:
        raise InputError("the table does not end", line=lines.last, advice=_TABLE_WHOLE)
