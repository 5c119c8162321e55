import numpy as np
import pytest
from core.reference import relative_error
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import consistent_matrices, lognormal_matrices, reciprocal, saaty_matrices

from ahp.core import is_efficient, priorities
from ahp.core.more import dominating, is_weakly_efficient

BOZOKI = reciprocal([1, 4, 9, 7, 5, 4], 4)
"""Bozóki 2014: a matrix whose eigenvector is not efficient."""


def fits(A, w):
    return np.abs(A - w[:, None] / w[None, :])


def improvement(A, w):
    """The largest sum of logarithmic improvements that leave no fit worse, by another programme."""
    from scipy.optimize import linprog

    n = len(A)
    z, b = np.log(w), np.log(A)
    surplus = z[:, None] - z[None, :] - b
    rows, right, gain = [], [], np.zeros(n)
    for i in range(n):
        for j in range(n):
            e = np.zeros(n)
            e[i], e[j] = 1, -1
            if surplus[i, j] >= -1e-9 and i != j:  # y_i - y_j may fall, down to b_ij
                rows += [e, -e]
                right += [z[i] - z[j], -min(b[i, j], z[i] - z[j])]
                gain += e
    found = linprog(gain, A_ub=np.array(rows), b_ub=right, bounds=[(0, 0)] + [(None, None)] * (n - 1))
    return float(gain @ z) - found.fun


@given(
    saaty_matrices(min_size=3, max_size=6),
    st.sampled_from(["eigenvector", "geometric-mean", "cosine-maximisation"]),
)
@settings(max_examples=60)
def test_the_graph_says_what_a_linear_programme_says(A, method):
    w = priorities(A, method=method)
    gain = improvement(A, w)
    if gain < 1e-6 and gain > 1e-8:
        return  # neither is sure
    assert bool(is_efficient(A, w)) == (gain < 1e-7)


@given(lognormal_matrices())
def test_the_geometric_mean_is_always_efficient(A):
    assert is_efficient(A, priorities(A, method="geometric-mean"))


@given(lognormal_matrices(sigma=1.0))
def test_the_eigenvector_is_always_weakly_efficient_and_for_three_items_efficient(A):
    w = priorities(A)
    assert is_weakly_efficient(A, w)
    if len(A) <= 3:
        assert is_efficient(A, w)


@given(st.integers(2, 6), st.integers(0, 10_000))
def test_what_is_not_weakly_efficient_can_be_bettered_everywhere(n, seed):
    from scipy.optimize import linprog

    rng = np.random.default_rng(seed)
    A = reciprocal(rng.lognormal(0, 1, n * (n - 1) // 2), n)
    w = rng.dirichlet(np.ones(n))
    z, b = np.log(w), np.log(A)
    rows, right = [], []
    for i in range(n):
        for j in range(n):
            if i != j and z[i] - z[j] > b[i, j]:
                e = np.zeros(n + 1)
                e[i], e[j], e[n] = 1, -1, 1  # y_i - y_j + s <= z_i - z_j, and not below b_ij
                rows += [e, np.r_[-e[:n], 0]]
                right += [z[i] - z[j], -b[i, j]]
    best = linprog(
        np.r_[np.zeros(n), -1], A_ub=np.array(rows), b_ub=right, bounds=[(None, None)] * n + [(0, 1)]
    )
    assert bool(is_weakly_efficient(A, w)) == (-best.fun < 1e-9)
    if is_efficient(A, w):
        assert is_weakly_efficient(A, w)


@given(st.integers(2, 7), st.integers(0, 10_000))
@settings(max_examples=40)
def test_what_dominates_is_efficient_and_nowhere_worse(n, seed):
    rng = np.random.default_rng(seed)
    A = reciprocal(rng.lognormal(0, 1, n * (n - 1) // 2), n)
    w = rng.dirichlet(np.ones(n))
    found = dominating(A, w)
    assert is_efficient(A, found)
    assert (fits(A, found) <= fits(A, w) * (1 + 1e-9) + 1e-9).all()
    if is_efficient(A, w):
        assert relative_error(found, w) < 1e-12
    else:
        assert (fits(A, found) < fits(A, w) - 1e-9).any()


def test_the_eigenvector_of_bozoki_and_what_dominates_it():
    w = priorities(BOZOKI)
    assert w == pytest.approx([0.404518, 0.436173, 0.110295, 0.049014], abs=5e-7)
    assert not is_efficient(BOZOKI, w)
    assert is_weakly_efficient(BOZOKI, w)
    better = dominating(BOZOKI, w)
    # raising the first weight to .436173 improves three judgments and worsens none
    assert relative_error(better / better[1] * w[1], [0.436173, 0.436173, 0.110295, 0.049014]) < 1e-5


@given(consistent_matrices(max_size=6, decades=3))
def test_consistent_judgments_have_one_efficient_vector(pair):
    w, A = pair
    assert is_efficient(A, w)
    if len(A) > 1:
        other = w.copy()
        other[0] *= 2
        assert not is_efficient(A, other)
        assert relative_error(dominating(A, other), w / w.sum()) < 1e-6
