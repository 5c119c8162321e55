from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest

from ahp.errors import JudgmentError
from ahp.model.entries import checked_labels, collected, named_values, number_of, with_labels


def test_what_a_judgment_may_be():
    for judgment, value in [
        (3, 3.0),
        ("1/3", 1 / 3),
        (" 1 / 3 ", 1 / 3),
        (Fraction(2, 7), 2 / 7),
        ("2.5", 2.5),
        ("very strong", 7.0),
    ]:
        assert number_of(judgment, ("x", "y")) == value


def test_what_it_may_not_be():
    for judgment in [
        0,
        -1,
        "0",
        "1/0",
        "nan",
        "inf",
        None,
        1j,
        True,
        "better",
        [],
        "",
        "1e-320",
        "1_0",
        "1/1_0",
        "٣_٣",
    ]:
        with pytest.raises(JudgmentError, match=r"^'x' over 'y' ") as caught:
            number_of(judgment, ("x", "y"))
        assert (caught.value.row, caught.value.column) == ("x", "y")


def test_what_nobody_judged_is_not_a_number():
    names, matrix = collected({("x", "y"): 2, ("z", "y"): "1/3"}, None)
    assert names == ("x", "y", "z")
    assert matrix[:, 1].tolist() == [2.0, 1.0, 1 / 3]
    assert np.argwhere(np.isnan(matrix)).tolist() == [[0, 2], [2, 0]]
    assert collected({("x", "y"): 2}, ["y", "x"])[1][0, 1] == 0.5


def test_a_value_that_is_no_number_is_told_by_its_item():
    for amount in [
        True,
        np.True_,
        "3",
        "1_0",
        None,
        1j,
        [1.0],
        10**400,
        Decimal("sNaN"),
        np.timedelta64(1, "s"),
    ]:
        with pytest.raises(JudgmentError, match=r"^the value of 'y' is .*; it is a finite number") as caught:
            named_values({"x": 1.5, "y": amount}, None)
        assert caught.value.row == "y"
        with pytest.raises(JudgmentError, match=r"^the value of 'y' is "):
            named_values([1.5, amount], ["x", "y"])


def test_values_are_numbers_of_any_kind_in_the_order_of_the_labels():
    kinds = {"a": Decimal("1.5"), "b": Fraction(1, 3), "c": np.float32(2), "d": np.int8(3), "e": 4}
    names, amounts = named_values(kinds, reversed(kinds))
    assert names == tuple("edcba")
    assert amounts == list(kinds.values())[::-1]


def test_an_error_of_the_arrays_is_told_with_labels():
    error = JudgmentError("a[0, 1] = 3.0 and a[1, 0] = 0.5 contradict", row=0, column=1, found=3.0)
    told = with_labels(error, ("x", "y"))
    assert str(told) == "'x' over 'y' = 3.0 and 'y' over 'x' = 0.5 contradict"
    assert (told.row, told.column, told.found) == ("x", "y", 3.0)


def test_labels_are_counted_and_unique():
    assert checked_labels(None, 3) == ("1", "2", "3")
    with pytest.raises(JudgmentError, match="2 items need 2 labels; found 1"):
        checked_labels(["x"], 2)
    with pytest.raises(JudgmentError, match="found 'x' more than once"):
        checked_labels(["x", "x"])
