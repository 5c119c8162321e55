"""compsize: what btrfs stores of files, and what it would store without compression."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import NamedTuple

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading, holds, number, resolution_of
from ahp.ingest.readers.printed import naming
from ahp.ingest.sources import Source

_TITLE = re.compile(r"^Type +Perc +Disk Usage +Uncompressed +Referenced *\r?$", re.MULTILINE)
_ROW = re.compile(r"(\w+) +(\d+)% +(\S+) +(\S+) +(\S+) *", re.ASCII)
_SIZE = re.compile(r"(\d+(?:\.\d)?)([BKMGTPE]?)", re.ASCII)
_UNITS: Mapping[str, str] = {"": "B", "B": "B", "K": "KiB", "M": "MiB", "G": "GiB", "T": "TiB"}
_BYTES: Mapping[str, float] = {letter: 1024.0**power for power, letter in enumerate("BKMGTPE")} | {"": 1.0}

_CUT = (
    "compsize cuts sizes down to two or three digits unless it is run with -b: the compression ratio is "
    "known to within {:.0%} only."
)
_UNREFERENCED = (
    "The files refer to {:.0%} of the data that is stored for them; extents that were partly overwritten are "
    "counted whole."
)


class _Size(NamedTuple):
    digits: str
    letter: str

    @property
    def bytes(self) -> float:
        return float(self.digits) * _BYTES[self.letter]

    @property
    def step(self) -> float:
        """By how much the true size may be larger: compsize cuts what it prints."""
        exact = self.letter in ("", "B")
        return 0.0 if exact else 2 * resolution_of(self.digits) * _BYTES[self.letter]


class CompsizeReader:
    """What `compsize` prints of files on btrfs, with and without `-b`.

    Gives: `original_bytes` and `stored_bytes` of all the files, from the line `TOTAL`.
    Elsewhere: the alternative, throughput, response times, the CPU.
    Caveats: without `-b` sizes are cut down to two or three digits; extents that were partly overwritten
    are counted whole.
    """

    def matches(self, head: str) -> bool:
        """Say whether compsize's heading stands in it."""
        return holds(head, "Uncompressed") and _TITLE.search(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return the uncompressed and the stored size of everything.

        Raises
        ------
        InputError
            If the lines of the types do not add up to the total, or a line is not whole.
        """
        with naming(source):
            return _read(source.text)


def _read(text: str) -> Reading:
    titles = list(_TITLE.finditer(text))
    if len(titles) != 1:
        raise InputError(
            f"compsize's heading stands here {len(titles)} times; it must stand once",
            line=text.count("\n", 0, titles[1].start()) + 1 if titles else 1,
            advice="give the output of one run",
        )
    first = text.count("\n", 0, titles[0].start()) + 2
    total: list[_Size] = []
    sums, slack, types = [0.0] * 3, [0.0] * 3, 0
    for line, content in enumerate(text[titles[0].end() :].split("\n")[1:], first):
        if not content.strip() or content.startswith("```"):
            break
        name, sizes = _row(content.rstrip("\r"), line)
        if (name == "TOTAL") != (line == first):
            raise InputError("the line TOTAL stands first, and once", line=line, found=content)
        if name == "TOTAL":
            total = sizes
            continue
        types += 1
        sums = [whole + size.bytes for whole, size in zip(sums, sizes, strict=True)]
        slack = [whole + size.step for whole, size in zip(slack, sizes, strict=True)]
    for whole, known, more in zip(total, sums, slack, strict=False):
        if not known - whole.step <= whole.bytes <= known + more:
            raise InputError(
                f"the types add up to {known:.0f} B, the line TOTAL says {whole.bytes:.0f} B",
                line=first,
                advice="give the whole output",
            )
    if not types:
        raise InputError("the lines of the types are missing", line=first, advice="give the whole output")
    return _reading(*total, line=first)


def _reading(stored: _Size, original: _Size, referenced: _Size, *, line: int) -> Reading:
    rows = tuple(
        number(measure, float(size.digits), _unit(size, line), printed=size.digits, line=line, column=column)
        for measure, size, column in (
            ("original_bytes", original, "Uncompressed"),
            ("stored_bytes", stored, "Disk Usage"),
        )
    )
    caveats = []
    if stored.step or original.step:
        caveats.append(_CUT.format(stored.step / stored.bytes + original.step / original.bytes))
    if referenced.bytes + referenced.step < 0.99 * original.bytes:
        caveats.append(_UNREFERENCED.format(referenced.bytes / original.bytes))
    return Reading(rows, count=1, caveats=tuple(caveats))


def _row(content: str, line: int) -> tuple[str, list[_Size]]:
    match = _ROW.fullmatch(content)
    sizes = [_SIZE.fullmatch(cell) for cell in match.groups()[2:]] if match else [None]
    if match is None or not all(size and _Size(*size.groups()).bytes < math.inf for size in sizes):
        raise InputError(
            "a type, a percentage and three sizes are needed",
            line=line,
            found=content,
            advice="give the whole output",
        )
    stored, original, referenced = (_Size(*size.groups()) for size in sizes if size)
    share = int(match.group(2))
    low = 100 * stored.bytes / (original.bytes + original.step or 1.0)
    high = 100 * (stored.bytes + stored.step) / (original.bytes or 1.0)
    if not low - 1 <= share <= high:
        raise InputError(
            f"the sizes say {int(low)}% to {int(high)}%", line=line, column="Perc", found=match.group(2)
        )
    return match.group(1), [stored, original, referenced]


def _unit(size: _Size, line: int) -> str:
    if size.letter not in _UNITS or not size.bytes:
        raise InputError("a size above zero and below 1024 T is needed", line=line, found="".join(size))
    return _UNITS[size.letter]
