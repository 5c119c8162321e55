from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from strategies import positive_numbers

from ahp.core import ranking, tie_groups
from ahp.core.order import TIE

scores = st.lists(positive_numbers(6), max_size=12)
few_scores = st.lists(st.sampled_from([0.1, 0.2, 0.3, 0.7]), max_size=12)


@given(st.one_of(scores, few_scores))
def test_a_ranking_names_every_position_once(values):
    assert sorted(ranking(values)) == list(range(len(values)))


@given(st.one_of(scores, few_scores))
def test_no_score_comes_before_a_larger_one(values):
    ranked = [values[i] for i in ranking(values)]
    for earlier, later in pairwise(ranked):
        assert earlier >= later * (1 - 2 * TIE * len(values))


@given(few_scores)
def test_equal_scores_keep_their_order_and_are_tied(values):
    assert ranking(values) == sorted(range(len(values)), key=lambda i: (-values[i], i))
    groups = {frozenset(j for j, x in enumerate(values) if x == value) for value in values}
    assert {frozenset(g) for g in tie_groups(values)} == {g for g in groups if len(g) > 1}


@given(st.one_of(scores, few_scores), st.integers(-30, 30))
def test_the_unit_of_the_scores_does_not_matter(values, power):
    scaled = [x * 2.0**power for x in values]
    assert ranking(scaled) == ranking(values)
    assert tie_groups(scaled) == tie_groups(values)


def test_a_tie_is_a_relative_difference_of_rounding():
    for gap, tied in [(1e-13, True), (1e-11, False), (1e-3, False)]:
        for scale in [1e-9, 1.0, 1e9]:
            values = [scale * (1 - gap), scale]
            assert tie_groups(values) == ([[0, 1]] if tied else [])
            assert ranking(values) == ([0, 1] if tied else [1, 0])


def test_rounding_does_not_decide_a_ranking():
    third = 1 / 3
    values = [third * (1 + 2e-16), third, third * (1 - 2e-16), 0.5]
    for order in ([0, 1, 2, 3], [2, 1, 0, 3], [1, 2, 0, 3]):
        assert ranking([values[i] for i in order]) == [3, 0, 1, 2]


def test_negative_and_zero_scores_have_an_order_too():
    assert ranking([-1.0, 0.0, -2.0, 0.0]) == [1, 3, 0, 2]
    assert tie_groups([-1.0, 0.0, -2.0, 0.0]) == [[1, 3]]
    assert tie_groups([-1.0, -1.0 - 1e-15]) == [[0, 1]]
