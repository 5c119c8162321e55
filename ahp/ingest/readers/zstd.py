"""zstd's benchmark of itself, `zstd -b`, and lz4's, which prints the same."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading, Row, RowNames
from ahp.ingest.readers.lines import LineMatch, Lines, N, PrintedReader, refuse_again
from ahp.ingest.readers.suites import repetitions

_DONE = re.compile(
    rf"^ *(?:(?P<level>-?[0-9]+)\#|[-|/\\=]-)(?P<file>\S.*?) *: *(?P<size>[0-9]+) -> *(?P<stored>[0-9]+) "
    rf"\(x? *{N}\), *(?P<packed>{N}) MB/s[ ,]+(?P<unpacked>{N}) MB/s\s*$"
)
_HEAD = re.compile(rf": *[0-9]+ -> *[0-9]+ \(x? *{N}\), *{N} MB/s[ ,]+{N} MB/s")
_LEVEL = re.compile(r"^ *(-?[0-9]+)#")
_SPEED = "The speeds are of passes in memory, without storage, and of the fastest pass."


class ZstdReader(PrintedReader):
    """What `zstd -b` and `lz4 -b` print, copied from a terminal or written to a file.

    Gives: the alternative (`level 3`), the scenario (the file that was compressed), `original_bytes` and
    `stored_bytes`, `compression_speed` and `decompression_speed` in MB/s. A level that was tried again on the
    same file is another run.
    Elsewhere: a throughput of transactions, response times, the CPU.
    Caveats: speeds are of passes in memory, of the fastest pass.
    """

    words = (" MB/s",)
    forms = (_HEAD,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        found = list(_results(text))
        refuse_again(hit for _, hit in found)
        runs = repetitions([f"{level} {hit.text('file')}" for level, hit in found])
        rows: list[Row] = []
        for (level, hit), run in zip(found, runs, strict=True):
            known = RowNames(alternative=f"level {level}", scenario=hit.text("file"), run=run)
            rows += [
                hit.row("original_bytes", "B", "size", **known),
                hit.row("stored_bytes", "B", "stored", **known),
                hit.row("compression_speed", "MB/s", "packed", **known),
                hit.row("decompression_speed", "MB/s", "unpacked", **known),
            ]
        return Reading(tuple(rows), (), len(found), caveats=(_SPEED,))


def _results(text: Lines) -> Iterator[tuple[str, LineMatch]]:
    """Yield each level with its result: in a file it stands below what a terminal writes it over."""
    latest: LineMatch | None = None
    for line, content in text.lines:
        if (done := _DONE.match(content)) is not None:
            latest = LineMatch(line, done)
        elif _HEAD.search(content) is not None:
            raise InputError("this line is damaged", line=line, found=content.strip())
        if (level := _LEVEL.match(content)) is not None:
            if latest is None or (latest.has("level") and done is None):
                raise InputError("this level has no result: the report is damaged", line=line, found=content)
            yield level[1], latest
            latest = None
    if latest is not None:
        raise InputError("the result has no level: the report is cut off", line=latest.line)
