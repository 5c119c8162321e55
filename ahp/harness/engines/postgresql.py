"""PostgreSQL: started privately over each trial's folder, or on a server that is there already.

What a server of ours can compress are its alternatives. `wal-…` are the values of `wal_compression`, which
act on full-page images in the write-ahead log; `full-page-writes-off` leaves these images out. `toast-…`
compress long values: PostgreSQL tries that for rows of more than 2 kB only, so that a workload of short rows
does not change. With every other alternative no value is compressed. What the data takes is the same with all
but `toast-…`; the others differ in `wal_bytes`.

On a server that is there already the initial data is loaded into one database of ours for each alternative,
and every run gets a copy of its files (`CREATE DATABASE … TEMPLATE … STRATEGY file_copy`). What is set per
database, or per column, can be compared: `wal_compression`, for which the account needs the right to set it,
and the compression of long values. What is set for the server as a whole is not touched.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from ahp.errors import AHPError
from ahp.harness.engines.base import Address, OwnEngine, Row, Rows, Service, Session, Stored, Taken
from ahp.harness.engines.existing import CONNECT_S, ExistingEngine, Target, dropped, listening
from ahp.harness.engines.loading import create_table, fields, filled, lines, named, ordered
from ahp.harness.engines.postgresql_server import (
    CLUSTER,
    OLDEST,
    OWN,
    POSITION,
    USER,
    PostgreSQLService,
    PostgreSQLSession,
    copy_in,
    copy_out,
    counters,
    details,
    installation,
    make_cluster,
    query,
    server,
)
from ahp.harness.engines.probe import judged
from ahp.harness.settings import SPARE, own_settings, refused
from ahp.harness.storage.base import sample
from ahp.harness.system.processes import unavailable
from ahp.harness.workloads.base import Schema, Table

if TYPE_CHECKING:
    from ahp.harness.ledger import Facts, Ledger

_LOADING = {
    "fsync": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "maintenance_work_mem": "256MB",
    # Segments of log that wait to be used again would be part of what every trial is given a copy of.
    "min_wal_size": "32MB",
    "max_wal_size": "64MB",
}
_COMMON: Mapping[str, tuple[str, Callable[[float], str]]] = {
    "buffer_pool": ("shared_buffers", lambda number: f"{number:.0f}B"),
    "checkpoint_every": ("checkpoint_timeout", lambda number: f"{number:g}s"),
    "max_clients": ("max_connections", lambda number: f"{number + SPARE:.0f}"),
}
_KEPT = ("wal_compression", "default_toast_compression", "full_page_writes", "data_directory", *OWN)
_FIRST_OF_USERS = 16384  # FirstNormalObjectId: below it is what initdb made


class PostgreSQL(OwnEngine):
    """The engine; see :class:`~ahp.harness.engines.base.Engine`."""

    name = "postgresql"
    title = "PostgreSQL"
    native = "pgbench"
    references: Mapping[str, str] = MappingProxyType(
        {"full-page-writes-off": "a page that a crash has torn cannot be repaired"}
    )

    settable = tuple(_COMMON)

    def configured(self, common: Mapping[str, float], own: Mapping[str, str]) -> PostgreSQL:
        """Return one whose servers are set so, once this build has taken each setting."""
        given = own_settings(self.title, _COMMON, common, own, _KEPT)
        for name, value in given.items():
            if reason := installation().refusal(name, value):
                raise refused(self.title, name, value, reason)
        return PostgreSQL(given)

    def available(self) -> str | None:
        """Return why it cannot run on this machine, None if it can."""
        return unavailable(installation)

    def alternatives(self) -> tuple[str, ...]:
        """Return what this build offers, `none` first."""
        return _alternatives()

    def verify(self, alternative: str, folder: Path, ledger: Ledger) -> float:
        """Return how many times less an alternative writes: of its log, or of long values."""
        if alternative == "none":
            return 1.0
        cluster = make_cluster(installation(), folder)
        written = []
        for name in ("none", alternative):
            given = {"autovacuum": "off", **settings(name)}
            with server(installation(), cluster, given, ledger) as service:
                ask = partial(query, service.address, database="postgres")
                written.append(probed(ask, name, alternative))
        return judged(self.title, alternative, written[0] / written[1])

    def load(self, folder: Path, alternative: str, schema: Schema, rows: Rows, ledger: Ledger) -> None:
        """Make a cluster, copy the rows in, index and analyse them, and stop."""
        cluster = make_cluster(installation(), folder)
        given = {**self._given, **settings(alternative), **_LOADING}
        with server(installation(), cluster, given, ledger) as service:
            service.query(f"CREATE DATABASE {USER}", "postgres")
            fill(service.address, schema, alternative, rows)

    def serve(
        self, folder: Path, alternative: str, ledger: Ledger
    ) -> AbstractContextManager[PostgreSQLService]:
        """Serve a loaded folder until the context ends."""
        return server(installation(), folder / CLUSTER, {**self._given, **settings(alternative)}, ledger)

    def connect(self, address: Address, schema: Schema) -> Session:
        """Return a new connection; it needs psycopg, which the extra `postgres` brings."""
        return PostgreSQLSession(address)

    def rows(self, service: Service, schema: Schema, table: Table) -> Iterator[Row]:
        """Return a table's rows in the order of its primary key."""
        kinds = [column.kind for column in table.columns]
        for text in copy_out(service.address, f"COPY ({ordered(table)}) TO STDOUT"):
            yield fields(text, kinds)

    def taken(self, folder: Path, stored: Stored) -> Taken:
        """Return what the relations of the users' databases take, the write-ahead log, and all else."""
        files = {path for path in (folder / CLUSTER).rglob("*") if path.is_file()}
        log = {path for path in files if "pg_wal" in path.parts}
        tables = {path for path in files if path.parent.parent.name == "base" and _users(path)}
        return Taken(stored(tables), stored(log), stored(files - log - tables))


