"""The initial data: made once for each schema and alternative, then only copied: all begin the same."""

from __future__ import annotations

import hashlib
import os
import stat
import time
import zlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from ahp.errors import HarnessError, TrialError
from ahp.harness.disk_space import least
from ahp.harness.engines.base import Converting, Engine, Row, Taken
from ahp.harness.engines.existing import Existing
from ahp.harness.ledger import Ledger
from ahp.harness.storage.base import Layer, compresses, require_space, written
from ahp.harness.system.programs import output
from ahp.harness.workloads.base import Schema, Table
from ahp.harness.workloads.filling import rows
from ahp.notebook import NotebookFace


def restored(source: Path, target: Path, digest: str) -> None:
    """Copy a data set into an empty folder: contents, owners, times and holes.

    Parameters
    ----------
    source : Path
        The data set at rest.
    target : Path
        The folder that is to hold it; no earlier content may be in the way.
    digest : str
        What :func:`contents` says of the source; the copy is compared with it.

    Raises
    ------
    HarnessError
        If there is no room, the folder is not empty, or copying fails.
    TrialError
        If the copy differs.
    """
    if any(target.iterdir()):
        raise HarnessError(f"{target}: not empty; a data set is restored into an empty folder only")
    require_space(target, allocated(source))
    # Shared extents would be no copy. Zeros become holes: room that a database has only set aside would
    # otherwise be written out, and take room on a layer that does not compress.
    output(["cp", "-a", "--reflink=never", "--sparse=always", f"{source}/.", str(target)], timeout_s=3600)
    found = contents(target)
    if found != digest:
        raise TrialError(f"{target}: the restored data set differs from {source}")


def contents(folder: Path) -> str:
    """Return a SHA-256 over the names, kinds and bytes of everything in a folder.

    Examples
    --------
    >>> import tempfile
    >>> contents(Path(tempfile.mkdtemp())) == hashlib.sha256().hexdigest()
    True
    """
    total = hashlib.sha256()
    for path in sorted(folder.rglob("*"), key=lambda path: path.relative_to(folder).parts):
        mode = path.lstat().st_mode
        if stat.S_ISSOCK(mode):
            continue
        if stat.S_ISLNK(mode):
            body = os.readlink(path).encode()  # noqa: PTH115 - the text as it stands
        elif stat.S_ISREG(mode):
            with path.open("rb") as file:
                body = hashlib.file_digest(file, "sha256").digest()
        else:
            body = b""
        name = "/".join(path.relative_to(folder).parts).encode("utf-8", "surrogateescape")
        total.update(b"%d %d %b %b\n" % (stat.S_IFMT(mode), len(name), name, body))
    return total.hexdigest()


