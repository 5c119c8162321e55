"""Rates that look like the time of day: the sign of columns that were shifted before the file was written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from ahp.errors import InputError
from ahp.ingest.readers.base import Reading, Row

_CLOCK = (1.0e9, 2.2e9)  # seconds since 1970, in the years from 2001 to 2039
_LONGEST = 1.0e7  # seconds, about four months: no benchmark runs longer


def refuse_clock(reading: Reading) -> Reading:
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
