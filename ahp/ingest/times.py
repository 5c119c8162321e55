"""The times that monitors print: of day, of a date, since 1970; as much of each as the text says."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

_DAY = 86_400.0
_CLOCK = r"(?P<h>[0-9]{1,2}):(?P<m>[0-5][0-9])(?::(?P<s>[0-5][0-9](?:\.[0-9]+)?))?(?: ?(?P<half>[AP]M))?"
PLAIN = (
    re.compile(r"(?P<epoch>[0-9]{9,11}(?:\.[0-9]+)?)"),
    re.compile(
        rf"(?P<date>[0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}})[T ]{_CLOCK} ?(?P<zone>Z|[+-][0-9:]+|[A-Z]{{2,5}})?"
    ),
    re.compile(_CLOCK),
)
"""Times that can be read in one way only."""

_BESIDE_A_DATE = re.compile(rf"(?:\S+ )*?{_CLOCK}(?: [A-Z]{{2,5}}| [+-][0-9]{{2,4}})?(?: [0-9]{{4}})?")


class Stamp(NamedTuple):
    """A time in every way in which it is known; None in the others.

    Attributes
    ----------
    clock : float or None
        Seconds since midnight, as printed.
    date : float or None
        Seconds since 1970 on the calendar and clock as printed.
    epoch : float or None
        Seconds since 1970, in universal time.
    """

    clock: float | None = None
    date: float | None = None
    epoch: float | None = None

    def at(self, kind: str) -> float | None:
        """Return the time in one of the ways: `clock`, `date` or `epoch`."""
        return {"clock": self.clock, "date": self.date, "epoch": self.epoch}[kind]

    def since(self, before: Stamp | None) -> float | None:
        """Return the seconds from another time; where only clocks are known, the nearest of its days counts.

        Examples
        --------
        >>> Stamp(clock=5.0).since(Stamp(clock=86395.0)), Stamp(clock=5.0).since(None)
        (10.0, None)
        """
        for kind in ("epoch", "date", "clock"):
            now, then = self.at(kind), None if before is None else before.at(kind)
            if now is not None and then is not None:
                return (now - then + _DAY / 2) % _DAY - _DAY / 2 if kind == "clock" else now - then
        return None


def stamp_of(text: str) -> Stamp | None:
    """Return the time that a monitor printed; of a date in an order that could be misread only the clock.

    Examples
    --------
    >>> stamp_of("2026-11-20 21:34:42 UTC")
    Stamp(clock=77682.0, date=1795210482.0, epoch=1795210482.0)
    >>> stamp_of("11/20/26 09:34:42 PM"), stamp_of("1795210482")
    (Stamp(clock=77682.0, date=None, epoch=None), Stamp(clock=None, date=None, epoch=1795210482.0))
    """
    clean = text.strip()
    found = next((match for form in PLAIN if (match := form.fullmatch(clean))), None)
    found = found or _BESIDE_A_DATE.fullmatch(clean)
    if found is None:
        return None
    parts = found.groupdict()
    if parts.get("epoch"):
        return Stamp(epoch=float(parts["epoch"]))
    hour = int(parts["h"])
    if parts["half"]:
        hour = hour % 12 + 12 * (parts["half"] == "PM")
    clock = 3600.0 * hour + 60.0 * int(parts["m"]) + float(parts["s"] or 0)
    if hour > 23:
        return None
    if not parts.get("date"):
        return Stamp(clock=clock)
    try:
        day = datetime.fromisoformat(parts["date"]).replace(tzinfo=UTC).timestamp()
    except ValueError:
        return None
    ahead = _ahead(parts["zone"] or "")
    return Stamp(clock, day + clock, None if ahead is None else day + clock - ahead)


def _ahead(zone: str) -> float | None:
    """Return by how many seconds a zone is ahead of universal time; None if its letters may mean several."""
    if zone in ("Z", "UTC", "GMT"):
        return 0.0
    digits = zone[1:].replace(":", "").ljust(4, "0")
    if zone[:1] not in ("+", "-") or len(digits) != 4 or not digits.isdigit():
        return None
    seconds = timedelta(hours=int(digits[:2]), minutes=int(digits[2:])).total_seconds()
    return seconds if zone[0] == "+" else -seconds
