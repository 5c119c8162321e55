"""Tables whose columns are no measures, made long: a matrix, rows in their own units, runs side by side."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from math import log10
from shlex import join

from ahp.errors import InputError, listed, quoted
from ahp.evidence.measures import MEASURES, better_said
from ahp.ingest.readers.base import Reading
from ahp.ingest.tables.cells import is_missing
from ahp.ingest.tables.columns import Column, parsed, text_of, ways_of
from ahp.ingest.tables.delimited import Table, is_number
from ahp.ingest.tables.headings import MEANS, names_a_kind, parse_heading
from ahp.ingest.tables.matrices import A_RATE, is_known, numbers_runs, side_of, tells_case, units_of
from ahp.terms import Better
from ahp.units import find

_RUN = re.compile(
    r"(?P<stem>.*?)(?P<open>\s[(\[])?[\s_.-]*\b(?:run|rep|trial|iteration|iter|round)[\s_#-]*(?P<number>\d{1,4})"
    r"(?(open)[)\]])\s*(?P<unit>[(\[].*[)\]])?",
    re.IGNORECASE,
)
_LETTER = re.compile(r"(?P<letter>r?)(?P<number>\d{1,2})", re.IGNORECASE)
_NUMBERED = re.compile(r"(?P<stem>[^\W\d][^\d]*?)[ _#]+(?P<number>\d{1,2})")
_AVERAGES = {*MEANS, "m", "μ", "x̄"}
_FAR = 2.0  # powers of ten between the rows of a matrix from which on its unit is asked about


def cells_of(
    table: Table, measure: str, alternatives_as: str | None, named: Mapping[str, str]
) -> tuple[Column, ...]:
    """Return the columns of a matrix: its scenarios, its alternatives, and the one measure.

    The alternatives are its columns, unless the caller says that they are its rows, or names the first column
    for them, or its heading does, or the other columns state a unit, as what rows were measured by does.

    Raises
    ------
    InputError
        If a row has no name, or two have the same.
    """
    first, *names = table.header
    if alternatives_as is None:
        given = {role: heading.strip().casefold() == first.casefold() for role, heading in named.items()}
        alternatives_as = "rows" if given.get("alternative") else side_of(table)
        alternatives_as = "columns" if given.get("scenario") else alternatives_as
    seen: set[str] = set()
    for line, cells in table.rows:
        name = text_of(cells[0])
        if not name or name.casefold() in seen:
            problem = "this name stands twice" if name else "this row has no name"
            raise InputError(problem, line=line, column=first, found=name, advice="correct it")
        seen.add(name.casefold())
    units = units_of(names)
    if len(units) == 1 and (unit := units.pop()):  # `Q1 (s)`: the unit is that of the cells
        asked = parse_heading(measure).unit
        if asked is not None and asked.symbol != unit:
            raise InputError(
                f"the columns are in {unit}, and --cells says {asked.symbol}",
                line=table.header_line,
                advice="leave the unit out of --cells",
            )
        names = [re.sub(r"\s*[(\[][^()]*[)\]][\s↑↓]*$", "", name) or name for name in names]
        measure = measure if asked is not None else f"{measure} ({unit})"
    lines = [line for line, _ in table.rows for _ in names]
    labels = [name for _ in table.rows for name in names]
    rows = [text_of(cells[0]) for _, cells in table.rows for _ in names]
    scenarios, alternatives = (rows, labels) if alternatives_as == "columns" else (labels, rows)
    values = [cell for _, cells in table.rows for cell in cells[1:]]
    runs = numbers_runs(table) and alternatives_as == "columns"
    return (
        Column("run" if runs else "scenario", table.header_line, scenarios, lines, ["scenario"] * len(lines)),
        Column("alternative", table.header_line, alternatives, lines, ["alternative"] * len(lines)),
        Column(measure, table.header_line, values, lines, labels),
    )


def units_below(table: Table) -> tuple[Table, Sequence[str]]:
    """Return a table without a first row of units, and the units; empty where that is one of data.

    Below no name words that are no known units are some all the same, where half of the others are.
    """
    (_, first), *rows = table.rows
    units = ["" if is_missing(cell) else text_of(cell).strip("()[]") for cell in first]
    stated = [_is_unit(unit) for unit in units]
    unknown = [unit for unit, known in zip(units[1:], stated[1:], strict=True) if unit and not known]
    role = parse_heading(units[0]).role
    nameless = not units[0] or role == "unit"
    few = len(unknown) > sum(stated) if nameless else bool(unknown) or 2 * sum(stated) < len(units) - 1
    headed = role not in (None, "unit")  # a row of scenarios in a table that is turned
    if not rows or few or headed or not any(stated) or any(map(is_number, units)):
        return table, ()
    kept = ("%" if unit[:1] == "%" else unit.removesuffix("$").strip("€£") for unit in units[1:])
    return replace(table, rows=tuple(rows)), ("", *kept)


def _is_unit(text: str) -> bool:
    """Say whether a cell below a heading is a unit, a rate of whatever is counted, or a currency."""
    if find(text) is not None or text in ("USD", "EUR"):
        return True
    worded = A_RATE.search(text) is not None or text[:1] in ("$", "€", "£", "%")
    return worded and not any(map(str.isdigit, text))


def rows_in_units(table: Table) -> tuple[tuple[Column, ...], tuple[str, ...]]:
    """Return the long columns of a table with a unit in each row, and what is assumed of it; empty if none.

    Such a table has the names of tests in its first column, their units in another, perhaps which way is
    better in a third, and numbers under the alternatives' names. A rate is a throughput, a time a duration,
    and any other number of which a row says which way it is better a measure of its own unit.

    Raises
    ------
    InputError
        If a row says that less of a rate, or more of a time, is better.
    """
    headings = [parse_heading(name) for name in table.header]
    at = next((i for i, heading in enumerate(headings) if i and heading.role == "unit"), 0)
    side, ways = ways_of(table)
    names = [i for i in range(1, len(headings)) if i not in (at, side)]
    if (
        headings[0].role != "scenario"
        or {"measure", "value"} <= {heading.role for heading in headings}  # the long form itself
        or not (at or side)
        or len(names) < 2
        or any(is_known(table.header[i]) for i in names)
    ):
        return (), ()
    rows: list[tuple[int | None, Sequence[object]]] = []
    stated: list[tuple[str, str]] = []
    told: list[str] = []
    for number, (line, cells) in enumerate(table.rows):
        test = text_of(cells[0])
        own = parse_heading(test).unit
        unit = text_of(cells[at]) if at else own.symbol if own is not None else ""
        way = ways[number] or better_said(f"{test}, {unit}")
        measure = _measure_of(unit, way)
        if not measure:
            told.append(f"row {quoted(test)} is left out, as nothing says which way it is better")
            continue
        known = MEASURES.get(measure)
        if known is not None and way not in (None, known.better):
            raise InputError(
                f"this test is in {unit}, and says that {way.value} is better",
                line=line,
                found=test,
                advice="take the row out, or correct it",
            )
        rows.append((line, [cells[i] for i in (0, *names)]))
        stated += [(measure, unit if find(unit) is not None else "")] * len(names)
    if not rows:
        return (), ()
    header = tuple(table.header[i] for i in (0, *names))
    columns = cells_of(replace(table, header=header, rows=tuple(rows)), "value", "columns", {})
    beside = (
        replace(columns[0], heading=name, cells=cells)
        for name, cells in zip(("measure", "unit"), zip(*stated, strict=True), strict=True)
    )
    assumed = (
        f"each row is a test in its own unit, and the alternatives are the columns {listed(header[1:], 6)}"
    )
    return (*columns, *beside), (assumed, *told)


def rows_of_measures(table: Table) -> tuple[tuple[Column, ...], tuple[str, ...]]:
    """Return the long columns of a table of `load`, `metric` and alternatives, and what is assumed of it.

    Its second column names a measure in each row, so that the first tells with what was measured; empty where
    that names alternatives, or where a name of a measure tells neither which it is nor its unit.
    """
    headings = [parse_heading(name) for name in table.header]
    first, *names = table.header[:1] + table.header[2:]
    if (
        len(names) < 2
        or headings[1].role != "measure"
        or headings[0].role == "alternative"
        or names_a_kind(first)
        or any(map(is_known, names))
        or any(heading.role for heading in headings[2:])
    ):
        return (), ()
    named = {text: parse_heading(text) for text in (text_of(cells[1]) for _, cells in table.rows)}
    keys = {(text_of(cells[0]), text_of(cells[1])) for _, cells in table.rows}
    known = all(heading.measure or heading.unit for heading in named.values())
    if not known or len(named) < 2 or len(keys) < len(table.rows) or not all(case for case, _ in keys):
        return (), ()
    cases, measures, *columns = zip(*(cells for _, cells in table.rows), strict=True)
    lines = [line for line, _ in table.rows] * len(names)
    alternatives = [name for name in names for _ in cases]
    found = {
        "scenario": cases * len(names),
        "alternative": alternatives,
        "measure": measures * len(names),
        "value": [cell for column in columns for cell in column],
    }
    told = f"each row is a measure of one {quoted(first)}, and the alternatives are the columns"
    return (
        tuple(Column(name, table.header_line, cells, lines, alternatives) for name, cells in found.items()),
        (f"{told} {listed(names, 6)}",),
    )


def _measure_of(unit: str, way: Better | None) -> str:
    """Return the measure of a row by its unit, or else by which way it says that is better."""
    known = find(unit)
    if known is not None and known.dimension == "time":
        return "duration"
    if A_RATE.search(unit) is not None or (known is not None and known.dimension.endswith(" per time")):
        return "throughput"
    return f"{unit or 'number'} ({way.value} is better)" if way is not None else ""


def with_far_rows(reading: Reading) -> Reading:
    """Return the reading of a matrix with a caveat about scenarios that may be in another unit."""
    from statistics import median

    by_scenario: dict[str, list[float]] = {}
    for row in reading.rows:
        if row.value:
            value = abs(row.value) * float(row.unit.factor if row.unit is not None else 1)
            by_scenario.setdefault(row.scenario or "", []).append(log10(value))
    means = {scenario: sum(values) / len(values) for scenario, values in by_scenario.items()}
    middle = median(means.values()) if len(means) > 2 else 0.0
    far = [scenario for scenario, mean in means.items() if len(means) > 2 and abs(mean - middle) > _FAR]
    if not far:
        return reading
    caveat = (
        f"The numbers of {listed(far)} are more than 100 times smaller or larger "
        "than most others of the table: they may be in another unit. Each scenario is compared within itself."
    )
    return replace(reading, caveats=(*reading.caveats, caveat))


def are_runs(headings: Sequence[str]) -> bool:
    """Say whether columns are runs side by side.

    Examples
    --------
    >>> are_runs(["engine", "Run 1", "Run 2"]), are_runs(["engine", "tps"])
    (True, False)
    """
    return sum(_RUN.fullmatch(heading.strip()) is not None for heading in _as_runs(headings)) > 1


def _as_runs(headings: Sequence[str]) -> list[str]:
    """Return the headings with `r1` to `r5` as `run 1` to `run 5`, and so 1 to 5 beside a mean."""
    headings = _as_runs_of_measures(headings)
    found = [_LETTER.fullmatch(heading.strip()) for heading in headings]
    counted = [match for match in found if match is not None]
    beside_mean = not _AVERAGES.isdisjoint(heading.strip().casefold() for heading in headings)
    beside_mean = beside_mean and not tells_case(headings[0])  # `threads` over 1, 2, 4
    in_order = [int(match["number"]) for match in counted] == list(range(1, len(counted) + 1))
    if len(counted) < 2 or not in_order or not (beside_mean or all(match["letter"] for match in counted)):
        return list(headings)
    return [
        f"run {match['number']}" if match else heading for match, heading in zip(found, headings, strict=True)
    ]


def _runs_of_nothing(fields: Sequence[Column], field: Column, said: Sequence[str]) -> InputError:
    """Return the refusal of runs of which no heading says what was measured; rows may: `seq write MB/s`."""
    units = [[parse_heading(text_of(cell)).unit for cell in other.cells] for other in fields]
    rates = any(all(unit and unit.dimension.endswith(" per time") for unit in own) for own in units)
    said = said or ["--cells", "throughput"] * rates
    if said:
        where = "what the rows say" if rates else "what stands above"
        advice = f"if it is {where}, say {join(said)}"
    else:
        advice = "say --cells 'duration (s)' if it is a time, --cells throughput if more is better"
    return InputError(
        "this is a run by its heading, and no heading says what was measured",
        line=field.line,
        column=field.heading,
        advice=advice,
        options=said or ("--cells", "duration (s)"),
        otherwise=() if said else ("--cells", "throughput"),
        cases=("it is a time in seconds", "more is better"),
    )


def _as_runs_of_measures(headings: Sequence[str]) -> list[str]:
    """Return the headings with `tps 1` to `tps 3`, which are of a known measure, as `tps run 1` and so on."""
    found = [_NUMBERED.fullmatch(heading.strip()) for heading in headings]
    stems: dict[str, list[int]] = {}
    for one in found:
        if one is not None:
            stems.setdefault(one["stem"], []).append(int(one["number"]))
    runs = {
        stem
        for stem, numbers in stems.items()
        if len(numbers) > 1 and numbers == list(range(1, len(numbers) + 1)) and _is_measured(stem)
    }
    return [
        f"{one['stem']} run {one['number']}" if one is not None and one["stem"] in runs else heading
        for one, heading in zip(found, headings, strict=True)
    ]


def _is_measured(words: str) -> bool:
    heading = parse_heading(words)
    return bool(heading.measure or heading.candidates)


def with_measures_of_units(fields: Sequence[Column]) -> tuple[Column, ...]:
    """Return the columns with one of measures where each row has its unit beside its value or its runs."""
    headings = [parse_heading(field.heading) for field in fields]
    units = [field for field, heading in zip(fields, headings, strict=True) if heading.role == "unit"]
    valued = any(h.role == "value" for h in headings) or are_runs([field.heading for field in fields])
    if len(units) != 1 or not valued or any(heading.role == "measure" for heading in headings):
        return tuple(fields)
    cells = [text_of(cell) for cell in units[0].cells]
    if not all(map(_is_unit, cells)):
        return tuple(fields)
    return (
        *fields,
        replace(units[0], heading="measure", cells=[_measure_of(cell, None) or cell for cell in cells]),
    )


def with_runs_below(
    fields: Sequence[Column], measure: str | None = None, said: Sequence[str] = ()
) -> tuple[tuple[Column, ...], list[str]]:
    """Return the columns with those that are called run1, run2, … below each other, beside a column `run`.

    Two at least have to be numbered alike; `time run 1 (s)` and `time run 2 (s)` become `time (s)`. What says
    no more than `run 1` is of the measure that the caller names, or a duration where it states a unit. A mean
    beside them, which restates them, is left out; what tells of that comes with the columns. The options that
    say what stands above the table are proposed.

    Raises
    ------
    InputError
        If nothing says what the runs are of.
    """
    if any(parse_heading(field.heading).role == "measure" for field in fields):
        measure = "value"  # of what each row says
    groups: dict[str, list[tuple[str, Column]]] = {}
    for called, field in zip(_as_runs([field.heading for field in fields]), fields, strict=True):
        found = _RUN.fullmatch(called.strip())
        if found is not None:
            stem = found["stem"].strip()
            if not (stem or measure or found["unit"]) and not any(map(_has_unit, field.cells)):
                raise _runs_of_nothing(fields, field, said)
            unit = (found["unit"] or text_of(field.cells[0]).partition(" ")[2]).strip("()[] ")
            what = stem or measure or (unit and _measure_of(unit, None)) or "duration"
            heading = " ".join(filter(None, (what, found["unit"])))
            groups.setdefault(heading, []).append((found["number"], field))
    numbers = {tuple(number for number, _ in group) for group in groups.values()}
    if len(numbers) != 1 or len(runs := numbers.pop()) < 2 or len(set(runs)) < len(runs):
        return tuple(fields), []
    stacked = {id(field) for group in groups.values() for _, field in group}
    beside = [field for field in fields if id(field) not in stacked]
    means = [field for field in beside if any(_is_mean(field, group) for group in groups.values())]
    told = [f"column {quoted(field.heading)} is left out: it restates the runs beside it" for field in means]
    bare = [field.heading for field in fields if id(field) in stacked and not _RUN.fullmatch(field.heading)]
    told += [f"columns {listed(bare, 4)} are runs of one measure"] * bool(bare)
    found_fields = [
        replace(
            field,
            cells=[cell for cell in field.cells for _ in runs],
            lines=[line for line in field.lines for _ in runs],
            columns=[name for name in field.columns for _ in runs],
        )
        for field in beside
        if field not in means
    ]
    one = fields[0]
    count = len(one.cells)
    lines = [line for line in one.lines for _ in runs]
    found_fields.append(Column("run", one.line, list(runs) * count, lines, ["run"] * len(lines)))
    for heading, group in groups.items():
        cells = [field.cells[at] for at in range(count) for _, field in group]
        columns = [field.columns[at] for at in range(count) for _, field in group]
        found_fields.append(Column(heading, one.line, cells, lines, columns))
    return tuple(found_fields), told


def _is_mean(field: Column, runs: Sequence[tuple[str, Column]]) -> bool:
    """Say whether a column is called a mean, and lies within the runs beside it."""
    columns = [parsed(one) for one in (field, *(run for _, run in runs))]
    called = {field.heading.strip().casefold().replace(" ", "_"), parse_heading(field.heading).words}
    if called.isdisjoint(_AVERAGES) or not all(columns):
        return False
    rows = ([number.value for number in row if number] for row in zip(*filter(None, columns), strict=True))
    return all(min(found) <= mean <= max(found) for mean, *found in rows if found)


def _has_unit(cell: object) -> bool:
    return not is_missing(cell) and not text_of(cell)[-1].isdigit()
