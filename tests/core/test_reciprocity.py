"""The check of a batch as it is read: the judgments that it hands on, and what it refuses."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ahp.core import from_judgments
from ahp.core.reciprocity import judgments_above, looks_right, refuse_first
from ahp.errors import JudgmentError

RNG = np.random.default_rng(3)
BATCH = from_judgments(RNG.lognormal(0, 1, (5, 10)), 5)
ROWS, COLUMNS = np.triu_indices(5, 1)


def test_the_judgments_above_the_diagonal_are_handed_on():
    above, right = judgments_above(BATCH.reshape(5, 25), 5)
    assert right
    np.testing.assert_array_equal(above, BATCH[:, ROWS, COLUMNS])


@given(
    st.integers(0, 4), st.integers(0, 4), st.integers(0, 4),
    st.sampled_from([np.nan, np.inf, -np.inf, 0.0, -1.0, 1e-320, 1e308]),
)  # fmt: skip
def test_one_wrong_entry_is_seen_and_named_wherever_it_stands(which, i, j, value):
    wrong = BATCH.copy()
    wrong[which, i, j] = value
    assert not judgments_above(wrong.reshape(5, 25), 5)[1]
    assert not looks_right(wrong, 1e-9)
    assert not looks_right(wrong[which], 1e-9)
    with pytest.raises(JudgmentError) as caught:
        refuse_first(wrong, 1e-9)
    assert {caught.value.row, caught.value.column} == {i, j}
    assert f"[{which}, " in str(caught.value)


def test_an_entry_and_its_mirror_image_that_are_both_negative_are_wrong():
    wrong = BATCH.copy()
    wrong[0, 1, 2] *= -1
    wrong[0, 2, 1] *= -1
    assert not judgments_above(wrong.reshape(5, 25), 5)[1]
    assert not looks_right(wrong, np.inf)


@pytest.mark.parametrize("n", [3, 40])
def test_rounding_alone_is_let_pass_and_more_is_not(n):
    matrix = from_judgments(RNG.lognormal(0, 1, (2, n * (n - 1) // 2)), n)
    matrix[:, 0, 1] *= 1 + 1e-6
    assert looks_right(matrix, 2e-6)
    assert not looks_right(matrix, 5e-7)
    refuse_first(matrix, 2e-6)
