"""Names as figures show them: printable, no longer than there is room, no two of a document alike."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from itertools import pairwise, takewhile

from ahp.printing import printable

LONGEST = 26
"""Columns that the name of an alternative takes unless its place has less room, or more."""

_WORDS = (re.compile(r"([\s,;:/|=&+()\[\]{}]+)").split, re.compile(r"([\W_]+)").split)
"""What parts a name into words and what stands between them: first such as `zstd-2`, then within them."""

_ENDS = 13
"""Columns of a label of which both ends are alike in names that are cut where they differ."""

_READ = 1000
"""Characters of a name among which words are sought."""


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
    """Return the label of each name, no two alike.

    Names whose ends are alike are cut to the words in which they differ; those that
    are alike even so are numbered.

    Examples
    --------
    >>> list(labels([f"recordsize=128K,compression={c},atime=off" for c in ("lz4", "zstd-2")], 18).values())
    ['…lz4…', '…zstd-2…']
    >>> list(labels(["lz4 with a window", "lz4 wide window"], 12).values())
    ['lz4 with a…', 'lz4 wide…']
    >>> list(labels(["abcdefgh1abcdefgh", "abcdefgh2abcdefgh"], 12).values())
    ['abcdef…defgh', 'abcd…fgh (2)']
    """
    found: dict[str, str] = {}
    numbers: dict[str, int] = {}
    taken: set[str] = set()
    for name, text in _told_apart(list(dict.fromkeys(names)), limit).items():
        first = shown = label(text, limit)
        while shown in taken:
            mark = f" ({numbers.setdefault(first, 2)})"
            shown = f"{label(text, max(limit - len(mark), 3))}{mark}"
            numbers[first] += 1
        taken.add(shown)
        found[name] = shown
    return found


def _told_apart(names: list[str], limit: int) -> dict[str, str]:
    """Return of each name what its label is made from: itself, or the words in which it differs."""
    ends: dict[str, list[str]] = {}
    for name in names:
        ends.setdefault(label(name, min(limit, _ENDS)), []).append(name)
    alike = [group for group in ends.values() if len(group) > 1]
    # Each group on its own says more of its words, all as one keep those of one group from another's.
    tried = [alike, [[name for group in alike for name in group]]] if alike else []
    whole = {name: name for name in names}
    ways = [whole | {n: t for group in way for n, t in _cut(group, limit).items()} for way in tried]
    return max([*ways, whole], key=lambda texts: _different(texts.values(), limit))


def _different(texts: Iterable[str], limit: int) -> int:
    return len({label(text, limit) for text in texts})


def _fits(name: str, limit: int) -> bool:
    return len(name) <= 8 * limit and width(printable(name)) <= limit


def _cut(names: Sequence[str], limit: int) -> dict[str, str]:
    """Return the words in which names differ: the most names told apart, then the most that fit."""
    printed = [printable(name[:_READ]) for name in names]
    ways = [
        _kept(_aligned([words(name) for name in printed]), before) for words in _WORDS for before in (2, 0)
    ]
    best = max(
        ways, key=lambda texts: (_different(texts, limit), sum(width(text) <= limit for text in texts))
    )
    return {name: text for name, text in zip(names, best, strict=True) if not _fits(name, limit)}


def _aligned(rows: list[list[str]]) -> list[list[str]]:
    """Return rows of one length: what is neither at the beginning nor at the end of all becomes one word."""
    if len({len(row) for row in rows}) == 1:
        return rows
    head = _shared(rows)
    tail = _shared([row[head:][::-1] for row in rows])
    return [[*row[:head], "".join(row[head : len(row) - tail]), *row[len(row) - tail :]] for row in rows]


def _shared(rows: list[list[str]]) -> int:
    """Return how many words all rows begin with."""
    return sum(1 for _ in takewhile(lambda words: len(set(words)) == 1, zip(*rows, strict=False)))


def _kept(rows: list[list[str]], before: int) -> list[str]:
    """Return rows without the words that all of them have, but for so many before one that differs."""
    places = [place for place, words in enumerate(zip(*rows, strict=True)) if len(set(words)) > 1]
    kept = sorted({near for place in places for near in range(max(place - before, 0), place + 1)})
    edges = [-1, *kept, len(rows[0])]
    gaps = ["…" if right - left > 1 else "" for left, right in pairwise(edges)]
    parts = ("".join(f"{gap}{row[at]}" for gap, at in zip(gaps, kept, strict=False)) for row in rows)
    return [f"{part}{gaps[-1]}".replace("……", "…") for part in parts]


def way(path: Sequence[str]) -> str:
    """Return the way from the goal to a criterion, in words.

    Examples
    --------
    >>> way(["price", "yearly"])
    'price / yearly'
    """
    return " / ".join(path)
