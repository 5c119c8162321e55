"""A private PostgreSQL: its cluster in a folder, its socket in another, stopped when it is needed no more."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from ahp.errors import HarnessError, TrialError, one_line
from ahp.harness.engines.base import Address
from ahp.harness.engines.postgresql_installation import Installation
from ahp.harness.folders import give, let_through, temporary_folder
from ahp.harness.identity import listener
from ahp.harness.ledger import Ledger
from ahp.harness.processes import lent, serving, unprivileged
from ahp.harness.programs import output

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
}
_TOLD = (
    "server_version", "data_directory", "shared_buffers", "fsync", "synchronous_commit", "full_page_writes",
    "wal_compression", "default_toast_compression", "checkpoint_timeout", "max_wal_size", "autovacuum",
)  # fmt: skip


@dataclass(frozen=True)
class PostgreSQLService:
    """A server that is up; see :class:`~ahp.harness.engines.base.Service`."""

    installation: Installation
    cluster: Path
    socket: Path
    processes: tuple[int, ...] = field(default=())

    @property
    def address(self) -> Address:
        """Its socket, and where its programs are."""
        programs = str(self.installation.folder)
        return {"host": str(self.socket), "port": PORT, "user": USER, "dbname": USER, "programs": programs}

    @property
    def details(self) -> Mapping[str, str]:
        """Version and settings as the server gives them."""
        names = ", ".join(f"'{name}'" for name in _TOLD)
        text = self.query(
            f"SELECT name || '=' || current_setting(name) FROM pg_settings WHERE name IN ({names})"
        )
        found = dict(line.split("=", 1) for line in text.splitlines())
        found.pop("data_directory", None)
        return {**found, "postgresql_source": self.installation.source}

    def checkpoint(self) -> None:
        """Write all that is dirty to the data files."""
        self.query("CHECKPOINT")

    def counters(self) -> Mapping[str, float]:
        """Return the bytes of write-ahead log so far."""
        text = self.query("SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')")
        return {"wal_bytes": float(text)}

    def query(self, sql: str, database: str = USER) -> str:
        """Return what `psql` prints for some SQL, without headings."""
        return output([*self.psql(database), "-c", sql], env=CLEAN, timeout_s=600).strip()

    def psql(self, database: str = USER) -> list[str]:
        """Return the command that `psql` is run by."""
        where = ["-h", str(self.socket), "-p", PORT, "-U", USER, "-d", database]
        return [self.installation.program("psql"), "-X", "-q", "-At", "-v", "ON_ERROR_STOP=1", *where]

    def copy_in(self, statement: str, lines: Iterable[bytes]) -> None:
        """Feed `COPY … FROM STDIN` with lines that have their line ends."""
        with _piped([*self.psql(), "-c", statement], subprocess.PIPE, subprocess.DEVNULL) as process:
            assert process.stdin is not None
            with contextlib.suppress(BrokenPipeError):  # it said why on standard error
                process.stdin.writelines(lines)

    def copy_out(self, statement: str) -> Iterator[bytes]:
        """Return the lines of `COPY … TO STDOUT`, without their line ends."""
        with _piped([*self.psql(), "-c", statement], subprocess.DEVNULL, subprocess.PIPE) as process:
            assert process.stdout is not None
            for line in process.stdout:
                yield line.rstrip(b"\n")


CLEAN = {"PGOPTIONS": "", "PGAPPNAME": "ahp-bench", "PGCLIENTENCODING": "UTF8"}
"""What a client's environment has, so that the user's own settings do not reach the server."""


@contextlib.contextmanager
def _piped(command: Sequence[str], stdin: int, stdout: int) -> Iterator[subprocess.Popen[bytes]]:
    import tempfile

    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(
            command, stdin=stdin, stdout=stdout, stderr=errors, env=os.environ | {"LC_ALL": "C"} | CLEAN
        )
        try:
            yield process
            _close(process.stdin)
            process.wait(600)
        finally:
            _close(process.stdin)
            _close(process.stdout)
            if process.poll() is None:
                process.kill()
                process.wait()
        if process.returncode:
            errors.seek(0)
            said = errors.read().decode("utf-8", "replace").strip().splitlines()
            raise TrialError(
                f"psql ended with {process.returncode}: {one_line(said[0]) if said else 'silent'}"
            )


def _close(stream: IO[bytes] | None) -> None:
    if stream is not None:
        with contextlib.suppress(OSError):
            stream.close()


def make_cluster(installation: Installation, folder: Path) -> Path:
    """Make an empty cluster with the database for the benchmark, in a folder that is empty."""
    account = unprivileged()
    let_through(folder, account)
    cluster = folder / CLUSTER
    cluster.mkdir(mode=0o700)
    give(cluster, account)
    made = ["--username", USER, "--auth", "trust", "--encoding", "UTF8", "--locale", "C", "--no-sync"]
    command = [installation.program("initdb"), "--pgdata", str(cluster), *made]
    output(lent(command, account), env=CLEAN, cwd=Path("/"))
    return cluster


@contextlib.contextmanager
def server(
    installation: Installation, cluster: Path, settings: Mapping[str, str], ledger: Ledger
) -> Iterator[PostgreSQLService]:
    """Serve a cluster on a unix socket until the block ends, and see that it is this server that answers."""
    account = unprivileged()
    with temporary_folder(ledger, account) as socket:
        given = {**_SETTINGS, "unix_socket_directories": str(socket), "port": PORT, **settings}
        options = [part for name, value in given.items() for part in ("-c", f"{name}={value}")]
        command = [installation.program("postgres"), "-D", str(cluster), *options]
        service = PostgreSQLService(installation, cluster, socket)

        def ready(pid: int) -> bool:
            return _answers(service, cluster, pid)

        log = socket / "log"
        with serving(ledger, command, log, ready, account=account, env=CLEAN, stop=signal.SIGINT) as running:
            yield PostgreSQLService(installation, cluster, socket, (running.pid,))


def _answers(service: PostgreSQLService, cluster: Path, pid: int) -> bool:
    """Say whether the server is ready; raise if the one that answers is another one."""
    place = service.socket / f".s.PGSQL.{PORT}"
    try:
        other = listener(place)
        data = service.query("SHOW data_directory", "postgres")
    except (OSError, HarnessError):
        return False
    if (other is not None and other != pid) or Path(data) != cluster:
        raise HarnessError(f"{place}: another server answers there (process {other}, data in {data})")
    return True
