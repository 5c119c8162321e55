"""hyperfine: how long commands took, from its exports or its console."""

from __future__ import annotations

import math
import re
from dataclasses import replace
from typing import Any

from ahp.errors import FailedRunError, InputError
from ahp.ingest.checks import Failures
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading
from ahp.ingest.readers.csv_export import export_table, records_of
from ahp.ingest.readers.hyperfine_printed import CONSOLE, TABLE, console, table
from ahp.ingest.readers.hyperfine_rows import (
    Parameters,
    Summary,
    below_the_shell,
    duration_row,
    names_of,
    of_means,
    suite,
)
from ahp.ingest.readers.json import JsonNumber, item, number_at, numbers_at, object_at, objects_at, parse_json
from ahp.ingest.readers.lines import disagreement, finite

_JSON = re.compile(r'^\s*\{\s*"results"\s*:\s*\[\s*\{\s*"command"\s*:')
_COLUMNS = ("command", "mean", "stddev", "median", "user", "system", "min", "max")
_CSV = re.compile(rf"^\s*{','.join(_COLUMNS)}[,\r\n]")
_PARAMETER = "parameter_"
_NO_CODES = "This hyperfine did not record whether the commands succeeded."
_MEAN = 1e-6  # relative: times and mean are printed to nanoseconds at worst


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
        if "| Command" in head and TABLE.search(head):
            return True
        words = ("Time (", "Warning: ", "hyperfine ")  # looked for first: most files hold none of them
        return any(word in head for word in words) and CONSOLE.search(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return `duration` in seconds, which is hyperfine's unit whatever it was told to show.

        Raises
        ------
        InputError
            If a command failed, its mean is 0, or it stands twice; or the file is damaged.
        """
        if source.text.lstrip().startswith("{"):
            return _json(source.text, Failures(options))
        if _CSV.match(source.text):
            return _csv(source)
        return table(source.text) if TABLE.search(source.text) else console(source.text)


def _json(text: str, failures: Failures) -> Reading:
    results = objects_at(parse_json(text), "results")
    lines = [number_at(result, "mean").line for result in results]
    commands = [str(item(result, "command")) for result in results]
    given = [_given(result) for result in results]
    names = names_of(commands, given, lines)
    kept = [_runs(result, name, failures) for result, name in zip(results, names, strict=True)]
    instant = [
        name for name, runs in zip(names, kept, strict=True) if any(t.value <= 0 for t in runs.values())
    ]
    if instant:  # 0 is what hyperfine makes of less, and the mean at least contains it
        means = [_mean(result, runs) for result, runs in zip(results, kept, strict=True)]
        rows = [
            duration_row(name, mean, "mean", None) for name, mean in zip(names, means, strict=True) if mean
        ]
    else:
        named = [
            (name, run, time) for name, runs in zip(names, kept, strict=True) for run, time in runs.items()
        ]
        rows = [duration_row(name, time, "times", str(run)) for name, run, time in named]
    coded = all("exit_codes" in result for result in results)
    told = (() if coded else (_NO_CODES,)) + below_the_shell(instant)
    reading = suite(rows, names, given, passed=("user", "system"), caveats=told)
    return replace(reading, left_out=tuple(failures.left_out))


def _given(result: dict[str, Any]) -> Parameters:
    """Return the parameters that a command was made with."""
    parameters = object_at(result, "parameters") if result.get("parameters") is not None else {}
    return tuple((key, str(v.text if isinstance(v, JsonNumber) else v)) for key, v in parameters.items())


def _runs(result: dict[str, Any], name: str, failures: Failures) -> dict[int, JsonNumber]:
    """Return the times of the runs that count."""
    times = numbers_at(result, "times")
    failed = _failed(result, len(times), name, failures)
    mean = number_at(result, "mean")
    computed = math.fsum(time.value for time in times) / len(times)
    if abs(computed - mean.value) > _MEAN * abs(computed):
        raise disagreement(mean.line, f"the mean of {name}", mean.text, computed)
    return {run: time for run, time in enumerate(times, start=1) if run not in failed}


def _mean(result: dict[str, Any], runs: dict[int, JsonNumber]) -> JsonNumber | None:
    """Return the mean of the runs that count, as it is printed if they are all; None if there are none."""
    mean = number_at(result, "mean")
    if not runs or len(runs) == len(numbers_at(result, "times")):
        return mean if runs else None
    return JsonNumber(repr(sum(time.value for time in runs.values()) / len(runs)), mean.line)


def _failed(result: dict[str, Any], runs: int, name: str, failures: Failures) -> set[int]:
    """Return the runs that failed, where those are left out."""
    found: set[int] = set()
    if "exit_codes" not in result:
        return found
    codes = item(result, "exit_codes")
    line = number_at(result, "mean").line
    if not isinstance(codes, list) or len(codes) != runs:
        raise InputError(f"{name} needs one exit code for each of its {runs} times", line=line)
    for run, code in enumerate(codes, start=1):
        if not isinstance(code, JsonNumber) or code.text != "0":
            told = (
                f"exit code {code.text}"
                if isinstance(code, JsonNumber)
                else "no exit code, a signal ended it"
            )
            failures.met(
                FailedRunError(
                    f"{name} failed in run {run}: {told}",
                    line=code.line if isinstance(code, JsonNumber) else line,
                    advice="a failed run is no measurement; mend the command and measure it again",
                )
            )
            found.add(run)
    return found


def _csv(source: Source) -> Reading:
    table = export_table(source, _COLUMNS, f"{_PARAMETER}.+")
    rows = list(records_of(table))
    given = [
        tuple((k.removeprefix(_PARAMETER), v) for k, v in row.items() if k not in _COLUMNS) for _, row in rows
    ]
    summaries = []
    for line, row in rows:
        for column in _COLUMNS[1:]:
            if row[column] or column != "stddev":  # empty with a single run
                finite(row[column], line)
        mean, least, most = (JsonNumber(row[column], line) for column in ("mean", "min", "max"))
        summaries.append(Summary(row["command"], mean, "s", least, most))
    return of_means(summaries, given)
