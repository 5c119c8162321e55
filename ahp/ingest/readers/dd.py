"""dd: how fast one copy went."""

from __future__ import annotations

import re

from ahp.ingest.readers.base import Options, Reading
from ahp.ingest.readers.lines import Lines, N, PrintedReader
from ahp.units import convert, parse

_COPIED = re.compile(rf"^[0-9]+ bytes(?: \([^()\n]*\))? copied, {N} s, ({N}) ([kMGT]?B/s)\s*$", re.MULTILINE)
_LIKE = re.compile(r"^[0-9]+ bytes .*copied")
_IN_MEMORY = "Without oflag=direct or conv=fsync it is memory that was written to, as much as a disk."


class DdReader(PrintedReader):
    """What `dd` of GNU prints of one copy; its file, or what stands above it, names the alternative.

    Gives: `throughput` in bytes per second.
    Elsewhere: the names, the CPU, and further runs.
    Caveats: without `oflag=direct` or `conv=fsync` it measures memory as much as a disk.
    """

    words = (" copied, ",)
    forms = (_COPIED,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        text.every(_COPIED, _LIKE)
        copied = text.one(_COPIED, "line of what was copied")
        row, (unit, megabytes) = copied.row("throughput", "MB/s"), map(parse, (copied.text(2), "MB/s"))
        value, resolution = (convert(number, unit, megabytes) for number in (copied.value(), row.resolution))
        row = row._replace(value=value, resolution=resolution)  # dd chooses the unit of each copy
        return Reading((row,), count=1, caveats=(_IN_MEMORY,))
