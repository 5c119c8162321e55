"""Text in CSV that a spreadsheet shows instead of running it as a formula."""

from __future__ import annotations

import re

# What a spreadsheet takes for the beginning of a formula, in its wide forms too; a quote may stand before it.
_FORMULA = re.compile(r"'*(?:[\t\r\n]|\s*[=+\-@\uff1d\uff0b\uff0d\uff20])")
_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?")


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
