"""`btrfs filesystem df` and `btrfs filesystem usage`: what the data of a file system takes."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import NamedTuple

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading, holds
from ahp.ingest.readers.byte_sizes import SIZE, Size, size_of
from ahp.ingest.readers.printed import Printed, disagreement, finite, naming
from ahp.ingest.sources import Source

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
_CUT = "btrfs prints sizes with two decimals unless it is asked with -b."


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
        with naming(source):
            text = Printed.of(source.text)
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
            caveats += [] if all(size.exact for size in sizes) else [_CUT]
            row = stored.row("stored_bytes", data[0].line, "used")
            return Reading((row,), ("total",), 1, caveats=tuple(caveats))


def _groups(text: Printed) -> list[_Group]:
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


def _refuse_incomplete(groups: list[_Group], text: Printed) -> None:
    seen: dict[tuple[str, str], int] = {}
    for group in groups:
        key = group.kind, group.profile
        if key in seen:
            raise InputError(
                f"{group.kind}, {group.profile} stands in line {seen[key]} already",
                line=group.line,
                advice="give the output once",
            )
        seen[key] = group.line
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


def _refuse_contradiction(groups: list[_Group], text: Printed) -> None:
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
