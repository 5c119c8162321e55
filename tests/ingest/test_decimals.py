"""Which decimal mark a column has, from what its cells prove."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from ingest.cases import each

from ahp.errors import InputError
from ahp.ingest.tables.cells import parse_number
from ahp.ingest.tables.numbers import column_decimal, mark_in, marks_of


def decimal(cells, elsewhere=(), delimiter=",", forced=None):
    """The decimal mark of a column, and what decided it."""
    return column_decimal(
        marks_of(cells), proven_elsewhere=set(elsewhere), delimiter=delimiter, forced=forced
    )


@each(
    ("cell", "mark"),
    [
        ("1.5", "."), ("1,5", ","), ("0.123", "."), ("0,123", ","), (",123", ","), ("1234.567", "."), ("1234,567", ","),
        ("1,234.5", "."), ("1.234,5", ","), ("1,234,567", "."), ("1.234.567", ","), ("1 234,567", ","),
        ("1'234.567", "."), ("1.50x", "."), ("-1,25 %", ","), ("1.2345", "."), ("1,2e3", ","),
    ],
)  # fmt: skip
def test_a_cell_proves_the_mark_of_its_column(cell, mark):
    assert decimal([cell, "1.234" if mark == "," else "1,234"], delimiter=";") == (
        mark,
        f"'{cell}' proves it",
    )


@each(
    ("cells", "elsewhere", "delimiter", "mark", "why"),
    [
        (["5", "6"], "", ",", ".", ""),
        (["5"], ",", ";", ".", ""),
        (["1.5"], "", ",", ".", ""),
        (["1,5"], "", ",", ",", ""),
        (["1,5"], ".", ",", ",", ""),  # the column itself decides before the other columns do
        (["1.5", "1.234"], "", ",", ".", ""),
        (["1.5", "1,234"], "", ",", ".", "'1.5' proves it"),
        (["1,5", "1,234"], "", ",", ",", "'1,5' proves it"),
        (["1,5", "1.234"], "", ";", ",", "'1,5' proves it"),
        (["1,234"], ".", ",", ".", "other columns prove it"),
        (["1.234"], ",", "\t", ",", "other columns prove it"),
        (["1,234"], ",", "\t", ",", "other columns prove it"),
        (["1.234"], ",", ";", ",", "other columns prove it"),  # German thousands
        (["1.234"], ".", ";", ".", "other columns prove it"),
        (["1,234"], "", ";", ",", "the cells are parted by semicolons"),
        (["1,234"], ".,", ";", ",", "the cells are parted by semicolons"),
        (["1.234"], "", ",", ".", ""),  # nothing speaks against a decimal
        (["1.234"], "", "", ".", ""),
    ],
)
def test_the_decimal_mark_of_a_column_and_what_decided_it(cells, elsewhere, delimiter, mark, why):
    assert decimal(cells, elsewhere, delimiter) == (mark, why)


@pytest.mark.parametrize("mark", [".", ","])
def test_what_the_caller_says_goes_before_everything(mark):
    assert decimal(["1.5", "1,5", "1,234"], forced=mark) == (mark, "as --decimal says")
    assert decimal(["5"], forced=mark) == (mark, "")  # where nothing had to be decided


def test_both_marks_as_decimals_in_one_column_are_refused_naming_both():
    said = "found '34,37425': '36.98' in the same column has another decimal mark; write"
    with pytest.raises(InputError, match=said):
        decimal(["7", "36.98", "34,37425"])


@each(("elsewhere", "delimiter"), [("", ","), ("", "\t"), ("", "|"), ("", ""), (".,", ",")])
def test_a_comma_that_nothing_explains_is_refused(elsewhere, delimiter):
    with pytest.raises(InputError, match=r"'1,234': this may be 1234 or 1\.234: its comma may group"):
        decimal(["7", "1,234"], elsewhere, delimiter)


@pytest.mark.parametrize("elsewhere", ["", ".,"])
def test_a_dot_between_semicolons_that_nothing_explains_is_refused(elsewhere):
    with pytest.raises(InputError, match=r"this may be 1234 or 1\.234: its dot may group") as raised:
        decimal(["980", "1.234"], elsewhere, ";")
    assert str(raised.value).endswith("say --decimal , (1234) or --decimal . (1.234)")


@each(
    ("cell", "readings"),
    [
        ("31,033", "31033 or 31.033"),
        (" 1,234 ms", "1234 ms or 1.234 ms"),
        ("-1,234", "-1234 or -1.234"),
        ("**1,234**", "**1234** or **1.234**"),
        ("1,234e3", "1234e3 or 1.234e3"),
        ("1,234 ± 0.5", "1234 ± 0.5 or 1.234 ± 0.5"),
        ("2,220 MB", "2220 MB or 2.220 MB"),
    ],
)
def test_the_refusal_writes_out_both_readings_and_each_is_what_its_option_gives(cell, readings):
    with pytest.raises(InputError) as raised:
        decimal([cell], "", ",")
    assert f"this may be {readings}: its comma" in str(raised.value)
    grouped, fraction = readings.split(" or ")
    for mark, reading in ((".", grouped), (",", fraction)):
        assert f"--decimal {mark} ({reading})" in str(raised.value)
        assert parse_number(cell, mark).value == parse_number(reading).value


decimals = st.decimals(min_value=-(10**12), max_value=10**12, places=4, allow_nan=False)


@given(decimals, st.integers(0, 4))
def test_evidence_never_contradicts_how_a_number_was_written(number, places):
    assume(number != 0)
    assert marks_of([f"{number:,.{places}f}"]).proven <= {"."}


@given(st.from_regex(r"[+-]?[0-9]{1,6}(\.[0-9]{1,5})?", fullmatch=True))
def test_the_short_way_through_plain_digits_is_the_long_one(cell):
    assert mark_in(cell) == mark_in(f" {cell}")
    assert parse_number(cell) == parse_number(f" {cell}")
