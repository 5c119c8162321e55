"""PostgreSQL on a server that is there already: in databases of our own, with what they can be set to.

The initial data is loaded into one database for each alternative, and every run gets a copy of its files
(`CREATE DATABASE … TEMPLATE … STRATEGY file_copy`). What is set per database, or per column, can be compared:
`wal_compression`, for which the account needs the right to set it, and the compression of long values. What
is set for the server as a whole is not touched.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import TYPE_CHECKING

from ahp.errors import AHPError
from ahp.harness.engines.base import Address, Rows
from ahp.harness.engines.existing import CONNECT_S, ExistingEngine, Target, dropped, listening
from ahp.harness.engines.postgresql import PostgreSQL, fill, probed, settings
from ahp.harness.engines.postgresql_server import OLDEST, counters, details, installation, query
from ahp.harness.workloads.base import Schema

if TYPE_CHECKING:
    from ahp.harness.ledger import Facts

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
        *_, logs, toasts = self._told
        wal = [f"wal-{name}" for name in logs.split(",") if name not in ("on", "off")]
        return ("none", *wal, "full-page-writes-off", *(f"toast-{name}" for name in toasts.split(",")))

    def _probed(self, name: str, alternative: str, measured: str) -> float:
        where = self._create(name, alternative, _EMPTY)
        return probed(functools.partial(query, where), alternative, measured)

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
