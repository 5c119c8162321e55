"""What a storage layer is, and the plain ones: a folder wherever it lies, and a server that is not ours.

A layer lends a folder for a time, and accounts for the bytes stored in it.
"""

from __future__ import annotations

import contextlib
import os
import shutil
from collections.abc import Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol, runtime_checkable

import numpy as np

from ahp.errors import HarnessError, UnavailableError
from ahp.harness.ledger import Ledger
from ahp.harness.system.folders import mount_of, own_folder, temporary_folder
from ahp.harness.system.processes import unprivileged

COMPRESSES = 1.15
"""How many times smaller :func:`sample` must be stored by what compresses at all."""
SAMPLE_BYTES = 16 * 2**20
"""The size of the sample, in bytes."""
_BLOCK = 4096


class Volume(Protocol):
    """A storage layer that is open."""

    @property
    def folder(self) -> Path:
        """Where the data goes; empty at first, and the unprivileged account's where this is root."""

    @property
    def device(self) -> str | None:
        """The block device, `MAJOR:MINOR`, whose traffic is this volume's alone; None if it has none."""

    @property
    def processes(self) -> tuple[int, ...]:
        """The processes that do the layer's work, such as a file system's daemon."""

    @property
    def details(self) -> Mapping[str, str]:
        """The file system and its options as the system itself gives them."""

    def stored_bytes(self, files: Iterable[Path]) -> int:
        """Write everything out, and return what some of its files take, once that stands still.

        Room that a database has set aside and never written to does not count.
        """

    def empty_caches(self) -> str | None:
        """Forget what memory holds of the content; return why that could not be done, None if it was."""


class Layer(Protocol):
    """A kind of storage."""

    @property
    def name(self) -> str:
        """What the command line calls it, such as `btrfs`."""

    @property
    def title(self) -> str:
        """As it writes itself, such as `ZFS`."""

    def available(self) -> str | None:
        """Return why it cannot be used on this machine, None if it can."""

    def alternatives(self) -> tuple[str, ...]:
        """Return its compression choices that this machine offers, the one that compresses nothing first."""

    def mounted(
        self, alternative: str, folder: Path, ledger: Ledger, size: int
    ) -> AbstractContextManager[Volume]:
        """Open a fresh one for a time.

        Parameters
        ----------
        alternative : str
            One of its compression choices.
        folder : Path
            Where its files may be, on the device that is to be measured.
        ledger : Ledger
            Where everything is recorded before it is made.
        size : int
            How much it must hold, in bytes.

        Raises
        ------
        HarnessError
            If the folder has no room for it, or it cannot be made.
        UnavailableError
            If the layer has no such alternative here.
        """


@runtime_checkable
class Refusing(Protocol):
    """An engine or a layer that lacks here what others of its kind have."""

    def refused(self) -> Mapping[str, str]:
        """Return why an alternative is not offered, by alternative."""


@runtime_checkable
class Sharing(Protocol):
    """A layer whose volumes may lie on a device that others use too, whose bandwidth is not ours to limit."""

    def shared(self) -> str | None:
        """Return why its volumes have no device of their own on this machine, None if they have."""


def sample(number: int = SAMPLE_BYTES) -> bytes:
    """Return bytes that every algorithm stores smaller: of each 4 KiB, text, zeros, and a quarter of noise.

    Examples
    --------
    >>> import zlib
    >>> len(sample(2**20)), len(zlib.compress(sample(2**20))) < 2**19
    (1048576, True)
    """
    rng = np.random.default_rng(20261121)
    words = np.array([rng.integers(97, 123, 7, dtype=np.uint8).tobytes() + b" " for _ in range(512)])
    blocks = -(-number // 4096)
    text = words[rng.integers(0, 512, (blocks, 256))].view(np.uint8).reshape(blocks, 2048)
    zeros = np.zeros((blocks, 1024), np.uint8)
    noise = rng.integers(0, 256, (blocks, 1024), dtype=np.uint8)
    return np.concatenate([text, zeros, noise], axis=1).tobytes()[:number]


def verified(layer: Layer, alternative: str, folder: Path, ledger: Ledger) -> float:
    """Return how many times smaller an alternative stores :func:`sample`, measured on a fresh volume.

    Raises
    ------
    UnavailableError
        If it compresses nothing though it should, or something though it should not.
    """
    plain = alternative == layer.alternatives()[0]
    with layer.mounted(alternative, folder, ledger, 32 * SAMPLE_BYTES) as volume:
        path = volume.folder / "sample"
        with path.open("wb") as file:
            file.write(sample())
            file.flush()
            os.fsync(file.fileno())
        ratio = SAMPLE_BYTES / volume.stored_bytes([path])
    if plain != (ratio < COMPRESSES):
        verdict = "compresses" if plain else "does not compress"
        raise UnavailableError(
            f"{layer.title} with {alternative}", f"it {verdict}: a sample is stored at a ratio of {ratio:.2f}"
        )
    return ratio


def compresses(layer: Layer) -> bool:
    """Say whether a plan's alternatives are the storage layer's; else they are the engine's.

    Examples
    --------
    >>> from ahp.harness.catalogue import LAYERS
    >>> compresses(LAYERS["plain"])
    False
    """
    return len(layer.alternatives()) > 1


def chosen(layer: Layer, alternative: str) -> str:
    """Return an alternative's name after looking whether a layer has it here."""
    known = layer.alternatives()
    if alternative not in known:
        raise UnavailableError(f"{layer.title} with {alternative}", f"it offers {', '.join(known)}")
    return alternative


def written(files: Iterable[Path]) -> int:
    """Return how many bytes of some files were written: their blocks of 4 KiB that hold anything but zeros.

    Neither the files' sizes nor their blocks on the disk tell that: databases set room aside that they do not
    use yet, by `fallocate` or by writing zeros, and a page that compresses ends in a hole.
    """
    found = 0
    for path in files:
        with path.open("rb") as file:
            while part := file.read(_BLOCK << 8):
                blocks = np.zeros(-(-len(part) // _BLOCK) * _BLOCK, np.uint8)
                blocks[: len(part)] = np.frombuffer(part, np.uint8)
                found += int(blocks.reshape(-1, _BLOCK).any(axis=1).sum()) * _BLOCK
    return found


def require_space(folder: Path, number: int) -> None:
    """Raise a HarnessError if a folder's file system has not as many bytes free, and a tenth to spare.

    Examples
    --------
    >>> require_space(Path("/"), 1000)
    """
    free = shutil.disk_usage(folder).free
    need = number + number // 10
    if free < need:
        raise HarnessError(
            f"{folder}: {free // 10**6} MB are free; {need // 10**6} MB are needed; "
            "free some or use a smaller --scale"
        )


CACHES = Path("/proc/sys/vm/drop_caches")
"""Whoever may write to it empties the caches of the whole machine."""


def drop_caches() -> str | None:
    """Empty the kernel's caches of files; return why that could not be done, None if it was."""
    os.sync()
    try:
        CACHES.write_text("3\n", encoding="ascii")
    except FileNotFoundError:
        return "this system has no /proc/sys/vm/drop_caches"
    except OSError as problem:
        return f"the kernel's caches were not emptied, which needs root: {problem.strerror}"
    return None


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
            yield PlainVolume(own_folder(own / "data", account))


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
