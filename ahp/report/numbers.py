"""How numbers are shown; the only place where anything is rounded."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal
from itertools import pairwise

_NOTHING = 1e-12  # of an index: no more than rounding


def share(value: float) -> str:
    """Return a priority, merit or consistency ratio with three decimals; a large number with four digits.

    Examples
    --------
    >>> share(0.4209), share(1e30)
    ('0.421', '1e+30')
    """
    return decimals(value, 3)


def signed(value: float) -> str:
    """Return a change of a weight with its sign, otherwise as :func:`share`.

    Examples
    --------
    >>> signed(0.25), signed(-0.25)
    ('+0.250', '-0.250')
    """
    return f"{'+' if value >= 0 else ''}{share(value)}"


def decimals(value: float, count: int) -> str:
    """Return a number with that many decimals, from 1000 on with as many digits as they leave below 10.

    Examples
    --------
    >>> decimals(3.14159, 4), decimals(1234567.0, 4), decimals(-1e300, 3)
    ('3.1416', '1.2346e+06', '-1e+300')
    """
    return f"{value:.{count}f}" if abs(value) < 1000 else f"{value:.{count + 1}g}"


def consistency(lambda_max: float, index: float, ratio: float) -> str:
    """Return how consistent a matrix is, in numbers.

    Examples
    --------
    >>> consistency(3.1, 0.05, 0.0953)
    'λ_max = 3.1000, CI = 0.0500, CR = 0.0953'
    """
    return f"λ_max = {decimals(lambda_max, 4)}, CI = {decimals(index, 4)}, CR = {decimals(ratio, 4)}"


def in_digits(value: float) -> str:
    """Return a number as measured: four digits, and all before the mark, of billions and more with G or T.

    Examples
    --------
    >>> in_digits(110900.0), in_digits(12.4), in_digits(0.00012345), in_digits(3.2e12)
    ('110900', '12.4', '0.0001234', '3.2T')
    """
    for least, prefix in ((1e12, "T"), (1e9, "G")):
        if least <= abs(value) < 1e3 * least:
            return f"{value / least:.4g}{prefix}"
    return f"{value:.0f}" if 1e4 <= abs(value) < 1e9 else f"{value:.4g}"


def quotient(value: float) -> str:
    """Return a benefit-to-cost quotient with three significant digits or two decimals.

    Examples
    --------
    >>> quotient(3.7922), quotient(12345.6), quotient(0.00123)
    ('3.79', '12346', '0.00123')
    """
    if value >= 1e6:
        return f"{value:.3g}"
    if value >= 100:
        return f"{value:.0f}"
    return f"{value:.2f}" if value >= 0.1 else f"{value:.3g}"


def percent(value: float) -> str:
    """Return a signed change in per cent.

    Examples
    --------
    >>> percent(0.18224), percent(-0.5008), percent(0.0), percent(1.5e308)
    ('+18.2 %', '-50.1 %', '0.0 %', '+1.50e+310 %')
    """
    if abs(value) < 1e306:
        shown = f"{100 * value:+.1f}" if abs(value) < 1e4 else f"{100 * value:+.3g}"
    else:  # a hundred times that may be more than a float holds, and is not infinite
        shown = f"{100 * Decimal(value):+.3g}"
    return f"{shown.lstrip('+-') if float(shown) == 0 else shown} %"


def measured(value: float, unit: str) -> str:
    """Return a measured value with its unit and at most six significant digits.

    Examples
    --------
    >>> measured(79862.0, "ms"), measured(1.69, "x"), measured(9.0, "%")
    ('79862 ms', '1.69 x', '9 %')
    """
    shown = f"{value:.6g}"
    return f"{shown} {unit}" if unit else shown


def index_percent(value: float) -> str:
    """Return an index in per cent, on the right side of zero.

    Examples
    --------
    >>> index_percent(-0.0171), index_percent(0.0000012), index_percent(0.0)
    ('−1.71 %', '0.00012 %', '0 %')
    """
    text = f"{value * 100:.2f}"
    if text in ("0.00", "-0.00"):  # two decimals would hide on which side of zero a value lies
        text = "0" if abs(value) <= _NOTHING else f"{value * 100:.3g}"
    return f"{text} %".replace("-", "−")


def probability(value: float) -> str:
    """Return a probability from draws; one that no draw contradicted is not certainty.

    Examples
    --------
    >>> probability(0.606), probability(1.0), probability(0.0)
    ('60.6 %', '>99.9 %', '<0.1 %')
    """
    text = f"{100 * value:.1f}"
    return f"{ {'100.0': '>99.9', '0.0': '<0.1'}.get(text, text) } %"


def floored(value: float) -> str:
    """Return a positive number with two digits, rounded towards 0: what is claimed up to it stays true.

    Examples
    --------
    >>> floored(8.3224), floored(0.2199), floored(12.98), floored(0.3), floored(104.0)
    ('8.3', '0.21', '12', '0.3', '100')
    """
    if value <= 0:
        return "0"
    step = 10.0 ** (math.floor(math.log10(value)) - 1)
    kept = math.floor(value / step * (1 + 1e-12)) * step
    return f"{kept:.2g}" if kept < 99.5 else f"{kept:.0f}"


def outward(value: float, start: float, digits: int = 4) -> str:
    """Return where something has changed on the way from a number, rounded away from it: there it has.

    Examples
    --------
    >>> outward(8.8817, 9.0), outward(22.165, 20.0), outward(14.00000001, 14.0), outward(16630.6, 32045.0)
    ('8.881', '22.17', '14.01', '16630')
    """
    if value == 0 or not math.isfinite(value):
        return f"{value:g}"
    exact = Decimal(value)
    step = exact.adjusted() - digits + 1
    if 4 <= exact.adjusted() < 10:
        step = min(step, 0)
    way = ROUND_CEILING if value > start else ROUND_FLOOR
    kept = exact.quantize(Decimal(1).scaleb(step), rounding=way, context=Context(prec=400))
    shown = f"{kept:f}" if -5 <= kept.adjusted() < 10 else f"{kept:e}"
    return shown.rstrip("0").rstrip(".") if "." in shown and "e" not in shown else shown


def typed_end(value: float, start: float, until: float | None = None) -> str:
    """Return where something changes on the way from a number, so that what is shown, typed in, changes it.

    There are as few digits as are not much farther away, and not beyond the next change, `until`.

    Examples
    --------
    >>> typed_end(8.8817, 9.0), typed_end(0.14422, 1 / 3), typed_end(4.0, 3.0), typed_end(0.00004421, 0.5)
    ('8.88', '0.144', '4.01', '0.0000442')
    >>> typed_end(18.49774, 12.0), typed_end(18.49774, 12.0, until=18.499)
    ('18.5', '18.498')
    """
    if abs(value) < 1e-6 * abs(start):  # nothing but rounding is left of it
        return outward(value - 1e-4 * (start - value), start, 1)
    value += math.copysign(1e-9 * value, value - start)  # at the end itself it is a tie
    room = max(0.2 * abs(value - start), 1e-4 * abs(start))
    if until is not None:
        room = min(room, 0.9 * abs(until - value))
    for digits in (3, 4, 5, 6):
        shown = outward(value, start, digits)
        if abs(float(shown) - value) <= room:
            return shown
    return outward(value, start, 9)


def typed_judgment(value: float, start: float) -> str:
    """Return the same for a judgment, as people say it.

    Examples
    --------
    >>> typed_judgment(2.471, 2.0), typed_judgment(1 / 2.471, 1 / 3), typed_judgment(1 / 2.471, 2.0)
    ('2.48', '1/2.47', '1/2.48')
    """
    return typed_end(value, start) if value >= 1 else f"1/{typed_end(1 / value, 1 / start)}"


def apart(values: Iterable[float], least: int, most: int) -> int:
    """Return how many decimals tell neighbours apart that differ, and no number but 0 is shown as 0.

    Examples
    --------
    >>> apart([0.41, 0.42, 0.4204], 2, 6), apart([3.0, 3.0], 0, 2), apart([0.2, 5.0], 0, 2)
    (4, 0, 1)
    >>> apart([0.004, 0.0], 2, 6)
    3
    """
    known = sorted(set(values))
    pairs = [(a, b) for a, b in pairwise(known) if not math.isclose(a, b, rel_tol=1e-6)]
    for digits in range(least, most):
        told = all(f"{a:.{digits}f}" != f"{b:.{digits}f}" for a, b in pairs)
        if told and all(value == 0 or float(f"{value:.{digits}f}") for value in known):
            return digits
    return most


_MORE = 3  # decimals beyond the usual ones


def shares(values: Sequence[float]) -> list[str]:
    """Return priorities or merits that are compared, with as many decimals as tell neighbours apart.

    Examples
    --------
    >>> shares([0.42, 0.58]), shares([0.01121, 0.01096, 0.97783])
    (['0.420', '0.580'], ['0.0112', '0.0110', '0.9778'])
    """
    return shares_of_rows([values])[0]


def shares_of_rows(rows: Sequence[Sequence[float]]) -> list[list[str]]:
    """Return rows of priorities that are compared within each row; all have the decimals of the closest.

    Examples
    --------
    >>> shares_of_rows([[0.25, 0.75], [0.4998, 0.5002]])
    [['0.2500', '0.7500'], ['0.4998', '0.5002']]
    """
    digits = max((apart(row, 3, 3 + _MORE) for row in rows), default=3)
    return [[decimals(value, digits) for value in row] for row in rows]


def quotients(values: Sequence[float]) -> list[str]:
    """Return benefit-to-cost quotients that are compared, with as many decimals as tell neighbours apart.

    What even these show as 0, and what is large, is shown as otherwise.

    Examples
    --------
    >>> quotients([3.7922, 0.47]), quotients([1.231, 1.233]), quotients([5.0, 0.0000012])
    (['3.79', '0.47'], ['1.231', '1.233'], ['5.00000', '1.2e-06'])
    """
    digits = apart(values, 2, 2 + _MORE)
    return [
        quotient(value)
        if digits == 2 or value >= 1000 or not float(f"{value:.{digits}f}")
        else decimals(value, digits)
        for value in values
    ]


def edge(value: float) -> str:
    """Return where something changes, with three decimals; one that they would hide, with two digits.

    Examples
    --------
    >>> edge(0.1437), edge(0.0000442), edge(0.0)
    ('0.144', '4.4e-05', '0.000')
    """
    return share(value) if value == 0 or abs(value) >= 0.0005 else f"{value:.2g}"


def ratio(value: float) -> str:
    """Return a judgment as people say it: 3, 1/3, 2.5 or 1/2.5; one that nobody says, as a power of ten.

    Examples
    --------
    >>> ratio(3.0), ratio(1/3), ratio(2.499), ratio(0.4), ratio(1.0), ratio(1e-30)
    ('3', '1/3', '2.5', '1/2.5', '1', '1e-30')
    """
    if value < 1e-6:
        return f"{value:.3g}"
    size = f"{max(value, 1 / value):.3g}"
    return size if value >= 1 or size == "1" else f"1/{size}"
