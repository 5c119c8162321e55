"""What is special to the readers of disk usage; `test_inputs.py` has what is common to all."""

from __future__ import annotations

import pytest
from ingest.cases import each
from ingest.damage import INPUTS, reading_of

import ahp
from ahp.errors import InputError
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.btrfs_space import BtrfsSpaceReader
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


def test_letters_of_two_bases_are_no_number_of_blocks():
    with pytest.raises(InputError, match="a whole number of blocks"):
        reading_of(DU, DU_FOLDER / "du_sh.txt", Options(columns={"stored_bytes": "1K-blocks"}))
    assert "powers of 1000" in reading_of(DU, DU_FOLDER / "du_sh.txt").caveats[-1]


# --- zfs ----------------------------------------------------------------------------------------------------


ZFS = ZfsReader()
TWO = (INPUTS / "zfs" / "get_Hp_two.txt").read_bytes()
ZFS_ONE = (INPUTS / "zfs" / "get_Hp_one.txt").read_bytes()


def test_data_sets_are_alternatives_where_there_are_several():
    assert {row.alternative for row in reading_of(ZFS, TWO).rows} == {"tank/db/off", "tank/db/lz4"}
    assert {row.alternative for row in reading_of(ZFS, ZFS_ONE).rows} == {None}


# --- btrfs_space --------------------------------------------------------------------------------------------


BTRFS_SPACE = BtrfsSpaceReader()
BTRFS_SPACE_FOLDER = INPUTS / "btrfs_space"
DF = (BTRFS_SPACE_FOLDER / "btrfs_fi_df_b_zstd.txt").read_bytes()
BTRFS_SPACE_HUMAN = (BTRFS_SPACE_FOLDER / "btrfs_fi_df_zstd.txt").read_bytes()


def test_it_stores_what_compsize_says_is_stored():
    compsize = (INPUTS / "compsize" / "compsize_b_zstd.txt").read_text()
    (row,) = reading_of(BTRFS_SPACE, DF).rows
    assert f" {row.found} " in next(line for line in compsize.split("\n") if line.startswith("TOTAL"))


def test_decimals_are_told_and_bytes_need_no_word():
    assert any("two decimals" in caveat for caveat in reading_of(BTRFS_SPACE, BTRFS_SPACE_HUMAN).caveats)
    assert len(reading_of(BTRFS_SPACE, DF).caveats) == 1
    assert reading_of(BTRFS_SPACE, BTRFS_SPACE_HUMAN).rows[0].resolution == pytest.approx(0.005 * 1024**2)
