"""One measured number, the cell that lacks one, the file it stood in, and the unit that this gave it in."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from ahp.errors import InputError
from ahp.evidence.measures import Measure
from ahp.notebook import NotebookFace
from ahp.units import NONE, Unit, convert, parse

if TYPE_CHECKING:
    from ahp.evidence.measurements import Measurements


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


@dataclass(frozen=True)
class Stated(NotebookFace):
    """How the numbers of a measure leave the library.

    Attributes
    ----------
    measure : Measure
    kept : Unit
        The unit inside.
    unit : Unit
        The unit that the user's file states; of the same dimension, or the numbers are the same in both.
    """

    measure: Measure
    kept: Unit
    unit: Unit

    def value(self, kept: float) -> float:
        """Return a number as it was printed: in the file's unit, an index as the index it was.

        Examples
        --------
        >>> from ahp.evidence.measures import MEASURES
        >>> from ahp.units import UNITS
        >>> tpm = Stated(MEASURES["throughput"], UNITS["1/s"], UNITS["tpm"])
        >>> tpm.value(342.98 / 60)
        342.98
        """
        if self.unit == self.kept and self.measure.published is None:
            return kept  # as it came
        value = self._converted(self.measure.outside(kept), self.kept, self.unit)
        # There and back again costs the last bits; of the numbers that are kept as this very one, the user
        # wrote the one with the fewest digits.
        return next((plain for plain in _from_few_digits(value) if self.inside(plain) == kept), value)

    def resolution(self, kept: float) -> float:
        """Return a resolution in the file's unit."""
        return float(f"{self._converted(kept, self.kept, self.unit):.15g}")

    def inside(self, value: float) -> float | None:
        """Return a number as the file writes it, as it is kept; None for one that cannot be."""
        try:
            return self.measure.inside(self._converted(value, self.unit, self.kept))
        except InputError:
            return None

    def _converted(self, value: float, unit: Unit, to: Unit) -> float:
        if unit.dimension != to.dimension:
            return value  # a relative value, kept as a fraction and written as `x`
        return convert(value, unit, to)


def _from_few_digits(value: float) -> Iterator[float]:
    """Yield the number rounded to 1, 2, … significant digits."""
    return (float(f"{value:.{digits}g}") for digits in range(1, 18))


def stated(measurements: Measurements, measure: str, kept: str) -> Stated:
    """Return how the numbers of a measure leave, by the first of its rows that are kept in `kept`.

    Where files differ in their unit, the first file's is that of all.
    """
    return _stated(measurements.measure(measure), kept, measurements.stated_units.get((measure, kept)))


def stated_row(measurements: Measurements, row: Measurement) -> Stated:
    """Return how one number leaves: exactly as it was given."""
    return _stated(measurements.measure(row.measure), row.unit, row.stated)


def _stated(measure: Measure, kept: str, unit: Unit | None) -> Stated:
    inside = measure.unit if kept == measure.unit.symbol else parse(kept) if kept else NONE
    return Stated(measure, inside, inside if unit is None or unit.dimension == NONE.dimension else unit)
