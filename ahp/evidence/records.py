"""One measured number, the cell that lacks one, its file and its unit, and what no set of them may hold."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ahp.errors import InputError, StudyError, UnitError, listed, quoted
from ahp.evidence.measures import LATER, MEASURES, Measure
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
            if place.column and measure.name == "memory":  # a difference of two heaps may be below 0
                found = found.proposing("--ignore", place.column)
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


_CELL, _RUN = itemgetter(0, 1, 2, 3, 4), itemgetter(2)
_UNIT = itemgetter(0, 4, 6)  # scenario, measure and unit


def own_measures(measures: Iterable[Measure]) -> tuple[Measure, ...]:
    """Return the user's measures after checking that none takes a known name.

    Raises
    ------
    StudyError
        If one has the name of a catalogued measure, whose meaning would change without a word.
    """
    given = tuple(measures)
    taken = [measure.name for measure in given if measure.name in MEASURES and measure.name not in LATER]
    if taken:
        raise StudyError(f"[measures] describes {listed(taken)}, which already has a meaning; rename it")
    return given


def rows_given(rows: object) -> tuple[Measurement, ...]:
    """Return rows as a tuple after checking that they are measurements.

    Raises
    ------
    InputError
        If they are something else.
    """
    found = _members(rows)
    if found is None or not set(map(type, found)) <= {Measurement}:
        raise InputError(f"rows are measurements, found {quoted(rows)}; read(…).rows has such rows")
    return found


def all_of(what: str, given: object, *kinds: type) -> tuple[Any, ...]:
    """Return what a study consists of as a tuple after checking that all of it is of its kind.

    Raises
    ------
    StudyError
        If they are something else, or one of them by itself.
    """
    found = _members(given)
    if found is None or not all(isinstance(one, kinds) for one in found):
        names = " or ".join(kind.__name__ for kind in kinds)
        raise StudyError(f"{what} are a list of {names}; found {quoted(given)}")
    return found


def _members(given: Any) -> tuple[Any, ...] | None:  # noqa: ANN401 - of what a caller gave
    """Return what is in a list or another iterable, None of what is none; a text is one thing."""
    try:
        return None if isinstance(given, str) else tuple(given)
    except TypeError:
        return None


def refuse_lone_twins(rows: Iterable[Measurement], twins: Iterable[Measurement]) -> None:
    """Refuse a second measurement of what was not measured a first time.

    Raises
    ------
    InputError
        If an alternative of a scenario has only marked rows.
    """
    first = {row[:2] for row in rows}
    alone = next((row for row in twins if row[:2] not in first), None)
    if alone is not None:
        raise InputError(
            f"{quoted(alone.alternative)} in {quoted(alone.scenario)} is marked as measured a second time, "
            "and was not measured a first time",
            **alone.place._asdict(),
            advice="mark as a twin only the second of two measurements",
        )


def refuse_repeated(rows: Iterable[Measurement]) -> None:
    """Refuse a cell that is given twice, naming both places.

    Raises
    ------
    InputError
        If two rows share scenario, alternative, run, transaction and measure.
    """
    everything = rows if isinstance(rows, Sequence) else list(rows)
    if all(map(_RUN, everything)):
        # Of many thousand rows their hashes are sooner found to differ than the cells themselves.
        hashes = np.fromiter(map(hash, map(_CELL, everything)), np.int64, len(everything))
        hashes.sort()
        if (hashes[1:] != hashes[:-1]).all():
            return
    seen: dict[tuple[object, ...], Measurement] = {}
    for row in everything:
        if row.run == "" and (first := seen.setdefault(row[:5], row)) is not row:
            raise _repeated(row, first)
    shared = bool(seen)  # what names no run serves every run
    for row in everything:
        if row.run != "":
            serving = seen.get((row[0], row[1], "", row[3], row[4])) if shared else None
            first = serving or seen.setdefault(row[:5], row)
            if first is not row:
                raise _repeated(row, first)


def _repeated(row: Measurement, first: Measurement) -> InputError:
    what = ", ".join(quoted(part) for part in (row.scenario, row.alternative) if part)
    run = f", run {quoted(row.run)}" if row.run else ""
    kind = f", transaction {quoted(row.transaction)}" if row.transaction else ""
    return InputError(
        f"{row.measure} of {what}{run}{kind} is given again; it stands in {first.place} already",
        **row.place._asdict(),
        advice="keep one, or tell repeated runs apart in a column 'run'",
    )


def refuse_mixed_units(rows: Iterable[Measurement]) -> None:
    """Refuse a measure whose values in one scenario cannot be compared, naming both places.

    Raises
    ------
    UnitError
        If it stands in two units; units that convert into each other have been converted before.
    """
    everything = rows if isinstance(rows, Sequence) else list(rows)
    units = set(map(_UNIT, everything))
    if len({key[:2] for key in units}) == len(units):
        return
    seen: dict[tuple[str, str], Measurement] = {}
    for row in everything:
        first = seen.setdefault((row.scenario, row.measure), row)
        if first.unit != row.unit:
            raise UnitError(
                f"{row.measure} is in {row.unit or 'no unit'} here and in {first.unit or 'no unit'} in "
                f"{first.place}; they cannot be compared",
                **row.place._asdict(),
                advice="give both in one unit",
            )
