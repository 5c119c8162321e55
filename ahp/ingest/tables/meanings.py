"""What the cells of a table prove about headings that do not say it: one size, a clock, CPU in seconds."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import TypeGuard

from ahp.errors import InputError, UnitError, listed, quoted
from ahp.evidence.directions import is_provided, is_unwelcome
from ahp.evidence.measures import MEASURES, without_way
from ahp.ingest.tables.cells import CLOCK, is_missing
from ahp.ingest.tables.columns import Column, parsed, text_of, texts_of
from ahp.ingest.tables.delimited import is_number
from ahp.ingest.tables.headings import AMBIGUOUS, MEANS, SHARES, Heading, of_codec, parse_heading
from ahp.ingest.tables.surroundings import units_stated
from ahp.units import UNITS, Unit, find, parse

_SIZES = ("original_bytes", "stored_bytes")
_CODECS = re.compile(r"compress|codec|algo", re.IGNORECASE)
_CLOCK_FORM = re.compile(r"[(\[ ](?:(?P<hours>h+:m+)|m+(?:in)?:s+(?:ec)?)\s*[)\]]?$", re.IGNORECASE)
_IN_PARTS = re.compile(r"\d+ ?h ?\d+ ?m(?: ?\d+ ?s)?|\d+ ?m ?[\d.]+ ?s", re.IGNORECASE)
_MINUTES = re.compile(r"\s*\d+ ?m\s*", re.IGNORECASE)
_CHANGE = re.compile(r"(?:[+-]\d{1,3}(?:\.\d{1,9})?|[+-]?0(?:\.0{1,9})?) ?%", re.ASCII)
_IN_UNIT = re.compile(r"\d[\d.,]* ?[^\W\d_]+(?:/[^\W\d_]+)?")
_COMPARED = ("p99", "p95", "p90", "mean")
_CPU = ("cpu", "cpu_user", "cpu_system")
_SECONDS = UNITS["s"]
_STORED = frozenset({"size", "space", "footprint"})
_GIVEN = frozenset(
    {
        "input", "batch", "block", "page", "payload", "message", "record", "value", "key", "chunk",
        "buffer", "cache", "pool", "window", "data", "object", "dataset", "sample", "heap",
        "memory", "packet", "free", "usable", "available", "max", "maximum", "volume", "capacity", "limit",
    }
)  # fmt: skip
_NEAR = 3.0
_SHARE = re.compile(r"(50|9[059]|99\.9)(?:th)? ?%(?:ile)?")
"""A share over times, `99%` as wrk prints it, is a percentile."""
_PERCENTILES = ("p50", "p90", "p95", "p99", "p999")
_RATE = re.compile(r"[^\W\d]+(?: [^\W\d]+)?\s*(?:/|[ _]per[ _])\s*s(?:ec|econd)?", re.IGNORECASE)
_OF_BYTES = ("bytes per time", "bits per time", "base per time")
_PROCESSORS = frozenset(
    map(str, (1, 2, 4, 6, 8, 12, 16, 20, 24, 32, 36, 40, 48, 64, 72, 80, 96, 112, 128, 192, 256))
)
_UNSIGNED = re.compile(r"\d{1,9}(?:\.\d{1,9})? ?%")
_NO_SHARES = ("throughput", "response_time")
"""Measures that are in per cent only of something."""
_BINARY = ("Ki", "Mi", "Gi", "Ti")
_PER_THING = r"/(?:h(?:r|our)?|mo(?:nth)?|year|yr|GB|TB)"
_COUNTED = re.compile(
    r"(?P<sign>[$€£]?) ?(?P<number>[+-]?\d[\d.,' ]*?) ?"
    rf"(?P<word>[$€£lg]|{_PER_THING}|[^\W\d_][^\W\d_/ -]{{1,15}}(?:/(?:\d+ )?[^\W\d_]{{1,9}})?)?"
)
_CURRENCIES = frozenset("$€£")
_OF_CODECS = frozenset({"compression_time", "decompression_time", "compression_speed", "decompression_speed"})
_COMPRESSION = re.compile("[ck]ompr", re.IGNORECASE)
_RELATIVE = ("throughput", "response_time", "cpu")
_SPACE = "space"


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
        form = _CLOCK_FORM.search(name) or _CLOCK_FORM.search(without_way(field.heading))
        if form is not None:
            units = "hm" if form["hours"] else "ms"
        elif any(_is_near(field, seconds) for seconds in times):
            units = "ms"
        else:
            found.append(field)
            continue
        cells = [
            CLOCK.sub(rf"\1{units[0]} \2{units[1]}", cell) if _is_clock(cell) else cell
            for cell in field.cells
        ]
        found.append(replace(field, cells=cells))
    return tuple(map(_in_minutes, found))


def _in_minutes(field: Column) -> Column:
    """Return a column in which `58m` is minutes, as `1h12m` or `2m41s` beside it says."""
    if not any(_IN_PARTS.fullmatch(text) for text in texts_of(field)):
        return field
    cells = [
        f"{cell.strip()} 0s" if isinstance(cell, str) and _MINUTES.fullmatch(cell) else cell
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
        counted = {text: _COUNTED.fullmatch(text) for text in texts}
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


def with_changes_as_shares(
    fields: Sequence[Column], headings: Sequence[Heading], own: Container[str]
) -> tuple[tuple[Column, ...], tuple[Heading, ...], list[str]]:
    """Return the columns with changes against one row as shares of it, and what is assumed by that.

    They are per cents with signs, of no measure that counts changes itself, and 0 % or nothing in that row
    throughout. Where a column is of a measure that has no per cents, what they are held against may be left
    out. A change of a response time is that of its reciprocal, the relative speed; of several response times
    the highest percentile is taken for one. One of a size is the space saved. Per cents without signs are
    such shares themselves where one alternative has 100 % throughout, and one of their measures has no per
    cents.
    """
    columns = {
        at: field
        for at, field in enumerate(fields)
        if not (heading := headings[at]).measure
        or heading.measure in own
        or (heading.measure in MEASURES and MEASURES[heading.measure].published is None)
    }
    signed = {at: changes for at, field in columns.items() if (changes := _changes(field))}
    known = signed or _shares_of_one(columns, headings)
    rows = [at for at in range(len(fields[0].cells)) if known and not any(c[at] for c in known.values())]
    if signed:
        measured = any(headings[at].measure in MEASURES for at in known)
        bases = [
            {text_of(field.cells[at]) for at in rows} for field in fields[:2]
        ]  # a group may stand before
        named = next((base.pop() for base in bases if len(base) == 1), "")
        is_one = bool(named) or (not rows and measured)
    else:
        is_one = len({text_of(fields[0].cells[at]) for at in rows}) == 1
        named = text_of(fields[0].cells[rows[0]]) if rows else ""
    if not is_one:
        return tuple(fields), tuple(headings), []
    shares, meant = list(fields), list(headings)
    compared = {_kind_of(headings[at]): at for at in sorted(known, key=lambda at: -_rank(headings[at]))}
    for at, changes in known.items():
        heading = headings[at]
        kind = _kind_of(heading) if compared[_kind_of(heading)] == at else ""
        finest = min((change for change in changes if change is not None), key=lambda one: one.as_tuple()[2])
        cells = list(fields[at].cells)
        for row, change in enumerate(changes):
            if change is not None or row in rows:
                share = 100 + (change or 0 * finest)
                share = (10000 / share).quantize(change or finest) if kind == "response_time" else share
                cells[row] = f"{100 - share if kind == _SPACE else share} %"
        shares[at] = replace(fields[at], cells=cells)
        if heading.measure not in own:
            measure = "space_saving" if kind == _SPACE else f"{kind}_relative" if kind else None
            words = f"{heading.words}_relative" if heading.words in MEASURES else heading.words  # in no bytes
            meant[at] = Heading(heading.text, measure=measure, words=words)
    of = listed((fields[at].heading for at in known), 4)
    name = quoted(named) if rows else "what they are held against"
    what = "changes" if signed else "per cents"
    told = f"the {what} of {of} are read as shares of {name}, which is 100 %"
    return tuple(shares), tuple(meant), [told]


def _shares_of_one(
    columns: Mapping[int, Column], headings: Sequence[Heading]
) -> dict[int, list[Decimal | None]]:
    """Return how far per cents without signs are from 100 %, where they must be shares of something.

    Not beside a column that nothing is known of: a share of the space may be a ratio.
    """
    found = {at: changes for at, field in columns.items() if (changes := _from_100(field))}
    kinds = {_kind_of(headings[at]) for at in found}
    known = all(headings[at].measure for at in found)
    return found if known and not kinds.isdisjoint(_NO_SHARES) else {}


def _kind_of(heading: Heading) -> str:
    """Return the measure of which a column holds changes, without its statistic; empty where nobody knows."""
    if heading.measure == _SIZES[1] or heading.candidates == AMBIGUOUS["size"]:
        return _SPACE
    named = heading.measure or "".join(heading.candidates[:1])
    return next((kind for kind in _RELATIVE if named.startswith(kind)), "")


def _rank(heading: Heading) -> int:
    """Return which of several statistics is compared: one alone can be."""
    statistic = (heading.measure or "").rpartition("_")[2]
    return _COMPARED.index(statistic) if statistic in _COMPARED else len(_COMPARED)


def _changes(field: Column) -> list[Decimal | None]:
    """Return the changes in a column of per cents, None where nothing stands; empty for another column."""
    texts = [text_of(cell).replace("\u2212", "-") for cell in field.cells]
    absolute = {text for text in texts if not (_CHANGE.fullmatch(text) or is_missing(text))}
    if absolute and not any(map(is_missing, texts)) and all(map(_IN_UNIT.fullmatch, absolute)):
        texts = ["" if text in absolute else text for text in texts]  # what the changes are of
    if not all(_CHANGE.fullmatch(text) or is_missing(text) for text in texts):
        return []
    changes = [None if is_missing(text) else Decimal(text.rstrip("% ")) for text in texts]
    known = [change for change in changes if change is not None]
    return changes if any(known) and min(known) > -100 else []


def _from_100(field: Column) -> list[Decimal | None]:
    """Return how far the cells of a column of per cents without signs are from 100 %; empty for another."""
    texts = [text_of(cell) for cell in field.cells]
    if not all(_UNSIGNED.fullmatch(text) for text in texts):
        return []
    changes = [Decimal(text.rstrip("% ")) - 100 for text in texts]
    return [*changes] if any(changes) and 0 in changes and min(changes) > -100 else []


def _is_clock(cell: object) -> TypeGuard[str]:
    return isinstance(cell, str) and CLOCK.fullmatch(cell.strip()) is not None


def in_units_of(caption: str, fields: Sequence[Column]) -> tuple[tuple[Column, ...], list[str]]:
    """Return the columns in the units that a caption states, and what is assumed by that.

    What it names by the heading is in that unit; a time that it speaks of is one of every column of times.
    """
    told, found = [], list(fields)
    for what, unit in units_stated(caption):
        for i, field in enumerate(found):
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
                found[i] = replace(field, unit=unit.symbol)
                told.append(f"column {quoted(field.heading)} is in {unit.symbol}, as is said above the table")
    return tuple(found), told


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
    if not all(_is_clock(cell) or is_missing(cell) for cell in field.cells):
        return False
    clocks = [text_of(cell) for cell in field.cells]
    pairs = [
        (60 * int(minutes) + int(rest), time)
        for clock, time in zip(clocks, seconds, strict=True)
        if time and not is_missing(clock)
        for minutes, rest in [clock.split(":")]
    ]
    return len(pairs) > 1 and all(time / _NEAR <= whole <= time * _NEAR for whole, time in pairs)


def headings_by_cells(
    fields: Sequence[Column], headings: Sequence[Heading], roles: Mapping[str, int]
) -> tuple[tuple[Heading, ...], tuple[str, ...], tuple[str, ...]]:
    """Return the headings with what their cells prove, notes of it, and what is only assumed.

    The one size of a table is what the alternatives store where it differs between them. CPU in seconds is no
    share of the processors, and so no known measure.
    """
    found = list(headings)
    notes: list[str] = []
    assumed: list[str] = []
    units = [None if i in roles.values() else _unit_of(field) for i, field in enumerate(fields)]
    for i in _only_size(fields, headings, roles, units):
        heading = headings[i]
        one = len({text_of(cell) for cell in fields[i].cells}) == 1
        measure = _SIZES[0] if one else _SIZES[1]
        unit = heading.unit or (find(heading.text) if not heading.candidates else None)
        found[i] = Heading(heading.text, measure=measure, unit=unit, words=heading.words)
        why = "is the same for all" if one else "differs between the alternatives"
        told = notes if _are_codecs(headings, roles) else assumed
        told.append(f"column '{heading.text}' is read as {measure}: it is the only size, and {why}")
    for i, unit in enumerate(units):
        share = _SHARE.fullmatch(headings[i].text.strip())
        if share is not None and unit is not None and unit.dimension == "time":
            percentile = f"p{share[1].replace('.', '')}"
            found[i] = Heading(headings[i].text, measure=f"response_time_{percentile}", words=percentile)
    for i, heading in enumerate(found):  # a disk that is bought holds what it may
        if heading.candidates == AMBIGUOUS["size"] and is_provided(heading.text, [h.text for h in headings]):
            found[i] = Heading(heading.text, unit=heading.unit, words=heading.words)
    assumed += _in_cpu_time(found, fields, units)
    _refuse_counts(fields, headings)
    for i, (heading, unit) in enumerate(zip(found, units, strict=True)):
        if heading.measure is None and unit is not None:
            measure_of = of_codec(heading.words.replace("_", " "), unit)
            found[i] = replace(heading, measure=measure_of) if measure_of else heading
        elif unit is not None and (_is_another(found, i, unit) or _is_multiple(heading.measure, unit)):
            found[i] = Heading(heading.text, unit=heading.unit, words=f"{heading.words}_column")
        if found[i].measure == "cpu" and _may_count_processors(fields[i], heading):
            assumed.append(
                f"column '{heading.text}' states no unit and is read as per cent of the processors; if it "
                f"counts processors, say --ignore {heading.text}"
            )
    for i, heading in enumerate(found):
        asked = heading.candidates in (AMBIGUOUS["relative"], AMBIGUOUS["ratio"])
        other, inverse = _source_of_relative(fields, i) if asked else (None, False)
        if other is not None and heading.candidates == AMBIGUOUS["relative"]:
            found[i] = Heading(heading.text, words=heading.words)
            notes.append(f"column '{heading.text}' is '{fields[other].heading}' over its least or most")
        elif other is not None and found[other].measure == _SIZES[1] and len(fields[i].cells) > 2:
            form = "original_stored" if inverse else "stored_original"
            found[i] = Heading(heading.text, measure="compression_ratio", unit=heading.unit, words=form)
            notes.append(f"by column '{heading.text}' all were of one size before '{fields[other].heading}'")
    dimensions = [
        (stated.dimension if (stated := h.unit or u) else "") for h, u in zip(found, units, strict=True)
    ]
    rates = _rates(found, dimensions, roles)
    if len({found[i].measure for i in rates}) > 1:  # of inserts and of selects neither is the throughput
        for i in rates:
            found[i] = replace(found[i], measure=None)
    assumed += [
        f"column '{heading.text}' is read as {heading.measure}"
        for heading in found
        if heading.measure in _OF_CODECS and not _COMPRESSION.search(heading.text)
    ]
    for i, measure in _alone(found, dimensions, roles):
        found[i] = replace(found[i], measure=measure, candidates=())
        assumed.append(f"column '{found[i].text}' is read as {measure}, which nothing else in the table is")
    return tuple(found), tuple(notes), tuple(assumed)


def _in_cpu_time(found: list[Heading], fields: Sequence[Column], units: list[Unit | None]) -> Iterator[str]:
    """Make times of the columns of CPU that are no shares of the processors, and yield what is assumed.

    What stands beside `real` is, as `time` prints it, and what is above 100 beside another time. Of two
    columns of one measure that in shares is the CPU's.
    """
    words = {heading.words: i for i, heading in enumerate(found)}
    printed = "real" in words and "user" in words and ("sys" in words or "system" in words)
    if printed:
        i = words["real"]
        found[i] = replace(found[i], measure="duration", unit=found[i].unit or units[i] or _SECONDS)
    timed = next((i for i, h in enumerate(found) if h.measure == "duration" or h.words in MEANS), None)
    for i, heading in enumerate(found):
        measure = heading.measure or (SHARES.get(heading.words, "") if printed else "")
        if measure not in _CPU:
            continue
        stated = heading.unit or units[i]
        if stated is None and timed is not None and (printed or _is_above(fields[i], 100)):
            stated = found[timed].unit or units[timed] or _SECONDS
            yield f"column {quoted(heading.text)} is time of the CPU in {stated.symbol}, beside other times"
            found[i] = Heading(heading.text, measure=measure, unit=stated, words=heading.words)
        twins = [other for other in found if other.measure == measure and other.text != heading.text]
        if stated is not None and stated.dimension == "time" and twins:
            found[i] = Heading(heading.text, unit=heading.unit, words=f"{heading.words}_time")


def _is_above(field: Column, limit: float) -> bool:
    return any(number is not None and number.value > limit for number in parsed(field) or ())


def _source_of_relative(fields: Sequence[Column], at: int) -> tuple[int | None, bool]:
    """Return the column of which a relative one was computed, as far as the printed digits of both tell.

    With it comes whether it was turned round: the larger the one, the smaller the other.
    """
    relative = _ranges(fields[at])
    for i, field in enumerate(fields):
        others = _ranges(field) if i != at else []
        if len(relative) < 2 or len(others) != len(relative):
            continue
        pairs = list(zip(relative, others, strict=True))
        quotients = [(low / above, high / below) for (low, high), (below, above) in pairs]
        products = [(low * below, high * above) for (low, high), (below, above) in pairs]
        for ranges in (quotients, products):
            if max(low for low, _ in ranges) <= min(high for _, high in ranges):
                return i, ranges is products
    return None, False


def _ranges(field: Column) -> list[tuple[float, float]]:
    """Return from where to where each number of a column may be, in one unit; empty unless above 0."""
    numbers = parsed(field) or [None]
    found = [
        ((number.value - number.resolution) * scale, (number.value + number.resolution) * scale)
        for number in numbers
        if number is not None
        for scale in [float(number.unit.factor if number.unit is not None else 1)]
    ]
    return found if len(found) == len(numbers) and all(low > 0 for low, _ in found) else []


def _is_another(headings: Sequence[Heading], at: int, unit: Unit) -> bool:
    """Say whether the cells of one of two columns for a measure are in a unit that only the other's fits."""
    measure = headings[at].measure
    if measure is None or [heading.measure for heading in headings].count(measure) < 2:
        return False
    try:
        MEASURES[measure].standard(1.0, unit)
    except (KeyError, UnitError):
        return True
    return measure == "throughput" and unit.symbol.endswith("B/s")


