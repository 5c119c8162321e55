"""pidstat: the processor time of single processes, in per cent of one core."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from ahp.errors import InputError
from ahp.ingest.jsontext import Digits
from ahp.ingest.readers.base import Options, Reading
from ahp.ingest.readers.monitors import Sample, mean_rows, share
from ahp.ingest.readers.printed import naming
from ahp.ingest.readers.sysstat import Entry, entries
from ahp.ingest.sources import Source

_HEADING = re.compile(r"\b(?:PID|TGID\s+TID)\s+%usr\s+%system\s+%guest\s.*%CPU\s+CPU\s.*Command")
_KEPT = ("%usr", "%system")
_CAME_AND_WENT = (
    "Its processes are not the same in every interval: what one used after its last row is not in the sum."
)


class PidstatReader:
    """Reads user and system time, summed over the processes of an interval and averaged over intervals."""

    def matches(self, head: str) -> bool:
        """Say whether pidstat's table of processor time stands there."""
        return _HEADING.search(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return `cpu_user` and `cpu_system` in per cent of one core.

        Raises
        ------
        InputError
            If a row is damaged, or no process was seen.
        """
        with naming(source):
            intervals = _intervals(source.text)
            most = max(map(len, intervals), default=0)
            if not most:
                raise InputError(
                    "no process is in it", line=1, advice="choose processes that run: pidstat -u -C NAME 1"
                )
            rows = mean_rows([_sum(interval) for interval in intervals], "%core")
            seen = {frozenset(map(_process, interval)) for interval in intervals}
            return Reading(
                tuple(row._replace(resolution=most * row.resolution) for row in rows),
                count=sum(map(len, intervals)),
                caveats=(_CAME_AND_WENT,) if len(seen) > 1 else (),
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
    shares = [{name: share(entry.cell(name), entry.line) for name in _KEPT} for entry in interval]
    line = interval[0].line if interval else 1
    return Sample({name: Digits(str(sum(Decimal(one[name].text) for one in shares)), line) for name in _KEPT})
