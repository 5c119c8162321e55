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

A column is filled as a call says: `uniform(1, 5000)`; constants are numbers, and sums of others.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ahp.errors import AHPError, HarnessError, listed, quoted
from ahp.files import settings_at, toml_in
from ahp.harness.scripts.compiler import Nowhere, compiled, value
from ahp.harness.scripts.script import parsed
from ahp.harness.workloads import filling
from ahp.harness.workloads.base import Column, Fill, Schema, Sizes, Table, Transaction, Workload
from ahp.harness.workloads.filling import COUNTRIES, FIRST_NAMES, LAST_NAMES, TOWNS, WORDS

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


_WIDTH = 255
_WIDEST = 10_000
_LONGEST = max(map(len, WORDS))
_NAME = re.compile("[a-z_][a-z0-9_]{0,59}")

Argument = int | str | ast.Name
Arguments = list[Argument]


@dataclass(frozen=True)
class _Filling:
    """A filling with arguments.

    Attributes
    ----------
    made : function
        Makes it.
    form : str
        How it is written, for messages.
    fits : function
        Whether arguments are such.
    width : function or None
        The most characters that come of it; None: numbers do.
    """

    made: Callable[..., Fill]
    form: str
    fits: Callable[[Arguments], bool]
    width: Callable[[Arguments], int] | None = None


def _whole(value: Argument, low: int = -(2**62), high: int = 2**62) -> bool:
    return type(value) is int and low <= value <= high


def _children(given: Arguments) -> bool:
    return len(given) == 1 and _whole(given[0], 1)


def _count(value: Argument) -> bool:
    return isinstance(value, ast.Name) or _whole(value, 1)


def _plain_text(value: Argument) -> bool:
    return isinstance(value, str) and "\0" not in value


def _known(value: Argument) -> bool:
    return isinstance(value, ast.Name) or _whole(value)


def _uniform(given: Arguments) -> bool:
    if len(given) != 2 or not all(map(_known, given)):
        return False
    low, high = given
    return isinstance(low, ast.Name) or isinstance(high, ast.Name) or low <= high  # type: ignore[operator]


def _counted(given: Arguments) -> bool:
    return len(given) > 1 and _whole(given[0], 0, len(given) - 2) and all(map(_count, given[1:]))


def _sentence(given: Arguments) -> bool:
    return len(given) == 2 and all(_whole(one, 1, _WIDEST) for one in given) and given[0] <= given[1]  # type: ignore[operator]


_FILLINGS: Mapping[str, _Filling] = {
    "constant": _Filling(
        filling.constant,
        "constant(NUMBER or a constant's name)",
        lambda given: len(given) == 1 and _known(given[0]),
    ),
    "uniform": _Filling(filling.uniform, "uniform(LEAST, GREATEST), numbers or names of constants", _uniform),
    "parent": _Filling(filling.parent, "parent(CHILDREN, 1 or more)", _children),
    "child": _Filling(filling.child, "child(CHILDREN, 1 or more)", _children),
    "counted": _Filling(filling.counted, "counted(PLACE from 0, COUNT or a constant's name, …)", _counted),
    "counted_from": _Filling(
        lambda start, *place_and_counts: filling.counted(*place_and_counts, start=start),
        "counted_from(START, PLACE from 0, COUNT or a constant's name, …)",
        lambda given: len(given) > 2 and _known(given[0]) and _counted(given[1:]),
    ),
    "sentence": _Filling(
        filling.sentence,
        "sentence(FEWEST, MOST) of words, 1 or more",
        _sentence,
        lambda given: int(given[1]) * (_LONGEST + 1),  # type: ignore[arg-type]
    ),
    "one_of": _Filling(
        lambda *names: filling.one_of(names),
        "one_of('TEXT', …)",
        lambda given: bool(given) and all(map(_plain_text, given)),
        lambda given: max(len(str(text)) for text in given),
    ),
    "digits": _Filling(
        filling.digits,
        "digits('FORM with #')",
        lambda given: len(given) == 1 and _plain_text(given[0]),
        lambda given: len(str(given[0])),
    ),
}  # fmt: skip
_PLAIN: Mapping[str, Fill] = {
    "serial": filling.serial,
    "first_name": filling.one_of(FIRST_NAMES),
    "last_name": filling.one_of(LAST_NAMES),
    "street": filling.street,
    "town": filling.one_of(TOWNS),
    "country": filling.one_of(COUNTRIES),
    "email": filling.email,
}


