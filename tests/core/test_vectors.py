"""Numbers that are no judgments, at the door."""

from __future__ import annotations

import numpy as np
import pytest

from ahp.core.vectors import LARGEST, check_alike, finite_array, priorities_of
from ahp.errors import JudgmentError


def test_right_numbers_are_not_copied():
    numbers = np.array([[1.0, 2.0], [0.0, -1.0]])
    assert finite_array(numbers, "values") is numbers
    assert finite_array(np.empty((0, 3)), "values").shape == (0, 3)


def test_the_first_wrong_number_is_named():
    for given, bounds, message in [
        ([1.0, np.nan], {}, r"values are finite numbers; found nan at \[1\]"),
        ([[1.0], [np.inf]], {}, r"found inf at \[1, 0\]"),
        (np.inf, {"axes": 0}, "values are finite numbers; found inf$"),
        ([1.0, 0.0], {"above": 0.0}, r"greater than 0; found 0 at \[1\]"),
        ([1.0, -1.0], {"least": 0.0}, r"at least 0; found -1 at \[1\]"),
        ([1.0, 2 * LARGEST], {}, r"of a size from 1e-150 to 1e\+150.*found 2e\+150 at \[1\]"),
        ([1.0, 0.5 / LARGEST], {"above": 0.0}, r"found 5e-151 at \[1\]"),
        ([], {}, r"values have at least 1 axis, none of them empty; found the shape \(0,\)"),
        ([1.0], {"axes": 2}, "values have at least 2 axes"),
        (["a"], {}, "real numbers in rows of equal length"),
    ]:
        with pytest.raises(JudgmentError, match=message):
            finite_array(given, "values", **bounds)


def test_lengths_that_differ_are_named():
    check_alike("both", np.ones((2, 1, 3)), np.ones((4, 3)))
    for other in (np.ones(2), np.ones(1), np.ones((3, 3))):
        with pytest.raises(JudgmentError, match=r"both are of the same items; found the shapes \(2, 3\) and"):
            check_alike("both", np.ones((2, 3)), other)


def test_priorities_fit_their_matrix():
    assert priorities_of(np.ones((2, 2)), [0.5, 0.5]).tolist() == [0.5, 0.5]
    with pytest.raises(JudgmentError, match=r"have priorities of shape \(2,\); found \(3,\)"):
        priorities_of(np.ones((2, 2)), [1, 1, 1])
