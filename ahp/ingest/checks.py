"""What makes rows no measurements: times of day as rates, mixed shares, two machines, failed runs."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import TypeVar

from ahp.errors import FailedRunError, InputError, one_line, quoted
from ahp.ingest.readers.base import Options, Reading, Row
from ahp.ingest.tables.cells import is_missing
from ahp.ingest.tables.columns import Column

_HUNDREDTHS = re.compile(r"0?[.,][0-9]{2,}")
_SHARES = frozenset({"cpu", "cpu_system", "cpu_user"})
_CLOCK = (1.0e9, 2.2e9)  # seconds since 1970, in the years from 2001 to 2039
_LONGEST = 1.0e7  # seconds, about four months: no benchmark runs longer


def check_rates(reading: Reading) -> Reading:
    """Return the reading, with a caveat where one rate is as large as the time in seconds since 1970.

    Raises
    ------
    InputError
        If the rates of a column rise as that time does, by little and never back.
    """
    columns: dict[tuple[str, str], list[Row]] = {}
    for row in reading.rows:
        if row.measure == "throughput" and row.value is not None and _is_time(row.value):
            columns.setdefault((row.column, row.unit.symbol if row.unit else ""), []).append(row)
    caveats = list(reading.caveats)
    for (_, unit), rows in columns.items():
        values = [row.value or 0.0 for row in rows]
        if _rises(values) and len(rows) == _all(reading, rows[0]):
            raise InputError(
                f"throughput goes from {values[0]:.0f} to {values[-1]:.0f}, as the Unix time does in seconds",
                line=rows[0].line,
                column=rows[0].column or None,
                advice="the columns of the file may be shifted; correct the heading",
            )
        caveats.append(
            f"A throughput of {values[0]:.0f} {unit or '(no unit)'} is as large as the Unix time in seconds: "
            "see that the columns of the file are not shifted."
        )
    return replace(reading, caveats=tuple(caveats)) if columns else reading


def _is_time(value: float) -> bool:
    return _CLOCK[0] <= value <= _CLOCK[1] and value.is_integer()


def _rises(values: Sequence[float]) -> bool:
    steps = [after - before for before, after in pairwise(values)]
    return len(values) > 1 and min(steps) >= 0 and 0 < values[-1] - values[0] <= _LONGEST


def _all(reading: Reading, one: Row) -> int:
    """Return how many numbers the column of a row has."""
    return sum(
        row.measure == one.measure and row.column == one.column and row.value is not None
        for row in reading.rows
    )


_MOST_APART = 10.0
"""By how much nearer to each other shares must come, the small ones taken for fractions, to be refused."""


def refuse_fractions_among_per_cents(parts: Iterable[tuple[str, Sequence[Row]]]) -> None:
    """Refuse shares without a unit of which some seem to be fractions and others per cent.

    Parameters
    ----------
    parts : iterable of (str, sequence of Row)
        Each file's name and rows.

    Raises
    ------
    InputError
        If in one scenario a printed 0.32 stands beside 41, and 32 would be nearer; 0.5 may be half of one.
    """
    shares: dict[tuple[str | None, str], list[tuple[str, Row]]] = {}
    for file, rows in parts:
        for row in rows:
            if row.unit is None and row.value and row.resolution and row.measure in _SHARES:
                shares.setdefault((row.scenario, row.measure), []).append((file, row))
    for found in shares.values():
        values = [abs(row.value or 0.0) for _, row in found]
        as_per_cents = [100 * value if value <= 1 else value for value in values]
        if not min(values) < 1 < max(values) or not any(
            _HUNDREDTHS.fullmatch(row.found) for _, row in found if abs(row.value or 0.0) < 1
        ):
            continue
        if max(values) / min(values) < _MOST_APART * max(as_per_cents) / min(as_per_cents):
            continue
        file, row = min(found, key=lambda entry: abs(entry[1].value or 0.0))
        _, other = max(found, key=lambda entry: abs(entry[1].value or 0.0))
        share = f"{100 * (row.value or 0.0):.4g} %"
        raise InputError(
            f"this seems to be a fraction, {share}, and {quoted(other.found)} beside it a number of per "
            "cent; neither says so",
            file=file,
            line=row.line,
            column=row.column,
            found=row.found,
            advice="write all in per cent, with the unit: cpu_pct",
        )


MACHINE = "machine"
"""The heading of the column; `ahp-bench` writes a digest into it."""


def machines_of(fields: Sequence[Column], taken: Iterable[int]) -> tuple[str, ...]:
    """Return the machines that a table names, each once.

    Parameters
    ----------
    fields : sequence of Column
        Its columns.
    taken : iterable of int
        The places of columns that mean something else to the caller, such as the alternatives.
    """
    own = set(taken)
    cells = (
        cell
        for place, field in enumerate(fields)
        if place not in own and field.heading.strip().casefold() == MACHINE
        for cell in field.cells
    )
    return tuple(dict.fromkeys(str(cell).strip() for cell in cells if not is_missing(cell)))


def refuse_several(machines: Iterable[tuple[str, Sequence[str]]]) -> None:
    """Raise an InputError if files, or the rows of one, were measured on more than one machine.

    Parameters
    ----------
    machines : iterable of (str, sequence of str)
        Each file's name, which two frames share, with its machines.
    """
    first: tuple[str, str] | None = None
    for file, found in machines:
        for machine in found:
            if first is None:
                first = machine, file
            elif machine != first[0]:
                where = "" if file == first[1] else f", in {first[1]}"
                raise InputError(
                    f"its results are of machine {quoted(machine)}, others of {quoted(first[0])}{where}; "
                    "two machines' results are not pooled",
                    file=file,
                    column=MACHINE,
                    advice="rank each alone, tell them apart with --map scenario=machine, or take them for "
                    "one with --ignore machine",
                )


Report = TypeVar("Report")

_OPTION = "with --drop-failed"


class Failures:
    """What failed in one file.

    Parameters
    ----------
    options : Options
        `failed` says what becomes of it.

    Attributes
    ----------
    left_out : list of str
        What was left out, each with its line.
    """

    def __init__(self, options: Options) -> None:
        self._drop = options.failed == "drop"
        self.left_out: list[str] = []

    def met(self, failure: FailedRunError) -> None:
        """Take note of a failure.

        Raises
        ------
        FailedRunError
            The failure itself, unless such runs are left out.

        Examples
        --------
        >>> failures = Failures(Options(failed="drop"))
        >>> failures.met(FailedRunError("lz4 failed in run 2", line=7))
        >>> failures.left_out
        ['line 7: lz4 failed in run 2']
        """
        if not self._drop:
            if failure.advice is not None and failure.advice.endswith(_OPTION):
                raise failure  # a reader has met it before
            advice = f"{failure.advice}, or leave it out" if failure.advice else "leave it out"
            raise failure.advising(f"{advice} {_OPTION}").proposing("--drop-failed")
        where = f"line {failure.line}: " if failure.line is not None else ""
        found = f" (found {one_line(failure.found, 60)})" if failure.found is not None else ""
        self.left_out.append(f"{where}{failure.problem}{found}")


def reading_of_runs(
    reports: Sequence[tuple[str | None, Report]],
    told: Callable[[str | None, Report], tuple[list[Row], Iterable[str]]],
    options: Options,
) -> Reading:
    """Return what the reports of one file say, those left out that failed, if the caller wishes it.

    Parameters
    ----------
    reports : sequence of (str or None, report)
        Each with the name of its run.
    told : callable
        Takes both, returns the rows and what has to be known about them; raises where the run failed.
    options : Options

    Raises
    ------
    FailedRunError
        If a run failed and such are not left out.
    """
    failures, rows, caveats = Failures(options), list[Row](), dict[str, None]()
    for run, report in reports:
        try:
            found, said = told(run, report)
            caveats |= dict.fromkeys(said)
        except FailedRunError as error:
            failures.met(error)
        else:
            rows += found
    return Reading(tuple(rows), count=len(reports), caveats=tuple(caveats), left_out=tuple(failures.left_out))
