"""sadf: the processors' time out of sysstat's daily files: `-d`, `-dh`, `-p`, `-j`, `-x` and `-r`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from ahp.errors import InputError
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, holds
from ahp.ingest.readers.cpu_time import Sample, host_reading, share
from ahp.ingest.readers.json import JsonNumber, parse_json
from ahp.ingest.readers.lines import Lines
from ahp.ingest.readers.sysstat import host_in, samples_in
from ahp.ingest.times import stamp_of

_HEADING = re.compile(r"^# hostname;interval;timestamp;(CPU;%us(?:e)?r;.*)", re.MULTILINE)
_ROW = re.compile(r"[^;]+;(?P<seconds>-?[0-9]+);(?P<time>[^;]+);(?P<rest>.*)")
_LONG = re.compile(
    r"[^\t]+\t(?P<seconds>[0-9]+)\t(?P<time>[^\t]+)\t(?P<cpu>\S+)\t(?P<name>\S+)\t(?P<share>.*)"
)
_LONG_HEAD = re.compile(r"^[^\t\n]+\t[0-9]+\t[^\t\n]+\t(?:all|-1|[0-9]+)\t%us(?:e)?r\t", re.MULTILINE)
_JSON = re.compile(r'"timestamp"\s*:\s*\{[^}]*\}\s*,\s*"cpu-load')
_XML = re.compile(r"<sysstat\b[^>]*>.*<cpu-load", re.DOTALL)
_RAW = re.compile(r"^[^;\n]+; CPU; -?[0-9]+; %us(?:e)?r; [0-9]+; [0-9]+;", re.MULTILINE)
_RAW_ROW = re.compile(r"(?P<time>[^;]+); CPU; (?P<cpu>-?[0-9]+);(?P<counters>(?: %\w+; [0-9]+; [0-9]+;)+)")
_RAW_CELL = re.compile(r"(%\w+); ([0-9]+); ([0-9]+);")
_XML_TIME = re.compile(r"<timestamp\b")
_AND_SO_ON = "[...]"  # of sadf -dh, which has all processors in one row
_NOTE = re.compile(r"LINUX[ -]RESTART|COM ")
_RESTART = re.compile(r"LINUX[ -]RESTART|<boot |\"boot\"")


class SadfReader:
    """What `sadf` writes of `-u` and `-u ALL`: `-d`, `-dh`, `-p`, `-j`, `-x`, and the counters of `-r`.

    Gives: `cpu_user`, with nice and guest time, and `cpu_system`, with interrupts, both in per cent of all
    processors together and averaged over the file, or over the window asked for.
    Elsewhere: the alternative and everything but the CPU.
    Caveats: the whole machine is measured, a load generator on it too; a restart, stolen time and busy
    processors are told.
    """

    def matches(self, head: str) -> bool:
        """Say whether processor time stands there in one of sadf's formats."""
        return holds(head, "# hostname;", "\t%us", '"cpu-load', "<cpu-load", "; CPU; ") and any(
            form.search(head) is not None for form in (_HEADING, _LONG_HEAD, _JSON, _XML, _RAW)
        )

    def read(self, source: Source, options: Options) -> Reading:
        """Return `cpu_user` and `cpu_system` of the host.

        Raises
        ------
        InputError
            If the file is damaged, given twice, or of single processors only.
        """
        text = source.text
        if text.lstrip().startswith("{"):
            samples = list(samples_in(host_in(parse_json(text))))
        elif text.lstrip().startswith("<"):
            samples = list(_xml(text))
        else:
            samples = list(_in_order(_lines(text)))
        restarts = [f"The machine restarted on line {hit.line}." for hit in Lines.of(text).all(_RESTART)]
        return host_reading(samples, window=options.window, caveats=restarts)


def _in_order(timed: Iterator[tuple[str, Sample]]) -> Iterator[Sample]:
    seen: set[str] = set()
    for time, sample in timed:
        if time in seen:
            raise InputError(
                "this time stands twice", line=sample.line, found=time, advice="give each file once"
            )
        seen.add(time)
        yield sample._replace(end=stamp_of(time))


def _lines(text: str) -> Iterator[tuple[str, Sample]]:
    """Return the samples of the formats that have lines, each with its time."""
    if _RAW.search(text):
        return _raw(text)
    return _wide(text) if _HEADING.search(text) else _long(text)


