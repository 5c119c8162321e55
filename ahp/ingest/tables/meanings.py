"""What the cells of a table prove about headings that do not say it: one size, CPU in seconds, a rate."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ahp.errors import InputError, UnitError, quoted
from ahp.evidence.directions import is_provided, is_unwelcome
from ahp.evidence.measures import MEASURES
from ahp.ingest.tables.cell_units import is_clock
from ahp.ingest.tables.cells import is_missing
from ahp.ingest.tables.columns import Column, parsed, text_of, texts_of
from ahp.ingest.tables.headings import AMBIGUOUS, MEANS, SHARES, Heading, of_codec
from ahp.units import UNITS, Unit, find

_SIZES = ("original_bytes", "stored_bytes")
_CODECS = re.compile(r"compress|codec|algo", re.IGNORECASE)
_CPU = ("cpu", "cpu_user", "cpu_system")
_SECONDS = UNITS["s"]
_NO_BYTES = re.compile(r"[\d.,]+ ?(?:\"|″|''|in(?:ch(?:es)?)?|zoll|cm|mm)|\d{1,3}(?:\.\d+)?B", re.IGNORECASE)
_STATISTIC = re.compile(r"\b(?:avg|average|mean|min|max|peak)\b", re.IGNORECASE)
_STORED = frozenset({"size", "space", "footprint"})
_GIVEN = frozenset(
    {
        "input", "batch", "block", "page", "payload", "message", "record", "value", "key", "chunk",
        "buffer", "cache", "pool", "window", "data", "object", "dataset", "sample", "heap",
        "memory", "packet", "free", "usable", "available", "max", "maximum", "volume", "capacity", "limit",
    }
)  # fmt: skip
_SHARE = re.compile(r"(50|9[059]|99\.9)(?:th)? ?%(?:ile)?")
"""A share over times, `99%` as wrk prints it, is a percentile."""
_DECIMAL = re.compile(r"(?<=\bp\d\d)\.(?=\d)")
"""The mark of `p99.9`, so that it is neither p99 nor parted."""
_PERCENTILES = ("p50", "p90", "p95", "p99", "p999")
_RATE = re.compile(r"[^\W\d]+(?: [^\W\d]+)?\s*(?:/|[ _]per[ _])\s*s(?:ec|econd)?", re.IGNORECASE)
_OF_BYTES = ("bytes per time", "bits per time", "base per time")
_PROCESSORS = frozenset(
    map(str, (1, 2, 4, 6, 8, 12, 16, 20, 24, 32, 36, 40, 48, 64, 72, 80, 96, 112, 128, 192, 256))
)
_OF_CODECS = frozenset({"compression_time", "decompression_time", "compression_speed", "decompression_speed"})
_COMPRESSION = re.compile("[ck]ompr", re.IGNORECASE)


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
        if heading.candidates == AMBIGUOUS["size"] and all(
            map(_NO_BYTES.fullmatch, map(text_of, fields[i].cells))
        ):
            found[i] = Heading(heading.text, words=heading.words)
        if heading.candidates and _are_none_of(heading.candidates, unit or _unit_at_ends(fields[i])):
            found[i] = Heading(heading.text, unit=heading.unit, words=heading.words)
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


def _are_none_of(candidates: Sequence[str], unit: Unit | None) -> bool:
    """Say whether cells in bytes, or in a time, are of none of the measures that a heading could mean."""
    dimensions = {MEASURES[name].unit.dimension for name in candidates}
    return unit is not None and unit.dimension in ("bytes", "time") and unit.dimension not in dimensions


def _unit_at_ends(field: Column) -> Unit | None:
    """Return the unit that stands last in all cells, whatever the mark in their numbers is: `2,612 KiB`."""
    last = {text.rpartition(" ")[2] for text in map(text_of, field.cells)}
    return find(last.pop()) if len(last) == 1 else None


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
        # `CPU Avg` is of shares of a core, as top has them.
        above = _is_above(fields[i], 100) and not _STATISTIC.search(heading.text)
        if stated is None and timed is not None and (printed or above):
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
        words = re.split(r"[\W_]+", _DECIMAL.sub("", heading.text.casefold()))
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
        return _SECONDS if all(is_clock(cell) or is_missing(cell) for cell in field.cells) else None
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
