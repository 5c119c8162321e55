"""The units that cells or words above a table state: clocks, currencies, what stands at every number."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeGuard

from ahp.errors import quoted
from ahp.evidence.directions import better_likely
from ahp.evidence.measures import MEASURES, without_way
from ahp.ingest.tables.cells import CLOCK, is_missing
from ahp.ingest.tables.columns import Column, parsed, text_of, texts_of
from ahp.ingest.tables.delimited import is_number
from ahp.ingest.tables.headings import RUN_WORDS, SCENARIO_WORDS, SHARES, Heading, parse_heading, words_of
from ahp.ingest.tables.surroundings import measure_said, units_stated
from ahp.units import find, parse

_CLOCK_FORM = r"(?i)[(\[ ](?:(?P<hours>h+:m+)|m+(?:in)?:s+(?:ec)?)\s*[)\]]?$"
_IN_PARTS = r"(?i)\d+ ?h ?\d+ ?m(?: ?\d+ ?s)?|\d+ ?m ?[\d.]+ ?s"
_MINUTES = r"(?i)\s*\d+ ?m\s*"
_NEAR = 3.0
_BINARY = ("Ki", "Mi", "Gi", "Ti")
_PER_THING = r"/(?:h(?:r|our)?|mo(?:nth)?|year|yr|GB|TB)"
_COUNTED = (
    r"(?P<sign>[$€£]?) ?(?P<number>[+-]?\d[\d.,' ]*?) ?"
    rf"(?P<word>[$€£lg]|{_PER_THING}|[^\W\d_][^\W\d_/ -]{{1,15}}(?:/(?:\d+ )?[^\W\d_]{{1,9}})?)?"
)
_CURRENCIES = frozenset("$€£")


def with_clocks(fields: Sequence[Column], named: Mapping[str, str]) -> tuple[Column, ...]:
    """Return the columns with `0:41` written as `0m 41s`, or `0h 41m`, where something says which it is.

    The heading does, `Time (m:ss)`, or what the caller names the column for; or times beside it that state
    their unit and are, in every row, within three times of its minutes and seconds.
    """
    said = {heading.strip().casefold(): name for name, heading in named.items()}
    times = [seconds for field in fields if (seconds := _seconds(field))]
    found = []
    for field in fields:
        name = said.get(field.heading.casefold(), "")
        form = re.search(_CLOCK_FORM, name) or re.search(_CLOCK_FORM, without_way(field.heading))
        if form is not None:
            units = "hm" if form["hours"] else "ms"
        elif any(_is_near(field, seconds) for seconds in times):
            units = "ms"
        else:
            found.append(field)
            continue
        cells = [
            CLOCK.sub(rf"\1{units[0]} \2{units[1]}", cell) if is_clock(cell) else cell for cell in field.cells
        ]
        found.append(replace(field, cells=cells))
    return tuple(map(_in_minutes, found))


def _in_minutes(field: Column) -> Column:
    """Return a column in which `58m` is minutes, as `1h12m` or `2m41s` beside it says."""
    if not any(re.fullmatch(_IN_PARTS, text) for text in texts_of(field)):
        return field
    cells = [
        f"{cell.strip()} 0s" if isinstance(cell, str) and re.fullmatch(_MINUTES, cell) else cell
        for cell in field.cells
    ]
    return replace(field, cells=cells)


def with_unit_of_cells(
    fields: Sequence[Column], headings: Sequence[Heading], roles: Mapping[str, int]
) -> tuple[tuple[Column, ...], tuple[Heading, ...]]:
    """Return the columns without what stands at every number: a sign of a currency, or a word as its unit.

    Not where it is a unit that is known, nor in the first column, where it is part of the names.
    """
    found, units = list(fields), list(headings)
    for at, field in enumerate(fields):
        texts = texts_of(field)
        counted = {text: re.fullmatch(_COUNTED, text) for text in texts}
        words = {match and (match["sign"] or match["word"]) for match in counted.values()}
        word = words.pop() if len(words) == 1 else None
        stated = headings[at].unit  # `(WLTP)` is none where the cells are in km
        free = (
            at
            and at not in roles.values()
            and len(texts) > 1
            and (stated is None or find(stated.symbol) is None)
        )
        if not word or not (word in _CURRENCIES or (free and find(word) is None)):
            continue
        cells = [match["number"] if (match := counted.get(text_of(c))) else c for c in field.cells]
        found[at] = replace(field, cells=cells)
        if word not in _CURRENCIES:
            measure = MEASURES.get(headings[at].measure or "")
            in_bytes = measure is not None and measure.unit.dimension == "bytes"
            symbol = f"{word}B" if word in _BINARY and in_bytes else word  # Kubernetes writes 112Mi
            units[at] = replace(headings[at], unit=parse(symbol))
    return tuple(found), tuple(units)


def is_clock(cell: object) -> TypeGuard[str]:
    """Say whether a cell is a time such as `0:41`, of which nothing says whether it begins with hours."""
    return isinstance(cell, str) and CLOCK.fullmatch(cell.strip()) is not None


def in_units_of(caption: str, fields: Sequence[Column]) -> tuple[tuple[Column, ...], list[str]]:
    """Return the columns in the units that a caption states, and what is assumed by that.

    What it names by the heading is in that unit; a time that it speaks of is one of every column of times.
    """
    units = _in_time_of(caption, fields)
    for what, unit in units_stated(caption):
        for i, field in enumerate(fields):
            heading = parse_heading(field.heading)
            meant = (heading.measure or "", *heading.candidates)
            named = field.heading.strip().casefold() in (what, what.removesuffix("s"))
            timed = unit.dimension == "time" and (
                heading.words in SHARES
                or any(m in MEASURES and MEASURES[m].unit.dimension == "time" for m in meant)
            )
            every = what == "times" and "all times" in caption.casefold() and not any(meant)
            bare = heading.unit is None and not field.unit and _are_bare(field)
            if bare and (named or timed or every):
                units.setdefault(i, unit.symbol)
    found = [replace(field, unit=units.get(i, field.unit)) for i, field in enumerate(fields)]
    told = [
        f"column {quoted(fields[i].heading)} is in {symbol}, as is said above the table"
        for i, symbol in units.items()
    ]
    return tuple(found), told


def _in_time_of(caption: str, fields: Sequence[Column]) -> dict[int, str]:
    """Return the unit of columns of which nothing but the time above them tells, beside one with its own.

    Without such a one beside them they may be a matrix, whose cells are asked about.
    """
    said = measure_said(caption) or ""
    if not said.startswith("duration ("):
        return {}
    headings = [parse_heading(field.heading) for field in fields]
    stated = any(heading.unit is not None for heading in headings)
    bare = [
        i
        for i, (field, heading) in enumerate(zip(fields, headings, strict=True))
        if i and not (heading.measure or heading.candidates or heading.role or heading.unit or field.unit)
        if not words_of(heading) & (SCENARIO_WORDS | RUN_WORDS) and better_likely(field.heading) is None
        if _are_bare(field)
    ]
    return dict.fromkeys(bare, said.partition("(")[2].rstrip(")")) if stated and len(bare) > 1 else {}


def _are_bare(field: Column) -> bool:
    texts = texts_of(field)
    return bool(texts) and all(text[-1].isdigit() and is_number(text) for text in texts)


def _seconds(field: Column) -> list[float | None]:
    """Return the seconds of a column whose cells state a unit of time; empty for another."""
    numbers = parsed(field) or []
    units = [number.unit for number in numbers if number is not None]
    timed = all(unit is not None and unit.dimension == "time" for unit in units)
    if not timed or any(":" in str(cell) for cell in field.cells):
        return []
    found = [n and n.value * float(n.unit.factor if n.unit is not None else 1) for n in numbers]
    return found if any(found) else []


def _is_near(field: Column, seconds: Sequence[float | None]) -> bool:
    if not all(is_clock(cell) or is_missing(cell) for cell in field.cells):
        return False
    clocks = [text_of(cell) for cell in field.cells]
    pairs = [
        (60 * int(minutes) + int(rest), time)
        for clock, time in zip(clocks, seconds, strict=True)
        if time and not is_missing(clock)
        for minutes, rest in [clock.split(":")]
    ]
    return len(pairs) > 1 and all(time / _NEAR <= whole <= time * _NEAR for whole, time in pairs)
