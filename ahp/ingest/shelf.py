"""The kinds of files that are known, so that a file of one of them need not be read by itself."""

from __future__ import annotations

from typing import TypeAlias

from ahp.ingest.asked import Asked
from ahp.ingest.entries import Entry
from ahp.ingest.kinds import Kind, recorded
from ahp.ingest.readers.base import Reading
from ahp.ingest.sniffing import Chosen
from ahp.ingest.sources import Source
from ahp.ingest.stencils import key_of

Key: TypeAlias = tuple[str | None, bytes]
"""The reader that was asked for, and what stands in a file beside its numbers."""

_TRIED = 16  # so many kinds are recorded at once,
_PAID = 8  # then one for so many files that were of a known one


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
