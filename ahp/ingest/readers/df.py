"""`df`: what is used on a file system, by its own account."""

from __future__ import annotations

import math
import re

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading, holds
from ahp.ingest.readers.byte_sizes import Size, block_size
from ahp.ingest.readers.printed import Printed, disagreement, naming
from ahp.ingest.sources import Source

_TITLE = re.compile(
    r"^Filesystem +(Type +)?(\S+) +Used +Avail(?:able)? +(?:Use%|Capacity) +Mounted on\r?$", re.M
)
_OTHER = re.compile(
    r"^(?=.* (?:Mounted on|Avail|I?Use%)(?: |\r?$))(?:(?:^| +)(?:Filesystem|Type|Inodes|IUsed|IFree|IUse%"
    r"|\w+-blocks|Size|Used|Avail|Use%|File|Mounted on))+ *\r?$",
    re.M,
)
_ROW = re.compile(r"^(\S.*?)(?<! ) ++([0-9]+)([A-Za-z]*) +([0-9]+)\3 +([0-9]+)\3 +([0-9]+)% (.+)$")
_WHOLE = (
    "df's 'Used' is of the whole file system: metadata and its copies, journals and every other file are in "
    "it, so that a small data set seems to compress less than it does."
)


class DfReader:
    """What `df FOLDER` prints, in blocks of any size.

    Gives: `stored_bytes`: what is used on the file system in which the folder lies.
    Elsewhere: the alternative; `original_bytes`, unless the stored sizes are compared with the baseline's.
    Caveats: metadata and everything else on the file system is in it; `df` rounds up to whole blocks. What
    `-h` and `-H` print is refused: their letters are the same for powers of 1024 and of 1000. So is what
    `-i` and `--output` print: inodes, or columns that need not say how large a block is.
    """

    def matches(self, head: str) -> bool:
        """Say whether its heading stands in it."""
        return holds(head, "Mounted on", "Avail", "Use%") and (
            _TITLE.search(head) is not None or _OTHER.match(head) is not None
        )

    def read(self, source: Source, options: Options) -> Reading:
        """Return what is used on one file system.

        Raises
        ------
        InputError
            If several file systems or none are listed, or the numbers contradict each other.
        """
        with naming(source):
            text = Printed.of(source.text)
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
            below = Printed([(line, row) for line, row in text.lines if line > title.line and row.strip()])
            rows = below.every(_ROW, re.compile(r"."))
            if len(rows) != 1:
                raise InputError(
                    f"found {len(rows)} file systems; one is needed",
                    line=rows[1].line if rows else text.last,
                    advice="run df -B1 FOLDER for the folder that was measured",
                )
            (row,) = rows
            used, free, share = row.value(4), row.value(5), row.value(6)
            if used > row.value(2) or not used:
                raise InputError("used must be between 0 and the size", line=row.line, found=row.text(4))
            # df rounds up, the share as well as each number of blocks.
            low = math.floor(100 * max(used - 1, 0) / max(used + free, 1.0))
            if not low <= share <= math.ceil(100 * used / max(used + free - 2, used, 1.0)):
                raise disagreement(row.line, "the share in use", row.text(6), 100 * used / (used + free))
            half = 0.5 if block == 1 else block
            size = Size(row.text(4), used * block, half)
            found = size.row("stored_bytes", row.line, "Used")
            return Reading((found,), (title.text(2), "Available", "Use%"), 1, caveats=(_WHOLE,))
