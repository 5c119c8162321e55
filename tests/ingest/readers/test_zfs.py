import pytest
from ingest.cases import each
from ingest.damage import (
    INPUTS,
    reading_of,
)

from ahp.errors import InputError
from ahp.ingest.readers.zfs import ZfsReader

READER = ZfsReader()
TWO = (INPUTS / "zfs" / "get_Hp_two.txt").read_bytes()
ONE = (INPUTS / "zfs" / "get_Hp_one.txt").read_bytes()
GET = (INPUTS / "zfs" / "get.txt").read_bytes()
LIST = (INPUTS / "zfs" / "list.txt").read_bytes()


def test_data_sets_are_alternatives_where_there_are_several():
    assert {row.alternative for row in reading_of(READER, TWO).rows} == {"tank/db/off", "tank/db/lz4"}
    assert {row.alternative for row in reading_of(READER, ONE).rows} == {None}


def test_caveats_stand_only_where_they_apply():
    assert reading_of(READER, TWO).caveats == ()
    assert any("snapshots" in caveat for caveat in reading_of(READER, ONE).caveats)
    assert any("two decimals" in caveat for caveat in reading_of(READER, GET).caveats)
    assert any("three digits" in caveat for caveat in reading_of(READER, LIST).caveats)


def test_what_is_left_aside_is_named():
    assert reading_of(READER, ONE).ignored == ("compressratio",)
    assert reading_of(READER, LIST).ignored == ("used", "logicalused", "compressratio")


@each(
    ("content", "words"),
    [
        (ONE.replace(b"3.76", b"-").replace(b"logicalused", b"available"), "a ratio such as 1.69x is needed"),
        (ONE.replace(b"1283457024", b"-"), "a size above zero is needed"),
        (ONE.replace(b"1283457024", b"0"), "a size above zero is needed"),
        (ONE.replace(b"\t-", b"", 1), "found 3 cells, not 4"),
        (ONE + ONE, "stands in line 1 already"),
        (b"tank/db\tused\t1283457024\t-\n", "a compression ratio or two sizes are needed"),
        (b"tank/db\trecordsize\t131072\tdefault\n", "no property of compression"),
        (LIST.replace(b"26.7M  1.00x", b"26.7M"), "found 5 cells, not 6"),
    ],
)
def test_what_cannot_be_understood_is_refused(content, words):
    with pytest.raises(InputError, match=words) as caught:
        reading_of(READER, content)
    assert caught.value.line is not None
