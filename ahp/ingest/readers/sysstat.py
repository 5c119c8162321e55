"""sysstat: what sar, mpstat, pidstat and iostat print, their JSON, and what sadf writes of sar's data.

A report is a banner and tables of rows below a heading; sadf has `-d`, `-dh`, `-p`, `-j`, `-x` and `-r`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple
from xml.etree import ElementTree

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading
from ahp.ingest.readers.cpu_time import (
    Sample,
    after_the_first,
    columns,
    host_reading,
    mean_rows,
    share,
    shares_of,
    with_lengths,
    within,
)
from ahp.ingest.readers.json import JsonNumber, item, line_of, number_at, object_at, objects_at, parse_json
from ahp.ingest.readers.lines import Lines, PrintedReader
from ahp.ingest.times import Stamp, stamp_of

_RESTART = re.compile(r"LINUX[ -]RESTART|<boot |\"boot\"")
_LOADS = ("cpu-load", "cpu-load-all")
_ALL = ("all", "-1")  # mpstat 12.0 says -1 in JSON


def host_in(document: object) -> dict[str, Any]:
    """Return the one host of a document.

    Raises
    ------
    InputError
        If there is not exactly one.
    """
    hosts = objects_at(document, "sysstat", "hosts")
    if len(hosts) > 1:
        raise InputError("it holds several hosts", line=line_of(hosts[1]), advice="give a file for each host")
    return hosts[0]


def samples_in(host: dict[str, Any]) -> Iterator[Sample]:
    """Yield the samples of all processors together.

    Raises
    ------
    InputError
        If an interval is without them, or something is not a number.
    """
    for entry in objects_at(host, "statistics"):
        name = next((name for name in _LOADS if name in entry), _LOADS[0])
        whole = [load for load in objects_at(entry, name) if item(load, "cpu") in _ALL]
        if len(whole) != 1:
            raise InputError(
                f"{len(whole)} entries for all processors; each interval needs one", line=line_of(entry)
            )
        stamp = item(entry, "timestamp")
        shares = {key: number_at(whole[0], key) for key in whole[0] if key != "cpu"}
        if isinstance(stamp, dict):
            yield Sample(shares, number_at(stamp, "interval").value, _end(stamp))
        else:
            yield Sample(shares, end=stamp_of(stamp) if isinstance(stamp, str) else None)


def _end(stamp: Mapping[str, object]) -> Stamp | None:
    """Return the time of an interval: a date, a time and whether that is universal time."""
    zone = " UTC" if str(stamp.get("utc")) == "1" else ""
    return stamp_of(f"{stamp.get('date')} {stamp.get('time')}{zone}")


def restarts_in(text: Lines) -> list[str]:
    """Return what is to be said of each restart of the machine."""
    return [f"The machine restarted on line {hit.line}." for hit in text.all(_RESTART)]


_BANNER = re.compile(r"^Linux \S+ \(")
_STAMP = re.compile(
    r"(?:(?P<h>[0-2][0-9]):(?P<m>[0-5][0-9]):(?P<s>[0-5][0-9])(?:[+-][0-9]{4})?(?: (?P<half>[AP]M))?"
    r"|(?P<epoch>[0-9]{9,11})|# Time|(?P<average>[^\W\d][\w.]* ?:))\s+(?P<rest>\S.*)"
)
_USER = {"%user", "%usr"}
_TOPOLOGY = ("CORE", "SOCK", "NODE")  # of mpstat -T, blank where all processors are meant
_DAY = 86_400.0
_SINCE_START = (
    "Its one report does not say how long it is: without an interval the monitor averages since the machine "
    "started."
)
_STOPPED = "It ends without the monitor's own average: the monitor was stopped, or the file was cut off."


def _without_sign(cells: Mapping[str, str]) -> dict[str, str]:
    """Return the cells without the sign that `sar -h` and `iostat -h` print behind a share."""
    return {name: cell.removesuffix("%") for name, cell in cells.items()}


class _Entry(NamedTuple):
    """A row of a table under its heading.

    `clock` is its time in seconds, of the day or since 1970, None in the averages at the end; `seconds` how
    long before that its interval began, where a line says it; `cells` are none for the heading itself.
    """

    clock: float | None
    seconds: float | None
    cells: dict[str, str]
    line: int

    def refuse_since_start(self) -> None:
        """Refuse a row at the time of its heading: of a monitor that was given no interval."""
        if self.clock is not None and self.seconds == 0:
            raise InputError(
                "without an interval this is the average since the machine started",
                line=self.line,
                advice="let the monitor run while the benchmark does: mpstat 1, pidstat -u 1",
            )

    def cell(self, name: str) -> str:
        """Return what stands in a column, which the heading may lack."""
        if name not in self.cells:
            raise InputError(f"the heading above has no column {name}", line=self.line)
        return self.cells[name]

    @property
    def end(self) -> Stamp | None:
        """Its time, as a window may name it."""
        if self.clock is None:
            return None
        return Stamp(clock=self.clock) if self.clock < 2 * _DAY else Stamp(epoch=self.clock)


def _entries(text: Lines) -> Iterator[_Entry]:
    """Yield the headings and rows of the tables of processor time, in their order."""
    text.maybe(_BANNER, "a report's first line")
    table: tuple[str, ...] = ()
    heading: tuple[str, ...] | None = None
    begin = now = None
    for line, content in text.lines:
        stamp = _STAMP.fullmatch(content.rstrip())
        if not content.strip() or _BANNER.search(content):
            heading = None
        elif stamp is None:
            raise InputError("this is no line of a report", line=line, found=content.strip())
        elif heading is None:
            heading = tuple(stamp["rest"].split())
            begin = now = _clock(stamp)
            table = table or (heading if _USER & set(heading) else ())
            if heading == table and not stamp["average"]:
                yield _Entry(now, None, {}, line)
        elif heading == table:
            clock = _clock(stamp)
            if clock is not None and clock != now:
                begin, now = now, clock
            yield _Entry(clock, _between(begin, clock, line), _cells(table, stamp["rest"], line), line)


def _processors(text: Lines, options: Options) -> Reading:
    """Return what a report of sar or mpstat says of all processors together, in a window of it."""
    samples: list[Sample] = []
    stated = None
    for entry in _entries(text):
        cpu = entry.cells.pop("CPU", entry.cells.get("NODE", ""))  # mpstat -N tells of nodes instead
        if cpu == "all":
            entry.refuse_since_start()
            cells = {name: cell for name, cell in entry.cells.items() if name[0] == "%"}
            shares = shares_of(_without_sign(cells), entry.line)
            if entry.clock is None:
                stated = shares
            else:
                samples.append(Sample(shares, entry.seconds, entry.end))
    caveats = [] if stated is not None else [_STOPPED]
    caveats += restarts_in(text)
    return host_reading(samples, window=options.window, stated=stated, caveats=caveats)


def _cells(heading: tuple[str, ...], rest: str, line: int) -> dict[str, str]:
    if heading[1:4] == _TOPOLOGY and rest.startswith("all "):
        heading = (heading[0], *heading[4:])
    cells = rest.split(maxsplit=len(heading) - 1)  # a command, the last of pidstat, may have blanks in it
    if heading[-1] != "Command" and " " in cells[-1]:
        cells = rest.split()
    return columns(heading, cells, line, rest)


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
        raise InputError("the time goes back", line=line)
    return seconds


_HEADING = re.compile(r"CPU\s+(?:%user\s+%nice\s+%system|%usr\s+%nice\s+%sys\s+%iowait\s+%steal)\s")


class SarReader(PrintedReader):
    """What `sar -u` and `sar -u ALL` print, from a daily file or while they run.

    Gives: `cpu_user`, with nice and guest time, and `cpu_system`, with interrupts, both in per cent of all
    processors together and averaged over the report, or over the window asked for.
    Elsewhere: the alternative and everything but the CPU.
    Caveats: the whole machine is measured, a load generator on it too; a report without its average was cut
    off or stopped; an average of its own that the samples contradict, a restart, stolen time and busy
    processors are told.
    """

    words = ("%nice",)
    forms = (_HEADING,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        return _processors(text, options)


_MPSTAT_HEADING = re.compile(
    r"(?:CPU(?:\s+CORE\s+SOCK\s+NODE)?|NODE)\s+%us(?:e)?r\s+%nice\s+%sys\s+%iowait\s+%irq\s"
)
_JSON = re.compile(r'"timestamp"\s*:\s*"[^"]*"\s*,\s*"cpu-load"')


class MpstatReader(PrintedReader):
    """What `mpstat` prints, with `-P ALL`, `-T` and `-N ALL` too, and its JSON (`-o JSON`).

    Gives: `cpu_user`, with nice and guest time, and `cpu_system`, with interrupts, both in per cent of all
    processors together and averaged over the report, or over the window asked for.
    Elsewhere: the alternative and everything but the CPU.
    Caveats: the whole machine is measured, a load generator on it too; without an interval mpstat prints the
    average since the machine started, which is refused; a report without its average was cut off or stopped;
    stolen time and busy processors are told.
    """

    words = ("%nice", '"cpu-load"')
    forms = (_MPSTAT_HEADING, _JSON)

    def _reading(self, text: Lines, options: Options) -> Reading:
        if not text.text.lstrip().startswith("{"):
            return _processors(text, options)
        samples = list(samples_in(host_in(parse_json(text.text))))
        told = [_SINCE_START] if len(samples) == 1 else []
        return host_reading(samples, window=options.window, caveats=told)


_PIDSTAT_HEADING = re.compile(r"\b(?:PID|TGID\s+TID)\s+%usr\s+%system\s+%guest\s.*%CPU\s+CPU\s.*Command")
_WITHOUT_AVERAGE = re.compile(r"^#")  # the heading of -h, which ends without an average
_AVERAGE = re.compile(r"^[^\W\d#][\w.]* ?:\s")
_KEPT = {"%usr": ("%usr", "%guest"), "%system": ("%system",)}
_MADE_OF = (
    "cpu_user is %usr + %guest; cpu_system is %system, in per cent of one core, summed over the processes."
)
_CAME_AND_WENT = (
    "Its processes are not the same in every interval: what one used after its last row is not in the sum."
)


class PidstatReader(PrintedReader):
    """What `pidstat -u` prints of processes, with `-h`, `-H`, `-t` and `-I` too.

    Gives: `cpu_user`, with guest time, and `cpu_system`, both in per cent of one core: summed over the
    processes of an interval and averaged over the intervals, or over those of the window asked for.
    Elsewhere: the alternative and everything but the CPU.
    Caveats: per cent of a core is not compared with per cent of the machine; interrupts and the work that
    the kernel does for a process in its own threads are in no process; of a process that starts or ends
    only its whole intervals count; a report without its average, but for `-h`, was cut off or stopped.
    """

    words = ("%usr",)
    forms = (_PIDSTAT_HEADING,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        intervals, told = _intervals(text), list[str]()
        most = max(map(len, intervals), default=0)
        if not most:
            advice = "choose processes that run: pidstat -u -C NAME 1"
            raise InputError("no process is in it", line=1, advice=advice)
        if len(intervals) == 1 and intervals[0][0].seconds is None:
            told.append(_SINCE_START)
        elif not (text.all(_WITHOUT_AVERAGE) or text.all(_AVERAGE)):
            told.append(_STOPPED)
        samples, said = within(options.window, [_sum(interval) for interval in intervals])
        seen = {frozenset(map(_process, interval)) for interval in intervals}
        return Reading(
            tuple(row._replace(resolution=most * row.resolution) for row in mean_rows(samples, "%core")),
            count=sum(map(len, intervals)),
            caveats=(*told, *said, *((_CAME_AND_WENT,) if len(seen) > 1 else ())),
            notes=(_MADE_OF,),
            windowed=options.window is not None,
        )


def _intervals(text: Lines) -> list[list[_Entry]]:
    """Return the processes of each interval; none for a heading without rows.

    Several processes have a heading in each interval, a single one may have one heading for all of them.
    """
    found: list[list[_Entry]] = []
    now = None
    below = False
    for entry in _entries(text):
        if not entry.cells:
            found.append([])
            below = True
        elif entry.clock is not None and entry.cells.get("TGID") != "-":  # neither average nor thread
            entry.refuse_since_start()
            if not found or (entry.clock != now and not below):
                found.append([])
            if _process(entry) in map(_process, found[-1]):
                raise InputError("this time and process stand twice", line=entry.line)
            found[-1].append(entry)
            now, below = entry.clock, False
    return found


def _process(entry: _Entry) -> str:
    return entry.cell("TGID" if "TGID" in entry.cells else "PID")


def _sum(interval: Sequence[_Entry]) -> Sample:
    line, end = (interval[0].line, interval[0].end) if interval else (1, None)
    summed = {
        kept: sum(Decimal(share(entry.cell(name), entry.line).text) for entry in interval for name in names)
        for kept, names in _KEPT.items()
    }
    return Sample({name: JsonNumber(str(total), line) for name, total in summed.items()}, end=end)


_IOSTAT_HEADING = re.compile(
    r"^avg-cpu: +(?P<names>%user +%nice +%system +%iowait +%steal +%idle)\s*$", re.MULTILINE
)
_IOSTAT_JSON = re.compile(r'"avg-cpu"\s*:\s*\{')
_IOSTAT_DISKS = re.compile(r"^(?:Device|Tape)\b|\sDevice:?\s*$")
_WITHOUT_THE_FIRST = re.compile(r"\ALinux [^\n]*\n[ \t\r]*\n[ \t\r]*\n[^\s][^\n]*\n")
_SINCE_BOOT = "The first report of iostat, the average since the machine started, is left out."
_ALL_COUNT = "All its reports count: the empty line above the first is there only after iostat -y."


class IostatReader(PrintedReader):
    """What `iostat` prints with an interval, `-c` or not, with `-x`, `-y`, `-t` and `-o JSON` too.

    Gives: `cpu_user`, with nice and guest time, and `cpu_system`, with interrupts, both in per cent of all
    processors together and averaged over the reports, or over the window asked for (with `-t` only).
    Elsewhere: the alternative and everything but the CPU.
    Caveats: the first report, the average since the machine started, is left out, except from text where
    `-y` has left it out already; the whole machine is measured, a load generator on it too; stolen time and
    busy processors are told.
    """

    words = ("avg-cpu",)
    forms = (_IOSTAT_HEADING, _IOSTAT_JSON)

    def _reading(self, text: Lines, options: Options) -> Reading:
        is_json = text.text.lstrip().startswith("{")
        samples = list(_iostat_json(text) if is_json else _iostat_text(text))
        if _WITHOUT_THE_FIRST.match(text.text):
            counted = [*samples[:1], *with_lengths(samples)]
            return host_reading(counted, window=options.window, notes=[_ALL_COUNT])
        unless = ", unless iostat -y left that out, which JSON does not show" if is_json else ""
        only = f"its only report is the average since the machine started{unless}"
        counted = after_the_first(samples, only, "iostat -c 1")
        return host_reading(counted, window=options.window, caveats=[_SINCE_BOOT])


def _iostat_json(text: Lines) -> Iterator[Sample]:
    for entry in objects_at(host_in(parse_json(text.text)), "statistics"):
        shares = object_at(entry, "avg-cpu")
        end = stamp_of(str(item(entry, "timestamp"))) if "timestamp" in entry else None
        if not shares:
            raise InputError("an interval without the processors", line=line_of(entry))
        yield Sample({name: number_at(shares, name) for name in shares}, end=end)


def _iostat_text(text: Lines) -> Iterator[Sample]:
    text.maybe(_BANNER, "a report's first line")
    names: list[str] = []
    end: Stamp | None = None
    disks = False
    for line, content in text.lines:
        heading = _IOSTAT_HEADING.fullmatch(content)
        if names:
            cells = columns(names, content.split(), line, content.strip())
            yield Sample(shares_of(_without_sign(cells), line), end=end)
            names, end = [], None
        elif heading is not None:
            names, disks = heading["names"].split(), False
        elif not content.strip():
            disks = False
        elif not disks and not _BANNER.search(content):
            disks = _IOSTAT_DISKS.search(content) is not None
            end = None if disks else stamp_of(content)
            if not disks and end is None:
                raise InputError("this is no line of iostat", line=line, found=content.strip())
    if names:
        raise InputError("the report ends behind a heading: it is cut off", line=text.last)


_WIDE_HEADING = re.compile(r"^# hostname;interval;timestamp;(CPU;%us(?:e)?r;.*)", re.MULTILINE)
_ROW = re.compile(r"[^;]+;(?P<seconds>-?[0-9]+);(?P<time>[^;]+);(?P<rest>.*)")
_LONG = re.compile(
    r"[^\t]+\t(?P<seconds>[0-9]+)\t(?P<time>[^\t]+)\t(?P<cpu>\S+)\t(?P<name>\S+)\t(?P<share>.*)"
)
_LONG_HEAD = re.compile(r"^[^\t\n]+\t[0-9]+\t[^\t\n]+\t(?:all|-1|[0-9]+)\t%us(?:e)?r\t", re.MULTILINE)
_SADF_JSON = re.compile(r'"timestamp"\s*:\s*\{[^}]*\}\s*,\s*"cpu-load')
_XML = re.compile(r"<sysstat\b[^>]*>.*<cpu-load", re.DOTALL)
_RAW = re.compile(r"^[^;\n]+; CPU; -?[0-9]+; %us(?:e)?r; [0-9]+; [0-9]+;", re.MULTILINE)
_RAW_ROW = re.compile(r"(?P<time>[^;]+); CPU; (?P<cpu>-?[0-9]+);(?P<counters>(?: %\w+; [0-9]+; [0-9]+;)+)")
_RAW_CELL = re.compile(r"(%\w+); ([0-9]+); ([0-9]+);")
_XML_TIME = re.compile(r"<timestamp\b")
_AND_SO_ON = "[...]"  # of sadf -dh, which has all processors in one row
_NOTE = re.compile(r"LINUX[ -]RESTART|COM ")


class SadfReader(PrintedReader):
    """What `sadf` writes of `-u` and `-u ALL`: `-d`, `-dh`, `-p`, `-j`, `-x`, and the counters of `-r`.

    Gives: `cpu_user`, with nice and guest time, and `cpu_system`, with interrupts, both in per cent of all
    processors together and averaged over the file, or over the window asked for.
    Elsewhere: the alternative and everything but the CPU.
    Caveats: the whole machine is measured, a load generator on it too; a restart, stolen time and busy
    processors are told.
    """

    words = ("# hostname;", "\t%us", '"cpu-load', "<cpu-load", "; CPU; ")
    forms = (_WIDE_HEADING, _LONG_HEAD, _SADF_JSON, _XML, _RAW)

    def _reading(self, text: Lines, options: Options) -> Reading:
        begins, whole = text.text.lstrip()[:1], text.text
        if begins in ("{", "<"):
            samples = samples_in(host_in(parse_json(whole))) if begins == "{" else _xml(whole)
        else:
            form = _raw if _RAW.search(whole) else _wide if _WIDE_HEADING.search(whole) else _long
            samples = _in_order(form(text))
        return host_reading([*samples], window=options.window, caveats=restarts_in(text))


def _in_order(timed: Iterator[tuple[str, Sample]]) -> Iterator[Sample]:
    seen: set[str] = set()
    for time, sample in timed:
        if time in seen:
            raise InputError("this time stands twice", line=sample.line, found=time)
        seen.add(time)
        yield sample._replace(end=stamp_of(time))


def _wide(text: Lines) -> Iterator[tuple[str, Sample]]:
    """Yield the samples of `sadf -d`, whose heading says what its columns are."""
    heading: list[str] = []
    repeated = False
    for line, content in text.lines:
        if content.startswith("# hostname;"):
            match = _WIDE_HEADING.fullmatch(content)
            heading = match[1].removesuffix(_AND_SO_ON).split(";") if match else []
            repeated = content.endswith(_AND_SO_ON)
        elif content.strip():
            row = _ROW.fullmatch(content)
            if row is None:
                raise InputError("this is no row of sadf -d", line=line, found=content)
            cells = row["rest"].split(";")
            if not heading or _NOTE.match(row["rest"]):
                continue  # another activity's table, a restart, or a comment
            if repeated and len(cells) % len(heading) == 0:
                cells = cells[: len(heading)]  # of -dh: all processors together come first
            shares = columns(heading, cells, line, content)
            if shares.pop("CPU") == "-1":
                yield row["time"], Sample(shares_of(shares, line), float(row["seconds"]))


def _long(text: Lines) -> Iterator[tuple[str, Sample]]:
    """Yield the samples of `sadf -p`, which has one share on each line."""
    found: dict[str, tuple[float, dict[str, JsonNumber]]] = {}
    for line, content in text.lines:
        row = _LONG.fullmatch(content)
        if row is None and content.strip() and not _RESTART.search(content):
            raise InputError("this is no row of sadf -p", line=line, found=content)
        if row is not None and row["cpu"] in ("all", "-1") and row["name"].startswith("%"):
            _, shares = found.setdefault(row["time"], (float(row["seconds"]), {}))
            if row["name"] in shares:
                raise InputError("this share stands twice", line=line, found=row["name"])
            shares[row["name"]] = share(row["share"], line)
    for time, (seconds, shares) in found.items():
        yield time, Sample(shares, seconds)


def _raw(text: Lines) -> Iterator[tuple[str, Sample]]:
    """Yield the samples of `sadf -r`: each line has the counters before and after an interval, in ticks."""
    for line, content in text.lines:
        row = _RAW_ROW.fullmatch(content)
        if row is None and "%us" in content:  # what has none is another activity's
            raise InputError("this is no row of sadf -r", line=line, found=content)
        if row is None or row["cpu"] != "-1":
            continue
        found = {n: (a, b) for n, a, b in _RAW_CELL.findall(row["counters"])}
        ticks = {name: int(last) - int(first) for name, (first, last) in found.items()}
        ticks["%iowait"] = max(0, ticks.get("%iowait", 0))  # the kernel says that this counter may go back
        whole = sum(ticks.values())
        if min(ticks.values()) < 0 or whole == 0:
            raise InputError("its counters do not grow", line=line, found=content)
        shares = {name: JsonNumber(f"{100 * taken / whole:.2f}", line) for name, taken in ticks.items()}
        yield row["time"], Sample(shares)


def _xml(text: str) -> Iterator[Sample]:
    """Yield the samples of `sadf -x`; the parser sees to it that the file is whole."""
    try:
        root = ElementTree.fromstring(text)
    except (ElementTree.ParseError, ValueError) as error:
        line = error.position[0] if isinstance(error, ElementTree.ParseError) else 1
        raise InputError(f"this is not whole XML: {error}", line=line) from None
    lines = [text.count("\n", 0, match.start()) + 1 for match in _XML_TIME.finditer(text)]
    marks = [element for element in root.iter() if element.tag.endswith("timestamp")]
    for line, stamp in zip(lines, marks, strict=False):
        loads = [part for part in stamp if part.tag.rpartition("}")[2].startswith("cpu-load")]
        whole = [cpu.attrib for load in loads for cpu in load if cpu.get("number") in ("all", "-1")]
        if len(whole) != 1:
            raise InputError(f"{len(whole)} entries for all processors; it needs one", line=line)
        shares = shares_of({name: cell for name, cell in whole[0].items() if name != "number"}, line)
        yield Sample(shares, share(stamp.get("interval", ""), line).value, _end(stamp.attrib))
