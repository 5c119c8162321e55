"""A small file that unpacks to more than a machine holds is refused before it does, with what to do instead."""

import bz2
import gzip
import io
import lzma
import random
import zipfile
from contextlib import nullcontext

import pytest
from fuzz.trying import MEMORY, limited

import ahp
from ahp.errors import InputError
from ahp.ingest.files import packed
from ahp.ingest.files.open import open_source
from ahp.ingest.files.packed import LARGEST

COMPRESS = {
    "gzip": lambda content: gzip.compress(content, 1),
    "bzip2": bz2.compress,
    "xz": lambda content: lzma.compress(content, preset=0),
}


def refused(content, problem, memory=MEMORY, seconds=5):
    with limited(seconds, memory) as begin, pytest.raises(InputError, match=problem), nullcontext(begin()):
        ahp.read(io.BytesIO(content))


@pytest.mark.slow
@pytest.mark.parametrize("name", COMPRESS)
def test_what_decompresses_to_too_much(name):
    bomb = COMPRESS[name](b"0" * LARGEST)
    assert len(bomb) < LARGEST / 100
    refused(bomb, f"more than [0-9]+ MB in its {name} compression; decompress it first", memory=1 << 28)


@pytest.mark.parametrize("name", COMPRESS)
def test_what_decompresses_to_too_much_although_it_is_not_small(name, monkeypatch):
    monkeypatch.setattr(packed, "LARGEST", 1 << 20)
    noise = random.Random(1).randbytes(1 << 19)
    bomb = COMPRESS[name](noise + b"0" * (1 << 19) + b"0")
    refused(bomb, f"more than 1 MB in its {name} compression; decompress it first")


@pytest.mark.slow
def test_a_table_of_which_most_repeats_may_pack_a_hundred_times():
    rows = "".join(f"a{i},{i % 10},100.0,200.0,300.0,100.0,200.0,300.0\n" for i in range(200_000))
    content = COMPRESS["xz"](("alternative,b,c,d,e,f,g,h\n" + rows).encode())
    assert len(rows) > 100 * len(content)
    assert open_source(io.BytesIO(content)).text.endswith(rows)


