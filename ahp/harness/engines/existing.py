"""A server that is there already: its address, a DSN, and what benchmarks there have in common.

The password of a DSN goes into no file and no message.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import secrets
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from ahp.errors import HarnessError, TrialError, listed, quoted
from ahp.harness.engines.base import Address, Rows, Service, Stored, Taken
from ahp.harness.engines.probe import judged
from ahp.harness.ledger import Facts, Ledger, Undo
from ahp.harness.system.meters import Reading
from ahp.harness.system.process_table import listener, status
from ahp.harness.workloads.base import Schema

_SCHEMES = {
    "postgresql": "postgresql", "postgres": "postgresql", "mariadb": "mariadb", "mysql": "mariadb",
}  # fmt: skip
PASSWORDS: Mapping[str, str] = {"postgresql": "PGPASSWORD", "mariadb": "MYSQL_PWD"}
"""The environment variable with the password, by engine."""
_OPTIONS = {
    "postgresql": ("host", "port", "sslmode", "sslrootcert", "sslcert", "sslkey"),
    "mariadb": ("socket",),
}
CONNECT_S = 4
"""How long a server that is there already has to answer whoever connects, in seconds."""
_PORTS = {"postgresql": 5432, "mariadb": 3306}
_SILENT = re.compile(
    "connection refused|failed: no such file or directory|timeout expired|timed out|no route to host|"
    "network is unreachable|could not translate host name|unknown .*server host|closed the connection|"
    "can't connect|lost connection|starting up|shutting down|did not end within",
    re.IGNORECASE,
)
_REFUSED = re.compile("authentication failed|no password supplied|access denied for user", re.IGNORECASE)
_ADVICE = (
    "write it as postgresql://USER@HOST:PORT/DATABASE or mariadb://USER@HOST:PORT, odd characters as %XX"
)


@dataclass(frozen=True)
class Target:
    """Where a server is, and as whom; without a password.

    Attributes
    ----------
    engine : str
        By name: `postgresql`, `mariadb`.
    host : str
        Its name or address, or for PostgreSQL the folder of its socket; empty where an option says it.
    port : int or None
        None: the usual one.
    user : str
        Empty: whom the database's clients take.
    database : str
        The one to connect to first; empty: the usual one.
    options : mapping of str to str
        Of the connection.
    """

    engine: str
    host: str
    port: int | None
    user: str
    database: str
    options: Mapping[str, str]

    @property
    def text(self) -> str:
        """The DSN."""
        user = f"{quote(self.user, safe='')}@" if self.user else ""
        host = quote(self.host, safe=":") if ":" not in self.host else f"[{self.host}]"
        port = f":{self.port}" if self.port is not None else ""
        options = f"?{urlencode(self.options)}" if self.options else ""
        return f"{self.engine}://{user}{host}{port}/{quote(self.database, safe='')}{options}"

    @property
    def given(self) -> dict[str, str]:
        """What is said of the connection, by the names that the database's clients have for it."""
        told = {"host": self.host, "port": self.port, "user": self.user, **self.options}
        return {name: str(value) for name, value in told.items() if value not in ("", None)}

    @property
    def place(self) -> str:
        """Where a server is to answer, for a message."""
        port = self.options.get("port") or self.port or _PORTS[self.engine]
        host = self.options.get("host") or self.host or "localhost"
        socket = f"{host}/.s.PGSQL.{port}" if host.startswith("/") else self.options.get("socket")
        return socket or f"{host}:{port}"

    def trouble(self, problem: object) -> str:
        """Return in a few words why a client of the database failed.

        Examples
        --------
        >>> at = target("postgresql://bench@db.example:6432/")
        >>> at.trouble('psql ended with 2: connection to server at "db.example" failed: Connection refused')
        'no server answers at db.example:6432'
        >>> at.trouble('psql ended with 2: FATAL:  password authentication failed for user "bench"')
        'password authentication failed for user "bench"; a password goes into PGPASSWORD'
        """
        said = re.sub(r"^.*? ended with \d+: (.*FATAL: +|ERROR \d+ \(\w+\)[^:]*: )?", "", str(problem))
        if _SILENT.search(said):
            return f"no server answers at {self.place}"
        hint = f"; a password goes into {PASSWORDS[self.engine]}" if _REFUSED.search(said) else ""
        return f"{said}{hint}"


