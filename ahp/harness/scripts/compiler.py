"""A client's transactions as Python functions, written out from their scripts and compiled once.

Nothing is looked up or interpreted while the clock runs: a script becomes straight code, its constants
literals, its variables cells of one closure that all of a client's transactions share.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ahp.errors import InputError, TrialError, listed, one_line, quoted
from ahp.harness.engines.base import Call, Session
from ahp.harness.scripts.expressions import PYTHON_NAMES, ArithmeticFault, python, written
from ahp.harness.scripts.script import Begin, Commit, Else, EndIf, If, Script, Set, Statement

_NO_ROW = "no row came of it, and the \\gset after it needs one"


class Nowhere:
    """A connection to no database: to see whether transactions can be made ready, and what the loop costs."""

    def statement(self, statement: Statement) -> Call:
        """Return what answers with numbers where something is gotten."""
        row = tuple([1] * len(gotten(statement))) if statement.gets else None
        return lambda values: row

    def begin(self) -> None:
        """Do nothing."""

    def commit(self) -> None:
        """Do nothing."""

    def rollback(self) -> None:
        """Do nothing."""


def compiled(
    scripts: Sequence[Script],
    connection: Session | Nowhere,
    given: Mapping[str, int],
    uniform: Callable[[], float],
) -> list[Callable[[], None]]:
    """Return one function per script, each doing one transaction.

    Parameters
    ----------
    scripts : sequence of Script
        They share their variables, as a client's scripts do in pgbench.
    connection : Session or Nowhere
        Where the statements go.
    given : mapping of str to int
        Variables that have a value from the start: the data set's constants, `client_id`, `phase`.
    uniform : function
        The source of numbers in [0, 1).

    Raises
    ------
    InputError
        If a script needs a variable that nothing sets. The functions themselves raise a
        :class:`~ahp.errors.TrialError` where pgbench ends: a row that is missing, what cannot be computed.
    """
    changing = {name for script in scripts for name in _assigned(script)}
    read = {name for script in scripts for step in script.statements if step.gets for name in gotten(step)}
    statements: list[Statement] = []
    lines = ["def made(calls, begin, commit, uniform, names, Fault, failed):"]
    lines += [f"    {name} = names[{name!r}]" for name in PYTHON_NAMES]
    lines += [f"    v_{name} = {given.get(name, 0)!r}" for name in sorted(changing)]
    bodies = []
    for number, script in enumerate(scripts):
        bodies += _function(number, script, changing, read, given, statements)
    lines += [f"    call_{number} = calls[{number}]" for number in range(len(statements))]
    lines += [f"    {line}" for line in bodies]
    lines.append(f"    return [{', '.join(f'transaction_{number}' for number in range(len(scripts)))}]")
    space = _run("\n".join(lines), {})
    calls = [connection.statement(statement) for statement in statements]
    made: Callable[..., list[Callable[[], None]]] = space["made"]
    return made(calls, connection.begin, connection.commit, uniform, PYTHON_NAMES, ArithmeticFault, _failed)


def value(expression: str, given: Mapping[str, float]) -> float:
    """Return what an expression without draws is.

    Raises
    ------
    InputError
        If it is not in the language, needs what is not given, or cannot be computed.

    Examples
    --------
    >>> value("greatest(200, 1000 * :scale)", {"scale": 0.5})
    500.0
    """

    def variable(name: str) -> str:
        if name in given:
            return repr(given[name])
        raise InputError(f"nothing sets {quoted(name)}", found=expression, advice=f"use {listed(given)}")

    def undrawn() -> float:
        raise ArithmeticFault("a constant is not drawn")

    try:
        space = _run(f"found = {written(expression, python(variable))}", {**PYTHON_NAMES, "uniform": undrawn})
    except ArithmeticFault as fault:
        raise InputError(str(fault), found=expression) from None
    return float(space["found"])


def _run(text: str, space: dict[str, Any]) -> dict[str, Any]:
    """Return what a text defines that we made: of our names, of numbers and of checked expressions only."""
    try:
        code = compile(text, "<transactions>", "exec")
    except (SyntaxError, RecursionError, MemoryError):
        raise InputError(
            "branches or expressions are nested too deeply", advice="write them flatter"
        ) from None
    exec(code, space)
    return space


def _failed(what: str, problem: object) -> TrialError:
    return TrialError(f"{one_line(what, 120)}: {problem}")


def gotten(statement: Statement) -> tuple[str, ...]:
    r"""Return the variables that a `\gset` sets: the names of the columns that its SELECT lists.

    Examples
    --------
    >>> gotten(Statement("SELECT d.next AS order_id, tax FROM d WHERE id = 1", gets=True))
    ('order_id', 'tax')

    Raises
    ------
    InputError
        If a column has no name of its own that a variable could have.
    """
    if statement.verb != "SELECT":
        raise InputError("\\gset needs a SELECT, whose columns become variables", found=statement.sql)
    upper = statement.sql.upper()
    end = upper.find(" FROM ")
    listed = statement.sql[len("SELECT") : end if end >= 0 else None]
    names, depth, start = [], 0, 0
    for place, character in enumerate(listed + ","):
        depth += (character == "(") - (character == ")")
        if character == "," and depth == 0:
            name = (listed[start:place].split() or [""])[-1].rpartition(".")[2].strip('"').lower()
            if not re.fullmatch("[a-z_][a-z0-9_]*", name):
                raise InputError(
                    "a column before \\gset has no name that a variable can have",
                    found=listed[start:place].strip(),
                    advice="write AS and a name after it",
                )
            names.append(name)
            start = place + 1
    return tuple(names)


def _assigned(script: Script) -> set[str]:
    names = {step.name for step in script.steps if isinstance(step, Set)}
    return names.union(*(gotten(step) for step in script.statements if step.gets))


def _function(
    number: int,
    script: Script,
    changing: set[str],
    read: set[str],
    given: Mapping[str, int],
    statements: list[Statement],
) -> list[str]:
    def variable(name: str) -> str:
        if name in changing:
            return f"v_{name}"
        if name in given:
            return repr(given[name])
        raise InputError(f"nothing sets the variable {quoted(name)}", advice=f"add \\set {name} … before it")

    def counting(name: str) -> str:
        return f"number({variable(name)}, {name!r})" if name in read else variable(name)

    dialect = python(counting)
    lines = [f"def transaction_{number}():"]
    if own := _assigned(script):
        lines.append(f"    nonlocal {', '.join(f'v_{name}' for name in sorted(own))}")
    margin = "    "
    for step in script.steps:
        match step:
            case Set(name, expression):
                lines += _guarded(
                    margin, f"v_{name}", written(expression, dialect), f"\\set {name} {expression}"
                )
            case Begin():
                lines.append(f"{margin}begin()")
            case Commit():
                lines.append(f"{margin}commit()")
            case If(expression):
                lines += _guarded(margin, "found", written(expression, dialect), f"\\if {expression}")
                lines.append(f"{margin}if found:")
                margin += "    "
                lines.append(f"{margin}pass")
            case Else():
                lines.append(f"{margin[:-4]}else:")
                lines.append(f"{margin}pass")
            case EndIf():
                margin = margin[:-4]
            case Statement():
                values = "".join(f"{variable(name)}, " for name in step.names)
                call = f"call_{len(statements)}(({values}))"
                statements.append(step)
                if not step.gets:
                    lines.append(f"{margin}{call}")
                    continue
                lines.append(f"{margin}row = {call}")
                lines.append(f"{margin}if row is None: raise failed({step.sql!r}, {_NO_ROW!r})")
                lines.append(f"{margin}{''.join(f'v_{name}, ' for name in gotten(step))}= row")
    return lines


def _guarded(margin: str, target: str, expression: str, told: str) -> list[str]:
    """Return an assignment whose fault is told with the step; while there is none it costs nothing."""
    return [
        f"{margin}try: {target} = {expression}",
        f"{margin}except Fault as fault: raise failed({told!r}, fault) from None",
    ]
