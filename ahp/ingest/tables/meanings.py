"""What the cells of a table prove about headings that do not say it: one size, a clock, CPU in seconds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ahp.errors import InputError
from ahp.ingest.tables.cells import is_missing, parse_number
from ahp.ingest.tables.columns import Column, text_of
from ahp.ingest.tables.headings import AMBIGUOUS, Heading
from ahp.units import find

_SIZES = ("original_bytes", "stored_bytes")
_CODECS = re.compile(r"compress|codec|algo", re.IGNORECASE)
_CLOCK = re.compile(r"\d{1,3}:[0-5]\d", re.ASCII)
_CPU = ("cpu", "cpu_user", "cpu_system")
_NEAR = 3.0
_LETTERS = {"cs": "stored_bytes", "ct": "compression_time", "dt": "decompression_time"}
"""What two letters mean where all of them stand in one table."""


def with_hours(fields: Sequence[Column]) -> tuple[Column, ...]:
    """Return the columns with `0:41` written as `0:00:41` where times beside it prove that it is 41 s.

    They do where they state their unit and are, in every row, within three times of it.
    """
    times = [seconds for field in fields if (seconds := _seconds(field))]
    return tuple(
        replace(field, cells=[_with_hour(cell) for cell in field.cells])
        if any(_is_near(field, seconds) for seconds in times)
        else field
        for field in fields
    )


def _seconds(field: Column) -> list[float | None]:
    """Return the seconds of a column whose cells state a unit of time; empty for another."""
    found: list[float | None] = []
    for cell in field.cells:
        if is_missing(cell):
            found.append(None)
            continue
        try:
            number = parse_number(cell)
        except InputError:
            return []
        if number.unit is None or number.unit.dimension != "time" or ":" in str(cell):
            return []
        found.append(number.value * float(number.unit.factor))
    return found if any(found) else []


def _is_near(field: Column, seconds: Sequence[float | None]) -> bool:
    clocks = [text_of(cell) for cell in field.cells]
    if not all(_CLOCK.fullmatch(clock) or is_missing(clock) for clock in clocks):
        return False
    pairs = [
        (60 * int(minutes) + int(rest), time)
        for clock, time in zip(clocks, seconds, strict=True)
        if time and not is_missing(clock)
        for minutes, rest in [clock.split(":")]
    ]
    return len(pairs) > 1 and all(time / _NEAR <= whole <= time * _NEAR for whole, time in pairs)


def _with_hour(cell: object) -> object:
    return cell if is_missing(cell) else f"0:{int(text_of(cell)[:-3]):02}{text_of(cell)[-3:]}"


def settled(
    fields: Sequence[Column], headings: Sequence[Heading], roles: Mapping[str, int]
) -> tuple[tuple[Heading, ...], tuple[str, ...]]:
    """Return the headings with what their cells prove, and notes of it.

    The one size of a table of codecs is what they store where it differs between them. CPU in seconds is no
    share of the processors, and so no known measure.
    """
    found = list(headings)
    notes: list[str] = []
    if {heading.words for heading in headings} >= set(_LETTERS):
        found = [
            Heading(h.text, measure=_LETTERS[h.words], words=h.words) if h.words in _LETTERS else h
            for h in headings
        ]
        notes.append("CS, CT and DT are read as compressed size, compression time and decompression time")
    for i in _only_size(fields, headings, roles):
        heading = headings[i]
        one = len({text_of(cell) for cell in fields[i].cells}) == 1
        measure = _SIZES[0] if one else _SIZES[1]
        unit = heading.unit or (find(heading.text) if not heading.candidates else None)
        found[i] = Heading(heading.text, measure=measure, unit=unit, words=heading.words)
        why = "is the same for all" if one else "differs between the alternatives"
        notes.append(f"column '{heading.text}' is read as {measure}: it is the only size, and {why}")
    for i, heading in enumerate(headings):
        if heading.measure in _CPU and _seconds(fields[i]):
            found[i] = Heading(heading.text, words=f"{heading.words}_time")
    _refuse_counts(fields, headings)
    return tuple(found), tuple(notes)


def _refuse_counts(fields: Sequence[Column], headings: Sequence[Heading]) -> None:
    """Refuse a number of operations beside their duration, which would be read as operations per second.

    Raises
    ------
    InputError
        If a column `ops` stands beside a duration.
    """
    timed = any(heading.measure == "duration" for heading in headings)
    for field, heading in zip(fields, headings, strict=True):
        if timed and heading.measure == "throughput" and heading.text.strip().casefold() == "ops":
            raise InputError(
                "beside a duration this may be a number of operations, or operations per second",
                line=field.line,
                column=field.heading,
                advice=f"say --ignore {field.heading}, or write ops/s",
            )


def _only_size(
    fields: Sequence[Column], headings: Sequence[Heading], roles: Mapping[str, int]
) -> Iterator[int]:
    """Yield the position of the one size of a table of codecs, if its heading does not say which it is."""
    if "alternative" not in roles or not _CODECS.search(headings[roles["alternative"]].text):
        return
    if any(heading.measure in (*_SIZES, "wal_bytes") for heading in headings):
        return
    sizes = [
        i
        for i, heading in enumerate(headings)
        if i not in roles.values()
        and (heading.candidates == AMBIGUOUS["size"] or (not heading.measure and _is_bytes(heading.text)))
        and len(fields[i].cells) > 1
    ]
    if len(sizes) == 1 and not _varies_within(fields, roles, sizes[0]):
        yield sizes[0]


def _varies_within(fields: Sequence[Column], roles: Mapping[str, int], size: int) -> bool:
    """Say whether one alternative has several sizes in a scenario: then they are what it was given."""
    keys = [roles[role] for role in ("alternative", "scenario") if role in roles]
    seen: dict[tuple[str, ...], str] = {}
    for at, cell in enumerate(fields[size].cells):
        key = tuple(text_of(fields[i].cells[at]) for i in keys)
        if seen.setdefault(key, text_of(cell)) != text_of(cell):
            return True
    return False


def _is_bytes(text: str) -> bool:
    unit = find(text)
    return unit is not None and (unit.dimension == "bytes" or unit.dimension.endswith("of unstated base"))
