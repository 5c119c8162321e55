"""A workload of the user's own: a TOML file that names SQL scripts with their weights, and the data.

::

    title = "Ledger"
    schema = "order-entry"                     # the data of one of ours, or tables of one's own:

    [[tables]]
    name = "entries"
    rows = 1000000                             # at scale 1; `:entries` in the scripts
    key = ["id"]
    indexes = [["account"]]
    columns = { id = "serial", account = "uniform(1, 5000)", remark = "sentence(4, 12)" }
    selective = true                           # one of the tables that MariaDB's row-8-selective compresses

    [[transactions]]
    name = "Book"
    weight = 3
    file = "book.sql"                          # beside the TOML file, or `script` with the text itself

Scripts are in pgbench's dialect; see :mod:`ahp.harness.scripts`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ahp.errors import AHPError, HarnessError, listed, quoted
from ahp.files import settings_at
from ahp.harness.compiled import compiled
from ahp.harness.engines.base import Call
from ahp.harness.scripts import Statement, parsed
from ahp.harness.workloads.base import Schema, Sizes, Table, Transaction, Workload
from ahp.harness.workloads.columns import checked_name, column
from ahp.toml import toml_in

_MOST_ROWS = 10**12
_MOST_WEIGHT = 10**6


class _Unasked:
    """A connection to no database, to see whether transactions can be made ready at all."""

    def statement(self, statement: Statement) -> Call:
        return lambda values: None

    def begin(self) -> None:
        pass

    def commit(self) -> None:
        pass


def workload_file(path: Path, schemas: Mapping[str, Schema]) -> Workload:
    """Return the workload that a file describes.

    Parameters
    ----------
    path : Path
        The TOML file.
    schemas : mapping of str to Schema
        The schemas that it may name.

    Raises
    ------
    HarnessError
        If something is missing, unknown or of the wrong kind; with the file and the key.
    """
    try:
        found = _parsed(path)
        return _workload(path, found, schemas)
    except OSError as problem:
        raise HarnessError(f"{problem.filename}: cannot be read: {problem.strerror}") from None
    except HarnessError:
        raise
    except AHPError as problem:
        placed = getattr(problem, "file", None) is not None  # then it says where
        raise HarnessError(str(problem) if placed else f"{path}: {problem}") from None
    except (KeyError, TypeError, ValueError, AttributeError) as problem:
        what = f"{problem} is missing" if isinstance(problem, KeyError) else str(problem)
        raise HarnessError(f"{path}: not a workload: {what}") from None


def _parsed(path: Path) -> dict[str, Any]:
    try:
        return toml_in(settings_at(str(path)))
    except AHPError:
        raise
    except ValueError as problem:
        raise HarnessError(f"{path}: not a TOML file: {problem}") from None


def _workload(path: Path, found: Mapping[str, Any], schemas: Mapping[str, Schema]) -> Workload:
    known = ("title", "schema", "tables", "transactions")
    if unknown := [key for key in found if key not in known]:
        raise HarnessError(f"{path}: {quoted(unknown[0])} is not a key of a workload; use {listed(known)}")
    if ("schema" in found) == ("tables" in found):
        raise HarnessError(f"{path}: give either schema, the name of one of ours, or [[tables]]")
    if "schema" in found:
        if found["schema"] not in schemas:
            raise HarnessError(f"{path}: {quoted(found['schema'])} is no schema; use {listed(schemas)}")
        schema = schemas[found["schema"]]
    else:
        schema = _schema(path, found["tables"])
    transactions = tuple(_transaction(path, entry) for entry in found["transactions"])
    enabled = [transaction for transaction in transactions if transaction.enabled]
    if not enabled:
        raise HarnessError(f"{path}: no transaction is enabled")
    if again := _twice(transaction.name for transaction in transactions):
        raise HarnessError(
            f"{path}: two transactions are called {quoted(again)}; give each a name of its own"
        )
    given = {**schema.sizes(1.0), "client_id": 0, "clients": 1, "phase": 0}
    compiled([transaction.script for transaction in enabled], _Unasked(), given, float)
    title = str(found.get("title", path.stem))
    return Workload(str(path), title, schema, transactions, f"{path.name}", needs_sql=False)


def _transaction(path: Path, entry: Mapping[str, Any]) -> Transaction:
    if ("file" in entry) == ("script" in entry):
        raise HarnessError(f"{path}: a transaction has either file or script")
    weight = entry.get("weight", 1)
    if type(weight) is not int or not 1 <= weight <= _MOST_WEIGHT:
        raise HarnessError(
            f"{path}: a weight is a whole number from 1 to {_MOST_WEIGHT}; found {quoted(weight)}"
        )
    enabled = entry.get("enabled", True)
    if type(enabled) is not bool:
        raise HarnessError(f"{path}: enabled is true or false; found {quoted(enabled)}")
    if "file" in entry:
        place = _beside(path, entry["file"])
        script = parsed(settings_at(str(place)), file=str(place))
        name = str(entry.get("name", place.stem))
    else:
        script, name = parsed(entry["script"], file=str(path)), str(entry["name"])
    return Transaction(name, weight, script, enabled)


def _beside(path: Path, name: str) -> Path:
    """Return where a script stands: in the workload's folder or below it, also after links are followed.

    A workload that came from somewhere else shall not reach what lies elsewhere on this machine; its text
    would stand in messages and in the database.
    """
    place = path.parent / name
    if not place.resolve().is_relative_to(path.parent.resolve()):
        raise HarnessError(
            f"{path}: {quoted(name)} is not in the workload's folder; put the script beside the file"
        )
    if place.exists() and not place.is_file():
        raise HarnessError(f"{path}: {quoted(name)} is no file")
    return place


def _schema(path: Path, entries: list[Mapping[str, Any]]) -> Schema:
    names = [checked_name(f"{path}: table", entry["name"]) for entry in entries]
    if again := _twice(names):
        raise HarnessError(f"{path}: two tables are called {quoted(again)}; give each a name of its own")
    tables = tuple(_table(path, entry, names) for entry in entries)
    numbers = {table.name: entry["rows"] for table, entry in zip(tables, entries, strict=True)}
    for name, number in numbers.items():
        if type(number) is not int or not 1 <= number <= _MOST_ROWS:
            raise HarnessError(
                f"{path}: table {quoted(name)}: rows must be a whole number from 1 to {_MOST_ROWS}; "
                f"found {quoted(number)}"
            )
    taken = [f"{table.name}_{number}" for table in tables for number, _ in enumerate(table.indexes, start=1)]
    for name in numbers:
        if name in (*taken, *(f"{other}_pkey" for other in names)):
            raise HarnessError(f"{path}: table {quoted(name)}: an index has that name; take another one")

    def sizes(scale: float) -> Sizes:
        return {name: max(1, round(number * scale)) for name, number in numbers.items()} | {"next": 0}

    return Schema(str(path), tables, sizes)


def _table(path: Path, entry: Mapping[str, Any], names: list[str]) -> Table:
    name = entry["name"]
    where = f"{path}: table {quoted(name)}"
    try:
        columns = tuple(column(key, text, names) for key, text in entry["columns"].items())
    except HarnessError as problem:
        raise HarnessError(f"{where}, {problem}") from None
    kinds = {column.name: column.kind for column in columns}
    paths = [entry["key"], *entry.get("indexes", ())]
    for given in paths:
        if not isinstance(given, list) or not given:
            raise HarnessError(f"{where}: a key or an index is a list of columns; found {quoted(given)}")
        for one in given:
            if not isinstance(one, str) or kinds.get(one) != "int":
                raise HarnessError(f"{where}: {quoted(one)} in a key or an index is no column of numbers")
    selective = entry.get("selective", False)
    if type(selective) is not bool:
        raise HarnessError(f"{where}: selective is true or false; found {quoted(selective)}")
    key, *indexes = map(tuple, paths)
    return Table(name, columns, key, tuple(indexes), name, selective)


def _twice(names: Iterable[str]) -> str | None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return None
