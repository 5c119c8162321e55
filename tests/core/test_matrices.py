from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import consistent_matrices, matrices, weight_vectors, wide_matrices

from ahp.core import as_pairwise, from_upper, from_values, nearest_reciprocal, principal
from ahp.core.more import geometric
from ahp.errors import JudgmentError

GOOD = [[1, 2, 6], [1 / 2, 1, 3], [1 / 6, 1 / 3, 1]]


def changed(i, j, value):
    """GOOD with one entry replaced."""
    A = np.array(GOOD, dtype=float)
    A[i, j] = value
    return A


@given(wide_matrices())
def test_a_reciprocal_matrix_passes_unchanged(A):
    assert np.array_equal(as_pairwise(A), A)


def test_a_float_array_is_not_copied():
    A = np.array(GOOD)
    assert as_pairwise(A) is A


def test_anything_numeric_becomes_float64():
    for values in [
        [[1, 1], [1, 1]],
        ((1.0, 4.0), (0.25, 1.0)),
        np.ones((3, 3), dtype=np.int8),
        np.array([[1, 4], [0.25, 1]], dtype=">f8"),
        np.array([[1, 4], [0.25, 1]], dtype=np.float32),
        [[Fraction(1), Fraction(1, 3)], [Fraction(3), Fraction(1)]],
        [[Decimal(1), Decimal(8)], [Decimal("0.125"), Decimal(1)]],
    ]:
        found = as_pairwise(values)
        assert found.dtype == np.float64
        assert np.array_equal(found, np.asarray(values).astype(float))


def test_rounding_of_binary_fractions_is_no_contradiction():
    a = np.array([[1, 3.0], [1 / 3.0, 1]])
    a[1, 0] = np.nextafter(a[1, 0], 1)
    assert as_pairwise(a) is a


@given(st.floats(1e-6, 3.0), st.floats(0.01, 0.99), st.booleans())
def test_the_tolerance_is_on_the_logarithm_of_the_product(tolerance, share, above):
    def off_by(defect):
        return [[1, 2 * np.exp(defect if above else -defect)], [0.5, 1]]

    as_pairwise(off_by(tolerance * share), tolerance=tolerance)
    with pytest.raises(JudgmentError, match="contradict each other"):
        as_pairwise(off_by(tolerance / share), tolerance=tolerance)


def test_no_tolerance_is_wide_enough_for_what_is_not_a_positive_number():
    for tolerance in [np.inf, 1e300, 800.0]:
        for entry in [np.inf, np.nan, 0.0, -1.0]:
            with pytest.raises(JudgmentError):
                as_pairwise([[1, entry], [1, 1]], tolerance=tolerance)
            with pytest.raises(JudgmentError):
                as_pairwise([[1, 1], [entry, 1]], tolerance=tolerance)


def test_the_first_of_several_bad_entries_is_named():
    A = changed(0, 1, -1.0)
    A[2, 0] = np.nan
    with pytest.raises(JudgmentError, match=r"^a\[0, 1\] "):
        as_pairwise(A)


@given(weight_vectors())
def test_from_values_gives_every_ratio(values):
    A = from_values(values)
    assert np.array_equal(A, [[x / y for y in values] for x in values])
    assert as_pairwise(A) is A


@given(matrices())
def test_the_upper_triangle_makes_the_matrix(A):
    n = len(A)
    built = from_upper(A[np.triu_indices(n, 1)], n)
    assert np.allclose(built, A, rtol=1e-15, atol=0)
    assert np.array_equal(built[np.triu_indices(n, 1)], A[np.triu_indices(n, 1)])


def test_what_a_masked_array_hides_is_missing():
    hidden = np.ma.array([[1.0, 3.0], [1 / 3, 1.0]], mask=[[0, 1], [1, 0]])
    for given_as in (hidden, list(hidden), [hidden, hidden], tuple(hidden)):
        with pytest.raises(JudgmentError, match="is missing"):
            as_pairwise(given_as)
    np.testing.assert_array_equal(as_pairwise(np.ma.array([[1, 4.0], [1 / 4, 1]])), [[1, 4], [0.25, 1]])


def test_the_upper_triangle_is_read_row_by_row():
    assert from_upper([2, 3, 4, 5, 6, 7], 4).round(3).tolist() == [
        [1, 2, 3, 4],
        [0.5, 1, 5, 6],
        [0.333, 0.2, 1, 7],
        [0.25, 0.167, 0.143, 1],
    ]


def test_one_item_needs_no_judgment():
    assert from_upper([], 1).tolist() == [[1.0]]


@given(matrices())
def test_a_reciprocal_matrix_is_its_own_nearest(A):
    assert np.allclose(nearest_reciprocal(A), A, rtol=1e-15, atol=0)


@given(consistent_matrices(min_size=2), st.floats(-0.5, 0.5))
def test_the_repair_splits_the_defect_evenly(pair, defect):
    _, A = pair
    broken = A.copy()
    broken[0, 1] *= np.exp(defect)
    repaired = as_pairwise(nearest_reciprocal(broken))
    assert np.isclose(repaired[0, 1], A[0, 1] * np.exp(defect / 2), rtol=1e-14, atol=0)


def test_no_reciprocal_matrix_is_nearer():
    broken = np.array([[1, 3, 0.9], [0.33, 1, 5], [1.2, 0.21, 1]])
    best = np.sum((np.log(nearest_reciprocal(broken)) - np.log(broken)) ** 2)
    rng = np.random.default_rng(7)
    for _ in range(50):
        step = np.triu(rng.normal(0, 0.05, (3, 3)), 1)
        other = np.log(nearest_reciprocal(broken)) + step - step.T
        assert np.sum((other - np.log(broken)) ** 2) > best


def test_the_repair_also_mends_a_diagonal():
    assert np.diag(nearest_reciprocal([[1.01, 2], [0.5, 0.98]])).tolist() == [1.0, 1.0]


RNG = np.random.default_rng(3)
BATCH = from_upper(RNG.lognormal(0, 1, (5, 10)), 5)


@given(
    st.integers(0, 4), st.integers(0, 4), st.integers(0, 4),
    st.sampled_from([np.nan, np.inf, -np.inf, 0.0, -1.0, 1e-320, 1e308]),
)  # fmt: skip
def test_one_wrong_entry_of_a_batch_is_named_wherever_it_stands(which, i, j, value):
    wrong = BATCH.copy()
    wrong[which, i, j] = value
    for check in (as_pairwise, geometric, principal):
        with pytest.raises(JudgmentError, match=rf"\[{which}, ") as caught:
            check(wrong)
        assert {caught.value.row, caught.value.column} == {i, j}


def test_an_entry_and_its_mirror_image_that_are_both_negative_are_wrong():
    wrong = BATCH.copy()
    wrong[0, 1, 2] *= -1
    wrong[0, 2, 1] *= -1
    for check in (geometric, principal, lambda values: as_pairwise(values, tolerance=np.inf)):
        with pytest.raises(JudgmentError):
            check(wrong)


@pytest.mark.parametrize("n", [3, 40])
def test_rounding_alone_is_let_pass_and_more_is_not(n):
    matrix = from_upper(RNG.lognormal(0, 1, (2, n * (n - 1) // 2)), n)
    matrix[:, 0, 1] *= 1 + 1e-6
    as_pairwise(matrix, tolerance=2e-6)
    with pytest.raises(JudgmentError, match="contradict"):
        as_pairwise(matrix, tolerance=5e-7)
