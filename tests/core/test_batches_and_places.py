"""A batch gives what its members give, whatever stands beside them; what is wrong in one is found where it is."""

from __future__ import annotations

import numpy as np
import pytest

from ahp.core import (
    as_connected,
    circular_triads,
    cluster_priorities,
    critical_weights,
    from_values,
    kendall_zeta,
    nearest_acceptable,
    order_violations,
    ranking,
    simulated_random_index,
    weight_intervals,
)
from ahp.core.eigenvalue_consistency import consistency_ratio
from ahp.core.measures_of_consistency import geometric_threshold
from ahp.core.triads import worst_triads
from ahp.errors import JudgmentError

RNG = np.random.default_rng(7)
PARTICIPANTS = np.array(
    [
        [[0.35, 0.35, 0.2, 0.1], [0.1, 0.1, 0.1, 0.7], [0.25, 0.25, 0.25, 0.25]],
        [[0.1, 0.2, 0.3, 0.4], [0.1, 0.2, 0.3, 0.4], [0.4, 0.3, 0.2, 0.1]],
        [[0.5, 0.2, 0.2, 0.1], [0.5, 0.2, 0.2, 0.1], [0.2, 0.5, 0.1, 0.2]],
    ]
)
SERIES = np.stack([np.r_[np.zeros(20), np.ones(20)], 1e6 * RNG.normal(size=40), 1e-6 * RNG.normal(size=40)])
SERIES[0] += 0.01 * RNG.normal(size=40)
VALUES = RNG.random((3, 2, 4))


def test_the_range_of_one_vector_is_its_own():
    small, large = from_values([[1e-120, 2e-120], [1e120, 3e120]])
    assert (small[1, 0], large[1, 0]) == pytest.approx((2, 3))


def test_a_threshold_is_that_of_the_table_that_is_named():
    A = from_values([9.0, 3.0, 1.0, 2.0])
    A[0, 2], A[2, 0], A[1, 3], A[3, 1] = 1 / 3, 3.0, 1 / 5, 5.0
    found = {table: nearest_acceptable(A, random_index=table) for table in ("saaty-1980", "alonso-lamata")}
    for table, repair in found.items():
        assert consistency_ratio(repair.matrix, random_index=table) == pytest.approx(0.1, abs=1e-6)
    assert found["saaty-1980"].ratio == pytest.approx(found["alonso-lamata"].ratio, abs=1e-6)
    assert not np.allclose(found["saaty-1980"].matrix, found["alonso-lamata"].matrix, atol=1e-6)


def test_two_items_are_never_inconsistent_and_so_is_their_threshold():
    assert geometric_threshold(2) == 0
    assert geometric_threshold(3) > 0


def test_a_simulation_without_a_seed_is_that_of_0():
    assert simulated_random_index(4, count=500).mean == simulated_random_index(4, count=500, rng=0).mean


def test_single_precision_ties_where_its_last_digit_ends():
    near = np.float32(1) + np.float32(2e-7)
    A = np.array([[1, near, 3], [1 / near, 1, 2], [1 / 3, 1 / 2, 1]], dtype=np.float32)
    level = np.array([[1, 1, 3], [1, 1, 2], [1 / 3, 1 / 2, 1]])
    assert circular_triads(A) == circular_triads(level)
    np.testing.assert_array_equal(kendall_zeta(A), kendall_zeta(level))
    assert ranking(np.array([0.1, 0.1 + 1e-8, 0.3], dtype=np.float32)) == ranking([0.1, 0.1, 0.3])


def test_equal_judgments_turn_nothing_round():
    level = np.array([[1.0, 1.0, 2.0], [1.0, 1.0, 2.0], [0.5, 0.5, 1.0]])
    found = order_violations(level, [0.3, 0.5, 0.2])
    assert (found.preference, found.intensity) == (0, 0)


def test_groups_that_nothing_connects_are_named_up_to_a_dozen():
    apart = np.where(np.eye(14) > 0, 1.0, np.nan)
    with pytest.raises(JudgmentError, match=r"\[0\] and \[1\].* and more"):
        as_connected(apart)
    apart = np.where(np.eye(12) > 0, 1.0, np.nan)
    with pytest.raises(JudgmentError) as caught:
        as_connected([np.ones((12, 12)), apart])
    assert "and more" not in str(caught.value)
    assert "[11]" in str(caught.value)


def test_a_cluster_without_priority_has_none_inside():
    found = cluster_priorities([0.0, 0.0, 0.25, 0.75], [0, 0, 1, 1])
    assert found.tolist() == [0, 0, 0.25, 0.75]


def test_a_criterion_that_weighs_all_has_no_others_to_grow():
    ends, rivals = weight_intervals([1.0, 0.0], [[0.7, 0.3], [0.2, 0.8]], [1, 1], first=0)
    assert ends[0, 1] == 1
    assert rivals.min() == -1
    change = critical_weights([0.5, 0.5], [[0.9, 0.1], [0.9, 0.1]], [1, 1], first=0)
    assert np.isnan(change).all()


def test_the_worst_triads_are_all_there_are_where_they_are_alike():
    A = from_values([1.0, 1.0, 1.0, 1.0])
    assert worst_triads(A) == []
    A[0, 1], A[1, 0] = 2.0, 0.5
    assert len(worst_triads(A, count=9)) == 2
