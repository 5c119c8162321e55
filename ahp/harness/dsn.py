"""The address of a server that is there already, as a DSN; its password goes into no file and no message.

A password that stands in a DSN is taken out before anything else is done with it, and kept in the environment
of this process alone, in the variable that the database's own clients read: `PGPASSWORD`, `MYSQL_PWD`. The
clients inherit it. It may as well be given there in the first place.
"""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import parse_qsl, quote, unquote, urlencode, urlsplit

from ahp.errors import HarnessError, listed

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
