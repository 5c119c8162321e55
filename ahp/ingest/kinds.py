"""Files of one kind, which differ only in their numbers: one is read, and what was made of it is made of all.

A reader that can be recorded says so by `recordable = True`: it looks at the numbers of a text only through
the lines, cells or items that it is given, in which they record what becomes of them, and its patterns do not
tell one digit from another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from hashlib import sha256
from itertools import compress, repeat
from typing import Any, NamedTuple

from ahp.evidence.measures import MEASURES, Measure
from ahp.evidence.records import Source as Origin
from ahp.ingest.asked import Asked
from ahp.ingest.entries import Entry
from ahp.ingest.naming import Names
from ahp.ingest.parts import About, Stack, record_of
from ahp.ingest.plausibility import refuse_clock
from ahp.ingest.readers.base import Reading, Row
from ahp.ingest.recorded import Recorded, Tape
from ahp.ingest.sniffing import Chosen
from ahp.ingest.sources import Source
from ahp.ingest.spelled import Passage, Spelled, pin
from ahp.ingest.stencils import Replayed, Stencil


class Taken(NamedTuple):
    """A file of a known kind.

    `position` is its place among all files, `numbers` are those of its text that anything is made of.
    """

    position: int
    entry: Entry
    sha256: str
    numbers: tuple[str, ...]


# These are made in half the time so, and there is one for each file.
_ORIGIN, _TAKEN = partial(tuple.__new__, Origin), partial(tuple.__new__, Taken)


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
        self,
        entry: Entry,
        chosen: Chosen,
        reading: Reading,
        recorded: Reading,
        tape: Tape,
        own: Sequence[Measure],
    ) -> None:
        measures = {**MEASURES, **{measure.name: measure for measure in own}}
        self._chosen = chosen
        self._asked_for = entry.reader
        self.taken: list[Taken] = []
        self._reading = reading
        self._rows = recorded.rows
        pin(name for row in self._rows for name in row[:2])
        self._records = tuple(
            record_of(("", "", "", row.transaction), row, measures, "") for row in self._rows
        )
        slots: dict[tuple[str | None, str | None], int] = {}
        self._slots = tuple(slots.setdefault(row[:2], len(slots)) for row in self._rows)
        self._subjects = tuple(slots)
        of_slots = [
            [row.run for row, at in zip(self._rows, self._slots, strict=True) if at == slot]
            for slot in slots.values()
        ]
        self._named = tuple(None not in of_slot for of_slot in of_slots)
        # Two that are one number of the text are one; to compare them would be recorded.
        self._own = tuple(
            tuple({getattr(run, "token", run): run for run in of_slot if run is not None}.values())
            for of_slot in of_slots
        )
        self._known: dict[About, tuple[About, ...] | None] = {}
        self._stencil = Stencil(tape, _texts(recorded))
        self._match = self._stencil.match

    def takes(self, position: int, entry: Entry, content: bytes, text: str) -> bool:
        """Take a file if it is of this kind."""
        match = self._match(text)
        if match is None or entry.reader != self._asked_for:
            return False
        self.taken.append(_TAKEN((position, entry, sha256(content).hexdigest(), match.groups())))
        return True

    def stack(self) -> tuple[Stack | None, list[Taken]]:
        """Return the files that fit, None if none does, and those that are to be read by themselves."""
        numbers = self._stencil.replayed([taken.numbers for taken in self.taken])
        filled = [self._filled(taken.entry.names) for taken in self.taken]
        fits = [fit and about is not None for fit, about in zip(numbers.fits.tolist(), filled, strict=True)]
        fitting, unfit = self.taken, []
        if not all(fits):
            fitting = list(compress(self.taken, fits))
            unfit = [taken for taken, fit in zip(self.taken, fits, strict=True) if not fit]
            if not fitting:
                return None, unfit
            numbers = self._stencil.replayed([taken.numbers for taken in fitting])
        return self._stacked(fitting, numbers, [about for about in compress(filled, fits) if about]), unfit

    def _stacked(
        self, files: Sequence[Taken], numbers: Replayed, abouts: Sequence[tuple[About, ...]]
    ) -> Stack:
        positions, entries, digests, _ = zip(*files, strict=True)
        names = [entry.names for entry in entries]
        paths = [str(entry.given) for entry in entries]
        origins = zip(paths, digests, repeat(self._reading.count), repeat(self._chosen.name), strict=False)
        return Stack(
            self._reading,
            self._rows,
            self._records,
            self._slots,
            self._own,
            self._named,
            numbers,
            positions,
            list(map(_ORIGIN, origins)),
            abouts,
            [name.run for name in names],
            [name.alternative for name in names],
        )

    @property
    def warnings(self) -> tuple[str, ...]:
        """What is wrong with readers that were passed over for these files."""
        return self._chosen.warnings

    def _filled(self, names: Names) -> tuple[About, ...] | None:
        """Return what the rows of a file with these names are about; None where the two do not agree."""
        if names.run is not None and any(self._own):
            return None
        key = (names.scenario, names.alternative)
        if key not in self._known:
            found = [names.subject(*subject, self._reading) for subject in self._subjects]
            self._known[key] = tuple([one for one in found if one is not None]) if None not in found else None
        return self._known[key]


def recorded(entry: Entry, source: Source, chosen: Chosen, reading: Reading, asked: Asked) -> Kind | None:
    """Return the kind of a file, None if how it is read cannot be recorded.

    Parameters
    ----------
    reading : Reading
        What its reader makes of it.
    """
    if not getattr(chosen.reader, "recordable", False) or not reading.rows:
        return None
    if reading.left_out or reading.machines:  # what decides about a whole file is looked at in each
        return None
    if not {"twin", "disturbed"}.isdisjoint(dict(reading.roles)):  # a digit may be a mark
        return None
    tape = Tape(source.text)
    try:
        again = chosen.reader.read(replace(source, text=Passage.of(tape)), asked.options())
        if _plain(again) != reading or Stencil(tape, _texts(again)).match(source.text) is None:
            return None
        kind = Kind(entry, chosen, refuse_clock(reading), refuse_clock(again), tape, asked.own)
    # A reader, that of a plug-in too, may do with a number what cannot be recorded, and fail in any way. It
    # has read this file without, so nothing is passed over: all that are like it are read by themselves.
    except Exception:
        return None
    return kind


def _texts(reading: Reading) -> list[Spelled]:
    """Return the numbers whose spelling is part of a reading, as that of a run is."""
    return [one for row in reading.rows for one in row if isinstance(one, Spelled)]


def _plain(reading: Reading) -> Reading:
    """Return a reading with numbers in the place of those that are recorded."""
    rows = tuple(Row(*map(_value, row)) for row in reading.rows)
    return replace(reading, rows=rows)


def _value(one: object) -> Any:  # noqa: ANN401 - a field of a row
    return one.value if isinstance(one, Recorded) else one.plain if isinstance(one, Spelled) else one
