"""The δ-close rule on Lee's Table 4."""

import csv

import pytest

import ahp
from ahp.errors import StudyError


@pytest.fixture(scope="module")
def table(request):
    path = request.config.rootpath / "examples" / "innodb_tables.csv"
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def test_lees_choice_at_pages_of_8_and_of_4_kb(table):
    printed = {row["table"]: float(row["space_saving_printed"].rstrip("%")) / 100 for row in table}
    sizes = {row["table"]: 1 - float(row["compressed_mb"]) / float(row["uncompressed_mb"]) for row in table}
    assert {name: round(saving, 2) for name, saving in sizes.items()} == printed
    for savings in (printed, sizes):
        assert ahp.select_tables(savings, 1 - 8 / 16) == ["ORDER-LINE", "ORDER", "HISTORY"]
        assert ahp.select_tables(savings, 0.75) == []


def test_both_ends_belong_to_the_interval():
    for saving, chosen in [
        (0.45, True),
        (0.5, True),
        (0.449, False),
        (0.501, False),
        (0.0, False),
        (-1.0, False),
    ]:
        assert ahp.select_tables({"T": saving}, 0.5, delta=0.1) == (["T"] if chosen else [])
    assert 1 - 0.9 < 0.1  # in binary, and 0.1 + 0.2 > 0.3: an end that a rounding misses belongs all the same
    assert ahp.select_tables({"T": 1 - 0.9}, 0.1, delta=0.0) == ["T"]
    assert ahp.select_tables({"T": 0.1 + 0.2}, 0.3, delta=0.0) == ["T"]
    # with 1, whatever does not exceed the promise
    assert ahp.select_tables({"a": 0.0, "b": 0.2, "c": 0.6}, 0.5, delta=1) == ["a", "b"]


def test_numbers_out_of_range_are_refused():
    expected = "the expected saving is a number greater than 0 and less than 1"
    for savings, promised, delta, message in [
        ({"T": 0.5}, 0.5, 1.5, "delta is a number at least 0 and at most 1; found 1.5"),
        ({"T": 0.5}, 0.5, -0.1, "delta is a number at least 0 and at most 1; found -0.1"),
        ({"T": 0.5}, 0.5, float("nan"), "delta is a number at least 0 and at most 1; found nan"),
        ({"T": 0.5}, 0.5, None, "delta is a number at least 0 and at most 1; found None"),
        ({"T": 0.5}, 0.0, 0.1, f"{expected}; found 0.0"),
        ({"T": 0.5}, 50, 0.1, f"{expected}; found 50"),
        ({"T": 0.5}, "half", 0.1, f"{expected}; found 'half'"),
        ({"a": 0.4, "T": 50.0}, 0.5, 0.1, "the space saving of 'T' is a number less than 1; found 50.0"),
        ({"T": float("nan")}, 0.5, 0.1, "the space saving of 'T' is a number less than 1; found nan"),
        ({"T": "0.5"}, 0.5, 0.1, "the space saving of 'T' is a number less than 1; found '0.5'"),
        ([0.5], 0.5, 0.1, "space savings are a table with one entry for each name; found [0.5]"),
    ]:
        with pytest.raises(StudyError) as raised:
            ahp.select_tables(savings, promised, delta=delta)
        assert str(raised.value) == message
