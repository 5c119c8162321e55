"""Python's timeit: the time of a loop, as its command line prints it."""

from __future__ import annotations

import re

from ahp.ingest.readers.base import Options, Reading
from ahp.ingest.readers.lines import Lines, N, PrintedReader
from ahp.ingest.readers.suites import time_row

_BEST = re.compile(
    rf"^[0-9]+ loops?, best of [0-9]+: (?P<time>{N}) (?P<unit>[nμµu]?s(?:ec)?|msec) per loop\s*$",
    re.MULTILINE,
)
_LIKE = re.compile(r"^[0-9]+ loops?, best of ")
_FASTEST = "Of each statement timeit prints the best of its repetitions, which tells of no noise."


class TimeitReader(PrintedReader):
    """What `python -m timeit` prints of one statement; its file, or what stands above it, names it.

    Gives: `duration` of a loop, the best of its repetitions.
    Elsewhere: the names, the CPU, memory.
    Caveats: the best repetition stands for all; `-v` and `pyperf` have them all.
    """

    words = (" per loop",)
    forms = (_BEST,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        text.every(_BEST, _LIKE)
        best = text.one(_BEST, "line 'best of'")
        time = time_row(best.digits("time"), best.text("unit"))
        return Reading((time,), count=1, caveats=(_FASTEST,))
