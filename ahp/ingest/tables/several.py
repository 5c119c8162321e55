"""The tables of one text: found, listed, and one of them chosen by its number or by words above it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ahp.errors import InputError, listed, one_line, quoted
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options
from ahp.ingest.tables.cell_units import is_clock
from ahp.ingest.tables.cells import FAILURE
from ahp.ingest.tables.delimited import Table, is_number, parse_table
from ahp.ingest.tables.drawn import (
    RULER,
    TextTable,
    lines_of,
    refuse_more,
    spanning,
    tables_in,
    with_upper,
)
from ahp.ingest.tables.headings import names_a_kind, parse_heading
from ahp.ingest.tables.long_form import are_runs
from ahp.ingest.tables.markup import delimited_of
from ahp.ingest.tables.markup_signs import is_markup
from ahp.ingest.tables.matrices import may_be_matrix, measure_of_cells
from ahp.ingest.tables.spaced import entry_in, may_be_heading, over_names, spacing
from ahp.ingest.tables.surroundings import measure_said
from ahp.ingest.tables.two_headings import flattened, under_two_headings, with_two_headings

_FENCE = re.compile(r"\s*(?:```|~~~)")
_IMAGE = re.compile(r"(?:!?\[[^\[\]]*\]\([^()]*\)\s*)+")
_TAG = re.compile(r"</?[a-z][^<>]*>")
_DASHES = re.compile(r"\s*[-=_–—]{3,}\s*")
NO_NAME = re.compile(r"\s*[=/\\]\s*")
"""What is no part of a name before an equals sign."""
_LABELLED = re.compile(
    r"\s*(?:[-*+•]\s+)?(?P<label>[^\W\d][^:|]{0,60}?)\s*[:=]\s+(?P<number>[\d.,]+[^:|]{0,20})"
)
"""A line such as `File size: 21848 kB`."""
_FAILED = re.compile(
    rf"\s*(?:[-*+•]\s+)?(?P<name>[^\W\d][^:|]{{0,60}}?)\s*:\s+(?P<said>(?:{FAILURE.pattern}).*)", re.I
)
_CLOSING = r"(?i)\s*(?:all )?(?:done|finished|completed?|fertig|ok|end)\b[\w .!]{0,20}"
_MARKS = "#*_=-: "
_LONGEST = 300
_SHOWN = 6
_LARGEST = 1 << 22
"""No page with tables among its text has so many characters."""


@dataclass(frozen=True)
class Part:
    """One of the tables of a text.

    Attributes
    ----------
    table : Table
        Its heading and rows, on the lines on which they stand.
    title : str
        What stands above it; empty where nothing does.
    heading : str
        The nearest Markdown heading above it.
    above : str
        All lines between it and the table before it.
    drawn : TextTable or None
        How it is drawn; None of a section of delimited text.
    """

    table: Table
    title: str
    heading: str
    above: str
    drawn: TextTable | None = None

    @property
    def name(self) -> str:
        """What the table is called: its title, else the heading above it."""
        return self.title or self.heading

    def called(self, words: str) -> bool:
        """Say whether words stand in the title or the heading."""
        plain = " ".join(words.casefold().split())
        return any(plain in " ".join(text.casefold().split()) for text in (self.title, self.heading))


def parts_of(source: Source) -> list[Part]:
    """Return the tables of a text: those that are drawn, else columns apart by spaces, else sections.

    Raises
    ------
    InputError
        If a table is not whole.
    """
    if len(source.text) > _LARGEST:
        return []
    if is_markup(source.text):
        source = replace(source, content=delimited_of(source.text))
    lines = lines_of(source.text)
    drawn = list(tables_in(lines))
    if not any(found.barred for found in drawn):  # those of fewer columns have nothing but their blanks
        covered = {line for found in drawn for line in found.rows}
        drawn += [found for found in _spaced(lines) if covered.isdisjoint(found.rows)]
        drawn.sort(key=lambda found: found.line)
    if drawn:
        return [Part(_table_of(found, source.name), *_titles(lines, found, drawn), found) for found in drawn]
    return _records(source.name, lines) or entries_of(source.name, lines) or _sections(source)


def chosen_part(parts: Sequence[Part], source: Source, options: Options) -> Part:
    """Return the table that is meant: the one asked for, the only one, or the only one with alternatives.

    Raises
    ------
    InputError
        If there is none, or several could be meant; the message lists them.
    """
    if source.part is not None:
        chosen = _part_asked_for(parts, source)
    elif not parts:
        raise InputError("no table stands here", line=1, advice="give a table with a heading and a ruler")
    else:
        fitting = _meant(parts, options)
        if len(fitting) > 1:
            raise several(parts, source.name, fitting)
        chosen = fitting[0]
    if chosen.drawn is not None:
        refuse_more(lines_of(source.text), chosen.drawn)
    return chosen


def alike(parts: Sequence[Part], source: Source, options: Options) -> list[Part]:
    """Return the tables of a text that have one heading, the same first names, and each a title of its own.

    They are read together, as one was measured in several scenarios; empty where one is asked for, or where
    they may be matrices.
    """
    if source.part is not None or options.cells is not None or options.alternatives_as is not None:
        return []
    meant = _meant(parts, options)
    if len(meant) < 2 or any(may_be_matrix(part.table) for part in meant) or _are_named_above(meant):
        return []
    first = meant[0].table
    same = all(
        part.table.header == first.header and _first_names(part.table) == _first_names(first)
        for part in meant
    )
    titles = {part.name for part in meant} - {""}
    return meant if same and len(titles) == len(meant) else []


def _meant(parts: Sequence[Part], options: Options) -> list[Part]:
    """Return the tables that name alternatives, else those that have numbers, else all."""
    named = [part for part in parts if _names_alternatives(part.table, options)]
    return named or [part for part in parts if _has_numbers(part.table)] or list(parts)


def _has_numbers(table: Table) -> bool:
    """Say whether most cells of a column behind the first are numbers, as none are of a machine described."""
    columns = zip(*(cells[1:] for _, cells in table.rows), strict=False)
    return any(
        2 * sum(is_number(str(cell)) or is_clock(str(cell)) for cell in column) > len(column)
        for column in columns
    )


def several(parts: Sequence[Part], name: str, fitting: Sequence[Part] = ()) -> InputError:
    """Return the refusal of a text of which several tables could be meant: all, or those that fit."""
    meant = list(fitting or parts)
    names = [_first_names(part.table) for part in meant]
    matrices = [
        measure_said(part.above) or measure_of_cells(part.table)
        for part in meant
        if may_be_matrix(part.table)
    ]
    titles = {part.name for part in meant}
    each = bool(matrices) and None not in matrices and len(meant) in (len({*matrices}), len(titles))
    headers = [part.table.header for part in meant]
    runs = all(header == headers[0] for header in headers) and are_runs(headers[0])  # of several workloads
    turned = all(map(_names_measures, (part.table for part in meant)))
    shared = set.intersection(*(set(header[1:]) for header in headers))
    # All are of the same measures, or each of others; those that share a few are compared by themselves.
    near = not shared or 2 * len(shared) >= max(map(len, headers)) - 1
    join = all(one == names[0] for one in names) and (each or (not matrices and near) or runs or turned)
    maps = _maps_of([part.table for part in meant])
    above = _are_named_above(meant)
    options = [
        f"{re.sub(NO_NAME, '-', part.name)}=" * above + f"{file_of(name)}#{parts.index(part) + 1}"
        for part in (meant if join or maps or above else meant[:1])
    ]
    return InputError(
        f"{len(meant)} tables could be meant: {listing(parts, name, meant)}",
        line=meant[1].table.header_line,
        advice="say which with # and its number, or words that stand above it; several may be given",
        options=[*options, *maps],
    )


def _are_named_above(parts: Sequence[Part]) -> bool:
    """Say whether tables of one heading have nothing but numbers, so that their titles are the names."""
    headers = {part.table.header for part in parts}
    titles = {part.name for part in parts} - {""}
    cells = (str(cell) for part in parts for _, row in part.table.rows for cell in row)
    if len(headers) > 1 or any(may_be_matrix(part.table) for part in parts):
        return False
    return len(titles) == len(parts) > 1 and all(map(is_number, cells))


def _maps_of(tables: Sequence[Table]) -> list[str]:
    """Return the options for tables of one heading, each of one system that a column names throughout."""
    header = tables[0].header
    if any(table.header != header for table in tables):
        return []
    columns = [list(zip(*(map(str, cells) for _, cells in table.rows), strict=True)) for table in tables]
    named = [
        at
        for at, heading in enumerate(header)
        if names_a_kind(heading) and all(len({*one[at]}) == 1 for one in columns)
        if len({one[at][0] for one in columns}) == len(tables)
    ]
    cases = [at for at in range(len(header)) if at not in named and not any(map(is_number, columns[0][at]))]
    if len(named) != 1 or not cases or len({*columns[0][cases[0]]}) < len(tables[0].rows):
        return []
    return ["--map", f"alternative={header[named[0]]}", "--map", f"scenario={header[cases[0]]}"]


def _names_measures(table: Table) -> bool:
    """Say whether most names in the first column are of measures, so that the alternatives are columns."""
    known = [parse_heading(str(cells[0])) for _, cells in table.rows]
    return 2 * sum(bool(heading.measure or heading.candidates) for heading in known) > len(known)


def _first_names(table: Table) -> set[str]:
    """Return the names in the column of the alternatives, or the first one."""
    at = next((i for i, name in enumerate(table.header) if parse_heading(name).role == "alternative"), 0)
    return {str(cells[at]).strip().casefold() for _, cells in table.rows}


def file_of(name: str) -> str:
    """Return the file of which a name with # picks a table."""
    return name.rpartition("#")[0] if "#" in name else name


