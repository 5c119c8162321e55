from __future__ import annotations

import numpy as np
import pytest
from core.least_squares_by_search import OBJECTIVES, least
from core.reference import relative_error
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import lognormal_matrices, reciprocal, saaty_matrices

from ahp.core import priorities
from ahp.core.least_squares import solve_laplacian

METHODS = ("weighted-least-squares", "chi-squares")


@pytest.mark.parametrize("method", METHODS)
@given(saaty_matrices(min_size=3, max_size=6))
@settings(deadline=None, max_examples=8)
def test_no_general_optimiser_does_better(method, A):
    ours = OBJECTIVES[method](A, np.log(priorities(A, method=method)))
    theirs = least(A, method, tries=3)
    assert ours <= theirs + 1e-9 * (abs(theirs) + 1e-6)


@given(lognormal_matrices(min_size=2, max_size=8, sigma=1.5))
@settings(deadline=None)
def test_the_priorities_of_weighted_least_squares_solve_their_bordered_system(A):
    # Chu, Kalaba & Spingarn 1979: the Lagrange conditions, as one linear system
    n = len(A)
    Q = np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            q = np.zeros(n)
            q[j] += A[i, j]
            q[i] -= 1
            Q += np.outer(q, q)
    system = np.block([[Q, np.ones((n, 1))], [np.ones((1, n)), np.zeros((1, 1))]])
    w = np.linalg.solve(system, np.r_[np.zeros(n), 1.0])[:n]
    assert np.abs(priorities(A, method="weighted-least-squares") - w).max() < 1e-9


@given(lognormal_matrices(min_size=2, max_size=8, sigma=2.0))
@settings(deadline=None)
def test_the_priorities_of_chi_squares_satisfy_jensens_equations(A):
    w = priorities(A, method="chi-squares")
    q = w[:, None] / w[None, :]
    left = ((1 + A.T**2) * q).sum(axis=1)
    right = ((1 + A**2) * q.T).sum(axis=1)
    assert relative_error(left, right) < 1e-10


@pytest.mark.parametrize("n", [3, 30, 300])
def test_chi_squares_settles_on_judgments_over_many_decades(n):
    A = reciprocal(10 ** np.random.default_rng(n).uniform(-5, 5, n * (n - 1) // 2), n)
    w = priorities(A, method="chi-squares")
    q = w[:, None] / w[None, :]
    left = ((1 + A.T**2) * q).sum(axis=1)
    assert relative_error(left, ((1 + A**2) * q.T).sum(axis=1)) < 1e-6


@given(st.integers(2, 8), st.integers(0, 1000))
def test_a_laplacian_is_solved(n, seed):
    rng = np.random.default_rng(seed)
    weights = rng.uniform(0.1, 1, (3, n, n))
    weights += weights.swapaxes(-1, -2)
    x = rng.normal(size=(3, n))
    x -= x.mean(axis=-1, keepdims=True)
    right = (weights * (x[:, :, None] - x[:, None, :])).sum(axis=-1)
    np.testing.assert_allclose(solve_laplacian(weights, right), x, atol=1e-12)
