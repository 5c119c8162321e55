"""What files take on btrfs: `compsize`, `btrfs filesystem du`, `df` and `usage`."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import NamedTuple

from ahp.errors import InputError
from ahp.ingest.files.open import Source
from ahp.ingest.readers.base import Options, Reading, holds, number, resolution_of
from ahp.ingest.readers.lines import Lines, disagreement, finite, once
from ahp.ingest.readers.sizes import SIZE, Size, size_of

_TITLE = re.compile(r"^ +Total +Exclusive +Set shared +Filename\r?$", re.M)
_ROW = re.compile(rf"^ *({SIZE}) +({SIZE}) +({SIZE}|-)  (.+)$")
_BEFORE = (
    "btrfs filesystem du counts what the files hold before compression, shared extents with each file: it "
    "is no stored size. Files small enough to lie in the metadata count as 0."
)
_CUT = "btrfs prints sizes with two decimals unless it is asked with --raw."


class BtrfsDuReader:
    """What `btrfs filesystem du` prints, with and without `-s` and `--raw`.

    Gives: `original_bytes`: what the files of one argument hold before compression.
    Elsewhere: the alternative; `stored_bytes`, such as from `btrfs filesystem df` or compsize.
    Caveats: compression cannot be seen in it; the smallest files are not counted; sizes have two decimals
    unless in bytes.
    """

    def matches(self, head: str) -> bool:
        """Say whether its heading stands in it."""
        return holds(head, "Set shared") and _TITLE.search(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return the size of the one file or folder that was asked for.

        Raises
        ------
        InputError
            If there are several, a line is damaged, or the last line is missing.
        """
        text = Lines.of(source.text)
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
        for hit in rows:
            part, exclusive = size_of(hit.text(1), hit.line), size_of(hit.text(2), hit.line)
            if exclusive.bytes > part.bytes + part.half or part.bytes > total.bytes + total.half:
                raise InputError("a part is larger than the whole", line=hit.line, found=hit.match[0].strip())
        if not total.bytes:
            raise InputError("the files hold nothing", line=asked[0].line, found=total.printed)
        row = total.row("original_bytes", asked[0].line, "Total")
        caveats = (_BEFORE,) if total.exact else (_BEFORE, _CUT)
        return Reading((row,), ("Exclusive", "Set shared"), 1, caveats=caveats)


_KINDS = r"Data|Metadata|System|Data\+Metadata|GlobalReserve"
_DF = re.compile(rf"^({_KINDS}), (\S+): total=({SIZE}), used=({SIZE})(?:, zone_unusable={SIZE})?\r?$", re.M)
_USAGE = re.compile(rf"^({_KINDS}),(\S+): Size:({SIZE}), Used:({SIZE})(?: \([0-9.]+%\))?\r?$", re.M)
_LIKE = re.compile(r"total=|used=|Size:|, *Used:")
_TABLE = re.compile(r"^ +(Data.*System.*)$")
_TOTAL = re.compile(r"^ +Total +(.*)$")
_USED = re.compile(r"^ +Used +(.*)$")
_ALL = re.compile(rf"^    Used:\s+({SIZE})$")
_RATIO = re.compile(r"^    (Data|Metadata) ratio:\s+([0-9.]+)\r?$", re.M)
_OVERALL = re.compile(r"^Overall:$")
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
    size: Size
    used: Size
    line: int


