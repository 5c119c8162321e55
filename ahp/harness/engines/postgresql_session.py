"""One client's connection to PostgreSQL: statements prepared there once, run by libpq with little between.

psycopg connects, and turns what a script reads into Python's values; what nobody reads stays as it came.
Types of parameters are left to the server, as pgbench leaves them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NoReturn

import psycopg
from psycopg.adapt import Transformer
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGresult

from ahp.harness.engines.base import Address, Call, ConflictError
from ahp.harness.engines.postgresql_psql import conninfo
from ahp.harness.scripts import Statement

_CONFLICTS = (psycopg.errors.SerializationFailure, psycopg.errors.DeadlockDetected)
_DONE = frozenset((ExecStatus.COMMAND_OK, ExecStatus.TUPLES_OK))


class PostgreSQLSession:
    """The connection; see :class:`~ahp.harness.engines.base.Session`."""

    def __init__(self, address: Address) -> None:
        self._connection = psycopg.connect(conninfo(address), autocommit=True)
        self._raw = self._connection.pgconn
        self._prepared = 0

    def statement(self, statement: Statement) -> Call:
        """Return a statement that the server has prepared."""
        self._prepared += 1
        name = b"s%d" % self._prepared
        sql = statement.rendered(lambda place, name: f"${place}").encode()
        _checked(self._raw.prepare(name, sql))
        execute, transformer, gets = self._raw.exec_prepared, Transformer(self._connection), statement.gets

        def call(values: Sequence[Any]) -> Sequence[Any] | None:
            # None is NULL, which the annotation of psycopg leaves out.
            result = execute(name, [None if v is None else str(v).encode() for v in values])  # type: ignore[misc]
            if result.status not in _DONE:
                _refused(result)
            if not gets or not result.ntuples:
                return None
            transformer.set_pgresult(result)
            found: tuple[Any, ...] = transformer.load_row(0, tuple)
            return found

        return call

    def begin(self) -> None:
        """Begin a transaction."""
        _checked(self._raw.exec_(b"BEGIN"))

    def commit(self) -> None:
        """End the transaction."""
        _checked(self._raw.exec_(b"COMMIT"))

    def rollback(self) -> None:
        """End the transaction, whatever state it is in."""
        _checked(self._raw.exec_(b"ROLLBACK"))

    def close(self) -> None:
        """Disconnect."""
        self._connection.close()


def _checked(result: PGresult) -> None:
    if result.status not in _DONE:
        _refused(result)


def _refused(result: PGresult) -> NoReturn:
    """Raise what the server said; what may be tried again as a conflict."""
    error = psycopg.errors.error_from_result(result)
    if isinstance(error, _CONFLICTS):
        raise ConflictError(str(error)) from error
    raise error
