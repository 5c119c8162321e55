"""SQLite inside the clients' processes, from the standard library: what compresses is the storage layer.

The journal is a write-ahead log, synced at checkpoints only (`synchronous=NORMAL`); pages are 16 KiB, so that
a compressing file system has something to work on; each client's cache is small. A write waits for another
client's as SQLite itself waits.
"""

from __future__ import annotations

import contextlib
import re
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ahp.errors import HarnessError, TrialError, one_line, quoted
from ahp.harness.engines.base import (
    Address,
    Call,
    ConflictError,
    EmbeddedService,
    OwnEngine,
    Row,
    Rows,
    Service,
    Stored,
    Taken,
    several,
)
from ahp.harness.engines.loading import create_indexes, create_table, insert, ordered
from ahp.harness.scripts.script import Statement
from ahp.harness.settings import own_settings, refused
from ahp.harness.workloads.base import Schema, Table

if TYPE_CHECKING:
    from ahp.harness.ledger import Ledger

FILE = "data.sqlite"
_PAGE = 16 * 1024
_CACHE_KIB = 4096
_WAIT_S = 30.0
_COMMON: Mapping[str, tuple[str, Callable[[float], str]]] = {
    "buffer_pool": ("cache_size", lambda number: f"-{number / 1024:.0f}"),  # in KiB where it is below 0
}
_KEPT = ("page_size", "journal_mode")


class SQLite(OwnEngine):
    """The engine; see :class:`~ahp.harness.engines.base.Engine`."""

    name = "sqlite"
    title = "SQLite"
    settable = tuple(_COMMON)

    def configured(self, common: Mapping[str, float], own: Mapping[str, str]) -> SQLite:
        """Return one whose connections have these pragmas, once SQLite has taken each."""
        given = own_settings(self.title, _COMMON, common, own, _KEPT)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder, FILE)
            with contextlib.closing(_opened(file, {})) as db:
                db.execute("PRAGMA journal_mode = WAL")
            for name, value in given.items():
                if not re.fullmatch(r"[\w.-]+", value):
                    raise refused(self.title, name, value, "it is no number and no word")
                with contextlib.closing(_opened(file, {name: value})) as db:
                    found = db.execute(f"PRAGMA {name}").fetchone()
                if found is None:
                    raise refused(self.title, name, value, "it has no such pragma")
                # It answers some words by a number, and what it does not take by what was there before.
                number = re.fullmatch(r"-?\d+", value) is not None
                if number == isinstance(found[0], int) and str(found[0]).casefold() != value.casefold():
                    raise refused(self.title, name, value, f"it has {found[0]} instead")
        return SQLite(given)

    def available(self) -> str | None:
        """Return None: it comes with Python."""
        return None

    def alternatives(self) -> tuple[str, ...]:
        """Return the only one: it compresses nothing itself."""
        return ("none",)

    def verify(self, alternative: str, folder: Path, ledger: Ledger) -> float:
        """Return 1: nothing is claimed, so nothing is to be shown."""
        return 1.0

    def load(self, folder: Path, alternative: str, schema: Schema, rows: Rows, ledger: Ledger) -> None:
        """Make the file and fill it."""
        with contextlib.closing(sqlite3.connect(folder / FILE, isolation_level=None)) as db:
            db.execute(f"PRAGMA page_size = {_PAGE}")
            db.execute("PRAGMA synchronous = OFF")
            for table in schema.tables:
                db.execute(create_table(table))
                db.execute("BEGIN")
                try:
                    db.executemany(insert(table), rows(table))
                except sqlite3.IntegrityError as problem:
                    raise HarnessError(
                        f"table {quoted(table.name)}: SQLite refuses the rows: {problem}"
                    ) from None
                db.execute("COMMIT")
                for statement in create_indexes(table):
                    db.execute(statement)
            db.execute("ANALYZE")
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    @contextlib.contextmanager
    def serve(self, folder: Path, alternative: str, ledger: Ledger) -> Iterator[SQLiteService]:
        """Name the file to the clients; at the end, everything is in it and its log is empty."""
        service = SQLiteService(folder / FILE, self._given)
        yield service
        service.checkpoint()

    def connect(self, address: Address, schema: Schema) -> SQLiteSession:
        """Open the file in this process."""
        return SQLiteSession(_opened(Path(address["file"]), address.get("settings", {})))

    def rows(self, service: Service, schema: Schema, table: Table) -> Iterator[Row]:
        """Return a table's rows in the order of its primary key."""
        with contextlib.closing(_opened(Path(service.address["file"]), {})) as db:
            yield from db.execute(ordered(table))

    def taken(self, folder: Path, stored: Stored) -> Taken:
        """Return what the file takes, and its log."""
        return Taken(stored([folder / FILE]), stored(folder.glob(f"{FILE}-wal")))


