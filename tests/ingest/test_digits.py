"""Whole numbers between spaces, against Python's own reading of the same lines."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ahp.ingest.digits import Fields


def spelled(rows):
    return "".join(" ".join(row) + "\n" for row in rows).encode()


@st.composite
def tables(draw):
    columns = draw(st.integers(1, 8))
    most = [draw(st.integers(1, 16)) for _ in range(columns)]
    row = st.tuples(*(st.from_regex(rf"[0-9]{{1,{size}}}", fullmatch=True) for size in most))
    return draw(st.lists(row, min_size=1, max_size=40))


@given(tables())
def test_every_number_is_the_one_that_stands_there(rows):
    fields = Fields.of(spelled(rows), len(rows[0]))
    assert fields is not None
    assert (len(fields), fields.letters) == (len(rows), 0)
    for column in range(len(rows[0])):
        assert fields.numbers(column).tolist() == [int(row[column]) for row in rows]
        assert fields.widths(column).each.tolist() == [len(row[column]) + 1 for row in rows]


@pytest.mark.parametrize("digits", [9, 10, 13, 16])
def test_long_numbers_that_stay_for_many_lines(digits):
    choose = random.Random(digits)
    value, rows = 10 ** (digits - 1), []
    for line in range(3000):
        if choose.random() < 0.01:
            value += choose.choice([1, 10**8, 9 * 10 ** (digits - 2), -1])
        value = max(value, 10 ** (digits - 1)) % 10**digits
        rows.append([str(choose.randrange(10 ** choose.randrange(1, 6))), str(value), str(line)])
    assert Fields.of(spelled(rows), 3).numbers(1).tolist() == [int(row[1]) for row in rows]


def test_more_than_16_digits_are_refused():
    assert Fields.of(b"1234567890123456\n", 1).numbers(0).tolist() == [1234567890123456]
    with pytest.raises(ValueError, match="of too many"):
        Fields.of(b"1\n01234567890123456\n", 1).numbers(0)


def test_words_are_found_where_they_stand():
    fields = Fields.of(b"1 lost 2\n2 77 3\n3 most 4\n4 lost 5\n5 last 6\n", 3)
    assert fields.letters == 16
    assert fields.spelling(b"lost", 1).tolist() == [0, 3]
    assert fields.spelling(b"lost", 2).tolist() == []
    assert fields.numbers(2).tolist() == [2, 3, 4, 5, 6]
    assert fields.numbers(1)[1] == 77


@pytest.mark.parametrize(
    "block",
    [b"", b"\n", b"1 2", b"1 2\n3 4", b"1\n", b"1 2 3\n", b"1 2\n3\n", b"1  2\n", b" 1 2\n", b"1 2 \n", b"1 2\n\n",
     b"1 2\n3 4\r\n", b"1\t2\n", b"1\n2 3 4\n", b"1 2\n3\n4 5\n", b"1\n2\n"],
)  # fmt: skip
def test_what_is_not_two_fields_in_each_line(block):
    assert Fields.of(block, 2) is None


@pytest.mark.parametrize(("block", "column"), [(b"1 2\n 3\n", 0), (b"1 2\n3 \n", 1), (b" 2\n3 4\n", 0)])
def test_an_empty_field_is_no_number(block, column):
    fields = Fields.of(block, 2)
    with pytest.raises(ValueError, match="of no digits"):
        fields.numbers(column)
    assert fields.numbers(1 - column)[1] in (3, 4)


@given(st.lists(st.sampled_from([b"1", b"23", b"x", b" ", b"\n", b"\r", b"+", b"\xff", b"\0"]), max_size=30))
def test_any_bytes_are_fields_just_if_every_line_has_them(pieces):
    block = b"".join(pieces)
    lines = block.split(b"\n")
    sound = len(lines) > 1 and lines[-1] == b"" and not {13, 0} & set(block)
    sound = sound and all(line.count(b" ") == 1 for line in lines[:-1])
    fields = Fields.of(block, 2)
    assert (fields is not None) == sound
    if fields is not None:
        assert fields.letters == sum(not 48 <= byte <= 57 for byte in block) - 2 * len(fields)
        assert np.array_equal(fields.ends[:, 1], np.flatnonzero(np.frombuffer(block, np.uint8) == 10))