def allocated(folder: Path) -> int:
    """Return how many bytes a folder's files were given on the disk; a hard link takes its blocks once."""
    files = [path.lstat() for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
    unique = {(found.st_dev, found.st_ino): found for found in files}.values()
    return sum(found.st_blocks * 512 if hasattr(found, "st_blocks") else found.st_size for found in unique)


_BLOCK = 128 * 1024
_LOOKED_AT = 64
"""How many blocks of a file are looked at, or a few more."""


@dataclass(frozen=True)
class Dataset:
    """A loaded folder at rest.

    Attributes
    ----------
    folder : Path
        Where it is.
    digest : str
        Of the folder's bytes: what a copy is compared with.
    checksum : str
        Of its content: the same for every alternative. It is over the rows, table by table in the order of
        their keys, and then the same for every engine too, or over the engine's own keys and values.
    taken : Taken
        What was written of its files.
    seconds : float
        How long making it took.
    """

    folder: Path
    digest: str
    checksum: str
    taken: Taken
    seconds: float


@dataclass(frozen=True)
class Original(NotebookFace):
    """A data set that nothing compresses, to which all alternatives are compared.

    Attributes
    ----------
    stored_bytes : int
        What its tables take on the storage layer's alternative that compresses nothing.
    packed_ratio : float or None
        How many times smaller zlib makes the bytes of its tables by themselves; None where they are not seen.
    """

    stored_bytes: int
    packed_ratio: float | None


class Datasets:
    """The data sets of one run, made when they are first asked for.

    Parameters
    ----------
    folder : Path
        An empty folder for them.
    engine, layer : Engine, Layer
        Whose data they are, and what they are stored on in a trial.
    scale, seed : float, int
        How much, and which.
    ledger : Ledger
        For the servers that are started to load them.
    """

    def __init__(
        self, folder: Path, engine: Engine, layer: Layer, scale: float, seed: int, ledger: Ledger
    ) -> None:
        self._folder = folder
        self._engine = engine
        self._layer = layer
        self._scale = scale
        self._seed = seed
        self._ledger = ledger
        self._made: dict[tuple[str, str], Dataset] = {}
        self._originals: dict[str, Original] = {}

    def get(self, schema: Schema, alternative: str) -> Dataset:
        """Return a data set, made now if it was not there yet.

        Raises
        ------
        TrialError
            If its rows are not those of the first alternative's.
        """
        key = (schema.name, alternative)
        if key not in self._made:
            first = self._engine.alternatives()[0]
            plain = None if alternative == first else self.get(schema, first)
            self._made[key] = self._make(schema, alternative, plain)
        return self._made[key]

    def original(self, schema: Schema) -> Original:
        """Return what the tables take that nothing compresses, the same for all alternatives of a run."""
        if schema.name not in self._originals:
            data, engine, layer = self.get(schema, self._engine.alternatives()[0]), self._engine, self._layer
            seen = not isinstance(engine, Existing)
            packed = data.taken.tables / engine.taken(data.folder, zlib_bytes).tables if seen else None
            stored = data.taken.tables
            if seen and compresses(layer):
                room = least(0, allocated(data.folder))
                with layer.mounted(layer.alternatives()[0], self._folder, self._ledger, room) as volume:
                    restored(data.folder, volume.folder, data.digest)
                    stored = engine.taken(volume.folder, volume.stored_bytes).tables
            self._originals[schema.name] = Original(stored, packed)
        return self._originals[schema.name]

    def _make(self, schema: Schema, alternative: str, plain: Dataset | None) -> Dataset:
        sizes = schema.sizes(self._scale)
        folder = self._folder / f"data-{len(self._made)}"  # a schema from a file is called like the file
        folder.mkdir()
        began = time.monotonic()
        if plain is not None and isinstance(self._engine, Converting):
            restored(plain.folder, folder, plain.digest)
            self._engine.convert(folder, alternative, schema, self._ledger)
        else:
            made = partial(rows, sizes=sizes, seed=self._seed)
            self._engine.load(folder, alternative, schema, made, self._ledger)
        seconds = time.monotonic() - began
        checksum = (
            self._engine.fingerprint(folder, alternative)
            if isinstance(self._engine, Converting)
            else self._checksum(folder, alternative, schema)
        )
        if plain is not None and checksum != plain.checksum:
            raise TrialError(f"the rows loaded with {alternative} are not those loaded plain")
        return Dataset(folder, contents(folder), checksum, self._engine.taken(folder, written), seconds)

    def _checksum(self, folder: Path, alternative: str, schema: Schema) -> str:
        with self._engine.serve(folder, alternative, self._ledger) as service:
            return rows_checksum(schema, lambda table: self._engine.rows(service, schema, table))


def zlib_bytes(files: Iterable[Path]) -> int:
    """Return about how many bytes zlib (level 6) makes of some files, in blocks of 128 KiB.

    Of a file with many blocks some are looked at, evenly spread.
    """
    total = 0.0
    for path in files:
        blocks = range(0, path.stat().st_size, _BLOCK)
        some = blocks[:: 1 + len(blocks) // _LOOKED_AT]
        with path.open("rb") as file:
            for place in some:
                file.seek(place)
                total += len(zlib.compress(file.read(_BLOCK), 6)) * len(blocks) / len(some)
    return round(total)


def rows_checksum(schema: Schema, of: Callable[[Table], Iterable[Row]]) -> str:
    """Return a SHA-256 over the rows of all tables, in the order that they are given.

    Parameters
    ----------
    schema : Schema
        The tables.
    of : function
        Returns a table's rows in the order of its primary key.
    """
    total = hashlib.sha256()
    for table in schema.tables:
        total.update(table.name.encode() + b"\n")
        for row in of(table):
            total.update("\t".join(map(str, row)).encode() + b"\n")
    return total.hexdigest()
