"""One client's connection to MariaDB by PyMySQL, which writes the values into the text of a statement."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pymysql
from pymysql.constants import ER

from ahp.harness.engines.base import Address, Call, ConflictError, several
from ahp.harness.engines.existing import PASSWORDS
from ahp.harness.engines.loading import literal
from ahp.harness.engines.mariadb_server import environment
from ahp.harness.scripts.script import Statement

# MyRocks' word for a row that somebody else changed meanwhile is ER.CHECKREAD.
_CONFLICTS = (ER.LOCK_DEADLOCK, ER.LOCK_WAIT_TIMEOUT, ER.CHECKREAD)
_MARK = "\0"


class MariaDBSession:
    """The connection; see :class:`~ahp.harness.engines.base.Session`."""

    def __init__(self, address: Address) -> None:
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
        except pymysql.err.MySQLError as error:
            if error.args and error.args[0] in _CONFLICTS:
                raise ConflictError(str(error)) from error
            raise
