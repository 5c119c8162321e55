from __future__ import annotations

import numpy as np
import pytest
from core.reference import lapack, relative_error
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import (
    consistent_matrices,
    lognormal_matrices,
    matrices,
    permutations,
    reciprocal,
    wide_matrices,
)

from ahp.core import RANDOM_INDICES, consistency_index, consistency_ratio, lambda_max, random_index
from ahp.errors import JudgmentError, StudyError

MEASURES = (lambda_max, consistency_index, consistency_ratio)
every_measure = pytest.mark.parametrize("measure", MEASURES)
TABLES = tuple(RANDOM_INDICES)


def random_batch(n, batch=(7,), sigma=1.0):
    rng = np.random.default_rng(n)
    size = n * (n - 1) // 2
    flat = [reciprocal(rng.lognormal(0, sigma, size), n) for _ in range(int(np.prod(batch)))]
    return np.array(flat).reshape(*batch, n, n)


# --- bounds -------------------------------------------------------------------------------------


@given(st.one_of(matrices(), wide_matrices()))
@settings(deadline=None)
def test_the_principal_eigenvalue_is_at_least_the_size(A):
    assert lambda_max(A) >= len(A)


@given(st.one_of(matrices(), wide_matrices()), st.sampled_from(TABLES))
@settings(deadline=None)
def test_the_consistency_ratio_is_never_negative(A, table):
    assert consistency_index(A) >= 0
    assert consistency_ratio(A, random_index=table) >= 0


@given(consistent_matrices())
@settings(deadline=None)
def test_consistent_judgments_have_ratio_zero(pair):
    A = pair[1]
    assert lambda_max(A) == pytest.approx(len(A), rel=1e-14)
    assert consistency_ratio(A) < 1e-13


@pytest.mark.parametrize("n", [1, 2, 3, 4, 9, 15, 16, 32, 33, 100, 333, 1000])
@pytest.mark.parametrize("decades", [0.5, 4.5, 9])
def test_consistent_judgments_of_any_size_have_ratio_zero(n, decades):
    weights = 10 ** np.random.default_rng(n).uniform(-decades, decades, n)
    weights[0], weights[-1] = 10.0**-decades, 10.0**decades
    ratio = consistency_ratio(weights[:, None] / weights[None, :])
    assert 0 <= ratio < 1e-13


@given(st.integers(3, 20), st.integers(0, 100), st.floats(1e-3, 0.03))
@settings(deadline=None)
def test_one_judgment_out_of_line_has_the_index_of_the_theory(n, seed, shift):
    # Aguarón & Moreno-Jiménez 2003: GCI = 2 t² / (n(n-1)), and GCI → 2n / (n-2) · CI as t → 0
    w = np.random.default_rng(seed).lognormal(0, 1, n)
    A = w[:, None] / w[None, :]
    A[0, 1] *= np.exp(shift)
    A[1, 0] = 1 / A[0, 1]
    expected = (n - 2) / (n**2 * (n - 1)) * shift**2
    assert float(consistency_index(A)) == pytest.approx(expected, rel=0.01)


# --- small sizes --------------------------------------------------------------------------------


@given(st.floats(1e-9, 1e9), st.sampled_from(TABLES))
@settings(deadline=None)
def test_two_items_are_always_consistent(a, table):
    A = [[1, a], [1 / a, 1]]
    assert lambda_max(A) == 2
    assert consistency_index(A) == 0
    assert consistency_ratio(A, random_index=table) == 0  # and not 0 / 0


@pytest.mark.parametrize("table", TABLES)
def test_one_item_is_always_consistent(table):
    assert lambda_max([[1]]) == 1
    assert consistency_index([[1]]) == 0
    assert consistency_ratio([[1]], random_index=table) == 0


@given(lognormal_matrices(min_size=3, max_size=3, sigma=3.0))
@settings(deadline=None)
def test_three_items_have_the_closed_form_of_their_triad(A):
    # Crawford & Williams 1985: λ = 1 + t^(1/3) + t^(-1/3) with t = a13 / (a12 a23)
    root = np.cbrt(A[0, 2] / (A[0, 1] * A[1, 2]))
    assert relative_error(lambda_max(A), 1 + root + 1 / root) < 1e-13
    assert relative_error(lambda_max(A), lapack(A)[1]) < 1e-12


# --- against LAPACK and the definitions ---------------------------------------------------------


@given(lognormal_matrices(min_size=3, max_size=12, sigma=2.0))
@settings(deadline=None)
def test_the_eigenvalue_is_that_of_lapack(A):
    assert relative_error(lambda_max(A), lapack(A)[1]) < 1e-12


