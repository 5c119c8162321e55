"""What tells the rows of a table apart: names joined of several columns, and runs told by their order."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from shlex import quote

from ahp.errors import InputError, listed, quoted
from ahp.evidence.directions import better_by, better_likely
from ahp.evidence.measures import MEASURES
from ahp.ingest.readers.base import Options, Reading, Row
from ahp.ingest.tables.cells import all_numbers, is_missing
from ahp.ingest.tables.columns import Column, as_columns, text_of
from ahp.ingest.tables.delimited import Table
from ahp.ingest.tables.headings import DATE_WORDS, RUN_WORDS, SCENARIO_WORDS, Heading, names_a_kind, words_of
from ahp.terms import is_baseline_name
from ahp.units import find

PLUS = "+"
"""Stands between the headings of a key of several columns, as in `--map alternative=plugin+level`."""

_BETWEEN = ":"
_TICKS, _NONE = frozenset("✔✓✅☑"), frozenset({"n/a", "-", "—", "–"})
_KEYS = ("scenario", "alternative", "run", "transaction", "block")
_WHOLE = re.compile(r"-?\d+(?: ?[^\W\d]+)?")  # `10KB` too
_DATE = re.compile(
    r"\d{4}-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./]\d{2,4}\b|\d{1,2}:\d\d|1\d{9}(?:\d{3})?$", re.ASCII
)
_MOST = 3  # columns that a proposal adds
_SETTING = re.compile(r"\w+[ _-]mode", re.IGNORECASE)  # such as `journal_mode`
_LONG = 8  # digits that no name has
_MANY = 10  # scenarios from which on they may as well be blocks

_LEVEL_WORDS = frozenset(
    {
        "level", "lvl", "preset", "version", "quality", "window", "chunk",
        "flags", "flag", "options", "settings",
    }
)  # fmt: skip
"""What a column is called that tells how an alternative was set, so that it belongs to its name."""


def with_joined(fields: Sequence[Column], named: Mapping[str, str]) -> tuple[Column, ...]:
    """Return the columns with those in place of their parts that the caller joins to a key.

    The cells of `plugin+level` are those of both with a colon between; an empty part is left out.

    Raises
    ------
    InputError
        If there is a part of a key, and another is not.
    """
    by_name = {field.heading.casefold(): field for field in fields}
    joined: list[Column] = []
    parts: set[str] = set()
    for role, given in named.items():
        names = [name.strip().casefold() for name in given.split(PLUS)]
        if given.strip().casefold() in by_name or role.strip().casefold() not in _KEYS or len(names) < 2:
            continue
        absent = [name for name in names if name not in by_name]
        if absent and len(absent) < len(names):
            raise InputError(
                f"no column {quoted(absent[0])}, which was named as a part of the {role}; "
                f"found {listed(field.heading for field in fields)}",
                line=fields[0].line,
                advice=f"correct --map {role}={given}",
            )
        if not absent:
            joined.append(_join(given.strip(), [by_name[name] for name in names]))
            parts |= set(names)
    kept = parts - {given.strip().casefold() for given in named.values()}
    return (*joined, *(field for field in fields if field.heading.casefold() not in kept))


def with_joined_names(table: Table, named: Mapping[str, str]) -> Table:
    """Return a matrix whose first column is the key that the caller joins, in place of its parts."""
    fields = with_joined(as_columns(table), named)
    rows = zip(*(field.cells for field in fields), strict=True)
    lines = (line for line, _ in table.rows)
    return replace(
        table, header=tuple(field.heading for field in fields), rows=tuple(zip(lines, rows, strict=True))
    )


def key_of(table: Table, words: Sequence[str]) -> str:
    """Return the key that tells the rows of a matrix apart, its first column with others; "" if none does."""
    first = [text_of(cells[0]) for _, cells in table.rows]
    key = PLUS.join((table.header[0], *words))
    if len({*first}) == len(first) or not words:
        return ""
    joined = with_joined_names(table, {"scenario": key})
    return key if len({text_of(cells[0]) for _, cells in joined.rows}) == len(first) else ""


def _join(heading: str, parts: Sequence[Column]) -> Column:
    rows = zip(*([_part(cell, part.heading) for cell in part.cells] for part in parts), strict=True)
    cells = [_BETWEEN.join(filter(None, row)) for row in rows]
    return Column(heading, parts[0].line, cells, parts[0].lines, [heading] * len(cells))


def _part(cell: object, heading: str) -> str:
    """Return what a cell adds to a key: a mark of what was on the name of that, nothing where it has none."""
    text = text_of(cell)
    return heading if text.strip("\ufe0f") in _TICKS else "" if text.casefold() in _NONE else text


def with_runs(reading: Reading) -> Reading:
    """Return a reading in which rows that nothing tells apart are runs, in their order."""
    seen: dict[tuple[object, ...], int] = {}
    rows = []
    for row in reading.rows:
        key = (row.scenario, row.alternative, row.transaction, row.block, row.measure, row.column, row.twin)
        seen[key] = seen.get(key, 0) + 1
        rows.append(row._replace(run=str(seen[key])))
    if max(seen.values(), default=1) < 2:
        return reading
    note = "rows that no column tells apart are runs, in their order, as --repeats says"
    return replace(reading, rows=tuple(rows), notes=(*reading.notes, note))


def with_block_runs(reading: Reading, options: Options) -> Reading:
    """Return a reading in which each block is a run where nothing else tells its rows apart."""
    if _first_repetition(reading.rows, options.own) == (None, None):
        return reading
    return replace(reading, rows=tuple(row._replace(run=row.block or None) for row in reading.rows))


def repeated_cell(
    reading: Reading,
    fields: Sequence[Column],
    headings: Sequence[Heading],
    roles: Mapping[str, int],
    options: Options,
) -> InputError | None:
    """Return the refusal of a table in which a cell is given twice, None where there is none.

    It proposes the columns that would tell its rows apart, or says that they may be runs.
    """
    row, first = _first_repetition(reading.rows, options.own)
    if row is None or first is None:
        return None
    labels = ", ".join(quoted(label) for label in (row.scenario, row.alternative) if label)
    of = f" of {labels}" if labels else ""
    run = f", run {quoted(row.run)}" if row.run else ""
    where = f"line {first.line}" if first.line is not None else "another row"
    named = row.measure if row.measure in MEASURES else quoted(row.column or row.measure)
    problem = f"{named}{of}{run} is given again; it stands in {where} already"
    found = _proposal(fields, headings, roles, options)
    if found is None:
        told = [] if "run" in roles else ["--repeats", "runs"]
        advice = "say --repeats runs if these are runs of one, or keep one" if told else "keep one"
        if told and (cases := _cases_of_runs(fields, headings, roles)):
            entry = f"scenario={cases}"
            told = ["--map", entry, *told]
            advice = f"say --map {quote(entry)} --repeats runs if these are runs in each {cases}, or keep one"
        return InputError(
            f"{problem}, and no other column tells the two apart",
            line=row.line,
            column=row.column,
            advice=advice,
            options=told,
        )
    names, maps = found
    say = " ".join(f"--map {quote(entry)}" for entry in maps)
    instead = _instead(fields, names, maps, roles)
    above = fields[roles["alternative"]].heading if "alternative" in roles else ""  # of two lines of headings
    known = headings[roles["alternative"]] if above else None
    guessed = known is not None and known.role != "alternative" and not names_a_kind(above)
    of_cases = any(h.text == names[0] and words_of(h) & SCENARIO_WORDS for h in headings)
    as_cases = maps == [f"scenario={names[0]}"]
    turned = as_cases and (above == "alternative" or names_a_kind(names[0]) or (guessed and not of_cases))
    settings = [name for name in names if _SETTING.fullmatch(name)]
    if guessed and (as_cases or settings):
        parts = (field.heading for field in fields if field.heading in (above, *(settings or names)))
        joined = f"alternative={PLUS.join(parts)}"
        if settings:
            rest = [name for name in names if name not in settings]
            instead = f", or {say} to compare within each" if as_cases else instead
            maps, turned = [joined, *([f"scenario={PLUS.join(rest)}"] if rest else [])], False
            say = " ".join(f"--map {quote(entry)}" for entry in maps)
        else:
            instead = f", or --map {quote(joined)} where both are settings"
    verb = "tells" if len(names) == 1 else "tell"
    return InputError(
        f"{problem}; {listed(names)} {verb} the rows apart",
        line=row.line,
        column=row.column,
        advice=f"say {say}{instead}",
        options=[part for entry in maps for part in ("--map", entry)],
        otherwise=["--map", f"alternative={names[0]}", "--map", f"scenario={above}"] if turned else (),
        cases=(
            f"{quoted(row.alternative)} is compared with others",
            f"{quoted(names[0])} is what is compared",
        ),
    )


def _first_repetition(rows: Iterable[Row], own: Collection[str]) -> tuple[Row | None, Row | None]:
    """Return the first row that gives a cell of a known measure again, and that which gave it.

    Where no measure is known, a number of any column that is given again is one.
    """
    given = [row for row in rows if row.value is not None]
    seen: dict[tuple[object, ...], Row] = {}
    for row in [row for row in given if row.measure in MEASURES or row.measure in own] or given:
        about = (row.scenario, row.alternative, row.run, row.transaction, row.twin)
        first = seen.setdefault((*about, row.measure, row.column), row)
        if first is not row:
            return row, first
    return None, None


def _proposal(
    fields: Sequence[Column], headings: Sequence[Heading], roles: Mapping[str, int], options: Options
) -> tuple[list[str], list[str]] | None:
    """Return the fewest columns that make the rows differ, and what they are to be named for."""
    fixed = [roles[role] for role in (*_KEYS, "twin", "measure") if role in roles]
    keys = [tuple(text_of(fields[i].cells[at]) for i in fixed) for at in range(len(fields[0].cells))]
    open_ = [
        i
        for i, heading in enumerate(headings)
        if i not in roles.values() and heading.measure is None and _is_label(fields[i], heading)
    ]
    dated = [i for i in open_ if _are_dates(fields[i])]
    bare = [i for i in open_ if i not in dated]  # when it was tells runs apart, and nothing else
    by_run = dated if "run" not in roles else []
    again = [i for i in bare if not _numbers_rows(fields[i], headings[i])]
    ways = [
        chosen
        for some in (again, bare, [*bare, *by_run])  # a number of each row, or its size, tells them apart too
        for n in range(1, _MOST + 1)
        for chosen in combinations(some, n)
    ]
    for chosen in ways:
        cells = zip(keys, *(map(text_of, fields[i].cells) for i in chosen), strict=True)
        if len(set(cells)) == len(keys):
            return [fields[i].heading for i in chosen], _maps(chosen, fields, headings, roles, options)
    return None


def _are_dates(field: Column) -> bool:
    return all(map(_DATE.match, map(text_of, field.cells)))


def _cases_of_runs(fields: Sequence[Column], headings: Sequence[Heading], roles: Mapping[str, int]) -> str:
    """Return the heading of a column of cases in each of which the alternatives have rows; "" without one."""
    if "alternative" not in roles or "scenario" in roles:
        return ""
    names = list(map(text_of, fields[roles["alternative"]].cells))
    for i, (field, heading) in enumerate(zip(fields, headings, strict=True)):
        if i in roles.values() or heading.measure or not _is_label(field, heading) or _are_dates(field):
            continue
        cases = list(map(text_of, field.cells))
        grid, pairs = len({*names}) * len({*cases}), len({*zip(names, cases, strict=True)})
        if _MOST_OF * grid <= pairs < len(names) and len({*cases}) > 1:
            return field.heading
    return ""


def _is_label(field: Column, heading: Heading) -> bool:
    """Say whether a column may name something: it holds words, or few whole numbers again and again."""
    cells = [text_of(cell) for cell in field.cells]
    different = set(cells)
    if len(different) < 2:
        return False
    if not all_numbers(cells, ".") and not all_numbers(cells, ","):
        return True
    if find(heading.text) is not None:  # `ms` of many rows may be few numbers
        return False
    whole = all(_WHOLE.fullmatch(cell) for cell in different if not is_missing(cell))
    whole = whole and max(map(len, different)) < _LONG  # such as cycles
    known = words_of(heading) & (SCENARIO_WORDS | RUN_WORDS | _LEVEL_WORDS)
    measured = heading.unit or better_by(heading.text, None) or better_likely(heading.text)
    return whole and (bool(known) or 2 * len(different) <= len(cells) or not measured)  # an `effort`


def _maps(
    chosen: Sequence[int],
    fields: Sequence[Column],
    headings: Sequence[Heading],
    roles: Mapping[str, int],
    options: Options,
) -> list[str]:
    """Return what `--map` takes so that the chosen columns are parts of the names."""
    known = roles.get("alternative")
    if len(chosen) == 1 and "scenario" not in roles and known is not None:
        guessed = headings[known].role != "alternative" and not names_a_kind(fields[known].heading)
        weak = (guessed or headings[known].strength > 1) and names_a_kind(fields[chosen[0]].heading)
        named = _has_baseline(fields[chosen[0]]) and not _has_baseline(fields[known])
        if weak or named:  # what was called `name` names the cases
            return [f"alternative={fields[chosen[0]].heading}", f"scenario={fields[known].heading}"]
    parts: dict[str, list[int]] = {
        role: [roles[role]] for role in ("alternative", "scenario") if role in roles
    }
    outside = "alternative" not in roles and options.alternative is not None
    crossed = _are_crossed(chosen, fields, headings, roles)
    for i in chosen:
        words = words_of(headings[i])
        role = "alternative"
        dated = _are_dates(fields[i])
        if "run" not in roles and (dated or (words & RUN_WORDS and _may_be_runs(fields[i], words))):
            role = "run"
        elif outside or crossed or (words & SCENARIO_WORDS and not _are_all_different(fields[i])):
            role = "scenario"
        parts.setdefault(role, []).append(i)
    return [
        f"{role}={PLUS.join(fields[i].heading for i in sorted(positions))}"
        for role, positions in parts.items()
        if set(positions) & set(chosen)
    ]


def _numbers_rows(field: Column, heading: Heading) -> bool:
    """Say whether each row has a number of its own, and nothing tells that these are levels or sizes."""
    numbers = [text for text in map(text_of, field.cells) if _WHOLE.fullmatch(text)]
    known = words_of(heading) & (_LEVEL_WORDS | SCENARIO_WORDS)
    return not known and len({*numbers}) == len(field.cells)


def _are_all_different(field: Column) -> bool:
    """Say whether each row has a name of its own, as no scenario has in which alternatives are compared."""
    names = list(map(text_of, field.cells))
    return len({*names}) == len(names) and not any(map(_WHOLE.fullmatch, names))


_RUN = re.compile(r"\W*[^\W\d]*\W*\d+\W*")


def _may_be_runs(field: Column, words: set[str]) -> bool:
    """Say whether a column tells runs apart: an index of words, `btree` and `hash`, is none."""
    return bool(words & DATE_WORDS) or all(map(_RUN.fullmatch, map(text_of, field.cells)))


_MOST_OF = 0.8  # of a grid, for what is missing to have failed


def _are_crossed(
    chosen: Sequence[int], fields: Sequence[Column], headings: Sequence[Heading], roles: Mapping[str, int]
) -> bool:
    """Say whether alternatives have all that columns name once: what all were measured with.

    A few may be missing, of runs that failed.
    """
    known = roles.get("alternative")
    if known is None or (headings[known].strength > 1 and not names_a_kind(headings[known].text)):
        return False
    if any(words_of(headings[at]) & (_LEVEL_WORDS | SCENARIO_WORDS) for at in chosen):
        return False
    names = list(map(text_of, fields[known].cells))
    cases = list(zip(*(map(text_of, fields[at].cells) for at in chosen), strict=True))
    grid, pairs = len(set(names)) * len(set(cases)), set(zip(names, cases, strict=True))
    once = len(pairs) == len(names) or "run" in roles
    return once and _MOST_OF * grid <= len(pairs)


def _has_baseline(field: Column) -> bool:
    return any(is_baseline_name(name) for name in set(map(text_of, field.cells)))


def _instead(
    fields: Sequence[Column], names: Sequence[str], maps: Sequence[str], roles: Mapping[str, int]
) -> str:
    """Return what else a single column could be, in words."""
    (name, *more), (entry, *_) = names, maps
    if more or len(maps) > 1:
        return ""
    column = next(field for field in fields if field.heading == name)
    if entry.startswith("alternative=") and "scenario" not in roles:
        return f", or --map scenario={quote(name)} to compare within each"
    if entry == f"scenario={name}" and len(set(map(text_of, column.cells))) > _MANY:
        return f", or --map block={quote(name)} to compare pair by pair"
    return ""
