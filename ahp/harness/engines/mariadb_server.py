"""MariaDB's own client, as the harness speaks to a server; a private server; and one client's connection.

The server's data is in a folder, its socket in another.
"""

from __future__ import annotations

import contextlib
import functools
import os
import re
import subprocess
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any

from ahp.errors import TrialError
from ahp.harness.engines.base import Address, Call, ConflictError, several
from ahp.harness.engines.existing import CONNECT_S, PASSWORDS
from ahp.harness.engines.loading import literal, named
from ahp.harness.ledger import Ledger
from ahp.harness.scripts.script import Statement
from ahp.harness.settings import refused, size
from ahp.harness.system.folders import open_passage, own_folder, temporary_folder
from ahp.harness.system.processes import (
    answers,
    as_account,
    located,
    output,
    read_from,
    serving,
    unprivileged,
    written_to,
)

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
    """Load lines as :mod:`ahp.harness.engines.loading` writes them into a table.

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


USER = "root"
DATABASE = "bench"
DATA = "data"
COLLATION = "utf8mb4_nopad_bin"
SQL_MODE = "STRICT_TRANS_TABLES,NO_BACKSLASH_ESCAPES,ANSI_QUOTES,PIPES_AS_CONCAT"
_SETTINGS = {
    "innodb-buffer-pool-size": "128M",
    "innodb-log-file-size": "128M",
    "max-connections": "200",
    "transaction-isolation": "READ-COMMITTED",
    "character-set-server": "utf8mb4",
    # Text is compared as every other engine here compares it: by code point, blanks at the end included.
    "collation-server": COLLATION,
    "sql-mode": SQL_MODE,
}
OWN = (
    "datadir", "socket", "pid-file", "tmpdir", "secure-file-priv", "plugin-load", "plugin-load-add",
    "defaults-file", "sql-mode", "character-set-server", "collation-server",
)  # fmt: skip
"""What the harness cannot do without as it is."""
_PATIENCE_S = 300.0


@dataclass(frozen=True)
class MariaDBService:
    """A server that is up; see :class:`~ahp.harness.engines.base.Service`."""

    socket: Path
    processes: tuple[int, ...] = field(default=())
    settings: tuple[str, ...] = field(default=())

    @property
    def address(self) -> Address:
        """Its socket."""
        return {"socket": str(self.socket), "user": USER, "database": DATABASE}

    @property
    def details(self) -> Mapping[str, str]:
        """Version and settings as the server gives them."""
        return details(self.address, self.settings)

    def checkpoint(self) -> None:
        """Write all that is dirty to the data files, and wait until that is done."""
        if "rocksdb_force_flush_memtable_now" in self.query("SHOW VARIABLES LIKE 'rocksdb_force_flush_mem%'"):
            self.query("SET GLOBAL rocksdb_force_flush_memtable_now = 1")
        usual = self.query("SELECT @@innodb_max_dirty_pages_pct, @@innodb_max_dirty_pages_pct_lwm").split(
            "\t"
        )
        self.query("SET GLOBAL innodb_max_dirty_pages_pct_lwm = 0; SET GLOBAL innodb_max_dirty_pages_pct = 0")
        until = time.monotonic() + _PATIENCE_S
        while any(status(self.address, "^innodb_buffer_pool_pages_dirty$").values()):
            if time.monotonic() > until:
                raise TrialError(f"MariaDB has not written all that is dirty within {_PATIENCE_S:g} s")
            time.sleep(0.1)
        self.query(
            f"SET GLOBAL innodb_max_dirty_pages_pct = {usual[0]}; "
            f"SET GLOBAL innodb_max_dirty_pages_pct_lwm = {usual[1]}"
        )

    def counters(self) -> Mapping[str, float]:
        """Return the server's counts so far."""
        return counters(self.address)

    def query(self, sql: str, database: str | None = None) -> str:
        """Return what the client prints for some SQL, without headings."""
        return query(self.address, sql, database)


@functools.cache
def plugins() -> frozenset[str]:
    """Return the names of the plug-ins that are installed, such as `provider_lz4` and `ha_rocksdb`."""
    told = output(["mariadbd", "--no-defaults", "--verbose", "--help"])
    found = re.search(r"^plugin-dir\s+(\S+)", told, re.MULTILINE)
    return frozenset(path.stem for path in Path(found[1]).glob("*.so")) if found else frozenset()


def refusal(name: str, value: str) -> str | None:
    """Return why this build does not take a value for a setting, None if it does."""
    rocks = (
        ["--plugin-load-add=ha_rocksdb"] if name.startswith("rocksdb") and "ha_rocksdb" in plugins() else []
    )
    command = [str(located("mariadbd")), "--no-defaults", *rocks, f"--{name}={value}", "--verbose", "--help"]
    done = subprocess.run(
        command, capture_output=True, text=True, env={"LC_ALL": "C"}, timeout=60, check=False
    )
    for line in done.stderr.splitlines():
        found = re.search(r"\[(?:ERROR|Warning)\] (?:Buffered \w+: )?(?:\S*mariadbd: )?(.*)", line)
        if found and ("[ERROR]" in line or "adjusted" in line) and name in line.replace("_", "-"):
            return found[1]
    return None if done.returncode == 0 else f"mariadbd ended with {done.returncode}"


