import pytest
from ingest.cases import each
from ingest.damage import (
    INPUTS,
    located,
    numbers,
    reading_of,
)

from ahp.errors import InputError
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.lzbench import LzbenchReader

READER = LzbenchReader()
CSV = (INPUTS / "lzbench" / "includes_o4.csv").read_bytes()
PIPES = (INPUTS / "lzbench" / "includes_o1.txt").read_bytes()
TEXT = (INPUTS / "lzbench" / "includes_o2.txt").read_bytes()
RIGHT = (INPUTS / "lzbench" / "includes_o5.txt").read_bytes()


@each("content", [CSV, PIPES, TEXT, RIGHT])
def test_every_number_stands_on_its_line(content):
    lines = content.decode().splitlines()
    for row in reading_of(READER, content).rows:
        assert row.found in lines[row.line - 1]
        assert row.alternative in lines[row.line - 1]


def test_a_text_output_that_is_doubled_is_refused():
    for content in (TEXT, RIGHT):
        with pytest.raises(InputError):
            reading_of(READER, content + content)


def test_sizes_decide_and_the_ratio_is_checked_against_them():
    assert not any(row.measure == "compression_ratio" for row in reading_of(READER, CSV).rows)
    with pytest.raises(InputError, match=r"the sizes say 25\.29") as caught:
        reading_of(READER, CSV.replace(b"25.29", b"25.92"))
    assert (caught.value.line, caught.value.found) == (3, "25.92")


def test_a_ratio_without_sizes_keeps_its_last_digit():
    rows = {
        row.alternative: row for row in reading_of(READER, PIPES).rows if row.measure == "compression_ratio"
    }
    lz4 = rows["lz4 1.10.0"]
    assert lz4.value + lz4.resolution == pytest.approx(100 / 25.285, rel=1e-6)
    assert any("turned round" in caveat for caveat in reading_of(READER, PIPES).caveats)


def test_the_published_table_is_read_without_them():
    text = located("lzbench", "public/lzbench/lzbench19_sorted.md").read_text()
    kept = "\n".join(line for line in text.split("\n") if "ERROR" not in line)
    values = numbers(reading_of(READER, kept.encode()))
    assert values["", "lzlib 1.13 -9", "", "", "stored_bytes"] == (48296889, "B")
    assert values["", "zstd 1.5.5 -22", "", "", "compression_speed"] == (2.20, "MB/s")
    assert values["", "zstd 1.5.5 -22", "", "", "compression_ratio"][0] == pytest.approx(100 / 24.75)


def test_codecs_that_failed_are_left_out_by_name_where_the_caller_wishes_it():
    file = located("lzbench", "public/lzbench/lzbench19_sorted.md")
    left = reading_of(READER, file, Options(failed="drop"))
    failed = [line for line in file.read_text().split("\n") if line.startswith("|") and "ERROR" in line]
    assert len(left.left_out) == len(failed) > 0
    for told, line in zip(left.left_out, failed, strict=True):
        assert line.split("|")[1].strip() in told
    without = "\n".join(line for line in file.read_text().split("\n") if line not in failed)
    assert numbers(left) == numbers(reading_of(READER, without.encode()))


def test_a_file_name_may_hold_a_comma():
    values = numbers(reading_of(READER, CSV.replace(b"includes.tar.16m", b"a,b.tar")))
    assert values["a,b.tar", "memcpy", "", "", "stored_bytes"] == (16_000_000, "B")


@each("content", [CSV, PIPES, TEXT, RIGHT])
def test_blanks_behind_a_name_are_no_part_of_it(content):
    lines = content.split(b"\n")
    blanks = [
        line.replace(b"lz4 1.10.0,", b"lz4 1.10.0  ,") if b"lz4 1.10.0," in line else line for line in lines
    ]
    blanks = [line + b"  " if b"lz4 1.10.0" in line else line for line in blanks]
    assert blanks != lines
    assert numbers(reading_of(READER, b"\n".join(blanks))) == numbers(reading_of(READER, content))
