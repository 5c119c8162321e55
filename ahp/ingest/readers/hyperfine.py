"""hyperfine: how long commands took, as `--export-json` and `--export-csv` write it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from ahp.errors import FailedRunError, InputError
from ahp.ingest.failures import Failures
from ahp.ingest.jsontext import Digits, item, number_at, object_at, parse_json
from ahp.ingest.readers.base import Options, Reading, Row, number
from ahp.ingest.readers.exports import export_table, records_of
from ahp.ingest.readers.json_lists import numbers_at, objects_at
from ahp.ingest.readers.printed import disagreement, finite, naming
from ahp.ingest.sources import Source

_JSON = re.compile(r'^\s*\{\s*"results"\s*:\s*\[\s*\{\s*"command"\s*:')
_COLUMNS = ("command", "mean", "stddev", "median", "user", "system", "min", "max")
_CSV = re.compile(rf"^\s*{','.join(_COLUMNS)}[,\r\n]")
_PARAMETER = "parameter_"
_UNKNOWN_EXIT = "hyperfine's CSV does not say whether the commands succeeded; its JSON does."
_NO_CODES = "This hyperfine did not record whether the commands succeeded."
_NO_SHELL = "measure without the shell (hyperfine -N), or let the command do more"
_MEAN = 1e-6  # relative: times and mean are printed to nanoseconds at worst


class HyperfineReader:
    """Reads the duration of each command: of every run from JSON, the mean from CSV.

    A command that was made from parameters is named by them where they tell all commands apart.
    """

    def matches(self, head: str) -> bool:
        """Say whether it begins as one of hyperfine's exports."""
        return _JSON.match(head) is not None or _CSV.match(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return `duration` in seconds, which is hyperfine's unit whatever it was told to show.

        Raises
        ------
        InputError
            If a command failed, took no time at all, or stands twice; or the file is damaged.
        """
        with naming(source):
            if source.text.lstrip().startswith("{"):
                return _json(source.text, Failures(options))
            return _csv(source)


def _json(text: str, failures: Failures) -> Reading:
    results = objects_at(parse_json(text), "results")
    lines = [number_at(result, "mean").line for result in results]
    commands = [str(item(result, "command")) for result in results]
    names = _names(commands, [_given(result) for result in results], lines)
    rows = [row for result, name in zip(results, names, strict=True) for row in _runs(result, name, failures)]
    coded = all("exit_codes" in result for result in results)
    return Reading(
        tuple(rows),
        ("user", "system"),
        len(rows),
        caveats=() if coded else (_NO_CODES,),
        left_out=tuple(failures.left_out),
    )


def _given(result: dict[str, Any]) -> tuple[tuple[str, str], ...]:
    """Return the parameters that a command was made with."""
    parameters = object_at(result, "parameters") if result.get("parameters") is not None else {}
    return tuple((key, v.text if isinstance(v, Digits) else str(v)) for key, v in parameters.items())


def _runs(result: dict[str, Any], name: str, failures: Failures) -> Iterator[Row]:
    times = numbers_at(result, "times")
    failed = _failed(result, len(times), name, failures)
    mean = number_at(result, "mean")
    computed = sum(time.value for time in times) / len(times)
    if abs(computed - mean.value) > _MEAN * abs(computed):
        raise disagreement(mean.line, f"the mean of {name}", mean.text, computed)
    for run, time in enumerate(times, start=1):
        if run not in failed:
            yield _row(name, time, "times", str(run))


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
        if not isinstance(code, Digits) or code.text != "0":
            told = f"exit code {code.text}" if isinstance(code, Digits) else "no exit code, a signal ended it"
            failures.met(
                FailedRunError(
                    f"{name} failed in run {run}: {told}",
                    line=code.line if isinstance(code, Digits) else line,
                    advice="a failed run is no measurement; mend the command and measure it again",
                )
            )
            found.add(run)
    return found


def _row(name: str, time: Digits, column: str, run: str | None) -> Row:
    if time.value <= 0:
        raise InputError(
            f"{name} took no time: less than the start of the shell, which hyperfine subtracts",
            line=time.line,
            column=column,
            found=time.text,
            advice=_NO_SHELL,
        )
    return number(
        "duration",
        time.value,
        "s",
        printed=time.text,
        line=time.line,
        column=column,
        alternative=name,
        run=run,
    )


def _names(
    commands: Sequence[str], given: Sequence[tuple[tuple[str, str], ...]], lines: Sequence[int | None]
) -> list[str]:
    """Return what each command is called: its parameters if they tell all apart, else its own text."""
    if all(given) and len(set(given)) == len(given):
        return [", ".join(v if len(parts) == 1 else f"{key}={v}" for key, v in parts) for parts in given]
    for position, command in enumerate(commands):
        if not command.strip() or command in commands[:position]:
            raise InputError(
                "each command needs a name of its own",
                line=lines[position],
                found=command,
                advice="name it with hyperfine -n",
            )
    return list(commands)


def _csv(source: Source) -> Reading:
    table = export_table(source, _COLUMNS, f"{_PARAMETER}.+")
    rows = list(records_of(table))
    given = [
        tuple((k.removeprefix(_PARAMETER), v) for k, v in row.items() if k not in _COLUMNS) for _, row in rows
    ]
    names = _names([row["command"] for _, row in rows], given, [line for line, _ in rows])
    found = []
    for name, (line, row) in zip(names, rows, strict=True):
        for column in _COLUMNS[1:]:
            if row[column] or column != "stddev":  # empty with a single run
                finite(row[column], line)
        _row(name, Digits(row["min"], line), "min", None)
        found.append(_row(name, Digits(row["mean"], line), "mean", None))
    return Reading(tuple(found), ("user", "system"), len(found), caveats=(_UNKNOWN_EXIT,))
