"""RocksDB inside the client's process, through the package `rocksdict`: the default, without server or root.

Blocks of 4 KiB are compressed one by one as files are written, in background threads. Cache and write buffer
are about a thousandth of a usual server's, as the default data is: a window of seconds then holds several
compactions, and its reads miss the cache. Files are read and written past the page cache, so that reading
costs what it costs on a full machine; where the file system has no direct I/O, the page cache answers, and
the details say so. The log of writes is written but not synced at each commit.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib.util import find_spec
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ahp.errors import one_line
from ahp.harness.engines.base import Address, EmbeddedService, OwnEngine, Row, Rows, Service, Stored, Taken
from ahp.harness.engines.probe import stored_smaller
from ahp.harness.engines.record_queries import RecordSession
from ahp.harness.engines.records import Records
from ahp.harness.settings import own_settings, refused
from ahp.harness.workloads.base import Schema, Table

if TYPE_CHECKING:
    from rocksdict import Options, Rdict

    from ahp.harness.ledger import Ledger

_CODECS = ("none", "snappy", "lz4", "lz4hc", "zstd")
_KIB, _MIB = 1 << 10, 1 << 20
_COUNTS = ("flushes", "flush_bytes", "compactions", "compaction_bytes_read", "compaction_bytes_written")
_SETTINGS = {
    "block_cache": 4 * _MIB,
    "write_buffer": 64 * _KIB,
    "write_buffers": 4,
    "level0_files": 2,
    "target_file_size": 4 * _MIB,
    "level_base": 8 * _MIB,
    "background_jobs": 2,
}
_COMMON: Mapping[str, tuple[str, Callable[[float], str]]] = {
    "buffer_pool": ("block_cache", lambda number: f"{number:.0f}"),
}
_LOADING = 4 * _MIB
"""The write buffer while data is loaded, which nobody measures."""
_AT_A_TIME = 1000


class RocksDB(OwnEngine):
    """The engine; see :class:`~ahp.harness.engines.base.Engine`."""

    name = "rocksdb"
    title = "RocksDB"
    sql = False
    most_clients = 1
    settable = tuple(_COMMON)

    def configured(self, common: Mapping[str, float], own: Mapping[str, str]) -> RocksDB:
        """Return one whose databases are opened with these options, once RocksDB has taken each."""
        from rocksdict import Options

        given = own_settings(self.title, _COMMON, common, own, ())
        _set(Options(raw_mode=True), {name: given[name] for name in own})
        return RocksDB(given)

    def available(self) -> str | None:
        """Return why it cannot run on this machine, None if it can."""
        if find_spec("rocksdict") is None:
            return "the package rocksdict is not installed; pip install 'ahp-rank[bench]'"
        return None

    def alternatives(self) -> tuple[str, ...]:
        """Return the algorithms that the package is built with."""
        return _CODECS

    def verify(self, alternative: str, folder: Path, ledger: Ledger) -> float:
        """Return how many times smaller an alternative stores the probe."""
        return stored_smaller(self, "none", alternative, folder, ledger)

    def load(self, folder: Path, alternative: str, schema: Schema, rows: Rows, ledger: Ledger) -> None:
        """Fill an empty folder and compact it."""
        options = _options(folder, alternative, self._given)
        options.set_write_buffer_size(_LOADING)
        options.set_disable_auto_compactions(True)  # all of it is compacted in the end
        with contextlib.closing(_opened(folder, options)) as db:
            records = Records(schema, _Store(db))
            for table in schema.tables:
                codec, left = records.codec(table.name), iter(rows(table))
                while some := [codec.stored_row(row) for row in islice(left, _AT_A_TIME)]:
                    records.write(dict(chain.from_iterable(codec.changes(row).items() for row in some)))
            _compact(db)

    def convert(self, folder: Path, alternative: str, schema: Schema, ledger: Ledger) -> None:
        """Rewrite every block of a loaded folder with another algorithm."""
        with contextlib.closing(_opened(folder, _options(folder, alternative, self._given))) as db:
            _compact(db)

    def fingerprint(self, folder: Path, alternative: str) -> str:
        """Return a SHA-256 over all keys and values, in order."""
        total = hashlib.sha256()
        with contextlib.closing(_opened(folder, _options(folder, alternative, self._given))) as db:
            pairs: Iterator[tuple[Any, Any]] = db.items()
            for key, value in pairs:
                total.update(b"%d %b%b" % (len(key), key, value))
        return total.hexdigest()

    @contextlib.contextmanager
    def serve(self, folder: Path, alternative: str, ledger: Ledger) -> Iterator[RocksService]:
        """Name the folder to the client, which opens it itself."""
        yield RocksService(folder, alternative, self._given)

    def connect(self, address: Address, schema: Schema) -> RocksSession:
        """Open the database in this process; no other can have it open."""
        folder = Path(address["folder"])
        db = _opened(folder, _options(folder, address["alternative"], address.get("settings", {})))
        return RocksSession(Records(schema, _Store(db)), db)

    def rows(self, service: Service, schema: Schema, table: Table) -> Iterator[Row]:
        """Return a table's rows in the order of its primary key."""
        with contextlib.closing(self.connect(service.address, schema)) as session:
            yield from session.records.rows(table.name)

    def taken(self, folder: Path, stored: Stored) -> Taken:
        """Return what the sorted files take, the write-ahead log, and all else."""
        files, tables, log = set(folder.iterdir()), set(folder.glob("*.sst")), set(folder.glob("*.log"))
        return Taken(stored(tables), stored(log), stored(files - tables - log))


