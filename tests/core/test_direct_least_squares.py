from __future__ import annotations

import numpy as np
import pytest
from core.least_squares_by_search import OBJECTIVES, least
from core.reference import relative_error
from hypothesis import given, settings
from strategies import consistent_matrices, reciprocal, saaty_matrices

from ahp.core import least_squares_solutions, priorities

CIRCLE = np.array([[1, 9, 1 / 9], [1 / 9, 1, 9], [9, 1 / 9, 1]])


def cost(A, w):
    return OBJECTIVES["least-squares"](A, np.log(w))


@given(saaty_matrices(min_size=3, max_size=6))
@settings(deadline=None, max_examples=12)
def test_no_general_optimiser_does_better(A):
    assert (
        cost(A, priorities(A, method="least-squares"))
        <= least(A, "least-squares", tries=3) * (1 + 1e-9) + 1e-9
    )


def test_judgments_in_a_circle_have_as_many_solutions_as_turns():
    # Jensen 1984, Bozóki 2003: by symmetry each solution comes in three rotations
    found = least_squares_solutions(CIRCLE)
    assert found.shape == (3, 3)
    costs = [cost(CIRCLE, w) for w in found]
    assert relative_error(costs, costs[0]) < 1e-12
    assert relative_error(np.sort(found, axis=1), np.sort(found[0])) < 1e-6
    assert cost(CIRCLE, np.full(3, 1 / 3)) > costs[0]


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


def test_a_batch_of_the_circle_and_its_turns():
    turned = [np.roll(CIRCLE, (k, k), axis=(0, 1)) for k in range(3)]
    assert (
        relative_error(priorities(turned, method="least-squares"), priorities(CIRCLE, method="least-squares"))
        < 1e-9
    )


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