@dataclass(frozen=True)
class SQLiteService(EmbeddedService):
    """A file for clients to open."""

    file: Path
    settings: Mapping[str, str] = field(default_factory=dict)

    @property
    def address(self) -> Address:
        """Where the file is, and how connections to it are set."""
        return {"file": str(self.file), "settings": dict(self.settings)}

    @property
    def details(self) -> Mapping[str, str]:
        """Version and settings."""
        usual = ("page_size", "journal_mode", "synchronous", "cache_size", "wal_autocheckpoint")
        with _open(self.file, self.settings) as db:
            names = dict.fromkeys((*usual, *self.settings))
            found = {name: str(db.execute(f"PRAGMA {name}").fetchone()[0]) for name in names}
        return {"sqlite": sqlite3.sqlite_version, **found}

    def checkpoint(self) -> None:
        """Move the log into the file, and empty it."""
        with _open(self.file, {}) as db:
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")


class SQLiteSession:
    """One connection."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def statement(self, statement: Statement) -> Call:
        """Return a statement made ready; the module keeps it prepared by its text."""
        sql, run = statement.rendered(lambda place, name: "?"), self._run

        def call(values: Sequence[Any]) -> Sequence[Any] | None:
            found = run(sql, values)
            if statement.gets and len(found) > 1:
                raise several(statement, len(found))
            return found[0] if found else None

        return call

    def begin(self) -> None:
        """Begin a transaction that may write: one that finds out later may have to be thrown away."""
        self._run("BEGIN IMMEDIATE")

    def commit(self) -> None:
        """End the transaction."""
        self._run("COMMIT")

    def rollback(self) -> None:
        """End the transaction, whatever state it is in."""
        if self._db.in_transaction:
            self._run("ROLLBACK")

    def _run(self, sql: str, values: Sequence[Any] = ()) -> list[Sequence[Any]]:
        """Return all rows; what another client caused is a conflict, any other error itself."""
        try:
            return self._db.execute(sql, values).fetchall()
        except sqlite3.OperationalError as error:
            if error.sqlite_errorname.startswith(("SQLITE_BUSY", "SQLITE_LOCKED")):
                raise ConflictError(str(error)) from error
            raise

    def counted(self, start: int, end: int) -> tuple[Mapping[str, float], Mapping[str, float]]:
        """Return nothing: Python's module shows none of SQLite's counts."""
        return {}, {}

    def close(self) -> None:
        """Close the connection."""
        self._db.close()


@contextlib.contextmanager
def _open(file: Path, settings: Mapping[str, str]) -> Iterator[sqlite3.Connection]:
    """Open a file for a moment; what SQLite cannot do with it, as on a disk that is full, fails the trial."""
    try:
        with contextlib.closing(_opened(file, settings)) as db:
            yield db
    except sqlite3.Error as problem:
        raise TrialError(f"SQLite: {file.name}: {one_line(problem)}") from problem


def _opened(file: Path, settings: Mapping[str, str]) -> sqlite3.Connection:
    db = sqlite3.connect(file, timeout=_WAIT_S, isolation_level=None, check_same_thread=False)
    try:
        db.execute("PRAGMA synchronous = NORMAL")
        db.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
        for name, value in settings.items():
            db.execute(f"PRAGMA {name} = {value}")
    except sqlite3.Error:  # it is no database
        db.close()
        raise
    return db
