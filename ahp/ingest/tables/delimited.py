"""Delimited text as strings with line numbers; nothing is guessed to be a number here."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice

from ahp.errors import InputError, listed, quoted
from ahp.ingest.files.open import Source
from ahp.ingest.tables.cells import FAILURE, all_numbers, is_missing, parse_number
from ahp.ingest.tables.headings import names_a_kind, parse_heading

DELIMITERS = ("\t", ";", "|", ",")
"""In the order in which a tie is decided: a comma beside another delimiter is a decimal mark."""

FIRST_COLUMN = "column 1"
"""What a first column without a heading is called."""

_QUOTES = {
    mark: f"; a cell with a {name} in it needs quotes" for mark, name in ((",", "comma"), (";", "semicolon"))
}
_SPREADS = dict.fromkeys(("±", "+/-", "+-", "σ"), "stddev")  # in words, which headings are told by
_SNIFFED_LINES = 200
_LONGEST_CELL = 1 << 24
_MOST_COLUMNS = 1 << 16
_MOST_PASSED_OVER = 200_000
_KEY = re.compile(r"(?P<key>[^\W\d]\w*)\s*[=:]\s*(?P<number>[+-]?[\d.,].*)")
_COMPARED = 100  # rows below a heading that tell whether it is one
_SEPARATOR = re.compile(r"sep=.", re.IGNORECASE)  # a line by which spreadsheets name their delimiter
# str.splitlines() would also break at form feeds and Unicode separators, which may stand inside a name.
_LINE = re.compile(r"[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+")


@dataclass(frozen=True)
class Table:
    """A heading and rows of cells.

    Attributes
    ----------
    name : str
        The file.
    delimiter : str
        What separates the cells; empty for a table that was none.
    header : tuple of str
        Headings, stripped.
    header_line : int or None
        Their line; None where the caller named the columns.
    rows : tuple of (int or None, sequence)
        The line of each row, and its cells: text, or numbers from a DataFrame.
    ruled : bool
        Whether a ruler says which line is the heading.
    """

    name: str
    delimiter: str
    header: tuple[str, ...]
    header_line: int | None
    rows: tuple[tuple[int | None, Sequence[object]], ...]
    ruled: bool = False


def parse_table(source: Source, heading: Sequence[str] = ()) -> Table:
    """Return the table of a source.

    Blank lines and lines that start with `#` are passed over. Every row has as many cells as the heading.

    Parameters
    ----------
    source : Source
    heading : sequence of str
        Names of the columns of a file that has no heading; a column called `-` is left out. A file whose
        first line holds no number has a heading of its own, and keeps it.

    Raises
    ------
    InputError
        If there is no heading, no data, a row of another length, a heading used twice, a quote that is not
        closed, or more than any table of measurements has. The message names the line.
    """
    if source.table is not None:
        return _from_columns(source)
    delimiter = sniff_delimiter(source.text, len(heading) or None)
    records = _without_title(list(_records(source.text, delimiter, source.name)))
    if not records:
        raise InputError("only comments; it needs a heading line and data", file=source.name)
    if heading and any(is_number(cell) or _key_and_value(cell)[0] for cell in records[0][1]):
        return _under(heading, records, source.name, delimiter)
    if heading:
        delimiter = sniff_delimiter(source.text)
        records = list(_records(source.text, delimiter, source.name))
    if delimiter == "|" and not any(cells[0].strip() or cells[-1].strip() for _, cells in records):
        records = [(line, cells[1:-1]) for line, cells in records]  # bars at both ends, without a ruler
    (header_line, header), *body = without_numbering(records)
    header, body = _without_empty_end(header, body)
    names = tuple(name.strip() for name in header)
    names = ("", *names[1:]) if names[0] == "#" else names
    if delimiter == "\t" and all(len(cells) == len(names) + 1 and cells[-1].strip() for _, cells in body):
        names = ("", *names)  # as R writes the names of rows
    return check_table(Table(source.name, delimiter, names, header_line, tuple(body)))


def records_of(source: Source) -> list[tuple[int, list[str]]]:
    """Return the lines of delimited text that are no comments, each with its number and its cells.

    Raises
    ------
    InputError
        If a quote is not closed, or there is more than any table of measurements has.
    """
    return without_numbering(list(_records(source.text, sniff_delimiter(source.text), source.name)))


def without_numbering(records: list[tuple[int, list[str]]]) -> list[tuple[int, list[str]]]:
    """Return lines of cells without a first column that numbers those it does not leave out, under `#`."""
    if not records or records[0][1][0].strip() != "#" or len(records[0][1]) < 3:
        return records
    if not _are_counted([first for _, cells in records[1:] if (first := cells[0].strip())]):
        return records
    return [(line, cells[1:]) for line, cells in records]


def check_table(table: Table) -> Table:
    """Return the table, with names for a first column without a heading and headings that stand again.

    Raises
    ------
    InputError
        If its heading is none, it has no rows, or one of them is of another length.
    """
    table = _with_repeated(table)
    if not table.ruled:
        below = [cells for _, cells in table.rows[:_COMPARED]]
        _refuse_data(table.header, table.name, table.header_line, below)
    _check_header(table.header, table.name, table.header_line)
    if not table.rows:
        raise InputError("only a heading; it needs at least one row of data", file=table.name)
    for line, cells in table.rows:
        if len(cells) != len(table.header):
            raise InputError(
                f"found {len(cells)} cells, the heading in line {table.header_line} has {len(table.header)}",
                file=table.name,
                line=line,
                advice="correct the row" + _QUOTES.get(table.delimiter, ""),
            )
    return table if table.header[0] else _with_first_name(table)


def without_columns(table: Table, names: Sequence[str]) -> Table:
    """Return a table without the columns that the caller wants left out, where it has two others."""
    unwanted = {name.strip().casefold() for name in names}
    kept = [i for i, name in enumerate(table.header) if name.casefold() not in unwanted]
    if len(kept) in (0, 1, len(table.header)):
        return table
    rows = tuple((line, [cells[i] for i in kept]) for line, cells in table.rows)
    return replace(table, header=tuple(table.header[i] for i in kept), rows=rows)


def _with_repeated(table: Table) -> Table:
    """Return a table with headings that stand behind several others, `tps,±,p99,±`, called by these too."""
    folded = [name.casefold() for name in table.header]
    again = {i for i, name in enumerate(folded) if name and folded.count(name) > 1}
    if any(i < 2 or i - 1 in again or parse_heading(table.header[i]).role is not None for i in again):
        return table
    return replace(
        table,
        header=tuple(
            f"{table.header[i - 1]} {_SPREADS.get(name, name)}" if i in again else name
            for i, name in enumerate(table.header)
        ),
    )


def _with_first_name(table: Table) -> Table:
    """Return a table whose first column has no heading, as an index that is written with it has none."""
    cells = [str(cells[0]).strip() for _, cells in table.rows]
    names = [str(cells[1]).strip() for _, cells in table.rows if len(cells) > 1]
    indexed = len({*cells}) == len(cells) and all(map(str.isdigit, cells))  # of a frame sorted or picked from
    if len(table.header) > 2 and (_are_counted(cells) or (indexed and not any(map(is_number, names)))):
        rows = tuple((line, cells[1:]) for line, cells in table.rows)
        return replace(table, header=table.header[1:], rows=rows)
    return replace(table, header=(FIRST_COLUMN, *table.header[1:]))


def _are_counted(cells: Sequence[str]) -> bool:
    start = 1 if cells[:1] == ["1"] else 0
    return list(cells) == [str(i) for i in range(start, start + len(cells))]


def sniff_delimiter(text: str, width: int | None = None) -> str:
    r"""Return the delimiter under which most of the first lines have the heading's number of cells.

    Where that number is known, it is `width`, and one column is a table too; of several delimiters that give
    it the one is taken that leaves the most numbers.

    Examples
    --------
    >>> sniff_delimiter("alternative;tps\nlz4;342,98\n")
    ';'
    >>> sniff_delimiter("342,98\n", 1)
    '\t'
    """
    grouped = _groups_digits(text)
    best, most = "\t" if grouped else ",", (0.0, 0)
    for delimiter in DELIMITERS:
        if delimiter == "," and grouped:
            continue
        try:
            records = list(islice(_records(text, delimiter, ""), _SNIFFED_LINES))
            sample = _without_title(records)
        except InputError:
            continue
        if not sample or (width is None and len(sample[0][1]) < 2):
            continue
        wanted = width or len(sample[0][1])
        fitting = [_fits(cells, width) if width else len(cells) == wanted for _, cells in sample]
        numbers = sum(is_number(cell) for _, cells in sample[:20] for cell in cells) if width else wanted
        score = (sum(fitting) / len(records), numbers)  # a line that is taken for a title fits less
        if score > most and score[0]:
            best, most = delimiter, score
    return best if most[0] or width is None else sniff_delimiter(text)


_PARTING = re.compile(r"(?<![0-9]),|,(?![0-9]{3}(?![0-9]))")


def _groups_digits(text: str) -> bool:
    """Say whether every comma of the first lines groups digits, of columns that blanks part."""
    lines = [line for line in text[:65_536].splitlines()[:_SNIFFED_LINES] if "," in line]
    return bool(lines) and all("  " in line.strip() and _PARTING.search(line) is None for line in lines)


def _without_title(records: list[tuple[int, list[str]]]) -> list[tuple[int, list[str]]]:
    """Drop first lines with a first cell alone, above lines of several: spreadsheets have titles there."""
    titles = next((at for at, (_, cells) in enumerate(records) if any(map(str.strip, cells[1:]))), 0)
    below = [cells for _, cells in records[titles : titles + 2]]
    headed = all(len(cells) == 1 for _, cells in records[:titles]) or not any(map(is_number, below[0]))
    return records[titles:] if len(below) == 2 and len(below[0]) == len(below[1]) > 1 and headed else records


def _fits(cells: Sequence[str], width: int) -> bool:
    return len(cells) == width or (len(cells) == width + 1 and not cells[-1].strip())


def _under(heading: Sequence[str], records: Sequence[tuple[int, list[str]]], file: str, mark: str) -> Table:
    """Return the table of records whose columns the caller named."""
    kept = [position for position, name in enumerate(heading) if name != "-"]
    if len({heading[i].casefold() for i in kept}) < len(kept) or not all(heading) or not kept:
        raise InputError(f"the columns are named {listed(heading)}; name each once, or - to leave it out")
    rows = []
    for line, cells in records:
        if not _fits(cells, len(heading)):
            raise InputError(
                f"found {len(cells)} cells, and {len(heading)} columns are named",
                file=file,
                line=line,
                advice="name every column with --columns, and - for one that is to be left out",
            )
        rows.append((line, [cells[i] for i in kept]))
    return Table(file, mark, tuple(heading[i] for i in kept), None, tuple(rows))


def _without_empty_end(
    header: list[str], body: list[tuple[int, list[str]]]
) -> tuple[list[str], list[tuple[int, list[str]]]]:
    """Drop a last column that is empty throughout: some programs end every line with a delimiter."""
    width = len(header)
    ends = [cells[-1] for _, cells in body if len(cells) == width]
    if width < 2 or header[-1].strip() or any(end.strip() for end in ends):
        return header, body
    return header[:-1], [(line, cells[:-1] if len(cells) == width else cells) for line, cells in body]


def _from_columns(source: Source) -> Table:
    columns = source.table or {}
    names = tuple(heading.strip() for heading in columns)
    heading, *lines = source.lines or (None,)
    cells = list(zip(*columns.values(), strict=True))
    _refuse_data(names, source.name, heading, cells[:_COMPARED])
    _check_header(names, source.name, heading)
    rows = tuple(zip(lines, cells, strict=True)) if lines else tuple(enumerate(cells, 1))
    if not rows:
        raise InputError("it has no rows; it needs at least one", file=source.name)
    table = Table(source.name, "", names, heading, rows)
    return table if all(names) else _with_first_name(table)


def _refuse_data(
    names: tuple[str, ...], file: str, line: int | None, rows: Sequence[Sequence[object]]
) -> None:
    """Refuse a first line that is empty, or a row and no heading."""
    if not any(names):
        raise InputError("the heading is empty", file=file, line=line)
    sure = _is_alike(names, rows)
    if sure or _looks_like_data(names, rows):
        raise InputError(
            f"the first line looks like data ({listed(names, 8)}); the table needs a heading line",
            file=file,
            line=line,
            advice=f"write one, or name the columns with --columns {_proposed_columns(names, rows)}",
            options=("--columns", _proposed_columns(names, rows))
            if sure or any("." in n for n in names[1:])
            else (),
        )


def _check_header(names: tuple[str, ...], file: str, line: int | None) -> None:
    if not any(names):
        raise InputError("the heading is empty", file=file, line=line)
    seen: set[str] = set()
    for position, name in enumerate(names, 1):
        if not name and position > 1:
            raise InputError(f"column {position} has no heading", file=file, line=line, advice="name it")
        if name and name.casefold() in seen:
            raise InputError(
                "this heading stands twice",
                file=file,
                line=line,
                column=name,
                advice="rename one of them",
            )
        seen.add(name.casefold())
    if len(names) == 1:
        raise InputError(
            f"found one column, {quoted(names[0])}; a table has at least two, separated by comma, "
            f"semicolon or tab",
            file=file,
            line=line,
        )


def _looks_like_data(names: Sequence[str], rows: Sequence[Sequence[object]]) -> bool:
    """Say whether most of a first line are numbers, and nothing tells that they are headings all the same.

    A known word over the names of the rows does, sizes as `1 MB` beside another, and a word over nothing but
    numbers.
    """
    numbers = [is_number(name) for name in names]
    if 2 * sum(numbers) < len(names) and not (len(names) > 1 and all(numbers[1:])):
        return False
    words = [name for name, number in zip(names[1:], numbers[1:], strict=True) if not number]
    sized = any(name[-1:].isalpha() for name, number in zip(names, numbers, strict=True) if number)
    known = names_a_kind(names[0]) or parse_heading(names[0]).role is not None  # `threads` over 1, 4, 16
    headed = not words or any(parse_heading(word).role for word in words)  # `unit` beside versions
    if (known and headed) or (names[0] and not numbers[0] and sized and not words):
        return False
    return not _is_over_numbers(names, rows)


def _is_over_numbers(names: Sequence[str], rows: Sequence[Sequence[object]]) -> bool:
    columns = list(zip(*(cells for cells in rows if len(cells) == len(names)), strict=True))[1:]
    return any(
        not (is_missing(name) or is_number(name) or FAILURE.match(name))
        and all(is_missing(cell) or is_number(str(cell)) for cell in cells)
        for name, cells in zip(names[1:], columns, strict=False)
    )


def _is_alike(names: Sequence[str], rows: Sequence[Sequence[object]]) -> bool:
    """Say whether a first line has a number in the same unit, or after the same key, as all below it."""
    if names_a_kind(names[0]) or parse_heading(names[0]).role is not None:
        return False
    columns = zip(*(cells for cells in rows if len(cells) == len(names)), strict=True)
    return any(
        (form := _form(name)) is not None and all(is_missing(cell) or _form(cell) == form for cell in cells)
        for name, cells in zip(names, columns, strict=False)
    )


def _form(cell: object) -> tuple[str, str] | None:
    """Return the key and the dimension of a number in a cell; None if it has neither, or is no number."""
    key, text = _key_and_value(cell)
    try:
        unit = parse_number(text).unit
    except InputError:
        return None
    dimension = unit.dimension.lstrip("KMGT") if unit is not None else ""  # MB or GB
    return (key, dimension) if key or dimension else None


def _key_and_value(cell: object) -> tuple[str, str]:
    """Return the key of a cell such as `w=108MB/s`, "" where it has none, and what is left of it."""
    text = str(cell).strip()
    found = _KEY.fullmatch(text)
    return (found["key"], found["number"]) if found is not None and is_number(found["number"]) else ("", text)


def without_keys(table: Table) -> Table:
    """Return a table whose cells have no key before their numbers, where all of a column have the same."""
    _, first = table.rows[0]
    keys = {
        i: key for i, cell in enumerate(first) if isinstance(cell, str) and (key := _key_and_value(cell)[0])
    }
    shared = [
        i for i, key in keys.items() if all(_key_and_value(cells[i])[0] == key for _, cells in table.rows)
    ]
    if not shared:
        return table
    bare = (
        [_key_and_value(c)[1] if i in shared else c for i, c in enumerate(cells)] for _, cells in table.rows
    )
    return replace(table, rows=tuple(zip((line for line, _ in table.rows), bare, strict=True)))


def _proposed_columns(names: Sequence[str], rows: Sequence[Sequence[object]]) -> str:
    """Return what --columns may say of a first row: whose column names alternatives, keys, else letters.

    The alternatives stand in the first column of words that are all different, else in the first of words.
    """
    keys = [_key_and_value(name)[0] for name in names[:26]]
    found = [key if keys.count(key) == 1 else chr(ord("A") + i) for i, key in enumerate(keys)]
    words = [i for i, key in enumerate(keys) if not key and not is_number(names[i])]
    whole = [names, *(cells for cells in rows if len(cells) == len(names))]
    apart = [i for i in words if len({str(cells[i]).strip() for cells in whole}) == len(whole)]
    for i in (apart or words)[:1]:
        found[i] = "alternative"
    return ",".join(found)


def is_number(text: str) -> bool:
    """Say whether a cell holds a number, by whichever decimal mark."""
    return any(all_numbers([text], mark) for mark in ".,") and not is_missing(text)


class _Lines:
    """Lines for the CSV parser that pass over comments, but not inside a quoted cell."""

    def __init__(self, text: str, delimiter: str) -> None:
        self._lines = (match.group() for match in _LINE.finditer(text))
        self._delimiter = delimiter
        self._passed_over = 0
        self.number = 0
        self.start = 0
        self.between_records = True

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        for line in self._lines:
            self.number += 1
            if len(line) > _MOST_COLUMNS and line.count(self._delimiter) >= _MOST_COLUMNS:
                raise self._too_much(f"this line has more than {_MOST_COLUMNS:,} cells")
            if self.between_records:
                if not line[0].isalnum() and line.lstrip()[:1] in ("", "#") and not self._is_numbering(line):
                    self._passed_over += 1
                    if self._passed_over > _MOST_PASSED_OVER:
                        raise self._too_much(f"over {_MOST_PASSED_OVER:,} lines are empty or comments")
                    continue
                if len(line) < 20 and _SEPARATOR.fullmatch(line.strip()):
                    continue
                self.between_records = False
                self.start = self.number
            return line
        raise StopIteration

    def _is_numbering(self, line: str) -> bool:
        """Say whether a sign of comments is the heading of the first column, which numbers the rows."""
        rest = line.lstrip()[1:].lstrip(" ")
        return (
            self.start == 0 and rest[:1] == self._delimiter and rest[1:2] != "="
        )  # as rulers of AsciiDoc do

    def _too_much(self, problem: str) -> InputError:
        return InputError(problem, line=self.number, advice="give a table of measurements")


def _records(text: str, delimiter: str, file: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the line on which each record starts, and its cells."""
    lines = _Lines(text, delimiter)
    parser = csv.reader(lines, delimiter=delimiter, strict=True, skipinitialspace=True)
    while True:
        lines.between_records = True
        before = csv.field_size_limit(_LONGEST_CELL)  # of the whole process, so for no longer than it takes
        try:
            cells = next(parser)
        except StopIteration:
            return
        except csv.Error as error:
            unclosed = "unexpected end" in str(error) or "limit" in str(error)
            raise InputError(
                "a quote is opened and never closed" if unclosed else f"a quote stands wrong ({error})",
                file=file,
                line=lines.start,
                advice='close it, or double a quote that belongs to the text ("")',
            ) from None
        finally:
            csv.field_size_limit(before)
        if any(map(str.strip, cells)):
            yield lines.start, cells
