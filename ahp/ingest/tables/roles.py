"""What each column of a table is: the caller's word first, then the heading's own, then what is left."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import replace
from shlex import quote

from ahp.errors import InputError, UnitError, listed, quoted
from ahp.evidence.directions import RATIO_OF_TIMES, better_likely
from ahp.evidence.measures import MEASURES
from ahp.ingest.readers.base import Options
from ahp.ingest.tables.cells import agreed_unit, all_numbers, is_missing
from ahp.ingest.tables.columns import Column, parsed, text_of, texts_of
from ahp.ingest.tables.delimited import is_number
from ahp.ingest.tables.headings import (
    AMBIGUOUS,
    DATE_WORDS,
    ROLES,
    SCENARIO_WORDS,
    SHARES,
    Heading,
    disambiguate,
    last_word,
    names_a_kind,
    parse_heading,
    words_of,
)
from ahp.ingest.tables.keys import PLUS
from ahp.units import find, parse

_SHARES = frozenset(SHARES.values())
_OF_A_BASELINE = re.compile(r"[-+\u2212±].*|100(?:\.0*)? ?%?|0(?:\.0*)? ?%?")  # 100 %, or a change
_PLACES = frozenset({"rank", "#", "no", "nr", "place", "position", "pos", "rang", "platz"})
"""What a first column is called that numbers the rows."""
_RANGE = re.compile(r"[\d.,]+ ?(?:[-–—~]|to|\.\.) ?[\d.,]+", re.ASCII)
_FAMILY = frozenset(AMBIGUOUS["response time"])
_MEDALS = frozenset("🥇🥈🥉")
_DATE = re.compile(r"\d{4}-\d\d-\d\d|\d:[0-5]\d", re.ASCII)


def without_ignored(fields: Iterable[Column], options: Options) -> tuple[Column, ...]:
    """Return the columns without those that the caller wants left out."""
    unwanted = {name.strip().casefold() for name in options.ignore}
    return tuple(field for field in fields if field.heading.casefold() not in unwanted)


def headings_of(fields: Sequence[Column], options: Options) -> tuple[Heading, ...]:
    """Return what each column was understood as.

    Raises
    ------
    InputError
        If a column was named for two things, or its units contradict each other.
    """
    mapped = _headings_by_caller(fields, options)
    understood = [mapped.get(field.heading) or _over_cells(field, options) for field in fields]
    # A measure that was mapped by hand is not looked for in any other column.
    taken = {heading.measure or heading.role for heading in mapped.values()}
    found = disambiguate(
        heading
        if heading.text in mapped or (heading.measure or heading.role) not in taken
        else Heading(heading.text, unit=heading.unit, words=_beside(heading.text))
        for heading in understood
    )
    if options.ratio_form is None and _are_of_times(found):
        return tuple(
            Heading(h.text, unit=h.unit, words=RATIO_OF_TIMES) if is_ratio(h) and h.words == "ratio" else h
            for h in found
        )
    return found


def _beside(text: str) -> str:
    """Return what a column is called beside another that was named as its measure."""
    words = text.casefold()
    return f"{words} (not mapped)" if words in MEASURES else words


def _are_of_times(headings: Sequence[Heading]) -> bool:
    """Say whether a `Ratio` would be one of times: a mean and its deviation stand beside it, and no sizes."""
    words = [set(heading.words.split("_")) for heading in headings]
    return (
        any({"mean", "average", "avg"} & some for some in words)
        and any({"std", "stddev", "stdev", "sd", "deviation", "error"} & some for some in words)
        and not any(h.measure in ("original_bytes", "stored_bytes", "compression_ratio") for h in headings)
    )


def _over_cells(field: Column, options: Options) -> Heading:
    """Return what a heading means over these cells: over words `System` is no measure."""
    heading = _understood(field, options)
    texts = texts_of(field)
    words = bool(texts) and not any(char.isdigit() for text in texts for char in text[:2])
    if heading.unit is not None and not find(heading.unit.symbol) and _are_quantities(field):
        heading = replace(heading, unit=None)  # `HMR (root)` over `110 ms`, `Restore (h:mm:ss)`
    if heading.measure == "duration" and names_a_kind(heading.text) and words and len({*texts}) > 1:
        return Heading(heading.text, words=heading.words)  # `runtime` over what ran
    if heading.candidates and words:
        return Heading(heading.text, words=heading.words)
    timed = heading.unit is not None and heading.unit.dimension == "time"
    if timed and heading.candidates and _SHARES.issuperset(heading.candidates):  # `user (s)`
        return replace(heading, measure=heading.candidates[0], candidates=())
    if heading.measure == "throughput" and _are_shares_of_nothing(heading, texts):
        return Heading(heading.text, unit=heading.unit, words=_beside(heading.text))
    return heading


def _are_shares_of_nothing(heading: Heading, texts: Sequence[str]) -> bool:
    """Say whether numbers are per cents of what the column does not tell: none is 100 %, none a change."""
    shares = all(text.endswith("%") for text in texts)
    if not texts or not (shares or (heading.unit is not None and heading.unit.dimension == "share")):
        return False
    return not any(_OF_A_BASELINE.fullmatch(text) for text in texts)


def _understood(field: Column, options: Options) -> Heading:
    heading = parse_heading(field.heading, options.own)
    if not field.unit:
        return heading
    try:
        stated = parse(field.unit)
        same = heading.unit is not None and heading.unit.dimension == stated.dimension
        word = same and find(field.heading) is heading.unit  # `iops` below which stands kIOPS
        unit = agreed_unit(None if word else heading.unit, stated, "the column of units")
    except InputError as error:
        raise error.at(line=field.line, column=field.heading) from None
    return Heading(heading.text, heading.role, heading.measure, heading.candidates, unit, heading.words)


def _headings_by_caller(fields: Sequence[Column], options: Options) -> dict[str, Heading]:
    """Return the headings that the caller named, by their text."""
    by_folded = {field.heading.casefold(): field for field in fields}
    found: dict[str, Heading] = {}
    for name, column in options.columns.items():
        field = by_folded.get(column.strip().casefold())
        if field is None:
            continue
        text = field.heading
        if text in found:
            raise InputError("it was named for two things", line=field.line, column=text)
        target = parse_heading(name, options.own)
        role = name.strip().casefold() if name.strip().casefold() in ROLES else None
        own = _understood(field, options)
        stated = own.unit
        if stated is not None and target.unit is not None:
            unknown = find(stated.symbol) is None  # (mean) or (4 clients) is no unit
            in_bytes = stated.dimension == "bits" and "B" in target.unit.symbol  # `Mb` for MB
            stated = None if unknown or in_bytes else stated  # whoever maps the column knows better
        try:
            unit = agreed_unit(stated, target.unit, "its name in --map")
        except UnitError as error:
            raise error.at(line=field.line, column=text) from None
        # Of a column called `Ratio` the caller has said that it is one, not which way it goes.
        words = own.words if target.measure == "compression_ratio" else target.words
        found[text] = Heading(text, role, None if role else target.measure, unit=unit, words=words)
    return found


def roles_of(fields: Sequence[Column], headings: Sequence[Heading]) -> dict[str, int]:
    """Return the position of the column for each role: the one that names it most surely.

    Raises
    ------
    InputError
        If two columns could each have a role.
    """
    found: dict[str, int] = {}
    for role in ROLES:
        claims = [(h.strength, position) for position, h in enumerate(headings) if h.role == role]
        if role == "alternative":  # `Compression` may hold names or speeds, `Storage` sizes
            worded = [claim for claim in claims if not _are_quantities(fields[claim[1]])]
            claims = worded or [claim for claim in claims if len(claims) > 1 or claim[0] < 1]
        if role == "block" and "run" not in found:  # of a disk rather than of the plan of runs
            claims = [claim for claim in claims if not _are_sizes(fields[claim[1]])]
        if not claims:
            continue
        strongest = min(claims)[0]
        if (
            role == "alternative"
            and strongest > 1
            and names_a_kind(fields[0].heading)
            and not _has_numbers(fields[0])
        ):
            found[role] = 0  # `Database` before `Storage`
            continue
        best = [position for strength, position in claims if strength == strongest]
        if len(best) > 1:
            names = listed(fields[position].heading for position in best)
            raise InputError(
                f"the columns {names} could each be the {role}",
                line=fields[best[0]].line,
                advice=f"say which with --map {role}=COLUMN",
                options=("--map", f"{role}={PLUS.join(fields[position].heading for position in best)}"),
            )
        found[role] = best[0]
    return _with_value(fields, headings, found)


def _with_value(
    fields: Sequence[Column], headings: Sequence[Heading], roles: dict[str, int]
) -> dict[str, int]:
    """Return the roles of a long table whose one column of numbers is called otherwise than `value`.

    Names of measures stand in one called so; beside units, tests are what was measured.
    """
    names = "measure" if "measure" in roles else "scenario" if "unit" in roles else ""
    if names not in roles or {"measure", "value"} <= set(roles):
        return roles
    numbers = [i for i, field in enumerate(fields) if i not in roles.values() and _has_numbers(field)]
    if len(numbers) != 1 or headings[numbers[0]].measure or headings[numbers[0]].unit:
        return roles
    others = {role: at for role, at in roles.items() if role != names}
    return {**others, "measure": roles[names], "value": numbers[0]}


_LEVELS = frozenset({"level", "levels", "preset", "stufe", "niveau"})
"""What a first column of numbers is called that names settings to choose from."""

_RANKS = frozenset({"rank", "place", "position", "rang", "platz", "puesto"})
"""What is called so numbers the rows, in whatever words."""


def guessed_alternatives(
    fields: Sequence[Column], headings: Sequence[Heading], roles: Mapping[str, int]
) -> tuple[int | None, str]:
    """Return the column that may name the alternatives of a table of measures, and a caveat that says so.

    It is the first column of words, before any of numbers, whatever stands over it; but not one that is
    called as what is measured with: `file`, `query`, `date`. None, and no caveat, where there is none.
    """
    numbers = [
        i
        for i, field in enumerate(fields)
        if (i not in roles.values() or i == roles.get("value"))
        and _has_numbers(field)
        and not (i == 0 and (names_a_kind(field.heading) or _numbers_rows(field)))
    ]
    measured = any(heading.measure or heading.candidates or heading.unit for heading in headings)
    measured = measured or names_a_kind(fields[0].heading) or "value" in roles
    measured = measured or any(
        _are_quantities(fields[i]) or better_likely(fields[i].heading) for i in numbers
    )
    found = [
        i
        for i in (range(min(numbers)) if numbers and measured else ())
        if i not in roles.values() and not words_of(headings[i]) & (SCENARIO_WORDS | DATE_WORDS | _RANKS)
        if _are_names(fields[i], i == 0) and not _are_ranges(fields[i])
    ]
    if not found and 0 not in roles.values() and measured and _are_levels(fields[0]):
        found = [0]
    if not found:
        return None, ""
    chosen = next((i for i in found if not _has_numbers(fields[i])), found[0])  # words before versions
    return chosen, (
        f"column {quoted(fields[chosen].heading)} is taken for the names of the alternatives "
        "(--map alternative=COLUMN names another)"
    )


def _are_levels(field: Column) -> bool:
    """Say whether a column has each level of a codec once, or each preset."""
    texts = [text_of(cell) for cell in field.cells]
    return last_word(field.heading) in _LEVELS and len(set(texts)) == len(texts) > 1 and all(texts)


def _numbers_rows(field: Column) -> bool:
    """Say whether a column holds places: 1, 2, 3 and so on."""
    called = field.heading.strip(" .").casefold() in _PLACES or not any(map(str.isalnum, field.heading))
    return called and all(text in _MEDALS or is_number(text) for text in map(text_of, field.cells))


def _has_numbers(field: Column) -> bool:
    return any(is_number(text) for text in map(text_of, field.cells))


def _are_quantities(field: Column) -> bool:
    """Say whether a column holds nothing but numbers with their units."""
    numbers = [number for number in parsed(field) or () if number is not None]
    return bool(numbers) and all(number.unit is not None for number in numbers)


def _are_sizes(field: Column) -> bool:
    """Say whether a column holds numbers that do not count on from the first: 16 and 4096, or `4 KiB`."""
    texts = {text_of(cell) for cell in field.cells}
    counted = texts in ({str(at + first) for at in range(len(texts))} for first in (0, 1))
    return not counted and all(text[:1].isdigit() for text in texts)


def _are_names(field: Column, first: bool) -> bool:
    """Say whether a column holds words; the first, under a word for what alternatives are, also versions."""
    texts = [text_of(cell) for cell in field.cells]
    versions = first and names_a_kind(field.heading) and len(set(texts)) == len(texts)
    return len(set(texts)) > 1 and all(
        text and (versions or not is_number(text)) and _DATE.search(text) is None for text in texts
    )


def _are_ranges(field: Column) -> bool:
    """Say whether a column holds from where to where its numbers are: `8.2–8.9`."""
    return all(map(_RANGE.match, map(text_of, field.cells)))


def no_alternatives(
    headings: Iterable[str], line: int | None, words: Sequence[str] = (), repeated: bool = False
) -> InputError:
    """Return the error of a table that nothing tells the alternatives of.

    Parameters
    ----------
    words : sequence of str
        The headings of columns that may name them.
    repeated : bool
        Whether rows are alike but for their numbers, so that a name for the whole file would not help.
    """
    chosen = words[0] if len(words) == 1 else "COLUMN"
    column = f"--map {quote(f'alternative={chosen}')}"
    advice = f"call it 'alternative', say which with {column}"
    advice += "; runs of one alternative need a column 'run'" if repeated else ", or write NAME=FILE"
    return InputError(
        f"no column names the alternatives; found {listed(headings)}",
        line=line,
        advice=advice,
        options=["--map", f"alternative={words[0]}"] if len(words) == 1 else (),
    )


def may_name_alternatives(
    fields: Sequence[Column], headings: Sequence[Heading], roles: Mapping[str, int]
) -> list[str]:
    """Return the headings of the columns of words that nothing else is known of, or of a first of settings.

    That has each of its numbers equally often. Of several columns of words it is the one that names a kind of
    thing, as `Library` does, or the first, where no word of it stands twice.
    """
    free = [
        field
        for i, (field, heading) in enumerate(zip(fields, headings, strict=True))
        if i not in roles.values() and heading.measure is None
    ]
    worded = [field for field in free if not all_numbers(map(text_of, field.cells), ".")]
    words = [field.heading for field in worded]
    kinds = [name for name in words if names_a_kind(name)]
    if len(kinds) == 1:
        return kinds
    if worded and worded[0] is fields[0] and len({*map(text_of, fields[0].cells)}) == len(fields[0].cells):
        return words[:1]
    first = [text_of(cell) for cell in fields[0].cells]
    named = len({*map(first.count, first)}) == 1 < len({*first}) and not any(map(is_missing, first))
    given = [bool(words_of(heading) & SCENARIO_WORDS) for heading in headings]
    settings = named and free[:1] == [fields[0]] and (not given[0] or any(given[1:]))
    return words or ([fields[0].heading] if settings else [])


def refuse_duplicate_rows(
    fields: Sequence[Column],
    headings: Sequence[Heading],
    roles: Mapping[str, int],
    keys: Iterable[tuple[object, ...]],
) -> None:
    """Refuse rows that no column tells apart, in a table that does not name its alternatives.

    Raises
    ------
    InputError
        If two keys are the same: a name given to the whole file would not help.
    """
    everything = list(keys)
    if len(set(everything)) < len(everything):
        words = may_name_alternatives(fields, headings, roles)
        raise no_alternatives((field.heading for field in fields), fields[0].line, words, repeated=True)


def is_ratio(heading: Heading) -> bool:
    """Say whether a heading is a ratio or a saving and does not say which, as `Ratio` does."""
    return heading.candidates == AMBIGUOUS["ratio"]


def redundant_columns(headings: Sequence[Heading]) -> set[int]:
    """Return the positions of unclear headings that can only mean what other columns give already."""
    given = {heading.measure for heading in headings if heading.measure}
    return {
        i for i, heading in enumerate(headings) if heading.candidates and given.issuperset(heading.candidates)
    }


def refuse_unclear(
    fields: Sequence[Column], headings: Sequence[Heading], names: Sequence[str | None]
) -> None:
    """Refuse headings that could mean several things, and two columns for one measure.

    Sizes of which each stands with each alternative, `names` of the rows, are proposed as scenarios.

    Raises
    ------
    InputError
        The message says what they could mean.
    """
    by_measure: dict[str, str] = {}
    for field, heading in zip(fields, headings, strict=True):
        if heading.candidates:
            error = unclear(heading, field.line, {other.measure for other in headings})
            if "original_bytes" in heading.candidates and _stands_with_each(field, names):
                raise error.proposing("--map", f"scenario={heading.text}")
            unitless = heading.unit is None and all(map(is_number, texts_of(field)))
            timed = all(name.startswith("response_time") for name in heading.candidates)
            if unitless and (heading.likely == "duration" or timed):
                raise error.proposing("--cost", heading.text)
            raise error
        if heading.measure is None:
            continue
        first = by_measure.setdefault(heading.measure, heading.text)
        if first != heading.text:
            raise InputError(
                f"the columns {quoted(first)} and {quoted(heading.text)} are both {heading.measure}",
                line=field.line,
                advice=f"say which with --map {heading.measure}=COLUMN",
                options=("--map", f"{heading.measure}={first}"),
            )


def _stands_with_each(field: Column, names: Sequence[str | None]) -> bool:
    """Say whether each of several values of a column stands as often with each of several names."""
    values = [text_of(cell) for cell in field.cells]
    pairs, each = Counter(zip(names, values, strict=True)), (len({*names}), len({*values}))
    return len({*pairs.values()}) == 1 and len(pairs) == each[0] * each[1] and min(each) > 1


def unclear(heading: Heading, line: int | None, taken: Container[str | None] = ()) -> InputError:
    """Return the error of a heading that could mean several things, where some measures are taken."""
    proposed: tuple[str, ...] = ()
    if heading.likely and heading.likely not in taken:
        proposed = ("--map", f"{heading.likely}={heading.text}")
    elif (
        heading.likely
        or len(heading.candidates) == 1
        or (_FAMILY.issuperset(heading.candidates) and any(measure in taken for measure in _FAMILY))
    ):
        proposed = ("--ignore", heading.text)
    return InputError(
        f"this heading is not clear, it could mean {listed(heading.candidates)}",
        line=line,
        column=heading.text,
        options=proposed,
        advice="say which with --map MEASURE=COLUMN, or leave it out with --ignore COLUMN"
        + (
            "; a size of what was given to each is --map scenario=COLUMN"
            if "original_bytes" in heading.candidates
            else ""
        ),
    )