def _is_multiple(measure: str | None, unit: Unit) -> bool:
    """Say whether cells are so many times what something else took, of a measure that has a unit: `1.12x`."""
    known = MEASURES.get(measure or "")
    return unit.symbol == "x" and known is not None and known.unit.dimension in ("bytes", "time")


def _alone(
    headings: Sequence[Heading], dimensions: Sequence[str], roles: Mapping[str, int]
) -> Iterator[tuple[int, str]]:
    """Yield the columns that no heading says the measure of, but their units do, and which it is.

    They are the only time, and the only rate of something in a second.
    """
    # `Runtime` over names is no time.
    known = {heading.measure for i, heading in enumerate(headings) if i not in roles.values()}
    if not any(name == "duration" or (name or "").startswith("response_time") for name in known):
        answers = [i for i, h in enumerate(headings) if h.candidates == AMBIGUOUS["response time"]]
        if len(answers) == 1 and dimensions[answers[0]] == "time":
            yield answers[0], "response_time_mean"
        yield from _percentiles(headings, dimensions)
        times = [
            (MEANS.index(words) if (words := headings[i].words) in MEANS else 0, i)
            for i, dimension in enumerate(dimensions)
            if dimension == "time" and i not in roles.values()
            if headings[i].candidates == AMBIGUOUS["time"] or headings[i].words in MEANS
        ]
        if times:
            yield min(times)[1], "duration"
    if not any(heading.words.startswith("throughput") for heading in headings) and not any(
        (name or "").startswith("throughput") for name in known
    ):
        rates = _rates(headings, dimensions, roles)
        others = [
            i for i in range(len(headings)) if i not in rates and _is_wanted_rate(headings[i], dimensions[i])
        ]
        if len(rates) == 1 and not others:
            yield rates[0], "throughput"


