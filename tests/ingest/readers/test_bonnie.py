import pytest
from ingest.cases import each
from ingest.damage import (
    INPUTS,
    reading_of,
)

from ahp.errors import InputError
from ahp.ingest.readers.bonnie import BonnieReader

READER = BonnieReader()
TWICE = (INPUTS / "bonnie" / "bonnie_x2.csv").read_bytes()


def test_what_was_too_fast_is_missing_and_told():
    reading = reading_of(READER, TWICE)
    row = next(row for row in reading.rows if row.transaction == "rewrite" and row.measure == "bandwidth")
    assert (row.value, row.found) == (None, "+++++")
    assert any("half a second" in caveat for caveat in reading.caveats)


def test_names_are_alternatives_where_there_are_several():
    first, second = TWICE.decode().splitlines()[1:]
    both = f"{first}\n{second.replace(',lz4,', ',zstd,')}\n"
    rows = reading_of(READER, both.encode()).rows
    assert {(row.alternative, row.run) for row in rows} == {("lz4", None), ("zstd", None)}


@each(
    ("content", "words"),
    [
        (TWICE.replace(b"1.98,2.00a", b"2.98,2.00a"), "a line of format"),
        (TWICE.replace(b",1862,", b",many,"), "a number is needed"),
        (TWICE.replace(b",4091us", b",4091"), "a time such as"),
        (TWICE.replace(b",660us", b""), "a line of format"),
        (TWICE + TWICE, "stands in line 2 already"),
        (TWICE.split(b"\n")[0], "no CSV line"),
    ],
)
def test_what_cannot_be_understood_is_refused(content, words):
    with pytest.raises(InputError, match=words) as caught:
        reading_of(READER, content)
    assert caught.value.line is not None
