"""The commands of hyperfine, whichever way they were written: their names, and the rows of their times."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

from ahp.errors import InputError, listed
from ahp.ingest.readers.base import Reading, Row, number
from ahp.ingest.readers.json import JsonNumber
from ahp.ingest.readers.lines import disagreement

Parameters: TypeAlias = tuple[tuple[str, str], ...]
"""What a command was made with: names and values."""

_UNKNOWN_EXIT = "This output of hyperfine does not say whether the commands succeeded; its JSON does."
_MEAN = 1e-9
_NO_SHELL = "measure without the shell (hyperfine -N), or let the command do more"


class Summary(NamedTuple):
    """The mean of a command, as a table or a console prints it."""

    command: str
    mean: JsonNumber
    unit: str
    least: JsonNumber
    most: JsonNumber


def of_means(
    summaries: Sequence[Summary],
    given: Sequence[Parameters] = (),
    passed: tuple[str, ...] = ("user", "system"),
) -> Reading:
    """Return the reading of the means of some commands; `passed` are columns that are not used.

    Raises
    ------
    InputError
        If a command's mean is 0, or it stands twice; or a mean lies outside its range.
    """
    commands = [summary.command for summary in summaries]
    made = [*given] or [()] * len(commands)
    names = names_of(commands, made, [summary.mean.line for summary in summaries])
    rows = []
    for name, (_, mean, unit, least, most) in zip(names, summaries, strict=True):
        slack = _MEAN * most.value  # of the sum in which the mean was computed
        if not least.value - slack <= mean.value <= most.value + slack:
            raise disagreement(mean.line, f"the mean of {name}", mean.text, (least.value + most.value) / 2)
        rows.append(duration_row(name, mean, "mean", None, unit))
    instant = [name for name, summary in zip(names, summaries, strict=True) if summary.least.value <= 0]
    return suite(rows, names, made, passed=passed, caveats=(_UNKNOWN_EXIT, *below_the_shell(instant)))


def below_the_shell(instant: Sequence[str]) -> tuple[str, ...]:
    """Return what to know of commands of which a run took no time; nothing if there are none.

    Examples
    --------
    >>> below_the_shell([])
    ()
    """
    if not instant:
        return ()
    return (
        f"A run of {listed(instant, 6)} took no time: hyperfine subtracts the start of the shell, and what "
        f"would be below 0 stands as 0. Such a mean tells little; {_NO_SHELL}.",
    )


def suite(
    rows: Sequence[Row],
    names: Sequence[str],
    given: Sequence[Parameters],
    *,
    passed: tuple[str, ...],
    caveats: tuple[str, ...],
) -> Reading:
    """Return the reading of some commands.

    Called from outside, they are scenarios, by their parameters if they have any; a single command is what
    the caller's name stands for.
    """
    made: dict[tuple[str | None, str | None], str | None] = {
        (None, name): ", ".join(f"{key}={value}" for key, value in parts) or name
        for name, parts in zip(names, given, strict=True)
    }
    if len(names) == 1:
        made = {(None, names[0]): None}
    return Reading(tuple(rows), passed, len(rows), caveats=caveats, benchmarks=made)


def names_of(commands: Sequence[str], given: Sequence[Parameters], lines: Sequence[int | None]) -> list[str]:
    """Return what each command is called: its parameters if they tell all apart, else its own text.

    Blanks about a name are no part of it.

    Raises
    ------
    InputError
        If a command has no name, or two have the same.

    Examples
    --------
    >>> names_of(["gzip -1 f", "gzip -6 f"], [(("level", "1"),), (("level", "6"),)], [1, 2])
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


def duration_row(name: str, time: JsonNumber, column: str, run: str | None, unit: str = "s") -> Row:
    """Return the row of a time.

    Raises
    ------
    InputError
        If it is 0.
    """
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
        unit,
        printed=time.text,
        line=time.line,
        column=column,
        alternative=name,
        run=run,
    )


def check_multiple(multiple: JsonNumber, slow: tuple[float, float], fast: tuple[float, float]) -> None:
    """Hold two means against their quotient, which is printed to two digits after the point.

    Parameters
    ----------
    multiple : JsonNumber
    slow, fast : (float, float)
        The mean, and half a unit of its last digit.

    Raises
    ------
    InputError
        If no means that are printed so have this quotient.
    """
    low = (slow[0] - slow[1]) / (fast[0] + fast[1])
    high = (slow[0] + slow[1]) / (fast[0] - fast[1]) if fast[0] > fast[1] else float("inf")
    if not low - 0.00501 <= multiple.value <= high + 0.00501:
        raise disagreement(multiple.line, "the quotient of the means", multiple.text, slow[0] / fast[0])