@dataclass(frozen=True)
class RocksService(EmbeddedService):
    """A folder for a client to open."""

    folder: Path
    alternative: str
    settings: Mapping[str, str] = field(default_factory=dict)

    @property
    def address(self) -> Address:
        """Where the data is, how it is compressed, and what a plan sets."""
        return {
            "folder": str(self.folder),
            "alternative": self.alternative,
            "settings": dict(self.settings),
        }

    @property
    def details(self) -> Mapping[str, str]:
        """Versions and settings."""
        from importlib.metadata import version

        settings = {name: str(value) for name, value in _SETTINGS.items()} | self._kept()
        direct = "yes" if _direct_io(self.folder) else "no: the file system has none, the page cache answers"
        return {"rocksdict": version("rocksdict"), **settings, "direct_io": direct, "sync": "no"}

    def _kept(self) -> dict[str, str]:
        """Return what a plan sets, as RocksDB has written it down; its cache alone is nowhere written."""
        written = max(self.folder.glob("OPTIONS-*"), key=lambda path: path.name, default=None)
        text = "" if written is None else written.read_text(encoding="utf-8")
        told = dict(re.findall(r"^\s+(\w+)=(.*)$", text, re.MULTILINE))
        return {name: told.get(name, value) for name, value in self.settings.items()}


class RocksSession(RecordSession):
    """The records of one open database."""

    def __init__(self, records: Records, db: Rdict) -> None:
        super().__init__(records)
        self._db = db
        self._log = Path(db.path()) / "LOG"

    def counted(self, start: int, end: int) -> tuple[Mapping[str, float], Mapping[str, float]]:
        """Return the flushes and compactions that ended before a window and in it, with their bytes.

        They stand in the database's own log, which is complete once it is closed. Its statistics would slow
        what is measured, by up to a tenth.
        """
        ahead = time.time_ns() - time.monotonic_ns()
        before, inside = dict.fromkeys(_COUNTS, 0.0), dict.fromkeys(_COUNTS, 0.0)
        read: Counter[int] = Counter()
        written: Counter[int] = Counter()
        for line in self._log.read_text(encoding="utf-8", errors="replace").splitlines():
            _, _, told = line.partition("EVENT_LOG_v1 ")
            event = json.loads(told or "{}")
            kind, job = event.get("event"), event.get("job", 0)
            read[job] += event.get("input_data_size", 0)
            written[job] += event.get("file_size", 0) if kind == "table_file_creation" else 0
            moment = 1000 * event.get("time_micros", 0) - ahead
            if kind not in ("flush_finished", "compaction_finished") or moment >= end:
                continue
            counts = before if moment < start else inside
            if kind == "flush_finished":
                grown = {"flushes": 1, "flush_bytes": written[job]}
            else:
                grown = {
                    "compactions": 1,
                    "compaction_bytes_read": read[job],
                    "compaction_bytes_written": written[job],
                }
            for name, by in grown.items():
                counts[name] += by
        return before, inside

    def close(self) -> None:
        """Write everything out and close."""
        self._db.flush()
        self._db.close()


