import pytest
from ingest.damage import (
    INPUTS,
    Numbers,
    equal,
    expected,
    located,
    numbers,
    reading_of,
    recognised,
    survivors,
)

from ahp.errors import InputError
from ahp.ingest.readers.btrfs_du import BtrfsDuReader

READER = BtrfsDuReader()
EXPECTED = expected("btrfs_du")
FOLDER = INPUTS / "btrfs_du"
RAW = (FOLDER / "btrfs_fi_du_raw_zstd.txt").read_bytes()
LONG = (FOLDER / "fidu_raw.txt").read_bytes()


def last_word(text: str) -> Numbers:
    """The first number of the last line."""
    return {("", "", "", "", "original_bytes"): (float(text.strip().split("\n")[-1].split()[0]), "B")}


@pytest.mark.parametrize("file", EXPECTED)
def test_the_numbers_are_those_a_person_reads(file):
    equal(numbers(reading_of(READER, located("btrfs_du", file))), EXPECTED[file])


def test_only_btrfs_filesystem_du_is_taken():
    assert {file.rpartition("_")[0] for file in recognised(READER)} == {"own/btrfs_compsize/btrfs_fi_du_raw"}


@pytest.mark.parametrize("content", [RAW, LONG], ids=["short", "long"])
def test_damage_is_refused_or_read_as_it_stands(content):
    read = survivors(READER, content, last_word)
    assert not read & {"empty", "doubled", *(f"cut {line}" for line in range(1, 9))} - {"cut 2"}


def test_what_compression_saves_cannot_be_seen_in_it():
    assert "before compression" in reading_of(READER, RAW).caveats[0]
    assert "two decimals" in reading_of(READER, FOLDER / "fidu.txt").caveats[1]


@pytest.mark.parametrize(
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
