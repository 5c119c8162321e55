"""Statements of the record layer made ready: planned once, then run as functions of their variables."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from operator import eq, ge, gt, itemgetter, le, lt
from typing import Any

from ahp.errors import InputError, quoted
from ahp.frozen import dataclass
from ahp.harness.engines.base import Call, several
from ahp.harness.engines.record_sql import (
    Condition,
    Delete,
    Field,
    Insert,
    Literal,
    Select,
    Sum,
    Term,
    Update,
    Variable,
    query,
)
from ahp.harness.engines.records import Codec, Path, Records
from ahp.harness.scripts import Statement

Values = Sequence[Any]
Row = tuple[Any, ...]
Made = Callable[[Row, Values], Any]
"""A term made ready: given the row at hand, its columns as stored, and the values of the variables."""

_SIGNS = {"=": eq, "<": lt, "<=": le, ">": gt, ">=": ge}


def ready(records: Records, statement: Statement) -> Call:
    """Return a statement made ready to run on the records.

    Raises
    ------
    InputError
        If it is beyond the record layer, or names a table or a column that is not there.
    """
    asked = query(statement)
    match asked:
        case Select():
            rows = _select(records, asked)
            if statement.gets:

                def first(values: Values) -> Row | None:
                    found = rows(values)
                    if len(found) > 1:
                        raise several(statement, len(found))
                    return found[0] if found else None

                return first

            def read(values: Values) -> None:
                rows(values)

            return read
        case Insert():
            return _insert(records, asked)
        case Update():
            return _update(records, asked)
        case Delete():
            return _delete(records, asked)


@dataclass(frozen=True)
class _Plan:
    """How rows are found: along a path with its first columns given, then filtered."""

    path: Path
    given: tuple[Made, ...]
    tests: tuple[tuple[int, Callable[[Any, Any], bool], Made], ...]
    one: bool


def _plan(records: Records, codec: Codec, where: tuple[Condition, ...]) -> _Plan:
    for condition in where:
        _place(codec, condition.column)
    equal = {condition.column: condition for condition in where if condition.sign == "="}

    def fit(path: Path) -> int:
        count = 0
        while count < len(path.columns) and path.columns[count] in equal:
            count += 1
        return count

    primary = codec.paths[0]
    path = primary if fit(primary) == len(primary.columns) else max(codec.paths, key=fit)
    used = path.columns[: fit(path)]
    tests = tuple(
        (codec.place[c.column], _SIGNS[c.sign], _term(records, codec, c.term))
        for c in where
        if c.column not in used or c is not equal.get(c.column)
    )
    given = tuple(_term(records, codec, equal[name].term) for name in used)
    return _Plan(path, given, tests, path is primary and len(used) == len(primary.columns))


def _finder(
    records: Records, codec: Codec, where: tuple[Condition, ...]
) -> Callable[[Values], Iterator[Row]]:
    """Return what finds the rows that fulfil conditions, in the order of the path taken."""
    plan = _plan(records, codec, where)
    primary, path, tests = codec.paths[0], plan.path, plan.tests
    prefix, given, decode = path.prefix, plan.given, codec.row
    of_key = [path.full.index(name) for name in primary.columns]

    def found(values: Values) -> Iterator[Row]:
        start = prefix([term((), values) for term in given])
        if plan.one:
            value = records.get(start)
            candidates = iter(() if value is None else (decode(value),))
        elif path is primary:
            candidates = (decode(value) for _, value in records.walk(start))
        else:
            candidates = _by_index(start)
        if not tests:
            return candidates
        return (
            row
            for row in candidates
            if all(sign(row[place], term(row, values)) for place, sign, term in tests)
        )

    def _by_index(start: bytes) -> Iterator[Row]:
        for key, _ in records.walk(start):
            numbers = path.numbers(key)
            value = records.get(primary.prefix([numbers[place] for place in of_key]))
            if value is not None:
                yield decode(value)

    return found


def _select(records: Records, asked: Select) -> Callable[[Values], list[Row]]:
    codec = records.codec(asked.table)
    found = _finder(records, codec, asked.where)
    if asked.aggregate is not None:
        return _aggregate(codec, asked, found)
    places = [_place(codec, name) for name in asked.columns]
    shown = (lambda row, place=places[0]: (row[place],)) if len(places) == 1 else itemgetter(*places)
    limit = _term(records, codec, asked.limit) if asked.limit is not None else None
    order = [(_place(codec, name), descending) for name, descending in asked.order]
    along = _walks_in_order(records, codec, asked)

    def run(values: Values) -> list[Row]:
        rows = found(values)
        most = limit((), values) if limit is not None else None
        if order and not along:
            every = list(rows)
            for place, descending in reversed(order):
                every.sort(key=itemgetter(place), reverse=descending)
            return [shown(row) for row in every[:most]]
        if most is None:
            return [shown(row) for row in rows]
        return [shown(row) for _, row in zip(range(most), rows, strict=False)]  # reads no row too many

    return run


def _walks_in_order(records: Records, codec: Codec, asked: Select) -> bool:
    """Say whether the path gives the rows in the order that is asked for."""
    plan = _plan(records, codec, asked.where)
    if any(descending for _, descending in asked.order):
        return False
    names = [name for name, _ in asked.order]
    return plan.one or list(plan.path.full[len(plan.given) :][: len(names)]) == names


def _aggregate(
    codec: Codec, asked: Select, found: Callable[[Values], Iterator[Row]]
) -> Callable[[Values], list[Row]]:
    if asked.aggregate == "COUNT":
        return lambda values: [(sum(1 for _ in found(values)),)]
    place = _place(codec, asked.columns[0])
    summaries: dict[str | None, Callable[[list[Any]], Any]] = {"SUM": sum, "MIN": min, "MAX": max}
    summary = summaries[asked.aggregate]

    def run(values: Values) -> list[Row]:
        column = [row[place] for row in found(values)]
        return [(summary(column) if column else None,)]

    return run


def _insert(records: Records, asked: Insert) -> Call:
    codec = records.codec(asked.table)
    terms = {name: _term(records, codec, term) for name, term in asked.values}
    for name in terms:
        _place(codec, name)
    if missing := [name for name in codec.stored if name not in terms]:
        raise InputError(f"an INSERT into {quoted(asked.table)} leaves out {quoted(missing[0])}")
    in_order = [terms[name] for name in codec.stored]
    primary = codec.paths[0]

    def run(values: Values) -> None:
        row = tuple([term((), values) for term in in_order])
        if records.get(primary.key(row)) is not None:
            raise InputError(f"a row of {quoted(asked.table)} with this key is there already", found=row[0])
        records.write(codec.changes(row))

    return run


def _update(records: Records, asked: Update) -> Call:
    codec = records.codec(asked.table)
    found = _finder(records, codec, asked.where)
    terms = [(_place(codec, name), _term(records, codec, term)) for name, term in asked.values]
    changed = {name for name, _ in asked.values}
    if held := changed & set(codec.table.key):
        raise InputError(f"an UPDATE of the key column {quoted(min(held))} is beyond the record layer")
    primary = codec.paths[0]
    moved = [path for path in codec.paths[1:] if changed & set(path.columns)]

    def run(values: Values) -> None:
        for row in list(found(values)):
            new = list(row)
            for place, term in terms:
                new[place] = term(row, values)
            changes: dict[bytes, bytes | None] = {primary.key(row): codec.value(new)}
            for path in moved:
                old_key, new_key = path.key(row), path.key(new)
                if old_key != new_key:
                    changes[old_key] = None
                    changes[new_key] = b""
            records.write(changes)

    return run


def _delete(records: Records, asked: Delete) -> Call:
    codec = records.codec(asked.table)
    found = _finder(records, codec, asked.where)

    def run(values: Values) -> None:
        for row in list(found(values)):
            records.write({path.key(row): None for path in codec.paths})

    return run


def _term(records: Records, codec: Codec, term: Term) -> Made:
    match term:
        case Literal(value):
            return lambda row, values: value
        case Variable(place):
            return lambda row, values: values[place]
        case Field(name):
            column = _place(codec, name)
            return lambda row, values: row[column]
        case Sum(left, right, sign):
            one, other = _term(records, codec, left), _term(records, codec, right)
            return lambda row, values: one(row, values) + sign * other(row, values)
        case Select():
            rows = _select(records, term)

            def only(row: Row, values: Values) -> Any:  # noqa: ANN401 - whatever the column holds
                got = rows(values)
                if len(got) != 1:
                    raise InputError(f"a sub-query of {quoted(term.table)} gave {len(got)} rows, not one")
                return got[0][0]

            return only


def _place(codec: Codec, name: str) -> int:
    if name not in codec.place:
        raise InputError(f"{quoted(codec.table.name)} has no column {quoted(name)}")
    return codec.place[name]
