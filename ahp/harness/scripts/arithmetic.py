"""What the operations of a script's expressions do in Python: what they do in pgbench.

Numbers are whole, of 64 bits, or double; an operation on two whole ones is whole, on any other pair double.
Division of whole numbers truncates towards zero, as in C. What pgbench refuses is refused: a whole number
that is too large, division of a whole number by zero, a truth value where a number is needed.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping
from decimal import Decimal

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
