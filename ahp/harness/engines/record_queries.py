"""Statements of the record layer written out as Python, each compiled once to what it does with keys.

A statement is planned from the columns that it compares for equality: it gets a row, or walks along one
prefix. Nothing of that is looked up or interpreted while the clock runs. Of a row only the columns that the
statement needs are taken apart; texts stay bytes. The rows of a query whose columns no variable takes are
read and dropped, as pgbench drops what comes over the wire.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from itertools import islice
from operator import itemgetter
from typing import Any, NamedTuple

from ahp.errors import InputError, quoted
from ahp.harness.engines.base import Call, several
from ahp.harness.engines.record_sql import (
    Condition,
    Delete,
    Field,
    Insert,
    Literal,
    Query,
    Select,
    Sum,
    Term,
    Update,
    Variable,
    query,
)
from ahp.harness.engines.records import SHIFT, Codec, Path, Records
from ahp.harness.scripts.script import Statement


class RecordSession:
    """A session whose statements run on the records of an embedded store.

    Parameters
    ----------
    records : Records
        The rows.
    """

    def __init__(self, records: Records) -> None:
        self.records = records
        self.begin, self.commit, self.rollback = records.begin, records.commit, records.rollback

    def statement(self, statement: Statement) -> Call:
        """Return a statement made ready."""
        return ready(self.records, statement)

    def counted(self, start: int, end: int) -> tuple[Mapping[str, float], Mapping[str, float]]:
        """Return nothing, unless an engine that counts says otherwise."""
        return {}, {}

    def close(self) -> None:
        """Do nothing, unless an engine has something to close."""


def ready(records: Records, statement: Statement) -> Call:
    """Return a statement made ready to run on the records.

    Raises
    ------
    InputError
        If it is beyond the record layer, or names a table or a column that is not there.
    """
    asked = query(statement)
    if not isinstance(asked, Select) or not statement.gets:
        return _compiled(records, statement, asked)
    rows = answers(records, statement)

    def first(values: Sequence[Any]) -> Sequence[Any] | None:
        found = rows(values)
        if len(found) > 1:
            raise several(statement, len(found))
        return found[0] if found else None

    return first


def answers(records: Records, statement: Statement) -> Callable[[Sequence[Any]], list[tuple[Any, ...]]]:
    """Return a query made ready that returns all its rows.

    Raises
    ------
    InputError
        If it is no query, beyond the record layer, or names a table or a column that is not there.
    """
    asked = query(statement)
    if not isinstance(asked, Select):
        raise InputError("only a SELECT has rows", found=statement.sql)
    return _compiled(records, statement, asked, _shown)


_Columns = Mapping[str, str]
"""What the columns of the row at hand are called in the text."""
_Kept = Callable[[Codec, str, _Columns], str]
"""Given a column that a query lists, the text of what is kept of it."""


def _compiled(
    records: Records, statement: Statement, asked: Query, kept: _Kept | None = None
) -> Callable[[Sequence[Any]], Any]:
    writer = _Writer(records)
    if names := "".join(f"v{place}, " for place in range(len(statement.names))):
        writer.line(f"{names}= values")
    match asked:
        case Select():
            writer.line(f"return {writer.select(asked, kept)}")
        case Insert():
            writer.insert(asked)
        case Update():
            writer.update(asked)
        case Delete():
            writer.delete(asked)
    return writer.function()


class _Plan(NamedTuple):
    """How rows are found: along a path with its first columns given, then filtered."""

    path: Path
    given: tuple[Term, ...]
    tests: tuple[Condition, ...]
    one: bool

    def along(self, order: Sequence[tuple[str, bool]]) -> bool:
        """Say whether rows are found in the order that is asked for."""
        names = tuple(name for name, _ in order)
        if any(descending for _, descending in order):
            return False
        return self.one or self.path.full[len(self.given) :][: len(names)] == names


def _plan(codec: Codec, where: tuple[Condition, ...]) -> _Plan:
    equal = {c.column: c for c in where if c.sign == "=" and not _fields(c.term)}

    def fit(path: Path) -> int:
        return next((n for n, name in enumerate(path.columns) if name not in equal), len(path.columns))

    primary = codec.paths[0]
    path = primary if fit(primary) == len(primary.columns) else max(codec.paths, key=fit)
    used = path.columns[: fit(path)]
    given = tuple(equal[name].term for name in used)
    tests = tuple(c for c in where if c.column not in used or c is not equal.get(c.column))
    return _Plan(path, given, tests, path is primary and len(used) == len(primary.columns))


def _fields(term: Term) -> set[str]:
    """Return the columns of the row at hand that a term needs; a sub-query has rows of its own."""
    match term:
        case Field(name):
            return {name}
        case Sum(left, right, _):
            return _fields(left) | _fields(right)
    return set()


class _Row(NamedTuple):
    """What the row at hand is called in the text."""

    key: str
    value: str
    columns: _Columns


class _Writer:
    """The text of a function that runs one statement, and what the names in it stand for.

    The text is made of names, numbers and bytes of our own; nothing of a file goes in as it is.
    """

    def __init__(self, records: Records) -> None:
        self._records = records
        self._lines = ["def run(values):"]
        self._margin = "    "
        self._count = 0
        self._named: dict[str, Any] = {
            "pending": records.pending,
            "get": records.store.get,
            "look": records.get,
            "get_many": records.get_many,
            "walk": records.walk,
            "write": records.write,
            "islice": islice,
            "ordered": _ordered,
            "encoded": _encoded,
            "decoded": _decoded,
            "single": _single,
            "taken": _taken,
        }

    def function(self) -> Callable[[Sequence[Any]], Any]:
        """Return what was written."""
        try:
            code = compile("\n".join(self._lines), "<statement>", "exec")
        except (SyntaxError, RecursionError, MemoryError):
            raise InputError("sub-queries are nested too deeply", advice="write them flatter") from None
        exec(code, self._named)
        run: Callable[[Sequence[Any]], Any] = self._named["run"]
        return run

    def line(self, text: str) -> None:
        """Add a line."""
        self._lines.append(self._margin + text)

    def select(self, asked: Select, kept: _Kept | None) -> str:
        """Write a query, and return the text of a list of what is kept of its rows; None keeps nothing."""
        codec = self._records.codec(asked.table)
        plan, rows, most = _plan(codec, asked.where), self._name("r"), ""
        every = asked.aggregate == "COUNT" and "*" in asked.columns
        listed = [] if every else [_known(codec, name) for name in asked.columns]
        if asked.aggregate == "SUM":
            _check_kind("int", _kind(codec, listed[0]), listed[0])
        order = [] if plan.along(asked.order) else [_known(codec, name) for name, _ in asked.order]
        if asked.limit is not None and asked.aggregate is None:
            most = self._name("m")
            self.line(f"{most} = max(0, {self._term(asked.limit, 'int')})")
        self.line(f"{rows} = []")
        early = "" if order else most
        with self._each(codec, plan, {*listed, *order} if kept else (), early) as row:
            if kept is None:
                self.line(f"{rows}.append(None)" if early and plan.tests else "pass")
            elif not listed:
                self.line(f"{rows}.append(None)")
            elif asked.aggregate is not None:
                self.line(f"{rows}.append({row.columns[listed[0]]})")
            else:
                cells = "".join(f"{kept(codec, name, row.columns)}, " for name in listed)
                sorted_by = "".join(f", {row.columns[name]}" for name in order)
                self.line(f"{rows}.append((({cells}){sorted_by}))")
            if early and plan.tests and not plan.one:
                self.line(f"if len({rows}) >= {early}: break")
        if kept is None:
            return "None"
        if asked.aggregate is not None:
            return self._aggregate(codec, asked.aggregate, listed, rows, kept)
        if order:
            rows = f"ordered({rows}, {[descending for _, descending in asked.order]})"
        return f"{rows}[:{most}]" if most else rows

    def insert(self, asked: Insert) -> None:
        """Write an INSERT."""
        codec = self._records.codec(asked.table)
        terms = {_known(codec, name): term for name, term in asked.values}
        if missing := [name for name in codec.stored if name not in terms]:
            raise InputError(f"an INSERT into {quoted(asked.table)} leaves out {quoted(missing[0])}")
        row = {name: self._name("c") for name in codec.stored}
        for name, called in row.items():
            self.line(f"{called} = {self._term(terms[name], _kind(codec, name))}")
        primary, *others = codec.paths
        self.line(f"k = {self._key(primary, row)}")
        self.line("if (pending[k] if k in pending else get(k)) is not None:")
        self.line(f"    raise taken({asked.table!r}, {row[codec.stored[0]]})")
        entries = "".join(f", {self._key(path, row)}: b''" for path in others)
        self.line(f"write({{k: {self._numbers(codec, row)} + {_texts(codec, row)}{entries}}})")

    def update(self, asked: Update) -> None:
        """Write an UPDATE."""
        codec = self._records.codec(asked.table)
        terms = {_known(codec, name): term for name, term in asked.values}
        if held := terms.keys() & set(codec.table.key):
            raise InputError(f"an UPDATE of the key column {quoted(min(held))} is beyond the record layer")
        moved = [path for path in codec.paths[1:] if terms.keys() & set(path.columns)]
        numbers, texts = (terms.keys() & set(names) for names in (codec.integers, codec.texts))
        wanted = {name for path in moved for name in path.full}.union(*map(_fields, terms.values()))
        for some, every in ((numbers, codec.integers), (texts, codec.texts)):
            wanted |= set(every) - some if some else set()
        self.line("changes = {}")
        with self._each(codec, _plan(codec, asked.where), wanted) as row:
            new = dict(row.columns)
            for name, term in terms.items():
                new[name] = self._name("c")
                self.line(f"{new[name]} = {self._term(term, _kind(codec, name), codec, row.columns)}")
            kept = self._numbers(codec, new) if numbers else f"{row.value}[:{codec.size}]"
            told = _texts(codec, new) if texts else f"{row.value}[{codec.size}:]"
            self.line(f"changes[{row.key}] = {kept} + {told}")
            for path in moved:
                old, entry = self._name("k"), self._name("k")
                self.line(f"{old}, {entry} = {self._key(path, row.columns)}, {self._key(path, new)}")
                self.line(f"if {old} != {entry}: changes[{old}], changes[{entry}] = None, b''")
        self.line("if changes: write(changes)")

    def delete(self, asked: Delete) -> None:
        """Write a DELETE."""
        codec = self._records.codec(asked.table)
        others = codec.paths[1:]
        wanted = {name for path in others for name in path.full}
        self.line("changes = {}")
        with self._each(codec, _plan(codec, asked.where), wanted) as row:
            self.line(f"changes[{row.key}] = None")
            for path in others:
                self.line(f"changes[{self._key(path, row.columns)}] = None")
        self.line("if changes: write(changes)")

    @contextmanager
    def _each(self, codec: Codec, plan: _Plan, wanted: Collection[str], most: str = "") -> Iterator[_Row]:
        """Write what finds rows; what is written inside is done with each, with the first ones if `most`."""
        key, value, path = self._name("k"), self._name("x"), plan.path
        given = dict(zip(path.columns, (self._term(term, "int") for term in plan.given), strict=False))
        self.line(f"{key} = {self._key(path, given)}")
        entries = f"walk({key})" if plan.tests or not most else f"islice(walk({key}), {most})"
        if plan.one:
            self.line(f"{value} = pending[{key}] if {key} in pending else get({key})")
            head = f"if {value} is not None:"
        elif path is codec.paths[0]:
            head = f"for {key}, {value} in {entries}:"
        else:
            own = f"{_primary(codec, path)} for entry, _ in {entries}"
            if plan.tests and most:  # one by one: how many are needed shows as they come
                head = f"for {key}, {value} in ((key, look(key)) for key in ({own})):"
            else:
                self.line(f"{key} = [{own}]")
                head = f"for {key}, {value} in zip({key}, get_many({key})):"
        with ExitStack() as stack:
            stack.enter_context(self._block(head))
            tested = {c.column for c in plan.tests}.union(*(_fields(c.term) for c in plan.tests))
            columns = self._columns(codec, value, {_known(codec, name) for name in (*wanted, *tested)})
            tests = [
                f"{columns[c.column]} {'==' if c.sign == '=' else c.sign} "
                + self._term(c.term, _kind(codec, c.column), codec, columns)
                for c in plan.tests
            ]
            if tests:
                stack.enter_context(self._block(f"if {' and '.join(tests)}:"))
            yield _Row(key, value, columns)

    @contextmanager
    def _block(self, head: str) -> Iterator[None]:
        self.line(head)
        self._margin += "    "
        yield
        self._margin = self._margin[:-4]

    def _columns(self, codec: Codec, value: str, wanted: Collection[str]) -> dict[str, str]:
        """Write what takes some columns out of a row's bytes, and return what they are called."""
        found = {name: self._name("c") for name in codec.integers if name in wanted}
        if found:
            names = "".join(f"{name}, " for name in found.values())
            self.line(f"{names}= {self._call(codec.unpacker(found))}({value})")
        places = [place for place, name in enumerate(codec.texts) if name in wanted]
        if places:
            texts = self._name("t")
            self.line(f"{texts} = {value}[{codec.size}:].split(b'\\0', {places[-1] + 1})")
            found |= {codec.texts[place]: f"{texts}[{place}]" for place in places}
        return found

    def _key(self, path: Path, columns: _Columns) -> str:
        """Return the text of a key, or of what it begins with where only its first columns are there."""
        numbers = [f"{columns[name]} + {SHIFT}" for name in path.full if name in columns]
        return f"{self._call(path.packer(len(numbers)))}({', '.join([str(path.byte), *numbers])})"

    def _numbers(self, codec: Codec, columns: _Columns) -> str:
        return f"{self._call(codec.pack)}({', '.join(columns[name] for name in codec.integers)})"

    def _aggregate(self, codec: Codec, asked: str, listed: Sequence[str], rows: str, kept: _Kept) -> str:
        if asked == "COUNT":
            return f"[(len({rows}), )]"
        found = f"({asked.lower()}({rows}) if {rows} else None)"
        return f"[({kept(codec, listed[0], {listed[0]: found})}, )]"

    def _term(
        self, term: Term, kind: str, codec: Codec | None = None, columns: _Columns | None = None
    ) -> str:
        """Return the text of a value of some kind, given the columns of the row at hand."""
        match term:
            case Literal(value):
                _check_kind(kind, "text" if isinstance(value, str) else "int", value)
                return repr(value.encode() if isinstance(value, str) else value)
            case Variable(place):
                return f"v{place}" if kind == "int" else f"encoded(v{place})"
            case Field(name):
                if codec is None or columns is None:
                    raise InputError(f"the column {quoted(name)} where no row is at hand")
                _check_kind(kind, _kind(codec, name), name)
                return columns[name]
            case Sum(left, right, sign):
                _check_kind(kind, "int", "a sum")
                one, other = (self._term(part, kind, codec, columns) for part in (left, right))
                return f"({one} {'+' if sign > 0 else '-'} {other})"
            case Select():
                inner = self._records.codec(term.table)
                number = term.aggregate in ("COUNT", "SUM")
                _check_kind(kind, "int" if number else _kind(inner, term.columns[0]), term.columns[0])
                rows = self._name("r")
                self.line(f"{rows} = {self.select(term, _inside)}")
                self.line(f"if len({rows}) != 1: raise single({term.table!r}, len({rows}))")
                return f"{rows}[0][0]"

    def _call(self, function: Callable[..., Any]) -> str:
        """Return a name for a function."""
        name = self._name("f")
        self._named[name] = function
        return name

    def _name(self, letter: str) -> str:
        self._count += 1
        return f"{letter}_{self._count}"


