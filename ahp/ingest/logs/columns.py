"""What the columns of a log are: when a transaction ended, how long it took, and what it belongs to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from ahp.errors import InputError, MeasureError, UnitError, listed, quoted
from ahp.ingest.tables.headings import Heading, parse_heading
from ahp.units import Unit

LABELS = ("scenario", "alternative", "run", "transaction")
"""What a transaction may belong to, each in a column of its own."""

_TIMES = {
    "time": ("time", "timestamp", "ts", "epoch", "end_time", "end", "time_stamp"),
    "start_time": ("start_time", "start", "begin", "start_time_stamp"),
    "response_time": ("response_time",),
}
"""Words for what is measured, our own first."""

_NANOSECOND, _MICROSECOND = Fraction(1, 10**9), Fraction(1, 10**6)
_COLUMNS = "name them: columns={'time_s': …, 'response_time_ms': …, 'transaction': …}"


@dataclass(frozen=True)
class Layout:
    """Where the columns of a log stand.

    Attributes
    ----------
    times : tuple of (str, Fraction)
        Columns whose sum is the time, each with how many microseconds one of its unit is.
    response : (str, Fraction)
        The column of the response time, and how many nanoseconds one of its unit is.
    begins : bool
        Whether the time is that at which the transaction began, not that at which it ended.
    labels : mapping of str to str
        For those of :data:`LABELS` that the log has, the column; `phase` may be one more.
    failures : tuple of str
        Words that stand in place of the response time of a transaction that did not succeed.
    prefix : str
        What goes before the type of a transaction, where that is a number.
    """

    times: tuple[tuple[str, Fraction], ...]
    response: tuple[str, Fraction]
    begins: bool = False
    labels: Mapping[str, str] = field(default_factory=dict)
    failures: tuple[str, ...] = ()
    prefix: str = ""

    @property
    def used(self) -> tuple[str, ...]:
        """The columns that are read."""
        names = [*(name for name, _ in self.times), self.response[0], *self.labels.values()]
        return tuple(dict.fromkeys(names))


def checked_names(columns: object) -> dict[str, str]:
    """Return the columns that a user named, which may be anything.

    Raises
    ------
    InputError
        If they are no mapping of text to text.
    """
    given = {} if columns is None else columns
    if not isinstance(given, Mapping) or not all(
        isinstance(part, str) for pair in given.items() for part in pair
    ):
        raise InputError(
            "columns says by a name of ours which heading it has", found=repr(columns), advice=_COLUMNS
        )
    return dict(given)


def layout_of(headings: Sequence[str], named: Mapping[str, str], dated: Iterable[str] = ()) -> Layout:
    """Return what the columns of a log with these headings are.

    Parameters
    ----------
    headings : sequence of str
        As they stand in the log.
    named : mapping of str to str
        For `time_s`, `start_time_us`, `response_time_ms` (or without the unit, if the heading has it) and for
        those of :data:`LABELS` the heading of the column.
    dated : iterable of str
        Headings of the columns that hold dates and times, which need no unit.

    Raises
    ------
    InputError
        If a column is missing, or two could be meant.
    UnitError
        If a time has no unit, or one of something else.

    Examples
    --------
    >>> layout_of(["time_s", "latency_us", "transaction"], {}).response
    ('latency_us', Fraction(1000, 1))
    """
    for heading in headings:
        if not isinstance(heading, str):  # pandas counts the columns that nobody named
            raise InputError(
                "a heading is no text", found=repr(heading), advice="name the columns of the frame"
            )
    found: dict[str, tuple[str, Unit | None]] = {}
    for key, heading in named.items():
        role, unit = _named(key)
        if role is None:
            roles = ("time_s", "start_time_s", "response_time_ms", *LABELS)
            raise MeasureError(
                f"{quoted(key)} is no column of a log", advice=f"name a column for one of {listed(roles)}"
            )
        if heading not in headings:
            raise InputError(
                f"there is no such column, which was named for {quoted(key)}; there are {listed(headings)}",
                column=heading,
                advice="check the heading's spelling",
            )
        if role in found:
            raise InputError(f"two columns are named for {quoted(role)}", advice="name one")
        if role in _TIMES and any(found[other][0] == heading for other in found.keys() & _TIMES):
            raise InputError("one column cannot be several times", column=heading, advice=_COLUMNS)
        found[role] = (heading, unit or _headed(heading)[1])
    taken = {heading for heading, _ in found.values()}
    for role in ("time", "start_time", "response_time", *LABELS):
        if role in found or (role == "start_time" and "time" in found):
            continue
        fitting = [h for h in headings if h not in taken and _headed(h)[0] == role]
        if len(fitting) > 1:
            raise InputError(f"the {role} could be any of {listed(fitting)}", advice=_COLUMNS)
        if fitting:
            found[role] = (fitting[0], _headed(fitting[0])[1])
    return _settled(found, headings, set(dated))


def _named(key: str) -> tuple[str | None, Unit | None]:
    """Return what a name of ours says that a column is, and its unit."""
    said = parse_heading(key)
    if said.role is not None:
        return (said.role if said.role in LABELS and said.strength == 0 else None), None
    return _timed(said, {role: words[:1] for role, words in _TIMES.items()}), said.unit


def _headed(heading: str) -> tuple[str | None, Unit | None]:
    """Return what a heading says that its column is, and its unit."""
    said = parse_heading(heading)
    if said.role is not None:
        return (said.role if said.role in LABELS and said.strength < 2 else None), None
    return _timed(said, _TIMES), said.unit


def _timed(said: Heading, words: Mapping[str, Sequence[str]]) -> str | None:
    return next((role for role, its in words.items() if said.words in its), None)


def _settled(
    found: Mapping[str, tuple[str, Unit | None]], headings: Sequence[str], dated: set[str]
) -> Layout:
    begins = "time" not in found
    if begins and "start_time" not in found:
        raise InputError(
            f"no column says when a transaction ended; there are {listed(headings)}", advice=_COLUMNS
        )
    if "response_time" not in found:
        raise InputError(f"no column is the response time; there are {listed(headings)}", advice=_COLUMNS)
    role = "start_time" if begins else "time"
    time, unit = found[role]
    heading, response = found["response_time"]
    if heading in dated:
        raise InputError("it holds dates, not how long a transaction took", column=heading, advice=_COLUMNS)
    return Layout(
        ((time, Fraction(1) if time in dated else _factor(role, time, unit, _MICROSECOND)),),
        (heading, _factor("response_time", heading, response, _NANOSECOND)),
        begins,
        {label: found[label][0] for label in LABELS if label in found},
    )


def _factor(role: str, heading: str, unit: Unit | None, base: Fraction) -> Fraction:
    if unit is None:
        raise UnitError(
            f"the {role} has no unit",
            column=heading,
            advice=f"say it in its name: columns={{'{role}_ms': {heading!r}}}",
        )
    if unit.dimension != "time":
        raise UnitError(
            f"{unit.symbol} is no unit of time", column=heading, advice="s, ms, us and ns are, among others"
        )
    return unit.factor / base
