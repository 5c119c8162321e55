"""What a spreadsheet makes of a judgment such as 1/3: a date, as it shows it, or the number of that day."""

from __future__ import annotations

import re
from datetime import date, timedelta

_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_OTHER_MONTHS = {
    "mär": "mar",
    "mrz": "mar",
    "mai": "may",
    "okt": "oct",
    "dez": "dec",
    "fév": "feb",
    "avr": "apr",
}
_NAMED_DATE = re.compile(
    r"(\d{1,2})[-./\s]*([a-zäé]{3})[a-zé]*\.?(?:[-./\s]*\d{2,4})?|([a-zäé]{3})[a-zé]*\.?[-./\s]*(\d{1,2})"
)
_NUMBERED_DATE = re.compile(r"\d{4}-(\d{1,2})-(\d{1,2})(?:[ T].*)?|(\d{1,2})[./](\d{1,2})[./]\d{2,4}")
_FIRST_DAY, _LAST_DAY = 36_526, 73_050  # of 2000 to 2099, as spreadsheets count days


def date_in(text: str) -> tuple[int, int] | None:
    """Return the day and the month, in either order, if this is what a spreadsheet shows of a date.

    Examples
    --------
    >>> date_in("3-Jan"), date_in("01. Mrz"), date_in("2026-01-03 00:00:00"), date_in("46025.0")
    ((3, 1), (1, 3), (1, 3), (3, 1))
    >>> date_in("1/3")
    """
    plain = text.casefold()
    if found := _NAMED_DATE.fullmatch(plain):
        day, month, other, last = found.groups()
        name = month or other
        name = _OTHER_MONTHS.get(name, name)
        return (int(day or last), _MONTHS.index(name) + 1) if name in _MONTHS else None
    if found := _NUMBERED_DATE.fullmatch(plain):
        first, second = (int(part) for part in found.groups() if part)
        return first, second
    whole = re.fullmatch(r"(\d{5})(?:[.,]0*)?", plain)
    if whole and _FIRST_DAY <= int(whole[1]) <= _LAST_DAY:
        day_meant = date(1899, 12, 30) + timedelta(int(whole[1]))
        return day_meant.day, day_meant.month
    return None
