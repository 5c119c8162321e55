r"""A transaction as a script, in the dialect of pgbench: the one text that drivers and engines work from.

::

    \set id random(1, :customers)      a draw or a sum, into a variable
    BEGIN;
    SELECT name FROM customers WHERE id = :id \gset     the row's columns become variables
    \if :id > 10
    UPDATE customers SET calls = calls + 1 WHERE id = :id;
    \endif
    \repeat line 1 15                  not pgbench's: written out fifteen times, `:line` 1 to 15 in it
    INSERT INTO calls (customer, line) VALUES (:id, :line);
    \endrepeat
    COMMIT;

pgbench runs the text, what is repeated written out; the Python driver and the generator of sysbench's Lua run
the steps that it is parsed into here. Variables are numbers; each client keeps its own from one transaction
to the next. `:client_id` and the constants of the data set are given.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass

from ahp.errors import InputError, quoted
from ahp.notebook import NotebookFace

_NAME = r"[A-Za-z_][A-Za-z0-9_]*"
# A string, a quoted name, a comment, a cast and a variable, whichever comes first.
_TOKEN = re.compile(rf"'(?:[^']|'')*'|\"[^\"]*\"|--[^\n]*|::|:({_NAME})")
_REPEATED = re.compile(
    rf"^[ \t]*\\repeat[ \t]+({_NAME})[ \t]+(\d{{1,4}})[ \t]+(\d{{1,4}})[ \t]*\n(.*?)^[ \t]*\\endrepeat\b",
    re.M | re.S,
)
_LONGEST = 1 << 19
_END = re.compile(r"'(?:[^']|'')*'|\"[^\"]*\"|--[^\n]*|;|\\gset\b")


@dataclass(frozen=True)
class Set:
    """A variable takes the value of an expression.

    Attributes
    ----------
    name : str
        The variable.
    expression : str
        In pgbench's language, variables with their colon; see :mod:`ahp.harness.scripts.expressions`.
    """

    name: str
    expression: str


@dataclass(frozen=True)
class Statement(NotebookFace):
    """One SQL statement.

    Attributes
    ----------
    sql : str
        Its text, variables with their colon, without the semicolon.
    gets : bool
        Whether the columns of its one row become variables.
    """

    sql: str
    gets: bool = False

    @property
    def names(self) -> tuple[str, ...]:
        """The variables in the order of their places; one that stands twice is there twice."""
        return tuple(match[1] for match in _TOKEN.finditer(self.sql) if match[1])

    @property
    def verb(self) -> str:
        """Its first word, in capitals."""
        return self.sql.split(None, 1)[0].upper()

    @property
    def reads(self) -> bool:
        """Whether it changes nothing."""
        return self.verb in ("SELECT", "WITH", "VALUES") and "FOR UPDATE" not in self.sql.upper()

    def rendered(self, placeholder: Callable[[int, str], str]) -> str:
        """Return the text with each variable replaced by what stands for it in some dialect.

        Parameters
        ----------
        placeholder : function
            Given the place, from 1, and the variable's name.

        Examples
        --------
        >>> Statement("SELECT ':x' FROM t WHERE a = :a AND b = :a").rendered(lambda place, name: f"${place}")
        "SELECT ':x' FROM t WHERE a = $1 AND b = $2"
        """
        place = 0

        def replaced(match: re.Match[str]) -> str:
            nonlocal place
            if not match[1]:
                return match[0]
            place += 1
            return placeholder(place, match[1])

        return _TOKEN.sub(replaced, self.sql)


@dataclass(frozen=True)
class Begin:
    """A transaction of the database begins."""


@dataclass(frozen=True)
class Commit:
    """It ends, and what it wrote stays."""


@dataclass(frozen=True)
class If:
    """What follows, up to the branch's end, is done if an expression is not 0."""

    expression: str


@dataclass(frozen=True)
class Else:
    """What follows is done if it was 0."""


@dataclass(frozen=True)
class EndIf:
    """The end of a branch."""


Step = Set | Statement | Begin | Commit | If | Else | EndIf


@dataclass(frozen=True)
class Script(NotebookFace):
    """A transaction as text, and the steps it consists of.

    Attributes
    ----------
    text : str
        As pgbench reads it, what is repeated written out.
    steps : tuple of Step
        What is done, in order.
    """

    text: str
    steps: tuple[Step, ...]

    @property
    def statements(self) -> tuple[Statement, ...]:
        """The SQL statements, without the transaction's edges."""
        return tuple(step for step in self.steps if isinstance(step, Statement))

    @property
    def reads(self) -> bool:
        """Whether it changes nothing."""
        return all(statement.reads for statement in self.statements)


