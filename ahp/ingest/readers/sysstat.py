"""The text reports of sar, mpstat and pidstat: a banner, and tables of rows that begin with a time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ahp.errors import InputError, listed
from ahp.ingest.readers.base import Reading
from ahp.ingest.readers.monitors import host_reading
from ahp.ingest.readers.printed import Printed
from ahp.ingest.readers.shares import Sample, share
from ahp.ingest.times import Stamp
from ahp.ingest.window import Window

_BANNER = re.compile(r"^Linux \S+ \(")
_STAMP = re.compile(
    r"(?:(?P<h>[0-2][0-9]):(?P<m>[0-5][0-9]):(?P<s>[0-5][0-9])(?:[+-][0-9]{4})?(?: (?P<half>[AP]M))?"
    r"|(?P<epoch>[0-9]{9,11})|# Time|(?P<average>[^\W\d][\w.]* ?:))\s+(?P<rest>\S.*)"
)
_RESTART = re.compile(r"LINUX[ -]RESTART")
_USER = {"%user", "%usr"}
_ANYWHERE = {"CPU", "UID", "PID", "TGID", "TID", "Command"}  # columns that other tables have as well
_TOPOLOGY = ("CORE", "SOCK", "NODE")  # of mpstat -T, blank where all processors are meant
_DAY = 86_400.0
SINCE_START = (
    "Its one report does not say how long it is: without an interval the monitor averages since the machine "
    "started."
)
STOPPED = "It ends without the monitor's own average: the monitor was stopped, or the file was cut off."


class Entry(NamedTuple):
    """A row of a table under its heading.

    Attributes
    ----------
    clock : float or None
        Its time in seconds, of the day or since 1970; None in the averages at the end.
    seconds : float or None
        How long before that its interval began, where a line says it.
    cells : dict of str to str
        By heading; empty for the heading itself.
    line : int
        Where it stands.
    """

    clock: float | None
    seconds: float | None
    cells: dict[str, str]
    line: int

    def refuse_since_start(self) -> None:
        """Refuse a row at the time of its heading: of a monitor that was given no interval.

        Raises
        ------
        InputError
            If it is one.
        """
        if self.clock is not None and self.seconds == 0:
            raise InputError(
                "without an interval this is the average since the machine started",
                line=self.line,
                advice="let the monitor run while the benchmark does: mpstat 1, pidstat -u 1",
            )

    def cell(self, name: str) -> str:
        """Return what stands in a column.

        Raises
        ------
        InputError
            If the heading has no such column.
        """
        if name not in self.cells:
            raise InputError(f"the heading above has no column {name}", line=self.line)
        return self.cells[name]

    @property
    def end(self) -> Stamp | None:
        """Its time, as a window may name it."""
        if self.clock is None:
            return None
        return Stamp(clock=self.clock) if self.clock < 2 * _DAY else Stamp(epoch=self.clock)


def entries(text: str) -> Iterator[Entry]:
    """Yield the headings and rows of the tables of processor time, in their order.

    Raises
    ------
    InputError
        If a line is none of a report, or a heading is like the others and not the same.
    """
    Printed.of(text).maybe(_BANNER, "a report's first line")
    table: tuple[str, ...] = ()
    others: list[tuple[int, tuple[str, ...]]] = []
    heading: tuple[str, ...] | None = None
    begin = now = None
    for line, content in Printed.of(text).lines:
        stamp = _STAMP.fullmatch(content.rstrip())
        if not content.strip() or _BANNER.search(content):
            heading = None
        elif stamp is None:
            raise InputError("this is no line of a report", line=line, found=content.strip())
        elif heading is None:
            heading = tuple(stamp["rest"].split())
            begin = now = _clock(stamp)
            table = table or (heading if _USER & set(heading) else ())
            if heading != table:
                others.append((line, heading))
            elif not stamp["average"]:
                yield Entry(now, None, {}, line)
        elif heading == table:
            clock = _clock(stamp)
            if clock is not None and clock != now:
                begin, now = now, clock
            yield Entry(clock, _between(begin, clock, line), _cells(table, stamp["rest"], line), line)
    for line, other in others:
        of_nodes = other[:1] == ("NODE",) != table[:1]
        if not of_nodes and len(set(other) & set(table) - _ANYWHERE) > 1:
            raise InputError(f"this heading is not {listed(table)}", line=line, found=" ".join(other))


def processors(text: str, window: Window | None = None) -> Reading:
    """Return what a report of sar or mpstat says of all processors together, in a window of it.

    Raises
    ------
    InputError
        If it is damaged, or has no row of all processors.
    """
    samples: list[Sample] = []
    stated = None
    for entry in entries(text):
        cpu = entry.cells.pop("CPU", entry.cells.get("NODE", ""))  # mpstat -N tells of nodes instead
        if cpu and cpu != "all" and not cpu.isdigit():
            raise InputError("this is no processor", line=entry.line, found=cpu)
        if cpu == "all":
            entry.refuse_since_start()
            cells = {
                name: cell.removesuffix("%") for name, cell in entry.cells.items() if name[0] == "%"
            }  # sar -h
            shares = {name: share(cell, entry.line) for name, cell in cells.items()}
            if entry.clock is None:
                stated = shares
            else:
                samples.append(Sample(shares, entry.seconds, entry.end))
    caveats = [] if stated is not None else [STOPPED]
    caveats += [f"The machine restarted on line {hit.line}." for hit in Printed.of(text).all(_RESTART)]
    return host_reading(samples, window=window, stated=stated, caveats=caveats)


def _cells(heading: tuple[str, ...], rest: str, line: int) -> dict[str, str]:
    if heading[1:4] == _TOPOLOGY and rest.startswith("all "):
        heading = (heading[0], *heading[4:])
    cells = rest.split(maxsplit=len(heading) - 1)  # a command, the last of pidstat, may have blanks in it
    if len(cells) != len(heading) or (heading[-1] != "Command" and " " in cells[-1]):
        raise InputError(
            f"found {len(rest.split())} columns, the heading has {len(heading)}: {listed(heading)}",
            line=line,
            found=rest,
            advice="the file is damaged or cut off; take the line out if it is the last",
        )
    return dict(zip(heading, cells, strict=True))


def _clock(stamp: re.Match[str]) -> float | None:
    if stamp["epoch"]:
        return float(stamp["epoch"])
    if not stamp["h"]:
        return None
    hour = int(stamp["h"])
    if stamp["half"]:
        hour = hour % 12 + 12 * (stamp["half"] == "PM")
    return 3600.0 * hour + 60.0 * int(stamp["m"]) + float(stamp["s"])


def _between(begin: float | None, end: float | None, line: int) -> float | None:
    if begin is None or end is None:
        return None
    seconds = (end - begin) % _DAY
    if seconds > _DAY / 2:
        raise InputError("the time goes back", line=line, advice="give each report once, in its order")
    return seconds
