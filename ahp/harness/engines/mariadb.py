"""MariaDB: started privately over each trial's folder, or on a server that is there already.

What a server of ours can compress are its alternatives. `row-8` and `row-4` are InnoDB's
`ROW_FORMAT=COMPRESSED` with that KEY_BLOCK_SIZE for all tables, `…-selective` for those that the workload
marks as such. `page-…` is page compression by an algorithm, which punches holes into the files. `myrocks-…`
stores all in MyRocks, whose own baseline is `myrocks-none`.

On a server that is there already the initial data is loaded into one database of ours for each alternative,
and every run gets a copy of its tables, with the same definitions, made in the order of their keys. What is
set per table can be compared: row formats, and page compression by the algorithm that the server as a whole
is set to.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from ahp.errors import AHPError, HarnessError, quoted
from ahp.harness.engines import loading
from ahp.harness.engines.base import Address, OwnEngine, Row, Rows, Service, Session, Stored, Taken
from ahp.harness.engines.existing import ExistingEngine, Target, dropped, listening
from ahp.harness.engines.loading import create_indexes, create_table, filled, literal, named, ordered
from ahp.harness.engines.mariadb_server import (
    COLLATION,
    DATA,
    DATABASE,
    OWN,
    SQL_MODE,
    MariaDBService,
    MariaDBSession,
    counters,
    details,
    feed,
    lines,
    load_in,
    make_data,
    plugins,
    query,
    refusal,
    server,
)
from ahp.harness.engines.probe import PROBE, probe_rows, stored_smaller
from ahp.harness.settings import SPARE, own_settings, refused
from ahp.harness.system.folders import open_passage
from ahp.harness.system.processes import missing, unavailable, unprivileged
from ahp.harness.workloads.base import Schema, Table

if TYPE_CHECKING:
    from ahp.harness.ledger import Facts, Ledger

_PROVIDED = ("lz4", "lzo", "lzma", "bzip2", "snappy")
_ROCKS = {
    "none": "kNoCompression",
    "snappy": "kSnappyCompression",
    "lz4": "kLZ4Compression",
    "zstd": "kZSTD",
}
ROWS = ("row-8", "row-4", "row-8-selective", "row-4-selective")
PAGES = ("page-zlib", *(f"page-{name}" for name in _PROVIDED))
MYROCKS = tuple(f"myrocks-{name}" for name in _ROCKS)
_LOADING = {
    "innodb-flush-log-at-trx-commit": "0",
    "innodb-doublewrite": "0",
    "innodb-log-file-size": "48M",  # it lies in the folder that every trial is given a copy of
    "innodb-fast-shutdown": "0",
}
_COMMON: Mapping[str, tuple[str, Callable[[float], str]]] = {
    "buffer_pool": ("innodb-buffer-pool-size", lambda number: f"{number:.0f}"),
    "max_clients": ("max-connections", lambda number: f"{number + SPARE:.0f}"),
}
_KEPT = ("innodb-compression-algorithm", "rocksdb-override-cf-options", *OWN)


class MariaDB(OwnEngine):
    """The engine; see :class:`~ahp.harness.engines.base.Engine`."""

    name = "mariadb"
    title = "MariaDB"
    native = "sysbench"
    settable = tuple(_COMMON)

    def configured(self, common: Mapping[str, float], own: Mapping[str, str]) -> MariaDB:
        """Return one whose servers are set so, once this build has taken each setting."""
        dashed = {name.replace("_", "-"): value for name, value in own.items()}
        given = own_settings(self.title, _COMMON, common, dashed, _KEPT)
        if (
            "buffer_pool" in common and "ha_rocksdb" in plugins()
        ):  # MyRocks keeps its blocks in a cache of its own
            given.setdefault("rocksdb-block-cache-size", f"{common['buffer_pool']:.0f}")
        for name, value in given.items():
            if reason := refusal(name, value):
                raise refused(self.title, name, value, reason)
        return MariaDB(given)

    def available(self) -> str | None:
        """Return why it cannot run on this machine, None if it can."""
        return missing("mariadbd", "mariadb-install-db", "mariadb") or unavailable(unprivileged, plugins)

    def alternatives(self) -> tuple[str, ...]:
        """Return what this installation offers, `none` first."""
        there = plugins()
        pages = [name for name in PAGES[1:] if f"provider_{name.removeprefix('page-')}" in there]
        return ("none", *ROWS, PAGES[0], *pages, *(MYROCKS if "ha_rocksdb" in there else ()))

    def verify(self, alternative: str, folder: Path, ledger: Ledger) -> float:
        """Return how many times smaller an alternative stores sentences of English words."""
        if alternative in ("none", "myrocks-none"):
            return 1.0
        open_passage(folder, unprivileged())
        plain = "myrocks-none" if alternative.startswith("myrocks") else "none"
        return stored_smaller(self, plain, alternative, folder, ledger)

    def load(self, folder: Path, alternative: str, schema: Schema, rows: Rows, ledger: Ledger) -> None:
        """Make a data directory, load the rows, index and analyse them, and stop in full order."""
        if alternative.endswith("-selective") and not any(table.selective for table in schema.tables):
            raise HarnessError(
                f"{alternative}: the data {quoted(schema.name)} has no table that is marked as selective; "
                "write `selective = true` under some of its [[tables]], or leave the alternative out"
            )
        data = make_data(folder)
        with server(data, {**settings(alternative), **_LOADING}, ledger, self._given) as service:
            service.query(f"CREATE DATABASE {DATABASE}")
            filled(
                schema.tables,
                [create_table(table, options(alternative, table)) for table in schema.tables],
                lambda sql: service.query(sql, DATABASE),
                lambda table: load_in(service.address, table.name, loading.lines(rows(table))),
            )
            service.query(f"ANALYZE TABLE {named(*(table.name for table in schema.tables))}", DATABASE)
            if alternative.startswith("myrocks"):
                service.query("SET GLOBAL rocksdb_force_flush_memtable_now = 1")

    def serve(self, folder: Path, alternative: str, ledger: Ledger) -> AbstractContextManager[MariaDBService]:
        """Serve a loaded folder until the context ends."""
        return server(folder / DATA, settings(alternative), ledger, self._given)

    def connect(self, address: Address, schema: Schema) -> Session:
        """Return a new connection; it needs PyMySQL, which the extra `mariadb` brings."""
        return MariaDBSession(address)

    def rows(self, service: Service, schema: Schema, table: Table) -> Iterator[Row]:
        """Return a table's rows in the order of its primary key."""
        kinds = [column.kind for column in table.columns]
        for text in lines(service.address, ordered(table)):
            yield loading.fields(text, kinds)

    def taken(self, folder: Path, stored: Stored) -> Taken:
        """Return what the tables' files take, or MyRocks' sorted files, the redo logs, and all else."""
        data = folder / DATA
        files = {path for path in data.rglob("*") if path.is_file()}
        tables = {*(data / DATABASE).glob("*.ibd"), *(data / "#rocksdb").glob("*.sst")}
        log = {*data.glob("ib_logfile*"), *(data / "#rocksdb").glob("*.log")}
        return Taken(stored(tables), stored(log), stored(files - log - tables))


