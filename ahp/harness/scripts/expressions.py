"""The expressions of a script (`random(1, :customers) + 1`), checked once and written out for a driver.

What is understood of pgbench's language: whole and decimal numbers, variables, `+ - * / % |`, comparisons,
`and`, `or`, `not`, and the functions `abs`, `greatest`, `least`, `random`, `random_exponential`,
`random_gaussian` and `random_zipfian`, each as its manual defines it. What its operations do in Python stands
in :mod:`ahp.harness.scripts.arithmetic`.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from ahp.errors import InputError, listed, quoted

FUNCTIONS = {
    "abs": 1,
    "greatest": None,
    "least": None,
    "random": 2,
    "random_exponential": 3,
    "random_gaussian": 3,
    "random_zipfian": 3,
}
"""The functions by name, with how many arguments they take; None: one or more."""

_BINARY: Mapping[type[ast.operator], str] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.Mod: "%",
    ast.BitOr: "|",
}
_COMPARISON: Mapping[type[ast.cmpop], str] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}


@dataclass(frozen=True)
class Dialect:
    """How an expression is written in some language.

    Attributes
    ----------
    variable : function
        A variable's name to its text.
    call : function
        A function's name and its arguments' texts to a call.
    binary : function
        An operator of pgbench's and its two operands' texts to an operation.
    words : mapping of str to str
        What `and`, `or`, `not` and comparisons are called.
    truth : function
        The text of a variable that has to be a truth value to one.
    """

    variable: Callable[[str], str]
    call: Callable[[str, list[str]], str]
    binary: Callable[[str, str, str], str]
    words: Mapping[str, str]
    truth: Callable[[str], str]


def written(expression: str, dialect: Dialect) -> str:
    """Return an expression of a script in another language.

    Raises
    ------
    InputError
        If it is not in the language, takes a function or an operator that is not known, or is too deep.
    """
    try:
        return _write(_tree(expression), expression, dialect)
    except RecursionError:
        raise InputError(
            "an expression of too many parts", found=expression, advice="set variables to some of them"
        ) from None


def _tree(expression: str) -> ast.expr:
    if re.search(r"==|#|\b0[xXoObB]|\b\d\w*_", expression):  # something else in Python
        raise InputError("not an expression that is understood", found=expression)
    expression = re.sub(r"(?<![\w.])0+(?=\d)", "", expression)
    text = re.sub(r":([A-Za-z_])", r" \1", expression).replace("<>", "!=")
    text = re.sub(r"(?<![<>!=])=(?!=)", "==", text)
    text = re.sub(r"\b(AND|OR|NOT)\b", lambda match: match[0].lower(), text)
    try:
        return ast.parse(text.strip(), mode="eval").body
    except (SyntaxError, RecursionError, MemoryError):  # the last two of what is nested too deeply
        raise InputError("not an expression that is understood", found=expression) from None


def _write(node: ast.expr, whole: str, dialect: Dialect) -> str:
    def part(inner: ast.expr) -> str:
        if _logical(inner):
            raise InputError("a truth value where a number is needed", found=whole)
        return _write(inner, whole, dialect)

    def truth(inner: ast.expr) -> str:
        if isinstance(inner, ast.Name):
            return dialect.truth(dialect.variable(inner.id))
        if not _logical(inner):
            raise InputError(
                "a number where a truth value is needed", found=whole, advice="compare it: (x <> 0)"
            )
        return _write(inner, whole, dialect)

    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        below = _number(node.operand)
        if below is not None and below <= 2**63:
            return f"({-below!r})"
    if (number := _number(node)) is not None:
        if abs(number) >= (2**63 if isinstance(number, int) else float("inf")):
            raise InputError("a number that is too large", found=whole)
        return repr(number)
    if isinstance(node, ast.Name):
        return dialect.variable(node.id)
    if isinstance(node, ast.BinOp) and type(node.op) in _BINARY:
        return dialect.binary(_BINARY[type(node.op)], part(node.left), part(node.right))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return dialect.binary("-", "0", part(node.operand))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return f"({dialect.words['not']} {truth(node.operand)})"
    if isinstance(node, ast.BoolOp):
        word = dialect.words["and" if isinstance(node.op, ast.And) else "or"]
        return "(" + f" {word} ".join(map(truth, node.values)) + ")"
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _COMPARISON:
        sign = _COMPARISON[type(node.ops[0])]
        return f"({part(node.left)} {dialect.words.get(sign, sign)} {part(node.comparators[0])})"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        return _call(node.func.id, [part(argument) for argument in node.args], whole, dialect)
    raise InputError("not an expression that is understood", found=whole)


def _number(node: ast.expr) -> int | float | None:
    """Return the number that stands there; a truth value of Python's is none."""
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return node.value  # type: ignore[return-value]
    return None


def _logical(node: ast.expr) -> bool:
    return isinstance(node, ast.Compare | ast.BoolOp) or (
        isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not)
    )


def _call(name: str, arguments: list[str], whole: str, dialect: Dialect) -> str:
    if name not in FUNCTIONS:
        raise InputError(
            f"{quoted(name)} is not a known function", found=whole, advice=f"use one of {listed(FUNCTIONS)}"
        )
    wanted = FUNCTIONS[name]
    if len(arguments) != wanted if wanted is not None else not arguments:
        raise InputError(
            f"{name} takes {wanted or 'one or more'} arguments, not {len(arguments)}", found=whole
        )
    return dialect.call(name, arguments)


_PYTHON = {"+": "plus", "-": "minus", "*": "times", "/": "divided", "%": "remainder", "|": "either"}


def _python_binary(sign: str, left: str, right: str) -> str:
    return f"{_PYTHON[sign]}({left}, {right})"


def _python_call(name: str, arguments: list[str]) -> str:
    if name == "random":
        low, high = arguments
        if low.isdigit() and high.isdigit() and int(low) <= int(high):  # the usual case, without a call
            return f"({low} + int(uniform() * {int(high) - int(low) + 1}))"
        return f"between({low}, {high}, uniform)"
    more = ["uniform"] if name.startswith("random") else []
    return f"{name}({', '.join([*arguments, *more])})"


def python(variable: Callable[[str], str]) -> Dialect:
    """Return the Python driver's dialect; its texts need what :mod:`ahp.harness.scripts.arithmetic` has."""
    words = {"and": "and", "or": "or", "not": "not"}
    return Dialect(variable, _python_call, _python_binary, words, lambda text: f"truth({text})")
