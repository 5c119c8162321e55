"""The best completion of what is missing, and the consistency that is measured with it."""

import numpy as np
import pytest
from core.incompletes import FOUR, NAN, incomplete, incompletes
from core.reference import lapack, relative_error
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import matrices

from ahp import core


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
    found = core.optimal_completion(A)
    assert found.lambda_max <= least_eigenvalue(A) * (1 + 1e-12)
    assert found.lambda_max == pytest.approx(float(lapack(found.matrix)[1]), rel=1e-12)


@given(incompletes(min_size=3, max_size=6), st.floats(1.0, 20.0))
@settings(max_examples=30)
def test_none_finds_a_lower_one_within_bounds(A, bound):
    found = core.optimal_completion(A, bound=bound)
    filled = found.matrix[np.isnan(A)]
    assert ((filled <= bound * (1 + 1e-12)) & (filled >= 1 / bound * (1 - 1e-12))).all()
    assert found.lambda_max <= least_eigenvalue(A, bound) * (1 + 1e-9)


@given(incompletes(min_size=3, max_size=9))
def test_at_the_optimum_left_and_right_eigenvectors_say_what_was_filled_in(A):
    # Bozóki, Fülöp & Rónyai 2010: dλ/dx_ij = v_i w_j - v_j w_i / x_ij² = 0
    found = core.optimal_completion(A)
    w, v = lapack(found.matrix)[0], lapack(found.matrix.T)[0]
    stationary = np.sqrt((w[:, None] * v[None, :]) / (w[None, :] * v[:, None]))
    missing = np.isnan(A)
    if missing.any():
        assert relative_error(found.matrix[missing], stationary[missing]) < 1e-7
    known = ~missing
    assert np.array_equal(found.matrix[known], A[known])
    assert relative_error(found.priorities, w) < 1e-10


def test_a_bound_that_binds_costs():
    assert (
        core.optimal_completion(FOUR, bound=1.0).lambda_max > core.optimal_completion(FOUR).lambda_max + 1e-3
    )


@pytest.mark.slow
@pytest.mark.parametrize("sigma", [0.01, 3.0])
def test_judgments_nearly_consistent_and_wildly_not(sigma):
    rng = np.random.default_rng(7)
    for _ in range(10):
        w = rng.lognormal(0, 2, 8)
        A = incomplete(8, 11, rng)
        noise = np.exp(rng.normal(0, sigma, (8, 8)))
        A = np.where(np.isnan(A), NAN, w[:, None] / w[None, :] * noise / noise.T)
        found = core.optimal_completion(A)
        assert found.lambda_max <= least_eigenvalue(A) * (1 + 1e-12)


@pytest.mark.slow
@pytest.mark.parametrize(("n", "missing"), [(100, 2000), (1000, 3000)])
def test_many_items(n, missing):
    rng = np.random.default_rng(100)
    A = incomplete(n, missing, rng, draw=lambda size: rng.lognormal(0, 0.3, size))
    found = core.optimal_completion(A)
    if n > 100:
        assert found.lambda_max < optimal_completion_start(A)
        return
    w, v = lapack(found.matrix)[0], lapack(found.matrix.T)[0]
    stationary = np.sqrt((w[:, None] * v[None, :]) / (w[None, :] * v[:, None]))
    assert relative_error(found.matrix[np.isnan(A)], stationary[np.isnan(A)]) < 1e-6


def optimal_completion_start(A):
    """λ_max with the least-squares ratios filled in."""
    w = core.incomplete_priorities(A)
    return float(core.lambda_max(np.where(np.isnan(A), w[:, None] / w[None, :], A)))


TREE = [[1, 2, NAN], [0.5, 1, 2], [NAN, 0.5, 1]]


@given(matrices(max_size=7))
def test_with_nothing_missing_the_index_is_that_of_the_matrix(A):
    assert core.more.incomplete_consistency_index(A) == pytest.approx(core.consistency_index(A), abs=1e-13)


def test_the_index_is_that_of_the_completion():
    assert float(core.more.incomplete_consistency_index(FOUR)) == pytest.approx(
        float(core.consistency_index(core.optimal_completion(FOUR).matrix))
    )


def test_the_ratio_divides_by_the_random_index_of_as_many_missing():
    found = float(core.incomplete_consistency_ratio(FOUR))
    assert found == pytest.approx(float(core.more.incomplete_consistency_index(FOUR, bound=9.0)) / 0.583)
    # AHPy divides by the index of complete matrices, which makes it look better than it is
    assert found > 1.4 * float(core.more.incomplete_consistency_index(FOUR)) / 0.8286


def test_where_nothing_can_contradict_nothing_is_observed():
    assert np.isnan(core.more.incomplete_consistency_index(TREE))
    assert np.isnan(core.incomplete_consistency_ratio(TREE))
    assert core.incomplete_consistency_ratio([[1, 2], [0.5, 1]]) == 0
    three = [[1, 2, 5], [0.5, 1, 2], [0.2, 0.5, 1]]
    assert core.incomplete_consistency_ratio(three) == pytest.approx(core.consistency_ratio(three))


def test_a_batch_of_different_gaps():
    rng = np.random.default_rng(0)
    A = np.array([incomplete(5, m, rng) for m in range(7)])
    found = core.incomplete_consistency_ratio(A)
    alone = [float(core.incomplete_consistency_ratio(a)) for a in A[:-1]]
    assert found[:-1] == pytest.approx(alone, rel=1e-8)
    assert np.isnan(found[-1])  # six of ten missing: a tree
    assert core.incomplete_consistency_ratio(np.empty((0, 5, 5))).shape == (0,)


@pytest.mark.parametrize("name", core.more.INCOMPLETE_RANDOM_INDICES)
@pytest.mark.parametrize(("n", "missing"), [(4, 1), (4, 2), (4, 3), (5, 3), (6, 2), (7, 9)])
def test_the_tables_are_what_random_judgments_give(n, missing, name):
    # also the finding that the published values belong to completions within [1/9, 9]
    table = core.more.INCOMPLETE_RANDOM_INDICES[name]
    found = core.more.simulated_random_index(n, missing=missing, bound=table.bound, draws=600, rng=missing)
    assert abs(found.mean - table.values[n][missing]) < 4 * found.standard_error + 0.003


def test_the_tables_fall_to_the_trees():
    for name in core.more.INCOMPLETE_RANDOM_INDICES:
        for n in [4, 5, 6, 7, 8]:
            values = core.more.INCOMPLETE_RANDOM_INDICES[name].values[n]
            assert len(values) == (n - 1) * (n - 2) // 2 + 1
            assert (np.diff(values) < 0).all()