def make_data(folder: Path) -> Path:
    """Make an empty data directory in a folder that is empty."""
    account = unprivileged()
    open_passage(folder, account)
    data = own_folder(folder / DATA, account)
    how = ["--auth-root-authentication-method=normal", "--skip-test-db", "--skip-name-resolve"]
    quick = ["--innodb-flush-method=nosync", "--innodb-log-file-size=8M"]  # it is not in use yet
    command = [str(located("mariadb-install-db")), "--no-defaults", f"--datadir={data}", *how, *quick]
    output(as_account(command, account), env={"TMPDIR": str(data)}, cwd=Path("/"))
    return data


@contextlib.contextmanager
def server(
    data: Path, settings: Mapping[str, str], ledger: Ledger, asked: Mapping[str, str] = MappingProxyType({})
) -> Iterator[MariaDBService]:
    """Serve a data directory on a unix socket until the block ends, and see that it is this server."""
    account = unprivileged()
    with temporary_folder(ledger, account) as own:
        socket = own / "socket"
        given = {
            **_SETTINGS,
            "datadir": str(data),
            "socket": str(socket),
            "pid-file": str(own / "pid"),
            "tmpdir": str(own),
            "secure-file-priv": "",
            **{
                ("loose-" if name.startswith("rocksdb") else "") + name: value
                for name, value in asked.items()
            },
            **settings,
        }
        loads = [f"--plugin-load-add={name}" for name in given.pop("plugins", "").split()]
        options = [f"--{name}={value}" for name, value in given.items()]
        command = [str(located("mariadbd")), "--no-defaults", "--skip-networking", *options, *loads]
        service = MariaDBService(socket)

        ready = partial(answers, socket, data, partial(service.query, "SELECT @@datadir"))
        with serving(ledger, command, own / "log", ready, account=account, grace_s=600) as running:
            service = MariaDBService(socket, (running.pid,), tuple(asked))
            _require(service, {name: value for name, value in asked.items() if name not in settings})
            yield service


def _require(service: MariaDBService, asked: Mapping[str, str]) -> None:
    """Raise a HarnessError if the server has made something else of what it was started with."""
    has = service.details
    for name, value in asked.items():
        there = has.get(name.replace("-", "_"))
        if there is None and name.startswith("rocksdb"):
            continue  # its plug-in is loaded only where an alternative is MyRocks
        if there is None or not _agrees(value, there):
            reason = "it has no such variable" if there is None else f"it has made {there} of it"
            raise refused("MariaDB", name, value, reason)


def _agrees(asked: str, there: str) -> bool:
    """Say whether a server has what was asked for: a number to 5 %, for pools are of whole pieces."""
    words = {"on": "1", "true": "1", "off": "0", "false": "0"}
    one, other = (words.get(text.casefold(), text.casefold()) for text in (asked, there))
    number = size(one)
    return one == other or (
        number is not None and other.isdecimal() and abs(number - int(other)) <= 0.05 * number
    )


_MARK = "\0"


class MariaDBSession:
    """One client's connection by PyMySQL, which writes the values into the text of a statement.

    See :class:`~ahp.harness.engines.base.Session`.
    """

    def __init__(self, address: Address) -> None:
        import pymysql
        from pymysql.constants import ER

        self._errors = pymysql.err.MySQLError
        # MyRocks' word for a row that somebody else changed meanwhile is ER.CHECKREAD.
        self._conflicts = (ER.LOCK_DEADLOCK, ER.LOCK_WAIT_TIMEOUT, ER.CHECKREAD)
        where: dict[str, Any] = {"unix_socket": address.get("socket"), "port": int(address.get("port", 3306))}
        self._connection = pymysql.connect(
            **where,
            host=address.get("host"),
            user=address.get("user"),
            password=environment(address)[PASSWORDS["mariadb"]],
            database=address["database"],
            charset="utf8mb4",
            autocommit=True,
            init_command=address.get("session"),
        )
        self._cursor = self._connection.cursor()

    def statement(self, statement: Statement) -> Call:
        """Return a statement whose values are written between the parts of its text."""
        first, *rest = statement.rendered(lambda place, name: _MARK).split(_MARK)

        def call(values: Sequence[Any]) -> Sequence[Any] | None:
            text = first + "".join(literal(value) + part for value, part in zip(values, rest, strict=True))
            self._run(text)
            if statement.gets and self._cursor.rowcount > 1:
                raise several(statement, self._cursor.rowcount)
            found: Sequence[Any] | None = self._cursor.fetchone()
            return found

        return call

    def begin(self) -> None:
        """Begin a transaction."""
        self._run("BEGIN")

    def commit(self) -> None:
        """End the transaction."""
        self._run("COMMIT")

    def rollback(self) -> None:
        """End the transaction, whatever state it is in."""
        self._cursor.execute("ROLLBACK")

    def close(self) -> None:
        """Disconnect."""
        self._connection.close()

    def _run(self, text: str) -> None:
        try:
            self._cursor.execute(text)
        except self._errors as error:
            if error.args and error.args[0] in self._conflicts:
                raise ConflictError(str(error)) from error
            raise
