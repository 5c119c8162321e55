import pytest
from ingest.cases import each
from ingest.damage import (
    INPUTS,
    reading_of,
)

import ahp
from ahp.errors import InputError
from ahp.ingest.readers.base import Options
from ahp.ingest.readers.du import DuReader

READER = DuReader()
FOLDER = INPUTS / "du"
ONE = (FOLDER / "du_s_zstd.txt").read_bytes()
TREE = (FOLDER / "du_a.txt").read_bytes()
SUM = (FOLDER / "du_sc.txt").read_bytes()


def test_a_size_whose_unit_nobody_said_is_no_stored_size():
    reading = reading_of(READER, ONE)
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
        (ONE + b"\n\n10\tb\n", "damaged"),
    ],
)
def test_what_cannot_be_understood_is_refused(content, words):
    with pytest.raises(InputError, match=words) as caught:
        reading_of(READER, content)
    assert caught.value.line is not None


def test_letters_of_two_bases_are_no_number_of_blocks():
    with pytest.raises(InputError, match="a whole number of blocks"):
        reading_of(READER, FOLDER / "du_sh.txt", Options(columns={"stored_bytes": "1K-blocks"}))
    assert "powers of 1000" in reading_of(READER, FOLDER / "du_sh.txt").caveats[-1]
