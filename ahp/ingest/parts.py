"""What each of several files gave, before they are joined: rows, or a place in a stack of files alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import repeat
from operator import itemgetter
from typing import NamedTuple, TypeAlias

from ahp.evidence.measures import Measure
from ahp.evidence.records import Gap, Measurement, Place, Source, Spare
from ahp.ingest.readers.base import Reading, Row
from ahp.ingest.stencils import Replayed

Subject: TypeAlias = "tuple[str | None, str | None, Iterable[str]]"
"""Scenario and alternative of some rows, None where the file does not say; and the runs that they name."""
Key: TypeAlias = tuple[str, str, str]
"""Scenario and alternative, as all files together have them, and the run of the rows that name none."""
Record: TypeAlias = Measurement | Gap | Spare

_ABOUT = itemgetter(0, 1, 2)  # scenario, alternative and run of a row
_PLACE = partial(tuple.__new__, Place)  # in a third of the time; there is one for each number


@dataclass(frozen=True, eq=False)
class Stack:
    """Files that differ only in numbers: what was made of one of them, and the numbers of all.

    Attributes
    ----------
    rows : tuple of Row
        Those of one of the files, with recorded numbers.
    records : tuple of Record
        What is kept of them, about nothing yet.
    slots : tuple of int
        For each row, which of the file's subjects it is about.
    named : tuple of bool
        For each subject, whether all of its rows name their run.
    numbers : Replayed
        What stands in each of the files for a number of these rows.
    """

    rows: tuple[Row, ...]
    records: tuple[Record, ...]
    slots: tuple[int, ...]
    named: tuple[bool, ...]
    numbers: Replayed

    def filled(self, keys: Sequence[Sequence[Key]], files: Sequence[str]) -> list[tuple[Record, ...]]:
        """Return the records of all the files, a tuple for each.

        Parameters
        ----------
        keys : sequence of sequence of Key
            For each file those of its subjects, in the order of the slots.
        files : sequence of str
            Their names.
        """
        subjects = [list(zip(*slot, strict=True)) for slot in zip(*keys, strict=True)]
        columns = []
        for record, row, slot in zip(self.records, self.rows, self.slots, strict=True):
            fields: list[Iterable[object]] = [self.numbers.column(one) for one in record]
            fields[:3] = (
                subjects[slot] if row.run is None else (*subjects[slot][:2], self.numbers.column(row.run))
            )
            place = record._fields.index("place")
            fields[place] = map(_PLACE, zip(files, repeat(row.line), repeat(row.column), strict=False))
            columns.append(map(partial(tuple.__new__, type(record)), zip(*fields, strict=False)))
        return list(zip(*columns, strict=True))


class Part(NamedTuple):
    """One file of several.

    Attributes
    ----------
    source : Source
        Its name, digest and reader.
    reading : Reading
        What a reader found in it; of a file in a stack the rows are those of another one.
    alternative : str or None
        What its argument or path calls it.
    stack : Stack or None
        The files alike that it is one of.
    place : int
        Which of them it is.
    subjects : sequence of Subject
        For a file in a stack what its rows are about, as far as it and its name say.
    run : str or None
        What its path calls the run, where its rows do not.
    """

    source: Source
    reading: Reading
    alternative: str | None = None
    stack: Stack | None = None
    place: int = 0
    subjects: Sequence[Subject] = ()
    run: str | None = None

    def about(self) -> Sequence[Subject]:
        """Return what its rows are about, each subject once."""
        if self.stack is not None:
            return self.subjects
        found: dict[tuple[str | None, str | None], dict[str, None]] = {}
        for scenario, alternative, run in dict.fromkeys(map(_ABOUT, self.reading.rows)):
            runs = found.setdefault((scenario, alternative), {})
            if run:
                runs[run] = None
        return [(*key, runs) for key, runs in found.items()]

    def alone(self) -> Part:
        """Return the same file with rows of its own."""
        if self.stack is None:
            return self
        rows = tuple(
            Row(*self.subjects[slot][:2], *(self.stack.numbers.one(one, self.place) for one in row[2:]))
            for row, slot in zip(self.stack.rows, self.stack.slots, strict=True)
        )
        filled = tuple(row if row.run is not None else row._replace(run=self.run) for row in rows)
        return Part(self.source, replace(self.reading, rows=filled), self.alternative)


def record_of(key: tuple[str, str, str, str], row: Row, measures: Mapping[str, Measure], file: str) -> Record:
    """Return what is kept of a row, in the unit of its measure.

    Raises
    ------
    InputError
        If its unit measures something else, or its value is out of range.
    """
    _, _, _, _, block, name, value, unit, resolution, found, line, column = row
    place = _PLACE((file, line, column))
    measure = measures.get(name)
    if value is None:
        return Gap(*key, name, found, place)
    if measure is None:
        return Spare(*key, name, value, unit, resolution, block, place)
    return Measurement.standard(key, measure, value, unit, resolution, block, place)
