"""Cells as numbers: decimal marks from evidence, units, printed digits."""

import math

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from ingest.table_strategies import ours_or_fine

from ahp.errors import InputError, UnitError
from ahp.ingest.numbers import (
    agreed_unit,
    column_decimal,
    decimal_mark,
    is_missing,
    parse_number,
    unproven_mark,
    weak_dot,
)
from ahp.units import UNITS

NBSP, NARROW, THIN, MINUS = "\u00a0", "\u202f", "\u2009", "\u2212"


def refusal(cell, decimal="."):
    with pytest.raises(InputError) as raised:
        parse_number(cell, decimal)
    return str(raised.value)


@pytest.mark.parametrize(
    ("cell", "value", "resolution"),
    [
        ("9", 9.0, 0.5),
        ("9.0", 9.0, 0.05),
        ("342.98", 342.98, 0.005),
        ("+5", 5.0, 0.5),
        ("-0.95", -0.95, 0.005),
        (f"{MINUS}0.95", -0.95, 0.005),
        (".5", 0.5, 0.05),
        ("12.", 12.0, 0.5),
        ("1e3", 1000.0, 500.0),
        ("1.5E-3", 0.0015, 0.00005),
        ("  7\t", 7.0, 0.5),
        ("**7.5**", 7.5, 0.05),
        ("`7.5`", 7.5, 0.05),
        ("~7.5", 7.5, 0.05),
        ("≈ 7.5", 7.5, 0.05),
        ("146.4 ± 11.5", 146.4, 0.05),  # the mean
        ("2,220,787,088", 2220787088.0, 0.5),
        ("2 220 787 088", 2220787088.0, 0.5),
        (f"2{NBSP}220{NBSP}787.5", 2220787.5, 0.05),
        (f"2{NARROW}220{NARROW}787", 2220787.0, 0.5),
        (f"2{THIN}220", 2220.0, 0.5),
        ("1'234'567.25", 1234567.25, 0.005),
        ("1’234", 1234.0, 0.5),
        ("1_234", 1234.0, 0.5),
        ("0,123", 123.0, 0.5),  # in a column whose decimals are dots
    ],
)
def test_numbers_as_people_write_them(cell, value, resolution):
    found = parse_number(cell)
    assert (found.value, found.unit) == (value, None)
    assert found.resolution == pytest.approx(resolution, rel=1e-15)


@pytest.mark.parametrize(
    ("cell", "value"),
    [
        ("342,98", 342.98),
        ("1.234,5", 1234.5),
        ("1.234", 1234.0),
        ("1 234,5", 1234.5),
        (f"1{NBSP}234,5", 1234.5),
        (f"1{NARROW}234,5", 1234.5),
        ("1'234,5", 1234.5),
        (",5", 0.5),
        ("2.220.787.088", 2220787088.0),
        ("1,5e3", 1500.0),
    ],
)
def test_numbers_with_a_decimal_comma(cell, value):
    assert parse_number(cell, ",").value == value


@pytest.mark.parametrize(
    ("cell", "value", "symbol"),
    [
        ("1.69x", 1.69, "x"),
        ("1.69 ×", 1.69, "x"),
        ("3.95:1", 3.95, "x"),
        ("2 fold", 2.0, "x"),
        ("40.83%", 40.83, "%"),
        ("-16.75 %", -16.75, "%"),
        ("12 ms", 12.0, "ms"),
        (f"12{NBSP}ms", 12.0, "ms"),
        ("12ms", 12.0, "ms"),
        ("1.5e3 µs", 1500.0, "us"),
        ("28us", 28.0, "us"),
        ("5 s", 5.0, "s"),
        ("102.28 tps", 102.28, "1/s"),
        ("12 1/s", 12.0, "1/s"),  # twelve, not twelve and one
        ("12 /s", 12.0, "1/s"),
        ("600 1/min", 600.0, "1/min"),
        ("1,024 MiB", 1024.0, "MiB"),
        ("5 %core", 5.0, "%core"),
    ],
)
def test_a_unit_may_stand_in_the_cell(cell, value, symbol):
    found = parse_number(cell)
    assert (found.value, found.unit.symbol) == (value, symbol)


