"""The user's own units: inside, a number is in the unit of its measure; on the way out, as it was given."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ahp.errors import InputError
from ahp.evidence.measurements import Measurements
from ahp.evidence.measures import Measure
from ahp.evidence.records import Measurement
from ahp.units import NONE, Unit, convert, parse


@dataclass(frozen=True)
class Stated:
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
        return next((plain for plain in _from_few_digits(value) if self._inside(plain) == kept), value)

    def resolution(self, kept: float) -> float:
        """Return a resolution in the file's unit."""
        return float(f"{self._converted(kept, self.kept, self.unit):.15g}")

    def _inside(self, value: float) -> float | None:
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
    return _of(measurements.measure(measure), kept, measurements.stated_units.get((measure, kept)))


def stated_row(measurements: Measurements, row: Measurement) -> Stated:
    """Return how one number leaves: exactly as it was given."""
    return _of(measurements.measure(row.measure), row.unit, row.stated)


def _of(measure: Measure, kept: str, unit: Unit | None) -> Stated:
    inside = measure.unit if kept == measure.unit.symbol else parse(kept) if kept else NONE
    return Stated(measure, inside, inside if unit is None or unit.dimension == NONE.dimension else unit)
