"""What files take on btrfs: `compsize`, `btrfs filesystem du`, `df` and `usage`."""

from __future__ import annotations

import math
import re
from typing import NamedTuple

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading, number
from ahp.ingest.readers.lines import LineMatch, Lines, PrintedReader, finite, once
from ahp.ingest.readers.sizes import SIZE, UNITS, Size, size_of

_TITLE = re.compile(r"^ +Total +Exclusive +Set shared +Filename\r?$", re.M)
_ROW = re.compile(rf"^ *({SIZE}) +({SIZE}) +({SIZE}|-)  (.+)$")
_BEFORE = (
    "btrfs filesystem du counts what the files hold before compression, shared extents with each file: it "
    "is no stored size. Files small enough to lie in the metadata count as 0."
)
_CUT = "btrfs prints sizes with two decimals unless it is asked with --raw."


class BtrfsDuReader(PrintedReader):
    """What `btrfs filesystem du` prints, with and without `-s` and `--raw`.

    Gives: `original_bytes`: what the files of one argument hold before compression.
    Elsewhere: the alternative; `stored_bytes`, such as from `btrfs filesystem df` or compsize.
    Caveats: compression cannot be seen in it; the smallest files are not counted; sizes have two decimals
    unless in bytes.
    """

    words = ("Set shared",)
    forms = (_TITLE,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        title = text.one(_TITLE, "heading")
        rows = text.below(title.line).every(_ROW, re.compile(r"\S"))
        # The line of an argument, and of nothing else, says how much its files share among them.
        asked = [hit for hit in rows if hit.text(3) != "-"] if len(rows) > 1 else rows
        if len(asked) != 1 or asked[0] != rows[-1]:
            raise InputError(
                f"found {len(asked)} totals of what was asked for; one is needed, in the last line",
                line=text.last,
                advice="give the whole output of btrfs filesystem du -s --raw FOLDER",
            )
        total = size_of(asked[0].text(1), asked[0].line)
        if not total.bytes:
            raise InputError("the files hold nothing", line=asked[0].line, found=total.printed)
        row = total.row("original_bytes", asked[0].line, "Total")
        caveats = (_BEFORE,) if total.exact else (_BEFORE, _CUT)
        return Reading((row,), ("Exclusive", "Set shared"), 1, caveats=caveats)


_KINDS = r"Data|Metadata|System|Data\+Metadata|GlobalReserve"
_DF = re.compile(rf"^({_KINDS}), (\S+): total={SIZE}, used=({SIZE})(?:, zone_unusable={SIZE})?\r?$", re.M)
_USAGE = re.compile(rf"^({_KINDS}),(\S+): Size:{SIZE}, Used:({SIZE})(?: \([0-9.]+%\))?\r?$", re.M)
_LIKE = re.compile(r"total=|used=|Size:|, *Used:")
_TABLE = re.compile(r"^ +(Data.*System.*)$")
_USED = re.compile(r"^ +Used +(.*)$")
_RATIO = re.compile(r"^    (Data|Metadata) ratio:\s+([0-9.]+)\r?$", re.M)
_WHOLE = (
    "The stored size is of all data on the file system: of every file, and of whole extents where a file was "
    "partly overwritten; metadata, in which btrfs keeps the smallest files, is not in it. compsize tells "
    "the size of chosen files."
)
_MIXED = "This btrfs keeps data and metadata together: the stored size has both."
_SPACE_CUT = "btrfs prints sizes with two decimals unless it is asked with -b."


class _Group(NamedTuple):
    kind: str
    profile: str
    used: Size
    line: int


class BtrfsSpaceReader(PrintedReader):
    """What `btrfs filesystem df` and `btrfs filesystem usage` print, with and without `-b` or `-T`.

    Gives: `stored_bytes`: what the data takes after compression, each byte once whatever copies are kept.
    Elsewhere: the alternative; `original_bytes`, such as from `btrfs filesystem du` or compsize, unless
    the stored sizes are compared with the baseline's.
    Caveats: it is of the whole file system, without metadata; sizes have two decimals unless in bytes.
    """

    words = (" total=", "Size:", " ratio:")
    forms = (_DF, _USAGE, _RATIO)

    def _reading(self, text: Lines, options: Options) -> Reading:
        text.every(re.compile(f"{_DF.pattern}|{_USAGE.pattern}"), _LIKE)
        groups = _groups(text)
        _refuse_incomplete(groups, text)
        data = [group for group in groups if group.kind.startswith("Data")]
        sizes = [group.used for group in data]
        stored = Size(
            sizes[0].printed, math.fsum(size.bytes for size in sizes), sum(size.half for size in sizes)
        )
        if not stored.bytes:
            raise InputError("nothing is stored here", line=data[0].line, found=stored.printed)
        caveats = [_WHOLE]
        caveats += [_MIXED] if any(group.kind != "Data" for group in data) else []
        caveats += [] if all(size.exact for size in sizes) else [_SPACE_CUT]
        row = stored.row("stored_bytes", data[0].line, "used")
        return Reading((row,), ("total",), 1, caveats=tuple(caveats))


def _groups(text: Lines) -> list[_Group]:
    found = [*text.all(_DF), *text.all(_USAGE)]
    if found:
        return [_Group(hit.text(1), hit.text(2), size_of(hit.text(3), hit.line), hit.line) for hit in found]
    heading, used = text.one(_TABLE, "line 'Data … System'"), text.one(_USED, "line 'Used'")
    kinds, sizes = heading.text().split(), used.text().split()
    if len(sizes) != len(kinds):
        raise InputError(f"{len(kinds)} sizes are needed", line=used.line, found=used.text())
    return [
        _Group(kind, str(place), size_of(size, used.line), used.line)
        for place, (kind, size) in enumerate(zip(kinds, sizes, strict=True))
    ]


def _refuse_incomplete(groups: list[_Group], text: Lines) -> None:
    seen: dict[str, int] = {}
    for group in groups:
        name = f"{group.kind}, {group.profile}"
        once(seen, name, group.line, name)
    kinds = {group.kind for group in groups}
    if "System" not in kinds or not kinds & {"Data", "Data+Metadata"}:
        raise InputError("the lines of Data and of System are needed", line=text.last)


_COMPSIZE_TITLE = re.compile(r"^Type +Perc +Disk Usage +Uncompressed +Referenced *\r?$", re.MULTILINE)
_COMPSIZE_END = re.compile(r"^\s*$|^```")
_CELL = r"(\d+(?:\.\d)?[BKMGTPE]?)"
_COMPSIZE_ROW = re.compile(rf"^(\w+) +\d+% +{_CELL} +{_CELL} +{_CELL} *$", re.ASCII)
_COMPSIZE_CUT = (
    "compsize cuts sizes down to two or three digits unless it is run with -b: the compression ratio is "
    "known to within {:.0%} only."
)
_UNREFERENCED = (
    "The files refer to {:.0%} of the data that is stored for them; extents that were partly overwritten are "
    "counted whole."
)


class CompsizeReader(PrintedReader):
    """What `compsize` prints of files on btrfs, with and without `-b`.

    Gives: `original_bytes` and `stored_bytes` of all the files, from the line `TOTAL`.
    Elsewhere: the alternative, throughput, response times, the CPU.
    Caveats: without `-b` sizes are cut down to two or three digits; extents that were partly overwritten
    are counted whole.
    """

    words = ("Uncompressed",)
    forms = (_COMPSIZE_TITLE,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        title = text.one(_COMPSIZE_TITLE, "heading of compsize")
        rows = text.below(title.line).until(_COMPSIZE_END).every(_COMPSIZE_ROW, re.compile(r"\S"))
        if len(rows) < 2 or [hit.line for hit in rows if hit.text() == "TOTAL"] != [title.line + 1]:
            problem = "the line TOTAL is needed first, and those of the types below it"
            raise InputError(problem, line=title.line + 1)
        return _sizes_of(rows[0])


def _step(size: Size) -> float:
    """Return by how much the true size may be larger: compsize cuts what it prints."""
    return 0.0 if size.exact else 2 * size.half


def _sizes_of(total: LineMatch) -> Reading:
    stored, original, referenced = (size_of(total.text(group), total.line) for group in (2, 3, 4))
    rows = []
    for measure, size, column in (
        ("original_bytes", original, "Uncompressed"),
        ("stored_bytes", stored, "Disk Usage"),
    ):
        digits = size.printed.rstrip("BKMGTPE")
        unit = UNITS.get(size.printed[len(digits) :])
        if unit is None or not size.bytes:
            problem = "a size above zero and below 1024 T is needed"
            raise InputError(problem, line=total.line, found=size.printed)
        rows.append(
            number(measure, finite(digits, total.line), unit, printed=digits, line=total.line, column=column)
        )
    caveats = []
    if _step(stored) or _step(original):
        caveats.append(_COMPSIZE_CUT.format(_step(stored) / stored.bytes + _step(original) / original.bytes))
    if referenced.bytes + _step(referenced) < 0.99 * original.bytes:
        caveats.append(_UNREFERENCED.format(referenced.bytes / original.bytes))
    return Reading(tuple(rows), count=1, caveats=tuple(caveats))
