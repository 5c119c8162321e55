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

    [[transactions]]
    name = "Book"
    weight = 3
    file = "book.sql"                          # beside the TOML file, or `script` with the text itself

Scripts are in pgbench's dialect; see :mod:`ahp.harness.scripts`.
"""

from __future__ import annotations

import ast
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from ahp.errors import AHPError, HarnessError, listed, quoted
from ahp.harness import filling
from ahp.harness.scripts import parsed
from ahp.harness.workloads.base import Column, Fill, Schema, Sizes, Table, Transaction, Workload

_WIDTH = 255
_NUMBERS: Mapping[str, Callable[..., Fill]] = {
    "constant": filling.constant,
    "uniform": filling.uniform,
    "parent": filling.parent,
    "child": filling.child,
    "counted": filling.counted,
}
_TEXTS: Mapping[str, Callable[..., Fill]] = {
    "sentence": filling.sentence,
    "one_of": lambda *names: filling.one_of(names),
    "digits": filling.digits,
}
_PLAIN: Mapping[str, Fill] = {"serial": filling.serial, "street": filling.street, "email": filling.email}


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
        found = tomllib.loads(path.read_text(encoding="utf-8"))
        return _workload(path, found, schemas)
    except OSError as problem:
        raise HarnessError(f"{problem.filename}: cannot be read: {problem.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as problem:
        raise HarnessError(f"{path}: not a TOML file: {problem}") from None
    except HarnessError:
        raise
    except AHPError as problem:
        raise HarnessError(f"{path}: {problem}") from None
    except (KeyError, TypeError, ValueError, AttributeError) as problem:
        what = f"{problem} is missing" if isinstance(problem, KeyError) else str(problem)
        raise HarnessError(f"{path}: not a workload: {what}") from None


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
    if not any(transaction.enabled for transaction in transactions):
        raise HarnessError(f"{path}: no transaction is enabled")
    title = str(found.get("title", path.stem))
    return Workload(str(path), title, schema, transactions, f"{path.name}", needs_sql=False)


def _transaction(path: Path, entry: Mapping[str, Any]) -> Transaction:
    if ("file" in entry) == ("script" in entry):
        raise HarnessError(f"{path}: a transaction has either file or script")
    weight = entry.get("weight", 1)
    if type(weight) is not int or weight < 1:
        raise HarnessError(f"{path}: a weight is a whole number, 1 or more; found {quoted(weight)}")
    if "file" in entry:
        place = path.parent / entry["file"]
        script = parsed(place.read_text(encoding="utf-8"), file=str(place))
        name = str(entry.get("name", place.stem))
    else:
        script, name = parsed(entry["script"], file=str(path)), str(entry["name"])
    return Transaction(name, weight, script, bool(entry.get("enabled", True)))


def _schema(path: Path, entries: list[Mapping[str, Any]]) -> Schema:
    tables = []
    for entry in entries:
        columns = tuple(_column(path, name, text) for name, text in entry["columns"].items())
        kinds = {column.name: column.kind for column in columns}
        key, indexes = tuple(entry["key"]), tuple(tuple(names) for names in entry.get("indexes", ()))
        for name in (*key, *(name for names in indexes for name in names)):
            if kinds.get(name) != "int":
                raise HarnessError(f"{path}: {quoted(name)} in a key or an index is no column of numbers")
        tables.append(Table(entry["name"], columns, key, indexes, entry["name"]))
    numbers = {entry["name"]: int(entry["rows"]) for entry in entries}

    def sizes(scale: float) -> Sizes:
        return {name: max(1, round(number * scale)) for name, number in numbers.items()} | {"next": 0}

    return Schema(str(path), tuple(tables), sizes)


def _column(path: Path, name: str, text: str) -> Column:
    """Return a column from its filling, written as a call: `uniform(1, entries)`."""
    try:
        node = ast.parse(text.strip(), mode="eval").body
    except SyntaxError:
        node = None
    if isinstance(node, ast.Name) and node.id in _PLAIN:
        return Column(name, "int" if node.id == "serial" else "text", _PLAIN[node.id], _WIDTH)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        arguments = [_argument(argument) for argument in node.args]
        if node.func.id in _NUMBERS:
            return Column(name, "int", _NUMBERS[node.func.id](*arguments))
        if node.func.id in _TEXTS:
            return Column(name, "text", _TEXTS[node.func.id](*arguments), _WIDTH)
    known = listed([*_PLAIN, *_NUMBERS, *_TEXTS])
    raise HarnessError(f"{path}: column {quoted(name)}: {quoted(text)} is no filling; use {known}")


def _argument(node: ast.expr) -> int | str:
    if isinstance(node, ast.Name):  # a constant of the data set
        return node.id
    value = ast.literal_eval(node)
    if not isinstance(value, int | str):
        raise ValueError(f"{value!r} is neither a number nor a text")
    return value
