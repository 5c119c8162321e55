"""pidstat: the processor time of single processes, in per cent of one core."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from ahp.errors import InputError
from ahp.ingest.jsontext import Digits
from ahp.ingest.readers.base import Options, Reading, holds
from ahp.ingest.readers.monitors import mean_rows, within
from ahp.ingest.readers.printed import naming
from ahp.ingest.readers.shares import Sample, share
from ahp.ingest.readers.sysstat import SINCE_START, STOPPED, Entry, entries
from ahp.ingest.sources import Source

_HEADING = re.compile(r"\b(?:PID|TGID\s+TID)\s+%usr\s+%system\s+%guest\s.*%CPU\s+CPU\s.*Command")
_WITHOUT_AVERAGE = re.compile(r"^#", re.MULTILINE)  # the heading of -h, which ends without an average
_AVERAGE = re.compile(r"^[^\W\d#][\w.]* ?:\s", re.MULTILINE)
_KEPT = {"%usr": ("%usr", "%guest"), "%system": ("%system",)}
_MADE_OF = (
    "cpu_user is %usr + %guest; cpu_system is %system, in per cent of one core, summed over the processes."
)
_CAME_AND_WENT = (
    "Its processes are not the same in every interval: what one used after its last row is not in the sum."
)


class PidstatReader:
    """What `pidstat -u` prints of processes, with `-h`, `-H`, `-t` and `-I` too.

    Gives: `cpu_user`, with guest time, and `cpu_system`, both in per cent of one core: summed over the
    processes of an interval and averaged over the intervals, or over those of the window asked for.
    Elsewhere: the alternative and everything but the CPU.
    Caveats: per cent of a core is not compared with per cent of the machine; interrupts and the work that
    the kernel does for a process in its own threads are in no process; of a process that starts or ends
    only its whole intervals count; a report without its average, but for `-h`, was cut off or stopped.
    """

    def matches(self, head: str) -> bool:
        """Say whether pidstat's table of processor time stands there."""
        return holds(head, "%usr") and _HEADING.search(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return `cpu_user` and `cpu_system` in per cent of one core.

        Raises
        ------
        InputError
            If a row is damaged, or no process was seen.
        """
        with naming(source):
            intervals, told = _intervals(source.text), list[str]()
            most = max(map(len, intervals), default=0)
            if not most:
                raise InputError(
                    "no process is in it", line=1, advice="choose processes that run: pidstat -u -C NAME 1"
                )
            if len(intervals) == 1 and intervals[0][0].seconds is None:
                told.append(SINCE_START)
            elif not (_WITHOUT_AVERAGE.search(source.text) or _AVERAGE.search(source.text)):
                told.append(STOPPED)
            samples, said = within(options.window, [_sum(interval) for interval in intervals])
            seen = {frozenset(map(_process, interval)) for interval in intervals}
            return Reading(
                tuple(row._replace(resolution=most * row.resolution) for row in mean_rows(samples, "%core")),
                count=sum(map(len, intervals)),
                caveats=(*told, *said, *((_CAME_AND_WENT,) if len(seen) > 1 else ())),
                notes=(_MADE_OF,),
                windowed=options.window is not None,
            )


def _intervals(text: str) -> list[list[Entry]]:
    """Return the processes of each interval; none for a heading without rows.

    Several processes have a heading in each interval, a single one may have one heading for all of them.
    """
    found: list[list[Entry]] = []
    now = None
    below = False
    for entry in entries(text):
        if not entry.cells:
            found.append([])
            below = True
        elif entry.clock is not None and entry.cells.get("TGID") != "-":  # neither average nor thread
            entry.refuse_since_start()
            if not found:
                raise InputError("the heading above this row is that of averages", line=entry.line)
            if entry.clock != now and not below:
                if [_process(entry)] != [*map(_process, found[-1])]:
                    raise InputError("its time is not that of the rows above", line=entry.line)
                found.append([])
            if entry.clock == now and (below or _process(entry) in map(_process, found[-1])):
                raise InputError("this time and process stand twice", line=entry.line)
            found[-1].append(entry)
            now, below = entry.clock, False
    return found


def _process(entry: Entry) -> str:
    return entry.cell("TGID" if "TGID" in entry.cells else "PID")


def _sum(interval: Sequence[Entry]) -> Sample:
    line, end = (interval[0].line, interval[0].end) if interval else (1, None)
    summed = {
        kept: sum(Decimal(share(entry.cell(name), entry.line).text) for entry in interval for name in names)
        for kept, names in _KEPT.items()
    }
    return Sample({name: Digits(str(total), line) for name, total in summed.items()}, end=end)
