"""How tables are made and filled: SQL that engines share, rows as lines with tabs, loaders side by side."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol, runtime_checkable

from ahp.harness.engines.base import Row
from ahp.harness.workloads.base import Table


def named(*names: str) -> str:
    """Return names of tables or columns as they stand in a statement, whatever words SQL has for its own.

    Examples
    --------
    >>> print(named("order", "id"))
    "order", "id"
    """
    return ", ".join(f'"{name}"' for name in names)


def create_table(table: Table, options: str = "") -> str:
    """Return the statement that makes a table.

    Parameters
    ----------
    table : Table
        Which.
    options : str
        What an engine writes after the columns: a row format, an access method.

    Examples
    --------
    >>> from ahp.harness.engines.probe import PROBE
    >>> print(create_table(PROBE.tables[0]))
    CREATE TABLE "probe" ("id" BIGINT NOT NULL, "number" BIGINT NOT NULL, "body" VARCHAR(400) NOT NULL,
        PRIMARY KEY ("id"))
    """
    columns = [
        f"{named(column.name)} {'BIGINT' if column.kind == 'int' else f'VARCHAR({column.width})'} NOT NULL"
        for column in table.columns
    ]
    text = f"CREATE TABLE {named(table.name)} ({', '.join(columns)}, PRIMARY KEY ({named(*table.key)}))"
    return f"{text} {options}" if options else text


def create_indexes(table: Table) -> tuple[str, ...]:
    """Return the statements that make a table's secondary indexes."""
    return tuple(
        f"CREATE INDEX {named(f'{table.name}_{number}')} ON {named(table.name)} ({named(*columns)})"
        for number, columns in enumerate(table.indexes, start=1)
    )


def insert(table: Table) -> str:
    """Return the statement that inserts one row, with a question mark for each column."""
    marks = ", ".join("?" * len(table.columns))
    return f"INSERT INTO {named(table.name)} ({named(*table.names)}) VALUES ({marks})"


def ordered(table: Table) -> str:
    """Return the query for all rows in the order of the primary key."""
    return f"SELECT {named(*table.names)} FROM {named(table.name)} ORDER BY {named(*table.key)}"


def literal(value: object) -> str:
    """Return a number or a text as it stands in a statement, where a backslash is a character like any other.

    Examples
    --------
    >>> literal(17), literal("it's")
    ('17', "'it''s'")
    """
    return "'" + value.replace("'", "''") + "'" if isinstance(value, str) else str(value)


_WRITTEN = {"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"}
_READ = {"t": "\t", "n": "\n", "r": "\r", "b": "\b", "f": "\f", "v": "\v", "0": "\0"}


@runtime_checkable
class Lines(Protocol):
    """Rows that have been written as lines already."""

    def lines(self) -> Iterable[bytes]:
        """Return them, with their ends."""


def lines(rows: Iterable[Row]) -> Iterable[bytes]:
    """Return rows as lines, with their ends."""
    return rows.lines() if isinstance(rows, Lines) else map(line, rows)


def line(row: Row) -> bytes:
    """Return a row as a line, with its end."""
    return "\t".join(map(_escaped, row)).encode() + b"\n"


def fields(text: bytes, kinds: Sequence[str]) -> Row:
    """Return the row of a line that has no end, given the kinds of its columns."""
    found = text.decode("utf-8").split("\t")
    return tuple(
        int(field) if kind == "int" else _plain(field) for kind, field in zip(kinds, found, strict=True)
    )


def _escaped(value: int | str) -> str:
    return value.translate(_TABLE) if isinstance(value, str) else str(value)


_TABLE = str.maketrans(_WRITTEN)


def _plain(field: str) -> str:
    if "\\" not in field:
        return field
    parts = iter(field)
    return "".join(_READ.get(follows := next(parts), follows) if part == "\\" else part for part in parts)


def filled(
    tables: Sequence[Table],
    statements: Iterable[str],
    run: Callable[[str], object],
    load: Callable[[Table], None],
) -> None:
    """Make tables by these statements, load them, as many at a time as there are processors, and index them.

    Where one cannot be loaded, the others are not waited for: their clients fail once the server is stopped.
    """
    run(";\n".join(statements))
    pool = ThreadPoolExecutor(os.cpu_count())
    try:
        for loading in [pool.submit(load, table) for table in tables]:
            loading.result()
    finally:
        pool.shutdown(wait=False, cancel_futures=True)
    if indexes := [statement for table in tables for statement in create_indexes(table)]:
        run(";\n".join(indexes))
