"""One client's connection to PostgreSQL by psycopg 3: statements prepared there, results in binary."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import psycopg

from ahp.harness.engines.base import Address, Call, ConflictError
from ahp.harness.engines.postgresql_psql import conninfo
from ahp.harness.scripts import Statement

_CONFLICTS = (psycopg.errors.SerializationFailure, psycopg.errors.DeadlockDetected)


class PostgreSQLSession:
    """The connection; see :class:`~ahp.harness.engines.base.Session`."""

    def __init__(self, address: Address) -> None:
        self._connection = psycopg.connect(conninfo(address), autocommit=True, prepare_threshold=0)
        self._cursor = psycopg.RawCursor(self._connection)

    def statement(self, statement: Statement) -> Call:
        """Return a statement that the server prepares at its first use."""
        sql = statement.rendered(lambda place, name: f"${place}").encode()
        execute, cursor = self._cursor.execute, self._cursor

        def call(values: Sequence[Any]) -> Sequence[Any] | None:
            try:
                execute(sql, values, prepare=True, binary=True)
                if cursor.description is None:
                    return None
                found: list[tuple[Any, ...]] = cursor.fetchall()
            except _CONFLICTS as error:
                raise ConflictError(str(error)) from error
            return found[0] if found else None

        return call

    def begin(self) -> None:
        """Begin a transaction."""
        self._cursor.execute(b"BEGIN", prepare=True)

    def commit(self) -> None:
        """End the transaction."""
        _guarded(lambda: self._cursor.execute(b"COMMIT", prepare=True))

    def rollback(self) -> None:
        """End the transaction, whatever state it is in."""
        self._connection.rollback()
        if self._connection.info.transaction_status != psycopg.pq.TransactionStatus.IDLE:
            self._cursor.execute(b"ROLLBACK")

    def close(self) -> None:
        """Disconnect."""
        self._connection.close()


def _guarded(act: Callable[[], object]) -> None:
    try:
        act()
    except _CONFLICTS as error:
        raise ConflictError(str(error)) from error
