"""`btrfs filesystem du`: what files hold before compression."""

from __future__ import annotations

import re

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading, holds
from ahp.ingest.readers.byte_sizes import SIZE, size_of
from ahp.ingest.readers.printed import Printed, naming
from ahp.ingest.sources import Source

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
        with naming(source):
            text = Printed.of(source.text)
            title = text.one(_TITLE, "heading")
            below = Printed([(line, row) for line, row in text.lines if line > title.line and row.strip()])
            rows = below.every(_ROW, re.compile(r"."))
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
                    raise InputError(
                        "a part is larger than the whole", line=hit.line, found=hit.match[0].strip()
                    )
            if not total.bytes:
                raise InputError("the files hold nothing", line=asked[0].line, found=total.printed)
            row = total.row("original_bytes", asked[0].line, "Total")
            caveats = (_BEFORE,) if total.exact else (_BEFORE, _CUT)
            return Reading((row,), ("Exclusive", "Set shared"), 1, caveats=caveats)