@functools.cache
def _alternatives() -> tuple[str, ...]:
    return _named(*map(installation().values, ("wal_compression", "default_toast_compression")))


def _named(logs: Iterable[str], toasts: Iterable[str]) -> tuple[str, ...]:
    """Return the alternatives of a server that takes these values."""
    wal = [f"wal-{name}" for name in logs if name not in ("on", "off")]  # `on` is pglz by another name
    return ("none", *wal, "full-page-writes-off", *(f"toast-{name}" for name in toasts))


def _users(path: Path) -> bool:
    """Say whether a file belongs to a relation that a user made: `base/16384/16386_fsm`, `…/16386.1`."""
    numbers = (path.parent.name, path.name.partition("_")[0].partition(".")[0])
    return all(number.isdigit() and int(number) >= _FIRST_OF_USERS for number in numbers)


def settings(alternative: str) -> Mapping[str, str]:
    """Return the server's settings for an alternative.

    Examples
    --------
    >>> settings("wal-lz4")
    {'wal_compression': 'lz4'}
    >>> settings("none")
    {'wal_compression': 'off'}
    """
    kind, _, algorithm = alternative.partition("-")
    if kind == "wal":
        return {"wal_compression": algorithm}
    plain = {"wal_compression": "off"}
    if kind == "toast":
        return {**plain, "default_toast_compression": algorithm}
    return {**plain, "full_page_writes": "off"} if alternative == "full-page-writes-off" else plain


def fill(address: Address, schema: Schema, alternative: str, rows: Rows) -> None:
    """Make the tables in an empty database, copy the rows in, index and analyse them."""
    filled(
        schema.tables,
        _made(schema, alternative),
        partial(query, address),
        lambda table: copy_in(address, f"COPY {named(table.name)} FROM STDIN", lines(rows(table))),
    )
    query(address, "VACUUM (ANALYZE, FREEZE)")


def _made(schema: Schema, alternative: str) -> list[str]:
    """Return the statements that make the tables; without `toast-…` no value is to be compressed."""
    texts = [
        f"ALTER TABLE {named(table.name)} ALTER {named(column.name)} SET STORAGE EXTERNAL"
        for table in schema.tables
        for column in table.columns
        if column.kind == "text" and not alternative.startswith("toast-")
    ]
    return [*map(create_table, schema.tables), *texts]


def logged(ask: Callable[[str], str]) -> float:
    """Return the bytes of write-ahead log for touching every page of a table once after a checkpoint."""
    ask("DROP TABLE IF EXISTS probe")
    ask(
        "CREATE TABLE probe WITH (fillfactor = 90) AS "
        "SELECT id, repeat('compressible ' || id % 7, 12) AS body FROM generate_series(1, 10000) AS id"
    )
    ask("CHECKPOINT")
    before = float(ask(POSITION))
    ask("UPDATE probe SET id = -id WHERE id % 40 = 0")
    return float(ask(POSITION)) - before


def toasted(ask: Callable[[str], str], alternative: str) -> float:
    """Return the bytes that long values take."""
    storage = "EXTENDED" if alternative.startswith("toast-") else "EXTERNAL"
    ask("DROP TABLE IF EXISTS probe")
    ask("CREATE TABLE probe (body text)")
    ask(f"ALTER TABLE probe ALTER body SET STORAGE {storage}")
    body = sample(8192).hex()
    ask(f"INSERT INTO probe SELECT '{body}' || id FROM generate_series(1, 200) AS id")
    return float(ask("SELECT pg_table_size('probe')"))


def probed(ask: Callable[[str], str], alternative: str, measured: str) -> float:
    """Return what a server with an alternative's settings writes: of its log, or of long values."""
    return toasted(ask, alternative) if measured.startswith("toast-") else logged(ask)


