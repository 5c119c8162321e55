"""The rulers that draw tables in text, and how they part the lines beside them into cells."""

from __future__ import annotations

import re
from collections.abc import Callable

RULER = re.compile(
    r"\s*+[|+]?\s*+:?[-=]++:?\s*+(?:[|+]\s*+:?[-=]++:?\s*+)+[|+]?\s*+"  # Markdown, psql, boxed
    r"|\s*+\|\s*+:?-++:?\s*+\|\s*+"
    r"|\s*+[-=]{2,}+(?:\s++[-=]{2,}+)+\s*+"  # one run of dashes over each column
)
"""A line of dashes under a heading: with bars, with crosses, or one run of dashes over each column."""

_GAP = re.compile(r" {2,}")
_BAR = re.compile(r"(?<!\\)\|")


def apart(line: str) -> list[str]:
    """Return the cells of a line that are held apart by two spaces or more."""
    return _GAP.split(line.strip())


def splitter(ruler: str) -> Callable[[str], list[str]]:
    """Return what parts a line into cells as the ruler says."""
    if "|" not in ruler and "+" not in ruler:
        starts = [match.start() for match in re.finditer(r"[-=]+", ruler)]

        def cut(line: str) -> list[str]:
            if any(len(line) > at and line[at - 1] > " " < line[at] for at in starts[1:]):
                return [_clean(line)]  # a cell would be cut in two: refused as a row of another length
            return [_clean(line[a:b]) for a, b in zip([0, *starts[1:]], [*starts[1:], None], strict=True)]

        return cut
    edged = ruler.strip()[0] in "|+"

    def split(line: str) -> list[str]:
        inner = line.strip().removeprefix("|").removesuffix("|") if edged else line
        return [_clean(cell) for cell in _BAR.split(inner)]

    return split


def _clean(cell: str) -> str:
    return cell.strip().replace("\\|", "|").strip("*`").strip()
