"""Compressed text is read as the text it is; damaged, doubled and foreign archives are refused by name."""

import bz2
import gzip
import hashlib
import io
import lzma
import random

import pytest
from ingest.cases import each

import ahp
from ahp.errors import InputError
from ahp.ingest.files.open import open_source
from ahp.ingest.files.packed import BEGINNINGS, open_container, split_sheet
from ahp.ingest.read import read

TEXT = b"alternative,tps\nnone,269.48\nlz4,342.98\n"
COMPRESS = {"gzip": gzip.compress, "bzip2": bz2.compress, "xz": lzma.compress}


def unpack_independently(name, content):
    return {"gzip": gzip.decompress, "bzip2": bz2.decompress, "xz": lzma.decompress}[name](content)


@pytest.mark.parametrize("name", COMPRESS)
def test_compressed_text_is_that_text_under_the_digest_of_the_file(name, tmp_path):
    content = COMPRESS[name](TEXT)
    path = tmp_path / "results"  # whatever it is called
    path.write_bytes(content)
    source = open_source(path)
    assert source.text.encode() == TEXT
    assert source.sha256 == hashlib.sha256(content).hexdigest()
    assert source.notes == (f"decompressed by {name}",)
    assert [row.value for row in ahp.read(io.BytesIO(content)).rows] == [269.48, 342.98]
    assert [row.place.line for row in ahp.read(path).rows] == [2, 3]


@each("name", COMPRESS)
def test_a_compressed_output_of_a_harness_is_recognised(name, root):
    content = (root / "tests" / "inputs" / "hyperfine" / "compress.json").read_bytes()
    plain, packed = (ahp.read(io.BytesIO(c)) for c in (content, COMPRESS[name](content)))
    assert packed.sources[0].reader == "hyperfine"
    assert [row.value for row in packed.rows] == [row.value for row in plain.rows]


@each("name", COMPRESS)
def test_several_streams_are_one_text_and_padding_is_nothing(name):
    compress = COMPRESS[name]
    assert open_container("f", compress(TEXT[:20]) + compress(TEXT[20:])).content == TEXT
    assert open_container("f", compress(TEXT) + b"\0" * 512).content == TEXT


@each("name", COMPRESS)
def test_what_follows_a_stream_and_is_none_is_refused(name):
    with pytest.raises(InputError, match=f"its {name} compression is damaged or cut off"):
        open_container("f", COMPRESS[name](TEXT) + b"more")


@each("name", COMPRESS)
def test_damage_is_refused_or_harmless(name):
    content = COMPRESS[name](TEXT * 50)
    choose = random.Random(4)
    for end in range(10, len(content)):
        with pytest.raises(InputError) as raised:
            open_source(io.BytesIO(content[:end]))
        assert raised.value.file == "<file>"
    for _ in range(300):
        flipped = bytearray(content)
        flipped[choose.randrange(len(content))] ^= 1 << choose.randrange(8)
        try:
            found = open_source(io.BytesIO(bytes(flipped))).text.encode()
        except InputError as error:
            if error.file != "<file>":
                raise
            continue
        assert found == unpack_independently(name, bytes(flipped)) == TEXT * 50


@each(
    ("begins", "message"),
    [
        (
            b"\x28\xb5\x2f\xfd",
            "this is compressed by zstd, which is not read; decompress it first: zstd -d FILE",
        ),
        (
            b"\x04\x22\x4d\x18",
            "this is compressed by lz4, which is not read; decompress it first: lz4 -d FILE",
        ),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "this is an Excel workbook of the old format (.xls)"),
        (
            b"7z\xbc\xaf\x27\x1c",
            "this is a 7z archive, which is not read; unpack it and give the files in it",
        ),
    ],
)
def test_what_is_not_read_is_named_with_what_to_do(begins, message):
    with pytest.raises(InputError) as raised:
        open_source(io.BytesIO(begins + b"..."))
    assert str(raised.value).startswith(f"<file>: {message}")


def test_what_is_compressed_twice_and_what_is_empty_inside():
    with pytest.raises(InputError, match="it is compressed twice"):
        open_container("f", gzip.compress(bz2.compress(TEXT)))
    with pytest.raises(InputError, match="the file is empty"):
        open_source(io.BytesIO(gzip.compress(b"\n")))


@each("begins", BEGINNINGS)
def test_no_text_begins_like_a_packed_file(begins):
    """UTF-8, UTF-16 and UTF-32 text holds no control characters, and none begins a bzip2 stream by chance."""
    try:
        text = begins.decode("utf-8")
    except UnicodeDecodeError:
        return
    assert not text.isprintable() or len(text) >= 10


@each("text", ["PAR1,tps\n", "BZh9,tps\n", "PK,tps\n"])
def test_headings_that_look_like_magic_are_headings(text):
    assert open_source(io.StringIO(text)).text == text


def test_a_sheet_is_split_from_its_file(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("a.xlsx", "b#1.xlsx"):
        (tmp_path / name).write_bytes(b"x")
    assert split_sheet("a.xlsx") == ("a.xlsx", None)
    assert split_sheet("a.xlsx#Runs #2") == ("a.xlsx", "Runs #2")
    assert split_sheet("b#1.xlsx") == ("b#1.xlsx", None)
    assert split_sheet("b#1.xlsx#Runs") == ("b#1.xlsx", "Runs")
    assert split_sheet("c.xlsx#Runs") == ("c.xlsx#Runs", None)


@pytest.mark.parametrize("content", [TEXT, gzip.compress(TEXT)], ids=["plain", "packed"])
def test_a_table_that_a_text_has_not_is_refused(tmp_path, monkeypatch, content):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.csv").write_bytes(content)
    with pytest.raises(InputError) as raised:
        read("a.csv#Runs")
    assert str(raised.value) == (
        "a.csv#Runs: no table is called 'Runs'; there are a.csv#1 (line 1: 'alternative', 'tps'; "
        "2 rows); give the number of one, or words that stand above one alone"
    )
    assert read("a.csv#1").alternatives("default") == ("none", "lz4")


def test_a_path_that_no_file_can_have_names_no_sheet():
    path = "a" * 5000 + "#Runs"
    assert split_sheet(path) == (path, None)


def test_a_table_inside_a_compressed_file_is_read_as_that_table():
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("pyarrow")
    inner = io.BytesIO()
    pandas.DataFrame({"alternative": ["none", "lz4"], "tps": [269.48, 342.98]}).to_parquet(inner)
    found = open_container("a.parquet.gz", gzip.compress(inner.getvalue()))
    assert [list(column) for column in found.table.values()] == [["none", "lz4"], [269.48, 342.98]]
    assert found.notes[0] == open_container("a.csv.gz", gzip.compress(TEXT)).notes[0]
