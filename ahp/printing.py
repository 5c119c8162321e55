"""Names as they may be printed: none redraws what it is printed into, or takes more room than there is."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable


def printable(text: str) -> str:
    r"""Return a name with control and direction characters made visible: a report must not be redrawn by one.

    Examples
    --------
    >>> printable("a\x1b[31mb")
    'a\\x1b[31mb'
    """
    if text.isascii() and text.isprintable():
        return text
    return "".join(
        c if c.isprintable() and unicodedata.category(c) != "Cf" else c.encode("unicode_escape").decode()
        for c in text
    )


def in_a_row(texts: Iterable[str]) -> str:
    """Return texts as `a, b and c`.

    Examples
    --------
    >>> in_a_row(["a", "b", "c"])
    'a, b and c'
    """
    *before, last = texts
    return f"{', '.join(before)} and {last}" if before else last


def shortened(text: str, limit: int) -> str:
    """Return a printable name of at most `limit` characters.

    Examples
    --------
    >>> shortened("a very long name", 8)
    'a very …'
    """
    name = printable(text)
    return name if len(name) <= limit else f"{name[: limit - 1]}…"
