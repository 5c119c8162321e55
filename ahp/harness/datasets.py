"""The initial data, made once for each schema and alternative, then only copied; the room that it needs.

On its volume a trial needs room also for what is given back late, and beside it for notes. Of a disk that
ran full the one reason is told, in place of all that follows from it.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import re
import shutil
import stat
import tempfile
import time
import zlib
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ahp.errors import AHPError, HarnessError, OutputError, TrialError
from ahp.harness.catalogue import workload
from ahp.harness.engines.base import Converting, Engine, Row, Taken
from ahp.harness.engines.existing import ExistingEngine
from ahp.harness.ledger import Ledger
from ahp.harness.storage.base import Layer, compresses, require_space, written
from ahp.harness.system.folders import MEMORY
from ahp.harness.system.processes import output
from ahp.harness.workloads.base import Schema, Table
from ahp.harness.workloads.filling import raw_bytes, rows
from ahp.notebook import NotebookFace

if TYPE_CHECKING:
    from ahp.harness.plan import Plan


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
            seen = not isinstance(engine, ExistingEngine)
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
        if isinstance(self._engine, Converting):
            checksum = self._engine.fingerprint(folder, alternative)
        else:
            with self._engine.serve(folder, alternative, self._ledger) as service:
                checksum = rows_checksum(schema, partial(self._engine.rows, service, schema))
        if plain is not None and checksum != plain.checksum:
            raise TrialError(f"the rows loaded with {alternative} are not those loaded plain")
        return Dataset(folder, contents(folder), checksum, self._engine.taken(folder, written), seconds)


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


_SPARE = 256 * 2**20
"""An engine's log files and catalogues may be larger than a small data set."""

_LATE_S = 30.0
"""File systems that copy on write give back what was overwritten when they commit, btrfs every 30 seconds."""

_WRITTEN_BYTES_PER_S = 200e6
"""What the databases are expected to write at most; a limit on bandwidth may say less."""

_NOTED_BYTES_PER_S = 2e6
"""What a generator notes of single transactions at most, some 50 bytes for each."""


_EMPTY = 128 * 2**20
"""What an engine makes of no rows at all is smaller."""


def require_room(plan: Plan, folder: Path) -> None:
    """Raise a HarnessError if there is no room for a plan's data and their copies in a results folder."""
    schemas = {(mix := workload(name)).schema.name: mix.schema for name in plan.workload}
    require_space(folder, sum(6 * raw_bytes(s, s.sizes(plan.scale)) for s in schemas.values()))


def least(raw_bytes: int, stored_bytes: int = _EMPTY) -> int:
    """Return how many bytes a volume needs for rows of a size, and for the files that an engine made of them.

    Parameters
    ----------
    raw_bytes : int
        Of the rows.
    stored_bytes : int
        Of the files; without it they are still to be made.

    Examples
    --------
    >>> least(10**9, 10**9)
    4268435456
    """
    return max(4 * raw_bytes, 2 * stored_bytes) + _SPARE


def ample(needed: int, plan: Plan, folder: Path) -> int:
    """Return how many bytes a volume gets that must not run full while a trial writes to it.

    Never less than needed, and no more beyond that than half of what is free where its image stands, which is
    made of holes and takes what is written to it.
    """
    speed = (
        _WRITTEN_BYTES_PER_S if plan.bandwidth is None else min(_WRITTEN_BYTES_PER_S, plan.bandwidth * 1e6)
    )
    wanted = needed + round(speed * min(plan.warmup + plan.duration, _LATE_S))
    return max(needed, min(wanted, shutil.disk_usage(folder).free // 2))


def beside(plan: Plan, folder: Path) -> Path:
    """Return where generators note single transactions: in memory where there is plenty, else in a folder.

    On the disk that the database writes to, the notes would cost it throughput. Under a limit on memory they
    would take what belongs to the database.
    """
    noted = _NOTED_BYTES_PER_S * (plan.warmup + plan.duration)
    if plan.memory is not None or not os.access(MEMORY, os.W_OK | os.X_OK):
        return folder
    return MEMORY if shutil.disk_usage(MEMORY).free > 8 * noted else folder


FULL_BYTES = 2 * 2**20
"""Less than this is free on a full disk, where larger pieces fail before the last byte is gone."""

_VOLUME_FULL_BYTES = 16 * FULL_BYTES
"""With more free than this no volume is full, not even one that keeps room for itself, as btrfs does."""

_SAYS_SO = re.compile(r"no space left on device|database or disk is full|err(no|code):? *28\b", re.IGNORECASE)
"""How databases, their clients and this language tell the system's error."""


@contextlib.contextmanager
def explain_full_disk(folder: Path, need: int = FULL_BYTES) -> Iterator[None]:
    """Let a failure be an :class:`~ahp.errors.OutputError` where the folder's file system is full.

    A client or a server that could write no more could seldom write why. The context has to be inside those
    that take files away, for after them there is room again.

    Parameters
    ----------
    folder : Path
        On the file system that is looked at.
    need : int
        How many bytes must be free there for it not to be full.

    Raises
    ------
    OutputError
        In place of another error, if less is free than needed.
    """
    try:
        yield
    except OutputError:
        raise
    except (AHPError, OSError) as problem:
        free = shutil.disk_usage(folder).free
        if free >= need:
            raise
        raise OutputError(
            f"{folder}: the disk is full: {free / 1e6:.0f} MB are free, {need / 1e6:.0f} MB are needed; "
            "what has finished is kept; make room, then go on with ahp-bench resume"
        ) from problem


@contextlib.contextmanager
def explain_full_volume(folder: Path) -> Iterator[None]:
    """Let a failure on a volume that is full be a :class:`~ahp.errors.TrialError` that says so.

    Whoever writes through a mapping, as SQLite does to its log's index, is ended by a signal without a word:
    then it is tried whether the volume takes anything more. Little room alone is no reason.

    Parameters
    ----------
    folder : Path
        On the volume.

    Raises
    ------
    TrialError
        In place of another error, if next to nothing is free, and either the error says that there was no
        room or the volume takes no more.
    """
    try:
        yield
    except (AHPError, OSError) as problem:
        usage = shutil.disk_usage(folder)
        if usage.free >= _VOLUME_FULL_BYTES or not (_SAYS_SO.search(str(problem)) or _takes_no_more(folder)):
            raise
        raise TrialError(
            f"the volume of {usage.total / 1e6:.0f} MB has no room left ({problem}); use a shorter "
            "--duration, or a folder with more free space for --output"
        ) from problem


def _takes_no_more(folder: Path) -> bool:
    if shutil.disk_usage(folder).free < FULL_BYTES:  # what root may still write is not the servers' account's
        return True
    try:
        with tempfile.TemporaryFile(dir=folder) as file:
            file.write(os.urandom(FULL_BYTES))
            file.flush()
            os.fsync(file.fileno())
    except OSError as problem:
        return problem.errno in (errno.ENOSPC, errno.EDQUOT)
    return False
