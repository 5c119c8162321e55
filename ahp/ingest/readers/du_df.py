"""`du` and `df`: what files take, and what is used on a file system by its own account."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ahp.errors import InputError, listed
from ahp.ingest.readers.base import Options, Reading, Row
from ahp.ingest.readers.lines import LineMatch, Lines, PrintedReader
from ahp.ingest.readers.sizes import Size, block_size
from ahp.ingest.tables.headings import parse_heading

_TITLE = re.compile(
    r"^Filesystem +(Type +)?(\S+) +Used +Avail(?:able)? +(?:Use%|Capacity) +Mounted on\r?$", re.M
)
_OTHER = re.compile(
    r"\A(?=.* (?:Mounted on|Avail|I?Use%)(?: |\r?$))(?:(?:^| +)(?:Filesystem|Type|Inodes|IUsed|IFree|IUse%"
    r"|\w+-blocks|Size|Used|Avail|Use%|File|Mounted on))+ *\r?$",
    re.M,
)
_ROW = re.compile(r"^(\S.*?)(?<! ) ++([0-9]+)([A-Za-z]*) +([0-9]+)\3 +([0-9]+)\3 +([0-9]+)% (.+)$")
_WHOLE = (
    "df's 'Used' is of the whole file system: metadata and its copies, journals and every other file are in "
    "it, so that a small data set seems to compress less than it does."
)


class DfReader(PrintedReader):
    """What `df FOLDER` prints, in blocks of any size.

    Gives: `stored_bytes`: what is used on the file system in which the folder lies.
    Elsewhere: the alternative; `original_bytes`, unless the stored sizes are compared with the baseline's.
    Caveats: metadata and everything else on the file system is in it; `df` rounds up to whole blocks. What
    `-h` and `-H` print is refused: their letters are the same for powers of 1024 and of 1000. So is what
    `-i` and `--output` print: inodes, or columns that need not say how large a block is.
    """

    words = ("Mounted on", "Avail", "Use%")
    forms = (_TITLE, _OTHER)

    def _reading(self, text: Lines, options: Options) -> Reading:
        title = text.maybe(_TITLE, "heading")
        if title is None:
            raise InputError(
                "this is df -i or df --output, which need not say how many bytes are used",
                line=text.one(_OTHER, "heading").line,
                advice="run df -B1 FOLDER",
            )
        block = block_size(title.text(2))
        if block is None:
            raise InputError(
                "the letters of df -h are powers of 1024, those of df -H of 1000: not known which",
                line=title.line,
                found=title.text(2),
                advice="run df -B1",
            )
        rows = text.below(title.line).every(_ROW, re.compile(r"\S"))
        if len(rows) != 1:
            raise InputError(
                f"found {len(rows)} file systems; one is needed",
                line=rows[1].line if rows else text.last,
                advice="run df -B1 FOLDER for the folder that was measured",
            )
        (row,) = rows
        used = row.value(4)
        if used > row.value(2) or not used:
            raise InputError("used must be between 0 and the size", line=row.line, found=row.text(4))
        found = _blocks(row.text(4), used, block).row("stored_bytes", row.line, "Used")
        return Reading((found,), (title.text(2), "Available", "Use%"), 1, caveats=(_WHOLE,))


def _blocks(printed: str, count: float, block: float) -> Size:
    """Return the size of blocks, of which the last may be nearly empty."""
    return Size(printed, count * block, 0.5 if block == 1 else block)


_LINE = re.compile(r"^([0-9]+(?:\.[0-9]+)?)([KMGTPE]?)\t(?![0-9.,]+$)(\S[^\t]*)$")
_COLUMNS = ("1B-blocks", "512B-blocks", "1K-blocks", "1M-blocks")
_UNSAID = (
    "du prints blocks of 1024 bytes that are allocated, or with -b the bytes that files hold; it does not "
    "say which. The size is kept as 'disk_usage' without a unit. Say what it is with --map "
    "stored_bytes=1K-blocks (du -s), --map stored_bytes=1B-blocks (du -sB1) or --map "
    "original_bytes=1B-blocks (du -sb)."
)
_LETTERS = "du -h prints the same letters for powers of 1024 as du --si for powers of 1000."
_BTRFS = "On btrfs du does not see compression, however it is called: its size is the original one there."


class DuReader(PrintedReader):
    """What `du -s FOLDER` prints: a size and a path, or several with a total in the last line.

    Gives: `disk_usage` without a unit; the size that you say it is with `--map stored_bytes=1K-blocks`,
    `1M-blocks`, `512B-blocks` or `1B-blocks`, or the same of `original_bytes` or `wal_bytes`.
    Elsewhere: the alternative, and what the size is: of what is allocated (`du -s`) or of what the files
    hold (`du -sb`).
    Caveats: the output does not say its unit; on btrfs du shows the size before compression.
    """

    def matches(self, head: str) -> bool:
        """Say whether there is nothing but whole numbers, each with a path."""
        lines = head.removesuffix("\n").split("\n")
        whole = lines if len(head) < 60_000 else lines[:-1]  # the last one may be cut by the head
        return bool(whole) and all(_LINE.match(line.rstrip("\r")) for line in whole)

    def _reading(self, text: Lines, options: Options) -> Reading:
        total = _total(text.above(text.last + 1).every(_LINE, re.compile("")))
        said = {measure: column for measure, column in options.columns.items() if block_size(_cased(column))}
        rows = tuple(_row_of_total(total, measure, column, options) for measure, column in said.items())
        caveats = [_BTRFS]
        if not rows:
            letter = total.text(2)
            row = total.row("disk_usage", f"{letter}B", column="disk_usage")
            rows = (row if letter else row._replace(unit=None),)
            caveats = [_UNSAID, _BTRFS, *([_LETTERS] if letter else [])]
        headings = frozenset(column.casefold() for column in _COLUMNS)
        return Reading(rows, count=1, headings=headings, caveats=tuple(caveats))


def _total(hits: Sequence[LineMatch]) -> LineMatch:
    """Return the only line, or the last one where it is the total of the others."""
    last = hits[-1]
    values, path = [hit.value() for hit in hits[:-1]], last.text(3)
    alike = all(hit.text(2) == last.text(2) for hit in hits)
    inside = all(hit.text(3).startswith(f"{path.rstrip('/')}/") for hit in hits[:-1])
    summed = path == "total" and last.value() <= sum(values)
    paths = {hit.text(3) for hit in hits}
    if not last.value():
        raise InputError("a size above 0 is needed", line=last.line, found=last.match[0])
    if values and not (
        alike and (inside or summed) and last.value() >= max(values) and len(paths) == len(hits)
    ):
        raise InputError(
            f"found {len(hits)} sizes, and the last line is not their total",
            line=last.line,
            found=last.match[0],
            advice="run du -s for the one folder that was measured",
        )
    return last


def _cased(column: str) -> str:
    return next((known for known in _COLUMNS if known.casefold() == column.strip().casefold()), "")


def _row_of_total(total: LineMatch, measure: str, column: str, options: Options) -> Row:
    known = parse_heading(measure, options.own).measure
    block = block_size(_cased(column))
    if known is None or block is None or total.text(2):
        raise InputError(
            f"a whole number of blocks of one of {listed(_COLUMNS)} is needed",
            line=total.line,
            found=total.match[0],
        )
    return _blocks(total.text(), total.value(), block).row(known, total.line, column)
