"""Ends of ranges that no ordinary problem comes to: each is one that a changed line once got away with."""

from __future__ import annotations

import numpy as np
import pytest

from ahp.core import (
    aggregate_judgments,
    consistency,
    from_values,
    merit_scores,
    order_violations,
    t_displacements,
    weight_intervals,
    winner_regions,
)
from ahp.core.direct_least_squares import least_squares
from ahp.core.incomplete_inspection import repair_incomplete
from ahp.core.interval_judgments import ratio_bounds
from ahp.errors import JudgmentError

A = np.array([[1, 2, 8], [1 / 2, 1, 3], [1 / 8, 1 / 3, 1]])
B = np.array([[1, 3, 1], [1 / 3, 1, 2], [1, 1 / 2, 1]])


def test_a_consistent_matrix_among_others_is_passed_over_alone():
    consistent = from_values([3.0, 2.0, 1.0])
    found = least_squares(np.stack([A, B, consistent]))
    np.testing.assert_allclose(found, [least_squares(one) for one in (A, B, consistent)], rtol=1e-9)


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
