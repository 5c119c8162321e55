"""Names as they may be printed: none redraws what it is printed into, or takes more room than there is."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping


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


_MOST_LINES = 40
_MOST_NAMES = 6


def priority_tree(nodes: Iterable[tuple[tuple[str, ...], bool, Mapping[str, float]]]) -> list[str]:
    """Return a line for each criterion of a hierarchy, as deep as it stands, with its local priority.

    Beside the lowest criteria stand the priorities of the alternatives, where they are few.

    Parameters
    ----------
    nodes : iterable of (way, whether alternatives stand there, local priorities)

    Examples
    --------
    >>> priority_tree([((), False, {"price": 0.7, "view": 0.3}), (("price",), True, {"a": 1.0})])
    ['price  0.700  a 1.000', 'view   0.300']
    """
    below = {path: (leaf, shares) for path, leaf, shares in nodes}
    rows: list[tuple[str, str]] = []

    def walk(path: tuple[str, ...]) -> None:
        for name, share in below[path][1].items():
            here = (*path, name)
            leaf, shares = below.get(here, (False, {}))
            few = shares if leaf and len(shares) <= _MOST_NAMES else {}
            beside = "".join(f"  {shortened(one, 20)} {value:.3f}" for one, value in few.items())
            rows.append(("  " * len(path) + shortened(name, 40), f"{share:.3f}{beside}"))
            if here in below and not leaf:
                walk(here)

    if () in below:
        walk(())
    width = max((len(name) for name, _ in rows[:_MOST_LINES]), default=0)
    lines = [f"{name:{width}}  {rest}" for name, rest in rows[:_MOST_LINES]]
    return lines + ([f"and {len(rows) - _MOST_LINES} more"] if len(rows) > _MOST_LINES else [])
