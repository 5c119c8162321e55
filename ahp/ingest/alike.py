"""The files that are to be read, each by itself or with those that differ from it only in their numbers.

Either way each file gives what it gives by itself, be it an error.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import TypeAlias

from ahp.errors import AHPError, FailedRunError, InputError
from ahp.evidence.records import Source as Origin
from ahp.ingest.asked import Asked
from ahp.ingest.entries import Entry, filled
from ahp.ingest.failures import Failures
from ahp.ingest.files import SMALL, content_of_path
from ahp.ingest.kinds import Kind, Taken, recorded
from ahp.ingest.parts import Part, Stack
from ahp.ingest.readers.base import Options, Reader, Reading
from ahp.ingest.sniffing import Chosen, choose_reader
from ahp.ingest.sources import Source, open_source, opened
from ahp.ingest.stencils import key_of

MANY = 16
"""Of fewer files each is read by itself."""

Key: TypeAlias = tuple[str | None, bytes]
"""The reader that was asked for, and what stands in a file beside its numbers."""

_ROUNDS = 4  # in which those that fit no kind so far are tried again
_TRIED, _PAID = (
    16,
    8,
)  # so many kinds are recorded at once, then one for so many files that were of a known one


class Shelf:
    """The kinds of files that are known, by what they have beside numbers."""

    def __init__(self, asked: Asked) -> None:
        self._asked = asked
        self._kinds: dict[Key, list[Kind]] = {}
        self._latest: Kind | None = None
        self._recorded = 0

    def takes(self, position: int, entry: Entry, content: bytes) -> bool:
        """Say whether a file is of a known kind; it is then put to the others."""
        try:
            text = content.decode()
        except UnicodeDecodeError:
            return False
        if self._latest is not None and self._latest.takes(position, entry, content, text):
            return True
        for kind in self._kinds.get((entry.reader, key_of(content)), ()):
            if kind.takes(position, entry, content, text):
                self._latest = kind
                return True
        return False

    def learn(self, entry: Entry, content: bytes, source: Source, chosen: Chosen, reading: Reading) -> None:
        """Record how a file is read, the second time that one comes with so much in common."""
        key = (entry.reader, key_of(content))
        if key not in self._kinds:
            self._kinds[key] = []
        elif content != source.text.encode():  # another encoding, or a compressed file
            return
        elif self._recorded < _TRIED + sum(len(kind.taken) for kind in self.kinds()) // _PAID:
            self._recorded += 1
            kind = recorded(entry, source, chosen, reading, self._asked)
            self._kinds[key] += [] if kind is None else [kind]

    def kinds(self) -> list[Kind]:
        """Return the kinds of which there are files."""
        return [kind for kinds in self._kinds.values() for kind in kinds if kind.taken]


class _Parts:
    """What each file gave by its position, and what is wrong with readers that were passed over for it."""

    def __init__(self, asked: Asked) -> None:
        self._asked = asked
        self._shelf = Shelf(asked)
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
        alike = len(entries) >= MANY and self._asked.window is None and self._rounds > 0
        read = self.take if alike else self.read
        try:
            for position, entry in entries:
                read(position, entry)
        except AHPError:
            self.settle()  # a file before this one may be wrong as well
            raise
        self.settle()

    def read(self, position: int, entry: Entry) -> None:
        """Read a file by itself."""
        self._add(position, entry, open_source(entry.given))

    def take(self, position: int, entry: Entry) -> None:
        """Put a file to those of its kind, or read it by itself."""
        path = entry.given
        # It may name a sheet, or have to say itself what it is about.
        if not isinstance(path, str) or path in ("", "-") or "#" in path or entry.misfit is not None:
            self.read(position, entry)
            return
        content = content_of_path(path)
        if len(content.first) > SMALL:
            self._add(position, entry, opened(path, content))
            return
        if not self._shelf.takes(position, entry, content.first):
            self._shelf.learn(entry, content.first, *self._add(position, entry, opened(path, content)))

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

    def settle(self) -> None:
        """Add the files that were put to others; those that do not fit are tried again without them."""
        unfit: list[Taken] = []
        for kind in self._shelf.kinds():
            stack, strange = kind.stack()
            unfit += strange
            if stack is not None:
                self._parts.update(dict.fromkeys(stack.positions, stack))
                self._warnings[stack.positions[0]] = kind.warnings
        if unfit:
            self._rounds -= 1
            self._shelf = Shelf(self._asked)
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
        failures = Failures(options)
        failures.met(error.at(file=source.name))
        return Reading((), left_out=tuple(failures.left_out))
