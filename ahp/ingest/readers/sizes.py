"""Sizes as the tools of file systems print them: `28008448`, `26.71MiB`, `131.07kB`, and blocks."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import NamedTuple

from ahp.errors import InputError
from ahp.ingest.readers.base import Row, number, resolution_of

SIZE = r"[0-9]+(?:\.[0-9]+)?(?:[KMGTPE]iB|[kMGTPE]B|B)?"
"""A size that says its unit, or none for bytes; for patterns."""

UNITS: Mapping[str, str] = {"": "B", "B": "B", "K": "KiB", "M": "MiB", "G": "GiB", "T": "TiB"}
"""What the letters behind a size mean where they are all that a tool prints."""

_PRINTED = re.compile(r"([0-9]+(?:\.[0-9]+)?)([A-Za-z]*)", re.ASCII)
_BLOCKS = re.compile(r"([0-9]+)([A-Za-z]*)-blocks", re.ASCII)
_BINARY: Mapping[str, float] = {letter: 1024.0**power for power, letter in enumerate("KMGTPE", 1)}
_FACTORS: Mapping[str, float] = {
    "": 1.0,
    "B": 1.0,
    **_BINARY,
    **{f"{letter}iB": factor for letter, factor in _BINARY.items()},
    **{f"{letter}B": 1000.0**power for power, letter in enumerate("kMGTPE", 1)},
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
    """Return a size that says its unit; a letter alone is of powers of 1024.

    Raises
    ------
    InputError
        If it is none.

    Examples
    --------
    >>> size_of("26.71MiB", 1).bytes, size_of("131.07kB", 1).half, size_of("12K", 1).bytes
    (28007464.96, 5.0, 12288.0)
    """
    match = _PRINTED.fullmatch(printed)
    factor = _FACTORS.get(match[2]) if match else None
    if match is None or factor is None:
        raise InputError("a size such as 26.71MiB is needed", line=line, found=printed)
    return Size(printed, float(match[1]) * factor, resolution_of(match[1]) * factor)


def block_size(heading: str) -> float | None:
    """Return how many bytes a block has by a heading such as `1K-blocks`; None if it is none.

    Examples
    --------
    >>> block_size("1K-blocks"), block_size("1MB-blocks"), block_size("512-blocks"), block_size("Size")
    (1024.0, 1000000.0, 512.0, None)
    """
    match = _BLOCKS.fullmatch(heading)
    factor = _FACTORS.get(match[2]) if match else None
    return float(match[1]) * factor if match and factor else None