@given(lognormal_matrices(min_size=3, max_size=20), st.just("alonso-lamata"))
@settings(deadline=None)
def test_index_and_ratio_follow_from_the_eigenvalue(A, table):
    n = len(A)
    index = (float(lambda_max(A)) - n) / (n - 1)
    assert float(consistency_index(A)) == index
    assert float(consistency_ratio(A)) == index / random_index(n, table)


@pytest.mark.parametrize("table", TABLES)
@pytest.mark.parametrize("n", range(3, 16))
def test_the_ratio_uses_the_table_it_is_given(n, table):
    A = random_batch(n)
    ratio = consistency_ratio(A, random_index=table)
    expected = consistency_index(A) / RANDOM_INDICES[table].values[n - 3]
    assert np.array_equal(ratio, expected)


@given(st.data(), matrices(min_size=3))
@settings(deadline=None)
def test_the_order_of_the_items_does_not_matter(data, A):
    order = data.draw(permutations(len(A)))
    assert float(lambda_max(A[np.ix_(order, order)])) == pytest.approx(float(lambda_max(A)))
    assert abs(consistency_index(A[np.ix_(order, order)]) - consistency_index(A)) < 1e-12


@given(matrices(min_size=3))
@settings(deadline=None)
def test_turning_every_judgment_round_does_not_matter(A):
    assert abs(lambda_max(A.T) - lambda_max(A)) < 1e-12 * lambda_max(A)


@given(st.data(), matrices(min_size=3))
@settings(deadline=None)
def test_measuring_an_item_in_another_unit_does_not_matter(data, A):
    # D⁻¹AD has the same eigenvalues: what a weight is multiplied with says nothing on consistency
    factors = 2.0 ** data.draw(st.lists(st.integers(-20, 20), min_size=len(A), max_size=len(A)).map(np.array))
    scaled = A * factors[:, None] / factors[None, :]
    assert abs(lambda_max(scaled) - lambda_max(A)) < 1e-12 * lambda_max(A)


# --- batches ------------------------------------------------------------------------------------


@every_measure
@pytest.mark.parametrize("n", [1, 2, 3, 4, 9, 33])
@pytest.mark.parametrize("batch", [(1,), (6,), (2, 3), (1, 2, 1)])
def test_a_batch_gives_the_answers_of_its_matrices(measure, batch, n):
    A = random_batch(n, batch)
    found = measure(A)
    assert found.shape == batch
    for at in np.ndindex(batch):
        assert found[at] == pytest.approx(float(measure(A[at])), rel=1e-14, abs=1e-14)


@every_measure
@pytest.mark.parametrize("n", [1, 2, 3, 4, 40])
@pytest.mark.parametrize("batch", [(0,), (0, 2), (2, 0)])
def test_no_matrices_have_no_answers(measure, batch, n):
    assert measure(np.empty((*batch, n, n))).shape == batch


@every_measure
@pytest.mark.parametrize("n", [1, 2, 3, 4])
def test_a_single_matrix_has_a_single_answer(measure, n):
    assert np.shape(measure(np.ones((n, n)))) == ()


# --- what is refused ----------------------------------------------------------------------------


@every_measure
def test_the_gate_stands_before_every_measure(measure):
    # taken as it is, this matrix has an eigenvalue of 1.5 and a consistency index of -0.5
    with pytest.raises(JudgmentError, match=r"^a\[0, 1\] = 0.5 and a\[1, 0\] = 0.5 contradict"):
        measure([[1, 0.5], [0.5, 1]])


@pytest.mark.parametrize("n", [1, 2, 3, 20])
def test_an_unknown_table_is_answered_with_the_known_ones(n):
    with pytest.raises(StudyError) as caught:
        consistency_ratio(np.ones((n, n)), random_index="saaty")
    assert str(caught.value) == (
        "'saaty' is not a known random index table; use one of: " + ", ".join(RANDOM_INDICES)
    )


@pytest.mark.parametrize("table", ["saaty-1980", "saaty-2005"])
def test_a_table_that_ends_before_the_matrix_is_refused(table):
    assert consistency_ratio(np.ones((15, 15)), random_index=table) == pytest.approx(0, abs=1e-13)
    with pytest.raises(StudyError) as caught:
        consistency_ratio(np.ones((16, 16)), random_index=table)
    assert str(caught.value) == (
        f"the random index table '{table}' ends at n = 15, the matrix has n = 16; use 'alonso-lamata'"
    )