class BtrfsSpaceReader:
    """What `btrfs filesystem df` and `btrfs filesystem usage` print, with and without `-b` or `-T`.

    Gives: `stored_bytes`: what the data takes after compression, each byte once whatever copies are kept.
    Elsewhere: the alternative; `original_bytes`, such as from `btrfs filesystem du` or compsize, unless
    the stored sizes are compared with the baseline's.
    Caveats: it is of the whole file system, without metadata; sizes have two decimals unless in bytes.
    """

    def matches(self, head: str) -> bool:
        """Say whether a line of block groups stands in it."""
        return holds(head, " total=", "Size:", " ratio:") and any(
            form.search(head) for form in (_DF, _USAGE, _RATIO)
        )

    def read(self, source: Source, options: Options) -> Reading:
        """Return the size of the data.

        Raises
        ------
        InputError
            If a line is damaged or missing, or the sizes do not add up.
        """
        text = Lines.of(source.text)
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
    found = [
        _Group(
            hit.text(1), hit.text(2), size_of(hit.text(3), hit.line), size_of(hit.text(4), hit.line), hit.line
        )
        for hit in [*text.all(_DF), *text.all(_USAGE)]
    ]
    if found:
        return found
    heading, total, used = (
        text.one(pattern, f"line {name!r}")
        for pattern, name in ((_TABLE, "Data … System"), (_TOTAL, "Total"), (_USED, "Used"))
    )
    kinds, totals, sizes = (hit.text().split() for hit in (heading, total, used))
    if len(sizes) != len(kinds) or len(totals) < len(kinds):
        raise InputError(f"{len(kinds)} sizes are needed", line=used.line, found=used.text())
    return [
        _Group(kind, str(place), size_of(whole, total.line), size_of(size, used.line), used.line)
        for place, (kind, whole, size) in enumerate(zip(kinds, totals, sizes, strict=False))
    ]


def _refuse_incomplete(groups: list[_Group], text: Lines) -> None:
    seen: dict[str, int] = {}
    for group in groups:
        name = f"{group.kind}, {group.profile}"
        once(seen, name, group.line, name, advice="give the output once")
        if group.used.bytes > group.size.bytes + group.size.half + group.used.half:
            raise InputError("more is used than there is", line=group.line, found=group.used.printed)
    kinds = {group.kind for group in groups}
    if "System" not in kinds or not kinds & {"Data", "Data+Metadata"}:
        raise InputError(
            "the lines of Data and of System are needed",
            line=text.last,
            advice="give the whole output; it may be cut off",
        )
    if text.all(_OVERALL):
        _refuse_contradiction(groups, text)


def _refuse_contradiction(groups: list[_Group], text: Lines) -> None:
    """Refuse a whole that is not the sum of the parts, each as often as it is stored."""
    whole = text.one(_ALL, "line 'Used' of the whole")
    ratios: Mapping[str, float] = {hit.text(1): finite(hit.text(2), hit.line) for hit in text.all(_RATIO)}
    if set(ratios) != {"Data", "Metadata"}:
        raise InputError("the ratios of Data and Metadata are needed", line=whole.line)
    printed, total, slack = size_of(whole.text(), whole.line), 0.0, 0.0
    for group in groups:
        if group.kind != "GlobalReserve":
            ratio = ratios["Data" if group.kind.startswith("Data") else "Metadata"]
            total += group.used.bytes * ratio
            slack += 0.005 * group.used.bytes * (ratio % 1 != 0)
            slack += 0.0 if group.used.exact else group.used.half * ratio
    if abs(total - printed.bytes) > slack + printed.half + 1024 * (not printed.exact):
        raise disagreement(whole.line, "what is used in all", whole.text(), total)


_COMPSIZE_TITLE = re.compile(r"^Type +Perc +Disk Usage +Uncompressed +Referenced *\r?$", re.MULTILINE)
_COMPSIZE_END = re.compile(r"^\s*$|^```")
_COMPSIZE_ROW = re.compile(r"(\w+) +(\d+)% +(\S+) +(\S+) +(\S+) *", re.ASCII)
_SIZE = re.compile(r"(\d+(?:\.\d)?)([BKMGTPE]?)", re.ASCII)
_UNITS: Mapping[str, str] = {"": "B", "B": "B", "K": "KiB", "M": "MiB", "G": "GiB", "T": "TiB"}
_BYTES: Mapping[str, float] = {letter: 1024.0**power for power, letter in enumerate("BKMGTPE")} | {"": 1.0}

_COMPSIZE_CUT = (
    "compsize cuts sizes down to two or three digits unless it is run with -b: the compression ratio is "
    "known to within {:.0%} only."
)
_UNREFERENCED = (
    "The files refer to {:.0%} of the data that is stored for them; extents that were partly overwritten are "
    "counted whole."
)


class _Size(NamedTuple):
    digits: str
    letter: str

    @property
    def bytes(self) -> float:
        return float(self.digits) * _BYTES[self.letter]

    @property
    def step(self) -> float:
        """By how much the true size may be larger: compsize cuts what it prints."""
        exact = self.letter in ("", "B")
        return 0.0 if exact else 2 * resolution_of(self.digits) * _BYTES[self.letter]


