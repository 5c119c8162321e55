"""What each of several files gave, before they are joined: rows, or a place in a stack of files alike."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import repeat
from operator import itemgetter
from typing import TYPE_CHECKING, NamedTuple, TypeAlias, cast

from ahp.evidence.measures import Measure
from ahp.evidence.records import Gap, Measurement, Place, Source, Spare
from ahp.ingest.readers.base import Reading, Row
from ahp.ingest.spelled import Spelled

if TYPE_CHECKING:
    from ahp.ingest.stencils import Replayed

About: TypeAlias = "tuple[str | None, str | None]"
"""Scenario and alternative of some rows, None where the file does not say."""
Subject: TypeAlias = "tuple[str | None, str | None, Iterable[str]]"
"""The same, and the runs that these rows name."""
Record: TypeAlias = Measurement | Gap | Spare

_ABOUT = itemgetter(0, 1, 2)  # scenario, alternative and run of a row
_PLACE = partial(tuple.__new__, Place)  # in a third of the time; there is one for each number


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
    """

    source: Source
    reading: Reading
    alternative: str | None = None

    def about(self) -> Sequence[Subject]:
        """Return what its rows are about, each subject once."""
        found: dict[About, dict[str, None]] = {}
        for scenario, alternative, run in dict.fromkeys(map(_ABOUT, self.reading.rows)):
            runs = found.setdefault((scenario, alternative), {})
            if run:
                runs[run] = None
        return [(*key, runs) for key, runs in found.items()]


class Keys(NamedTuple):
    """For each file of a stack what its rows about one subject are kept under.

    `runs` are those of the rows that name none.
    """

    scenarios: Sequence[str]
    alternatives: Sequence[str]
    runs: Sequence[str]


@dataclass(frozen=True, eq=False)
class Stack:
    """Files that differ only in numbers: what was made of one of them, and the numbers of all.

    Attributes
    ----------
    reading : Reading
        What a reader found in one of them.
    rows : tuple of Row
        The same with recorded numbers.
    records : tuple of Record
        What is kept of them, about nothing yet.
    slots : tuple of int
        For each row, which of a file's subjects it is about.
    own : tuple of tuple of str
        For each subject the runs that its rows name.
    named : tuple of bool
        For each subject, whether all of its rows name their run.
    numbers : Replayed
        What stands in each of the files for a number of these rows.
    positions : sequence of int
        The places of the files among all.
    sources : sequence of Source
        Their names, digests and reader.
    abouts : sequence of tuple of About
        What the subjects of each are, as far as it and its name say.
    runs, alternatives : sequence of str or None
        What the argument or the path of each says.
    """

    reading: Reading
    rows: tuple[Row, ...]
    records: tuple[Record, ...]
    slots: tuple[int, ...]
    own: tuple[tuple[str, ...], ...]
    named: tuple[bool, ...]
    numbers: Replayed
    positions: Sequence[int]
    sources: Sequence[Source]
    abouts: Sequence[tuple[About, ...]]
    runs: Sequence[str | None]
    alternatives: Sequence[str | None]

    def about(self) -> Iterable[Sequence[Subject]]:
        """Return what the rows of each file are about, in their order."""
        columns = [
            [
                (*about[slot], runs if run is None else (run,))
                for about, run, runs in zip(self.abouts, self.runs, self._named_in(own), strict=False)
            ]
            for slot, own in enumerate(self.own)
        ]
        return zip(*columns, strict=True)

    def _named_in(self, runs: tuple[str, ...]) -> Iterable[tuple[str, ...]]:
        """Return, for each file, what stands there for runs that rows name."""
        if not any(isinstance(run, Spelled) for run in runs):
            return repeat(runs)
        return cast("Iterable[tuple[str, ...]]", zip(*map(self.numbers.column, runs), strict=False))

    def filled(self, keys: Sequence[Keys]) -> Iterable[tuple[Record, ...]]:
        """Return the records of all the files, a tuple for each.

        Parameters
        ----------
        keys : sequence of Keys
            Those of each subject.
        """
        files, columns = [source.file for source in self.sources], []
        for record, row, slot in zip(self.records, self.rows, self.slots, strict=True):
            fields: list[Iterable[object]] = [self.numbers.column(one) for one in record]
            fields[:3] = (
                *keys[slot][:2],
                keys[slot].runs if row.run is None else self.numbers.column(row.run),
            )
            place = record._fields.index("place")
            fields[place] = map(_PLACE, zip(files, repeat(row.line), repeat(row.column), strict=False))
            columns.append(map(partial(tuple.__new__, type(record)), zip(*fields, strict=False)))
        return zip(*columns, strict=True)

    def alone(self, place: int) -> Part:
        """Return one of the files with rows of its own."""
        rows = tuple(
            Row(*self.abouts[place][slot], *(self.numbers.one(one, place) for one in row[2:]))
            for row, slot in zip(self.rows, self.slots, strict=True)
        )
        filled = tuple(row if row.run is not None else row._replace(run=self.runs[place]) for row in rows)
        return Part(self.sources[place], replace(self.reading, rows=filled), self.alternatives[place])


def record_of(key: tuple[str, str, str, str], row: Row, measures: Mapping[str, Measure], file: str) -> Record:
    """Return what is kept of a row, in the unit of its measure.

    Raises
    ------
    InputError
        If its unit measures something else, or its value is out of range.
    """
    block, name, value, unit, resolution, found, line, column = row[4:12]
    place = _PLACE((file, line, column))
    measure = measures.get(name)
    if value is None:
        return Gap(*key, name, found, place)
    if measure is None:
        return Spare(*key, name, value, unit, resolution, block, place)
    return Measurement.standard(key, measure, value, unit, resolution, block, place)