def _is_wanted_rate(heading: Heading, dimension: str) -> bool:
    """Say whether a column is a rate of something wanted, as `Read QPS` is."""
    counted = dimension.endswith(" per time") and not dimension.endswith(_OF_BYTES)
    return counted and not is_unwelcome(heading.text)


def _percentiles(headings: Sequence[Heading], dimensions: Sequence[str]) -> list[tuple[int, str]]:
    """Return the times that say which percentile they are, as `p95_query_ms`, where all are of one thing.

    None where one of them is a column of the caller's own: which time counts, and as what, has been said.
    """
    found: dict[str, dict[int, str]] = {}
    for i, heading in enumerate(headings):
        words = re.split(r"[\W_]+", heading.text.casefold())
        statistics = [word for word in words if word in _PERCENTILES]
        if len(statistics) != 1 or heading.measure in MEASURES:
            continue
        if heading.measure is not None:
            return []
        if dimensions[i] != "time":
            continue
        of = " ".join(word for word in words if word != statistics[0])
        found.setdefault(of, {})[i] = f"response_time_{statistics[0]}"
    return list(found.popitem()[1].items()) if len(found) == 1 else []


def _rates(headings: Sequence[Heading], dimensions: Sequence[str], roles: Mapping[str, int]) -> list[int]:
    """Return the columns that are so many of something in a second, and of no more than that."""
    return [
        i
        for i, heading in enumerate(headings)
        if heading.measure in (None, "throughput")
        and i not in roles.values()
        and _RATE.fullmatch(heading.text.strip())
        and not is_unwelcome(heading.text)
        and not dimensions[i].endswith(_OF_BYTES)
    ]