def listing(parts: Sequence[Part], name: str, meant: Sequence[Part] = ()) -> str:
    """Return tables in words: number, title, columns, rows, and what takes each."""
    file = file_of(name)
    told = []
    for number, part in enumerate(parts, 1):
        if meant and part not in meant:
            continue
        title = f" {quoted(one_line(part.name, 60))}" if part.name else ""
        rows = len(part.table.rows)
        told.append(
            f"{one_line(file)}#{number}{title} (line {part.table.header_line}: "
            f"{listed(part.table.header, _SHOWN)}; {rows} row{'s' if rows != 1 else ''})"
        )
    more = f", and {len(told) - 2 * _SHOWN} more" if len(told) > 2 * _SHOWN else ""
    return ", ".join(told[: 2 * _SHOWN]) + more


def _part_asked_for(parts: Sequence[Part], source: Source) -> Part:
    words = (source.part or "").strip()
    if not parts:
        raise InputError(
            f"table {quoted(words)} is asked for, and no table stands here", advice="leave # and it out"
        )
    if words.isdigit() and 1 <= int(words) <= len(parts):
        return parts[int(words) - 1]
    fitting = [part for part in parts if part.called(words)] if words and not words.isdigit() else []
    if len(fitting) == 1:
        return fitting[0]
    what = f"no table is called {quoted(words)}" if not fitting else f"{len(fitting)} tables are called so"
    raise InputError(
        f"{what}; there are {listing(parts, source.name)}",
        advice="give the number of one, or words that stand above one alone",
    )