class _Store:
    def __init__(self, db: Rdict) -> None:
        from rocksdict import ReadOptions, WriteBatch

        self.get = self.get_many = db.get
        self._items = db.items
        self._write = db.write
        self._read_options, self._batch = ReadOptions, WriteBatch

    def walk(self, prefix: bytes) -> Iterator[tuple[bytes, bytes]]:
        end = self._read_options()
        end.set_iterate_upper_bound((int.from_bytes(prefix, "big") + 1).to_bytes(len(prefix), "big"))
        pairs: Iterator[tuple[Any, Any]] = self._items(from_key=prefix, read_opt=end)
        return pairs

    def write(self, changes: Mapping[bytes, bytes | None]) -> None:
        batch = self._batch(raw_mode=True)
        for key, value in changes.items():
            if value is None:
                batch.delete(key)
            else:
                batch.put(key, value)
        self._write(batch)


def _opened(folder: Path, options: Options) -> Rdict:
    from rocksdict import Rdict

    # Without being told so, an existing database keeps the options that it was made with.
    return Rdict(str(folder), options=options, column_families={"default": options})


def _set(options: Options, settings: Mapping[str, str]) -> None:
    """Set options by RocksDB's own names."""
    for name, value in settings.items():
        number = {"on": True, "off": False}.get(value, int(value) if value.isdecimal() else value)
        setter = getattr(options, f"set_{name}", None)
        if setter is None:
            raise refused("RocksDB", name, value, "it has no such option")
        try:
            setter(number)
        except Exception as error:
            raise refused("RocksDB", name, value, one_line(error)) from None


def _options(folder: Path, alternative: str, settings: Mapping[str, str]) -> Options:
    from rocksdict import BlockBasedOptions, Cache, DBCompressionType, Options

    codec = getattr(DBCompressionType, alternative)()
    options = Options(raw_mode=True)
    options.create_if_missing(True)
    options.set_compression_type(codec)
    options.set_bottommost_compression_type(codec)
    table = BlockBasedOptions()
    table.set_block_cache(Cache(int(settings.get("block_cache", _SETTINGS["block_cache"]))))
    table.set_bloom_filter(10, False)
    options.set_block_based_table_factory(table)
    options.set_write_buffer_size(_SETTINGS["write_buffer"])
    options.set_max_write_buffer_number(_SETTINGS["write_buffers"])
    options.set_level_zero_file_num_compaction_trigger(_SETTINGS["level0_files"])
    options.set_target_file_size_base(_SETTINGS["target_file_size"])
    options.set_max_bytes_for_level_base(_SETTINGS["level_base"])
    options.set_max_background_jobs(_SETTINGS["background_jobs"])
    options.set_keep_log_file_num(1)
    options.set_stats_dump_period_sec(0)
    if _direct_io(folder):
        options.set_use_direct_reads(True)
        options.set_use_direct_io_for_flush_and_compaction(True)
    _set(options, {name: value for name, value in settings.items() if name != "block_cache"})
    return options


def _compact(db: Rdict) -> None:
    from rocksdict import BottommostLevelCompaction, CompactOptions

    db.flush()
    how = CompactOptions()
    how.set_bottommost_level_compaction(BottommostLevelCompaction.force())
    db.compact_range(None, None, how)


def _direct_io(folder: Path) -> bool:
    """Say whether files in a folder can be read past the page cache."""
    flag = getattr(os, "O_DIRECT", 0)
    if not flag:
        return False
    probe = folder / ".direct"
    try:
        handle = os.open(probe, os.O_CREAT | os.O_RDWR | flag, 0o600)
    except OSError:
        return False
    else:
        os.close(handle)
    finally:
        with contextlib.suppress(OSError):
            probe.unlink()
    return True
