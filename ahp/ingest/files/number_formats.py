"""What a spreadsheet shows of a number: the letters of its number format count as if they were written."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

from ahp.errors import InputError

_TOKEN = re.compile(r'"([^"]*)"|\\(.)|\[[^\]]*\]|_.|\*.|(General)|[eE][+-]0+|([0#?.,]+)|(.)')
_CONDITION = re.compile(r"\[(<=|>=|<>|<|>|=)(-?[0-9.]+)\]")
_MEETS: Mapping[str, Callable[[float, float], bool]] = {
    "<": lambda value, limit: value < limit,
    "<=": lambda value, limit: value <= limit,
    ">": lambda value, limit: value > limit,
    ">=": lambda value, limit: value >= limit,
    "=": lambda value, limit: value == limit,
    "<>": lambda value, limit: value != limit,
}
_PART = re.compile(r'(?:"[^"]*"|\\.|\[[^\]]*\]|[^;])+|(?<=;)(?=;|$)|^(?=;)')
_NO_UNIT = frozenset("()+-−$€£¥ ")
"""Signs, and money, which is the same throughout a column."""
_NEGATIVE = frozenset("(-−")


class _Shown(NamedTuple):
    """What a format sets before and after a number, its per cent signs, and the thousands it takes away."""

    before: str
    after: str
    per_cents: int
    thousands: int


def shown_number(value: float, number_format: str) -> object:
    """Return a number as its cell shows it, with all its digits: a unit of the format stands beside it.

    Raises
    ------
    InputError
        If the cell shows a thousandth of the number and does not say so, or another sign.

    Examples
    --------
    >>> shown_number(0.5, '0.0" s"'), shown_number(0.09, "0%"), shown_number(980, "#,##0")
    ('0.5 s', '9%', 980)
    >>> shown_number(1200, '0.0,"k"')
    '1.2k'
    """
    shown = _shown(value, number_format)
    number = value * 100.0**shown.per_cents / 1000.0**shown.thousands
    negative = value > 0 and not _NEGATIVE.isdisjoint(shown.before)
    before, after = ("" if _NO_UNIT.issuperset(text) else text for text in shown[:2])
    if negative or (shown.thousands and not (before or after)):
        raise InputError(
            f"the cell shows {'-' if negative else ''}{number:.4g} by its format and holds {value:.15g}",
            found=number_format,
            advice="give the column another number format",
        )
    return f"{before}{number:.15g}{after}" if before or after else value


def _shown(value: float, number_format: str) -> _Shown:
    texts, per_cents, thousands, at = ["", ""], 0, 0, 0
    for match in _TOKEN.finditer(_section(value, number_format)):
        literal, escaped, general, places, other = match.groups()
        if places or general:
            at = 1
            whole, _, fraction = (places or "").partition(".")
            thousands += sum(len(part) - len(part.rstrip(",")) for part in (whole, fraction))
        elif other == "%":
            per_cents += 1
            texts[at] += "%"
        elif literal or escaped or (other and (other.isalpha() or other in _NEGATIVE)):
            texts[at] += literal or escaped or other
    return _Shown(texts[0].lstrip(), texts[1].rstrip(), per_cents, thousands)


def _section(value: float, number_format: str) -> str:
    """Return the part of a format that a number is shown by: by its conditions, else by the number's sign."""
    sections: list[str] = _PART.findall(number_format) or [""]
    conditions = [_CONDITION.search(section) for section in sections]
    if any(conditions):
        for section, condition in zip(sections, conditions, strict=True):
            if condition is None or _MEETS[condition.group(1)](value, float(condition.group(2))):
                return section
        return sections[-1]
    if value < 0:
        return sections[1] if len(sections) > 1 else sections[0]
    return sections[2] if value == 0 and len(sections) > 2 else sections[0]