def test_many_streams_in_one_file():
    refused(bz2.compress(b"0" * (LARGEST // 4)) * 5, "more than 1 MB in its bzip2 compression")


def workbook(old=b"", new=b"", last="A1", part="sheet1.xml"):
    """A workbook, after something in a part of it was replaced."""
    openpyxl = pytest.importorskip("openpyxl")
    book, plain, changed = openpyxl.Workbook(), io.BytesIO(), io.BytesIO()
    for row in (["alternative", "tps"], ["none", 50], ["lz4", 60]):
        book.active.append(row)
    if last != "A1":
        book.active[last] = 1
    book.save(plain)
    with zipfile.ZipFile(plain) as given, zipfile.ZipFile(changed, "w", zipfile.ZIP_DEFLATED) as made:
        for name in given.namelist():
            content = given.read(name)
            made.writestr(name, content.replace(old, new) if old and name.endswith(part) else content)
    return changed.getvalue()


def merging(*areas, quote='"'):
    cells = "".join(f"<mergeCell ref={quote}{area}{quote}/>" for area in areas)
    return workbook(SHEET_END, SHEET_END + f"<mergeCells>{cells}</mergeCells>".encode())


SHEET_END = b"</sheetData>"
FAR = b'<row r="1000000"><c r="B1000000" t="inlineStr"><is><t>x</t></is></c></row>'


@pytest.mark.parametrize(
    "bomb",
    [
        lambda: workbook(SHEET_END, SHEET_END + b" " * (33 << 20)),
        lambda: workbook(last="XFD1048576"),
        lambda: workbook(SHEET_END, FAR + SHEET_END),
        lambda: workbook(SHEET_END, b"<row>" + b"<c/>" * 2_000_000 + b"</row>" + SHEET_END),
        lambda: merging("A1:XFD1048576"),
        lambda: merging("A1:XFD1048576", quote="'"),
        lambda: merging("$A:$XFD"),
        lambda: merging(*(f"A1:B{last}" for last in range(100_001, 100_300))),
        lambda: merging(*(f"A{first}:A{first + 1}" for first in range(10, 30_020, 2))),
    ],
    ids=["blanks", "corner", "far", "cells", "merged", "single", "columns", "overlapping", "many merged"],
)
def test_a_workbook_that_unpacks_to_too_much_or_reaches_too_far(bomb):
    content = bomb()
    assert len(content) < 100_000
    problem = "unpacks to more than 32 MB, reaches over 300,000 cells, or has over 10,000 merged ones"
    refused(content, problem)


def test_a_workbook_of_many_styles():
    style = b'<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>'
    content = workbook(b"<cellXfs", b"<cellXfs>" + style * 300_000 + b"</cellXfs><cellXfs", part="styles.xml")
    refused(content, "the styles of the workbook unpack to more than 4 MB")


def test_a_workbook_that_is_large_but_read():
    assert len(ahp.read(io.BytesIO(workbook())).rows) == 2
    rows = b"".join(b"<row><c><v>%d</v></c><c><v>1</v></c></row>" % number for number in range(20_000))
    assert len(ahp.read(io.BytesIO(workbook(SHEET_END, rows + SHEET_END))).rows) == 20_002


def test_a_parquet_file_in_which_one_value_stands_for_millions():
    np, pa = pytest.importorskip("numpy"), pytest.importorskip("pyarrow")
    from pyarrow import parquet

    names = pa.DictionaryArray.from_arrays(np.zeros(6_000_000, np.int8), ["none"])
    content = io.BytesIO()
    parquet.write_table(pa.table({"alternative": names}), content)
    assert len(content.getvalue()) < 100_000
    refused(content.getvalue(), "the Parquet file holds more than 5,000,000 cells")


HEADING = b"alternative,stored_bytes\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    "inside",
    [
        HEADING + b"a,1\n" * 31_000_000,
        b"," * 120_000_000,
        HEADING + b"\n" * 120_000_000,
        b"[" + b"[]," * 40_000_000 + b"[]]",
    ],
)
def test_compressed_tables_and_json_that_would_become_much_more(inside):
    refused(gzip.compress(inside, 1), "MB in its gzip compression; decompress it first", memory=1 << 28)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("content", "problem", "memory"),
    [
        (b"alternative" + b"," * 3_000_000, r"line 1: this line has more than 65,536 cells", 1 << 29),
        (b"\xef\xbb\xbf" + HEADING + b"a,1\n" + b"1," * 3_000_000, "line 3: this line has more than", 1 << 29),
        (HEADING + b"\n" * 20_000_000, r"line 200002: over 200,000 lines are empty or comments", 1 << 29),
        (HEADING + b"# c\n" * 2_000_000, r"line 200002: over 200,000 lines are empty or comments", 1 << 28),
        (b"[" + b"[]," * 4_000_000 + b"[]]", "this is JSON that no reader knows", 1 << 29),
    ],
)  # fmt: skip
def test_what_is_large_and_no_table_is_refused_where_that_shows(content, problem, memory):
    refused(content, problem, memory, seconds=20)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (HEADING + b"a,1\n" * 200_000, "line 3, column 'stored_bytes': .* is given again"),
        (b"alternative" + b"," * 65_535 + b"\na", "column 2 has no heading"),
        (HEADING + b"\n" * 200_000, "only a heading"),
    ],
)
def test_what_is_just_within_takes_less_than_1_gb(content, problem):
    refused(content, problem, seconds=60)


@pytest.mark.slow
def test_a_table_under_as_many_comments_as_may_be_is_read():
    rows = "".join(f"a{i},{i}\n" for i in range(20_000))
    assert len(ahp.read(io.StringIO("# c\n" * 199_999 + HEADING.decode() + rows)).rows) == 20_000