def target(text: str) -> Target:
    """Return what a DSN says; a password in it goes into this process's environment.

    Raises
    ------
    HarnessError
        If it is none. The message does not repeat the text, for a password may be in it.

    Examples
    --------
    >>> found = target("postgresql://bench@db.example:6432/postgres?sslmode=require")
    >>> found.host, found.port, found.options["sslmode"]
    ('db.example', 6432, 'require')
    >>> found.text
    'postgresql://bench@db.example:6432/postgres?sslmode=require'
    """
    try:
        text.encode()  # what was no UTF-8 on the command line cannot be written into a plan
        parts = urlsplit(text)
        port = parts.port
        given = parse_qsl(parts.query, keep_blank_values=True, strict_parsing=bool(parts.query))
    except (ValueError, TypeError, AttributeError):
        raise HarnessError(f"the dsn cannot be read; {_ADVICE}") from None
    engine = _SCHEMES.get(parts.scheme)
    if engine is None or parts.fragment or not text.partition(":")[2].startswith("//"):
        raise HarnessError(f"the dsn cannot be read; {_ADVICE}")
    password = None if parts.password is None else unquote(parts.password)
    options: dict[str, str] = {}
    for place, (name, value) in enumerate(given, start=1):
        if name == "password":
            password = value
        elif name in _OPTIONS[engine] and name not in options:
            options[name] = value
        else:  # what it is called might be a part of a password with a question mark
            known = listed(_OPTIONS[engine])
            raise HarnessError(
                f"the dsn: option {place} after the question mark is none of {known}, or again"
            )
    if "\0" in unquote(text):
        raise HarnessError(f"the dsn cannot be read: a NUL byte is in it; {_ADVICE}")
    if password is not None:
        os.environ[PASSWORDS[engine]] = password
    database = unquote(parts.path.removeprefix("/"))
    return Target(
        engine, unquote(parts.hostname or ""), port, unquote(parts.username or ""), database, options
    )


PREFIX = "ahp_bench_"
"""What the names of all databases begin with that a harness makes on a server that is not its own."""
UNSEEN = "the server's processes are not seen from here: what they use of the processors is not reported"
_MARK = "database.json"


