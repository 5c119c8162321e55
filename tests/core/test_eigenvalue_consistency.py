import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import consistent_matrices, lognormal_matrices, matrices, reciprocal, wide_matrices

from ahp.core import RANDOM_INDICES, consistency_index, consistency_ratio, lambda_max, random_index

TABLES = tuple(RANDOM_INDICES)


def random_batch(n, batch=(7,), sigma=1.0):
    rng = np.random.default_rng(n)
    size = n * (n - 1) // 2
    flat = [reciprocal(rng.lognormal(0, sigma, size), n) for _ in range(int(np.prod(batch)))]
    return np.array(flat).reshape(*batch, n, n)


@given(st.one_of(matrices(), wide_matrices()))
def test_the_principal_eigenvalue_is_at_least_the_size(A):
    assert lambda_max(A) >= len(A)


@given(consistent_matrices())
def test_consistent_judgments_have_ratio_zero(pair):
    A = pair[1]
    assert lambda_max(A) == pytest.approx(len(A), rel=1e-14)
    assert consistency_ratio(A) < 1e-13


@given(st.integers(3, 20), st.integers(0, 100), st.floats(1e-3, 0.03))
def test_one_judgment_out_of_line_has_the_index_of_the_theory(n, seed, shift):
    # Aguarón & Moreno-Jiménez 2003: GCI = 2 t² / (n(n-1)), and GCI → 2n / (n-2) · CI as t → 0
    w = np.random.default_rng(seed).lognormal(0, 1, n)
    A = w[:, None] / w[None, :]
    A[0, 1] *= np.exp(shift)
    A[1, 0] = 1 / A[0, 1]
    expected = (n - 2) / (n**2 * (n - 1)) * shift**2
    assert float(consistency_index(A)) == pytest.approx(expected, rel=0.01)


@given(st.floats(1e-9, 1e9), st.sampled_from(TABLES))
def test_two_items_are_always_consistent(a, table):
    A = [[1, a], [1 / a, 1]]
    assert lambda_max(A) == 2
    assert consistency_index(A) == 0
    assert consistency_ratio(A, random_index=table) == 0  # and not 0 / 0


@given(lognormal_matrices(min_size=3, max_size=20), st.just("alonso-lamata"))
def test_index_and_ratio_follow_from_the_eigenvalue(A, table):
    n = len(A)
    index = (float(lambda_max(A)) - n) / (n - 1)
    assert float(consistency_index(A)) == index
    assert float(consistency_ratio(A)) == index / random_index(n, table)


def test_the_ratio_uses_the_table_it_is_given():
    for table in TABLES:
        for n in range(3, 16):
            A = random_batch(n)
            ratio = consistency_ratio(A, random_index=table)
            expected = consistency_index(A) / RANDOM_INDICES[table].values[n - 3]
            assert np.array_equal(ratio, expected)


@given(st.data(), matrices(min_size=3))
def test_measuring_an_item_in_another_unit_does_not_matter(data, A):
    # D⁻¹AD has the same eigenvalues: what a weight is multiplied with says nothing on consistency
    factors = 2.0 ** data.draw(st.lists(st.integers(-20, 20), min_size=len(A), max_size=len(A)).map(np.array))
    scaled = A * factors[:, None] / factors[None, :]
    assert abs(lambda_max(scaled) - lambda_max(A)) < 1e-12 * lambda_max(A)
