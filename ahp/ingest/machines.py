"""On which machines results were measured, where a table says so: those of two are not pooled silently."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ahp.errors import InputError, quoted
from ahp.ingest.fields import Field
from ahp.ingest.numbers import is_missing

COLUMN = "machine"
"""The heading of the column; `ahp-bench` writes a digest into it."""


def machines_of(fields: Sequence[Field], taken: Iterable[int]) -> tuple[str, ...]:
    """Return the machines that a table names, each once.

    Parameters
    ----------
    fields : sequence of Field
        Its columns.
    taken : iterable of int
        The places of columns that mean something else to the caller, such as the alternatives.
    """
    own = set(taken)
    cells = (
        cell
        for place, field in enumerate(fields)
        if place not in own and field.heading.strip().casefold() == COLUMN
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
                    column=COLUMN,
                    advice="rank each alone, tell them apart with --map scenario=machine, or take them for "
                    "one with --ignore machine",
                )