def parsed(text: str, *, file: str | None = None) -> Script:
    r"""Return a script from its text.

    Parameters
    ----------
    text : str
        In pgbench's dialect; of its commands, `\set`, `\if`, `\else`, `\endif` and `\gset`; and `\repeat`.
    file : str, optional
        Where it stands, for messages.

    Raises
    ------
    InputError
        If a command is unknown or lacks something, or a branch does not close, with the line.

    Examples
    --------
    >>> parsed("\\set id random(1, :n)\nSELECT a FROM t WHERE id = :id;").statements[0].names
    ('id',)
    """
    if "\0" in text:
        raise InputError(
            "a NUL byte, which no text has", file=file, line=text.count("\n", 0, text.index("\0")) + 1
        )
    try:
        text, origins = _written_out(text)
    except InputError as error:
        raise error.at(file=file) from None
    steps: list[Step] = []
    open_branches: list[tuple[int, bool]] = []  # the line of each, and whether its \\else was there
    position = 0
    while position < len(text):
        rest = text[position:]
        lead = len(rest) - len(rest.lstrip())
        if lead:
            position += lead
            continue
        line = origins[text.count("\n", 0, position)]
        if rest.startswith("--"):
            position += _length_of_line(rest)
            continue
        try:
            if rest.startswith("\\"):
                length = _length_of_line(rest)
                steps.append(_command(rest[:length].strip(), open_branches, line))
            else:
                step, length = _statement(rest)
                if step is not None:
                    steps.append(step)
        except InputError as error:
            raise error.at(file=file, line=line) from None
        position += length
    if open_branches:
        raise InputError("\\if without \\endif", file=file, line=open_branches[-1][0])
    if not any(isinstance(step, Statement) for step in steps):
        raise InputError("a transaction without a statement", file=file, advice="write SQL that ends with ;")
    return Script(text, tuple(steps))


def _written_out(text: str) -> tuple[str, list[int]]:
    """Return a text with its repeated parts written out, and for each of its lines where it stood, from 1."""

    def line_at(position: int) -> int:
        return text.count("\n", 0, position) + 1

    pieces, position = [], 0
    for found in _REPEATED.finditer(text):
        pieces.append((text[position : found.start()], line_at(position)))
        name, first, last, part = found[1], int(found[2]), int(found[3]), found[4]
        if not 0 < (last - first + 1) * len(part) <= _LONGEST:
            raise InputError(
                f"a repetition from {first} to {last}, of {len(part)} characters each",
                line=line_at(found.start()),
                advice=f"count upwards, and write no more than {_LONGEST} characters in all",
            )
        begin = line_at(found.start(4))
        pieces += [(_with_value(part, name, value), begin) for value in range(first, last + 1)]
        position = found.end()
    pieces.append((text[position:] + "\n", line_at(position)))
    origins = [first + place for piece, first in pieces for place in range(piece.count("\n"))]
    return "".join(piece for piece, _ in pieces)[:-1], origins


def _with_value(text: str, name: str, value: int) -> str:
    return _TOKEN.sub(lambda match: str(value) if match[1] == name else match[0], text)


def _length_of_line(text: str) -> int:
    end = text.find("\n")
    return len(text) if end < 0 else end


def _command(text: str, open_branches: list[tuple[int, bool]], line: int) -> Step:
    word, _, rest = text.partition(" ")
    rest = rest.strip()
    if word == "\\set":
        name, _, expression = rest.partition(" ")
        if not re.fullmatch(_NAME, name) or not expression.strip():
            raise InputError("\\set needs a name and an expression", found=text)
        return Set(name, expression.strip())
    if word == "\\if":
        if not rest:
            raise InputError("\\if needs an expression", found=text)
        open_branches.append((line, False))
        return If(rest)
    if word in ("\\else", "\\endif"):
        if not open_branches:
            raise InputError(f"{word} without \\if", found=text)
        begun, turned = open_branches.pop()
        if word == "\\else":
            if turned:
                raise InputError("a second \\else of one \\if", found=text)
            open_branches.append((begun, True))
            return Else()
        return EndIf()
    raise InputError(
        f"{quoted(word)} is not understood",
        advice="the commands are \\set, \\if, \\else, \\endif and \\gset, and around a part that is repeated "
        "\\repeat NAME FIRST LAST and \\endrepeat, not one within another",
    )


def _statement(text: str) -> tuple[Step | None, int]:
    """Return the statement that a text begins with, None if it is empty, and how long it is."""
    for match in _END.finditer(text):
        if match[0] not in (";", "\\gset"):
            continue
        sql = re.sub(r"--[^\n]*", "", text[: match.start()]).strip() if "--" in text[: match.start()] else ""
        sql = sql or text[: match.start()].strip()
        length = match.end()
        if match[0] == "\\gset":
            return Statement(sql, gets=True), length
        word = sql.upper().rstrip()
        if word in ("BEGIN", "START TRANSACTION"):
            return Begin(), length
        if word in ("COMMIT", "END"):
            return Commit(), length
        return (Statement(sql) if sql else None), length
    raise InputError("a statement that does not end", found=text.strip(), advice="end it with ;")
