"""Operations do what C's do; what pgbench refuses is refused. What it prints is in tests/endtoend."""

import datetime
import math
from decimal import Decimal
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ahp.harness import arithmetic
from ahp.harness.arithmetic import ArithmeticFault, divided, number, remainder, truth


@given(st.integers(-1000, 1000), st.integers(-50, 50).filter(bool))
def test_division_is_that_of_c(left, right):
    assert divided(left, right) == math.trunc(left / right)
    assert divided(left, right) * right + remainder(left, right) == left


@given(st.integers(-(2**63), 2**63 - 1), st.integers(-(2**63), 2**63 - 1))
def test_whole_numbers_are_exact_or_refused(left, right):
    for name, exact in (("plus", left + right), ("minus", left - right), ("times", left * right)):
        operation = getattr(arithmetic, name)
        if -(2**63) <= exact < 2**63:
            assert operation(left, right) == exact
        else:
            with pytest.raises(ArithmeticFault, match="out of the range of whole numbers of 64 bits"):
                operation(left, right)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (Decimal("1.10"), 1.1),
        (Decimal("5"), 5),
        ("17", 17),
        ("-1e3", -1000.0),
        (True, True),
        (2.5, 2.5),
        ("9223372036854775808", 2.0**63),
    ],
)
def test_what_a_database_gives_counts_as_a_number(value, expected):
    found = number(value, "x")
    assert (found, type(found)) == (expected, type(expected))


@pytest.mark.parametrize("value", [None, "", "x", " 7 ", "nan", "1_0", b"7", datetime.date(2026, 1, 1)])
def test_what_is_no_number_is_told(value):
    with pytest.raises(ArithmeticFault, match=r"the variable x is .*, which is no number"):
        number(value, "x")


@pytest.mark.parametrize("low_high", [(5, 1), (-(2**62), 2**62), (0, 1e30)])
@pytest.mark.parametrize(
    ("name", "more"),
    [("between", ()), ("random_exponential", (1,)), ("random_gaussian", (2,)), ("random_zipfian", (2,))],
)
def test_ranges_that_are_none_are_refused(name, more, low_high):
    with pytest.raises(ArithmeticFault, match="range"):
        getattr(arithmetic, name)(*low_high, *more, Random(1).random)


@pytest.mark.parametrize(
    ("name", "parameter"),
    [("exponential", 0), ("exponential", math.nan), ("gaussian", 1.9), ("zipfian", 1.0), ("zipfian", 1001)],
)
def test_parameters_that_no_distribution_has_are_refused(name, parameter):
    with pytest.raises(ArithmeticFault, match=f"the parameter of random_{name} must be"):
        getattr(arithmetic, f"random_{name}")(1, 5, parameter, Random(1).random)


def test_a_truth_value_is_no_number_and_no_number_one():
    assert truth(True)
    with pytest.raises(ArithmeticFault, match="1 where a truth value is needed"):
        truth(1)
    for name in ("plus", "minus", "times", "divided", "remainder", "either"):
        with pytest.raises(ArithmeticFault, match="a truth value where a number is needed"):
            getattr(arithmetic, name)(True, 1.5)
