"""Names as figures show them: printable, never read as mathematics, no longer than there is room."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable

from ahp.report.numbers import printable

LONGEST = 26
"""Columns that the name of an alternative may take."""


def width(text: str) -> int:
    """Return how many columns a text takes; a wide character takes two, a mark over another none.

    Examples
    --------
    >>> width("lz4"), width("圧縮"), width("e\u0301")
    (3, 4, 1)
    """
    return sum(_columns(c) for c in text)


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def label(text: str, limit: int = LONGEST) -> str:
    r"""Return a name as a figure shows it; one that is too long loses its middle, since ends tell more.

    A dollar sign is escaped, because Matplotlib would set what stands between two of them as mathematics.

    Examples
    --------
    >>> label("a compressor with a name that never ends, level 3", 20)
    'a compress…, level 3'
    >>> print(label("$100"))
    \$100
    """
    name = printable(text[: 4 * limit] + text[-4 * limit :] if len(text) > 8 * limit else text)
    if width(name) > limit:
        half = (limit - 1) // 2
        name = f"{_start(name, limit - 1 - half)}…{_start(name[::-1], half)[::-1]}"
    return name.replace("$", r"\$")


def _start(text: str, room: int) -> str:
    taken = 0
    for position, character in enumerate(text):
        taken += _columns(character)
        if taken > room:
            return text[:position]
    return text


def plain(text: str) -> str:
    r"""Return what a label shows, without the escapes that keep it from being mathematics.

    Examples
    --------
    >>> plain(r"\$100")
    '$100'
    """
    return text.replace(r"\$", "$")


def labels(names: Iterable[str], limit: int = LONGEST) -> dict[str, str]:
    """Return the label of each name; those that shortening makes alike are numbered.

    Examples
    --------
    >>> list(labels(["lz4 with the long window", "lz4 wíth thé long window"], 12).values())
    ['lz4 wi…indow', 'lz4 wí…indow']
    >>> list(labels(["lz4 with a window", "lz4 wide window"], 12).values())
    ['lz4 wi…indow', 'lz4 …dow (2)']
    """
    found: dict[str, str] = {}
    taken: set[str] = set()
    for name in dict.fromkeys(names):
        shown, number = label(name, limit), 2
        while shown in taken:
            mark = f" ({number})"
            shown, number = f"{label(name, max(limit - len(mark), 3))}{mark}", number + 1
        taken.add(shown)
        found[name] = shown
    return found
