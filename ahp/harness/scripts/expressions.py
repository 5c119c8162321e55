"""The expressions of a script (`random(1, :customers) + 1`), checked once and written out for a driver.

What is understood of pgbench's language: whole and decimal numbers, variables, `+ - * / % |`, comparisons,
`and`, `or`, `not`, and the functions `abs`, `greatest`, `least`, `random`, `random_exponential`,
`random_gaussian` and `random_zipfian`, each as its manual defines it. What its operations do in Python are
the functions of :data:`PYTHON_NAMES`.
"""

from __future__ import annotations

import ast
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal

from ahp.errors import InputError, listed, quoted

_MOST = 2**63 - 1
_LEAST = -(2**63)


class ArithmeticFault(ValueError):
    """What cannot be computed; whoever knows the expression tells it."""


def number(value: object, name: str) -> int | float:
    """Return what a variable counts as that came from a database: there it may be anything.

    Examples
    --------
    >>> number(Decimal("1.10"), "x"), number("17", "x"), number(True, "x")
    (1.1, 17, True)
    """
    if isinstance(value, int | float):
        return value
    if isinstance(value, str | Decimal):
        text = str(value)
        if re.fullmatch(r"[-+]?\d+", text) and _LEAST <= int(text) <= _MOST:
            return int(text)
        if re.fullmatch(r"[-+]?(\d+(\.\d*)?|\.\d+)([eE][-+]?\d+)?", text):
            return float(text)
    what = "NULL" if value is None else f"{str(value)[:40]!r}"
    raise ArithmeticFault(f"the variable {name} is {what}, which is no number")


def truth(value: object) -> bool:
    """Return a truth value; a number is none."""
    if type(value) is bool:
        return value
    raise ArithmeticFault(f"{value!r} where a truth value is needed; compare it: (x <> 0)")


def plus(left: float, right: float) -> float:
    """Return a sum."""
    if type(left) is int and type(right) is int:
        return _whole(left + right)
    return _double(left) + _double(right)


def minus(left: float, right: float) -> float:
    """Return a difference."""
    if type(left) is int and type(right) is int:
        return _whole(left - right)
    return _double(left) - _double(right)


def times(left: float, right: float) -> float:
    """Return a product."""
    if type(left) is int and type(right) is int:
        return _whole(left * right)
    return _double(left) * _double(right)


def divided(left: float, right: float) -> float:
    """Return a quotient; of whole numbers a whole one, cut towards zero.

    Examples
    --------
    >>> divided(-7, 2), divided(-7.0, 2)
    (-3, -3.5)
    """
    if type(left) is int and type(right) is int:
        if right == 0:
            raise ArithmeticFault("division by zero")
        quotient = abs(left) // abs(right)
        return _whole(quotient if (left < 0) == (right < 0) else -quotient)
    over, under = _double(left), _double(right)
    if under:
        return over / under
    return math.copysign(math.inf, over) * math.copysign(1.0, under) if over else math.nan


def remainder(left: float, right: float) -> int:
    """Return what is left over by :func:`divided` of whole numbers; it has the sign of the dividend."""
    over, under = _rounded(left), _rounded(right)
    if under == 0:
        raise ArithmeticFault("division by zero")
    rest = abs(over) % abs(under)
    return -rest if over < 0 else rest


def either(left: float, right: float) -> int:
    """Return the bits that whole numbers have, the one or the other."""
    return _rounded(left) | _rounded(right)


def greatest(*values: float) -> float:
    """Return the greatest; as a double if any is one."""
    return _alike(max(values), values)


def least(*values: float) -> float:
    """Return the least; as a double if any is one."""
    return _alike(min(values), values)


def between(low: float, high: float, uniform: Callable[[], float]) -> int:
    """Return a whole number from `low` to `high`, both included, all equally likely (to 1 in 2**53)."""
    first, number = _range(low, high)
    return first + int(uniform() * number)


