"""What is special to the readers of disk usage; `test_inputs.py` has what is common to all."""

from __future__ import annotations

import pytest
from ingest.cases import each
from ingest.damage import INPUTS, reading_of

import ahp
from ahp.errors import InputError
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.btrfs_du import BtrfsDuReader
from ahp.ingest.readers.btrfs_space import BtrfsSpaceReader
from ahp.ingest.readers.compsize import CompsizeReader
from ahp.ingest.readers.df import DfReader
from ahp.ingest.readers.du import DuReader
from ahp.ingest.readers.zfs import ZfsReader

# --- df -----------------------------------------------------------------------------------------------------


DF_READER = DfReader()
DF_FOLDER = INPUTS / "df"
BYTES = (DF_FOLDER / "df_B1_zstd.txt").read_bytes()


def test_a_block_is_the_resolution_because_df_rounds_up():
    assert reading_of(DF_READER, DF_FOLDER / "df_BM.txt").rows[0].resolution == 2**20
    assert reading_of(DF_READER, BYTES).rows[0].resolution == 0.5


def test_letters_without_a_base_are_refused_with_both():
    with pytest.raises(InputError, match=r"powers of 1024, those of df -H of 1000.*run df -B1"):
        reading_of(DF_READER, DF_FOLDER / "df_h.txt")


@each(
    ("content", "words"),
    [
        ((DF_FOLDER / "df_total.txt").read_bytes(), "found 3 file systems"),
        (BYTES.split(b"\n")[0] + b"\n", "found 0 file systems"),
        (BYTES.replace(b"17494016", b"37494016"), "the share in use does not agree"),
        (BYTES.replace(b" 17494016", b" 1749401b"), "damaged"),
        (BYTES.replace(b"17494016", b"0"), "used must be between 0 and the size"),
        (BYTES + BYTES, "heading stands here for the second time"),
    ],
)
def test_what_cannot_be_understood_is_refused_in_df(content, words):
    with pytest.raises(InputError, match=words) as caught:
        reading_of(DF_READER, content)
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
    assert DF_READER.matches(content.decode())
    with pytest.raises(InputError, match=r"line 1: this is df -i or df --output.*; run df -B1 FOLDER$"):
        reading_of(DF_READER, content)


# --- du -----------------------------------------------------------------------------------------------------


DU = DuReader()
DU_FOLDER = INPUTS / "du"
DU_ONE = (DU_FOLDER / "du_s_zstd.txt").read_bytes()
TREE = (DU_FOLDER / "du_a.txt").read_bytes()
SUM = (DU_FOLDER / "du_sc.txt").read_bytes()


def test_a_size_whose_unit_nobody_said_is_no_stored_size():
    reading = reading_of(DU, DU_ONE)
    assert (reading.rows[0].measure, reading.rows[0].unit) == ("disk_usage", None)
    assert "--map stored_bytes=1K-blocks" in reading.caveats[0]
    assert "does not see compression" in reading.caveats[1]


@pytest.mark.parametrize(
    ("measure", "column", "size"),
    [
        ("stored_bytes", "1K-blocks", 4352 * 1024),
        ("original_bytes", "1B-blocks", 4352),
        ("wal_bytes", "512B-blocks", 4352 * 512),
    ],
)
def test_it_is_what_the_caller_says(tmp_path, measure, column, size):
    path = tmp_path / "du.txt"
    path.write_bytes(TREE)
    frame = ahp.read(f"x={path}", columns={measure: column}).to_frame()
    assert (frame.measure.tolist(), frame.value.tolist(), frame.unit.tolist()) == ([measure], [size], ["B"])


def test_one_word_serves_all_files(tmp_path):
    for name, size in (("none", 400), ("zstd", 100)):
        (tmp_path / f"{name}.txt").write_text(f"{size}\tmnt\n")
    sources = [f"{name}={tmp_path / name}.txt" for name in ("none", "zstd")]
    measured = ahp.read(*sources, columns={"stored_bytes": "1K-blocks"}, baseline="none")
    assert measured.to_frame().value.tolist() == [409600, 102400]


@each(
    ("content", "words"),
    [
        (b"10\ta\n20\tb\n", "found 2 sizes, and the last line is not their total"),
        (SUM.replace(b"2888", b"2889"), "is not their total"),
        (TREE + TREE, "is not their total"),
        (b"0\tmnt\n", "above 0"),
        (DU_ONE + b"\n\n10\tb\n", "damaged"),
    ],
)
def test_what_cannot_be_understood_is_refused_in_du(content, words):
    with pytest.raises(InputError, match=words) as caught:
        reading_of(DU, content)
    assert caught.value.line is not None


