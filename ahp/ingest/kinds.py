"""Files of one kind, which differ only in their numbers: one is read, and what was made of it is made of all.

A reader that can be recorded says so by `recordable = True`: it looks at the numbers of a text only through
the lines, cells or items that it is given, in which they record what becomes of them, and its patterns do not
tell one digit from another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice, repeat
from typing import Any, NamedTuple

from ahp.evidence.measures import MEASURES, Measure
from ahp.evidence.records import Source as Origin
from ahp.ingest.naming import Entry, Names
from ahp.ingest.parts import Part, Stack, record_of
from ahp.ingest.plausibility import refuse_clock
from ahp.ingest.readers.base import Options, Reading, Row
from ahp.ingest.recorded import Passage, Recorded, Spelled, Tape
from ahp.ingest.sniffing import Chosen
from ahp.ingest.sources import Source
from ahp.ingest.stencils import Replayed, Stencil


class Taken(NamedTuple):
    """A file of a known kind.

    `position` is its place among all files, `numbers` are those of its text that anything is made of.
    """

    position: int
    entry: Entry
    sha256: str
    numbers: tuple[str, ...]


class Kind:
    """Files with one stencil, and what is made of them.

    Parameters
    ----------
    chosen : Chosen
        Their reader.
    reading : Reading
        What it makes of one of them.
    recorded : Reading
        The same with recorded numbers, which refer to `tape`.

    Attributes
    ----------
    taken : list of Taken
        The files that have the stencil.

    Raises
    ------
    InputError
        If something is wrong with a number.
    """

    def __init__(
        self, chosen: Chosen, reading: Reading, recorded: Reading, tape: Tape, own: Sequence[Measure]
    ) -> None:
        measures = {**MEASURES, **{measure.name: measure for measure in own}}
        self.chosen = chosen
        self.taken: list[Taken] = []
        self._reading = reading
        self._rows = recorded.rows
        self._records = tuple(
            record_of(("", "", "", row.transaction), row, measures, "") for row in self._rows
        )
        slots: dict[tuple[str | None, str | None], int] = {}
        self._slots = tuple(slots.setdefault(row[:2], len(slots)) for row in self._rows)
        self._subjects = tuple(slots)
        runs = [
            [row.run for row, at in zip(self._rows, self._slots, strict=True) if at == slot]
            for slot in slots.values()
        ]
        self._named = tuple(None not in of_slot for of_slot in runs)
        self._runs = tuple(tuple(run for run in of_slot if run is not None) for of_slot in runs)
        self.stencil = Stencil(tape)

    def parts(self) -> tuple[list[tuple[int, Part]], list[Taken]]:
        """Return the files that fit by their positions, and those that are to be read by themselves."""
        fits = self.stencil.replayed([taken.numbers for taken in self.taken]).fits.tolist()
        fitting: list[tuple[Taken, Sequence[tuple[str | None, str | None]]]] = []
        unfit: list[Taken] = []
        for taken, fit in zip(self.taken, fits, strict=True):
            subjects = self._filled(taken.entry.names) if fit else None
            if subjects is None:
                unfit.append(taken)
            else:
                fitting.append((taken, subjects))
        if not fitting:
            return [], unfit
        numbers = self.stencil.replayed([taken.numbers for taken, _ in fitting])
        stack = Stack(self._rows, self._records, self._slots, self._named, numbers)
        count, name = self._reading.count, self.chosen.name
        runs = self._runs_of(numbers, len(fitting))
        found = []
        for place, ((position, entry, digest, _), subjects) in enumerate(fitting):
            source = Origin(str(entry.given), digest, count, name)
            names = entry.names
            own = runs[place] if names.run is None else ((names.run,),) * len(subjects)
            about = tuple([(*subject, of_slot) for subject, of_slot in zip(subjects, own, strict=True)])
            found.append(
                (position, Part(source, self._reading, names.alternative, stack, place, about, names.run))
            )
        return found, unfit

    def _filled(self, names: Names) -> list[tuple[str | None, str | None]] | None:
        """Return what the rows of a file with these names are about; None where the two do not agree."""
        if names.run is not None and any(self._runs):
            return None
        found = [names.subject(*subject, self._reading) for subject in self._subjects]
        return None if None in found else found  # type: ignore[return-value]

    def _runs_of(self, numbers: Replayed, count: int) -> Sequence[tuple[tuple[str, ...], ...]]:
        """Return the runs that the rows of each file name, by its subjects."""
        if not any(isinstance(run, Spelled) for runs in self._runs for run in runs):
            return [self._runs] * count
        columns = [
            zip(*map(numbers.column, runs), strict=False) if runs else repeat(()) for runs in self._runs
        ]
        return list(islice(zip(*columns, strict=False), count))


def recorded(
    source: Source, chosen: Chosen, reading: Reading, options: Options, own: Sequence[Measure]
) -> Kind | None:
    """Return the kind of a file, None if how it is read cannot be recorded.

    Parameters
    ----------
    reading : Reading
        What its reader makes of it.
    """
    if not getattr(chosen.reader, "recordable", False) or not reading.rows or reading.left_out:
        return None
    tape = Tape(source.text)
    try:
        again = chosen.reader.read(replace(source, text=Passage.of(tape)), options)
        if _plain(again) != reading:
            return None
        kind = Kind(chosen, refuse_clock(reading), refuse_clock(again), tape, own)
    except Exception:
        return None
    return kind if kind.stencil.match(source.text) else None


def _plain(reading: Reading) -> Reading:
    """Return a reading with numbers in the place of those that are recorded."""
    rows = tuple(Row(*map(_value, row)) for row in reading.rows)
    return replace(reading, rows=rows)


def _value(one: object) -> Any:  # noqa: ANN401 - a field of a row
    return one.value if isinstance(one, Recorded) else one.plain if isinstance(one, Spelled) else one
