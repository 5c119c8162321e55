import pytest
from ingest.cases import each
from ingest.damage import (
    INPUTS,
    reading_of,
)

from ahp.errors import InputError
from ahp.ingest.readers.df import DfReader

READER = DfReader()
FOLDER = INPUTS / "df"
BYTES = (FOLDER / "df_B1_zstd.txt").read_bytes()


def test_a_block_is_the_resolution_because_df_rounds_up():
    assert reading_of(READER, FOLDER / "df_BM.txt").rows[0].resolution == 2**20
    assert reading_of(READER, BYTES).rows[0].resolution == 0.5


def test_letters_without_a_base_are_refused_with_both():
    with pytest.raises(InputError, match=r"powers of 1024, those of df -H of 1000.*run df -B1"):
        reading_of(READER, FOLDER / "df_h.txt")


@each(
    ("content", "words"),
    [
        ((FOLDER / "df_total.txt").read_bytes(), "found 3 file systems"),
        (BYTES.split(b"\n")[0] + b"\n", "found 0 file systems"),
        (BYTES.replace(b"17494016", b"37494016"), "the share in use does not agree"),
        (BYTES.replace(b" 17494016", b" 1749401b"), "damaged"),
        (BYTES.replace(b"17494016", b"0"), "used must be between 0 and the size"),
        (BYTES + BYTES, "heading stands here for the second time"),
    ],
)
def test_what_cannot_be_understood_is_refused(content, words):
    with pytest.raises(InputError, match=words) as caught:
        reading_of(READER, content)
    assert caught.value.line is not None


@each(
    "content",
    [
        b"Filesystem         Used Mounted on\n/dev/vda       25706352 /\n",
        b"Filesystem      Inodes  IUsed    IFree IUse% Mounted on\n/dev/vda      16777216 865751 15911465    6% /\n",
        b"Filesystem     Type   Inodes  IUsed    IFree IUse% 1K-blocks     Used    Avail Use% File Mounted on\n"
        b"/dev/vda       ext4 16777216 865751 15911465    6% 264212084 25706340 69794924  27% /tmp /\n",
    ],
)
def test_its_other_tables_are_refused_with_what_to_run(content):
    assert READER.matches(content.decode())
    with pytest.raises(InputError, match=r"line 1: this is df -i or df --output.*; run df -B1 FOLDER$"):
        reading_of(READER, content)
