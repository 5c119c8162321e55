"""Tables whose columns are no measures: a matrix of one, runs side by side, rows in units of their own."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain, pairwise
from math import log10
from shlex import join
from statistics import median

from ahp.errors import WAYS, InputError, listed, quoted
from ahp.evidence.likely import better_likely
from ahp.ingest.readers.base import Reading
from ahp.ingest.tables.cells import is_missing, parse_number
from ahp.ingest.tables.columns import Column, text_of
from ahp.ingest.tables.delimited import FIRST_COLUMN, Table, is_number, without_columns
from ahp.ingest.tables.headings import SCENARIO_WORDS, Heading, names_a_kind, parse_heading, words_of
from ahp.ingest.tables.keys import key_of
from ahp.ingest.tables.surroundings import units_stated
from ahp.terms import is_baseline_name
from ahp.units import Unit, find, parse

_RUN = re.compile(
    r"(?P<stem>.*?)[\s_.-]*\b(?:run|rep|trial|iteration|iter|round)[\s_#-]*(?P<number>\d{1,4})"
    r"\s*(?P<unit>[(\[].*[)\]])?",
    re.IGNORECASE,
)
_WAY_HEADING = re.compile(
    r"better|direction|preferred|(?:more|less|higher|lower)[ _/]is[ _/]better", re.IGNORECASE
)
_MORE = re.compile(r"\b(?:more|higher|bigger|larger|greater|hib)\b", re.IGNORECASE)
_LESS = re.compile(r"\b(?:fewer|less|lower|smaller|lib)\b", re.IGNORECASE)
_A_RATE = re.compile(r"(?:\bper\b|/) ?(?:s(?:ec(?:ond)?)?s?|min(?:ute)?|h(?:our)?)$", re.IGNORECASE)
_QUERY = re.compile(r"q(?:uery)?[ _-]?\d+[a-z]?|total|sum|geo.?mean", re.IGNORECASE)
_TIME_EACH = re.compile(r"(?<!\w)[a-zµμ]+(?:/| per )[a-z]+\b", re.IGNORECASE)
_RATE_SAID = re.compile(r"\b[a-z]+(?:/| per )s(?:ec(?:ond)?)?\b", re.IGNORECASE)
CASES = SCENARIO_WORDS | frozenset(
    {
        "cold", "warm", "hot", "clean", "incremental", "full", "read", "write", "rand", "random",
        "randread", "randwrite", "seq", "sequential", "insert", "update", "delete", "scan",
        "select", "query", "get", "set", "put", "load", "startup", "build", "rebuild", "first",
        "small", "medium", "large", "huge", "short", "long", "ycsb", "tpc", "tpch", "tpcc",
        "single", "multi", "all", "plaintext", "json",
    }
)  # fmt: skip
"""Words for what was done or measured with, which name no alternatives."""
_UNSTATED = re.compile(r"[KMGT]B of unstated base")
_LOOKED_AT = 100
_TURNED = {
    "rows": ("first column holds", "columns", "if so, say --transpose"),
    "columns": ("heading holds", "rows", "if so, leave --transpose out"),
}
_FAR = 2.0  # powers of ten between the rows of a matrix from which on its unit is asked about
_PAIRS = ({"before", "after"}, {"old", "new"}, {"baseline", "new"}, {"main", "pr"}, {"base", "head"})


def looks_like_matrix(table: Table) -> bool:
    """Say whether a table has names in its first column and numbers of no known measure in all others."""
    likely = sum(better_likely(name) is not None for name in table.header[1:])  # `solved`, `timeouts`
    if len(table.header) < 3 or any(map(_is_known, table.header[1:])) or 2 * likely >= len(table.header) - 1:
        return False
    if _units(table.header[1:]) != {""} and not _are_cases(table):
        return False  # columns in a unit are what the rows were measured by
    names, *columns = zip(*(cells for _, cells in table.rows), strict=True)
    if _are_numbers(names) and not _names_cases(table.header[0]) and not _grow(names):
        return False
    return (
        all(_are_numbers(column) for column in columns)
        and not any(
            len(set(map(_kind, _given(cells[1:])))) > 1  # units of several measures
            or any(text_of(cell)[:1] in ("-", "\u2212") for cell in _given(cells[1:]))
            for _, cells in table.rows
        )
    )


def _grow(cells: Sequence[object]) -> bool:
    """Say whether whole numbers grow from row to row and not one by one: sizes that were measured with."""
    texts = [text_of(cell).replace(",", "") for cell in cells]
    if len(texts) < 2 or not all(text.isascii() and text.isdigit() for text in texts):
        return False
    steps = [int(above) < int(below) for above, below in pairwise(texts)]
    return all(steps) and int(texts[-1]) - int(texts[0]) >= len(texts)


def _are_cases(table: Table) -> bool:
    """Say whether the rows are what was measured with, and the columns in one unit of a time or a rate.

    They are below `Benchmark` and `nodes`, and where columns are called `before` and `after`.
    """
    units = _units(table.header[1:])
    unit = find(next(iter(units))) if len(units) == 1 else None
    if unit is None or not (unit.dimension == "time" or unit.dimension.endswith(" per time")):
        return False
    return _names_cases(table.header[0]) or _are_before_and_after(table)


def _names_cases(heading: str) -> bool:
    """Say whether a word for what was measured with stands over the names of the rows: `threads`."""
    known = parse_heading(heading)
    return known.role == "scenario" or bool(words_of(known) & SCENARIO_WORDS)


def _are_before_and_after(table: Table) -> bool:
    """Say whether the columns are called as two versions of one thing are: those are what competes."""
    names = {re.sub(r"\s*[(\[].*|[_ ][mnu]?s$", "", name).casefold() for name in table.header[1:]}
    return any(pair <= names for pair in _PAIRS)


def _given(cells: Iterable[object]) -> Iterator[object]:
    return (cell for cell in cells if not is_missing(cell))


def _are_numbers(cells: Iterable[object]) -> bool:
    """Say whether every cell is a number by whichever decimal mark, or empty."""
    return all(is_missing(cell) or is_number(text_of(cell)) for cell in cells)


def _units(names: Sequence[str]) -> set[str]:
    """Return the units that headings state; one of them is empty if some state none."""
    stated = (parse_heading(name).unit or (find(name) if len(name) > 1 else None) for name in names)
    return {unit.symbol if unit else "" for unit in stated}


def _is_known(name: str) -> bool:
    heading = parse_heading(name)
    return bool(heading.measure or heading.candidates or heading.role in ("run", "unit"))


def measure_named_in(text: str) -> str | None:
    """Return the measure that words beside a matrix name, None where none does.

    Examples
    --------
    >>> measure_named_in("Ratios by column type"), measure_named_in("matrix_qps.csv")
    ('compression_ratio', 'throughput')
    >>> measure_named_in("Rows/sec, higher is better")
    'throughput'
    """
    words = re.findall(r"[^\W_]+", text.casefold())
    if _RATE_SAID.search(text) is not None:
        return "throughput"
    for heading in (parse_heading(form) for word in words for form in (word, word.removesuffix("s"))):
        if heading.measure is not None:
            return heading.measure
        if heading.candidates:
            return heading.candidates[0]
    return None


def may_be_matrix(table: Table) -> bool:
    """Say whether a table looks like a matrix but for columns of words and of changes."""
    return looks_like_matrix(_of_numbers(table))


def _of_numbers(table: Table) -> Table:
    """Return a table without columns of words and of changes, and without words that stand for numbers."""
    return _without_failures(without_columns(table, [*_unread(table), *_changes(table)]))


def _unread(table: Table) -> list[str]:
    return [name for i, name in enumerate(table.header) if i and not _holds_numbers(table, i)]


def refuse_matrix(table: Table, file: str, caption: str, *, named: bool) -> None:
    """Refuse a table that looks like a matrix of one measure, and propose to read it as that.

    Parameters
    ----------
    file, caption : str
        Its name and what stands above it, which may name the measure.
    named : bool
        Whether its first column names alternatives, so that only a caption makes it a matrix.

    Raises
    ------
    InputError
        If it does.
    """
    unread = [] if named else _unread(table)
    key = key_of(table, unread)
    words = [] if named else [*([] if key else unread), *_changes(table)]
    table = table if named else _of_numbers(table)
    if not looks_like_matrix(table):
        return
    measure = _timed(caption) or measure_named_in(f"{file} {caption}")
    of_cells = _measure_of_cells(table)
    if not named or _are_before_and_after(table):
        raise _matrix(table, of_cells or measure, words, key, named=named, sure=of_cells is not None)
    if caption and measure_named_in(caption) == "throughput":  # of times the caption gives a unit
        raise _matrix(table, "throughput", (), key, named=named, sure=False)


def _matrix(
    table: Table, measure: str | None, words: Sequence[str], key: str, *, named: bool, sure: bool
) -> InputError:
    """Return the refusal of a matrix: which way it seems to lie, and what reads it so.

    The measure is `sure` where the cells or the headings tell it by their units.
    """
    first, *names = table.header
    taken = side_of(table)
    cases = _tell_cases(names) > _tell_cases([text_of(cells[0]) for _, cells in table.rows])
    rows = (cases or named) and not _are_before_and_after(table)
    left = [*chain(*(("--ignore", name) for name in words))]
    if key:
        left += ["--map", f"{'alternative' if rows or taken == 'rows' else 'scenario'}={key}"]
    turned = ["--transpose"] if rows and taken == "columns" and not key else []
    given = [*left, "--cells", measure or "number", *turned]
    if turned or taken == "rows":
        problem = (
            f"no column is of a known measure; the rows of {quoted(first)} may be alternatives, and the "
            f"columns {listed(names, 4)} scenarios, of one measure"
        )
        otherwise = "; leave --transpose out if the columns are the alternatives" if turned else ""
    else:
        nameless = "" if named else "no column names the alternatives; "
        problem = (
            f"{nameless}the columns {listed(names, 4)} may be alternatives, and {quoted(first)} the "
            "scenarios, of one measure"
        )
        otherwise = "; add --transpose if the columns are the scenarios"
    sides = not (measure is None or turned or taken == "rows" or key or _is_sure(table))
    less = ", or --cells 'duration (s)' where less is better"
    told = less if measure is not None and not sure and not measure.startswith("duration") else ""
    return InputError(
        problem,
        line=table.header_line,
        advice=f"if so, say {join(given)}{told}{otherwise}",
        options=given if measure else [*given, "--benefit", "number"],
        otherwise=[*given, "--transpose"] if sides else () if measure else [*given, "--cost", "number"],
        cases=(f"{quoted(names[0])} is an alternative", f"{quoted(text_of(table.rows[0][1][0]))} is")
        if sides
        else WAYS,
    )


def _is_sure(table: Table) -> bool:
    """Say whether something tells that the rows of a matrix are cases, and its columns what competes."""
    first, *names = table.header
    rows = [text_of(cells[0]) for _, cells in table.rows]
    told = _names_cases(first) or _grow(rows) or all(map(_QUERY.fullmatch, rows))
    told = told or any(map(is_baseline_name, names)) or _are_before_and_after(table)
    return told or _tell_cases(rows) > _tell_cases(names)


def _changes(table: Table) -> list[str]:
    """Return the columns of per cents beside numbers that are none: how much one differs from the next."""
    columns = list(zip(*(cells for _, cells in table.rows), strict=True))[1:]
    shares = [
        all(is_missing(cell) or text_of(cell).endswith("%") for cell in column) and any(column)
        for column in columns
    ]
    names = [name for name, share in zip(table.header[1:], shares, strict=True) if share]
    return names if len(names) < len(columns) - 1 else []


def _tell_cases(names: Sequence[str]) -> float:
    """Return the share of names that say what was done or measured with: `cold`, `YCSB-A`."""
    words = [re.findall(r"[^\W\d_]+", name.casefold()) for name in names]
    return sum(not CASES.isdisjoint(found) for found in words) / len(names)


def _holds_numbers(table: Table, at: int) -> bool:
    """Say whether most cells of a column are numbers; `timeout` in one is no reason to leave a rival out."""
    found = [_are_numbers([cells[at]]) for _, cells in table.rows if not is_missing(cells[at])]
    return 2 * sum(found) > len(found) or not found


def _without_failures(table: Table) -> Table:
    """Return a table with nothing where a word stands for a number behind the first column."""
    rows = (
        (line, [cells[0], *(cell if _are_numbers([cell]) else "" for cell in cells[1:])])
        for line, cells in table.rows
    )
    return replace(table, rows=tuple(rows))


def _timed(caption: str) -> str | None:
    """Return the duration that a caption says all numbers are, with its unit; None where it says none."""
    each = (find(text) for text in _TIME_EACH.findall(caption))  # `ns per element`
    stated = (*(unit for _, unit in units_stated(caption)), *filter(None, each))
    symbols = {unit.symbol for unit in stated if unit.dimension == "time"}
    return f"duration ({symbols.pop()})" if len(symbols) == 1 else None


def refuse_transposed(fields: Sequence[Column], headings: Sequence[Heading], alternatives_as: str) -> None:
    """Refuse a table where names of measures, and not of alternatives, stand.

    Parameters
    ----------
    fields, headings
        Of the table as `alternatives_as` says that it is to be read, in rows or in columns.

    Raises
    ------
    InputError
        If its first column names measures, or each of its rows is in units of one kind, and the rows in
        several: the alternatives seem to stand otherwise.
    """
    if len(fields) < 2 or any(heading.measure for heading in headings):
        return
    names = {text: parse_heading(text) for text in map(text_of, fields[0].cells[:_LOOKED_AT])}
    known = [text for text, heading in names.items() if heading.measure or heading.candidates]
    measures = sum(bool(names[text].measure) for text in known)
    where, instead, advice = _TURNED[alternatives_as]
    if measures and (2 * len(known) > len(names) or measures > 1):
        why = f"the {where} names of measures, {listed(known, 4)}"
    elif alternatives_as == "rows" and _are_in_kinds(fields):
        why = "the rows are in units of several kinds"
    else:
        return
    others = listed((heading.text for heading in headings[1:] if heading.role != "unit"), 4)
    raise InputError(
        f"{why}, so that the alternatives may be the {instead} {others}",
        line=fields[0].line,
        advice=advice,
        options=("--transpose",) if alternatives_as == "rows" else (),
    )


def _are_in_kinds(fields: Sequence[Column]) -> bool:
    """Say whether each row is in units of one kind, by its name or its cells, and the rows in several."""
    if len(fields) < 3 or any(_is_known(field.heading) for field in fields[1:]):
        return False
    found: set[str] = set()
    for name, *cells in zip(*(field.cells for field in fields), strict=True):
        kinds = set(map(_kind, _given(cells)))
        if kinds == {""} and (stated := parse_heading(text_of(name)).unit) is not None:
            kinds = {_kind_of(stated)}  # `DB size (MB)`
        if len(kinds) != 1 or "" in kinds:  # most tables end here, at their first row
            return False
        found |= kinds
    return len(found) > 1


def _kind(cell: object) -> str:
    """Return what a cell is in, bytes of either base alike; empty where it states no unit or no number."""
    try:
        return _kind_of(parse_number(cell).unit)
    except InputError:
        return ""


def _kind_of(unit: Unit | None) -> str:
    if unit is None:
        return ""
    return _UNSTATED.sub("bytes", unit.dimension)


def _measure_of_cells(table: Table) -> str | None:
    """Return the measure that the units in the cells of a matrix tell: a time or a rate; None without one."""
    kinds = {_kind(cell) for _, row in table.rows for cell in _given(row[1:])}
    kind = kinds.pop() if len(kinds) == 1 else ""
    stated = _units([text_of(row[0]) for _, row in table.rows])  # `Q1 (ms)` at the beginning of each row
    if not kind and len(stated) == 1 and (symbol := stated.pop()) and parse(symbol).dimension == "time":
        return f"duration ({symbol})"
    headed = next(iter(_units(table.header[1:]))) if _are_cases(table) else ""
    kind = parse(headed).dimension if headed else kind
    if kind == "time":
        return "duration"
    if not kind and all(_QUERY.fullmatch(text_of(row[0])) for _, row in table.rows):
        return "duration (s)"
    return "throughput" if kind.endswith(" per time") else None


def side_of(table: Table) -> str:
    """Return how the alternatives of a matrix stand as far as it tells, as rows or as columns.

    They are its columns, unless its first heading names them, or the others state a unit, as what rows were
    measured by does.
    """
    first, *names = table.header
    given = _names_cases(first) or _are_cases(table)
    named = parse_heading(first).role == "alternative" or names_a_kind(first)
    named = named and not may_stand_in_columns(table) and not _are_before_and_after(table)
    return "rows" if named or (_units(names) != {""} and not given) else "columns"


def may_stand_in_columns(table: Table) -> bool:
    """Say whether the alternatives of a matrix may be its columns, as nothing stands over the first.

    A name of a baseline in the first column says that they are its rows.
    """
    names = (text_of(cells[0]) for _, cells in table.rows)
    return (
        table.header[0].casefold() in (FIRST_COLUMN, "name", "item")
        and looks_like_matrix(table)
        and not any(map(is_baseline_name, names))
    )


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
        by_name = named.get("alternative", "").strip().casefold() == first.casefold()
        alternatives_as = "rows" if by_name else side_of(table)
    seen: set[str] = set()
    for line, cells in table.rows:
        name = text_of(cells[0])
        if not name or name.casefold() in seen:
            problem = "this name stands twice" if name else "this row has no name"
            raise InputError(problem, line=line, column=first, found=name, advice="correct it")
        seen.add(name.casefold())
    units = _units(names)
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
    return (
        Column("scenario", table.header_line, scenarios, lines, ["scenario"] * len(lines)),
        Column("alternative", table.header_line, alternatives, lines, ["alternative"] * len(lines)),
        Column(measure, table.header_line, values, lines, labels),
    )


def units_below(table: Table) -> tuple[Table, Sequence[str]]:
    """Return a table without a first row of units, and the units; empty where that is one of data."""
    (_, first), *rows = table.rows
    units = [text_of(cell) for cell in first]
    stated = [_is_unit(unit.strip("()[]")) for unit in units]
    if not rows or 2 * sum(stated) < len(units) - 1 or any(map(is_number, units)):
        return table, ()
    if any(unit and not known for unit, known in zip(units[1:], stated[1:], strict=True)):
        return table, ()
    kept = tuple(unit.strip("()[]$€£") if known else "" for unit, known in zip(units, stated, strict=True))
    return replace(table, rows=tuple(rows)), kept


def _is_unit(text: str) -> bool:
    """Say whether a cell below a heading is a unit, a rate of whatever is counted, or a currency."""
    rate = _A_RATE.search(text) is not None and not any(map(str.isdigit, text))
    return find(text) is not None or rate or text in ("$", "€", "£", "USD", "EUR")


def rows_in_units(table: Table) -> tuple[tuple[Column, ...], tuple[str, ...]]:
    """Return the long columns of a table with a unit in each row, and what is assumed of it; empty if none.

    Such a table has the names of tests in its first column, their units in another, perhaps which way is
    better in a third, and numbers under the alternatives' names. A rate, or a number of which more is better,
    is a throughput, a time a duration.

    Raises
    ------
    InputError
        If a row says that less of a rate, or more of a time, is better.
    """
    headings = [parse_heading(name) for name in table.header]
    at = next((i for i, heading in enumerate(headings) if i and heading.role == "unit"), 0)
    sides = [
        i for i, name in enumerate(table.header) if i and (i == at or _WAY_HEADING.fullmatch(name.strip()))
    ]
    names = [i for i in range(1, len(headings)) if i not in sides]
    if (
        headings[0].role != "scenario"
        or not at
        or len(names) < 2
        or any(_is_known(table.header[i]) for i in names)
    ):
        return (), ()
    rows: list[tuple[int | None, Sequence[object]]] = []
    stated: list[tuple[str, str]] = []
    told: list[str] = []
    for line, cells in table.rows:
        texts = [text_of(cells[i]) for i in (0, *sides)]
        measure, unit = _measure_in(" ".join(texts), texts[0], text_of(cells[at]), line)
        if measure:
            rows.append((line, [cells[i] for i in (0, *names)]))
            stated += [(measure, unit)] * len(names)
        else:
            told.append(f"row {quoted(texts[0])} is left out, as nothing says which way it is better")
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


def _measure_in(text: str, test: str, unit: str, line: int | None) -> tuple[str, str]:
    """Return the measure of a row by its unit and by which way is better, and the unit to reckon in."""
    more, less = _MORE.search(text) is not None, _LESS.search(text) is not None
    known = find(unit)
    dimension = known.dimension if known is not None else ""
    rate = dimension.endswith(" per time") or _A_RATE.search(unit) is not None
    if (rate and less and not more) or (dimension == "time" and more and not less):
        raise InputError(
            f"this test is in {unit}, and says that {'less' if less else 'more'} is better",
            line=line,
            found=test,
            advice="take the row out, or correct it",
        )
    if dimension == "time":
        return "duration", unit
    return (
        ("throughput", unit if known is not None and rate else "")
        if rate or (more and not less)
        else ("", "")
    )


def with_far_rows(reading: Reading) -> Reading:
    """Return the reading of a matrix with a caveat about scenarios that may be in another unit."""
    by_scenario: dict[str, list[float]] = {}
    for row in reading.rows:
        if row.value:
            by_scenario.setdefault(row.scenario or "", []).append(log10(abs(row.value)))
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


def with_runs_below(fields: Sequence[Column], measure: str | None = None) -> tuple[Column, ...]:
    """Return the columns with those that are called run1, run2, … below each other, beside a column `run`.

    Two at least have to be numbered alike; `time run 1 (s)` and `time run 2 (s)` become `time (s)`. What says
    no more than `run 1` is of the measure that the caller names, or a duration where it states a unit.

    Raises
    ------
    InputError
        If nothing says what the runs are of.
    """
    groups: dict[str, list[tuple[str, Column]]] = {}
    for field in fields:
        found = _RUN.fullmatch(field.heading.strip())
        if found is not None:
            stem = found["stem"].strip()
            if not (stem or measure or found["unit"]) and not any(map(_has_unit, field.cells)):
                raise InputError(
                    "this is a run by its heading, and nothing says what was measured",
                    line=field.line,
                    column=field.heading,
                    advice="say --cells 'duration (s)' if it is a time, --cells throughput if more is better",
                )
            heading = " ".join(filter(None, (stem or measure or "duration", found["unit"])))
            groups.setdefault(heading, []).append((found["number"], field))
    numbers = {tuple(number for number, _ in group) for group in groups.values()}
    if len(numbers) != 1 or len(runs := numbers.pop()) < 2 or len(set(runs)) < len(runs):
        return tuple(fields)
    stacked = {id(field) for group in groups.values() for _, field in group}
    found_fields = [
        replace(
            field,
            cells=[cell for cell in field.cells for _ in runs],
            lines=[line for line in field.lines for _ in runs],
            columns=[name for name in field.columns for _ in runs],
        )
        for field in fields
        if id(field) not in stacked
    ]
    one = fields[0]
    count = len(one.cells)
    lines = [line for line in one.lines for _ in runs]
    found_fields.append(Column("run", one.line, list(runs) * count, lines, ["run"] * len(lines)))
    for heading, group in groups.items():
        cells = [field.cells[at] for at in range(count) for _, field in group]
        columns = [field.columns[at] for at in range(count) for _, field in group]
        found_fields.append(Column(heading, one.line, cells, lines, columns))
    return tuple(found_fields)


def _has_unit(cell: object) -> bool:
    return not is_missing(cell) and not text_of(cell)[-1].isdigit()