def _wide(text: str) -> Iterator[tuple[str, Sample]]:
    """Yield the samples of `sadf -d`, whose heading says what its columns are."""
    heading: list[str] = []
    repeated = False
    for line, content in Lines.of(text).lines:
        if content.startswith("# hostname;"):
            match = _HEADING.fullmatch(content)
            heading = match[1].removesuffix(_AND_SO_ON).split(";") if match else []
            repeated = content.endswith(_AND_SO_ON)
        elif content.strip():
            row = _ROW.fullmatch(content)
            if row is None:
                raise InputError("this is no row of sadf -d", line=line, found=content)
            cells = row["rest"].split(";")
            if not heading or _NOTE.match(row["rest"]):
                continue  # another activity's table, a restart, or a comment
            if len(cells) != len(heading) and not (repeated and len(cells) % len(heading) == 0):
                raise InputError(
                    f"found {len(cells)} columns, the heading has {len(heading)}", line=line, found=content
                )
            cells = cells[: len(heading)]  # of -dh: all processors together come first
            if cells[0] == "-1":
                shares = {name: share(cell, line) for name, cell in zip(heading[1:], cells[1:], strict=True)}
                yield row["time"], Sample(shares, float(row["seconds"]))


def _long(text: str) -> Iterator[tuple[str, Sample]]:
    """Yield the samples of `sadf -p`, which has one share on each line."""
    found: dict[str, tuple[float, dict[str, JsonNumber]]] = {}
    for line, content in Lines.of(text).lines:
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


def _raw(text: str) -> Iterator[tuple[str, Sample]]:
    """Yield the samples of `sadf -r`: each line has the counters before and after an interval, in ticks."""
    before: dict[str, str] = {}
    for line, content in Lines.of(text).lines:
        row = _RAW_ROW.fullmatch(content)
        if row is None and "%us" in content:  # what has none is another activity's
            raise InputError("this is no row of sadf -r", line=line, found=content)
        if _RESTART.search(content):
            before = {}
        if row is None or row["cpu"] != "-1":
            continue
        found = {n: (a, b) for n, a, b in _RAW_CELL.findall(row["counters"])}
        if before and before != {name: first for name, (first, _) in found.items()}:
            raise InputError("it does not begin where the interval before it ended", line=line, found=content)
        before = {name: last for name, (_, last) in found.items()}
        ticks = {name: int(last) - int(first) for name, (first, last) in found.items()}
        ticks["%iowait"] = max(0, ticks.get("%iowait", 0))  # the kernel says that this counter may go back
        whole = sum(ticks.values())
        if min(ticks.values()) < 0 or whole == 0:
            raise InputError("its counters do not grow", line=line, found=content)
        yield (
            row["time"],
            Sample({n: JsonNumber(f"{100 * taken / whole:.2f}", line) for n, taken in ticks.items()}),
        )


def _xml(text: str) -> Iterator[Sample]:
    """Yield the samples of `sadf -x`; the parser sees to it that the file is whole."""
    try:
        root = ElementTree.fromstring(text)
    except (ElementTree.ParseError, ValueError) as error:
        line = error.position[0] if isinstance(error, ElementTree.ParseError) else 1
        raise InputError(f"this is not whole XML: {error}", line=line, advice="give the whole file") from None
    lines = [text.count("\n", 0, match.start()) + 1 for match in _XML_TIME.finditer(text)]
    marks = [element for element in root.iter() if element.tag.endswith("timestamp")]
    for line, stamp in zip(lines, marks, strict=False):
        loads = [part for part in stamp if part.tag.rpartition("}")[2].startswith("cpu-load")]
        whole = [cpu.attrib for load in loads for cpu in load if cpu.get("number") in ("all", "-1")]
        if len(whole) != 1:
            raise InputError(f"{len(whole)} entries for all processors; it needs one", line=line)
        shares = {name: share(cell, line) for name, cell in whole[0].items() if name != "number"}
        zone = " UTC" if stamp.get("utc") == "1" else ""
        end = stamp_of(f"{stamp.get('date')} {stamp.get('time')}{zone}")
        yield Sample(shares, share(stamp.get("interval", ""), line).value, end)
