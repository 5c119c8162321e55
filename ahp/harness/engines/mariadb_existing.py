"""MariaDB on a server that is there already: in databases of our own, with what tables can be set to.

The initial data is loaded into one database for each alternative, and every run gets a copy of its tables,
with the same definitions, made in the order of their keys. What is set per table can be compared: row
formats, and page compression by the algorithm that the server as a whole is set to.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from ahp.errors import AHPError, HarnessError
from ahp.harness.dsn import Target, target
from ahp.harness.engines.base import Address, Row, Service, Session
from ahp.harness.engines.existing import PREFIX, Made, listening, mark, marked
from ahp.harness.engines.mariadb import MYROCKS, PAGES, ROWS, options, table_rows
from ahp.harness.engines.mariadb_client import details, feed, query, status
from ahp.harness.engines.mariadb_server import COLLATION, SQL_MODE
from ahp.harness.probe import PROBE, judged, probe_rows
from ahp.harness.programs import missing
from ahp.harness.sql import create_indexes, create_table, literal
from ahp.harness.workloads.base import Schema, Table

if TYPE_CHECKING:
    from ahp.harness.ledger import Facts, Ledger

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
        """Return the bytes of redo log so far: of the whole server, others' included."""
        return {"wal_bytes": status(self.address, "Innodb_os_log_written")}


class ExistingMariaDB:
    """The engine; see :class:`~ahp.harness.engines.base.Engine`.

    Parameters
    ----------
    target : Target
        The server.
    """

    name = "mariadb"
    title = "MariaDB"
    sql = True
    most_clients = None  # the server has its own limit, and says so
    native = "sysbench"

    def __init__(self, target: Target) -> None:
        self._target = target
        self._made = Made(target, drop_database)

    def available(self) -> str | None:
        """Return why the server cannot be used, None if it can."""
        if reason := missing("mariadb"):
            return reason
        try:
            query(address(self._target), f"SELECT count(*) FROM information_schema.{self._spaces}")
        except AHPError as problem:
            return (
                f"{problem}; the account needs the rights PROCESS and RELOAD, a password goes into MYSQL_PWD"
            )
        return None

    def alternatives(self) -> tuple[str, ...]:
        """Return what can be set for tables of our own, `none` first."""
        refused = self.refused()
        return tuple(name for name in ("none", *ROWS, *PAGES, *MYROCKS) if name not in refused)

    def refused(self) -> Mapping[str, str]:
        """Return why the others cannot be compared on this server."""
        pages = f"innodb_compression_algorithm is set for the whole server, to {self._algorithm}"
        found = {name: pages for name in PAGES if name != f"page-{self._algorithm}"}
        rocks = "the column families of MyRocks are set for the whole server, which is not ours"
        return found | dict.fromkeys(MYROCKS, rocks)

    def opened(self) -> contextlib.AbstractContextManager[None]:
        """Keep what is loaded until the block ends."""
        return self._made.opened()

    def verify(self, alternative: str, folder: Path, ledger: Ledger) -> float:
        """Return how many times smaller an alternative stores sentences of English words."""
        if alternative == "none":
            return 1.0
        sizes = []
        for name in ("none", alternative):
            with self._made.lent(ledger) as database:
                sizes.append(self._fill(database, name, PROBE, probe_rows))
        return judged(self.title, alternative, sizes[0] / sizes[1])

    def load(
        self,
        folder: Path,
        alternative: str,
        schema: Schema,
        rows: Callable[[Table], Iterable[Row]],
        ledger: Ledger,
    ) -> None:
        """Make a database, insert the rows, index and analyse them; it stays for the session."""
        name = self._made.kept(ledger)
        mark(folder, name, self._fill(name, alternative, schema, rows))

    @contextlib.contextmanager
    def serve(self, folder: Path, alternative: str, ledger: Ledger) -> Iterator[ExistingService]:
        """Copy the database that a folder stands for, table by table; drop the copy at the block's end."""
        loaded, _ = marked(folder)
        with self._made.lent(ledger) as name:
            where = self._create(name)
            for table in _tables({**where, "database": loaded}):
                copied = f"CREATE TABLE {name}.{table} LIKE {loaded}.{table}"
                query(where, f"{copied}; INSERT INTO {name}.{table} SELECT * FROM {loaded}.{table}")
                query(where, f"ANALYZE TABLE {name}.{table}")
            yield ExistingService(where)
            mark(folder, loaded, self._size(where))

    def connect(self, address: Address, schema: Schema) -> Session:
        """Return a new connection; it needs PyMySQL, which the extra `mariadb` brings."""
        from ahp.harness.engines.mariadb_session import MariaDBSession

        return MariaDBSession(address)

    def rows(self, service: Service, schema: Schema, table: Table) -> Iterator[Row]:
        """Return a table's rows in the order of its primary key."""
        return table_rows(service, table)

    def stored_bytes(self, folder: Path) -> int:
        """Return what the tables' files take, holes left out, by the server's own account."""
        return marked(folder)[1]

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

    def _fill(
        self, name: str, alternative: str, schema: Schema, rows: Callable[[Table], Iterable[Row]]
    ) -> int:
        """Make a database with the data, and return what it takes, in bytes."""
        where = self._create(name)
        feed(where, (create_table(table, options(alternative, table)) for table in schema.tables))
        for table in schema.tables:
            feed(where, ("SET unique_checks = 0", *_inserts(table, rows(table))))
        feed(where, (statement for table in schema.tables for statement in create_indexes(table)))
        feed(where, (f"ANALYZE TABLE {table.name}" for table in schema.tables))
        return self._size(where)

    def _size(self, where: Address) -> int:
        _written_out(where)
        space = f"information_schema.{self._spaces} WHERE name LIKE '{where['database']}/%'"
        return int(query(where, f"SELECT coalesce(sum(allocated_size), 0) FROM {space}"))


def address(target: Target) -> Address:
    """Return the address of the server, without a database."""
    given = {"host": target.host, "port": target.port, "user": target.user, **target.options}
    return {
        **{name: str(value) for name, value in given.items() if value not in ("", None)},
        "existing": True,
    }


def drop_database(facts: Facts) -> None:
    """Drop a recorded database."""
    name = str(facts["name"])
    if not name.startswith(PREFIX):
        raise HarnessError(f"{name}: no database of ahp-bench; nothing was touched")
    query(address(target(facts["dsn"])), f"DROP DATABASE IF EXISTS {name}")


def _inserts(table: Table, rows: Iterable[Row]) -> Iterator[str]:
    left = iter(rows)
    while some := list(islice(left, _AT_A_TIME)):
        values = ", ".join(f"({', '.join(map(literal, row))})" for row in some)
        yield f"INSERT INTO {table.name} ({', '.join(table.names)}) VALUES {values}"


def _tables(where: Address) -> list[str]:
    asked = f"SELECT table_name FROM information_schema.tables WHERE table_schema = '{where['database']}'"
    return query(where, asked).split()


def _written_out(where: Address) -> None:
    tables = ", ".join(f"{where['database']}.{name}" for name in _tables(where))
    query(where, f"FLUSH TABLES {tables} FOR EXPORT; UNLOCK TABLES")