class CompsizeReader:
    """What `compsize` prints of files on btrfs, with and without `-b`.

    Gives: `original_bytes` and `stored_bytes` of all the files, from the line `TOTAL`.
    Elsewhere: the alternative, throughput, response times, the CPU.
    Caveats: without `-b` sizes are cut down to two or three digits; extents that were partly overwritten
    are counted whole.
    """

    def matches(self, head: str) -> bool:
        """Say whether compsize's heading stands in it."""
        return holds(head, "Uncompressed") and _COMPSIZE_TITLE.search(head) is not None

    def read(self, source: Source, options: Options) -> Reading:
        """Return the uncompressed and the stored size of everything.

        Raises
        ------
        InputError
            If the lines of the types do not add up to the total, or a line is not whole.
        """
        return _read(Lines.of(source.text))


def _read(printed: Lines) -> Reading:
    titles = printed.all(_COMPSIZE_TITLE)
    if len(titles) != 1:
        raise InputError(
            f"compsize's heading stands here {len(titles)} times; it must stand once",
            line=titles[1].line if titles else 1,
            advice="give the output of one run",
        )
    first = titles[0].line + 1
    total: list[_Size] = []
    sums, slack, types = [0.0] * 3, [0.0] * 3, 0
    for line, content in printed.below(titles[0].line).until(_COMPSIZE_END).lines:
        name, sizes = _row(content, line)
        if (name == "TOTAL") != (line == first):
            raise InputError("the line TOTAL stands first, and once", line=line, found=content)
        if name == "TOTAL":
            total = sizes
            continue
        types += 1
        sums = [whole + size.bytes for whole, size in zip(sums, sizes, strict=True)]
        slack = [whole + size.step for whole, size in zip(slack, sizes, strict=True)]
    for whole, known, more in zip(total, sums, slack, strict=False):
        if not known - whole.step <= whole.bytes <= known + more:
            raise InputError(
                f"the types add up to {known:.0f} B, the line TOTAL says {whole.bytes:.0f} B",
                line=first,
                advice="give the whole output",
            )
    if not types:
        raise InputError("the lines of the types are missing", line=first, advice="give the whole output")
    return _reading(*total, line=first)


def _reading(stored: _Size, original: _Size, referenced: _Size, *, line: int) -> Reading:
    rows = tuple(
        number(measure, float(size.digits), _unit(size, line), printed=size.digits, line=line, column=column)
        for measure, size, column in (
            ("original_bytes", original, "Uncompressed"),
            ("stored_bytes", stored, "Disk Usage"),
        )
    )
    caveats = []
    if stored.step or original.step:
        caveats.append(_COMPSIZE_CUT.format(stored.step / stored.bytes + original.step / original.bytes))
    if referenced.bytes + referenced.step < 0.99 * original.bytes:
        caveats.append(_UNREFERENCED.format(referenced.bytes / original.bytes))
    return Reading(rows, count=1, caveats=tuple(caveats))


def _row(content: str, line: int) -> tuple[str, list[_Size]]:
    match = _COMPSIZE_ROW.fullmatch(content)
    sizes = [_SIZE.fullmatch(cell) for cell in match.groups()[2:]] if match else [None]
    if match is None or not all(size and _Size(*size.groups()).bytes < math.inf for size in sizes):
        raise InputError(
            "a type, a percentage and three sizes are needed",
            line=line,
            found=content,
            advice="give the whole output",
        )
    stored, original, referenced = (_Size(*size.groups()) for size in sizes if size)
    share = int(match.group(2))
    low = 100 * stored.bytes / (original.bytes + original.step or 1.0)
    high = 100 * (stored.bytes + stored.step) / (original.bytes or 1.0)
    if not low - 1 <= share <= high:
        raise InputError(
            f"the sizes say {int(low)}% to {int(high)}%", line=line, column="Perc", found=match.group(2)
        )
    return match.group(1), [stored, original, referenced]


def _unit(size: _Size, line: int) -> str:
    if size.letter not in _UNITS or not size.bytes:
        raise InputError("a size above zero and below 1024 T is needed", line=line, found="".join(size))
    return _UNITS[size.letter]
