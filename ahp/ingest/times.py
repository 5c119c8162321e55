"""The times that monitors print, and the measured window: which intervals belong to the benchmark."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import NamedTuple, TypeAlias

from ahp.errors import InputError, quoted
from ahp.notebook import NotebookFace

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

_OFFSET = re.compile(r"([+-])(0[0-9]|1[0-4]):?([0-5][0-9])?")
_ANY_ZONE = re.compile(r"[A-Z]{2,5}$|:.*[+-][0-9:]+$")

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
    match = _OFFSET.fullmatch(zone)
    if match is None:
        return None
    sign, hours, minutes = match.groups()
    seconds = timedelta(hours=int(hours), minutes=int(minutes or 0)).total_seconds()
    return seconds if sign == "+" else -seconds


Time: TypeAlias = "str | float | datetime"
"""A time as the caller gives it: text, seconds since 1970, or a datetime."""

_FINE = 1e-6
_AFTER_THE_START = re.compile(r"\+ ?(?P<seconds>[0-9]+(?:\.[0-9]+)?) ?s?")
_SAYS = {"clock": "times of day", "date": "dates without a time zone", "epoch": "seconds since 1970"}


class Span(NamedTuple):
    """An interval of a monitor: when it ended and how long it was, None where the file does not say."""

    end: Stamp | None
    seconds: float | None


class _Edge(NamedTuple):
    """One end of a window, as given and as understood."""

    text: str
    kind: str
    seconds: float

    @classmethod
    def of(cls, given: Time) -> _Edge:
        if isinstance(given, datetime):
            aware = given.tzinfo is not None
            seconds = given.timestamp() if aware else given.replace(tzinfo=UTC).timestamp()
            return cls(given.isoformat(sep=" "), "epoch" if aware else "date", seconds)
        text = str(given).strip()
        after = _AFTER_THE_START.fullmatch(text)
        if after:
            return cls(text, "start", float(after["seconds"]))
        stamp = stamp_of(text) if any(form.fullmatch(text) for form in PLAIN) else None
        if stamp is None:
            raise InputError(
                f"{quoted(text)} is no time",
                advice="write 21:34:00, 2026-11-20 21:34:00, seconds since 1970, or +30 for seconds after "
                "the monitor's start",
            )
        kind = "epoch" if stamp.epoch is not None else "clock" if stamp.date is None else "date"
        if kind != "epoch" and not text.endswith(("AM", "PM")) and _ANY_ZONE.search(text):
            raise InputError(
                f"the time zone of {quoted(text)} could be several, or its offset is not clear",
                advice="write it with two digits of hours and two of minutes, as +01:00, or leave it out",
            )
        return cls(text, kind, stamp.at(kind) or 0.0)


@dataclass(frozen=True)
class Window(NotebookFace):
    """From when to when the benchmark was measured; an interval of a monitor counts if it lies in it whole.

    Attributes
    ----------
    start, end : _Edge or None
        Both included; None is open.
    """

    start: _Edge | None
    end: _Edge | None

    @classmethod
    def of(cls, start: Time | None, end: Time | None) -> Window:
        """Return the window between two times, each written in one of the ways that :class:`Time` allows.

        Raises
        ------
        InputError
            If one is no time, they are of two kinds, or the window is empty.
        """
        first, last = (None if edge is None else _Edge.of(edge) for edge in (start, end))
        given = [edge for edge in (first, last) if edge is not None]
        if not given:
            raise InputError("a window needs a start or an end")
        if len({edge.kind for edge in given}) > 1:
            raise InputError(
                f"the window from {given[0].text} to {given[1].text} mixes two ways of writing a time",
                advice="write both in one",
            )
        if len(given) == 1 and given[0].kind == "clock":
            raise InputError(
                f"{given[0].text} comes once every day; the window needs a start and an end",
                advice="give both, or a date with the time",
            )
        if len(given) == 2 and given[0].kind != "clock" and given[0].seconds >= given[1].seconds:
            raise InputError(f"the window from {given[0].text} to {given[1].text} is empty")
        return cls(first, last)

    def __str__(self) -> str:
        start = f"from {self.start.text}" if self.start else ""
        return f"{start} to {self.end.text}".strip() if self.end else f"{start} on"

    def chosen(self, spans: Sequence[Span]) -> list[int]:
        """Return the positions of the intervals that lie in the window whole, both ends included.

        Raises
        ------
        InputError
            If the intervals have no times of this kind, the window comes twice in them, or none lies in it.
        """
        edge = self.start or self.end
        assert edge is not None
        ends, begins = _times(spans, edge.kind)
        days = range(-1, int((ends[-1] - begins[0]) / _DAY) + 2) if edge.kind == "clock" else range(1)
        found = [hits for day in days if (hits := self._within(begins, ends, day))]
        if len(found) > 1:
            raise InputError(
                f"the window {self} comes {len(found)} times in this file",
                advice="give the dates too, or cut the file to one day",
            )
        if not found:
            shown = (_time_text(begins[0], edge.kind), _time_text(ends[-1], edge.kind))
            raise InputError(
                f"no interval lies whole in the window {self}; the file has {shown[0]} to {shown[1]}",
                advice="give the window in which this monitor ran beside the benchmark",
            )
        return found[0]

    def _within(self, begins: Sequence[float], ends: Sequence[float], day: int) -> list[int]:
        zero = begins[0] if "start" in (self.start and self.start.kind, self.end and self.end.kind) else 0.0
        start = zero + day * _DAY + self.start.seconds if self.start else float("-inf")
        end = zero + day * _DAY + self.end.seconds if self.end else float("inf")
        if self.start and self.end and self.start.kind == "clock" and end <= start:
            end += _DAY
        spans = enumerate(zip(begins, ends, strict=True))
        return [i for i, (b, e) in spans if b >= start - _FINE and e <= end + _FINE]


def _times(spans: Sequence[Span], kind: str) -> tuple[list[float], list[float]]:
    """Return the ends and the beginnings of intervals, on one scale that never goes back."""
    known = [span.end for span in spans if span.end is not None]
    if len(known) < len(spans) or not known:
        raise InputError(
            "its intervals have no times that a window could choose by",
            advice="let the monitor print them: vmstat -t, iostat -t, dstat --epoch; or leave the window out",
        )
    way = kind
    if kind == "start":
        way = next(way for way in ("epoch", "date", "clock") if known[0].at(way) is not None)
    ends: list[float] = []
    for stamp in known:
        now = stamp.at(way)
        if now is None:
            has = next(_SAYS[other] for other in ("clock", "date", "epoch") if stamp.at(other) is not None)
            raise InputError(
                f"the window is given in {_SAYS[way]}, and this file has {has}",
                advice="give the window as the file has its times, or as +SECONDS after the monitor's start",
            )
        if way == "clock" and ends:
            now = ends[-1] + (now - ends[-1]) % _DAY
        if ends and now < ends[-1]:
            raise InputError("the times of its intervals go back", advice="give each report once, in order")
        ends.append(now)
    return ends, [ends[i] - _length(spans, ends, i) for i in range(len(ends))]


def _length(spans: Sequence[Span], ends: Sequence[float], at: int) -> float:
    """Return the length of an interval; the first of a file that says none is taken to be like the second."""
    seconds = spans[at].seconds
    if seconds is not None:
        return seconds
    if len(ends) == 1:
        raise InputError("its only interval does not say when it began", advice="leave the window out")
    return ends[max(at, 1)] - ends[max(at, 1) - 1]


def _time_text(seconds: float, kind: str) -> str:
    if kind == "clock":
        rest = round(seconds % _DAY)
        return f"{rest // 3600:02d}:{rest // 60 % 60:02d}:{rest % 60:02d}"
    if kind == "date":
        return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%d %H:%M:%S")
    return f"{seconds:.10g}"
