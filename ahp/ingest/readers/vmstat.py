"""vmstat: the processors' time, in whole per cent."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading
from ahp.ingest.readers.cpu_time import Sample, after_the_first, columns, host_reading, shares_of
from ahp.ingest.readers.lines import Lines, PrintedReader, refuse_doubled
from ahp.ingest.times import stamp_of

_TITLE = re.compile(
    r"^ *-*procs-* -+memory-+ -+swap-+ -+io-+ -+system-+ -+cpu-+(?: -+timestamp-+)?\s*$", re.M
)
_SHARES = ("us", "sy", "id", "wa", "st", "gu")
_ROUNDED = 3.0
_SINCE_BOOT = "The first row of vmstat is left out: without -y it is the average since the machine started."


class VmstatReader(PrintedReader):
    """What `vmstat` prints with an interval, with `-t`, `-w` and `-n` too.

    Gives: `cpu_user`, with nice and guest time, and `cpu_system`, with interrupts, both in per cent of all
    processors together and averaged over the rows, or over the window asked for (with `-t` only).
    Elsewhere: the alternative and everything but the CPU.
    Caveats: the first row, without `-y` the average since the machine started, is left out; whole per cents
    are coarse below 10 %; the whole machine is measured, a load generator on it too.
    """

    words = ("-memory-",)
    forms = (_TITLE,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        refuse_doubled([(line, content) for line, content in text.lines if content.strip()])
        samples = list(_samples(text))
        only = "its only row is, without -y, the average since the machine started"
        counted = after_the_first(samples, only, "vmstat 1")
        return host_reading(counted, window=options.window, slack=_ROUNDED, caveats=[_SINCE_BOOT])


def _samples(text: Lines) -> Iterator[Sample]:
    heading: list[str] = []
    titled = False
    for line, content in text.lines:
        if _TITLE.match(content):
            titled = True
        elif titled:
            found = content.split()
            if "us" not in found or (heading and found != heading):
                raise InputError("this is no heading of vmstat", line=line, found=content.strip())
            heading, titled = found, False
        elif content.strip():
            yield _sample(heading, content, line)


def _sample(heading: list[str], content: str, line: int) -> Sample:
    """Return a row; with `-t` a time zone is one word in the heading, a date and a time below it."""
    cells = content.split()
    last = heading.index("us") + len([name for name in heading if name in _SHARES]) if heading else 0
    names = [*heading, "time"] if len(heading) > last else heading
    row = columns(names, cells, line, content.strip())
    shares = shares_of({name: row[name] for name in _SHARES if name in row}, line)
    if len(heading) == last:
        return Sample(shares)
    end = stamp_of(" ".join([*cells[last:], heading[-1]]))
    if end is None or end.date is None:
        raise InputError("this is no date and time", line=line, found=" ".join(cells[last:]))
    return Sample(shares, end=end)
