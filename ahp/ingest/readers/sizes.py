"""Sizes as the tools of file systems print them: `28008448`, `26.71MiB`, `131.07kB`, and blocks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from ahp.errors import InputError
from ahp.ingest.readers.base import Row, number, resolution_of

SIZE = r"[0-9]+(?:\.[0-9]+)?(?:[KMGTPE]iB|[kMGTPE]B|B)?"
"""A size that says its unit, or none for bytes; for patterns."""

_SIZE = re.compile(r"([0-9]+(?:\.[0-9]+)?)([A-Za-z]*)", re.ASCII)
_BLOCKS = re.compile(r"([0-9]+)([kKMGTPE]?)(B?)-blocks", re.ASCII)
_BINARY: Mapping[str, float] = {letter: 1024.0**power for power, letter in enumerate("KMGTPE", 1)}
_DECIMAL: Mapping[str, float] = {letter: 1000.0**power for power, letter in enumerate("kMGTPE", 1)}
_FACTORS: Mapping[str, float] = {
    "": 1.0,
    "B": 1.0,
    **{f"{letter}iB": factor for letter, factor in _BINARY.items()},
    **{f"{letter}B": factor for letter, factor in _DECIMAL.items()},
}


class Size(NamedTuple):
    """A size in bytes, and how much of it the printed digits leave open on either side.

    Attributes
    ----------
    printed : str
    bytes, half : float
    """

    printed: str
    bytes: float
    half: float

    @property
    def exact(self) -> bool:
        """Whether it was printed in bytes."""
        return self.half <= 0.5

    def row(self, measure: str, line: int, column: str) -> Row:
        """Return its row."""
        row = number(measure, self.bytes, "B", printed=self.printed, line=line, column=column)
        return row._replace(resolution=self.half)


def size_of(printed: str, line: int) -> Size:
    """Return a size that says its unit.

    Raises
    ------
    InputError
        If it is none.

    Examples
    --------
    >>> size_of("26.71MiB", 1).bytes, size_of("131.07kB", 1).half
    (28007464.96, 5.0)
    """
    match = _SIZE.fullmatch(printed)
    factor = _FACTORS.get(match.group(2)) if match else None
    if match is None or factor is None:
        raise InputError("a size such as 26.71MiB is needed", line=line, found=printed)
    return Size(printed, float(match.group(1)) * factor, resolution_of(match.group(1)) * factor)


def block_size(heading: str) -> float | None:
    """Return how many bytes a block has by a heading such as `1K-blocks`; None if it is none.

    Examples
    --------
    >>> block_size("1K-blocks"), block_size("1MB-blocks"), block_size("512-blocks"), block_size("Size")
    (1024.0, 1000000.0, 512.0, None)
    """
    match = _BLOCKS.fullmatch(heading)
    if match is None:
        return None
    count, letter, decimal = match.groups()
    scale = (_DECIMAL if decimal else _BINARY).get(letter) if letter else 1.0
    return float(count) * scale if scale is not None else None