def test_letters_of_two_bases_are_no_number_of_blocks():
    with pytest.raises(InputError, match="a whole number of blocks"):
        reading_of(DU, DU_FOLDER / "du_sh.txt", Options(columns={"stored_bytes": "1K-blocks"}))
    assert "powers of 1000" in reading_of(DU, DU_FOLDER / "du_sh.txt").caveats[-1]


# --- zfs ----------------------------------------------------------------------------------------------------


ZFS = ZfsReader()
TWO = (INPUTS / "zfs" / "get_Hp_two.txt").read_bytes()
ZFS_ONE = (INPUTS / "zfs" / "get_Hp_one.txt").read_bytes()
GET = (INPUTS / "zfs" / "get.txt").read_bytes()
LIST = (INPUTS / "zfs" / "list.txt").read_bytes()


def test_data_sets_are_alternatives_where_there_are_several():
    assert {row.alternative for row in reading_of(ZFS, TWO).rows} == {"tank/db/off", "tank/db/lz4"}
    assert {row.alternative for row in reading_of(ZFS, ZFS_ONE).rows} == {None}


def test_caveats_stand_only_where_they_apply():
    assert reading_of(ZFS, TWO).caveats == ()
    assert any("snapshots" in caveat for caveat in reading_of(ZFS, ZFS_ONE).caveats)
    assert any("two decimals" in caveat for caveat in reading_of(ZFS, GET).caveats)
    assert any("three digits" in caveat for caveat in reading_of(ZFS, LIST).caveats)


def test_what_is_left_aside_is_named():
    assert reading_of(ZFS, ZFS_ONE).ignored == ("compressratio",)
    assert reading_of(ZFS, LIST).ignored == ("used", "logicalused", "compressratio")


@each(
    ("content", "words"),
    [
        (
            ZFS_ONE.replace(b"3.76", b"-").replace(b"logicalused", b"available"),
            "a ratio such as 1.69x is needed",
        ),
        (ZFS_ONE.replace(b"1283457024", b"-"), "a size above zero is needed"),
        (ZFS_ONE.replace(b"1283457024", b"0"), "a size above zero is needed"),
        (ZFS_ONE.replace(b"\t-", b"", 1), "found 3 cells, not 4"),
        (ZFS_ONE + ZFS_ONE, "stands in line 1 already"),
        (b"tank/db\tused\t1283457024\t-\n", "a compression ratio or two sizes are needed"),
        (b"tank/db\trecordsize\t131072\tdefault\n", "no property of compression"),
        (LIST.replace(b"26.7M  1.00x", b"26.7M"), "found 5 cells, not 6"),
    ],
)
def test_what_cannot_be_understood_is_refused_in_zfs(content, words):
    with pytest.raises(InputError, match=words) as caught:
        reading_of(ZFS, content)
    assert caught.value.line is not None


# --- btrfs_du -----------------------------------------------------------------------------------------------


BTRFS_DU = BtrfsDuReader()
BTRFS_DU_FOLDER = INPUTS / "btrfs_du"
RAW = (BTRFS_DU_FOLDER / "btrfs_fi_du_raw_zstd.txt").read_bytes()
LONG = (BTRFS_DU_FOLDER / "fidu_raw.txt").read_bytes()


def test_what_compression_saves_cannot_be_seen_in_it():
    assert "before compression" in reading_of(BTRFS_DU, RAW).caveats[0]
    assert "two decimals" in reading_of(BTRFS_DU, BTRFS_DU_FOLDER / "fidu.txt").caveats[1]


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
def test_what_cannot_be_understood_is_refused_in_btrfs_du(content, words):
    with pytest.raises(InputError, match=words) as caught:
        reading_of(BTRFS_DU, content)
    assert caught.value.line is not None


# --- btrfs_space --------------------------------------------------------------------------------------------


BTRFS_SPACE = BtrfsSpaceReader()
BTRFS_SPACE_FOLDER = INPUTS / "btrfs_space"
DF = (BTRFS_SPACE_FOLDER / "btrfs_fi_df_b_zstd.txt").read_bytes()
BTRFS_SPACE_HUMAN = (BTRFS_SPACE_FOLDER / "btrfs_fi_df_zstd.txt").read_bytes()
USAGE = (BTRFS_SPACE_FOLDER / "btrfs_fi_usage_b_zstd.txt").read_bytes()
TABLE = (BTRFS_SPACE_FOLDER / "usage_T.txt").read_bytes()


def test_it_stores_what_compsize_says_is_stored():
    compsize = (INPUTS / "compsize" / "compsize_b_zstd.txt").read_text()
    (row,) = reading_of(BTRFS_SPACE, DF).rows
    assert f" {row.found} " in next(line for line in compsize.split("\n") if line.startswith("TOTAL"))