def _unit_of(field: Column) -> Unit | None:
    """Return the unit that the cells of a column state, None where they state none or several kinds."""
    numbers = parsed(field)
    if numbers is None:
        return _SECONDS if all(_is_clock(cell) or is_missing(cell) for cell in field.cells) else None
    units = [number.unit for number in numbers if number is not None]
    kinds = {unit and unit.dimension for unit in units}
    return units[0] if len(kinds) == 1 else None


def _may_count_processors(field: Column, heading: Heading) -> bool:
    cells = {text_of(cell) for cell in field.cells}
    return (
        heading.unit is None
        and heading.text.strip().casefold() in ("cpu", "cpus")
        and len(cells) > 1
        and cells <= _PROCESSORS
    )


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
    fields: Sequence[Column],
    headings: Sequence[Heading],
    roles: Mapping[str, int],
    units: Sequence[Unit | None],
) -> Iterator[int]:
    """Yield the position of the one size of a table, if its heading does not say which it is.

    Without a unit it may be any size, but that of codecs.
    """
    if "alternative" not in roles:
        return
    if any(heading.measure in (*_SIZES, "wal_bytes") for heading in headings):
        return
    sizes = [
        i
        for i, heading in enumerate(headings)
        if i not in roles.values() and _is_size(heading, units[i]) and len(fields[i].cells) > 1
    ]
    if len(sizes) != 1 or _varies_within(fields, roles, sizes[0]):
        return
    heading, unit = headings[sizes[0]], units[sizes[0]]
    if is_provided(heading.text, [other.text for other in headings]):
        return
    lettered = all(text[-1] in "kKMGT" for text in texts_of(fields[sizes[0]]))
    if heading.unit or unit or lettered or _is_bytes(heading.text) or _are_codecs(headings, roles):
        yield sizes[0]


def _is_size(heading: Heading, unit: Unit | None) -> bool:
    """Say whether a heading is of a size that may be what an alternative stores: not of what it is given."""
    words = heading.words.split("_")
    if heading.unit is not None and not _is_bytes(heading.unit.symbol):
        return False  # `size (pixels)`
    of_something = _STORED.intersection(words) and not _GIVEN.intersection(words) and not heading.measure
    bytes_stated = any(stated is not None and _is_bytes(stated.symbol) for stated in (heading.unit, unit))
    return (
        heading.candidates == AMBIGUOUS["size"]
        or (not heading.measure and len(heading.text) > 1 and _is_bytes(heading.text))  # `B` may be anything
        or (bool(of_something) and bytes_stated)
    )


def _are_codecs(headings: Sequence[Heading], roles: Mapping[str, int]) -> bool:
    return "alternative" in roles and _CODECS.search(headings[roles["alternative"]].text) is not None


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