def _shown(codec: Codec, name: str, columns: _Columns) -> str:
    """Keep a column as others see it."""
    return f"decoded({columns[name]})" if name in codec.texts else columns[name]


def _inside(codec: Codec, name: str, columns: _Columns) -> str:
    """Keep a column as it is stored, for the statement that a sub-query stands in."""
    return columns[name]


def _primary(codec: Codec, path: Path) -> str:
    """Return the text of a row's primary key, cut out of the `entry` of an index."""
    places = [1 + 8 * path.full.index(name) for name in codec.paths[0].full]
    return " + ".join(
        [repr(bytes([codec.paths[0].byte])), *(f"entry[{place}:{place + 8}]" for place in places)]
    )


def _texts(codec: Codec, columns: _Columns) -> str:
    cells = [columns[name] for name in codec.texts]
    return f"b'\\0'.join(({', '.join(cells)}, ))" if cells else "b''"


def _kind(codec: Codec, name: str) -> str:
    return "text" if _known(codec, name) in codec.texts else "int"


def _known(codec: Codec, name: str) -> str:
    if name not in codec.stored:
        raise InputError(f"{quoted(codec.table.name)} has no column {quoted(name)}")
    return name


def _check_kind(wanted: str, kind: str, found: object) -> None:
    if kind != wanted:
        words = {"int": "a number", "text": "text"}
        raise InputError(f"{words[kind]} where {words[wanted]} is needed", found=str(found))


def _encoded(value: object) -> bytes:
    if not isinstance(value, str):
        raise InputError("a number where text is needed", found=str(value))
    return value.encode()


def _decoded(value: bytes | None) -> str | None:
    return None if value is None else value.decode()


def _ordered(rows: list[tuple[Any, ...]], descending: Sequence[bool]) -> list[Any]:
    """Return the first parts of rows in the order of the others."""
    for place in range(len(descending), 0, -1):
        rows.sort(key=itemgetter(place), reverse=descending[place - 1])
    return [row[0] for row in rows]


def _single(table: str, number: int) -> InputError:
    return InputError(f"a sub-query of {quoted(table)} gave {number} rows, not one")


def _taken(table: str, number: int) -> InputError:
    return InputError(f"a row of {quoted(table)} with this key is there already", found=number)
