"""A workload in files: TOML that names SQL scripts with their weights, and the data. Ours are written so too.

::

    title = "Ledger"
    schema = "order-entry"                     # the data of one of ours, or tables of one's own:

    [constants]                                # for scripts and tables, each of those before it
    accounts = 5000
    entries = "greatest(1000, 200 * :accounts * :scale)"

    [[tables]]
    name = "entries"
    rows = "entries"                           # a constant, or a number at scale 1; `:entries` in the scripts
    key = ["id"]
    indexes = [["account"]]
    columns = { id = "serial", account = "uniform(1, accounts)", remark = "sentence(4, 12)" }
    selective = true                           # one of the tables that MariaDB's row-8-selective compresses

    [[transactions]]
    name = "Book"
    weight = 3
    think = 0.25                               # seconds that a client waits after one
    file = "book.sql"                          # beside the TOML file, or `script` with the text itself

Scripts are in pgbench's dialect (:mod:`ahp.harness.scripts.script`). Further keys: `source`, where types and
weights come from; `scale`, so many times the rows of its data; `exit_share`, the last part of the window
that counts; and `needs_sql`. Where `transactions` is `[]`, the loading itself is what is measured.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ahp.errors import AHPError, HarnessError, listed, quoted
from ahp.files import settings_at, toml_in
from ahp.harness.scripts.compiler import Nowhere, compiled
from ahp.harness.scripts.script import parsed
from ahp.harness.workloads.base import Schema, Table, Transaction, Workload
from ahp.harness.workloads.columns import checked_name, column, constants

_SHIPPED = (
    "order-entry", "calling-circle", "stress-test", "tpcc", "tpcc-read", "tpcc-paced", "iibench",
    "schema-build",
)  # fmt: skip
_KEYS = (
    "title", "source", "schema", "scale", "constants", "tables", "transactions", "exit_share", "needs_sql",
)  # fmt: skip
_MOST_WEIGHT = 10**6
_LONGEST_THINK_S = 3600


def shipped() -> dict[str, Workload]:
    """Return our own workloads by name."""
    found: dict[str, Workload] = {}
    for name in _SHIPPED:
        path = Path(__file__).parent / "shipped" / f"{name}.toml"
        schemas = {mix.schema.name: mix.schema for mix in found.values()}
        found[name] = _workload(path, _parsed(path), schemas, name)
    return found


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
        found = _workload(path, _parsed(path), schemas, str(path))
        _require_values(found)
        return found
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


def _workload(path: Path, found: Mapping[str, Any], schemas: Mapping[str, Schema], name: str) -> Workload:
    if unknown := [key for key in found if key not in _KEYS]:
        raise HarnessError(f"{path}: {quoted(unknown[0])} is not a key of a workload; use {listed(_KEYS)}")
    if ("schema" in found) == ("tables" in found):
        raise HarnessError(f"{path}: give either schema, the name of one of ours, or [[tables]]")
    if "schema" in found:
        if found["schema"] not in schemas:
            raise HarnessError(f"{path}: {quoted(found['schema'])} is no schema; use {listed(schemas)}")
        schema = schemas[found["schema"]].larger(_positive(path, found, "scale"))
        if "constants" in found:
            raise HarnessError(
                f"{path}: constants belong to tables, and schema names the data of another workload"
            )
    else:
        schema = _schema(path, found, name).larger(_positive(path, found, "scale"))
    transactions = tuple(_transaction(path, entry) for entry in found["transactions"])
    enabled = [transaction for transaction in transactions if transaction.enabled]
    if transactions and not enabled:
        raise HarnessError(f"{path}: no transaction is enabled")
    if again := _twice(transaction.name for transaction in transactions):
        raise HarnessError(
            f"{path}: two transactions are called {quoted(again)}; give each a name of its own"
        )
    if (exit_share := _positive(path, found, "exit_share")) > 1:
        raise HarnessError(f"{path}: exit_share is a part of the window, 1 at most; found {exit_share:g}")
    return Workload(
        name,
        str(found.get("title", path.stem)),
        schema,
        transactions,
        str(found.get("source", path.name)),
        _flag(path, found, "needs_sql", False),
        exit_share,
    )


def _require_values(mix: Workload) -> None:
    """Raise an InputError if a script cannot be made ready: it needs what nothing sets, say."""
    given = {**mix.schema.sizes(1.0), "client_id": 0, "clients": 1, "phase": 0}
    compiled([transaction.script for transaction in mix.mix], Nowhere(), given, float)


def _positive(path: Path, found: Mapping[str, Any], key: str) -> float:
    value = found.get(key, 1)
    if type(value) not in (int, float) or not 0 < value < float("inf"):
        raise HarnessError(f"{path}: {key} is a number above 0; found {quoted(value)}")
    return float(value)


def _flag(where: object, found: Mapping[str, Any], key: str, default: bool) -> bool:
    value = found.get(key, default)
    if type(value) is not bool:
        raise HarnessError(f"{where}: {key} is true or false; found {quoted(value)}")
    return value


def _transaction(path: Path, entry: Mapping[str, Any]) -> Transaction:
    if ("file" in entry) == ("script" in entry):
        raise HarnessError(f"{path}: a transaction has either file or script")
    weight = entry.get("weight", 1)
    if type(weight) is not int or not 1 <= weight <= _MOST_WEIGHT:
        raise HarnessError(
            f"{path}: a weight is a whole number from 1 to {_MOST_WEIGHT}; found {quoted(weight)}"
        )
    enabled = _flag(path, entry, "enabled", True)
    think = entry.get("think", 0)
    if type(think) not in (int, float) or not 0 <= think <= _LONGEST_THINK_S:
        raise HarnessError(f"{path}: think is from 0 to {_LONGEST_THINK_S} seconds; found {quoted(think)}")
    if "file" in entry:
        place = _beside(path, entry["file"])
        script = parsed(settings_at(str(place)), file=str(place))
        name = str(entry.get("name", place.stem))
    else:
        script, name = parsed(entry["script"], file=str(path)), str(entry["name"])
    return Transaction(name, weight, script, enabled, float(think))


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


def _schema(path: Path, found: Mapping[str, Any], name: str) -> Schema:
    entries = found["tables"]
    names = [checked_name(f"{path}: table", entry["name"]) for entry in entries]
    if again := _twice(names):
        raise HarnessError(f"{path}: two tables are called {quoted(again)}; give each a name of its own")
    sizes = constants(path, found.get("constants", {}), {entry["name"]: entry["rows"] for entry in entries})
    known = [constant for constant in sizes(1.0) if constant != "next"]
    tables = tuple(_table(path, entry, known) for entry in entries)
    taken = [f"{table.name}_{number}" for table in tables for number, _ in enumerate(table.indexes, start=1)]
    for table in names:
        if table in (*taken, *(f"{other}_pkey" for other in names)):
            raise HarnessError(f"{path}: table {quoted(table)}: an index has that name; take another one")
    return Schema(name, tables, sizes)


def _table(path: Path, entry: Mapping[str, Any], constants: list[str]) -> Table:
    name = entry["name"]
    where = f"{path}: table {quoted(name)}"
    try:
        columns = tuple(column(key, text, constants) for key, text in entry["columns"].items())
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
    selective = _flag(where, entry, "selective", False)
    key, *indexes = map(tuple, paths)
    rows = entry["rows"] if isinstance(entry["rows"], str) else name
    return Table(name, columns, key, tuple(indexes), rows, selective)


def _twice(names: Iterable[str]) -> str | None:
    seen: set[str] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return None