@pytest.mark.parametrize("cell", [5, 5.0, np.float32(5), np.int64(5)])
def test_a_number_is_a_number_without_printed_digits(cell):
    found = parse_number(cell)
    assert (found.value, found.resolution, found.unit) == (5.0, 0.0, None)


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("fast", "found 'fast': a number is needed; correct the cell, or leave it empty"),
        ("ERROR", "found 'ERROR': a number is needed; correct the cell, or leave it empty"),
        ("+-5", "found '+-5': a number is needed; correct the cell, or leave it empty"),
        ("%", "found '%': a number is needed; correct the cell, or leave it empty"),
        ("٣", "found '٣': a number is needed; correct the cell, or leave it empty"),
        ("5 apples", "found '5 apples': a number is needed, 'apples' is not a unit; correct the cell"),
        ("5 m", "found '5 m': a number is needed, 'm' is not a unit; correct the cell"),
        ("1:28.72", "found '1:28.72': a number is needed, ':28.72' is not a unit; correct the cell"),
        ("5 6 7 ms", "found '5 6 7 ms': the digits of this number are not grouped by threes"),
        ("inf", "found 'inf': a finite number is needed"),
        ("-Infinity", "found '-Infinity': a finite number is needed"),
        ("∞", "found '∞': a finite number is needed"),
        ("1e400", "found '1e400': the number is too large; a finite number is needed"),
        ("9" * 400, "found '" + 59 * "9" + "…': the number is too large; a finite number is needed"),
        ("1,5", "found '1,5': the digits of this number are not grouped by threes"),
        ("12,34,567", "found '12,34,567': the digits of this number are not grouped by threes"),
        ("1234,567", "found '1234,567': the digits of this number are not grouped by threes"),
        ("1.2.3", "found '1.2.3': the marks in this number do not fit a decimal '.'"),
        ("1.234,5", "found '1.234,5': the marks in this number do not fit a decimal '.'"),
        (True, "found True: a number is needed"),
        ([1], "found [1]: a number is needed"),
        (math.inf, "found inf: a finite number is needed"),
        (10**400, "found 1" + 58 * "0" + "…: the number is too large; a finite number is needed"),
    ],
)
def test_what_is_no_number_is_told(cell, message):
    assert refusal(cell) == message


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("1.5", "found '1.5': the digits of this number are not grouped by threes"),
        ("1,234,567", "found '1,234,567': the marks in this number do not fit a decimal ','"),
        ("1,234.5", "found '1,234.5': the marks in this number do not fit a decimal ','"),
    ],
)
def test_what_is_no_number_with_a_decimal_comma(cell, message):
    assert refusal(cell, ",") == message


@pytest.mark.parametrize("exponent", ["1" * 5000, "0" * 5000 + "1", "-" + "1" * 5000])
def test_an_exponent_of_thousands_of_digits_is_refused_not_computed(exponent):
    assert "a number is needed" in refusal("1e" + exponent)


def test_a_number_below_every_float_is_zero():
    assert parse_number("1e-400").value == 0.0


@pytest.mark.parametrize(
    "cell",
    [
        "",
        " ",
        NBSP,
        "NA",
        "n/a",
        "N.A.",
        "nan",
        "-nan",
        "NULL",
        "None",
        "-",
        "--",
        "—",
        "–",
        "missing",
        "+++++",
    ],
)
def test_words_for_nothing(cell):
    assert is_missing(cell)


@pytest.mark.parametrize("cell", [None, math.nan, np.float64("nan"), np.float32("nan")])
def test_objects_for_nothing(cell):
    assert is_missing(cell)


def test_pandas_objects_for_nothing():
    import pandas as pd

    assert is_missing(pd.NA)
    assert is_missing(pd.NaT)


@pytest.mark.parametrize("cell", ["0", "inf", "no", "error", 0, 0.0, False, "-1"])
def test_what_is_something(cell):
    assert not is_missing(cell)


# --- which mark is the decimal ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cell", "proven"),
    [
        ("1.5", "."), ("1,5", ","), ("0.123", "."), ("0,123", ","), (",123", ","), ("1234.567", "."), ("1234,567", ","),
        ("1,234.5", "."), ("1.234,5", ","), ("1,234,567", "."), ("1.234.567", ","), ("1 234,567", ","),
        ("1'234.567", "."), ("1.50x", "."), ("-1,25 %", ","), ("1.2345", "."), ("1,2e3", ","),
    ],
)  # fmt: skip
def test_marks_that_a_cell_proves(cell, proven):
    assert decimal_mark([cell]) == {proven}


@pytest.mark.parametrize("cell", ["1,234", "12,345 ms", "999,999", "-1,234"])
def test_one_comma_and_three_digits_prove_nothing(cell):
    assert decimal_mark([cell]) == set()
    assert unproven_mark(["5", cell]) == cell


@pytest.mark.parametrize("cell", ["1.234", "12.345 %"])
def test_one_dot_and_three_digits_are_only_a_weak_decimal(cell):
    assert decimal_mark([cell]) == set()
    assert unproven_mark([cell]) is None
    assert weak_dot([cell])


@pytest.mark.parametrize("cell", ["5", "text", "", "1 234", "1'234", 5.5, None])
def test_what_says_nothing_about_marks(cell):
    assert decimal_mark([cell]) == set()
    assert unproven_mark([cell]) is None
    assert not weak_dot([cell])


def decimal(cells, elsewhere=(), delimiter=",", forced=None):
    return column_decimal(cells, proven_elsewhere=set(elsewhere), delimiter=delimiter, forced=forced)


