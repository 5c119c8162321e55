"""What a server that is not ours keeps its data on: nothing is known of it and nothing done to it."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from ahp.harness.folders import temporary_folder
from ahp.harness.ledger import Ledger
from ahp.harness.storage.base import chosen, written


@dataclass(frozen=True)
class UnownedVolume:
    """A folder for what is noted of the server's database."""

    folder: Path
    device: str | None = None
    processes: tuple[int, ...] = ()
    details: Mapping[str, str] = field(default_factory=lambda: {"storage": "the server's own"})

    def stored_bytes(self, files: Iterable[Path]) -> int:
        """Return what was written of some files, though none are here: the engine asks the server."""
        return written(files)

    def empty_caches(self) -> str | None:
        """Leave the caches alone, and say so."""
        return "the caches of a server that is not ours were not emptied"


class Unowned:
    """The storage of a server that was there; see :class:`~ahp.harness.storage.base.Layer`."""

    name = "plain"
    title = "the server's own storage"

    def available(self) -> str | None:
        """Return None: the server has it."""
        return None

    def alternatives(self) -> tuple[str, ...]:
        """Return the only one."""
        return ("none",)

    @contextlib.contextmanager
    def mounted(self, alternative: str, folder: Path, ledger: Ledger, size: int) -> Iterator[UnownedVolume]:
        """Lend a folder for what is noted; how much room the server has is not known."""
        chosen(self, alternative)
        with temporary_folder(ledger, parent=folder) as own:
            yield UnownedVolume(own)
