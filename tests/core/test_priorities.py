from __future__ import annotations

import numpy as np
import pytest
from core.reference import lapack, relative_error
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import (
    LARGEST,
    METHODS,
    consistent_matrices,
    lognormal_matrices,
    matrices,
    methods,
    permutations,
    reciprocal,
    weight_vectors,
)

from ahp.core import PRIORITY_METHODS, least_squares_solutions, priorities
from ahp.errors import JudgmentError, StudyError

every_method = pytest.mark.parametrize("method", METHODS)
MEANS = METHODS[:3]


def with_sizes(*sizes):
    """Every method with the sizes that it takes."""
    pairs = [(n, method) for method in METHODS for n in sizes if n <= LARGEST.get(method, n)]
    return pytest.mark.parametrize(("n", "method"), pairs)


def test_the_methods_are_those_the_tests_know():
    assert tuple(PRIORITY_METHODS) == METHODS


# --- what holds for every method ----------------------------------------------------------------


@given(matrices(), methods())
@settings(deadline=None)
def test_priorities_are_positive_and_sum_to_one(A, method):
    w = priorities(A, method=method)
    assert w.shape == (len(A),)
    assert (w > 0).all()
    assert abs(w.sum() - 1) < 1e-14


@given(consistent_matrices(), methods())
@settings(deadline=None)
def test_every_method_recovers_the_weights_of_a_consistent_matrix(pair, method):
    weights, A = pair
    assert relative_error(priorities(A, method=method), weights / weights.sum()) < 1e-12


@with_sizes(1, 2, 3, 4, 9, 15, 16, 30, 33, 50, 100, 333, 1000)
@pytest.mark.parametrize("decades", [0.5, 4.5, 9])
def test_a_consistent_matrix_of_any_size_gives_back_its_generator(n, decades, method):
    weights = 10 ** np.random.default_rng(n).uniform(-decades, decades, n)
    weights[0], weights[-1] = 10.0**-decades, 10.0**decades
    A = weights[:, None] / weights[None, :]
    assert relative_error(priorities(A, method=method), weights / weights.sum()) < 1e-12


@given(consistent_matrices(min_size=1, max_size=9))
@settings(deadline=None)
def test_all_methods_agree_on_consistent_matrices(pair):
    first, *others = (priorities(pair[1], method=method) for method in METHODS)
    for other in others:
        assert relative_error(other, first) < 1e-13


@given(st.data(), matrices(), methods())
@settings(deadline=None)
def test_renumbering_the_items_renumbers_the_priorities(data, A, method):
    order = data.draw(permutations(len(A)))
    if method == "least-squares":  # of several solutions the choice looks at the numbers
        assume(len(least_squares_solutions(A)) == 1)
    w = priorities(A, method=method)
    renumbered = priorities(A[np.ix_(order, order)], method=method)
    # Goal programming takes sums within 1e-11 of each other for equal, so that ties look at no rounding.
    assert relative_error(renumbered, w[order]) < (1e-10 if method == "goal-programming" else 1e-11)


@given(matrices(min_size=2), st.sampled_from(MEANS))
@settings(deadline=None)
def test_an_item_preferred_to_another_in_every_comparison_weighs_more(A, method):
    # make the first item twice as good as the second, everywhere
    A = A.copy()
    A[0], A[:, 0] = 2 * A[1], A[:, 1] / 2
    A[0, 0], A[0, 1], A[1, 0] = 1.0, 2.0, 0.5
    w = priorities(A, method=method)
    assert w[0] > w[1]
    assert w[0] / w[1] == pytest.approx(2.0, rel=1e-12)


@every_method
def test_one_item_has_all_the_weight(method):
    assert priorities([[1]], method=method).tolist() == [1.0]


@given(st.floats(1e-9, 1e9), methods())
@settings(deadline=None)
def test_two_items_share_in_the_ratio_of_their_judgment(a, method):
    w = priorities([[1, a], [1 / a, 1]], method=method)
    assert relative_error(w, [a / (1 + a), 1 / (1 + a)]) < 1e-14


