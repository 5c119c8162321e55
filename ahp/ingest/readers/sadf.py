"""sysstat's data: what sadf writes (`-d`, `-dh`, `-p`, `-j`, `-x`, `-r`), and the JSON of its other tools."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any
from xml.etree import ElementTree

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading
from ahp.ingest.readers.cpu_time import Sample, columns, host_reading, share, shares_of
from ahp.ingest.readers.json import JsonNumber, item, line_of, number_at, objects_at, parse_json
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


class SadfReader(PrintedReader):
    """What `sadf` writes of `-u` and `-u ALL`: `-d`, `-dh`, `-p`, `-j`, `-x`, and the counters of `-r`.

    Gives: `cpu_user`, with nice and guest time, and `cpu_system`, with interrupts, both in per cent of all
    processors together and averaged over the file, or over the window asked for.
    Elsewhere: the alternative and everything but the CPU.
    Caveats: the whole machine is measured, a load generator on it too; a restart, stolen time and busy
    processors are told.
    """

    words = ("# hostname;", "\t%us", '"cpu-load', "<cpu-load", "; CPU; ")
    forms = (_HEADING, _LONG_HEAD, _JSON, _XML, _RAW)

    def _reading(self, text: Lines, options: Options) -> Reading:
        begins, whole = text.text.lstrip()[:1], text.text
        if begins in ("{", "<"):
            samples = samples_in(host_in(parse_json(whole))) if begins == "{" else _xml(whole)
        else:
            form = _raw if _RAW.search(whole) else _wide if _HEADING.search(whole) else _long
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
