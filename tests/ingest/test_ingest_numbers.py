"""Cells as numbers: digits, units, and what stands beside them."""

import csv
import decimal
import math
import re

import numpy as np
import pandas as pd  # noqa: TID253 - its objects for nothing are cells
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from ingest.cases import each
from ingest.table_strategies import ours_or_fine

from ahp.errors import InputError, UnitError
from ahp.ingest.tables.cells import agreed_unit, is_missing, parse_number, remarks_on
from ahp.ingest.tables.columns import Column
from ahp.ingest.tables.headings import parse_heading
from ahp.ingest.tables.numbers import number_in, numbers_of
from ahp.units import UNITS

NBSP, NARROW, THIN = "\u00a0", "\u202f", "\u2009"


def refusal(cell, decimal="."):
    with pytest.raises(InputError) as raised:
        parse_number(cell, decimal)
    return str(raised.value)


def test_cells_are_numbers_or_refused_as_the_table_says(root):
    """Digits, units, what multiplies or stands beside a number, and what is none."""
    wrong = []
    for row in csv.DictReader((root / "tests/ingest/numbers.csv").read_text(encoding="utf-8").splitlines()):
        cell = re.sub(r"\\u(....)", lambda code: chr(int(code[1], 16)), row["cell"]).replace("\\t", "\t")
        try:
            number = parse_number(cell, row["decimal"])
        except InputError as error:
            found = [*[""] * 5, str(error)]
        else:
            unit = number.unit.symbol if number.unit else ""
            printed = f"{number.value:.12g}", f"{number.resolution:.12g}"
            found = [*printed, unit, number.scale, remarks_on(cell), ""]
            assert number.value == float(row["value"])
        if found != list(row.values())[2:]:
            wrong.append((row, found))
    assert wrong == []


@each(
    ("cell", "message"),
    [
        ("9" * 400, "found '" + 59 * "9" + "…': the number is too large; a finite number is needed"),
        (True, "found True: a number is needed"),
        ([1], "found [1]: a number is needed"),
        (math.inf, "found inf: a finite number is needed"),
        (10**400, "found 1" + 58 * "0" + "…: the number is too large; a finite number is needed"),
    ],
)
def test_objects_that_are_no_number_are_told(cell, message):
    assert refusal(cell) == message


WORDS = ("NA", "n/a", "N.A.", "nan", "-nan", "NULL", "None", "-", "--", "—", "–", "missing", "+++++")
OBJECTS = (None, math.nan, np.float64("nan"), np.float32("nan"), pd.NA, pd.NaT)


@each("cell", ["", " ", NBSP, *WORDS, *OBJECTS])
def test_words_and_objects_for_nothing(cell):
    assert is_missing(cell)


@each("cell", ["0", "inf", "no", "error", 0, 0.0, False, "-1"])
def test_what_is_something(cell):
    assert not is_missing(cell)


@each("cell", [5, 5.0, np.float32(5), np.int64(5)])
def test_a_number_is_a_number_without_printed_digits(cell):
    found = parse_number(cell)
    assert (found.value, found.resolution, found.unit) == (5.0, 0.0, None)


@each("exponent", ["1" * 5000, "0" * 5000 + "1", "-" + "1" * 5000])
def test_an_exponent_of_thousands_of_digits_is_refused_not_computed(exponent):
    assert "a number is needed" in refusal("1e" + exponent)


def test_a_number_below_every_float_is_zero():
    assert parse_number("1e-400").value == 0.0


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
@example("1.5 ms", ".")
def test_any_cell_is_a_finite_number_or_an_input_error(cell, mark):
    found = ours_or_fine(lambda: parse_number(cell, mark))
    if found is not None:
        assert math.isfinite(found.value)
        assert 0 <= found.resolution < math.inf


def test_a_clock_reads_alike_in_every_decimal_context():
    with decimal.localcontext(prec=2):
        assert parse_number("1:28.5").value == 88.5


@given(st.lists(st.sampled_from(["1", "2.5", "1.2k", "7 tps", "", "n/a", "~3", "+4", "1e3"]), min_size=1))
def test_a_column_is_its_cells_one_by_one(cells):
    heading, lines = parse_heading("tps"), range(2, len(cells) + 2)
    column = Column("tps", 1, cells, [*lines], ["tps"] * len(cells))
    assert numbers_of(column, heading, ".") == [number_in(cell, heading, ".") for cell in cells]
