"""The files that are to be read, each by itself or with those that differ from it only in their numbers.

Either way each file gives what it gives by itself, be it an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import TYPE_CHECKING

from ahp.errors import AHPError, FailedRunError, InputError
from ahp.evidence.records import Source as Origin
from ahp.files import SMALL, content_of_path
from ahp.ingest.asked import Asked
from ahp.ingest.entries import Entry, filled
from ahp.ingest.parts import Part, Stack
from ahp.ingest.readers.base import Options, Reader, Reading
from ahp.ingest.sniffing import Chosen, choose_reader
from ahp.ingest.sources import Source, open_source, opened

if TYPE_CHECKING:
    from ahp.ingest.kinds import Taken
    from ahp.ingest.shelf import Shelf

MANY = 16
"""Of fewer files each is read by itself."""

_ROUNDS = 4  # in which those that fit no kind so far are tried again


class _Parts:
    """What each file gave by its position, and what is wrong with readers that were passed over for it."""

    def __init__(self, asked: Asked) -> None:
        self._asked = asked
        self._rounds = _ROUNDS
        self._parts: dict[int, Part | Stack] = {}
        self._warnings: dict[int, tuple[str, ...]] = {}

    def all(self, entries: Sequence[tuple[int, Entry]]) -> None:
        """Read files, given with their positions.

        Raises
        ------
        InputError
            If one cannot be read or understood; of several the first is told.
        """
        # A window of time may be another for each file.
        if len(entries) < MANY or self._asked.window is not None or self._rounds == 0:
            for position, entry in entries:
                self._read(position, entry)
            return
        from ahp.ingest.shelf import Shelf

        shelf = Shelf(self._asked)
        try:
            for position, entry in entries:
                self._take(position, entry, shelf)
        except AHPError:
            self._settle(shelf)  # a file before this one may be wrong as well
            raise
        self._settle(shelf)

    def _read(self, position: int, entry: Entry) -> None:
        """Read a file by itself."""
        self._add(position, entry, open_source(entry.given))

    def _take(self, position: int, entry: Entry, shelf: Shelf) -> None:
        """Put a file to those of its kind, or read it by itself."""
        path = entry.given
        # It may name a sheet, or have to say itself what it is about.
        if not isinstance(path, str) or path in ("", "-") or "#" in path or entry.misfit is not None:
            self._read(position, entry)
            return
        content = content_of_path(path)
        if len(content.first) > SMALL:
            self._add(position, entry, opened(path, content))
            return
        if not shelf.takes(position, entry, content.first):
            shelf.learn(entry, content.first, *self._add(position, entry, opened(path, content)))

    def _add(self, position: int, entry: Entry, source: Source) -> tuple[Source, Chosen, Reading]:
        chosen = choose_reader(source, entry.reader)
        try:
            reading = reading_of(chosen.reader, source, self._asked.options(source, entry))
            named = filled(reading, entry)
        except InputError as error:
            raise error.at(file=source.name) from None
        origin = Origin(source.name, source.sha256, reading.count, chosen.name)
        self._parts[position] = Part(origin, named, entry.names.alternative)
        self._warnings[position] = chosen.warnings
        return source, chosen, reading

    def _settle(self, shelf: Shelf) -> None:
        """Add the files that were put to others; those that do not fit are tried again without them."""
        unfit: list[Taken] = []
        for kind in shelf.kinds():
            stack, strange = kind.stack()
            unfit += strange
            if stack is not None:
                self._parts.update(dict.fromkeys(stack.positions, stack))
                self._warnings[stack.positions[0]] = kind.warnings
        if unfit:
            self._rounds -= 1
            self.all([(position, entry) for position, entry, _, _ in sorted(unfit, key=itemgetter(0))])

    def in_order(self) -> tuple[list[Part | Stack], list[str]]:
        """Return the parts, and the warnings."""
        told = [warning for _, warnings in sorted(self._warnings.items()) for warning in warnings]
        return [self._parts[position] for position in range(len(self._parts))], told


def parts_of(entries: Sequence[Entry], asked: Asked) -> tuple[list[Part | Stack], list[str]]:
    """Return what each file gave, in their order, and what is wrong with readers that were passed over.

    For files that were read together it is their stack.

    Raises
    ------
    InputError
        If a file cannot be read or understood; of several the first is told.
    """
    parts = _Parts(asked)
    parts.all(list(enumerate(entries)))
    return parts.in_order()


def reading_of(reader: Reader, source: Source, options: Options) -> Reading:
    """Return what a reader makes of a source; nothing where the run failed and such are left out."""
    try:
        return reader.read(source, options)
    except FailedRunError as error:
        from ahp.ingest.failures import Failures

        failures = Failures(options)
        failures.met(error.at(file=source.name))
        return Reading((), left_out=tuple(failures.left_out))
