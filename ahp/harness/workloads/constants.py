"""The constants of a data set: numbers, and sums of others and the scale, which scripts and tables name."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ahp.errors import AHPError, HarnessError, quoted
from ahp.harness.scripts.compiler import value
from ahp.harness.workloads.base import Sizes
from ahp.harness.workloads.columns import checked_name

_MOST_ROWS = 10**12
_MOST = 2**53 - 1
"""The largest whole number that every driver and engine holds exactly."""
_GIVEN = ("client_id", "clients", "phase", "scale")


def constants(path: Path, written: Mapping[str, Any], rows: Mapping[str, Any]) -> Callable[[float], Sizes]:
    """Return the function that gives the constants at a scale, after a look at what they are at scale 1.

    Parameters
    ----------
    path : Path
        The file, for messages.
    written : mapping
        Constants by name: a whole number, the same at every scale, or an expression of scripts with `:scale`
        and the constants before it, which is rounded.
    rows : mapping
        By table, how many rows it has: a whole number at scale 1, or a constant's name.

    Raises
    ------
    HarnessError
        If one cannot be computed, or is no number of rows.
    """
    for name, given in written.items():
        checked_name(f"{path}: constant", name)
        if name in _GIVEN:
            raise HarnessError(f"{path}: constant {quoted(name)}: it is the harness's own; take another name")
        if not isinstance(given, str) and (type(given) is not int or abs(given) > _MOST):
            raise HarnessError(
                f"{path}: constant {quoted(name)} is a whole number up to {_MOST}, or a sum in quotes; "
                f"found {quoted(given)}"
            )
    numbers = {table: number for table, number in rows.items() if number not in written}

    def sizes(scale: float) -> Sizes:
        found = {table: max(1, round(number * scale)) for table, number in numbers.items()}
        for name, given in written.items():
            try:
                found[name] = round(value(str(given), {**found, "scale": scale}))
            except (AHPError, ValueError, OverflowError) as problem:
                raise HarnessError(f"{path}: constant {quoted(name)}: {problem}") from None
        return {"next": 0, **found}

    for table, number in numbers.items():
        if type(number) is not int or table in written:
            raise HarnessError(
                f"{path}: table {quoted(table)}: rows must be a whole number from 1 to {_MOST_ROWS}, "
                f"or the name of a constant; found {quoted(number)}"
            )
    at_one = sizes(1.0)
    for table, rows_of in rows.items():
        number = at_one[rows_of] if isinstance(rows_of, str) else rows_of
        if not 1 <= number <= _MOST_ROWS:
            raise HarnessError(
                f"{path}: table {quoted(table)}: rows must be a whole number from 1 to {_MOST_ROWS}; "
                f"found {quoted(number)}"
            )
    return sizes
