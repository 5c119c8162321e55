import pytest
from ingest.cases import each
from ingest.damage import (
    INPUTS,
    reading_of,
)

from ahp.errors import InputError
from ahp.ingest.readers.btrfs_du import BtrfsDuReader

READER = BtrfsDuReader()
FOLDER = INPUTS / "btrfs_du"
RAW = (FOLDER / "btrfs_fi_du_raw_zstd.txt").read_bytes()
LONG = (FOLDER / "fidu_raw.txt").read_bytes()


def test_what_compression_saves_cannot_be_seen_in_it():
    assert "before compression" in reading_of(READER, RAW).caveats[0]
    assert "two decimals" in reading_of(READER, FOLDER / "fidu.txt").caveats[1]


@each(
    ("content", "words"),
    [
        (RAW + RAW, "heading stands here for the second time"),
        (RAW + RAW.split(b"\n")[1] + b"\n", "found 2 totals"),
        (RAW.replace(b"28008448           0", b"28008449           0"), "larger than the whole"),
        (RAW.replace(b"28008448", b"0"), "the files hold nothing"),
        (LONG[: LONG.rindex(b"\n   4435968") + 1], "found 0 totals"),
        (RAW.replace(b"  mnt", b"mnt"), "damaged"),
    ],
)
def test_what_cannot_be_understood_is_refused(content, words):
    with pytest.raises(InputError, match=words) as caught:
        reading_of(READER, content)
    assert caught.value.line is not None
