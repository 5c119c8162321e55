"""What each of several files gave, before they are joined."""

from __future__ import annotations

from typing import NamedTuple, TypeAlias

from ahp.evidence.measures import Measure
from ahp.evidence.records import Gap, Measurement, Place, Source, Spare
from ahp.ingest.readers.base import Reading, Row

Record: TypeAlias = Measurement | Gap | Spare


class Subject(NamedTuple):
    """What some rows of a file are about, None where it does not say, and the runs that they name."""

    scenario: str | None
    alternative: str | None
    runs: dict[str, None]


class Part(NamedTuple):
    """One file of several.

    Attributes
    ----------
    source : Source
        Its name, digest and reader.
    reading : Reading
        What a reader found in it.
    alternative : str or None
        What its argument or path calls it.
    warnings : tuple of str
        What is wrong with readers that were passed over for it.
    """

    source: Source
    reading: Reading
    alternative: str | None = None
    warnings: tuple[str, ...] = ()

    def subjects(self) -> list[Subject]:
        """Return what its rows are about, each subject once."""
        found: dict[tuple[str | None, str | None], Subject] = {}
        for row in self.reading.rows:
            about = (row.scenario, row.alternative)
            if about not in found:
                found[about] = Subject(row.scenario, row.alternative, {})
            if row.run:
                found[about].runs[row.run] = None
        return list(found.values())


def record_of(key: tuple[str, str, str, str], row: Row, measure: Measure | None, file: str) -> Record:
    """Return what is kept of a row, in the unit of its measure; None is that of no known one.

    Raises
    ------
    InputError
        If its unit measures something else, or its value is out of range.
    """
    place = Place(file, row.line, row.column)
    if row.value is None:
        return Gap(*key, row.measure, row.found, place)
    if measure is None:
        return Spare(*key, row.measure, row.value, row.unit, row.resolution, row.block, place)
    return Measurement.standard(key, measure, row.value, row.unit, row.resolution, row.block, place)