def test_the_whole_of_usage_is_the_sum_of_its_parts():
    for old, new in ((b"Used:11366400", b"Used:11366401"), (b"Used:163840", b"Used:163841")):
        with pytest.raises(InputError, match="what is used in all does not agree"):
            reading_of(BTRFS_SPACE, USAGE.replace(old, new))


def test_several_profiles_of_data_are_added():
    more = DF.replace(b"System", b"Data, RAID1: total=8388608, used=1000\nSystem", 1)
    assert reading_of(BTRFS_SPACE, more).rows[0].value == 11366400 + 1000


def test_data_and_metadata_together_are_told():
    mixed = b"System, single: total=4194304, used=4096\nData+Metadata, single: total=8388608, used=524288\n"
    reading = reading_of(BTRFS_SPACE, mixed)
    assert reading.rows[0].value == 524288
    assert any("together" in caveat for caveat in reading.caveats)


def test_decimals_are_told_and_bytes_need_no_word():
    assert any("two decimals" in caveat for caveat in reading_of(BTRFS_SPACE, BTRFS_SPACE_HUMAN).caveats)
    assert len(reading_of(BTRFS_SPACE, DF).caveats) == 1
    assert reading_of(BTRFS_SPACE, BTRFS_SPACE_HUMAN).rows[0].resolution == pytest.approx(0.005 * 1024**2)


@each(
    ("content", "words"),
    [
        (DF.replace(b"used=11366400", b"used=1136640O"), "damaged"),
        (DF.replace(b"used=11366400", b"used=125829130"), "more is used than there is"),
        (DF.replace(b"used=11366400", b"used=0"), "nothing is stored here"),
        (DF + DF, "stands in line 1 already"),
        (DF.split(b"\n")[0] + b"\n", "the lines of Data and of System"),
        (USAGE.replace(b"    Data ratio", b"    Date ratio"), "ratios of Data and Metadata"),
        (USAGE.replace(b"    Used:", b"    used:"), "no line 'Used' of the whole"),
        (TABLE.replace(b" 128.00KiB 16.00KiB ", b" 128.00KiB "), "3 sizes are needed"),
    ],
)
def test_what_cannot_be_understood_is_refused_in_btrfs_space(content, words):
    with pytest.raises(InputError, match=words) as caught:
        reading_of(BTRFS_SPACE, content)
    assert caught.value.line is not None


# --- compsize -----------------------------------------------------------------------------------------------


COMPSIZE = CompsizeReader()
EXACT = (INPUTS / "compsize" / "compsize_b_zstd.txt").read_bytes()
COMPSIZE_HUMAN = (INPUTS / "compsize" / "compsize_zstd.txt").read_bytes()
AFTER = (INPUTS / "compsize" / "compsize_after_fio_zlib.txt").read_bytes()
NOTHING = b"""Processed 3 files, 193 regular extents (193 refs), 0 inline.
Type       Perc     Disk Usage   Uncompressed Referenced
TOTAL      100%       0M           0M           0M
none       100%       0M           0M           0M
"""


def test_sizes_are_binary_and_their_rounding_is_told():
    reading = reading_of(COMPSIZE, COMPSIZE_HUMAN)
    assert [row.unit.symbol for row in reading.rows] == ["MiB", "MiB"]
    assert any("known to within 14% only" in caveat for caveat in reading.caveats)
    assert reading_of(COMPSIZE, EXACT).caveats == ()


def test_overwritten_extents_are_told():
    assert any("refer to 56% of the data" in caveat for caveat in reading_of(COMPSIZE, AFTER).caveats)


@each(
    ("content", "words"),
    [
        (EXACT.replace(b"TOTAL       40%", b"TOTAL       60%"), "the sizes say 40% to 40%"),
        (EXACT.replace(b"7364608 ", b"7364609 "), "the types add up to"),
        (EXACT.replace(b"zstd", b"TOTAL"), "TOTAL stands first, and once"),
        (EXACT.replace(b"TOTAL", b"total"), "TOTAL stands first, and once"),
        (EXACT.replace(b"%", b" ", 1), "a type, a percentage and three sizes"),
        (COMPSIZE_HUMAN.replace(b"26M", b"26Q"), "a type, a percentage and three sizes"),
        (EXACT + b"Processed 1 file\n", "a type, a percentage and three sizes"),
        (EXACT[: EXACT.index(b"none")], "add up to 0 B"),
        (EXACT[: EXACT.index(b"TOTAL")], "types are missing"),
        (NOTHING, "a size above zero and below 1024 T is needed"),
        (b"nothing\n", "stands here 0 times"),
    ],
)
def test_what_cannot_be_understood_is_refused_in_compsize(content, words):
    with pytest.raises(InputError, match=words) as caught:
        reading_of(COMPSIZE, content)
    assert caught.value.line is not None
