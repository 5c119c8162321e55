"""Orders: of scores, and those that judgments and priorities contradict."""

from itertools import combinations, pairwise, permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import consistent_matrices, positive_numbers, reciprocal, saaty_matrices

from ahp import core
from ahp.core.synthesis import TIE

BANA = reciprocal([2, 3, 5, 9, 2, 4, 9, 2, 8, 7], 5)
"""Bana e Costa & Vansnick 2008, example 1."""


def intransitive(A, i, j, k):
    """By the definitions of Jensen & Hicks 1993, over every way to name the three."""

    def sign(a):
        return 0 if abs(np.log(a)) < 1e-9 else int(np.sign(np.log(a)))

    for x, y, z in permutations((i, j, k)):
        xy, yz, xz = sign(A[x, y]), sign(A[y, z]), sign(A[x, z])
        if xy >= 0 and yz >= 0:
            strict = xy > 0 or yz > 0
            if (strict and xz <= 0 and (xy > 0 and yz > 0)) or (xy == 0 and yz == 0 and xz != 0):
                return True
    return False


def triads_by_hand(A):
    return sum(intransitive(A, i, j, k) for i, j, k in combinations(range(len(A)), 3))


@given(saaty_matrices(max_size=7))
def test_circular_triads_are_those_of_an_enumeration(A):
    assert core.more.circular_triads(A) == triads_by_hand(A)


@given(st.integers(3, 7), st.integers(0, 2**21 - 1))
def test_without_ties_kendalls_formula_counts_them(n, code):
    size = n * (n - 1) // 2
    A = reciprocal([2.0 if code >> bit & 1 else 0.5 for bit in range(size)], n)
    scores = (A > 1).sum(axis=1)
    assert core.more.circular_triads(A) == n * (n - 1) * (2 * n - 1) / 12 - (scores**2).sum() / 2


def test_zeta_is_zero_for_the_most_circular_tournament_and_one_for_an_order():
    for n in [3, 4, 5, 6]:
        size = n * (n - 1) // 2
        codes = np.arange(2**size)
        A = np.ones((len(codes), n, n))
        rows, columns = np.triu_indices(n, 1)
        A[:, rows, columns] = np.where(codes[:, None] >> np.arange(size) & 1, 2.0, 0.5)
        A[:, columns, rows] = 1 / A[:, rows, columns]
        zeta = core.more.kendall_zeta(A)  # of every tournament of that size
        assert zeta.min() == 0.0
        assert zeta.max() == 1.0
        assert np.array_equal(zeta == 1.0, core.more.circular_triads(A) == 0)


def test_zeta_where_it_is_not_defined():
    assert core.more.kendall_zeta([[1]]) == 1.0
    assert core.more.kendall_zeta([[1, 2], [0.5, 1]]) == 1.0
    assert np.isnan(core.more.kendall_zeta(reciprocal([2, 1, 2], 3)))
    assert core.more.circular_triads(reciprocal([2, 1, 2], 3)) == 1


@given(consistent_matrices(decades=3), st.sampled_from(["eigenvector", "geometric-mean"]))
def test_consistent_judgments_keep_every_order(pair, method):
    A = pair[1]
    w = core.priorities(A, method=method)
    assert core.more.circular_triads(A) == 0
    assert core.more.rank_violations(A, w) == 0
    found = core.more.order_violations(A, w)
    assert (found.preference, found.intensity) == (0, 0)


@given(saaty_matrices(max_size=6), st.integers(0, 1000))
def test_violations_are_those_of_an_enumeration(A, seed):
    rng = np.random.default_rng(seed)
    w = rng.choice([1.0, 2.0, 3.0, 4.5], len(A))
    pairs = list(permutations(range(len(A)), 2))
    preferred = [(i, j) for i, j in pairs if A[i, j] > 1 + 1e-12]
    found = core.more.order_violations(A, w)
    assert found.preference == sum(not w[i] > w[j] for i, j in preferred)
    reversed_ = [
        (p, q)
        for p in preferred
        for q in preferred
        if A[p] > A[q] * (1 + 1e-12) and not w[p[0]] / w[p[1]] > w[q[0]] / w[q[1]] * (1 + 1e-12)
    ]
    assert found.intensity == len(reversed_)
    worst = core.more.worst_reversals(A, w, count=1000)
    assert {(r.stronger, r.weaker) for r in worst} == set(reversed_)
    excess = [r.weighed[1] / r.weighed[0] for r in worst]
    assert np.all(np.diff(excess) <= 1e-9)
    violations = sum(
        1.0 if w[i] > w[j] and A[i, j] < 1 - 1e-12 else 0.5 * ((w[i] == w[j]) != (abs(A[i, j] - 1) < 1e-12))
        for i, j in pairs
    )
    assert core.more.rank_violations(A, w) == violations


def test_the_example_of_bana_e_costa_and_vansnick():
    w = core.priorities(BANA)
    worst = core.more.worst_reversals(BANA, w)
    assert len(worst) == core.more.order_violations(BANA, w).intensity
    assert worst[0].stronger == (3, 4)
    assert worst[0].weaker == (0, 3)
    assert worst[0].judged == (7, 5)
    assert worst[0].weighed == pytest.approx((3.750, 4.231), abs=5e-4)


scores = st.lists(positive_numbers(6), max_size=12)
few_scores = st.lists(st.sampled_from([0.1, 0.2, 0.3, 0.7]), max_size=12)


@given(st.one_of(scores, few_scores))
def test_a_ranking_names_every_position_once_and_no_score_before_a_larger_one(values):
    assert sorted(core.ranking(values)) == list(range(len(values)))
    ranked = [values[i] for i in core.ranking(values)]
    for earlier, later in pairwise(ranked):
        assert earlier >= later * (1 - 2 * TIE * len(values))


@given(few_scores)
def test_equal_scores_keep_their_order_and_are_tied(values):
    assert core.ranking(values) == sorted(range(len(values)), key=lambda i: (-values[i], i))
    groups = {frozenset(j for j, x in enumerate(values) if x == value) for value in values}
    assert {frozenset(g) for g in core.more.tie_groups(values)} == {g for g in groups if len(g) > 1}


@given(st.one_of(scores, few_scores), st.integers(-30, 30))
def test_the_unit_of_the_scores_does_not_matter(values, power):
    scaled = [x * 2.0**power for x in values]
    assert core.ranking(scaled) == core.ranking(values)
    assert core.more.tie_groups(scaled) == core.more.tie_groups(values)


def test_a_tie_is_a_relative_difference_of_rounding():
    for gap, tied in [(1e-13, True), (1e-11, False), (1e-3, False)]:
        for scale in [1e-9, 1.0, 1e9]:
            values = [scale * (1 - gap), scale]
            assert core.more.tie_groups(values) == ([[0, 1]] if tied else [])
            assert core.ranking(values) == ([0, 1] if tied else [1, 0])


def test_rounding_does_not_decide_a_ranking():
    third = 1 / 3
    values = [third * (1 + 2e-16), third, third * (1 - 2e-16), 0.5]
    for order in ([0, 1, 2, 3], [2, 1, 0, 3], [1, 2, 0, 3]):
        assert core.ranking([values[i] for i in order]) == [3, 0, 1, 2]


def test_negative_and_zero_scores_have_an_order_too():
    assert core.ranking([-1.0, 0.0, -2.0, 0.0]) == [1, 3, 0, 2]
    assert core.more.tie_groups([-1.0, 0.0, -2.0, 0.0]) == [[1, 3]]
    assert core.more.tie_groups([-1.0, -1.0 - 1e-15]) == [[0, 1]]
