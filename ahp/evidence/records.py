"""One measured number, the cell that lacks one, and the file it stood in."""

from __future__ import annotations

import math
from typing import NamedTuple

from ahp.errors import InputError
from ahp.evidence.measures import Measure
from ahp.units import Unit


class Place(NamedTuple):
    """Where a number came from; None where that is not known."""

    file: str | None = None
    line: int | None = None
    column: str | None = None

    def __str__(self) -> str:
        known = [self.file] if self.file else []
        if self.line is not None:
            known.append(f"line {self.line}")
        return ", ".join(known) or "the measurements"


NOWHERE = Place()
"""The place of a number that was not read from a file."""


class Measurement(NamedTuple):
    """One measured number.

    `value` is in `unit`, the measure's own; an index against a baseline is kept as its relative.
    `resolution` is half a unit of the last printed digit (0 where the number did not come as text).
    An empty `run` means that the value serves every run; an empty `transaction` means all types. `stated` is
    the unit that the file gave it in, None where it gave none.
    """

    scenario: str
    alternative: str
    run: str
    transaction: str
    measure: str
    value: float
    unit: str
    resolution: float = 0.0
    block: str = ""
    place: Place = NOWHERE
    stated: Unit | None = None

    @property
    def key(self) -> tuple[str, str, str, str, str]:
        """What makes it one cell: no two measurements share it."""
        return self[:5]

    @classmethod
    def standard(
        cls,
        key: tuple[str, str, str, str],
        measure: Measure,
        value: float,
        unit: Unit | None,
        resolution: float = 0.0,
        block: str = "",
        place: Place = NOWHERE,
    ) -> Measurement:
        """Return the measurement of a printed value: in the measure's unit, an index as its relative.

        Raises
        ------
        InputError
            If the unit measures something else, or the value is out of range; the message names the cell.
        """
        if measure.published is None and 0 <= value < math.inf:  # nearly every number
            bare = unit is None and not (measure.unit_needed or measure.free_unit)
            if bare or unit is measure.unit:
                return cls(*key, measure.name, value, measure.unit.symbol, resolution, block, place, unit)
        try:
            converted, own_unit = measure.standard(value, unit)
            fine = measure.standard(resolution, unit)[0]
            kept = measure.inside(converted)
            if not abs(kept) < math.inf:
                raise InputError(f"the number is too large in {own_unit.symbol or 'its unit'}")
        except InputError as error:
            found = type(error)(error.problem, found=f"{value:.15g}", advice=error.advice)
            raise found.at(file=place.file, line=place.line, column=place.column) from None
        return cls(*key, measure.name, kept, own_unit.symbol, fine, block, place, unit)


class Spare(NamedTuple):
    """A number in a column that no known measure claims; a study's own measure may."""

    scenario: str
    alternative: str
    run: str
    transaction: str
    words: str
    value: float
    unit: Unit | None
    resolution: float
    block: str
    place: Place


class Gap(NamedTuple):
    """A cell that stands in the table and holds no number."""

    scenario: str
    alternative: str
    run: str
    transaction: str
    measure: str
    found: str
    place: Place


class Source(NamedTuple):
    """A file that measurements came from."""

    file: str
    sha256: str
    rows: int
    reader: str
