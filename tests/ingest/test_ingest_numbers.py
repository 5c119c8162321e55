"""Cells as numbers: digits, units, and what stands beside them."""

import decimal
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from ingest.cases import each
from ingest.table_strategies import ours_or_fine

from ahp.errors import InputError, UnitError
from ahp.ingest.numbers import agreed_unit, is_missing, parse_number, remarks_on
from ahp.units import UNITS

NBSP, NARROW, THIN, MINUS = "\u00a0", "\u202f", "\u2009", "\u2212"


def refusal(cell, decimal="."):
    with pytest.raises(InputError) as raised:
        parse_number(cell, decimal)
    return str(raised.value)


@each(
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


@each(
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


@each(
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


@each(
    ("cell", "value", "resolution", "symbol"),
    [
        ("146.4 ± 11.5 ms", 146.4, 0.05, "ms"),  # the unit is that of both
        ("146.4 ms ± 11.5 ms", 146.4, 0.05, "ms"),
        ("146.4 +/- 11.5 ms", 146.4, 0.05, "ms"),
        ("146.4 ± 2%", 146.4, 0.05, None),  # a per cent is the spread's alone
        ("76.102 ±(99.9%) 0.5 ops/s", 76.102, 0.0005, "ops/s"),
        ("76.102 ± NaN", 76.102, 0.0005, None),
        ("4,979.9310 (290.46)", 4979.931, 0.00005, None),
        ("1.5 ms (2.00x)", 1.5, 0.05, "ms"),
        ("1:28.72", 88.72, 0.005, "s"),
        ("1:28,72", 88.72, 0.005, "s"),
        ("0:01:28", 88.0, 0.5, "s"),
        ("100:02:03.5", 360123.5, 0.05, "s"),
        ("102.28 G/s", 102.28e9, 0.005e9, "1/s"),
        ("154.76 M/s", 154.76e6, 0.005e6, "1/s"),
        ("12k ops/s", 12000.0, 500.0, "ops/s"),
    ],
)
def test_what_stands_beside_a_number(cell, value, resolution, symbol):
    found = parse_number(cell)
    assert (found.value, found.unit.symbol if found.unit else None, found.scale) == (value, symbol, "")
    assert found.resolution == pytest.approx(resolution, rel=1e-15)


@each(
    ("cell", "value", "resolution", "scale"),
    [
        ("1.2k", 1200.0, 50.0, "k"),
        ("12K", 12000.0, 500.0, "K"),
        ("1.1M", 1.1e6, 5e4, "M"),
        ("2 G", 2e9, 5e8, "G"),
        ("3T", 3e12, 5e11, "T"),
        ("2.5Ki", 2560.0, 51.2, "Ki"),
        ("1Mi", 1048576.0, 524288.0, "Mi"),
    ],
)
def test_a_letter_multiplies_and_is_told(cell, value, resolution, scale):
    found = parse_number(cell)
    assert (found.value, found.unit, found.scale) == (value, None, scale)
    assert found.resolution == pytest.approx(resolution, rel=1e-15)


@each(
    ("cell", "remark"),
    [
        ("~7.5", "the number is marked as approximate"),
        (f"**≈{NBSP}7.5**", "the number is marked as approximate"),
        ("146.4 ± 11.5", "the mean is read, and its spread passed over"),
        ("4,979.9310 (290.46)", "the number in parentheses is passed over"),
        ("1604 (+5.5%)", "the number in parentheses is passed over"),
        ("1604 ms (\u22125.5 %)", "the number in parentheses is passed over"),
        ("12 1/s", ""),
        ("12", ""),
        ("(12)", ""),
    ],
)
def test_what_is_passed_over_is_remarked(cell, remark):
    assert remarks_on(cell) == remark


@each("cell", [5, 5.0, np.float32(5), np.int64(5)])
def test_a_number_is_a_number_without_printed_digits(cell):
    found = parse_number(cell)
    assert (found.value, found.resolution, found.unit) == (5.0, 0.0, None)


@each(
    ("cell", "message"),
    [
        ("fast", "found 'fast': a number is needed; correct the cell, or leave it empty"),
        (
            "ERROR",
            "found 'ERROR': a number is needed, and this tells that something failed; repeat the run, or leave "
            "its row out",
        ),
        ("errorless", "found 'errorless': a number is needed; correct the cell, or leave it empty"),
        ("+-5", "found '+-5': a number is needed; correct the cell, or leave it empty"),
        ("%", "found '%': a number is needed; correct the cell, or leave it empty"),
        ("٣", "found '٣': a number is needed; correct the cell, or leave it empty"),
        ("5 apples", "found '5 apples': a number is needed, 'apples' is not a unit; correct the cell"),
        ("5 m", "found '5 m': a number is needed, 'm' is not a unit; correct the cell"),
        (
            "1:28",
            "found '1:28': this may be 1 min 28 s or 1 h 28 min; write 0:01:28 or 1:28:00",
        ),
        ("1:60.5", "found '1:60.5': a number is needed, ':60.5' is not a unit; correct the cell"),
        ("1:75:00", "found '1:75:00': an hour has 60 minutes; write it as h:mm:ss"),
        ("12 kB/s", "found '12 kB/s': a number is needed, 'kB/s' is not a unit; correct the cell"),
        (
            "5 (3 failed)",
            "found '5 (3 failed)': a number is needed, '(3 failed)' is not a unit; correct the cell",
        ),
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


@each(
    ("cell", "message"),
    [
        ("1.5", "found '1.5': the digits of this number are not grouped by threes"),
        ("1,234,567", "found '1,234,567': the marks in this number do not fit a decimal ','"),
        ("1,234.5", "found '1,234.5': the marks in this number do not fit a decimal ','"),
    ],
)
def test_what_is_no_number_with_a_decimal_comma(cell, message):
    assert refusal(cell, ",") == message


@each("exponent", ["1" * 5000, "0" * 5000 + "1", "-" + "1" * 5000])
def test_an_exponent_of_thousands_of_digits_is_refused_not_computed(exponent):
    assert "a number is needed" in refusal("1e" + exponent)


def test_a_number_below_every_float_is_zero():
    assert parse_number("1e-400").value == 0.0


@each(
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


@each("cell", [None, math.nan, np.float64("nan"), np.float32("nan")])
def test_objects_for_nothing(cell):
    assert is_missing(cell)


def test_pandas_objects_for_nothing():
    import pandas as pd

    assert is_missing(pd.NA)
    assert is_missing(pd.NaT)


@each("cell", ["0", "inf", "no", "error", 0, 0.0, False, "-1"])
def test_what_is_something(cell):
    assert not is_missing(cell)


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


@given(st.text(st.sampled_from("0123456789.,'_ +-eExX%ms~±:/()kMi"), max_size=12), st.sampled_from(".,"))
def test_any_cell_is_a_finite_number_or_an_input_error(cell, mark):
    found = ours_or_fine(lambda: parse_number(cell, mark))
    if found is not None:
        assert math.isfinite(found.value)
        assert 0 <= found.resolution < math.inf


def test_a_clock_reads_alike_in_every_decimal_context():
    with decimal.localcontext(prec=2):
        assert parse_number("1:28.5").value == 88.5
