"""MariaDB on a server that is there already: in databases of our own, with what tables can be set to.

The initial data is loaded into one database for each alternative, and every run gets a copy of its tables,
with the same definitions, made in the order of their keys. What is set per table can be compared: row
formats, and page compression by the algorithm that the server as a whole is set to.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import TYPE_CHECKING

from ahp.errors import AHPError
from ahp.harness.engines.base import Address, Row, Rows
from ahp.harness.engines.existing import ExistingEngine, Target, dropped, listening
from ahp.harness.engines.loading import create_indexes, create_table, literal, named
from ahp.harness.engines.mariadb import MYROCKS, PAGES, ROWS, MariaDB, options
from ahp.harness.engines.mariadb_server import COLLATION, SQL_MODE, counters, details, feed, query
from ahp.harness.engines.probe import PROBE, probe_rows
from ahp.harness.system.programs import missing
from ahp.harness.workloads.base import Schema, Table

if TYPE_CHECKING:
    from ahp.harness.ledger import Facts

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