@pytest.mark.parametrize(
    ("cells", "elsewhere", "delimiter", "mark"),
    [
        (["5", "6"], "", ",", "."),
        (["1.5", "1,234"], "", ",", "."),  # the column itself decides
        (["1,5", "1.234"], "", ";", ","),
        (["1,5"], ".", ",", ","),  # before the other columns do
        (["1,234"], ".", ",", "."),  # which decide before the delimiter
        (["1,234"], ".", ";", "."),
        (["1,234"], ",", "\t", ","),
        (["1,234"], "", ";", ","),
        (["1.234"], ",", ";", ","),  # German thousands
        (["1.234"], ".", ";", "."),
        (["1.234"], "", ",", "."),  # nothing speaks against a decimal
        (["1.234"], "", "", "."),
        (["1,234"], ".,", ";", ","),
        (["5"], ",", ";", "."),
    ],
)
def test_the_decimal_mark_of_a_column(cells, elsewhere, delimiter, mark):
    assert decimal(cells, elsewhere, delimiter) == mark


@pytest.mark.parametrize("mark", [".", ","])
def test_what_the_caller_says_goes_before_everything(mark):
    assert decimal(["1.5", "1,5", "1,234"], forced=mark) == mark


def test_both_marks_as_decimals_in_one_column_are_refused_naming_both():
    with pytest.raises(InputError) as raised:
        decimal(["7", "36.98", "34,37425"])
    assert str(raised.value) == (
        "found '34,37425': '36.98' in the same column has another decimal mark; write the same mark throughout"
    )


@pytest.mark.parametrize("elsewhere", ["", ".,"])
def test_a_dot_between_semicolons_that_nothing_explains_is_refused(elsewhere):
    with pytest.raises(InputError) as raised:
        decimal(["980", "1.234"], elsewhere, ";")
    assert str(raised.value) == (
        "found '1.234': this may be a decimal or a thousands dot, and nothing in the file tells; "
        "say --decimal , or --decimal ."
    )


@pytest.mark.parametrize(
    ("elsewhere", "delimiter"), [("", ","), ("", "\t"), ("", "|"), ("", ""), (".,", ",")]
)
def test_a_comma_that_nothing_explains_is_refused(elsewhere, delimiter):
    with pytest.raises(InputError) as raised:
        decimal(["7", "1,234"], elsewhere, delimiter)
    assert str(raised.value) == (
        "found '1,234': this may be a decimal or a thousands comma, and nothing in the file tells; "
        "say --decimal , or --decimal ."
    )


# --- units of heading and cell --------------------------------------------------------------------------------------


def test_one_unit_is_enough_and_two_must_agree():
    ms, s = UNITS["ms"], UNITS["s"]
    assert agreed_unit(ms, None, "the cell") == agreed_unit(None, ms, "the cell") == ms
    assert agreed_unit(ms, UNITS["msec"], "the cell") == ms
    assert agreed_unit(None, None, "the cell") is None
    with pytest.raises(UnitError) as raised:
        agreed_unit(ms, s, "the cell")
    assert str(raised.value) == "the heading says ms, the cell says s; correct one of them"


# --- properties -----------------------------------------------------------------------------------------------------

decimals = st.decimals(min_value=-(10**12), max_value=10**12, places=4, allow_nan=False)


@given(decimals, st.integers(0, 4), st.sampled_from(["", ",", " ", NBSP, NARROW, THIN, "'", "’", "_"]))
def test_any_number_grouped_in_any_way_is_read_as_it_was(number, places, grouping):
    text = f"{number:,.{places}f}".replace(",", grouping)
    assert parse_number(text).value == float(f"{number:.{places}f}")
    assert parse_number(text).resolution == pytest.approx(0.5 * 10**-places)


@given(decimals, st.integers(1, 4), st.sampled_from(["", ".", " ", NBSP, "'"]))
def test_any_number_with_a_decimal_comma_is_read_as_it_was(number, places, grouping):
    text = f"{number:,.{places}f}".translate(str.maketrans({",": grouping, ".": ","}))
    assert parse_number(text, ",").value == float(f"{number:.{places}f}")


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_what_python_prints_is_read_to_the_last_digit(number):
    assert parse_number(repr(number)).value == number


@given(decimals, st.integers(0, 4))
def test_evidence_never_contradicts_how_a_number_was_written(number, places):
    assume(number != 0)
    assert decimal_mark([f"{number:,.{places}f}"]) <= {"."}


@given(st.text(st.sampled_from("0123456789.,'_ +-eExX%ms~±:/"), max_size=12), st.sampled_from(".,"))
def test_any_cell_is_a_finite_number_or_an_input_error(cell, mark):
    found = ours_or_fine(lambda: parse_number(cell, mark))
    if found is not None:
        assert math.isfinite(found.value)
        assert 0 <= found.resolution < math.inf
