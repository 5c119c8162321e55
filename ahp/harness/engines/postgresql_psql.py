"""PostgreSQL's own client `psql`, as the harness speaks to a server: queries, and tables going in and out."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from ahp.harness.engines.base import Address
from ahp.harness.system.programs import output, read_from, written_to

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
