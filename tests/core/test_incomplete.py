import numpy as np
import pytest
from core.incompletes import FOUR, NAN, connected, incompletes
from core.reference import lapack, relative_error
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import SAATY, reciprocal

from ahp.core import incomplete_priorities
from ahp.core.incomplete import harker_matrix
from ahp.core.matrices import as_connected, reached_by
from ahp.core.more import connected_groups, effective_resistances

METHODS = ("logarithmic-least-squares", "harker", "eigenvalue-optimal")
every_method = pytest.mark.parametrize("method", METHODS)


@given(incompletes(max_size=8), st.integers(0, 1000), st.sampled_from(METHODS))
def test_what_is_known_of_a_consistent_matrix_gives_back_its_weights(A, seed, method):
    w = np.random.default_rng(seed).lognormal(0, 1, len(A))
    A = np.where(np.isnan(A), NAN, w[:, None] / w[None, :])
    assert relative_error(incomplete_priorities(A, method=method), w / w.sum()) < 1e-9


@given(st.integers(2, 9), st.integers(0, 1000), st.sampled_from(METHODS))
def test_on_a_tree_every_method_multiplies_along_its_paths(n, seed, method):
    rng = np.random.default_rng(seed)
    A = np.full((n, n), NAN)
    np.fill_diagonal(A, 1)
    w = np.ones(n)
    for i in range(1, n):
        j = int(rng.integers(i))
        judgment = rng.choice(SAATY)
        A[i, j], A[j, i] = judgment, 1 / judgment
        w[i] = judgment * w[j]
    assert relative_error(incomplete_priorities(A, method=method), w / w.sum()) < 1e-9


@every_method
def test_one_item_two_items_and_three(method):
    assert incomplete_priorities([[1]], method=method).tolist() == [1.0]
    assert incomplete_priorities([[1, 4], [0.25, 1]], method=method) == pytest.approx([0.8, 0.2])
    three = [[1, 2, NAN], [0.5, 1, 2], [NAN, 0.5, 1]]  # Harker 1987
    assert incomplete_priorities(three, method=method) == pytest.approx([4 / 7, 2 / 7, 1 / 7], rel=1e-10)


@pytest.mark.slow
@pytest.mark.parametrize("method", METHODS[:2])
def test_a_thousand_items(method):
    rng = np.random.default_rng(1000)
    w = rng.lognormal(0, 1, 1000)
    A = np.full((1000, 1000), NAN)
    np.fill_diagonal(A, 1)
    for i in range(1, 1000):  # a tree, and as many judgments again
        for j in rng.integers(i, size=2):
            A[i, j], A[j, i] = w[i] / w[j], w[j] / w[i]
    assert relative_error(incomplete_priorities(A, method=method), w / w.sum()) < 1e-6


@given(incompletes(min_size=2))
def test_least_squares_is_what_a_general_solver_finds(A):
    n = len(A)
    i, j = np.nonzero(np.triu(~np.isnan(A), 1))
    rows = np.zeros((len(i), n))
    rows[np.arange(len(i)), i], rows[np.arange(len(i)), j] = 1, -1
    y = np.linalg.lstsq(rows, np.log(A[i, j]), rcond=None)[0]
    w = np.exp(y)
    assert relative_error(incomplete_priorities(A), w / w.sum()) < 1e-10


@given(incompletes(min_size=3))
def test_harkers_eigenvector_is_that_of_lapack(A):
    vector, value = lapack(harker_matrix(A))
    assert np.abs(incomplete_priorities(A, method="harker") - vector).max() < 1e-10
    # and a fixed point of filling in the ratios of the priorities
    w = incomplete_priorities(A, method="harker")
    filled = np.where(np.isnan(A), w[:, None] / w[None, :], A)
    assert relative_error(filled @ w, value * w) < 1e-9


def test_the_three_methods_differ_in_general():
    found = [incomplete_priorities(FOUR, method=method) for method in METHODS]
    assert found[0] == pytest.approx([0.3742, 0.3916, 0.0988, 0.1353], abs=6e-5)
    assert found[2] == pytest.approx([0.3738, 0.3920, 0.0985, 0.1357], abs=5e-5)
    assert np.abs(found[1] - found[2]).max() > 1e-4


@given(st.integers(1, 8), st.floats(0, 1), st.integers(0, 2**20))
def test_what_is_connected_is_what_a_walk_reaches(n, density, seed):
    rng = np.random.default_rng(seed)
    known = rng.random((n, n)) < density
    known = known | known.T | np.eye(n, dtype=bool)
    A = np.where(known, 1.0, NAN)
    groups = connected_groups(A)
    assert (len(groups) == 1) == connected(known)
    assert sorted(item for group in groups for item in group) == list(range(n))
    for group in groups:
        assert connected(known[np.ix_(group, group)])
        assert not known[np.ix_(group, [k for k in range(n) if k not in group])].any()


def test_a_long_chain_is_connected():
    n = 300
    known = np.abs(np.subtract.outer(np.arange(n), np.arange(n))) <= 1
    assert reached_by(known).all()
    known[150, 149] = known[149, 150] = False
    assert len(connected_groups(np.where(known, 1.0, NAN))) == 2


def test_a_complete_matrix_is_taken_as_it_is():
    A = reciprocal([2, 3, 4], 3)
    assert as_connected(A) is A


@given(incompletes(min_size=2, max_size=6))
@settings(max_examples=40)
def test_a_resistance_is_that_of_the_pseudo_inverse(A):
    known = ~np.isnan(A) & ~np.eye(len(A), dtype=bool)
    inverse = np.linalg.pinv(np.diag(known.sum(axis=1)) - known.astype(float))
    expected = np.add.outer(np.diag(inverse), np.diag(inverse)) - inverse - inverse.T
    assert effective_resistances(A) == pytest.approx(expected, abs=1e-9)


def test_it_is_the_variance_of_least_squares():
    rng = np.random.default_rng(0)
    known = [(0, 1), (1, 2), (2, 3), (0, 2)]
    A = np.full((20_000, 4, 4), NAN)
    A[:, range(4), range(4)] = 1
    for i, j in known:
        A[:, i, j] = np.exp(rng.normal(0, 0.1, len(A)))
        A[:, j, i] = 1 / A[:, i, j]
    y = np.log(incomplete_priorities(A))
    variance = np.var(y[:, 0] - y[:, 3]) / 0.1**2
    assert variance == pytest.approx(effective_resistances(A[0])[0, 3], rel=0.05)
