import pytest
from ingest.cases import each
from ingest.damage import (
    INPUTS,
    reading_of,
)

from ahp.errors import InputError
from ahp.ingest.readers.btrfs_space import BtrfsSpaceReader

READER = BtrfsSpaceReader()
FOLDER = INPUTS / "btrfs_space"
DF = (FOLDER / "btrfs_fi_df_b_zstd.txt").read_bytes()
HUMAN = (FOLDER / "btrfs_fi_df_zstd.txt").read_bytes()
USAGE = (FOLDER / "btrfs_fi_usage_b_zstd.txt").read_bytes()
TABLE = (FOLDER / "usage_T.txt").read_bytes()


def test_it_stores_what_compsize_says_is_stored():
    compsize = (INPUTS / "compsize" / "compsize_b_zstd.txt").read_text()
    (row,) = reading_of(READER, DF).rows
    assert f" {row.found} " in next(line for line in compsize.split("\n") if line.startswith("TOTAL"))


def test_the_whole_of_usage_is_the_sum_of_its_parts():
    for old, new in ((b"Used:11366400", b"Used:11366401"), (b"Used:163840", b"Used:163841")):
        with pytest.raises(InputError, match="what is used in all does not agree"):
            reading_of(READER, USAGE.replace(old, new))


def test_several_profiles_of_data_are_added():
    more = DF.replace(b"System", b"Data, RAID1: total=8388608, used=1000\nSystem", 1)
    assert reading_of(READER, more).rows[0].value == 11366400 + 1000


def test_data_and_metadata_together_are_told():
    mixed = b"System, single: total=4194304, used=4096\nData+Metadata, single: total=8388608, used=524288\n"
    reading = reading_of(READER, mixed)
    assert reading.rows[0].value == 524288
    assert any("together" in caveat for caveat in reading.caveats)


def test_decimals_are_told_and_bytes_need_no_word():
    assert any("two decimals" in caveat for caveat in reading_of(READER, HUMAN).caveats)
    assert len(reading_of(READER, DF).caveats) == 1
    assert reading_of(READER, HUMAN).rows[0].resolution == pytest.approx(0.005 * 1024**2)


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
def test_what_cannot_be_understood_is_refused(content, words):
    with pytest.raises(InputError, match=words) as caught:
        reading_of(READER, content)
    assert caught.value.line is not None
