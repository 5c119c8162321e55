"""The part of SQL that a record layer over keys and values can run, parsed.

::

    SELECT a, b FROM t WHERE k = :k [AND …] [ORDER BY c [DESC], …] [LIMIT 10]
    SELECT COUNT(*) | SUM(c) | MIN(c) | MAX(c) FROM t WHERE …
    INSERT INTO t (a, b) VALUES (:a, (SELECT c FROM u WHERE k = :k))
    UPDATE t SET a = :a, b = b + 1 WHERE k = :k
    DELETE FROM t WHERE k = :k

Conditions compare a column of the table with a value (`= < <= > >=`), values are numbers, text, variables,
columns, sums and differences of these, and sub-queries that give one value.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import NoReturn, TypeVar

from ahp.errors import InputError
from ahp.harness.scripts.script import Statement

T = TypeVar("T")

_TOKEN = re.compile(
    r"\s*(?:(?P<text>'(?:[^']|'')*')|(?P<number>\d+)|:(?P<variable>\w+)|(?P<word>[A-Za-z_]\w*)"
    r'|"(?P<name>[A-Za-z_]\w*)"'
    r"|(?P<sign><=|>=|[-+*(),=<>;]))"
)
_AGGREGATES = ("COUNT", "SUM", "MIN", "MAX")


@dataclass(frozen=True)
class Literal:
    """A value that stands in the statement."""

    value: int | str


@dataclass(frozen=True)
class Variable:
    """A variable: the value at a place, from 0."""

    place: int


@dataclass(frozen=True)
class Field:
    """A column of the row at hand."""

    name: str


@dataclass(frozen=True)
class Sum:
    """Two terms added, or the second taken from the first."""

    left: Term
    right: Term
    sign: int


@dataclass(frozen=True)
class Condition:
    """A column against a value."""

    column: str
    sign: str
    term: Term


@dataclass(frozen=True)
class Select:
    """A query of one table; with `aggregate`, one number over a column (`*` for rows)."""

    table: str
    columns: tuple[str, ...]
    where: tuple[Condition, ...]
    order: tuple[tuple[str, bool], ...] = ()
    limit: Term | None = None
    aggregate: str | None = None


@dataclass(frozen=True)
class Insert:
    """A row of values, by column."""

    table: str
    values: tuple[tuple[str, Term], ...]


@dataclass(frozen=True)
class Update:
    """New values for some columns of the rows that fulfil the conditions."""

    table: str
    values: tuple[tuple[str, Term], ...]
    where: tuple[Condition, ...]


@dataclass(frozen=True)
class Delete:
    """The rows that fulfil the conditions go."""

    table: str
    where: tuple[Condition, ...]


Term = Literal | Variable | Field | Sum | Select
Query = Select | Insert | Update | Delete


def query(statement: Statement) -> Query:
    """Return what a statement asks for.

    Raises
    ------
    InputError
        If it is beyond this part of SQL; with the place at which it leaves it.

    Examples
    --------
    >>> query(Statement("DELETE FROM t WHERE id = :id")).where
    (Condition(column='id', sign='=', term=Variable(place=0)),)
    """
    return _Parser(statement.sql).query()


class _Parser:
    def __init__(self, sql: str) -> None:
        self._sql = sql
        self._tokens: list[tuple[str, str]] = []
        self._next = 0
        self._variables = 0
        place = 0
        text = sql.rstrip()
        while place < len(text):
            match = _TOKEN.match(text, place)
            if match is None:
                self._fail(text[place:].lstrip()[:20])
            self._tokens.append((match.lastgroup or "", match[match.lastgroup or 0]))
            place = match.end()

    def query(self) -> Query:
        word = self._word()
        found: Query
        if word == "SELECT":
            found = self._select()
        elif word == "INSERT":
            found = self._insert()
        elif word == "UPDATE":
            found = self._update()
        elif word == "DELETE":
            self._expect("FROM")
            found = Delete(self._name(), self._where())
        else:
            self._fail(word)
        if self._next < len(self._tokens):
            self._fail(self._tokens[self._next][1])
        return found

    def _select(self) -> Select:
        aggregate = None
        if self._peek().upper() in _AGGREGATES and self._peek(1) == "(":
            aggregate = self._word()
            self._expect("(")
            columns = ["*" if self._accept("*") else self._name()]
            self._expect(")")
            if self._accept("AS"):
                self._name()
        else:
            columns = self._several(self._name)
        self._expect("FROM")
        table, where = self._name(), self._where()
        order: list[tuple[str, bool]] = []
        if self._accept("ORDER"):
            self._expect("BY")
            order = self._several(self._direction)
        limit = self._term() if self._accept("LIMIT") else None
        return Select(table, tuple(columns), where, tuple(order), limit, aggregate)

    def _direction(self) -> tuple[str, bool]:
        name = self._name()
        if self._accept("DESC"):
            return name, True
        self._accept("ASC")
        return name, False

    def _insert(self) -> Insert:
        self._expect("INTO")
        table = self._name()
        self._expect("(")
        names = self._several(self._name)
        self._expect(")")
        self._expect("VALUES")
        self._expect("(")
        terms = self._several(self._term)
        self._expect(")")
        if len(names) != len(terms):
            self._fail(f"{len(names)} columns and {len(terms)} values")
        return Insert(table, tuple(zip(names, terms, strict=True)))

    def _update(self) -> Update:
        table = self._name()
        self._expect("SET")
        return Update(table, tuple(self._several(self._assignment)), self._where())

    def _assignment(self) -> tuple[str, Term]:
        name = self._name()
        self._expect("=")
        return name, self._term()

    def _where(self) -> tuple[Condition, ...]:
        return tuple(self._several(self._condition, "AND")) if self._accept("WHERE") else ()

    def _condition(self) -> Condition:
        column, sign = self._name(), self._take()[1]
        if sign not in ("=", "<", "<=", ">", ">="):
            self._fail(sign)
        return Condition(column, sign, self._term())

    def _term(self) -> Term:
        found = self._factor()
        while self._peek() in ("+", "-"):
            sign = 1 if self._take()[1] == "+" else -1
            found = Sum(found, self._factor(), sign)
        return found

    def _factor(self) -> Term:
        kind, text = self._take()
        if kind == "number":
            return Literal(int(text))
        if kind == "text":
            return Literal(text[1:-1].replace("''", "'"))
        if kind == "variable":
            self._variables += 1
            return Variable(self._variables - 1)
        if kind in ("word", "name"):
            return Field(text)
        if text == "-":
            return Sum(Literal(0), self._factor(), -1)
        if text == "(":
            inner = self._select() if self._accept("SELECT") else self._term()
            self._expect(")")
            return inner
        self._fail(text)

    def _several(self, one: Callable[[], T], between: str = ",") -> list[T]:
        found = [one()]
        while self._accept(between):
            found.append(one())
        return found

    def _take(self) -> tuple[str, str]:
        if self._next >= len(self._tokens):
            self._fail("the end")
        self._next += 1
        return self._tokens[self._next - 1]

    def _peek(self, ahead: int = 0) -> str:
        place = self._next + ahead
        return self._tokens[place][1] if place < len(self._tokens) else ""

    def _accept(self, text: str) -> bool:
        if self._peek().upper() != text or self._tokens[self._next][0] == "name":
            return False
        self._next += 1
        return True

    def _expect(self, text: str) -> None:
        if not self._accept(text):
            self._fail(self._peek() or "the end")

    def _word(self) -> str:
        return self._take()[1].upper()

    def _name(self) -> str:
        kind, text = self._take()
        if kind not in ("word", "name"):
            self._fail(text)
        return text

    def _fail(self, found: str) -> NoReturn:
        raise InputError(
            "this statement is beyond what an embedded engine understands",
            found=found,
            advice=f"run it on an SQL engine: {' '.join(self._sql.split())[:100]}",
        )