def random_exponential(low: float, high: float, rate: float, uniform: Callable[[], float]) -> int:
    """Return a draw whose density falls as exp(-rate x) over the interval, as pgbench defines it."""
    first, number = _range(low, high)
    if not rate > 0:
        raise ArithmeticFault(f"the parameter of random_exponential must be greater than 0, not {rate:g}")
    cut = math.exp(-rate)
    share = -math.log(cut + (1 - cut) * (1.0 - uniform())) / rate
    return first + min(int(number * share), number - 1)


def random_gaussian(low: float, high: float, half_width: float, uniform: Callable[[], float]) -> int:
    """Return a draw from a normal distribution around the middle, cut `half_width` deviations from it."""
    first, number = _range(low, high)
    if not half_width >= 2:
        raise ArithmeticFault(f"the parameter of random_gaussian must be 2 or more, not {half_width:g}")
    while True:
        length = math.sqrt(-2.0 * math.log(1.0 - uniform()))
        deviations = length * math.sin(2.0 * math.pi * uniform())
        if -half_width <= deviations < half_width:
            return first + int(number * (deviations + half_width) / (2.0 * half_width))


def random_zipfian(low: float, high: float, exponent: float, uniform: Callable[[], float]) -> int:
    """Return a draw whose k-th value is as likely as k**-exponent, exponent > 1.

    By rejection (Devroye 1986, chapter X.6.1), as pgbench does it.
    """
    first, number = _range(low, high)
    if not 1.001 <= exponent <= 1000:
        raise ArithmeticFault(f"the parameter of random_zipfian must be from 1.001 to 1000, not {exponent:g}")
    base = 2.0 ** (exponent - 1.0)
    while True:
        u, v = 1.0 - uniform(), uniform()
        x = math.floor(u ** (-1.0 / (exponent - 1.0))) if u > 1e-300 else math.inf
        if x > number:
            continue
        t = (1.0 + 1.0 / x) ** (exponent - 1.0)
        if v * x * (t - 1.0) / (base - 1.0) <= t / base:
            return first + int(x) - 1


def _whole(value: int) -> int:
    if _LEAST <= value <= _MOST:
        return value
    raise ArithmeticFault(f"{value} is out of the range of whole numbers of 64 bits")


def _double(value: float) -> float:
    if type(value) is bool:
        raise ArithmeticFault("a truth value where a number is needed")
    return float(value)


def _rounded(value: float) -> int:
    if type(value) is int:
        return value
    if not abs(_double(value)) < 2**63:
        raise ArithmeticFault(f"{value:g} is out of the range of whole numbers of 64 bits")
    return round(value)


def _alike(found: float, values: tuple[float, ...]) -> float:
    return float(found) if any(type(value) is float for value in values) else found


def _range(low: float, high: float) -> tuple[int, int]:
    """Return the first of a range and how many there are."""
    first, last = _rounded(low), _rounded(high)
    if first > last:
        raise ArithmeticFault(f"an empty range for a random number: {first} to {last}")
    if last - first >= _MOST:
        raise ArithmeticFault(f"a range too large for a random number: {first} to {last}")
    return first, last - first + 1


PYTHON_NAMES: Mapping[str, Callable[..., float]] = {
    function.__name__: function
    for function in (
        number, truth, plus, minus, times, divided, remainder, either, greatest, least,
        between, random_exponential, random_gaussian, random_zipfian,
    )
}  # fmt: skip
"""What an expression that is written for Python calls, by name."""


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


def _python_call(name: str, arguments: list[str]) -> str:
    if name == "random":
        low, high = arguments
        if low.isdigit() and high.isdigit() and int(low) <= int(high):  # the usual case, without a call
            return f"({low} + int(uniform() * {int(high) - int(low) + 1}))"
        return f"between({low}, {high}, uniform)"
    more = ["uniform"] if name.startswith("random") else []
    return f"{name}({', '.join([*arguments, *more])})"


def python(variable: Callable[[str], str]) -> Dialect:
    """Return the Python driver's dialect; its texts need :data:`PYTHON_NAMES`."""
    words = {"and": "and", "or": "or", "not": "not"}
    binary = lambda sign, left, right: f"{_PYTHON[sign]}({left}, {right})"  # noqa: E731
    return Dialect(variable, _python_call, binary, words, lambda text: f"truth({text})")