_ASKED = (
    "SELECT current_setting('server_version_num'), "
    "(SELECT rolcreatedb OR rolsuper FROM pg_roles WHERE rolname = current_user), "
    "has_parameter_privilege('wal_compression', 'SET'), "
    "(SELECT rolsuper FROM pg_roles WHERE rolname = current_user) OR "
    "EXISTS (SELECT FROM pg_roles WHERE rolname = 'pg_checkpoint' AND pg_has_role(oid, 'MEMBER')), "
    "(SELECT array_to_string(enumvals, ',') FROM pg_settings WHERE name = 'wal_compression'), "
    "(SELECT array_to_string(enumvals, ',') FROM pg_settings WHERE name = 'default_toast_compression')"
)
_OLD = "SELECT current_setting('server_version_num')"
_EMPTY = "template0 ENCODING 'UTF8' LOCALE 'C'"
_SIZE = (
    "SELECT coalesce(sum(pg_total_relation_size(oid)), 0) FROM pg_class "
    "WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace"
)


class ExistingService:
    """A database on the server; see :class:`~ahp.harness.engines.base.Service`."""

    def __init__(self, address: Address, may_checkpoint: bool) -> None:
        self.address = address
        host = str(address.get("host", ""))
        place = f"{host}/.s.PGSQL.{address.get('port', '5432')}"
        self.processes = listening(place if host.startswith("/") else None)
        self._may_checkpoint = may_checkpoint

    @property
    def details(self) -> Mapping[str, str]:
        """Version and settings as the server gives them."""
        return {**details(self.address), "postgresql_source": "a server that was there"}

    def checkpoint(self) -> None:
        """Write all that is dirty to the data files, where the account may ask for that."""
        if self._may_checkpoint:
            query(self.address, "CHECKPOINT")

    def counters(self) -> Mapping[str, float]:
        """Return the server's counts so far; its log and its checkpoints are others' too."""
        return counters(self.address)


class ExistingPostgreSQL(ExistingEngine):
    """The engine; see :class:`~ahp.harness.engines.base.Engine`."""

    name = "postgresql"
    title = "PostgreSQL"
    native = "pgbench"
    connect, rows = PostgreSQL.connect, PostgreSQL.rows

    def __init__(self, target: Target) -> None:
        super().__init__(target, drop_database)

    def available(self) -> str | None:
        """Return why the server cannot be used, None if it can."""
        try:
            version = int(query(address(self._target), _OLD))
            if version < 10_000 * OLDEST:
                return f"its version is {version // 10_000}; {OLDEST} is the oldest that can be used"
            if self._told[1] != "t":
                return "the account may not create databases; let an administrator run ALTER ROLE … CREATEDB"
        except AHPError as problem:
            return self._target.trouble(problem)
        return None

    def refused(self) -> Mapping[str, str]:
        """Return why the others cannot be compared on this server."""
        found = {"full-page-writes-off": "full_page_writes is set for the whole server, which is not ours"}
        _, _, may_set, may_checkpoint, *_ = self._told
        for name in self._known():
            if name.startswith("wal-") and may_set != "t":
                found[name] = "the account may not set it: GRANT SET ON PARAMETER wal_compression TO …"
            elif name.startswith("wal-") and may_checkpoint != "t":
                found[name] = "it cannot be verified without a checkpoint: GRANT pg_checkpoint TO …"
        return found

    @functools.cached_property
    def _told(self) -> tuple[str, ...]:
        return tuple(query(address(self._target), _ASKED).split("|"))

    def _known(self) -> tuple[str, ...]:
        return _named(*(values.split(",") for values in self._told[-2:]))

    def _probed(self, name: str, alternative: str, measured: str) -> float:
        where = self._create(name, alternative, _EMPTY)
        return probed(partial(query, where), alternative, measured)

    def _filled(self, name: str, alternative: str, schema: Schema, rows: Rows) -> int:
        where = self._create(name, alternative, _EMPTY)
        fill(where, schema, alternative, rows)
        return self._size(where)

    def _copied(self, loaded: str, name: str, alternative: str) -> ExistingService:
        where = self._create(name, alternative, f"{loaded} STRATEGY file_copy")
        return ExistingService(where, self._told[3] == "t")

    def _size(self, where: Address) -> int:
        return int(query(where, _SIZE))

    def _create(self, name: str, alternative: str, template: str) -> Address:
        query(address(self._target), f"CREATE DATABASE {name} TEMPLATE {template}")
        given = dict(settings(alternative))
        if self._told[2] != "t":
            del given["wal_compression"]  # it stays as the server has it, which the details tell
        for parameter, value in given.items():
            query(address(self._target), f"ALTER DATABASE {name} SET {parameter} = '{value}'")
        return {**address(self._target), "dbname": name}


def address(target: Target) -> Address:
    """Return the address of the database that a DSN names, `postgres` unless told."""
    where = {"dbname": target.database or "postgres", "programs": str(installation().folder)}
    return {**target.given, **where, "connect_timeout": CONNECT_S}


def drop_database(facts: Facts) -> None:
    """Drop a recorded database; whoever is connected to it is disconnected."""
    dropped(facts, lambda at, name: query(address(at), f"DROP DATABASE IF EXISTS {name} WITH (FORCE)"))