def checked_name(what: str, name: object) -> str:
    """Return the name of a table or a column.

    Raises
    ------
    HarnessError
        If databases could take it for different names, or for none.
    """
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise HarnessError(
            f"{what} {quoted(name)}: names are of small letters, digits and underscores, 60 at most; "
            "databases read capitals differently"
        )
    return name


def column(name: str, text: object, constants: Collection[str]) -> Column:
    """Return a column from its filling.

    Parameters
    ----------
    name : str
        Its name.
    text : object
        The filling, as it stands in the file.
    constants : collection of str
        The constants that fillings may name, the tables' numbers of rows among them.

    Raises
    ------
    HarnessError
        If the name or the filling is none.
    """
    checked_name("column", name)
    where = f"column {quoted(name)}: {quoted(text)}"
    node = _call(text)
    if isinstance(node, ast.Name) and node.id in _PLAIN:
        return Column(name, "int" if node.id == "serial" else "text", _PLAIN[node.id], _WIDTH)
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in _FILLINGS:
        known = listed([*_PLAIN, *_FILLINGS])
        raise HarnessError(f"{where} is no filling; use {known}")
    how = _FILLINGS[node.func.id]
    given = [_argument(argument) for argument in node.args]
    for one in given:
        if isinstance(one, ast.Name) and one.id not in constants:
            raise HarnessError(f"{where}: {quoted(one.id)} is no constant; use one of {listed(constants)}")
    found = [one for one in given if one is not None]
    if node.keywords or len(found) < len(given) or not how.fits(found):
        raise HarnessError(f"{where} is no filling; write {how.form}")
    fill = how.made(*(one.id if isinstance(one, ast.Name) else one for one in found))
    if how.width is None:
        return Column(name, "int", fill)
    width = how.width(found)
    if width > _WIDEST:
        raise HarnessError(f"{where}: up to {width} characters, and {_WIDEST} at most can be stored")
    return Column(name, "text", fill, max(width, _WIDTH))


def _call(text: object) -> ast.expr | None:
    if not isinstance(text, str):
        return None
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None


def _argument(node: ast.expr) -> Argument | None:
    """Return a number, a text or the name of a table; None for anything else."""
    if isinstance(node, ast.Name):
        return node
    try:
        value = ast.literal_eval(node)
    except (ValueError, TypeError, RecursionError):
        return None
    return value if type(value) in (int, str) else None


_MOST_ROWS = 10**12
_MOST = 2**53 - 1
"""The largest whole number that every driver and engine holds exactly."""
_GIVEN = ("client_id", "clients", "phase", "scale")


def constants(path: Path, written: Mapping[str, Any], rows: Mapping[str, Any]) -> Callable[[float], Sizes]:
    """Return the function that gives the constants at a scale, after a look at what they are at scale 1.

    Parameters
    ----------
    path : Path
        The file, for messages.
    written : mapping
        Constants by name: a whole number, the same at every scale, or an expression of scripts with `:scale`
        and the constants before it, which is rounded.
    rows : mapping
        By table, how many rows it has: a whole number at scale 1, or a constant's name.

    Raises
    ------
    HarnessError
        If one cannot be computed, or is no number of rows.
    """
    for name, given in written.items():
        checked_name(f"{path}: constant", name)
        if name in _GIVEN:
            raise HarnessError(f"{path}: constant {quoted(name)}: it is the harness's own; take another name")
        if not isinstance(given, str) and (type(given) is not int or abs(given) > _MOST):
            raise HarnessError(
                f"{path}: constant {quoted(name)} is a whole number up to {_MOST}, or a sum in quotes; "
                f"found {quoted(given)}"
            )
    numbers = {table: number for table, number in rows.items() if number not in written}

    def sizes(scale: float) -> Sizes:
        found = {table: max(1, round(number * scale)) for table, number in numbers.items()}
        for name, given in written.items():
            try:
                found[name] = round(value(str(given), {**found, "scale": scale}))
            except (AHPError, ValueError, OverflowError) as problem:
                raise HarnessError(f"{path}: constant {quoted(name)}: {problem}") from None
        return {"next": 0, **found}

    for table, number in numbers.items():
        if type(number) is not int or table in written:
            raise HarnessError(
                f"{path}: table {quoted(table)}: rows must be a whole number from 1 to {_MOST_ROWS}, "
                f"or the name of a constant; found {quoted(number)}"
            )
    at_one = sizes(1.0)
    for table, rows_of in rows.items():
        number = at_one[rows_of] if isinstance(rows_of, str) else rows_of
        if not 1 <= number <= _MOST_ROWS:
            raise HarnessError(
                f"{path}: table {quoted(table)}: rows must be a whole number from 1 to {_MOST_ROWS}; "
                f"found {quoted(number)}"
            )
    return sizes