def settings(alternative: str) -> Mapping[str, str]:
    """Return the server's settings for an alternative.

    Examples
    --------
    >>> settings("page-lz4")
    {'innodb-compression-algorithm': 'lz4', 'plugins': 'provider_lz4'}
    >>> settings("row-8")
    {}
    """
    kind, _, algorithm = alternative.partition("-")
    if kind == "page":
        found = {"innodb-compression-algorithm": algorithm}
        return found if algorithm == "zlib" else {**found, "plugins": f"provider_{algorithm}"}
    if kind == "myrocks":
        name = _ROCKS[algorithm]
        # Bottommost too: that is where nearly all of the data is.
        rule = f"compression={name};bottommost_compression={name}"
        return {"plugins": "ha_rocksdb", "rocksdb-override-cf-options": f"default={{{rule}}}"}
    return {}


def options(alternative: str, table: Table) -> str:
    """Return what a table's definition ends with, for an alternative."""
    kind, _, rest = alternative.partition("-")
    if kind == "row":
        size, _, which = rest.partition("-")
        if which == "selective" and not table.selective:
            return "ENGINE=InnoDB"
        return f"ENGINE=InnoDB ROW_FORMAT=COMPRESSED KEY_BLOCK_SIZE={size}"
    if kind == "page":
        return "ENGINE=InnoDB PAGE_COMPRESSED=1"
    return "ENGINE=ROCKSDB" if kind == "myrocks" else "ENGINE=InnoDB"


_AT_A_TIME = 200
_ISOLATION = "SHOW VARIABLES WHERE Variable_name IN ('tx_isolation', 'transaction_isolation')"


class ExistingService:
    """A database on the server; see :class:`~ahp.harness.engines.base.Service`."""

    def __init__(self, address: Address) -> None:
        self.address = address
        self.processes = listening(address.get("socket"))

    @property
    def details(self) -> Mapping[str, str]:
        """Version and settings as the server gives them."""
        return details(self.address)

    def checkpoint(self) -> None:
        """Write the tables of our own out; nothing that is the server's as a whole is set for that."""
        _written_out(self.address)

    def counters(self) -> Mapping[str, float]:
        """Return the counts so far: of the whole server, others' included; of MyRocks nothing is ours."""
        found = counters(self.address)
        return {name: count for name, count in found.items() if not name.startswith(("flush", "compaction"))}


