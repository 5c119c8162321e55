"""Which tables are a matrix of one measure, which way round, and what is proposed where both may be meant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations, pairwise
from shlex import join, quote

from ahp.errors import WAYS, InputError, listed, quoted
from ahp.evidence.directions import better_likely
from ahp.evidence.measures import MEASURES, better_said
from ahp.ingest.tables.cells import FAILURE, is_missing, parse_number
from ahp.ingest.tables.columns import Column, text_of, ways_in, ways_of
from ahp.ingest.tables.delimited import FIRST_COLUMN, Table, is_number, without_columns
from ahp.ingest.tables.headings import (
    AMBIGUOUS,
    SCENARIO_WORDS,
    Heading,
    names_a_kind,
    parse_heading,
    words_of,
)
from ahp.ingest.tables.keys import PLUS, key_of
from ahp.ingest.tables.surroundings import measure_said, options_of_cells
from ahp.terms import is_baseline_name
from ahp.units import Unit, find, parse

A_RATE = re.compile(r"(?:\bper\b|/) ?(?:s(?:ec(?:ond)?)?s?|min(?:ute)?|h(?:our)?)$", re.IGNORECASE)
_QUERY = re.compile(r"q(?:uery)?[ _-]?\d+[a-z]?|total|sum|geo.?mean", re.IGNORECASE)
CASES = SCENARIO_WORDS | frozenset(
    {
        "cold", "warm", "hot", "clean", "incremental", "full", "read", "write", "rand", "random",
        "randread", "randwrite", "seq", "sequential", "insert", "update", "delete", "scan",
        "select", "query", "get", "set", "put", "load", "find", "erase", "gets", "sets", "reads", "writes",
        "startup", "build", "rebuild", "first",
        "small", "medium", "large", "huge", "short", "long", "line", "lines", "sample",
        "ycsb", "tpc", "tpch", "tpcc", "single", "multi", "parallel", "concurrent", "serial", "all",
        "plaintext", "json",
        "encode", "decode", "encoding", "decoding", "serialize", "deserialize", "marshal", "unmarshal",
        "compress", "decompress", "parse", "stringify", "lookup", "enqueue", "dequeue",
    }
)  # fmt: skip
"""Words for what was done or measured with, which name no alternatives."""
_QUERIES = ("duration (s)", "duration (ms)")
"""What the cells below `Q1` may be where nothing tells their unit."""
_DESCRIBING = frozenset(
    {"rows", "lines", "records", "items", "scale", "sf", "count", "n", "files", "columns"}
)  # fmt: skip
"""What is said of each case beside its name, and was measured of nobody."""
_DERIVED = frozenset({"speedup", "speed-up", "ratio", "factor", "gain", "x"})
_SIZE = re.compile(r"(?:\w+ ?= ?)?\d[\d.,]*[kKMG]?")
_PER_CENT = re.compile(r"%\W*$")
_PER = re.compile(r"\w+/\w+")
_WORD = re.compile(r"[A-Z]?[a-z]+|[A-Z]+")
_UNSTATED = re.compile(r"[KMGT]B of unstated base")
_LOOKED_AT = 100
CAPTION = "caption"
"""What all cells are said to be that are what stands above their table."""
_TURNED = {
    "rows": ("first column holds", "columns", "if so, say --transpose"),
    "columns": ("heading holds", "rows", "if so, leave --transpose out"),
}
_PAIRS = ({"before", "after"}, {"old", "new"}, {"baseline", "new"}, {"main", "pr"}, {"base", "head"})


def looks_like_matrix(table: Table) -> bool:
    """Say whether a table has names in its first column and numbers of no known measure in all others."""
    if len(table.header) < 3 or any(map(is_known, table.header[1:])):
        return False
    likely = sum(better_likely(name) is not None for name in table.header[1:])  # `solved`, `timeouts`
    if 2 * likely >= len(table.header) - 1:
        return False
    if units_of(table.header[1:]) != {""} and not _are_cases(table):
        return False  # columns in a unit are what the rows were measured by
    bracketed = any(" (" in name and parse_heading(name).unit for name in table.header[1:])
    kinds = {_kind(cell) for _, cells in table.rows[:1] for cell in cells[1:]}
    if bracketed and any(kind in ("time", "bytes") or kind.endswith(" per time") for kind in kinds):
        return False  # `Startup (root)` over `620ms`
    names, *columns = zip(*(cells for _, cells in table.rows), strict=True)
    numbered = _are_numbers(names) and units_of(list(map(text_of, names))) == {""}  # `8 threads (MB/s)`
    if numbered and not (numbers_runs(table) or _names_cases(table.header[0]) or _grow(names)):
        return False
    return (
        all(_are_numbers(column) for column in columns)
        and not any(
            len(set(map(_kind, _present_cells(cells[1:])))) > 1  # units of several measures
            or any(text_of(cell)[:1] in ("-", "\u2212") for cell in _present_cells(cells[1:]))
            for _, cells in table.rows
        )
    )


def _grow(cells: Sequence[object]) -> bool:
    """Say whether whole numbers grow or fall by row and not one by one: sizes that were measured with."""
    texts = [re.sub("[, ]", "", text_of(cell)) for cell in cells]
    if len(texts) < 2 or not all(text.isascii() and text.isdigit() for text in texts):
        return False
    sizes = list(map(int, texts))
    sizes = sizes if sizes[0] < sizes[-1] else sizes[::-1]
    return all(a < b for a, b in pairwise(sizes)) and sizes[-1] - sizes[0] >= len(sizes)


def _are_cases(table: Table) -> bool:
    """Say whether the rows are what was measured with, and the columns in one unit of a time or a rate.

    They are below `Benchmark` and `nodes`, and where columns are called `before` and `after`.
    """
    units = units_of(table.header[1:])
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


def _present_cells(cells: Iterable[object]) -> Iterator[object]:
    return (cell for cell in cells if not is_missing(cell))


def _are_numbers(cells: Iterable[object]) -> bool:
    """Say whether every cell is a number by whichever decimal mark, or empty."""
    return all(is_missing(cell) or is_number(text_of(cell)) for cell in cells)


def units_of(names: Sequence[str]) -> set[str]:
    """Return the units that headings state; one of them is empty if some state none."""
    stated = [parse_heading(name).unit or (find(name) if len(name) > 1 else None) for name in names]
    # `PCRE2 (JIT)` is in no unit where others state none
    known = all(stated) or any(unit is not None and find(unit.symbol) is not None for unit in stated)
    return {unit.symbol if unit and (known or "/" in unit.symbol) else "" for unit in stated}


def is_known(name: str) -> bool:
    """Say whether a heading is of a measure, a run or a unit."""
    heading = parse_heading(name)
    return bool(heading.measure or heading.candidates or heading.role in ("run", "unit"))


def may_be_matrix(table: Table) -> bool:
    """Say whether a table looks like a matrix but for columns of words and of changes."""
    if not table.rows or any(len(cells) != len(table.header) for _, cells in table.rows):
        return False  # a part of a text that nobody has checked yet
    return looks_like_matrix(_of_numbers(table))


def _of_numbers(table: Table) -> Table:
    """Return a table without columns of words and of changes, and without words that stand for numbers."""
    left = [*_unread(table), *changes_in(table), *_describing(table)]
    return _without_failures(without_columns(table, left))


def _describing(table: Table) -> list[str]:
    """Return the column that says how large each case is, `Size` or `Rows` behind `File`, beside others."""
    if len(table.header) < 4 or not _names_cases(table.header[0]) or any(map(is_known, table.header[2:])):
        return []
    heading = parse_heading(table.header[1])
    described = heading.candidates == AMBIGUOUS["size"] or heading.words in _DESCRIBING
    return [table.header[1]] if described else []


def _unread(table: Table) -> list[str]:
    return [name for i, name in enumerate(table.header) if i and not _holds_numbers(table, i)]


def refuse_matrix(table: Table, file: str, caption: str, *, named: bool, picked: bool) -> None:
    """Refuse a table that looks like a matrix of one measure, and propose to read it as that.

    Parameters
    ----------
    file, caption : str
        Its name and what stands above it, which may name the measure.
    named : bool
        Whether its first column names alternatives, so that only a caption makes it a matrix.
    picked : bool
        Whether it is one of several tables of a text, each of which has a caption of its own.

    Raises
    ------
    InputError
        If it does.
    """
    unread = [] if named else _unread(table)
    key = key_of(table, unread)
    words = [] if named else [*([] if key else unread), *changes_in(table), *_describing(table)]
    whole = table
    table = table if named else _of_numbers(table)
    if len(words) > len(whole.header) - 3 or not looks_like_matrix(table):
        if not named and (described := _described(whole)) is not None:
            raise described
        return
    of_cells, said, way = measure_of_cells(table), measure_said(caption), better_said(caption)
    measure = of_cells or said or measure_said(file.replace("-", " "))
    queries = measure is None and all(_QUERY.fullmatch(text_of(row[0])) for _, row in table.rows)
    counted = options_of_cells(_QUERIES[0] if queries else measure, way, stated=of_cells is not None)
    if not counted and not _is_one_quantity(table):
        raise _turned_refusal("the rows are of several kinds", table.header_line, table.header[1:])
    aside = ""
    if picked and said is not None and counted == ["--cells", said]:
        counted, aside = ["--cells", CAPTION], f", which is {quoted(said)}"
    elif counted == ["--cells", "throughput"] and not (of_cells or way):
        aside = ", or --cells 'duration (s)' where less is better"
    told = (said or way) and said != "compression_ratio"  # of ratios the row of 1 tells
    if not named or told or _are_before_and_after(table):
        raise _matrix(table, counted, aside, words, key, named=named, told=not queries)


_MOST_DESCRIBING = 8


def _described(table: Table) -> InputError | None:
    """Return the refusal of a matrix in one unit whose rows several columns describe; None of others."""
    columns = dict(zip(table.header, zip(*(cells for _, cells in table.rows), strict=True), strict=True))
    units: dict[str, list[str]] = {}
    for name in table.header[1:]:
        found = {(_kind(cell), _symbol(cell)) for cell in _present_cells(columns[name])}
        kind, symbol = found.pop() if len(found) == 1 else ("", "")
        if kind == "time" or kind.endswith(" per time"):
            units.setdefault(symbol, []).append(name)
    measured = max(units.values(), key=len, default=[])
    describing = [name for name in table.header[1:] if name not in measured]
    if len(measured) < 2 or not describing or any(map(is_known, measured)):
        return None
    if len(describing) > _MOST_DESCRIBING or any(parse_heading(name).measure for name in describing):
        return None
    some = chain.from_iterable(combinations(describing, count) for count in range(1, len(describing) + 1))
    key = next((key for columns_of in some if (key := key_of(table, columns_of))), "")
    if not key:
        return None
    symbol = next(unit for unit, names in units.items() if names is measured)
    measure = "duration" if _kind(columns[measured[0]][0]) == "time" else "throughput"
    unused = [name for name in describing if name not in key.split(PLUS)]
    left = [part for name in unused for part in ("--ignore", name)]
    options = ["--cells", f"{measure} ({symbol})", "--map", f"scenario={key}", *left]
    return InputError(
        f"no column names the alternatives; the columns {listed(measured, 4)}, in {symbol}, may be "
        "alternatives, and the others say what was measured with",
        line=table.header_line,
        advice=f"if so, say {join(options)}",
        options=options,
    )


def _symbol(cell: object) -> str:
    unit = parse_number(cell).unit if _kind(cell) else None
    return unit.symbol if unit is not None else ""


def _matrix(
    table: Table,
    counted: Sequence[str],
    aside: str,
    words: Sequence[str],
    key: str,
    *,
    named: bool,
    told: bool,
) -> InputError:
    """Return the refusal of a matrix: which way it seems to lie, and what reads it so.

    `counted` is empty where nothing tells which way its cells are better; the columns `words` are left out.
    The unit of queries may not be `told`.
    """
    first, *names = table.header
    taken = side_of(table)
    cases = share_of_cases(names) > share_of_cases([text_of(cells[0]) for _, cells in table.rows])
    sizes = 2 * sum(_SIZE.fullmatch(name) is not None for name in names) > len(names)  # over 1, 2 and 4
    rows_of = [text_of(row[0]) for _, row in table.rows]
    levels = (
        sizes
        and not _are_numbers(rows_of)
        and (_names_cases(first) or not share_of_cases([name.rpartition(".")[2] for name in rows_of]))
    )
    described = any(map(names_a_kind, words))  # `Language` and `Runtime` beside them say what rows are
    rows = (cases or named or levels or described) and not _are_before_and_after(table)
    against = _against(names, counted) if taken == "rows" else []  # a column may be a system of such a name
    left = [*chain(*(("--ignore", name) for name in (*words, *against)))]
    if key:
        left += ["--map", f"{'alternative' if rows or taken == 'rows' else 'scenario'}={key}"]
    turned = ["--transpose"] if rows and taken == "columns" and not key else []
    given = [*left, *(counted or ["--cells", "number"]), *turned]
    if turned or taken == "rows":
        problem = (
            f"no column is of a known measure; the rows of {quoted(first)} may be alternatives, and the "
            f"columns {listed(names, 4)} scenarios, of one measure"
        )
        columns = f"say --map {quote(f'scenario={first}')}" if taken == "rows" else "leave --transpose out"
        otherwise = f"; {columns} if the columns are the alternatives"
    else:
        nameless = "" if named else "no column names the alternatives; "
        problem = (
            f"{nameless}the columns {listed(names, 4)} may be alternatives, and {quoted(first)} the "
            f"{'runs' if numbers_runs(table) else 'scenarios'}, of one measure"
        )
        otherwise = "; add --transpose if the columns are the scenarios"
    sides = counted and not (turned or taken == "rows" or key or _is_sure(table))
    if counted == ["--cells", _QUERIES[0]] and not (sides or told):
        return InputError(
            problem,
            line=table.header_line,
            advice=f"if so, say {join(given)}{otherwise}",
            options=given,
            otherwise=[*left, "--cells", _QUERIES[1], *turned],
            cases=("they are seconds", "they are milliseconds"),
        )
    return InputError(
        problem,
        line=table.header_line,
        advice=f"if so, say {join(given)}{aside}{otherwise}",
        options=given if counted else [*given, "--benefit", "number"],
        otherwise=[*given, "--transpose"] if sides else () if counted else [*given, "--cost", "number"],
        cases=(f"{quoted(names[0])} is an alternative", f"{quoted(text_of(table.rows[0][1][0]))} is")
        if sides
        else WAYS,
    )


def _against(names: Sequence[str], counted: Sequence[str]) -> list[str]:
    """Return the few columns whose own names tell which way they are better: quality beside speeds."""
    found = [name for name in names if counted and better_likely(name) is not None and not tells_case(name)]
    return found if 2 * len(found) < len(names) else []


def _is_one_quantity(table: Table) -> bool:
    """Say whether the rows of a matrix may be of one measure: as to their units, and which way is better."""
    names = [text_of(cells[0]) for _, cells in table.rows]
    return len(set(map(_kind_named, names))) < 2 and len({*map(better_likely, names), None}) < 3


def numbers_runs(table: Table) -> bool:
    """Say whether a column of runs stands before those of what competes."""
    return parse_heading(table.header[0]).role == "run"


def _is_sure(table: Table) -> bool:
    """Say whether something tells that the rows of a matrix are cases, and its columns what competes."""
    first, *names = table.header
    rows = [text_of(cells[0]) for _, cells in table.rows]
    told = numbers_runs(table) or _names_cases(first) or _grow(rows) or all(map(_QUERY.fullmatch, rows))
    told = told or any(map(is_baseline_name, names)) or _are_before_and_after(table)
    return told or share_of_cases(rows) > share_of_cases(names)


def _are_per_cents(cells: Iterable[object]) -> bool:
    return all(is_missing(cell) or _PER_CENT.search(text_of(cell)) for cell in cells)


def changes_in(table: Table) -> list[str]:
    """Return the columns of per cents beside numbers that are none: how much one differs from the next."""
    columns = list(zip(*(cells for _, cells in table.rows), strict=True))[1:]
    shares = [_are_per_cents(column) and any(column) for column in columns]
    paired = _are_before_and_after(table)
    names = [
        name
        for name, share in zip(table.header[1:], shares, strict=True)
        if share or (paired and name.casefold() in _DERIVED)
    ]
    return names if len(names) < len(columns) - 1 else []


def tells_case(name: str) -> bool:
    """Say whether a word in a name, `GetParallel`, is one for what was done or measured with."""
    return not CASES.isdisjoint(word.casefold() for word in _WORD.findall(name))


def share_of_cases(names: Sequence[str]) -> float:
    """Return the share of names that say what was done or measured with, 0 below a half: `cold`, `YCSB-A`."""
    words = (re.findall(r"[^\W\d_]+", name.casefold()) for name in names)
    share = sum(not CASES.isdisjoint(found) for found in words) / len(names)
    return share if share >= 0.5 else 0.0


def _holds_numbers(table: Table, at: int) -> bool:
    """Say whether most cells of a column are numbers; `timeout` in one is no reason to leave a rival out."""
    present = [text_of(cells[at]) for _, cells in table.rows if not is_missing(cells[at])]
    found = [_are_numbers([cell]) for cell in present if not FAILURE.match(cell)]  # `OOM`
    return 2 * sum(found) > len(found) or not found


def _without_failures(table: Table) -> Table:
    """Return a table with nothing where a word stands for a number behind the first column."""
    rows = (
        (line, [cells[0], *(cell if _are_numbers([cell]) else "" for cell in cells[1:])])
        for line, cells in table.rows
    )
    return replace(table, rows=tuple(rows))


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
    if measures and (2 * len(known) > len(names) or measures > 1):
        why = f"the {_TURNED[alternatives_as][0]} names of measures, {listed(known, 4)}"
    elif alternatives_as == "rows" and _are_in_kinds(fields):
        why = "the rows are in units of several kinds"
    elif alternatives_as == "rows" and (likely := _likely_criteria(names, headings)):
        why = f"the rows are such as {listed(likely, 2)}"
    else:
        return
    others = [
        heading.text
        for field, heading in zip(fields[1:], headings[1:], strict=True)
        if heading.role != "unit" and not ways_in(field.heading, field.cells)
    ]
    changes = [field.heading for field in fields[1:] if _are_per_cents(field.cells)]
    changes = changes if len(changes) < len(others) - 1 else []
    raise _turned_refusal(
        why, fields[0].line, [name for name in others if name not in changes], alternatives_as, changes
    )


def assumptions_of_turned(table: Table) -> list[str]:
    """Return what is assumed of a table whose first column is called metric and names several of them."""
    if parse_heading(table.header[0]).role != "measure" or len(table.header) < 3:
        return []
    left = changes_in(table)
    others = [n for at, n in enumerate(table.header) if at not in (0, ways_of(table)[0]) and n not in left]
    names = [name for name in others if parse_heading(name).role != "unit"]
    in_units = len(names) < len(others)  # a column has the unit of each row
    if any(is_known(name) or parse_heading(name).role for name in names) or not (in_units or names):
        return []
    named = [parse_heading(text_of(cells[0])) for _, cells in table.rows]
    known = in_units or all(heading.measure or heading.unit for heading in named)
    if not known or min(len(named), len(names)) < 2:
        return []
    return [
        f"the alternatives are the columns {listed(names, 4)}, for {quoted(table.header[0])} "
        "stands over the names of the rows"
    ]


def _likely_criteria(names: Iterable[str], headings: Sequence[Heading]) -> list[str]:
    """Return the rows of which it is likely which way they are better, where most are and no column is."""
    if names_a_kind(headings[0].text) or any(h.unit or better_likely(h.text) for h in headings[1:]):
        return []
    if all(is_number(heading.text) for heading in headings[1:]):  # sizes that were measured with
        return []
    named = list(names)
    likely = [name for name in named if better_likely(name) is not None]
    return likely if len(likely) > 1 and 2 * len(likely) > len(named) else []


def _turned_refusal(
    why: str,
    line: int | None,
    others: Sequence[str],
    alternatives_as: str = "rows",
    changes: Sequence[str] = (),
) -> InputError:
    """Return the refusal of a table that seems to be turned; columns of changes are left out."""
    _, instead, advice = _TURNED[alternatives_as]
    return InputError(
        f"{why}, so that the alternatives may be the {instead} {listed(others, 4)}",
        line=line,
        advice=advice,
        options=["--transpose", *chain(*(("--ignore", name) for name in changes))]
        if alternatives_as == "rows"
        else (),
    )


def _are_in_kinds(fields: Sequence[Column]) -> bool:
    """Say whether rows are in units of several kinds, by their names or their cells, each in one."""
    if len(fields) < 3 or any(is_known(field.heading) for field in fields[1:]):
        return False
    found: set[str] = set()
    for name, *cells in zip(*(field.cells[:_LOOKED_AT] for field in fields), strict=True):
        kinds = set(map(_kind, _present_cells(cells)))
        if len(kinds) > 1:
            return False
        found |= {_kind_named(text_of(name))} if kinds == {""} else kinds
    return len(found - {""}) > 1


def _kind_named(name: str) -> str:
    """Return what a name says that its numbers are in, `DB size (MB)` or `p99`; empty where it does not."""
    heading = parse_heading(name)
    symbol = "" if heading.unit is None else heading.unit.symbol
    known = find(symbol) is not None or _PER.fullmatch(symbol) is not None  # `(zstd:1)` and a link are none
    if known and (len(symbol) > 1 or "(" in name):  # `Model S` is a name
        return _kind_of(heading.unit)
    measure = MEASURES.get(heading.measure or "")
    return _kind_of(measure.unit) if measure is not None and measure.unit_needed else ""


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


def measure_of_cells(table: Table) -> str | None:
    """Return the measure that the units in the cells of a matrix tell: a time or a rate; None without one."""
    kinds = {_kind(cell) for _, row in table.rows for cell in _present_cells(row[1:])}
    kind = kinds.pop() if len(kinds) == 1 else ""
    stated = units_of([text_of(row[0]) for _, row in table.rows])  # `Q1 (ms)` at the beginning of each row
    if not kind and len(stated) == 1 and (symbol := stated.pop()):
        dimension = parse(symbol).dimension
        if dimension == "time" or dimension.endswith(" per time"):
            return f"{'duration' if dimension == 'time' else 'throughput'} ({symbol})"
    headed = next(iter(units_of(table.header[1:]))) if _are_cases(table) else ""
    kind = parse(headed).dimension if headed else kind
    if kind == "time":
        return "duration"
    return "throughput" if kind.endswith(" per time") else None


def side_of(table: Table) -> str:
    """Return how the alternatives of a matrix stand as far as it tells, as rows or as columns.

    They are its columns, unless its first heading names them, or the others state a unit, as what rows were
    measured by does.
    """
    first, *names = table.header
    first = first.partition("\\")[0].strip() or first  # `Input \ Library` has the word over the columns last
    given = _names_cases(first) or _are_cases(table) or len(table.rows) == 1
    named = parse_heading(first).role == "alternative" or names_a_kind(first)
    named = named and not may_stand_in_columns(table) and not _are_before_and_after(table)
    named = named and len(table.rows) > 1
    return "rows" if named or (units_of(names) != {""} and not given) else "columns"


def may_stand_in_columns(table: Table) -> bool:
    """Say whether the alternatives of a matrix may be its columns, as nothing stands over the first.

    A name of a baseline in the first column says that they are its rows.
    """
    names = (text_of(cells[0]) for _, cells in table.rows)
    return (
        table.header[0].casefold() in (FIRST_COLUMN, "name", "item", "instance")
        and looks_like_matrix(_without_failures(table))
        and not any(map(is_baseline_name, names))
    )
