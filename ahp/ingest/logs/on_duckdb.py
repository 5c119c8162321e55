"""DuckDB: the engine of one machine, within a gigabyte of memory; what does not fit waits on the disk."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ahp.ingest.logs.formats import Format

BATCH = 1 << 18
_LIMIT, _BASE, _PER_THREAD = 1000, 300, 50
"""Megabytes: at the most, for the groups, and for what each thread reads."""
_TYPES = {"integer": "VARCHAR", "number": "DOUBLE", "text": "VARCHAR"}
_WHOLE = r"""
CASE WHEN regexp_full_match({0}, '\s*[+-]?[0-9]+\s*') THEN CAST({0} AS BIGINT)
WHEN {0} <> '' THEN error({0} || ' is no whole number') END
"""
"""DuckDB's own cast rounds decimals."""

_NO_CELL = "\x01"
"""What DuckDB is to take for a missing cell: of an empty one it would pass over any too many."""


@contextmanager
def files(paths: Sequence[str], form: Format) -> Iterator[tuple[Any, Callable[[], float]]]:
    """Yield a relation of the files, and what tells how many per cent of its query are done."""
    with TemporaryDirectory(prefix="ahp-log-") as overflow, connection(overflow) as con:
        if form.columns:
            relation = con.read_csv(
                list(paths),
                columns={name: _TYPES[kind] for name, kind in form.columns.items()},
                auto_detect=False,
                header=form.heading,
                delimiter=form.separator,
                quotechar='"',
                escapechar='"',
                strict_mode=True,
                na_values=_NO_CELL,
                compression="none",
            )
            for name, kind in form.columns.items():
                if kind == "integer":
                    relation = _replaced(relation, name, _WHOLE)
        else:
            relation = _undated(con.read_parquet(list(paths)), form.layout.times[0][0])
        yield relation, con.query_progress


def _undated(relation: Any, time: str) -> Any:  # noqa: ANN401 - a relation of DuckDB's
    """Return a relation whose time is a number: dates become microseconds since 1970."""
    kind = str(relation.types[relation.columns.index(time)])
    if not kind.startswith("TIMESTAMP"):
        return relation
    # Nanoseconds are cut off, as by other engines; epoch_us rounds them, and takes none with a time zone.
    return _replaced(relation, time, "epoch_ns({0}) // 1000" if kind.endswith("_NS") else "epoch_us({0})")


def _replaced(relation: Any, column: str, expression: str) -> Any:  # noqa: ANN401 - a relation of DuckDB's
    name = '"' + column.replace('"', '""') + '"'
    return relation.project(f"* REPLACE ({expression.format(name)} AS {name})")


def memory() -> int:
    """Return how many megabytes the engine may take: more does not make it faster."""
    return min(_LIMIT, _BASE + _PER_THREAD * (os.cpu_count() or 1))


@contextmanager
def connection(overflow: str) -> Iterator[Any]:
    """Yield a database in memory that takes at most a gigabyte of it."""
    import duckdb

    con = duckdb.connect(
        config={
            "memory_limit": f"{memory()}MB",
            "temp_directory": overflow,
            "preserve_insertion_order": False,
            "autoinstall_known_extensions": False,
            "autoload_known_extensions": False,
        }
    )
    try:
        con.execute("SET enable_progress_bar = true")
        con.execute("SET enable_progress_bar_print = false")  # :mod:`ahp.ingest.logs.progress` draws it
        yield con
    finally:
        con.close()