def _names_alternatives(table: Table, options: Options) -> bool:
    """Say whether a column names the alternatives, or was named by the caller."""
    asked = {name.strip().casefold() for given in options.columns.values() for name in given.split("+")}
    return any(parse_heading(h).role == "alternative" or h.casefold() in asked for h in table.header)


def _table_of(found: TextTable, name: str) -> Table:
    """Return what is drawn as a table, checked as one that is delimited."""
    (_, header), *rows = found.rows.items()
    if found.above:
        for line, cells in rows:
            if len(cells) != len(header):
                raise InputError(
                    f"found {len(cells)} cells, the heading in line {found.line} has {len(header)}",
                    file=name,
                    line=line,
                    advice="correct the row",
                )
        return replace(flattened(found.above, header, rows, name), header_line=found.line)
    spans = not all(header[1:]) or len({*header[1:]}) < len(header) - 1
    if spans and (table := with_two_headings(list(found.rows.items()), name)) is not None:
        return table
    return Table(name, "\t", tuple(header), found.line, tuple(rows), ruled=found.barred)


def _titles(lines: Sequence[str], found: TextTable, others: Sequence[TextTable]) -> tuple[str, str, str]:
    """Return the line above a table that is part of no other, the Markdown heading, and all such lines."""
    end = max((other.end for other in others if other.end < found.line), default=0)
    before = [_TAG.sub("", line).strip() for line in lines[end : found.line - 1 - bool(found.above)]]
    before = [line for line in before if not (_FENCE.match(line) or _IMAGE.fullmatch(line))]
    said = [line for line in before if not RULER.fullmatch(line) and line.strip("-=")]
    title = said[-1] if said else ""
    heading = next((line for line in reversed(said) if line.startswith("#")), "")
    return title.strip("#*_: "), heading.strip("#*_: "), "\n".join(said)


def _spaced(lines: list[str]) -> list[TextTable]:
    """Return blocks of lines whose cells spaces hold apart, under a heading without numbers."""
    found: list[TextTable] = []
    at = 0
    while at < len(lines):
        end = _end_of_block(lines, at)
        table = _block(lines, at, end)
        if table is None and re.fullmatch(_CLOSING, lines[end - 1]):
            table = _block(lines, at, end - 1)
        if table is not None:
            table = _with_groups(table, lines)
            found.append(table)
            end = table.end
        at = end + 1
    return found


def _end_of_block(lines: Sequence[str], start: int) -> int:
    """Return where the next empty line stands."""
    return next((at for at in range(start, len(lines)) if not lines[at].strip()), len(lines))


