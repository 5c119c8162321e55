"""openssl speed: how many bytes ciphers and digests take in a second."""

from __future__ import annotations

import re

from ahp.errors import InputError
from ahp.ingest.readers.base import Options, Reading, Row, number
from ahp.ingest.readers.lines import Lines, N, PrintedReader, once
from ahp.ingest.readers.suites import as_suite

_HEAD = re.compile(r"^type((?: +[0-9]+ bytes)+) *$", re.MULTILINE)
_ROW = re.compile(rf"^(\S.*?) +({N}k(?: +{N}k)*) *$")
_CUT = re.compile(r"[0-9]k\b|^\S.* [0-9.]+$")
_SIGNED = re.compile(r"^ +(?:sign +verify|encaps|op +op/s|keygen)\b.*")
_ENDS = re.compile(rf"{_SIGNED.pattern}|^(?:version: |built on: )")
_PASSED = "Signatures, and keys that are agreed on, are passed over."


class OpensslReader(PrintedReader):
    """What `openssl speed` prints of ciphers and digests.

    Each of them is an alternative, each size of a block a scenario; with `NAME=FILE` both together are a
    scenario.

    Gives: `throughput` in bytes per second.
    Elsewhere: the CPU, sizes and ratios.
    Caveats: signatures, and keys that are agreed on, are passed over.
    """

    words = ("type ",)
    forms = (_HEAD,)

    def _reading(self, text: Lines, options: Options) -> Reading:
        rows: list[Row] = []
        seen: dict[str, int] = {}
        for part in text.parts(_HEAD):  # of each time that it was called
            rows += _rows(part, seen)
        told = (_PASSED,) if text.all(_SIGNED) else ()
        return as_suite(Reading(tuple(rows), count=len(seen), caveats=told))


def _rows(part: Lines, seen: dict[str, int]) -> list[Row]:
    """Return the rows below one heading; it is kept in mind which algorithms were seen."""
    heading = part.all(_HEAD)[0]
    sizes = re.findall("[0-9]+ bytes", heading.text())
    rows: list[Row] = []
    for hit in part.below(heading.line).until(_ENDS).every(_ROW, _CUT):
        once(seen, hit.text(), hit.line, "this algorithm", found=hit.text())
        printed = [cell.removesuffix("k") for cell in hit.text(2).split()]
        if len(printed) != len(sizes):
            problem = f"{len(sizes)} numbers are needed, as the heading says"
            raise InputError(problem, line=hit.line, found=hit.match[0].strip(), advice="give it whole")
        for size, cell in zip(sizes, printed, strict=True):
            row = number("throughput", float(cell), "kB/s", printed=cell, line=hit.line)
            rows.append(row._replace(alternative=hit.text(), scenario=size))
    if not rows:
        raise InputError("no algorithm stands below the heading", line=heading.line, advice="give it whole")
    return rows
