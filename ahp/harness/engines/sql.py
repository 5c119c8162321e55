"""The SQL that makes, fills and reads a schema, in the part that all engines share."""

from __future__ import annotations

from collections.abc import Callable

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


def insert(table: Table, placeholder: Callable[[int], str]) -> str:
    """Return the statement that inserts one row, with a placeholder for each column, from 1."""
    marks = ", ".join(placeholder(place) for place in range(1, len(table.columns) + 1))
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
