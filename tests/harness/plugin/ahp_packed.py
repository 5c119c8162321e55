"""SQLite as a store of keys and values, each value packed by itself with what Python brings along."""

import contextlib
import lzma
import sqlite3
import zlib
from dataclasses import dataclass
from pathlib import Path

from ahp.harness.engines.base import Taken
from ahp.harness.engines.probe import stored_smaller
from ahp.harness.engines.record_queries import RecordSession
from ahp.harness.engines.records import Records

CODECS = {
    "none": (bytes, bytes),
    "zlib": (zlib.compress, zlib.decompress),
    "lzma": (lzma.compress, lzma.decompress),
}


class Packed:
    """The engine: what the harness asks of it."""

    name = "packed"
    title = "SQLite with packed values"
    sql = False  # it understands what the record layer understands
    most_clients = 1  # it lives in its client's process
    native = None  # no load generator of its own

    def available(self):
        return None

    def alternatives(self):
        return tuple(CODECS)

    def verify(self, alternative, folder, ledger):
        return stored_smaller(self, "none", alternative, folder, ledger)

    def load(self, folder, alternative, schema, rows, ledger):
        with contextlib.closing(Store(folder, alternative)) as store:
            codecs = Records(schema, store).codecs
            for table in schema.tables:
                codec, changes = codecs[table.name], {}
                for row in rows(table):
                    changes |= codec.changes(codec.stored_row(row))
                    if len(changes) > 10_000:
                        store.write(changes)
                        changes = {}
                store.write(changes)

    @contextlib.contextmanager
    def serve(self, folder, alternative, ledger):
        yield Service(folder, alternative)  # no server: the client opens the folder itself

    def connect(self, address, schema):
        return Session(Records(schema, Store(Path(address["folder"]), address["alternative"])))

    def rows(self, service, schema, table):
        with contextlib.closing(self.connect(service.address, schema)) as session:
            yield from session.records.rows(table.name)

    def taken(self, folder, stored):
        return Taken(stored(folder.iterdir()))


@dataclass(frozen=True)
class Service:
    """A folder that can be opened."""

    folder: Path
    alternative: str
    processes = ()

    @property
    def address(self):
        return {"folder": str(self.folder), "alternative": self.alternative}

    @property
    def details(self):
        return {"sqlite": sqlite3.sqlite_version, "zlib": zlib.ZLIB_RUNTIME_VERSION}

    def checkpoint(self):
        pass  # the folder is at rest until the client opens it

    def counters(self):
        return {}


class Session(RecordSession):
    """The one client's connection."""

    def close(self):
        self.records.store.close()


class Store:
    """Keys in order, with values."""

    def __init__(self, folder, alternative):
        self.pack, self.unpack = CODECS[alternative]
        self.db = sqlite3.connect(folder / "pairs.sqlite", isolation_level=None)
        self.db.execute("PRAGMA journal_mode = WAL")
        self.db.execute("PRAGMA synchronous = NORMAL")
        self.db.execute("CREATE TABLE IF NOT EXISTS pairs (key BLOB PRIMARY KEY, value BLOB) WITHOUT ROWID")
        self.close = self.db.close

    def get(self, key):
        found = self.db.execute("SELECT value FROM pairs WHERE key = ?", (key,)).fetchone()
        return None if found is None else self.unpack(found[0])

    def walk(self, prefix):
        for key, value in self.db.execute("SELECT * FROM pairs WHERE key >= ? ORDER BY key", (prefix,)):
            if not key.startswith(prefix):
                return
            yield key, self.unpack(value)

    def write(self, changes):
        kept = [(key, self.pack(value)) for key, value in changes.items() if value is not None]
        gone = [(key,) for key, value in changes.items() if value is None]
        self.db.execute("BEGIN")
        self.db.executemany("DELETE FROM pairs WHERE key = ?", gone)
        self.db.executemany("INSERT OR REPLACE INTO pairs VALUES (?, ?)", kept)
        self.db.execute("COMMIT")
