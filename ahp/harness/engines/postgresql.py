"""PostgreSQL, started privately over each trial's folder, with what it can compress as alternatives.

`wal-…` are the values of `wal_compression`, which act on full-page images in the write-ahead log;
`full-page-writes-off` leaves these images out. `toast-…` compress long values: PostgreSQL tries that for rows
of more than 2 kB only, so that a workload of short rows does not change. With every other alternative no
value is compressed. What the data takes is the same with all but `toast-…`; the others differ in `wal_bytes`.
"""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING

from ahp.errors import AHPError
from ahp.harness.engines.base import Address, Row, Service, Session
from ahp.harness.engines.postgresql_installation import installation
from ahp.harness.engines.postgresql_server import CLUSTER, USER, PostgreSQLService, make_cluster, server
from ahp.harness.probe import judged
from ahp.harness.sql import create_indexes, create_table, ordered
from ahp.harness.storage.base import sample
from ahp.harness.workloads.base import Schema, Table

if TYPE_CHECKING:
    from ahp.harness.ledger import Ledger

_LOADING = {
    "fsync": "off",
    "full_page_writes": "off",
    "autovacuum": "off",
    "maintenance_work_mem": "256MB",
    # Segments of log that wait to be used again would be part of what every trial is given a copy of.
    "min_wal_size": "32MB",
    "max_wal_size": "64MB",
}
_NOT_OFFERED = ("on", "off")  # `on` is pglz by another name


class PostgreSQL:
    """The engine; see :class:`~ahp.harness.engines.base.Engine`."""

    name = "postgresql"
    title = "PostgreSQL"
    sql = True
    most_clients = 180
    native = "pgbench"

    def available(self) -> str | None:
        """Return why it cannot run on this machine, None if it can."""
        try:
            installation()
        except AHPError as problem:
            return getattr(problem, "reason", str(problem))
        return None

    def alternatives(self) -> tuple[str, ...]:
        """Return what this build offers, `none` first."""
        return _alternatives()

    def verify(self, alternative: str, folder: Path, ledger: Ledger) -> float:
        """Return how many times less an alternative writes: of its log, or of long values."""
        if alternative == "none":
            return 1.0
        measured = _toasted if alternative.startswith("toast-") else _logged
        cluster = make_cluster(installation(), folder)
        plain, own = (measured(cluster, name, ledger) for name in ("none", alternative))
        return judged(self.title, alternative, plain / own)

    def load(
        self,
        folder: Path,
        alternative: str,
        schema: Schema,
        rows: Callable[[Table], Iterable[Row]],
        ledger: Ledger,
    ) -> None:
        """Make a cluster, copy the rows in, index and analyse them, and stop."""
        cluster = make_cluster(installation(), folder)
        with server(installation(), cluster, {**settings(alternative), **_LOADING}, ledger) as service:
            service.query(f"CREATE DATABASE {USER}", "postgres")
            service.query(";\n".join(_made(schema, alternative)))
            for table in schema.tables:
                service.copy_in(f"COPY {table.name} FROM STDIN", map(_line, rows(table)))
            indexes = [statement for table in schema.tables for statement in create_indexes(table)]
            if indexes:
                service.query(";\n".join(indexes))
            service.query("VACUUM (ANALYZE, FREEZE)")

    @contextlib.contextmanager
    def serve(self, folder: Path, alternative: str, ledger: Ledger) -> Iterator[PostgreSQLService]:
        """Serve a loaded folder until the context ends."""
        with server(installation(), folder / CLUSTER, settings(alternative), ledger) as service:
            yield service

    def connect(self, address: Address, schema: Schema) -> Session:
        """Return a new connection; it needs psycopg, which the extra `postgres` brings."""
        from ahp.harness.engines.postgresql_session import PostgreSQLSession

        return PostgreSQLSession(address)

    def rows(self, service: Service, schema: Schema, table: Table) -> Iterator[Row]:
        """Return a table's rows in the order of its primary key."""
        assert isinstance(service, PostgreSQLService)
        kinds = [column.kind for column in table.columns]
        for line in service.copy_out(f"COPY ({ordered(table)}) TO STDOUT"):
            fields = line.decode("utf-8").split("\t")
            yield tuple(
                int(field) if kind == "int" else _plain(field)
                for kind, field in zip(kinds, fields, strict=True)
            )

    def stored_bytes(self, folder: Path) -> int:
        """Return the disk blocks of the data files; the write-ahead log is left out."""
        base = folder / CLUSTER / "base"
        return sum(path.stat().st_blocks * 512 for path in base.rglob("*") if path.is_file())


@functools.cache
def _alternatives() -> tuple[str, ...]:
    found = installation()
    logs = [f"wal-{name}" for name in found.values("wal_compression") if name not in _NOT_OFFERED]
    toasts = [f"toast-{name}" for name in found.values("default_toast_compression")]
    return ("none", *logs, "full-page-writes-off", *toasts)


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


def _made(schema: Schema, alternative: str) -> list[str]:
    """Return the statements that make the tables; without `toast-…` no value is to be compressed."""
    texts = [
        f"ALTER TABLE {table.name} ALTER {column.name} SET STORAGE EXTERNAL"
        for table in schema.tables
        for column in table.columns
        if column.kind == "text" and not alternative.startswith("toast-")
    ]
    return [*map(create_table, schema.tables), *texts]


def _logged(cluster: Path, alternative: str, ledger: Ledger) -> float:
    """Return the bytes of write-ahead log for touching every page of a table once after a checkpoint."""
    with server(installation(), cluster, {"autovacuum": "off", **settings(alternative)}, ledger) as service:
        service.query("DROP TABLE IF EXISTS probe", "postgres")
        service.query(
            "CREATE TABLE probe WITH (fillfactor = 90) AS "
            "SELECT id, repeat('compressible ' || id % 7, 12) AS body FROM generate_series(1, 10000) AS id",
            "postgres",
        )
        service.query("CHECKPOINT", "postgres")
        asked = "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')"
        before = float(service.query(asked, "postgres"))
        service.query("UPDATE probe SET id = -id WHERE id % 40 = 0", "postgres")
        return float(service.query(asked, "postgres")) - before


def _toasted(cluster: Path, alternative: str, ledger: Ledger) -> float:
    """Return the bytes that long values take."""
    storage = "EXTENDED" if alternative.startswith("toast-") else "EXTERNAL"
    with server(installation(), cluster, settings(alternative), ledger) as service:
        service.query("DROP TABLE IF EXISTS probe", "postgres")
        service.query("CREATE TABLE probe (body text)", "postgres")
        service.query(f"ALTER TABLE probe ALTER body SET STORAGE {storage}", "postgres")
        body = sample(8192).hex()
        service.query(
            f"INSERT INTO probe SELECT '{body}' || id FROM generate_series(1, 200) AS id", "postgres"
        )
        return float(service.query("SELECT pg_table_size('probe')", "postgres"))


def _line(row: Row) -> bytes:
    """Return a row as COPY reads it."""
    return "\t".join(map(_escaped, row)).encode() + b"\n"


def _escaped(value: int | str) -> str:
    if isinstance(value, str):
        return value.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")
    return str(value)


def _plain(field: str) -> str:
    if "\\" not in field:
        return field
    ends = {"t": "\t", "n": "\n", "r": "\r", "b": "\b", "f": "\f", "v": "\v"}
    parts = iter(field)
    return "".join(ends.get(follows := next(parts), follows) if part == "\\" else part for part in parts)
