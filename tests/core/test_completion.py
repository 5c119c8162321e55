import numpy as np
import pytest
from core.incompletes import FOUR, NAN, incomplete, incompletes
from core.reference import lapack, relative_error
from hypothesis import given, settings
from hypothesis import strategies as st

from ahp.core import incomplete_priorities, lambda_max, optimal_completion


def least_eigenvalue(A, bound=None):
    """The optimum that a general optimiser finds in the logarithms of the missing judgments."""
    from scipy.optimize import minimize

    i, j = np.nonzero(np.triu(np.isnan(A), 1))

    def value(t):
        B = A.copy()
        B[i, j], B[j, i] = np.exp(t), np.exp(-t)
        return float(lapack(B)[1])

    if not len(i):
        return value(np.array([]))
    limits = None if bound is None else [(-np.log(bound), np.log(bound))] * len(i)
    return minimize(value, np.zeros(len(i)), method="L-BFGS-B", bounds=limits, tol=1e-14).fun


@given(incompletes(min_size=3, max_size=6))
@settings(max_examples=30)
def test_no_general_optimiser_finds_a_lower_eigenvalue(A):
    found = optimal_completion(A)
    assert found.lambda_max <= least_eigenvalue(A) * (1 + 1e-12)
    assert found.lambda_max == pytest.approx(float(lapack(found.matrix)[1]), rel=1e-12)


@given(incompletes(min_size=3, max_size=6), st.floats(1.0, 20.0))
@settings(max_examples=30)
def test_none_finds_a_lower_one_within_bounds(A, bound):
    found = optimal_completion(A, bound=bound)
    filled = found.matrix[np.isnan(A)]
    assert ((filled <= bound * (1 + 1e-12)) & (filled >= 1 / bound * (1 - 1e-12))).all()
    assert found.lambda_max <= least_eigenvalue(A, bound) * (1 + 1e-9)


@given(incompletes(min_size=3, max_size=9))
def test_at_the_optimum_left_and_right_eigenvectors_say_what_was_filled_in(A):
    # Bozóki, Fülöp & Rónyai 2010: dλ/dx_ij = v_i w_j - v_j w_i / x_ij² = 0
    found = optimal_completion(A)
    w, v = lapack(found.matrix)[0], lapack(found.matrix.T)[0]
    stationary = np.sqrt((w[:, None] * v[None, :]) / (w[None, :] * v[:, None]))
    missing = np.isnan(A)
    if missing.any():
        assert relative_error(found.matrix[missing], stationary[missing]) < 1e-7
    known = ~missing
    assert np.array_equal(found.matrix[known], A[known])
    assert relative_error(found.priorities, w) < 1e-10


def test_a_wide_bound_is_no_bound():
    rng = np.random.default_rng(2)
    A = np.array([incomplete(6, 5, rng) for _ in range(10)])
    free, bounded = optimal_completion(A), optimal_completion(A, bound=1e9)
    assert relative_error(bounded.lambda_max, free.lambda_max) < 1e-12
    assert relative_error(bounded.matrix, free.matrix) < 1e-5


def test_a_bound_that_binds_costs():
    assert optimal_completion(FOUR, bound=1.0).lambda_max > optimal_completion(FOUR).lambda_max + 1e-3


@pytest.mark.slow
@pytest.mark.parametrize("sigma", [0.01, 3.0])
def test_judgments_nearly_consistent_and_wildly_not(sigma):
    rng = np.random.default_rng(7)
    for _ in range(10):
        w = rng.lognormal(0, 2, 8)
        A = incomplete(8, 11, rng)
        noise = np.exp(rng.normal(0, sigma, (8, 8)))
        A = np.where(np.isnan(A), NAN, w[:, None] / w[None, :] * noise / noise.T)
        found = optimal_completion(A)
        assert found.lambda_max <= least_eigenvalue(A) * (1 + 1e-12)


def test_small_and_complete_matrices_are_themselves():
    for n in [1, 2, 3]:
        A = np.ones((2, n, n))
        found = optimal_completion(A)
        assert np.array_equal(found.matrix, A)
        assert found.lambda_max == pytest.approx([n, n])
        assert optimal_completion(np.empty((0, n, n)), bound=9.0).priorities.shape == (0, n)


@pytest.mark.slow
@pytest.mark.parametrize(("n", "missing"), [(100, 2000), (1000, 3000)])
def test_many_items(n, missing):
    rng = np.random.default_rng(100)
    A = incomplete(n, missing, rng, draw=lambda size: rng.lognormal(0, 0.3, size))
    found = optimal_completion(A)
    if n > 100:
        assert found.lambda_max < optimal_completion_start(A)
        return
    w, v = lapack(found.matrix)[0], lapack(found.matrix.T)[0]
    stationary = np.sqrt((w[:, None] * v[None, :]) / (w[None, :] * v[:, None]))
    assert relative_error(found.matrix[np.isnan(A)], stationary[np.isnan(A)]) < 1e-6


def optimal_completion_start(A):
    """λ_max with the least-squares ratios filled in."""
    w = incomplete_priorities(A)
    return float(lambda_max(np.where(np.isnan(A), w[:, None] / w[None, :], A)))
