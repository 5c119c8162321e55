"""The δ-close rule on Lee's Table 4."""

import csv

import pytest

import ahp
from ahp.errors import StudyError

CLOSE = ["ORDER-LINE", "ORDER", "HISTORY"]


@pytest.fixture(scope="module")
def table(request):
    path = request.config.rootpath / "examples" / "innodb_tables.csv"
    with path.open(encoding="utf-8") as file:
        return list(csv.DictReader(line for line in file if not line.startswith("#")))


def printed(table):
    return {row["table"]: float(row["space_saving_printed"].rstrip("%")) / 100 for row in table}


def from_sizes(table):
    return {row["table"]: 1 - float(row["compressed_mb"]) / float(row["uncompressed_mb"]) for row in table}


@pytest.mark.parametrize("savings", [printed, from_sizes])
def test_lees_choice_at_pages_of_8_kb(table, savings):
    assert ahp.select_tables(savings(table), 1 - 8 / 16) == CLOSE


@pytest.mark.parametrize("savings", [printed, from_sizes])
def test_nothing_compresses_to_pages_of_4_kb(table, savings):
    assert ahp.select_tables(savings(table), 0.75) == []


def test_the_printed_savings_are_those_of_the_sizes_rounded(table):
    assert {name: round(saving, 2) for name, saving in from_sizes(table).items()} == printed(table)


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


def test_an_end_that_arithmetic_misses_by_a_rounding_still_belongs():
    assert 1 - 0.9 < 0.1  # in binary, and 0.1 + 0.2 > 0.3
    assert ahp.select_tables({"T": 1 - 0.9}, 0.1, delta=0.0) == ["T"]
    assert ahp.select_tables({"T": 0.1 + 0.2}, 0.3, delta=0.0) == ["T"]


def test_delta_1_takes_whatever_does_not_exceed_the_promise():
    assert ahp.select_tables({"a": 0.0, "b": 0.2, "c": 0.6}, 0.5, delta=1) == ["a", "b"]


def test_numbers_out_of_range_are_refused():
    for savings, expected, delta, message in [
        ({"T": 0.5}, 0.5, 1.5, "delta is a number at least 0 and at most 1; found 1.5"),
        ({"T": 0.5}, 0.5, -0.1, "delta is a number at least 0 and at most 1; found -0.1"),
        ({"T": 0.5}, 0.5, float("nan"), "delta is a number at least 0 and at most 1; found nan"),
        ({"T": 0.5}, 0.0, 0.1, "the expected saving is a number greater than 0 and less than 1; found 0.0"),
        ({"T": 0.5}, 50, 0.1, "the expected saving is a number greater than 0 and less than 1; found 50"),
        ({"a": 0.4, "T": 50.0}, 0.5, 0.1, "the space saving of 'T' is a number less than 1; found 50.0"),
        ({"T": float("nan")}, 0.5, 0.1, "the space saving of 'T' is a number less than 1; found nan"),
        ({"T": "0.5"}, 0.5, 0.1, "the space saving of 'T' is a number less than 1; found '0.5'"),
        (
            {"T": 0.5},
            "half",
            0.1,
            "the expected saving is a number greater than 0 and less than 1; found 'half'",
        ),
        ({"T": 0.5}, 0.5, None, "delta is a number at least 0 and at most 1; found None"),
        ([0.5], 0.5, 0.1, "space savings are a table with one entry for each name; found [0.5]"),
    ]:
        with pytest.raises(StudyError) as raised:
            ahp.select_tables(savings, expected, delta=delta)
        assert str(raised.value) == message