def _with_groups(table: TextTable, lines: Sequence[str]) -> TextTable:
    """Return a table with the groups of its rows that empty lines part, as far as all lines are like them."""
    _, *own = table.rows.values()
    numbers = [at for at, column in enumerate(zip(*own, strict=True)) if all(map(is_number, column))]
    rows, end = dict(table.rows), table.end
    while numbers:
        more = {at + 1: table.split(lines[at]) for at in range(end + 1, _end_of_block(lines, end + 1))}
        if not more or not all(
            len(row) == len(table.header) and all(is_number(row[at]) for at in numbers)
            for row in more.values()
        ):
            break
        rows |= more
        end = max(more)
    return replace(table, rows=rows, end=end)


def _block(lines: Sequence[str], start: int, end: int) -> TextTable | None:
    """Return the table at the end of a block of lines, None where it has none."""
    places = [at for at in range(start, end) if not _DASHES.fullmatch(lines[at])]
    for i, at in enumerate(places):
        split = spacing([lines[at] for at in places[i:]]) if may_be_heading(lines[at]) else None
        if split is not None:
            rows = {at + 1: split(lines[at]) for at in places[i:]}
            header = over_names(rows[at + 1], lines[at], split(lines[places[i + 1]]))
            header = with_upper(lines, at, header, split) or header
            above = spanning(lines, at, header)
            return TextTable(tuple(header), {**rows, at + 1: header}, False, end, split, above)
    return None


def _records(name: str, lines: Sequence[str]) -> list[Part]:
    """Return the table of blocks with the same labels: `lz4`, below it `Write time: 1.2 s`, `Size: 9 kB`."""
    rows: list[tuple[int, list[str]]] = []
    kinds: set[tuple[str, ...]] = set()
    at = 0
    while at < len(lines):
        end = _end_of_block(lines, at)
        found = [_LABELLED.fullmatch(line) for line in lines[at + 1 : end] if len(line) <= _LONGEST]
        labels = [one["label"] for one in found if one is not None]
        if 1 < len(labels) == end - at - 1 == len({*labels}) and _LABELLED.fullmatch(lines[at]) is None:
            kinds.add(tuple(labels))
            cells = [one["number"] for one in found if one is not None]
            rows.append((at + 1, [lines[at].strip(_MARKS), *cells]))
        elif end > at:
            return []
        at = end + 1
    if len(rows) < 2 or len(kinds) > 1:
        return []
    return [Part(Table(name, "\t", ("alternative", *kinds.pop()), rows[0][0], tuple(rows)), "", "", "")]


def entries_of(name: str, lines: Sequence[str]) -> list[Part]:
    """Return lists such as `- npm: 18.3 s` or `52 req/s - koa`, of times or of rates, as tables."""
    found: list[Part] = []
    at = 0
    while at < len(lines):
        rows: list[tuple[int, list[str]]] = []
        kinds: set[tuple[str, ...]] = set()
        while at < len(lines):
            if (entry := entry_in(lines[at])) is not None:
                rows.append((at + 1, [entry[0], *entry[1].values()]))
                kinds.add(tuple(entry[1]))
            elif rows and (failed := _FAILED.fullmatch(lines[at][:_LONGEST])) is not None:
                rows.append((at + 1, [failed["name"], failed["said"], *[""] * (len(rows[0][1]) - 2)]))
            else:
                break
            at += 1
        if len(rows) > 1 and len(kinds) == 1:
            above = reversed(lines[: rows[0][0] - 1])
            title = next((line for line in above if line.strip()), "").strip().strip("#*_: ")
            table = Table(name, "\t", ("alternative", *kinds.pop()), rows[0][0], tuple(rows))
            found.append(Part(table, title, "", title))
        at += 1
    return found


def _sections(source: Source) -> list[Part]:
    """Return the tables of delimited text that stand apart by empty lines, each under its own heading."""
    lines = source.text.replace("\r\n", "\n").split("\n")
    found: list[Part] = []
    at, title = 0, ""
    while at < len(lines):
        end = _end_of_block(lines, at)
        block = lines[at:end]
        lead = next((i for i, line in enumerate(block) if not line.lstrip().startswith("#")), len(block))
        alone = next((i for i in range(lead, len(block)) if re.search(r"[,;\t|]", block[i])), len(block))
        text = "\n" * (at + alone) + "\n".join(block[alone:])
        said = [line.strip("#*_: \t") for line in block[:alone]]
        title = said[-1] if said else title
        if len(block) - alone > 1:
            section = Source(source.name, text)
            try:
                table = under_two_headings(section) or parse_table(section)
            except InputError:
                return []
            found.append(Part(table, title, "", title))
            title = ""
        at = end + 1
    return found
