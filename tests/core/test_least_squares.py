import numpy as np
import pytest
from core.least_squares_by_search import OBJECTIVES, least
from core.reference import relative_error
from hypothesis import given, settings
from strategies import consistent_matrices, lognormal_matrices, reciprocal, saaty_matrices

from ahp.core import priorities
from ahp.core.more import least_squares_solutions

METHODS = ("weighted-least-squares", "chi-squares")


@pytest.mark.parametrize("method", METHODS)
@given(saaty_matrices(min_size=3, max_size=6))
@settings(max_examples=8)
def test_no_general_optimiser_does_better(method, A):
    ours = OBJECTIVES[method](A, np.log(priorities(A, method=method)))
    theirs = least(A, method, tries=3)
    assert ours <= theirs + 1e-9 * (abs(theirs) + 1e-6)


@given(lognormal_matrices(min_size=2, max_size=8, sigma=1.5))
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


def circle(n):
    """Each item far ahead of the next, the last of the first."""
    A = np.ones((n, n))
    for i in range(n):
        A[i, (i + 1) % n], A[(i + 1) % n, i] = 9.0, 1 / 9
    return A


CIRCLE = circle(3)


def cost(A, w):
    return OBJECTIVES["least-squares"](A, np.log(w))


@given(saaty_matrices(min_size=3, max_size=6))
@settings(max_examples=12)
def test_no_general_optimiser_finds_smaller_squares(A):
    ours = cost(A, priorities(A, method="least-squares"))
    assert ours <= least(A, "least-squares", tries=3) * (1 + 1e-9) + 1e-9


@pytest.mark.parametrize("n", [3, 5])
def test_judgments_in_a_circle_have_as_many_solutions_as_turns(n):
    # Jensen 1984, Bozóki 2003: by symmetry each solution comes in n rotations
    A = circle(n)
    found = least_squares_solutions(A)
    assert found.shape == (n, n)
    assert found[0].argmax() == 0
    costs = [cost(A, w) for w in found]
    assert relative_error(costs, costs[0]) < 1e-12
    assert relative_error(np.sort(found, axis=1), np.sort(found[0])) < 1e-6
    assert cost(A, np.full(n, 1 / n)) > costs[0]


def test_of_several_solutions_the_first_item_gets_the_most():
    w = priorities(CIRCLE, method="least-squares")
    assert w.argmax() == 0
    assert relative_error(w, least_squares_solutions(CIRCLE)[0]) < 1e-9


@given(consistent_matrices(max_size=6, decades=3))
def test_what_is_consistent_has_one_solution(pair):
    weights, A = pair
    found = least_squares_solutions(A)
    assert found.shape == (1, len(A))
    assert relative_error(found[0], weights / weights.sum()) < 1e-12


@pytest.mark.slow
def test_thirty_items_of_random_judgments():
    rng = np.random.default_rng(30)
    A = reciprocal(rng.lognormal(0, 0.5, 435), 30)
    w = priorities(A, method="least-squares")
    for other in ("geometric-mean", "eigenvector", "chi-squares", "weighted-least-squares"):
        assert cost(A, w) <= cost(A, priorities(A, method=other))


def test_of_two_solutions_equally_near_the_choice_does_not_depend_on_the_order_of_the_items():
    # a staircase of 1/9: reversing the items inverts every weight, so each minimum has a twin
    n = 5
    A = np.where(np.triu(np.ones((n, n)), 1) > 0, 1 / 9, 9.0)
    np.fill_diagonal(A, 1.0)
    whole = priorities(A, method="least-squares")
    assert len(least_squares_solutions(A)) == 2
    for order in ([2, 1, 0, 3, 4], [4, 3, 2, 1, 0], [1, 2, 3, 4, 0]):
        moved = priorities(A[np.ix_(order, order)], method="least-squares")
        assert moved == pytest.approx(whole[order], rel=1e-9)


@given(saaty_matrices(min_size=3, max_size=6))
@settings(max_examples=10)
def test_no_other_vector_has_a_larger_sum_of_cosines(A):
    # Kou & Lin 2014
    ours = OBJECTIVES["cosine-maximisation"](A, np.log(priorities(A, method="cosine-maximisation")))
    assert ours <= least(A, "cosine-maximisation", tries=3) + 1e-9
