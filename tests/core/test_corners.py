"""Ends of ranges that no ordinary problem comes to: each is one that a changed line once got away with."""

from __future__ import annotations

import numpy as np
import pytest

from ahp.core import (
    aggregate_judgments,
    aggregate_priorities,
    as_incomplete,
    circular_triads,
    consistency,
    dispersion_test,
    from_judgments,
    from_values,
    geometric_compatibility,
    merit_scores,
    order_violations,
    t_displacements,
    weight_intervals,
    winner_regions,
    worst_triads,
)
from ahp.core.incomplete_inspection import repair_incomplete
from ahp.core.interval_judgments import ratio_bounds
from ahp.errors import JudgmentError

A = np.array([[1, 2, 8], [1 / 2, 1, 3], [1 / 8, 1 / 3, 1]])
B = np.array([[1, 3, 1], [1 / 3, 1, 2], [1, 1 / 2, 1]])


def test_what_one_member_leaves_out_is_not_what_another_contradicts():
    gap = np.where(np.array([[0, 1, 0], [1, 0, 0], [0, 0, 0]]) > 0, np.nan, A)
    half = A.copy()
    half[2, 0] = np.nan
    with pytest.raises(JudgmentError) as caught:
        aggregate_judgments([gap, half])
    assert {caught.value.row, caught.value.column} == {0, 2}


def test_two_items_need_no_repair():
    found = repair_incomplete(np.array([[1, 2], [1 / 2, 1]]), 0.1, 0.0, None)
    assert found.ratio == 0
    assert found.change.tolist() == [[0, 0], [0, 0]]


def test_the_cosine_of_what_is_consistent_is_1_and_not_more():
    values = np.random.default_rng(0).lognormal(0, 1, (2000, 7))
    found = consistency(from_values(values), measure="cosine")
    assert found.max() == 1
    assert found.min() > 1 - 1e-12


def test_violations_are_counted_in_whole_numbers():
    found = order_violations(np.stack([A, B]), [[0.2, 0.5, 0.3]] * 2)
    assert found.preference.dtype.kind == found.intensity.dtype.kind == "i"


def test_one_side_in_single_precision_is_enough_for_its_rounding():
    near = np.float32(1) + np.float32(2e-7)
    M = np.array([[1, near, 3], [1 / near, 1, 2], [1 / 3, 1 / 2, 1]], dtype=np.float32)
    level = np.array([[1, 1, 3], [1, 1, 2], [1 / 3, 1 / 2, 1]])
    w = np.array([0.3, 0.5, 0.2])
    assert order_violations(M, w) == order_violations(level, w)
    low = np.array([[1, 2, 6], [1 / 2, 1, 3], [1 / 6, 1 / 3, 1]])
    found = ratio_bounds(low, (low * (1 - 1e-8)).astype(np.float32))
    np.testing.assert_allclose(found, ratio_bounds(low, low), rtol=1e-6)


def test_no_corner_of_a_region_stands_twice():
    regions = winner_regions(
        [[3.0, 1.0, 1.0], [1.0, 3.0, 1.0], [1.0, 1.0, 3.0], [5 / 3, 5 / 3, 5 / 3], [2.0, 2.0, 1.0]]
    )
    for region in regions:
        apart = np.abs(region[:, None] - region[None]).max(axis=-1) + np.eye(len(region))
        assert not len(region) or apart.min() > 1e-9


def test_draws_of_a_variance_near_0_are_kept_in_bounds():
    drawn = t_displacements(np.array([[-1.0], [1.0]]), 20_000, np.random.default_rng(1), runs=2, level=0.9)
    least = np.quantile(np.abs(drawn), 0.9)
    assert np.abs(drawn).max() < 1000 * least


def test_a_rival_that_is_level_at_the_ends_never_overtakes():
    ends, rivals = weight_intervals([0.5, 0.5], [[0.4, 0.4, 0.2], [0.4, 0.4, 0.2]], [1, 1, 1], first=0)
    assert ends.tolist() == [[0, 1], [0, 1]]
    assert rivals.tolist() == [[-1, -1], [-1, -1]]
    ends, rivals = weight_intervals([0.0, 1.0], [[0.4, 0.6], [0.5, 0.5]], [1, 1], first=0)
    assert ends.tolist() == [[0, 0], [1, 1]]
    assert rivals.tolist() == [[-1, 1], [1, -1]]


def test_costs_alone_divide_one():
    cost = [0.5, 0.3, 0.2]
    np.testing.assert_allclose(merit_scores(cost=cost, method="quotient"), 1 / np.array(cost), rtol=1e-12)


def test_judgments_beside_a_missing_one_may_be_rounded_as_far_as_is_allowed():
    rounded = [[1, 3, np.nan], [0.33, 1, 2], [np.nan, 0.5, 1]]
    with pytest.raises(JudgmentError, match="contradict"):
        as_incomplete(rounded)
    np.testing.assert_array_equal(as_incomplete(rounded, tolerance=0.02), rounded)
    single = as_incomplete(np.array([[1, 3, np.nan], [1 / 3, 1, 7], [np.nan, 1 / 7, 1]], dtype=np.float32))
    np.testing.assert_array_max_ulp(single * single.T, np.where(np.isnan(single), np.nan, 1.0), 2)


def test_three_triads_are_told_unless_more_are_asked_for():
    judged = from_judgments([2, 5, 1 / 3, 4, 7, 1 / 6, 3, 1 / 2, 8, 1 / 9], 5)
    assert len(worst_triads(judged)) == 3
    assert len(worst_triads(judged, count=4)) == 4


def test_no_triad_is_put_right_by_the_rounding_of_single_precision():
    near = np.float32(1) + np.float32(2e-7)
    rounded = np.array([[1, near, 2], [1 / near, 1, near], [1 / 2, 1 / near, 1]], dtype=np.float32)
    level = np.array([[1, 1, 2], [1, 1, 1], [1 / 2, 1, 1]])
    assert circular_triads(rounded) == circular_triads(level) == 1


def test_answers_are_compared_with_as_many_random_ones():
    two = np.where(np.array([[0, 1, 0], [1, 0, 0], [0, 0, 0]]) > 0, np.nan, A)
    found = dispersion_test([A, B, two], draws=400, rng=0)
    whole = dispersion_test([A, B], draws=400, rng=0)
    assert np.isnan(np.diag(found)).all()
    assert found[0, 1] == found[1, 0]
    assert abs(found[0, 1] - whole[0, 1]) < 0.1
    assert found[0, 2] != whole[0, 2]


def test_the_arithmetic_mean_of_priorities_counts_each_participant_as_much_as_it_weighs():
    people = np.array([[0.5, 0.3, 0.2], [0.1, 0.1, 0.8]])
    found = aggregate_priorities(10 * people, weights=[3, 1], mean="arithmetic")
    np.testing.assert_allclose(found, 0.75 * people[0] + 0.25 * people[1], rtol=1e-12)


def test_two_items_are_compatible_with_whatever_stands_beside_them():
    several = [[0.5, 0.5], [0.9, 0.1], [0.2, 0.8]]
    assert geometric_compatibility([[1, 2], [1 / 2, 1]], several).tolist() == [0, 0, 0]
