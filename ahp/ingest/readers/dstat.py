"""dstat, dool and pcp-dstat: the processors' time in the table that they write with `--output`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading
from ahp.ingest.readers.cpu_time import Sample, after_the_first, columns, host_reading, shares_of
from ahp.ingest.readers.lines import Lines, PrintedReader
from ahp.ingest.times import stamp_of

_FIRST = re.compile(r'\A"(?:pcp-dstat|Dstat|dstat|dool) [^"\n]*CSV [Oo]utput"')
_ABOUT = re.compile(r'^"(?:Author|Host|Cmdline):",|^"(?:pcp-dstat|Dstat|dstat|dool) [^"]*CSV [Oo]utput"')
_MISSED = re.compile(r'^"missed [0-9]+ ticks"$')
_TOTAL = "total cpu usage"
_SINCE_BOOT = "The first row of dstat, the average since the machine started, is left out."
_MOVED = (
    "Without --cpu-adv dstat counts interrupts as user time: cpu_user is too large by them, cpu_system too "
    "small; the two together are right."
)


class DstatReader(PrintedReader):
    """The table that `dstat`, `dool` and `pcp dstat` write with `--output`.

    Gives: `cpu_user`, with nice and guest time, and `cpu_system`, with interrupts, both in per cent of all
    processors together and averaged over the rows, or over the window asked for (with `--epoch` or
    `--time`).
    Elsewhere: the alternative and everything but the CPU.
    Caveats: the first row, the average since the machine started, is left out; without `--cpu-adv`
    interrupts stand under user time; the whole machine is measured, a load generator on it too; stolen time
    and busy processors are told.
    """

    words = ("CSV",)
    forms = (_FIRST,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        samples = list(_samples(text))
        only = "its only row is the average since the machine started"
        counted = after_the_first(samples, only, "dstat --cpu --output FILE 1")
        moved = not any("siq" in sample.shares for sample in counted)
        caveats = [_SINCE_BOOT, *([_MOVED] if moved else [])]
        return host_reading(counted, window=options.window, caveats=caveats)


def _samples(text: Lines) -> Iterator[Sample]:
    """Yield the rows; above them stand the groups, each over its first column, and the columns."""
    groups: list[str] = []
    names: list[str] = []
    for line, content in text.lines:
        cells = [cell.strip().strip('"') for cell in content.split(",")]
        if _ABOUT.search(content):
            if names:
                raise InputError("a second recording begins here", line=line, found=content)
        elif content.strip() and not groups:
            for cell in cells:  # a group stands over its first column
                groups.append(cell or (groups[-1] if groups else ""))
            if _TOTAL not in groups:
                advice = "record them: dstat -c -C total"
                raise InputError(f"no columns of {_TOTAL}", line=line, found=content, advice=advice)
        elif content.strip() and not names:
            names = [cell.rpartition(":")[2] for cell in cells]  # dool names the group with --cpu-adv
            columns(groups, names, line)
        elif content.strip():
            cells = cells[:-1] if _MISSED.match(content.rpartition(",")[2]) else cells
            columns(names, cells, line)
            yield _sample(groups, names, cells, line)


def _sample(groups: list[str], names: list[str], cells: list[str], line: int) -> Sample:
    rows = list(zip(groups, names, cells, strict=False))
    # Whole numbers are printed without the three decimals that all others have.
    cells_of_all = {
        name: cell if "." in cell else f"{cell}.000" for group, name, cell in rows if group == _TOTAL
    }
    times = [cell for _, name, cell in rows if name == "epoch"] or [c for _, n, c in rows if n == "time"]
    end = stamp_of(times[0]) if times else None
    if times and end is None:
        raise InputError("this is no time", line=line, found=times[0])
    return Sample(shares_of(cells_of_all, line), end=end)
