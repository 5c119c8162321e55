"""MariaDB's own client `mariadb`, as the harness speaks to a server."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Mapping

from ahp.errors import TrialError
from ahp.harness.dsn import CONNECT_S, PASSWORDS
from ahp.harness.engines.base import Address
from ahp.harness.engines.sql import named
from ahp.harness.system.programs import located, output, read_from, written_to

_FORMAT = r"FIELDS TERMINATED BY '\t' ESCAPED BY '\\' LINES TERMINATED BY '\n'"
_TOLD = (
    "version", "innodb_buffer_pool_size", "innodb_log_file_size", "innodb_flush_log_at_trx_commit",
    "innodb_doublewrite", "innodb_flush_method", "innodb_compression_algorithm", "tx_isolation",
    "transaction_isolation",
)  # fmt: skip


def query(address: Address, sql: str, database: str | None = None) -> str:
    """Return what the client prints for some SQL, without headings."""
    command = [*_client(address), *([database] if database else []), "-e", sql]
    return output(command, env=environment(address), timeout_s=3600).strip("\n")


def status(address: Address, pattern: str) -> Mapping[str, float]:
    """Return those of the server's own counts whose names, in small letters, fit a pattern of SQL."""
    text = query(address, f"SHOW GLOBAL STATUS WHERE lower(Variable_name) REGEXP '{pattern}'")
    return {name.lower(): float(value) for name, value in (line.split("\t") for line in text.splitlines())}


def counters(address: Address) -> Mapping[str, float]:
    """Return the server's counts so far, those of InnoDB and of MyRocks together."""
    innodb = "^innodb_(os_log_written|buffer_pool_(read_requests|reads|pages_flushed))$"
    rocksdb = "^rocksdb_(wal_bytes|block_cache_(hit|miss)|flush_write_bytes|compact_(read|write)_bytes)$"
    found = status(address, f"{innodb}|{rocksdb}")

    def of(*names: str) -> float:
        return sum(found.get(name, 0.0) for name in names)

    kept = {
        "wal_bytes": of("innodb_os_log_written", "rocksdb_wal_bytes"),
        "buffer_hits": of("innodb_buffer_pool_read_requests", "rocksdb_block_cache_hit")
        - of("innodb_buffer_pool_reads"),
        "buffer_reads": of("innodb_buffer_pool_reads", "rocksdb_block_cache_miss"),
        "pages_written": of("innodb_buffer_pool_pages_flushed"),
    }
    if "rocksdb_wal_bytes" in found:
        kept["flush_bytes"] = of("rocksdb_flush_write_bytes")
        kept["compaction_bytes_read"] = of("rocksdb_compact_read_bytes")
        kept["compaction_bytes_written"] = of("rocksdb_compact_write_bytes")
    return kept


def details(address: Address, settings: Iterable[str] = ()) -> Mapping[str, str]:
    """Return version and settings as the server gives them, with those that are named."""
    names = ", ".join(f"'{name}'" for name in (*_TOLD, *(name.replace("-", "_") for name in settings)))
    text = query(address, f"SHOW GLOBAL VARIABLES WHERE Variable_name IN ({names})")
    return dict(line.split("\t", 1) for line in text.splitlines())


def lines(address: Address, sql: str) -> Iterator[bytes]:
    """Return the rows of a query on the benchmark's database, tabs between the columns, without line ends."""
    return read_from([*_client(address), address["database"], "-e", sql], environment(address))


def feed(address: Address, statements: Iterable[str]) -> None:
    """Run statements in the benchmark's database, however many and long all of them together are."""
    command = [*_client(address), address["database"]]
    written_to(command, environment(address), (f"{statement};\n".encode() for statement in statements))


def load_in(address: Address, table: str, lines: Iterable[bytes]) -> None:
    """Load lines as :mod:`ahp.harness.engines.tsv_rows` writes them into a table.

    Raises
    ------
    TrialError
        If a row does not go in as it is. What the client reads is loaded in spite of that, with a warning.
    """
    # In this session a backslash escapes, in the lines as well as in the statement itself.
    mode = "SET sql_mode = 'STRICT_TRANS_TABLES,ANSI_QUOTES', unique_checks = 0, foreign_key_checks = 0"
    into = f"LOAD DATA LOCAL INFILE '/dev/stdin' INTO TABLE {named(table)} CHARACTER SET utf8mb4 {_FORMAT}"
    command = [*_client(address), "--local-infile=1", address["database"]]
    warned = written_to(
        [*command, "-e", f"{mode}; {into}; SHOW WARNINGS LIMIT 1"], environment(address), lines
    )
    if warned:
        raise TrialError(f"table {table}: {warned.strip().rpartition(chr(9))[2]}")


def environment(address: Address) -> Mapping[str, str]:
    """Return what a client's environment has: the password of a server that is not ours, or none.

    What the user's environment holds for other servers is not shown to one that the harness has started.
    """
    variable = PASSWORDS["mariadb"]
    return {variable: os.environ.get(variable, "") if address.get("existing") else ""}


def _client(address: Address) -> list[str]:
    how = ["--batch", "--skip-column-names", "--quick", "--default-character-set=utf8mb4"]
    if address.get("existing"):  # one's own is there, and may be slow to say so under load
        how.append(f"--connect-timeout={CONNECT_S}")
    if "session" in address:
        how.append(f"--init-command={address['session']}")
    where = [f"--{name}={address[name]}" for name in ("socket", "host", "port", "user") if name in address]
    return [str(located("mariadb")), "--no-defaults", *where, *how]
