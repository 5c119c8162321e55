"""Delimited text as strings with line numbers; nothing is guessed to be a number here."""

from __future__ import annotations

import csv
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from ahp.errors import InputError, listed, quoted
from ahp.ingest.sources import Source

DELIMITERS = ("\t", ";", "|", ",")
"""In the order in which a tie is decided: a comma beside another delimiter is a decimal mark."""

_SNIFFED_LINES = 200
_LONGEST_CELL = 1 << 24
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
        Their line.
    rows : tuple of (int or None, sequence)
        The line of each row, and its cells: text, or numbers from a DataFrame.
    """

    name: str
    delimiter: str
    header: tuple[str, ...]
    header_line: int | None
    rows: tuple[tuple[int | None, Sequence[object]], ...]


def parse_table(source: Source) -> Table:
    """Return the table of a source.

    Blank lines and lines that start with `#` are passed over. Every row has as many cells as the heading.

    Raises
    ------
    InputError
        If there is no heading, no data, a row of another length, a heading used twice, or a quote that is
        not closed. The message names the line.
    """
    if source.table is not None:
        return _from_columns(source)
    delimiter = sniff_delimiter(source.text)
    records = list(_records(source.text, delimiter, source.name))
    if not records:
        raise InputError("only comments; it needs a heading line and data", file=source.name)
    header_line, header = records[0]
    body = records[1:]
    header, body = _without_empty_end(header, body)
    names = tuple(heading.strip() for heading in header)
    _check_header(names, source.name, header_line)
    if not body:
        raise InputError("only a heading; it needs at least one row of data", file=source.name)
    for line, cells in body:
        if len(cells) != len(names):
            raise InputError(
                f"found {len(cells)} cells, the heading in line {header_line} has {len(names)}",
                file=source.name,
                line=line,
                advice="correct the row; a cell with a comma in it needs quotes",
            )
    return Table(source.name, delimiter, names, header_line, tuple(body))


def sniff_delimiter(text: str) -> str:
    r"""Return the delimiter under which most of the first lines have the heading's number of cells.

    Examples
    --------
    >>> sniff_delimiter("alternative;tps\nlz4;342,98\n")
    ';'
    """
    best, most = ",", (0.0, 0)
    for delimiter in DELIMITERS:
        try:
            sample = list(islice(_records(text, delimiter, ""), _SNIFFED_LINES))
        except InputError:
            continue
        if not sample or len(sample[0][1]) < 2:
            continue
        width = len(sample[0][1])
        score = (sum(len(cells) == width for _, cells in sample) / len(sample), width)
        if score > most:
            best, most = delimiter, score
    return best


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
    _check_header(names, source.name, heading)
    cells = zip(*columns.values(), strict=True)
    rows = tuple(zip(lines, cells, strict=True)) if lines else tuple(enumerate(cells, 1))
    if not rows:
        raise InputError("it has no rows; it needs at least one", file=source.name)
    return Table(source.name, "", names, heading, rows)


def _check_header(names: tuple[str, ...], file: str, line: int | None) -> None:
    if not any(names):
        raise InputError("the heading is empty", file=file, line=line)
    seen: set[str] = set()
    for position, name in enumerate(names, 1):
        if not name:
            raise InputError(f"column {position} has no heading", file=file, line=line, advice="name it")
        if name.casefold() in seen:
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
    if all(_is_number(name) for name in names[1:]):
        raise InputError(
            f"the first line looks like data ({listed(names, 4)}); the table needs a heading line",
            file=file,
            line=line,
        )


def _is_number(text: str) -> bool:
    try:
        float(text.replace(",", "."))
    except ValueError:
        return False
    return True


class _Lines:
    """Lines for the CSV parser that pass over comments, but not inside a quoted cell."""

    def __init__(self, text: str) -> None:
        self._lines = (match.group() for match in _LINE.finditer(text))
        self.number = 0
        self.start = 0
        self.between_records = True

    def __iter__(self) -> _Lines:
        return self

    def __next__(self) -> str:
        for line in self._lines:
            self.number += 1
            if self.between_records:
                if not line.strip() or line.lstrip().startswith("#") or _SEPARATOR.fullmatch(line.strip()):
                    continue
                self.between_records = False
                self.start = self.number
            return line
        raise StopIteration


def _records(text: str, delimiter: str, file: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the line on which each record starts, and its cells."""
    lines = _Lines(text)
    csv.field_size_limit(_LONGEST_CELL)
    parser = csv.reader(lines, delimiter=delimiter, strict=True, skipinitialspace=True)
    while True:
        lines.between_records = True
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
        if any(cell.strip() for cell in cells):
            yield lines.start, cells
