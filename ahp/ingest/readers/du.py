"""`du`: a size and a path. Of what the size is, and in which unit, only the command knew."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ahp.errors import InputError, listed
from ahp.ingest.headings import understand
from ahp.ingest.readers.base import Options, Reading, Row, number
from ahp.ingest.readers.byte_sizes import Size, block_size
from ahp.ingest.readers.printed import Hit, Printed, naming
from ahp.ingest.sources import Source

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


class DuReader:
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

    def read(self, source: Source, options: Options) -> Reading:
        """Return the one size, or the total.

        Raises
        ------
        InputError
            If there are several sizes and no total, or what they are is said twice.
        """
        with naming(source):
            text = Printed.of(source.text.rstrip("\r\n"))
            total = _total(text.every(_LINE, re.compile(r"")))
            said = {
                measure: column for measure, column in options.columns.items() if block_size(_cased(column))
            }
            rows = tuple(_said(total, measure, column, options) for measure, column in said.items())
            caveats = [_BTRFS] if rows else [_UNSAID, _BTRFS]
            if not rows:
                rows = (_unsaid(total),)
                caveats += [_LETTERS] if total.text(2) else []
            headings = frozenset(column.casefold() for column in _COLUMNS)
            return Reading(rows, count=1, headings=headings, caveats=tuple(caveats))


def _total(hits: Sequence[Hit]) -> Hit:
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


def _unsaid(total: Hit) -> Row:
    unit = f"{total.text(2)}B" if total.text(2) else "B"
    row = number(
        "disk_usage", total.value(), unit, printed=total.text(), line=total.line, column="disk_usage"
    )
    return row if total.text(2) else row._replace(unit=None)


def _cased(column: str) -> str:
    return next((known for known in _COLUMNS if known.casefold() == column.strip().casefold()), "")


def _said(total: Hit, measure: str, column: str, options: Options) -> Row:
    known = understand(measure, options.own).measure
    block = block_size(_cased(column))
    if known is None or block is None or total.text(2):
        raise InputError(
            f"a whole number of blocks of one of {listed(_COLUMNS)} is needed",
            line=total.line,
            found=total.match[0],
        )
    size = Size(total.text(), total.value() * block, 0.5 if block == 1 else block)
    return size.row(known, total.line, column)
