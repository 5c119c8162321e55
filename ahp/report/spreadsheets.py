"""CSV that a spreadsheet shows as it is: no cell runs as a formula, none falls apart into several."""

from __future__ import annotations

import re
from collections.abc import Iterable

# What a spreadsheet takes for the beginning of a formula, in its wide forms too; a quote may stand before it.
_FORMULA = re.compile(r"'*(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])")
_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?")


# The ends of lines of every kind, of which Python's csv quotes one, and what spreadsheets part cells at.
_PARTING = re.compile(r'[",;\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]')


def to_csv(rows: Iterable[Iterable[object]]) -> str:
    r"""Return rows as CSV: every cell is neutral, and in quotes if anything could take it for several.

    Examples
    --------
    >>> to_csv([["name", "tps"], ["lz4;=1+1", 1.5], ["=1+1", 2]])
    'name,tps\n"lz4;=1+1",1.5\n\'=1+1,2\n'
    """
    return "".join(",".join(map(_cell, row)) + "\n" for row in rows)


def _cell(content: object) -> str:
    text = neutral(str(content))
    return '"' + text.replace('"', '""') + '"' if _PARTING.search(text) else text


def neutral(text: str) -> str:
    """Return text that came from a file as a cell that no spreadsheet runs: a formula gets a quote before it.

    What is a number stays one. :func:`original` gives back what was there.

    Examples
    --------
    >>> neutral("=1+1"), neutral("lz4"), neutral("-1.5"), neutral("'=1+1")
    ("'=1+1", 'lz4', '-1.5', "''=1+1")
    """
    if _FORMULA.match(text) is None or _NUMBER.fullmatch(text):
        return text
    return f"'{text}"


def original(cell: str) -> str:
    """Return the text of which :func:`neutral` made a cell.

    Examples
    --------
    >>> original("'=1+1"), original("lz4"), original("-1.5"), original("''=1+1"), original("'quoted'")
    ('=1+1', 'lz4', '-1.5', "'=1+1", "'quoted'")
    """
    return cell[1:] if cell[:1] == "'" and _FORMULA.match(cell) else cell
