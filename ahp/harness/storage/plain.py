"""A plain folder on whatever file system it lies on; and the storage of a server that is not ours."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from ahp.harness.ledger import Ledger
from ahp.harness.storage.base import chosen, drop_caches, require_space, written
from ahp.harness.system.folders import give, mount_of, temporary_folder
from ahp.harness.system.processes import unprivileged


@dataclass(frozen=True)
class PlainVolume:
    """A folder."""

    folder: Path
    device: str | None = None
    processes: tuple[int, ...] = ()

    @property
    def details(self) -> Mapping[str, str]:
        """The file system that it lies on."""
        mount = mount_of(self.folder)
        if mount is None:
            return {}
        return {"file_system": mount.kind, "mount_options": mount.options, "mount_source": mount.source}

    def stored_bytes(self, files: Iterable[Path]) -> int:
        """Return what was written of some files."""
        return written(files)

    def empty_caches(self) -> str | None:
        """Empty the kernel's caches of files."""
        return drop_caches()


class Plain:
    """Plain folders, which compress nothing themselves."""

    name = "plain"
    title = "plain folder"

    def available(self) -> str | None:
        """Return None: there is always a folder."""
        return None

    def alternatives(self) -> tuple[str, ...]:
        """Return the only one."""
        return ("none",)

    def shared(self) -> str | None:
        """Return why its volumes have no device of their own: they never have."""
        return "a plain folder lies on a device that others use too"

    @contextlib.contextmanager
    def mounted(self, alternative: str, folder: Path, ledger: Ledger, size: int) -> Iterator[PlainVolume]:
        """Lend an empty folder inside another one."""
        chosen(self, alternative)
        require_space(folder, size)
        account = unprivileged()
        with temporary_folder(ledger, account, parent=folder) as own:
            inside = own / "data"
            inside.mkdir(mode=0o700)
            give(inside, account)
            yield PlainVolume(inside)


class UnownedVolume(PlainVolume):
    """A folder for what is noted of the server's database."""

    @property
    def details(self) -> Mapping[str, str]:
        """Whose storage it is."""
        return {"storage": "the server's own"}

    def empty_caches(self) -> str | None:
        """Leave the caches alone, and say so."""
        return "the caches of a server that is not ours were not emptied"


class Unowned(Plain):
    """The storage of a server that was there; see :class:`~ahp.harness.storage.base.Layer`."""

    title = "the server's own storage"

    @contextlib.contextmanager
    def mounted(self, alternative: str, folder: Path, ledger: Ledger, size: int) -> Iterator[UnownedVolume]:
        """Lend a folder for what is noted; how much room the server has is not known."""
        chosen(self, alternative)
        with temporary_folder(ledger, parent=folder) as own:
            yield UnownedVolume(own)
