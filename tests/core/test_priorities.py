import numpy as np
import pytest
from core.reference import lapack, relative_error
from hypothesis import assume, given
from hypothesis import strategies as st
from strategies import (
    LARGEST,
    METHODS,
    SAATY,
    consistent_matrices,
    lognormal_matrices,
    matrices,
    methods,
    permutations,
    reciprocal,
    weight_vectors,
)

from ahp.core import priorities
from ahp.core.more import least_squares_solutions, tie_groups

every_method = pytest.mark.parametrize("method", METHODS)
MEANS = METHODS[:3]


@given(matrices(), methods())
def test_priorities_are_positive_and_sum_to_one(A, method):
    w = priorities(A, method=method)
    assert w.shape == (len(A),)
    assert (w > 0).all()
    assert abs(w.sum() - 1) < 1e-14


@given(consistent_matrices(), methods())
def test_every_method_recovers_the_weights_of_a_consistent_matrix(pair, method):
    weights, A = pair
    assert relative_error(priorities(A, method=method), weights / weights.sum()) < 1e-12


@every_method
def test_a_consistent_matrix_of_any_size_gives_back_its_generator(method):
    for n in (1, 2, 3, 4, 9, 16, 30, 33, 100):
        for decades in (0.5, 9) if n <= LARGEST.get(method, n) else ():
            weights = 10 ** np.random.default_rng(n).uniform(-decades, decades, n)
            weights[0], weights[-1] = 10.0**-decades, 10.0**decades
            A = weights[:, None] / weights[None, :]
            assert relative_error(priorities(A, method=method), weights / weights.sum()) < 1e-12


@given(st.data(), matrices(), methods())
def test_renumbering_the_items_renumbers_the_priorities(data, A, method):
    order = data.draw(permutations(len(A)))
    if method == "least-squares":  # of several solutions the choice looks at the numbers
        assume(len(least_squares_solutions(A)) == 1)
    w = priorities(A, method=method)
    renumbered = priorities(A[np.ix_(order, order)], method=method)
    # Goal programming takes sums within 1e-11 of each other for equal, so that ties look at no rounding.
    assert relative_error(renumbered, w[order]) < (1e-10 if method == "goal-programming" else 1e-11)


@given(matrices(min_size=2), st.sampled_from(MEANS))
def test_an_item_preferred_to_another_in_every_comparison_weighs_more(A, method):
    # make the first item twice as good as the second, everywhere
    A = A.copy()
    A[0], A[:, 0] = 2 * A[1], A[:, 1] / 2
    A[0, 0], A[0, 1], A[1, 0] = 1.0, 2.0, 0.5
    w = priorities(A, method=method)
    assert w[0] > w[1]
    assert w[0] / w[1] == pytest.approx(2.0, rel=1e-12)


@given(st.floats(1e-9, 1e9), methods())
def test_two_items_share_in_the_ratio_of_their_judgment(a, method):
    w = priorities([[1, a], [1 / a, 1]], method=method)
    assert relative_error(w, [a / (1 + a), 1 / (1 + a)]) < 1e-14


@given(lognormal_matrices(min_size=3, max_size=3, sigma=3.0))
def test_for_three_items_the_eigenvector_is_the_geometric_mean(A):
    assert relative_error(priorities(A), priorities(A, method="geometric-mean")) < 1e-13


@given(st.data(), lognormal_matrices(min_size=2))
def test_the_geometric_mean_is_the_logarithmic_least_squares_solution(data, A):
    def error(w):
        return np.sum((np.log(A) - np.log(w[:, None] / w[None, :])) ** 2)

    w = priorities(A, method="geometric-mean")
    other = w * data.draw(weight_vectors(len(A), len(A), decades=0.5))
    assert error(w) <= error(other) * (1 + 1e-12) + 1e-20


@given(lognormal_matrices())
def test_the_normalised_column_mean_is_what_its_name_says(A):
    means = [sum(A[i, j] / sum(A[:, j]) for j in range(len(A))) / len(A) for i in range(len(A))]
    assert relative_error(priorities(A, method="normalised-column-mean"), means) < 1e-13


def random_judgments(n, count=200):
    return np.array(
        [reciprocal(np.random.default_rng(seed).choice(SAATY, n * (n - 1) // 2), n) for seed in range(count)]
    )


def test_whatever_sign_lapack_chooses_priorities_are_positive():
    A = random_judgments(4)
    vectors = np.linalg.eig(A).eigenvectors.real[..., 0]
    assert (vectors.sum(axis=-1) < 0).any(), "LAPACK gives no negative eigenvector here"
    assert (priorities(A) > 0).all()


def test_rounding_makes_no_ties():
    A = random_judgments(12)
    tied = [k for k, w in enumerate(priorities(A)) if tie_groups(w)]
    assert tied == [k for k, w in enumerate(lapack(A)[0]) if np.diff(np.sort(w)).min() < 1e-12]


def test_the_geometric_mean_does_not_overflow():
    # the product of the first row is 1e1800
    weights = np.array([1e150, *[1e-150] * 6])
    A = weights[:, None] / weights[None, :]
    w = priorities(A, method="geometric-mean")
    assert w[0] == 1.0
    assert relative_error(w[1:], 1e-300) < 1e-12


@given(lognormal_matrices())
def test_singular_vectors_are_those_of_a_general_decomposition(A):
    left, _, right = np.linalg.svd(A)
    expected = np.abs(left[:, 0]) + 1 / np.abs(right[0])
    assert (
        relative_error(priorities(A, method="singular-value-decomposition"), expected / expected.sum()) < 1e-7
    )


def test_logarithmic_least_absolute_values_are_goal_programming():
    A = [[1, 3, 5], [1 / 3, 1, 3], [1 / 5, 1 / 3, 1]]
    assert priorities(A, method="llav").tolist() == priorities(A, method="goal-programming").tolist()
