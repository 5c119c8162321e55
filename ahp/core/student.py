"""Quantiles of the normal distribution and of Student's t, without the time that importing SciPy takes."""

from __future__ import annotations

import math
from collections.abc import Callable

_ENOUGH = 60  # halvings: a bracket as wide as the numbers themselves shrinks to their last digit
_LARGE = 400  # degrees of freedom from which on three terms of an expansion are exact to ten digits


def normal_quantile(probability: float) -> float:
    """Return the number that a standard normal variable is below with this probability.

    Parameters
    ----------
    probability : float
        Between 0 and 1, neither of them.

    Examples
    --------
    >>> round(normal_quantile(0.975), 6)
    1.959964
    """
    return _inverse(lambda x: 0.5 * math.erfc(-x / math.sqrt(2.0)), probability)


def t_quantile(probability: float, freedom: int) -> float:
    """Return the number that Student's t is below with this probability.

    Parameters
    ----------
    probability : float
        Between 0 and 1, neither of them.
    freedom : int
        Degrees of freedom, at least 1.

    Examples
    --------
    >>> round(t_quantile(0.975, 2), 4), round(t_quantile(0.975, 9), 4)
    (4.3027, 2.2622)
    """
    if freedom >= _LARGE:
        z = normal_quantile(probability)
        return z + _expanded(z, freedom)
    return _inverse(lambda x: _distribution(x, freedom), probability)


def _distribution(x: float, freedom: int) -> float:
    """Return the probability below x: a finite sum (Abramowitz & Stegun 1964, 26.7.3 and 26.7.4)."""
    angle = math.atan2(x, math.sqrt(freedom))
    sine, cosine = math.sin(angle), math.cos(angle)
    odd = freedom % 2 == 1
    term = cosine if odd else 1.0
    total = term if freedom > 1 else 0.0
    for j in range(2 + odd, freedom - 1, 2):
        term *= cosine * cosine * (j - 1) / j
        total += term
    between = 2.0 / math.pi * (angle + sine * total) if odd else sine * total
    return 0.5 + 0.5 * between


def _expanded(z: float, freedom: int) -> float:
    """Return by how much a quantile of t exceeds the normal one (Abramowitz & Stegun 1964, 26.7.5)."""
    first = (z**3 + z) / 4.0
    second = (5.0 * z**5 + 16.0 * z**3 + 3.0 * z) / 96.0
    third = (3.0 * z**7 + 19.0 * z**5 + 17.0 * z**3 - 15.0 * z) / 384.0
    return first / freedom + second / freedom**2 + third / freedom**3


def _inverse(distribution: Callable[[float], float], probability: float) -> float:
    """Return where a rising distribution function takes a value, symmetric around 0, by halving."""
    if probability < 0.5:
        return -_inverse(distribution, 1.0 - probability)
    low, high = 0.0, 1.0
    while distribution(high) < probability:
        low, high = high, 2.0 * high
    for _ in range(_ENOUGH):
        middle = 0.5 * (low + high)
        if middle in (low, high):
            break
        low, high = (middle, high) if distribution(middle) < probability else (low, middle)
    return 0.5 * (low + high)
