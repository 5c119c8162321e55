"""The expressions of a script (`random(1, :customers) + 1`), checked once and written out for a driver.

What is understood of pgbench's language: whole and decimal numbers, variables, `+ - * / % |`, comparisons,
`and`, `or`, `not`, and the functions `abs`, `greatest`, `least`, `random`, `random_exponential`,
`random_gaussian` and `random_zipfian`, each as its manual defines it. Division of whole numbers truncates
towards zero, as in C.
"""

from __future__ import annotations

import ast
import math
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
    """

    variable: Callable[[str], str]
    call: Callable[[str, list[str]], str]
    binary: Callable[[str, str, str], str]
    words: Mapping[str, str]


def written(expression: str, dialect: Dialect) -> str:
    """Return an expression of a script in another language.

    Raises
    ------
    InputError
        If it is not in the language, or takes a function or an operator that is not known.
    """
    return _write(_tree(expression), expression, dialect)


def variables(expression: str) -> frozenset[str]:
    """Return the variables that an expression needs.

    Examples
    --------
    >>> sorted(variables("random(1, :n) + :offset"))
    ['n', 'offset']
    """
    return frozenset(node.id for node in ast.walk(_tree(expression)) if isinstance(node, ast.Name)) - set(
        FUNCTIONS
    )


def _tree(expression: str) -> ast.expr:
    text = re.sub(r":([A-Za-z_])", r" \1", expression).replace("<>", "!=")
    text = re.sub(r"(?<![<>!=])=(?!=)", "==", text)
    text = re.sub(r"\b(AND|OR|NOT)\b", lambda match: match[0].lower(), text)
    try:
        return ast.parse(text.strip(), mode="eval").body
    except SyntaxError:
        raise InputError("not an expression that is understood", found=expression) from None


def _write(node: ast.expr, whole: str, dialect: Dialect) -> str:
    def part(inner: ast.expr) -> str:
        return _write(inner, whole, dialect)

    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return repr(node.value)
    if isinstance(node, ast.Name):
        return dialect.variable(node.id)
    if isinstance(node, ast.BinOp) and type(node.op) in _BINARY:
        return dialect.binary(_BINARY[type(node.op)], part(node.left), part(node.right))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        return f"(-{part(node.operand)})"
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        return f"({dialect.words['not']} {part(node.operand)})"
    if isinstance(node, ast.BoolOp):
        word = dialect.words["and" if isinstance(node.op, ast.And) else "or"]
        return "(" + f" {word} ".join(map(part, node.values)) + ")"
    if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in _COMPARISON:
        sign = _COMPARISON[type(node.ops[0])]
        return f"({part(node.left)} {dialect.words.get(sign, sign)} {part(node.comparators[0])})"
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and not node.keywords:
        return _call(node.func.id, [part(argument) for argument in node.args], whole, dialect)
    raise InputError("not an expression that is understood", found=whole)


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


def _python_binary(sign: str, left: str, right: str) -> str:
    if sign == "/":
        return f"divided({left}, {right})"
    if sign == "%":
        return f"remainder({left}, {right})"
    return f"({left} {sign} {right})"


def _python_call(name: str, arguments: list[str]) -> str:
    if name == "random":
        low, high = arguments
        if low.isdigit() and high.isdigit():  # the usual case, without a call
            return f"({low} + int(uniform() * {int(high) - int(low) + 1}))"
        return f"between({low}, {high}, uniform)"
    inner = {"greatest": "max", "least": "min"}.get(name, name)
    if name in ("greatest", "least"):
        return f"{inner}(({', '.join(arguments)},))"
    more = ["uniform"] if name.startswith("random") else []
    return f"{inner}({', '.join([*arguments, *more])})"


def python(variable: Callable[[str], str]) -> Dialect:
    """Return the dialect of the Python driver; its texts need :data:`PYTHON_NAMES`, and `uniform`."""
    words = {"and": "and", "or": "or", "not": "not"}
    return Dialect(variable, _python_call, _python_binary, words)


def between(low: int, high: int, uniform: Callable[[], float]) -> int:
    """Return a whole number from `low` to `high`, both included, all equally likely (to 1 in 2**53)."""
    return int(low) + int(uniform() * (int(high) - int(low) + 1))


def random_exponential(low: int, high: int, rate: float, uniform: Callable[[], float]) -> int:
    """Return a draw whose density falls as exp(-rate x) over the interval, as pgbench defines it."""
    cut = math.exp(-rate)
    share = -math.log(cut + (1 - cut) * (1.0 - uniform())) / rate
    return int(low) + min(int((high - low + 1) * share), int(high - low))


def random_gaussian(low: int, high: int, half_width: float, uniform: Callable[[], float]) -> int:
    """Return a draw from a normal distribution around the middle, cut `half_width` deviations from it."""
    while True:
        length = math.sqrt(-2.0 * math.log(1.0 - uniform()))
        deviations = length * math.sin(2.0 * math.pi * uniform())
        if -half_width <= deviations < half_width:
            return int(low) + int((high - low + 1) * (deviations + half_width) / (2.0 * half_width))


def random_zipfian(low: int, high: int, exponent: float, uniform: Callable[[], float]) -> int:
    """Return a draw whose k-th value is as likely as k**-exponent, exponent > 1.

    By rejection (Devroye 1986, chapter X.6.1), as pgbench does it.
    """
    number = high - low + 1
    base = 2.0 ** (exponent - 1.0)
    while True:
        u, v = 1.0 - uniform(), uniform()
        x = math.floor(u ** (-1.0 / (exponent - 1.0))) if u > 1e-300 else math.inf
        if x > number:
            continue
        t = (1.0 + 1.0 / x) ** (exponent - 1.0)
        if v * x * (t - 1.0) / (base - 1.0) <= t / base:
            return int(low) + int(x) - 1


def divided(left: float, right: float) -> float:
    """Return a quotient; of whole numbers a whole one, cut towards zero.

    Examples
    --------
    >>> divided(-7, 2), divided(-7.0, 2)
    (-3, -3.5)
    """
    if isinstance(left, int) and isinstance(right, int):
        quotient = abs(left) // abs(right)
        return quotient if (left < 0) == (right < 0) else -quotient
    return left / right


def remainder(left: float, right: float) -> float:
    """Return what is left over by :func:`divided`; it has the sign of the dividend."""
    return left - right * int(divided(left, right))


PYTHON_NAMES: Mapping[str, Callable[..., float]] = {
    function.__name__: function
    for function in (between, random_exponential, random_gaussian, random_zipfian, divided, remainder)
}
"""What the Python dialect calls, by name; `uniform` is the client's own source of numbers in [0, 1)."""
