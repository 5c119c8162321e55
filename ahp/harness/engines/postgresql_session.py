"""One client's connection to PostgreSQL: statements prepared there once, run by libpq with little between.

psycopg connects. Of what a script reads numbers become Python's, all else stays the text that it came as and
goes back as; what no script reads is not looked at. Types of parameters are left to the server, as pgbench
leaves them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any

import psycopg
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGresult

from ahp.harness.engines.base import Address, Call, ConflictError, several
from ahp.harness.engines.postgresql_server import conninfo
from ahp.harness.scripts.script import Statement

_CONFLICTS = (psycopg.errors.SerializationFailure, psycopg.errors.DeadlockDetected)
_DONE = frozenset((ExecStatus.COMMAND_OK, ExecStatus.TUPLES_OK))

_NUMBERS: Mapping[str, Callable[[str], object]] = {
    "bool": "t".__eq__,
    "int2": int,
    "int4": int,
    "int8": int,
    "float4": float,
    "float8": float,
    "numeric": Decimal,
}
_READ = {psycopg.postgres.types[name].oid: read for name, read in _NUMBERS.items()}
"""How a value is read from its text, by the number of its type."""


class PostgreSQLSession:
    """The connection; see :class:`~ahp.harness.engines.base.Session`."""

    def __init__(self, address: Address) -> None:
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

        def call(values: Sequence[Any]) -> Sequence[Any] | None:
            nonlocal ready
            if not ready:
                _checked(raw.prepare(name, sql))
                ready = True
            # None is NULL, which the annotation of psycopg leaves out.
            result = execute(name, [None if v is None else _text(v) for v in values])  # type: ignore[misc]
            _checked(result)
            if not gets or not result.ntuples:
                return None
            if result.ntuples > 1:
                raise several(statement, result.ntuples)
            return _first(result)

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


def _text(value: object) -> bytes:
    """Return a value as pgbench writes it: a double to 15 digits, without a point where it is whole."""
    return (f"{value:.15g}" if type(value) is float else str(value)).encode()


def _first(result: PGresult) -> tuple[Any, ...]:
    """Return the values of the first row."""
    row = ((result.get_value(0, column), result.ftype(column)) for column in range(result.nfields))
    return tuple(None if raw is None else _READ.get(kind, str)(raw.decode()) for raw, kind in row)


def _checked(result: PGresult) -> None:
    """Raise what the server said where it refused; what may be tried again as a conflict."""
    if result.status in _DONE:
        return
    error = psycopg.errors.error_from_result(result)
    if isinstance(error, _CONFLICTS):
        raise ConflictError(str(error)) from error
    raise error
