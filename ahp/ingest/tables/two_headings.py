"""Two lines of headings as one: words that span columns over those below, measures over alternatives."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from ahp.errors import InputError, listed, quoted
from ahp.ingest.files.open import Source
from ahp.ingest.tables.cells import is_missing
from ahp.ingest.tables.columns import text_of
from ahp.ingest.tables.delimited import FIRST_COLUMN, Table, is_number, records_of
from ahp.ingest.tables.headings import (
    SCENARIO_WORDS,
    STATISTICS,
    WORDS,
    names_a_kind,
    parse_heading,
    words_of,
)
from ahp.ingest.tables.matrices import CASES, share_of_cases
from ahp.units import find

_OF_RUNS = frozenset({"mean", "avg", "median", "std", "stddev", "sd", "min", "max", "count"})
"""What pandas writes over numbers of several runs."""
_MEASURED = frozenset(
    {"speed", "time", "ratio", "size", "rate", "mbps", "compress", "decompress", "score", "speedup"}
)
"""What is measured, though no unit tells of it: `lz4_speed`."""
_STATISTICS = frozenset({*STATISTICS, *WORDS, "min", "std", "stddev", "sd"})


def under_two_headings(source: Source) -> Table | None:
    """Return the table of delimited text with two lines of headings, as pivot tables are saved; None if not.

    Raises
    ------
    InputError
        If neither line names measures, or a row is of another length.
    """
    return with_two_headings(records_of(source), source.name)


def with_two_headings(records: Sequence[tuple[int | None, Sequence[str]]], name: str) -> Table | None:
    """Return the table of which two lines are headings; None if they are not.

    The first line has names that stand again or cells that are empty, the second no number; a third may name
    the first column alone, or have the units of all others. Where the second has words and units below some
    of the columns only, as papers print `Latency` over `p50` and `p99`, they belong to the words above.

    Raises
    ------
    InputError
        If neither line names measures.
    """
    if len(records) < 3 or len({len(cells) for _, cells in records}) > 1:
        return None
    lines = [(line, [cell.strip() for cell in cells]) for line, cells in records]
    (_, above), (line, below), *rows = _in_two_levels(lines)
    if len(rows) > 1 and not rows[0][1][0] and all(map(find, rows[0][1][1:])):
        units = rows.pop(0)[1][1:]
        below[1:] = [f"{cell} ({unit})".strip() for cell, unit in zip(below[1:], units, strict=True)]
    called = ""
    spans = len({*above[1:]} - {""}) < len(above) - 1 and not any(map(is_number, [*above, *below]))
    if spans and len(rows) > 1 and _names_index(rows[0][1], above):
        called, fixed = below[0] or above[0], _columns_of_index(above)  # pandas names levels before the index
        above[:fixed], below[:fixed] = [""] * fixed, rows.pop(0)[1][:fixed]
    if (header := _with_statistics(above, below)) and any(is_number(cell) for cell in rows[0][1][1:]):
        return Table(name, "", header, line, tuple(rows))
    if (crossed := _crossed_table(above, below, rows, name, called)) is not None:
        return replace(crossed, header_line=line)
    if (header := join_headings(above, below)) and any(is_number(cell) for cell in rows[0][1][1:]):
        return Table(name, "|", header, line, tuple(rows))
    again = len({cell.casefold() for cell in above[1:]}) < len(above) - 1
    if not again or not any(above[1:]) or any(map(is_number, [*above, *below])):
        return None
    if not rows or not any(is_number(cell) for cell in rows[0][1][1:]):
        return None
    first = above[0]
    above[0] = ""  # a name of the levels, or of the first column
    table = flattened(above, [below[0] or first, *below[1:]], rows, name, called)
    return replace(table, header_line=line)


def _with_statistics(above: Sequence[str], below: Sequence[str]) -> tuple[str, ...]:
    """Return headings of measures over `mean` and `std`, or these over measures, as one; empty of others."""
    fixed = next((i for i, cell in enumerate(above) if i and cell), len(above))
    over = _spread(above)
    for level, statistics in ((over, below), (below, over)):
        told = {cell.casefold() for cell in statistics[fixed:]}
        if len(told) > 1 and told <= _OF_RUNS:
            whole = (f"{cell} {one}" for cell, one in zip(level[fixed:], statistics[fixed:], strict=True))
            return (*(cell or above[i] for i, cell in enumerate(below[:fixed])), *whole)
    return ()


def _spread(cells: Sequence[str]) -> list[str]:
    """Return cells of which each serves the empty ones to its right, as merged ones do."""
    found: list[str] = []
    for cell in cells:
        found.append(cell if cell or not found else found[-1])
    return found


def _names_index(cells: Sequence[str], above: Sequence[str]) -> bool:
    """Say whether a row has names only where no level has any: pandas names the index so."""
    fixed = _columns_of_index(above)
    return all(cells[:fixed]) and not any(cells[fixed:])


def _columns_of_index(above: Sequence[str]) -> int:
    """Return how many columns stand before the first with a heading, the first column apart."""
    return next((i for i, cell in enumerate(above) if i and cell), 1)


def _in_two_levels(lines: list[tuple[int | None, list[str]]]) -> list[tuple[int | None, list[str]]]:
    """Return the lines with the second and the third as one, where a fourth names the index below three."""
    if len(lines) < 5 or not _names_index(lines[3][1], lines[0][1]) or any(map(is_number, lines[1][1])):
        return lines
    (at, second), (_, third) = lines[1:3]
    second = [second[0], *_spread(second[1:])]
    joined = [":".join(filter(None, pair)) for pair in zip(second, third, strict=True)]
    return [lines[0], (at, joined), *lines[3:]]


def _crossed_table(
    above: Sequence[str],
    below: Sequence[str],
    rows: Sequence[tuple[int | None, Sequence[object]]],
    name: str,
    called: str,
) -> Table | None:
    """Return the table of names over the same measures each, beside columns of one heading; None if none.

    Those columns, such as the memory of all that was run, stand with every name.
    """
    over = [above[0]]
    for upper, lower in zip(above[1:], below[1:], strict=True):
        over.append((upper or over[-1]) if lower else "")
    counts = Counter(over[1:])
    single = {name for name, count in counts.items() if count == 1 < max(counts.values())}
    spanned = [i for i in range(1, len(over)) if over[i] and below[i] and over[i] not in single]
    fixed = [i for i in range(len(over)) if i not in spanned]
    names, measures = ({level[i] for i in spanned} for level in (over, below))
    pairs = {(over[i], below[i]) for i in spanned}
    if min(len(names), len(measures)) < 2 or not len(pairs) == len(spanned) == len(names) * len(measures):
        return None
    if any(map(_is_part, names)) or not all(map(_is_part, measures)):
        return None
    return flattened(
        [*("" for _ in fixed), *(over[i] for i in spanned)],
        [*(_whole(above[i], below[i]) for i in fixed), *(below[i] for i in spanned)],
        [(line, [cells[i] for i in (*fixed, *spanned)]) for line, cells in rows],
        name,
        called,
    )


def _whole(upper: str, lower: str) -> str:
    """Return what stands over one column in two lines: `On disk (GB)`."""
    if not (upper and lower):
        return upper or lower
    return f"{upper} ({lower})" if find(lower.strip("()[]")) is not None else f"{upper} {lower}"


def join_headings(above: Sequence[str], below: Sequence[str]) -> tuple[str, ...]:
    """Return headings of two lines as one; empty where the lower ones are names, or the words of a row.

    Upper ones that span several serve all cells below them; units and statistics belong to what they stand
    under.

    Examples
    --------
    >>> join_headings(["Drive", "Read", "Write", "Power"], ["", "(MB/s)", "(MB/s)", "W"])
    ('Drive', 'Read (MB/s)', 'Write (MB/s)', 'Power (W)')
    >>> join_headings(["", "Latency", "", "Throughput"], ["Broker", "p50", "p99", "(msg/s)"])
    ('Broker', 'Latency p50', 'Latency p99', 'Throughput (msg/s)')
    >>> join_headings(["query", "Latency", ""], ["", "sqlite", "duckdb"])
    ()
    """
    spans = not all(above[1:])
    crossed = all(below[1:]) and len({*below[1:]}) < len(below) - 1
    numbers = 2 * sum(map(is_number, above)) > sum(map(bool, above)) or any(map(is_number, below))  # `4K`
    if not any(below[1:]) or numbers or bool(above[0]) == bool(below[0]):
        return ()
    known = [not cell or _is_part(cell) for cell in below[1:]]
    parts = all(known) or (not spans and 2 * sum(known) > len(known))  # `W` and `dB(A)` beside MB/s are units
    bracketed = any(cell.startswith("(") for cell in below[1:])
    if crossed and (spans or len({*above[1:]}) < len(above) - 1) and not (bracketed and spans):
        return ()  # the same below each
    spanned = [not upper or not after for upper, after in zip(above[1:], [*above[2:], "-"], strict=True)]
    beside = [known[i] for i, under in enumerate(spanned) if not under]  # units below words of their own
    if not parts and not (spans and (bracketed or not all(below[1:]) or (any(beside) and all(beside)))):
        return ()  # names of alternatives below measures
    found = [above[0] or below[0]]
    over = ""
    for upper, lower in zip(above[1:], below[1:], strict=True):
        over = upper or (over if lower else "")
        words, bracket, unit = over.rpartition(" (") if over.endswith(")") else (over, "", "")
        stated = find(lower) is not None or (not spans and lower.isalpha() and not _is_part(lower))
        lower = f"({lower})" if lower and stated else lower
        found.append(f"{words} {lower}".strip() + bracket + unit)  # a unit stands last
    return tuple(found) if all(found) and len(set(found)) == len(found) else ()


def _is_part(cell: str) -> bool:
    """Say whether a lower heading needs the words above it: a unit or a statistic."""
    bare = cell.strip("()[]").casefold()
    known = bare in _STATISTICS or find(bare) is not None or find(cell.strip("()[]")) is not None
    heading = parse_heading(cell)
    return cell[0] in "([€$£" or known or bool(heading.measure or heading.candidates or heading.unit)


def split_headings(table: Table) -> tuple[Table, str]:
    """Return a table whose headings name alternatives and measures, `redis ops/s`, and what is assumed.

    They do where the first column is what was measured with, and every name has the same two measures or
    more. Another table is returned as it is, with nothing assumed.
    """
    first, *headings = table.header
    given = parse_heading(first).role == "scenario" or words_of(parse_heading(first)) & SCENARIO_WORDS
    pairs = _names_and_measures(headings) if given else []
    if not pairs:
        return table, ""
    names, measures = (list(dict.fromkeys(level)) for level in zip(*pairs, strict=True))
    crossed = len(names) * len(measures) == len(headings) == len({*headings})
    if not crossed or min(len(names), len(measures)) < 2 or {name.casefold() for name in names} & CASES:
        return table, ""
    above, below = (["", *level] for level in zip(*pairs, strict=True))
    made = flattened(above, [first, *below[1:]], table.rows, table.name)
    told = f"the columns are of {listed(names, 4)}, each with {listed(measures, 4)}"
    return replace(made, header_line=table.header_line), told


def _names_and_measures(headings: Sequence[str]) -> list[tuple[str, str]]:
    """Return headings such as `lz4_ratio` or `ratio_lz4` as a name and a measure; none where one is not."""
    pairs = [re.split(r"[ _:]+", text, maxsplit=1) for text in headings]
    if any(len(pair) < 2 for pair in pairs):
        return []
    if all(_is_measured(measure) and not _is_measured(name) for name, measure in pairs):
        return [(name, measure) for name, measure in pairs]
    if all(_is_measured(measure) and not _is_measured(name) for measure, name in pairs):
        return [(name, measure) for measure, name in pairs]
    return []


def _is_measured(word: str) -> bool:
    if word[:1] in "([":  # `SQLite (Disk)` is a name
        return find(word.strip("()[]")) is not None
    return _is_part(word) or word.casefold() in _MEASURED


def under_sections(table: Table) -> tuple[Table, str]:
    """Return a table in which rows of nothing but a name stand over others, and what is assumed of them.

    The names become a column of scenarios, where those of the rows below stand again in another section.
    """
    bare = [bool(text_of(cells[0])) and not any(map(text_of, cells[1:])) for _, cells in table.rows]
    followed = not any(one and other for one, other in zip(bare, [*bare[1:], True], strict=True))
    scenario = any(parse_heading(name).role == "scenario" for name in table.header)
    if sum(bare) < 2 or not bare[0] or not followed or scenario or len(table.header) < 3:
        return table, ""
    rows: list[tuple[int | None, Sequence[object]]] = []
    section = ""
    for head, (line, cells) in zip(bare, table.rows, strict=True):
        if head:
            section = text_of(cells[0])
        else:
            rows.append((line, [section, *cells]))
    names = [text_of(cells[1]) for _, cells in rows]
    if len({*names}) == len(names):
        return table, ""
    sections = listed(dict.fromkeys(str(cells[0]) for _, cells in rows), 4)
    told = f"{sections} are scenarios, as each stands alone above its rows"
    return replace(table, header=("scenario", *table.header), rows=tuple(rows)), told


def with_names_below(table: Table) -> tuple[Table, str]:
    """Return a table whose first column is filled where a name serves the rows below it, and what is assumed.

    Merged cells are written so: `Crowd Run` beside `x264`, and nothing beside `x265` in the next row. All
    names beside them are there, and none stands again below the same one.
    """
    rows = _without_rows_of_cases(table)
    names = [text_of(cells[0]) for _, cells in rows]
    beside = [text_of(cells[1]) if len(cells) > 1 else "" for _, cells in rows]
    if all(names) or not names or not names[0] or not all(beside) or any(map(is_number, beside)):
        return table, ""
    whole = list[str]()
    for name in names:
        whole.append(name or whole[-1])
    if len({*whole}) < 2 or len({*zip(whole, beside, strict=True)}) < len(whole):
        return table, ""
    pairs = zip(whole, rows, strict=True)
    filled = tuple((line, [name, *cells[1:]]) for name, (line, cells) in pairs)
    told = f"where {quoted(table.header[0])} is empty it is that of the row above"
    return replace(table, rows=filled), told


def _without_rows_of_cases(table: Table) -> list[tuple[int | None, Sequence[object]]]:
    """Return the rows of a table without those that say what was measured below them, and no number.

    Their first cell, as the number of a query, is that of the next row. All rows with a first cell are such.
    """
    rows = list(table.rows)
    heads = [at for at, (_, cells) in enumerate(rows) if text_of(cells[0])]
    below = {at + 1 for at in heads}
    if len(heads) < 2 or not below.isdisjoint((*heads, len(rows))):
        return rows
    if any(any(map(text_of, rows[at][1][2:])) for at in heads):
        return rows
    for at in reversed(heads):
        (_, case), (line, first) = rows[at : at + 2]
        rows[at : at + 2] = [(line, [case[0], *first[1:]])]
    return rows


def flattened(
    above: Sequence[str],
    below: Sequence[str],
    rows: Sequence[tuple[int | None, Sequence[object]]],
    name: str,
    called: str = "",
) -> Table:
    """Return a table whose columns have two levels of headings as one with a row for each name.

    Parameters
    ----------
    above, below : sequence of str
        The two lines of the heading; a cell above serves the empty ones to its right.
    rows : sequence of (int or None, sequence)
        The line of each row and its cells.
    name : str
        The file.
    called : str
        What stands over the names, where something does.

    Raises
    ------
    InputError
        If neither level names measures, or a name lacks one.
    """
    line = rows[0][0] if rows else None
    filled = _spread(above)
    fixed = next((i for i, cell in enumerate(above) if cell), 0)
    pairs = list(zip(filled[fixed:], below[fixed:], strict=True))
    levels = list(zip(*pairs, strict=True))
    known = [any(parse_heading(cell).measure for cell in level) for level in levels]
    if not any(known):
        known = [all(map(_is_measured, level)) for level in levels]
    if known == [True, False]:
        pairs = [(lower, upper) for upper, lower in pairs]
    elif known != [False, True]:
        raise InputError(
            "of two lines of headings one names measures; found "
            f"{listed(dict.fromkeys(filled[fixed:]))} over {listed(dict.fromkeys(below[fixed:]))}",
            line=line,
            advice="write one line of headings",
        )
    names = list(dict.fromkeys(label for label, _ in pairs))
    measures = list(dict.fromkeys(measure for _, measure in pairs))
    first = [cell or ("scenario" if not i else f"column {i + 1}") for i, cell in enumerate(below[:fixed])]
    named = any(parse_heading(cell).role == "alternative" or names_a_kind(cell) for cell in first)
    sizes = len({re.sub(r"\d+", "", name) for name in names}) == 1 < len(names)  # `-c 1` and `-c 16`
    named = named or (sizes and bool(first))
    places = {pair: fixed + i for i, pair in enumerate(pairs)}
    alike = len(places) == len(names) * len(measures)  # what is not measured alike is not compared
    beside = [text_of(cells[0]) for _, cells in rows] if fixed else []
    nameless = not (called or named) and share_of_cases(names) > (share_of_cases(beside) if beside else 0.0)
    cases = parse_heading(called).role == "scenario" or words_of(parse_heading(called)) & SCENARIO_WORDS
    compared = parse_heading(called).role == "alternative" or names_a_kind(called or "-")
    cased = bool(cases) or nameless
    role = "scenario" if cased or not alike or (named and not compared) else "alternative"
    if cased and fixed and not below[0]:
        first[0] = FIRST_COLUMN
    made: list[tuple[int | None, Sequence[object]]] = []
    groups = [""] * fixed  # a merged cell stands for the rows below it
    for number, cells in rows:
        groups = [text_of(cell) or group for cell, group in zip(cells, groups, strict=False)]
        cells = [*groups[: fixed - 1], *cells[max(fixed - 1, 0) :]]
        for label in names:
            values = [cells[places[label, m]] if (label, m) in places else "" for m in measures]
            if not all(is_missing(value) for value in values):
                made.append((number, [*cells[:fixed], label, *values]))
    header_line = line - 1 if line is not None else None
    return Table(name, "", (*first, role, *measures), header_line, tuple(made))