class ExistingMariaDB(ExistingEngine):
    """The engine; see :class:`~ahp.harness.engines.base.Engine`."""

    name = "mariadb"
    title = "MariaDB"
    native = "sysbench"
    connect, rows = MariaDB.connect, MariaDB.rows

    def __init__(self, target: Target) -> None:
        super().__init__(target, drop_database)

    def available(self) -> str | None:
        """Return why the server cannot be used, None if it can."""
        if reason := missing("mariadb"):
            return reason
        try:
            query(address(self._target), f"SELECT count(*) FROM information_schema.{self._spaces}")
        except AHPError as problem:
            said = self._target.trouble(problem)
            more = "; the account needs the rights PROCESS and RELOAD" if "privilege" in said else ""
            return f"{said}{more}"
        return None

    def refused(self) -> Mapping[str, str]:
        """Return why the others cannot be compared on this server."""
        pages = f"innodb_compression_algorithm is set for the whole server, to {self._algorithm}"
        found = {name: pages for name in PAGES if name != f"page-{self._algorithm}"}
        rocks = "the column families of MyRocks are set for the whole server, which is not ours"
        return found | dict.fromkeys(MYROCKS, rocks)

    @functools.cached_property
    def _version(self) -> str:
        return query(address(self._target), "SELECT version()")

    @property
    def _spaces(self) -> str:
        return "innodb_sys_tablespaces" if "MariaDB" in self._version else "innodb_tablespaces"

    @functools.cached_property
    def _algorithm(self) -> str:
        told = query(address(self._target), "SHOW VARIABLES LIKE 'innodb_compression_algorithm'")
        return told.split("\t")[1] if told else "nothing, for this is not MariaDB"

    @functools.cached_property
    def _session(self) -> str:
        isolation = query(address(self._target), _ISOLATION).split("\t")[0]
        return f"SET SESSION sql_mode = '{SQL_MODE}', SESSION {isolation} = 'READ-COMMITTED'"

    def _create(self, name: str) -> Address:
        collation = COLLATION if "MariaDB" in self._version else "utf8mb4_0900_bin"
        query(address(self._target), f"CREATE DATABASE {name} CHARACTER SET utf8mb4 COLLATE {collation}")
        return {**address(self._target), "database": name, "session": self._session}

    def _known(self) -> tuple[str, ...]:
        return ("none", *ROWS, *PAGES, *MYROCKS)

    def _probed(self, name: str, alternative: str, measured: str) -> float:
        return self._filled(name, alternative, PROBE, probe_rows)

    def _copied(self, loaded: str, name: str, alternative: str) -> ExistingService:
        where = self._create(name)
        for table in map(named, _tables({**where, "database": loaded})):
            copied = f"CREATE TABLE {name}.{table} LIKE {loaded}.{table}"
            query(where, f"{copied}; INSERT INTO {name}.{table} SELECT * FROM {loaded}.{table}")
            query(where, f"ANALYZE TABLE {name}.{table}")
        return ExistingService(where)

    def _filled(self, name: str, alternative: str, schema: Schema, rows: Rows) -> int:
        where = self._create(name)
        feed(where, (create_table(table, options(alternative, table)) for table in schema.tables))
        for table in schema.tables:
            feed(where, ("SET unique_checks = 0", *_inserts(table, rows(table))))
        feed(where, (statement for table in schema.tables for statement in create_indexes(table)))
        feed(where, (f"ANALYZE TABLE {named(table.name)}" for table in schema.tables))
        return self._size(where)

    def _size(self, where: Address) -> int:
        _written_out(where)
        # Of a compressed page the file's blocks tell, of room that is only set aside the length of the data.
        taken = "coalesce(sum(least(s.allocated_size, t.data_length + t.index_length)), 0)"
        both = f"information_schema.{self._spaces} s JOIN information_schema.tables t"
        named = "s.name = concat(t.table_schema, '/', t.table_name)"
        return int(
            query(
                where, f"SELECT {taken} FROM {both} ON {named} WHERE t.table_schema = '{where['database']}'"
            )
        )


def address(target: Target) -> Address:
    """Return the address of the server, without a database."""
    return {**target.given, "existing": True}


def drop_database(facts: Facts) -> None:
    """Drop a recorded database."""
    dropped(facts, lambda at, name: query(address(at), f"DROP DATABASE IF EXISTS {name}"))


def _inserts(table: Table, rows: Iterable[Row]) -> Iterator[str]:
    left = iter(rows)
    while some := list(islice(left, _AT_A_TIME)):
        values = ", ".join(f"({', '.join(map(literal, row))})" for row in some)
        yield f"INSERT INTO {named(table.name)} ({named(*table.names)}) VALUES {values}"


def _tables(where: Address) -> list[str]:
    asked = f"SELECT table_name FROM information_schema.tables WHERE table_schema = '{where['database']}'"
    return query(where, asked).split()


def _written_out(where: Address) -> None:
    tables = ", ".join(f"{where['database']}.{named(name)}" for name in _tables(where))
    query(where, f"FLUSH TABLES {tables} FOR EXPORT; UNLOCK TABLES")