@with_sizes(1, 2, 3, 4, 7, 33)
@pytest.mark.parametrize("batch", [(1,), (6,), (2, 3), (1, 2, 1)])
def test_a_batch_gives_the_answers_of_its_matrices(batch, n, method):
    rng = np.random.default_rng(n)
    A = np.array(
        [reciprocal(rng.lognormal(0, 1, n * (n - 1) // 2), n) for _ in range(np.prod(batch))]
    ).reshape(*batch, n, n)
    w = priorities(A, method=method)
    assert w.shape == (*batch, n)
    for at in np.ndindex(batch):
        assert relative_error(w[at], priorities(A[at], method=method)) < 1e-14


@with_sizes(1, 2, 3, 4, 30)
@pytest.mark.parametrize("batch", [(0,), (0, 2), (2, 0)])
def test_no_matrices_have_no_priorities(batch, n, method):
    assert priorities(np.empty((*batch, n, n)), method=method).shape == (*batch, n)


@every_method
def test_the_matrix_is_left_as_it_was(method):
    for n in (2, 3, 5, 12):
        A = reciprocal(np.random.default_rng(n).lognormal(0, 1, n * (n - 1) // 2), n)
        before = A.copy()
        A.setflags(write=False)
        priorities(A, method=method)
        assert np.array_equal(A, before)


@every_method
def test_the_order_in_memory_does_not_matter(method):
    A = reciprocal(np.random.default_rng(3).lognormal(0, 1, 15), 6)
    straight = priorities(A, method=method)
    assert relative_error(priorities(np.asfortranarray(A), method=method), straight) < 1e-14
    spread = np.zeros((12, 12))
    spread[::2, ::2] = A
    assert relative_error(priorities(spread[::2, ::2], method=method), straight) < 1e-14


# --- one method against another, or against its definition --------------------------------------


@given(lognormal_matrices(min_size=3, max_size=3, sigma=3.0))
@settings(deadline=None)
def test_for_three_items_the_eigenvector_is_the_geometric_mean(A):
    assert relative_error(priorities(A), priorities(A, method="geometric-mean")) < 1e-13


@given(lognormal_matrices(min_size=2, max_size=9, sigma=1.5))
@settings(deadline=None)
def test_the_eigenvector_is_that_of_lapack(A):
    assert relative_error(priorities(A), lapack(A)[0]) < 1e-11
    assert np.abs(priorities(A) - lapack(A)[0]).max() < 1e-12


@given(lognormal_matrices(sigma=3.0))
@settings(deadline=None)
def test_the_geometric_mean_is_the_root_of_the_product_of_each_row(A):
    means = np.prod(A, axis=1) ** (1 / len(A))
    w = priorities(A, method="geometric-mean")
    assert relative_error(w, means / means.sum()) < 1e-12


@given(lognormal_matrices(sigma=3.0))
@settings(deadline=None)
def test_turning_every_judgment_round_inverts_the_geometric_mean(A):
    inverse = 1 / priorities(A, method="geometric-mean")
    turned = priorities(A.T, method="geometric-mean")
    assert relative_error(turned, inverse / inverse.sum()) < 1e-13


@given(st.data(), lognormal_matrices(min_size=2))
@settings(deadline=None)
def test_the_geometric_mean_is_the_logarithmic_least_squares_solution(data, A):
    def error(w):
        return np.sum((np.log(A) - np.log(w[:, None] / w[None, :])) ** 2)

    w = priorities(A, method="geometric-mean")
    other = w * data.draw(weight_vectors(len(A), len(A), decades=0.5))
    assert error(w) <= error(other) * (1 + 1e-12) + 1e-20


@given(lognormal_matrices())
@settings(deadline=None)
def test_the_normalised_column_mean_is_what_its_name_says(A):
    means = [sum(A[i, j] / sum(A[:, j]) for j in range(len(A))) / len(A) for i in range(len(A))]
    assert relative_error(priorities(A, method="normalised-column-mean"), means) < 1e-13


def test_the_three_methods_differ_on_an_inconsistent_matrix():
    A = reciprocal([1 / 3, 5, 1, 5, 1, 1 / 5], 4)
    w = {method: priorities(A, method=method) for method in MEANS}
    for a in MEANS:
        for b in MEANS:
            assert (np.abs(w[a] - w[b]).max() > 1e-3) == (a != b)


def test_the_geometric_mean_does_not_overflow():
    # the product of the first row is 1e1800
    weights = np.array([1e150, *[1e-150] * 6])
    A = weights[:, None] / weights[None, :]
    w = priorities(A, method="geometric-mean")
    assert w[0] == 1.0
    assert relative_error(w[1:], 1e-300) < 1e-12


# --- what is refused ----------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["geo", "Eigenvector", "", None, ["eigenvector"], 3])
def test_an_unknown_method_is_answered_with_the_known_ones(method):
    with pytest.raises(StudyError) as caught:
        priorities([[1, 2], [0.5, 1]], method=method)
    assert str(caught.value).endswith("is not a known priority method; use one of: " + ", ".join(METHODS))


@every_method
def test_the_gate_stands_before_every_method(method):
    with pytest.raises(JudgmentError, match=r"^a\[0, 1\] = 3.0 and a\[1, 0\] = 0.5 contradict"):
        priorities([[1, 3], [0.5, 1]], method=method)


@pytest.mark.parametrize(("method", "largest"), LARGEST.items())
def test_a_costly_method_states_its_limit(method, largest):
    assert priorities(np.ones((largest, largest)), method=method).shape == (largest,)
    with pytest.raises(JudgmentError, match=f"takes at most {largest} items; found {largest + 1}; use '"):
        priorities(np.ones((largest + 1, largest + 1)), method=method)


# --- what comes in ------------------------------------------------------------------------------


@every_method
@pytest.mark.parametrize("kind", [np.float32, np.int64])
def test_other_numbers_than_doubles_are_taken(method, kind):
    A = np.ones((4, 3, 3), dtype=kind)
    A[0] = [[1, 2, 4], [0.5, 1, 2], [0.25, 0.5, 1]] if kind is np.float32 else 1
    w = priorities(A, method=method)
    assert w.dtype == np.float64
    assert relative_error(w, priorities(A.astype(float), method=method)) < 1e-15


@every_method
def test_a_transposed_view_and_a_reversed_one_are_taken(method):
    rng = np.random.default_rng(8)
    A = np.array([reciprocal(rng.lognormal(0, 0.3, 10), 5) for _ in range(4)])
    straight = priorities(A, method=method)
    assert relative_error(priorities(A[::-1], method=method), straight[::-1]) < 1e-13
    turned = np.ascontiguousarray(A.swapaxes(-1, -2)).swapaxes(-1, -2)
    assert relative_error(priorities(turned, method=method), straight) < 1e-13