class ExistingEngine(ABC):
    """What engines on servers of others have in common; each database adds how it is asked.

    Parameters
    ----------
    target : Target
        The server.
    drop : function
        Drops a recorded database.
    """

    name: str
    title: str
    sql = True
    most_clients = None  # the server has its own limit, and says so

    def __init__(self, target: Target, drop: Undo) -> None:
        self._target = target
        self._drop = drop
        self._kept = contextlib.ExitStack()

    def alternatives(self) -> tuple[str, ...]:
        """Return what can be set for a database or tables of our own, `none` first."""
        refused = self.refused()
        return tuple(name for name in self._known() if name not in refused)

    @abstractmethod
    def available(self) -> str | None:
        """Return why the server cannot be used, None if it can."""

    @abstractmethod
    def refused(self) -> Mapping[str, str]:
        """Return why the others cannot be compared on this server."""

    @contextlib.contextmanager
    def opened(self) -> Iterator[None]:
        """Keep what is loaded until the block ends; then all is dropped."""
        with contextlib.ExitStack() as self._kept:
            yield

    def verify(self, alternative: str, folder: Path, ledger: Ledger) -> float:
        """Return how many times smaller an alternative makes what is known to compress, on this server."""
        if alternative == "none":
            return 1.0
        taken = []
        for name in ("none", alternative):
            with self._lent(ledger) as database:
                taken.append(self._probed(database, name, alternative))
        return judged(self.title, alternative, taken[0] / taken[1])

    def load(self, folder: Path, alternative: str, schema: Schema, rows: Rows, ledger: Ledger) -> None:
        """Make a database with the data, which stays for the session; the folder stands for it."""
        name = self._kept.enter_context(self._lent(ledger))
        mark(folder, name, self._filled(name, alternative, schema, rows))

    @contextlib.contextmanager
    def serve(self, folder: Path, alternative: str, ledger: Ledger) -> Iterator[Service]:
        """Copy the database that a folder stands for, and drop the copy at the block's end."""
        if reason := self.available():  # nothing is recorded that could not be made
            raise TrialError(reason)
        loaded, _ = marked(folder)
        with self._lent(ledger) as name:
            service = self._copied(loaded, name, alternative)
            yield service
            mark(folder, loaded, self._size(service.address))

    def taken(self, folder: Path, stored: Stored) -> Taken:
        """Return what the tables and their indexes take, by the server's own account."""
        return Taken(marked(folder)[1])

    @contextlib.contextmanager
    def _lent(self, ledger: Ledger) -> Iterator[str]:
        """Yield the name for a database, which is recorded, and dropped at the end.

        Where the server is gone it stays in the ledger, by which `ahp-bench clean` drops it; what failed
        before is not hidden by that.
        """
        name = f"{PREFIX}{secrets.token_hex(8)}"
        facts = {"dsn": self._target.text, "name": name}
        with contextlib.ExitStack() as stack:
            stack.enter_context(ledger.holding(f"{self._target.engine} database", self._drop, **facts))
            try:
                yield name
            finally:
                with contextlib.suppress(HarnessError):
                    stack.close()

    @abstractmethod
    def _known(self) -> tuple[str, ...]:
        """Return what this kind of database can compress with, offered or not."""

    @abstractmethod
    def _probed(self, name: str, alternative: str, measured: str) -> float:
        """Return what data known to compress takes in a new database, for one alternative to be measured."""

    @abstractmethod
    def _filled(self, name: str, alternative: str, schema: Schema, rows: Rows) -> int:
        """Make a database with the data, and return what it takes, in bytes."""

    @abstractmethod
    def _copied(self, loaded: str, name: str, alternative: str) -> Service:
        """Make a copy of a loaded database."""

    @abstractmethod
    def _size(self, where: Address) -> int:
        """Return what the tables and indexes of a database take, in bytes."""


def dropped(facts: Facts, drop: Callable[[Target, str], object]) -> None:
    """Drop a recorded database.

    Raises
    ------
    HarnessError
        If it is none of ours, or the server does not do it.
    """
    name, at = facts["name"], target(facts["dsn"])
    if not isinstance(name, str) or not re.fullmatch(f"{PREFIX}[0-9a-f]{{16}}", name):
        raise HarnessError(f"{quoted(name)}: no database of ahp-bench; nothing was touched")
    try:
        drop(at, name)
    except HarnessError as problem:
        raise HarnessError(at.trouble(problem)) from None


def listening(socket: object) -> tuple[int, ...]:
    """Return the server's process if it listens at a socket on this machine and can be seen; else nothing."""
    if socket is not None:
        with contextlib.suppress(OSError):
            pid = listener(Path(str(socket)))
            if pid and status(pid) is not None:
                return (pid,)
    return ()


def marked(folder: Path) -> tuple[str, int]:
    """Return the database that a folder stands for, and what its tables take, in bytes."""
    found = json.loads((folder / _MARK).read_text(encoding="utf-8"))
    return found["name"], found["stored_bytes"]


def mark(folder: Path, name: str, stored_bytes: int) -> None:
    """Let a folder stand for a database."""
    text = json.dumps({"name": name, "stored_bytes": stored_bytes})
    (folder / _MARK).write_text(text, encoding="utf-8")


def unseen(reading: Reading) -> Reading:
    """Return a reading of this machine without what would be mistaken for the use of a server elsewhere."""
    return replace(
        reading, user_s=None, system_s=None, iowait_s=None, steal_s=None,
        server_s=None, peak_memory_bytes=None, read_bytes=None, written_bytes=None,
    )  # fmt: skip
