"""One table as a database's client prints it: separated, aligned with a footer, or in a box."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from ahp.errors import InputError
from ahp.ingest.readers.lines import Lines

_MARKS = ("|", "\t", ",", ";")
_TITLES = 6
_RULER = re.compile(r"\s*[+|]?-[-+|]*\s*")
_FOOTER = re.compile(r"\(([0-9]+) rows?\)|([0-9]+) rows? in set.*")


@dataclass(frozen=True)
class Heading:
    """The line of a table that names its columns.

    Attributes
    ----------
    line : int
        Its number.
    names : tuple of str
        In lower case.
    mark : str
        What separates the cells.
    """

    line: int
    names: tuple[str, ...]
    mark: str


def find_heading(text: str, is_known: Callable[[frozenset[str]], bool]) -> Heading | None:
    r"""Return the heading among the first lines whose names are known; None if there is none.

    Examples
    --------
    >>> find_heading("  relname | total\n---------+-------", lambda names: "relname" in names).names
    ('relname', 'total')
    """
    for line, content in Lines.of("\n".join(text.split("\n", _TITLES)[:_TITLES])).lines:
        if _RULER.fullmatch(content):
            continue
        for mark in (mark for mark in _MARKS if mark in content):
            names = tuple(name.casefold() for name in _cells(content, mark))
            if len(names) > 1 and is_known(frozenset(names)):
                return Heading(line, names, mark)
    return None


def rows_below(text: str, heading: Heading) -> Iterator[tuple[int, Mapping[str, str]]]:
    """Yield the line and the cells, by the names of their columns, of each row below a heading.

    Raises
    ------
    InputError
        If a row has another number of cells, or the footer or the box says that rows are missing.
    """
    lines = Lines.of(text).lines
    boxed = heading.line > 1 and lines[heading.line - 2][1].lstrip().startswith("+-")
    aligned = heading.line < len(lines) and bool(_RULER.fullmatch(lines[heading.line][1]))
    ended, stated, count, last = False, None, 0, heading.line
    for line, content in lines[heading.line :]:
        footer = _FOOTER.fullmatch(content.strip())
        if not content.strip():
            continue
        if footer is not None and stated is None:
            stated, ended = int(footer[1] or footer[2]), True
        elif ended:
            raise InputError("the table has ended before", line=line, found=content, advice="give one table")
        elif heading.mark == "|" and _RULER.fullmatch(content):
            ended = boxed and line > heading.line + 1
        else:
            cells = _cells(content, heading.mark)
            if len(cells) != len(heading.names):
                raise InputError(
                    f"found {len(cells)} cells below {len(heading.names)} headings", line=line, found=content
                )
            count += 1
            yield line, dict(zip(heading.names, cells, strict=True))
        last = line
    if (boxed and not ended) or (aligned and not boxed and stated is None):
        missing = "its box is not closed" if boxed else "the footer with the number of rows is missing"
        raise InputError(f"the table is cut off: {missing}", line=last, advice="give the whole output")
    if stated not in (None, count):
        raise InputError(f"the footer says {stated} rows and there are {count}", line=last)


def _cells(line: str, mark: str) -> list[str]:
    if mark == "|":
        inner = line.strip()
        inner = inner[1:-1] if inner.startswith("|") and inner.endswith("|") else line
        return [cell.strip() for cell in inner.split("|")]
    if mark == "\t":  # mysql --batch quotes nothing
        return [cell.strip() for cell in line.split(mark)]
    try:
        return [cell.strip() for cell in next(csv.reader([line], delimiter=mark), [])]
    except csv.Error:  # a cell of more than 128 KiB
        return [line]
