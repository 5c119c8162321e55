"""A workload as a script for sysbench, in Lua.

The statements' texts hold their values, and results are not freed by hand: bound parameters and `free` crash
sysbench 1.0.20. Each response time is kept in memory and written when the client ends, since sysbench itself
tells no transaction type from another.

Lua's numbers are all double, and what a division gives depends in pgbench on whether both of its numbers are
whole. So scripts for sysbench reckon in whole numbers: a decimal one is refused, and so is the division of
what a query brought, which may be one.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from functools import partial
from pathlib import Path

from ahp.errors import InputError
from ahp.harness.load.base import Load
from ahp.harness.scripts.compiler import gotten
from ahp.harness.scripts.expressions import Dialect, written
from ahp.harness.scripts.script import Begin, Commit, Else, EndIf, If, Script, Set, Statement
from ahp.harness.workloads.base import Sizes, Workload

_MARK = "\0"
CLIENT = Path(__file__).with_name("client.lua")
"""What every script holds, with a mark where the transactions go."""


def lua(
    workload: Workload, sizes: Sizes, load: Load, phase: int, prefix: str, session: str | None = None
) -> str:
    """Return the script.

    Parameters
    ----------
    workload : Workload
        The mix.
    sizes : mapping of str to int
        The constants of its data set.
    load : Load
        How the transactions come.
    phase : int
        0 to warm up, 1 for the window: keys that clients make differ.
    prefix : str
        The path to which each client adds a point and its number for the file it leaves: records of three
        doubles (type, when it was due, when it ended, in nanoseconds), then its retries in digits.
    session : str, optional
        The statement that each client begins with.

    Raises
    ------
    InputError
        If a script has what cannot be written in Lua.
    """
    given: dict[str, int] = {**sizes, "clients": load.clients, "phase": phase}
    unsure = brought([transaction.script for transaction in workload.mix])
    thinks = ", ".join(repr(load.think_s + transaction.think) for transaction in workload.mix)
    rate = "nil" if load.rate is None else repr(load.rate / load.clients)
    count = "nil" if load.transactions is None or phase == 0 else str(load.transactions)
    opening, closing = CLIENT.read_text(encoding="utf-8").split("-- TRANSACTIONS\n")
    lines = [
        f"local SEED, RATE, COUNT = {load.seed % 2**32 + phase}, {rate}, {count}",
        f"local thinks = {{{thinks}}}",
        f"local PREFIX, SESSION = {quoted(prefix)}, {quoted(session) if session else 'nil'}",
        opening,
        "local v = setmetatable({}, {__index = function() return 0 end})",
        *(f"v[{quoted(name)}] = {value}" for name, value in given.items()),
        f"local weights = {{{', '.join(str(transaction.weight) for transaction in workload.mix)}}}",
        "local transactions = {}",
    ]
    for number, transaction in enumerate(workload.mix, start=1):
        lines += _function(number, transaction.script, unsure)
    return "\n".join([*lines, closing])


def _function(number: int, script: Script, brought: Collection[str]) -> list[str]:
    lines = [f"transactions[{number}] = function()"]
    for step in script.steps:
        match step:
            case Set(name, text):
                lines.append(f"  v[{quoted(name)}] = number({expression(text, brought)})")
            case Begin():
                lines.append('  run("BEGIN")')
            case Commit():
                lines.append('  run("COMMIT")')
            case If(text):
                lines.append(f"  if truth({expression(text, brought)}) then")
            case Else():
                lines.append("  else")
            case EndIf():
                lines.append("  end")
            case Statement():
                lines += _statement(step)
    return [*lines, "end"]


def _statement(statement: Statement) -> list[str]:
    opening, *rest = statement.rendered(lambda place, name: _MARK).split(_MARK)
    parts = [quoted(opening)]
    for name, text in zip(statement.names, rest, strict=True):
        parts += [f"literal(v[{quoted(name)}])", quoted(text)]
    told = " .. ".join(parts)
    if not statement.gets:
        return [f"  run({told})"]
    targets = ", ".join(f"v[{quoted(name)}]" for name in gotten(statement))
    return ["  do", f"    local row = first({told})", f"    {targets} = unpack(row)", "  end"]


_NAMES: Mapping[str, str] = {
    "random": "between", "greatest": "math.max", "least": "math.min", "abs": "math.abs",
}  # fmt: skip
_MOST = 2**53  # whole numbers beyond are not all doubles
_DECIMAL = re.compile(r"\(?-?\d*[.e][\d.e+-]*\)?")


def brought(scripts: Sequence[Script]) -> set[str]:
    r"""Return the variables that hold what a query brought, or are set by such.

    Examples
    --------
    >>> from ahp.harness.scripts.script import parsed
    >>> sorted(brought([parsed("SELECT a FROM t \\gset\n\\set b 2 * :a\n\\set c 1\nSELECT :b, :c;")]))
    ['a', 'b']
    """
    steps = [step for script in scripts for step in script.steps]
    found = {name for step in steps if isinstance(step, Statement) and step.gets for name in gotten(step)}
    before: set[str] = set()
    while found != before:
        before = set(found)
        found |= {
            step.name
            for step in steps
            if isinstance(step, Set) and found & set(re.findall(r":(\w+)", step.expression))
        }
    return found


def expression(text: str, brought: Collection[str]) -> str:
    """Return an expression in Lua.

    Raises
    ------
    InputError
        If it is not understood, or cannot be written so that it has the value that it has in pgbench.
    """
    found = _whole(written(text, Dialect(_variable, _call, partial(_binary, brought), _WORDS, _truth)))
    if any(int(number) > _MOST for number in re.findall(r"\b\d{16,}\b(?!\.)", found)):
        raise InputError("a whole number too large for sysbench", found=text, advice="use --driver python")
    return found


_WORDS = {"and": "and", "or": "or", "not": "not", "!=": "~="}


def _variable(name: str) -> str:
    return f"v[{quoted(name)}]"


def _call(name: str, arguments: list[str]) -> str:
    for argument in arguments[:2] if name.startswith("random") else arguments:  # its third may be a decimal
        _whole(argument)
    return f"{_NAMES.get(name, name)}({', '.join(arguments)})"


def _binary(brought: Collection[str], sign: str, left: str, right: str) -> str:
    for part in (left, right):
        _whole(part)
        if sign == "/" and any(_variable(name) in part for name in brought):
            raise InputError(
                "whether what a query brought is a whole number is not known beforehand, so that sysbench "
                "cannot divide it",
                found=f"{left} / {right}",
                advice="use --driver python",
            )
    functions = {"/": "divided", "%": "remainder", "|": "either"}
    return f"{functions[sign]}({left}, {right})" if sign in functions else f"({left} {sign} {right})"


def _whole(text: str) -> str:
    if _DECIMAL.fullmatch(text):
        raise InputError(
            "a decimal number, and scripts for sysbench reckon in whole ones",
            found=text,
            advice="use --driver python",
        )
    return text


def _truth(text: str) -> str:
    # In Lua 0 is true, so that only what is a truth already can be combined.
    raise InputError(
        "and, or, not of a number cannot be written for sysbench", found=text, advice="compare it: (x <> 0)"
    )


def quoted(text: str) -> str:
    """Return a text as Lua writes it."""
    for character, code in (("\\", "\\\\"), ('"', '\\"'), ("\n", "\\n"), ("\r", "\\r")):
        text = text.replace(character, code)
    return f'"{text}"'
