"""sadf: the processors' time out of sysstat's daily files, as `-d`, `-p`, `-j` and `-x` write it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple
from xml.etree import ElementTree

from ahp.errors import InputError
from ahp.ingest.jsontext import Digits, parse_json
from ahp.ingest.readers.base import Options, Reading
from ahp.ingest.readers.monitors import Sample, host_reading, share
from ahp.ingest.readers.printed import Printed, naming
from ahp.ingest.readers.sysstat_json import host_in, samples_in
from ahp.ingest.sources import Source

_HEADING = re.compile(r"^# hostname;interval;timestamp;(CPU;%us(?:e)?r;.*)", re.MULTILINE)
_ROW = re.compile(r"[^;]+;(?P<seconds>-?[0-9]+);(?P<time>[^;]+);(?P<rest>.*)")
_LONG = re.compile(
    r"[^\t]+\t(?P<seconds>[0-9]+)\t(?P<time>[^\t]+)\t(?P<cpu>\S+)\t(?P<name>%\w+)\t(?P<share>.*)"
)
_LONG_HEAD = re.compile(r"^[^\t\n]+\t[0-9]+\t[^\t\n]+\t(?:all|-1|[0-9]+)\t%us(?:e)?r\t", re.MULTILINE)
_JSON = re.compile(r'"timestamp"\s*:\s*\{[^}]*\}\s*,\s*"cpu-load')
_XML = re.compile(r"<sysstat\b[^>]*>.*<cpu-load", re.DOTALL)
_RAW = re.compile(r"^[^;\n]+; CPU; -?[0-9]+; %user; [0-9]+; [0-9]+;", re.MULTILINE)
_XML_TIME = re.compile(r"<timestamp\b")
_NOTE = re.compile(r"LINUX[ -]RESTART|COM ")
_RESTART = re.compile(r"LINUX[ -]RESTART|<boot |\"boot\"")


class SadfReader:
    """Reads user and system time of all processors, averaged over the file."""

    def matches(self, head: str) -> bool:
        """Say whether processor time stands there in one of sadf's formats."""
        return any(form.search(head) is not None for form in (_HEADING, _LONG_HEAD, _JSON, _XML, _RAW))

    def read(self, source: Source, options: Options) -> Reading:
        """Return `cpu_user` and `cpu_system` of the host.

        Raises
        ------
        InputError
            If the file is damaged, given twice, of single processors only, or of raw counters.
        """
        with naming(source):
            text = source.text
            if text.lstrip().startswith("{"):
                samples = list(samples_in(host_in(parse_json(text))))
            elif text.lstrip().startswith("<"):
                samples = list(_xml(text))
            else:
                samples = list(_in_order(_lines(text)))
            restarts = [
                f"The machine restarted on line {hit.line}." for hit in Printed.of(text).all(_RESTART)
            ]
            return host_reading(samples, caveats=restarts)


class _Timed(NamedTuple):
    """A sample with the time that names it."""

    time: str
    sample: Sample


def _in_order(timed: Iterator[_Timed]) -> Iterator[Sample]:
    seen: set[str] = set()
    for time, sample in timed:
        if time in seen:
            raise InputError(
                "this time stands twice", line=sample.line, found=time, advice="give each file once"
            )
        seen.add(time)
        yield sample


def _lines(text: str) -> Iterator[_Timed]:
    if _RAW.search(text):
        raise InputError(
            "the counters of sadf -r leave out what interrupts took, and give no shares",
            line=1,
            advice="give what sadf -d -- -u writes",
        )
    return _wide(text) if _HEADING.search(text) else _long(text)


def _wide(text: str) -> Iterator[_Timed]:
    """Yield the samples of `sadf -d`, whose heading says what its columns are."""
    heading: list[str] = []
    for line, content in Printed.of(text).lines:
        if content.startswith("# hostname;"):
            match = _HEADING.fullmatch(content)
            heading = match[1].split(";") if match else []
        elif content.strip():
            row = _ROW.fullmatch(content)
            if row is None:
                raise InputError("this is no row of sadf -d", line=line, found=content)
            cells = row["rest"].split(";")
            if not heading or _NOTE.match(row["rest"]):
                continue  # another activity's table, a restart, or a comment
            if len(cells) != len(heading):
                raise InputError(
                    f"found {len(cells)} columns, the heading has {len(heading)}", line=line, found=content
                )
            if cells[0] == "-1":
                shares = {name: share(cell, line) for name, cell in zip(heading[1:], cells[1:], strict=True)}
                yield _Timed(row["time"], Sample(shares, float(row["seconds"])))


def _long(text: str) -> Iterator[_Timed]:
    """Yield the samples of `sadf -p`, which has one share on each line."""
    found: dict[str, tuple[float, dict[str, Digits]]] = {}
    for line, content in Printed.of(text).lines:
        row = _LONG.fullmatch(content)
        if row is None and content.strip() and not _RESTART.search(content):
            raise InputError("this is no row of sadf -p", line=line, found=content)
        if row is not None and row["cpu"] in ("all", "-1"):
            _, shares = found.setdefault(row["time"], (float(row["seconds"]), {}))
            if row["name"] in shares:
                raise InputError("this share stands twice", line=line, found=row["name"])
            shares[row["name"]] = share(row["share"], line)
    for time, (seconds, shares) in found.items():
        yield _Timed(time, Sample(shares, seconds))


def _xml(text: str) -> Iterator[Sample]:
    """Yield the samples of `sadf -x`; the parser sees to it that the file is whole."""
    try:
        root = ElementTree.fromstring(text)
    except (ElementTree.ParseError, ValueError) as error:
        line = error.position[0] if isinstance(error, ElementTree.ParseError) else 1
        raise InputError(f"this is not whole XML: {error}", line=line, advice="give the whole file") from None
    lines = [text.count("\n", 0, match.start()) + 1 for match in _XML_TIME.finditer(text)]
    stamps = [element for element in root.iter() if element.tag.endswith("timestamp")]
    for line, stamp in zip(lines, stamps, strict=False):
        whole = [cpu.attrib for cpu in stamp.iter() if cpu.get("number") in ("all", "-1")]
        if len(whole) != 1:
            raise InputError(f"{len(whole)} entries for all processors; it needs one", line=line)
        shares = {name: share(cell, line) for name, cell in whole[0].items() if name != "number"}
        yield Sample(shares, share(stamp.get("interval", ""), line).value)
