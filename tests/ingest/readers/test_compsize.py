import pytest
from ingest.cases import each
from ingest.damage import (
    INPUTS,
    reading_of,
)

from ahp.errors import InputError
from ahp.ingest.readers.compsize import CompsizeReader

READER = CompsizeReader()
EXACT = (INPUTS / "compsize" / "compsize_b_zstd.txt").read_bytes()
HUMAN = (INPUTS / "compsize" / "compsize_zstd.txt").read_bytes()
AFTER = (INPUTS / "compsize" / "compsize_after_fio_zlib.txt").read_bytes()
NOTHING = b"""Processed 3 files, 193 regular extents (193 refs), 0 inline.
Type       Perc     Disk Usage   Uncompressed Referenced
TOTAL      100%       0M           0M           0M
none       100%       0M           0M           0M
"""


def test_sizes_are_binary_and_their_rounding_is_told():
    reading = reading_of(READER, HUMAN)
    assert [row.unit.symbol for row in reading.rows] == ["MiB", "MiB"]
    assert any("known to within 14% only" in caveat for caveat in reading.caveats)
    assert reading_of(READER, EXACT).caveats == ()


def test_overwritten_extents_are_told():
    assert any("refer to 56% of the data" in caveat for caveat in reading_of(READER, AFTER).caveats)


@each(
    ("content", "words"),
    [
        (EXACT.replace(b"TOTAL       40%", b"TOTAL       60%"), "the sizes say 40% to 40%"),
        (EXACT.replace(b"7364608 ", b"7364609 "), "the types add up to"),
        (EXACT.replace(b"zstd", b"TOTAL"), "TOTAL stands first, and once"),
        (EXACT.replace(b"TOTAL", b"total"), "TOTAL stands first, and once"),
        (EXACT.replace(b"%", b" ", 1), "a type, a percentage and three sizes"),
        (HUMAN.replace(b"26M", b"26Q"), "a type, a percentage and three sizes"),
        (EXACT + b"Processed 1 file\n", "a type, a percentage and three sizes"),
        (EXACT[: EXACT.index(b"none")], "add up to 0 B"),
        (EXACT[: EXACT.index(b"TOTAL")], "types are missing"),
        (NOTHING, "a size above zero and below 1024 T is needed"),
        (b"nothing\n", "stands here 0 times"),
    ],
)
def test_what_cannot_be_understood_is_refused(content, words):
    with pytest.raises(InputError, match=words) as caught:
        reading_of(READER, content)
    assert caught.value.line is not None
