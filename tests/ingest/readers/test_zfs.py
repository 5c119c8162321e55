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
from ahp.ingest.readers.zfs import ZfsReader

READER = ZfsReader()
EXPECTED = expected("zfs")
TWO = (INPUTS / "zfs" / "get_Hp_two.txt").read_bytes()
ONE = (INPUTS / "zfs" / "get_Hp_one.txt").read_bytes()
GET = (INPUTS / "zfs" / "get.txt").read_bytes()
LIST = (INPUTS / "zfs" / "list.txt").read_bytes()


def by_tab(text: str) -> Numbers:
    values: dict[str, dict[str, str]] = {}
    for line in text.split("\n"):
        if line.strip() and not line.startswith("#"):
            name, known, value, *_ = line.split("\t")
            values.setdefault(name.lstrip(), {})[known] = value
    known = ("logicalreferenced", "referenced", "logicalused", "used", "compressratio", "refcompressratio")
    values = {name: of for name, of in values.items() if any(each in of for each in known)}
    found: Numbers = {}
    units = {"K": "KiB", "M": "MiB", "G": "GiB", "T": "TiB"}
    for name, of in values.items():
        label = name if len(values) > 1 else ""
        kind = "referenced" if "referenced" in of and "logicalreferenced" in of else "used"
        if kind in of and f"logical{kind}" in of:
            for measure, value in (("original_bytes", of[f"logical{kind}"]), ("stored_bytes", of[kind])):
                unit = units.get(value[-1], "B")
                found["", label, "", "", measure] = (float(value.rstrip("BKMGT")), unit)
        else:
            ratio = of.get("compressratio") or of["refcompressratio"]
            found["", label, "", "", "compression_ratio"] = (float(ratio.rstrip("x")), "x")
    return found


@pytest.mark.parametrize("file", EXPECTED)
def test_the_numbers_are_those_a_person_reads(file):
    equal(numbers(reading_of(READER, located("zfs", file))), EXPECTED[file])


def test_only_zfs_is_taken():
    assert recognised(READER) == {"public/zfs/zfs_get_compressratio.FORMAT.txt"}
    assert all(READER.matches(content.decode()) for content in (ONE, TWO, GET, LIST))


@pytest.mark.parametrize("content", [TWO, ONE], ids=["two", "one"])
def test_damage_is_refused_or_read_as_it_stands(content):
    assert not survivors(READER, content, by_tab) & {"empty", "doubled"}


def test_what_a_real_zfs_prints_with_H_is_read_as_it_stands():
    for name in ("get_Hp_all", "get_Hp_r"):
        content = (INPUTS / "zfs" / f"fuse_{name}.txt").read_bytes()
        assert not survivors(READER, content, by_tab) & {"empty", "doubled"}


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


@pytest.mark.parametrize(
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
