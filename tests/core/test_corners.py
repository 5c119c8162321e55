"""Ends of ranges that no ordinary problem comes to: each is one that a changed line once got away with."""

import numpy as np
import pytest
from core.reference import parts

from ahp import core
from ahp.core.consistency import consistency_ratio, geometric_threshold
from ahp.core.uncertain import ratio_bounds
from ahp.errors import JudgmentError

A = np.array([[1, 2, 8], [1 / 2, 1, 3], [1 / 8, 1 / 3, 1]])
B = np.array([[1, 3, 1], [1 / 3, 1, 2], [1, 1 / 2, 1]])


def test_what_one_member_leaves_out_is_not_what_another_contradicts():
    gap = np.where(np.array([[0, 1, 0], [1, 0, 0], [0, 0, 0]]) > 0, np.nan, A)
    half = A.copy()
    half[2, 0] = np.nan
    with pytest.raises(JudgmentError) as caught:
        core.aggregate_judgments([gap, half])
    assert {caught.value.row, caught.value.column} == {0, 2}


def test_the_cosine_of_what_is_consistent_is_1_and_not_more():
    values = np.random.default_rng(0).lognormal(0, 1, (2000, 7))
    found = core.consistency(core.from_values(values), measure="cosine")
    assert found.max() == 1
    assert found.min() > 1 - 1e-12


def test_violations_are_counted_in_whole_numbers():
    found = core.more.order_violations(np.stack([A, B]), [[0.2, 0.5, 0.3]] * 2)
    assert found.preference.dtype.kind == found.intensity.dtype.kind == "i"


def test_one_side_in_single_precision_is_enough_for_its_rounding():
    near = np.float32(1) + np.float32(2e-7)
    M = np.array([[1, near, 3], [1 / near, 1, 2], [1 / 3, 1 / 2, 1]], dtype=np.float32)
    level = np.array([[1, 1, 3], [1, 1, 2], [1 / 3, 1 / 2, 1]])
    w = np.array([0.3, 0.5, 0.2])
    assert core.more.order_violations(M, w) == core.more.order_violations(level, w)
    low = np.array([[1, 2, 6], [1 / 2, 1, 3], [1 / 6, 1 / 3, 1]])
    found = ratio_bounds(low, (low * (1 - 1e-8)).astype(np.float32))
    np.testing.assert_allclose(parts(found), parts(ratio_bounds(low, low)), rtol=1e-6)


def test_no_corner_of_a_region_stands_twice():
    regions = core.more.winner_regions(
        [[3.0, 1.0, 1.0], [1.0, 3.0, 1.0], [1.0, 1.0, 3.0], [5 / 3, 5 / 3, 5 / 3], [2.0, 2.0, 1.0]]
    )
    for region in regions:
        apart = np.abs(region[:, None] - region[None]).max(axis=-1) + np.eye(len(region))
        assert not len(region) or apart.min() > 1e-9


def test_draws_of_a_variance_near_0_are_kept_in_bounds():
    drawn = core.more.t_displacements(
        np.array([[-1.0], [1.0]]), 20_000, rng=np.random.default_rng(1), runs=2, level=0.9
    )
    least = np.quantile(np.abs(drawn), 0.9)
    assert np.abs(drawn).max() < 1000 * least


def test_a_rival_that_is_level_at_the_ends_never_overtakes():
    ends, rivals = parts(
        core.weight_intervals([0.5, 0.5], [[0.4, 0.4, 0.2], [0.4, 0.4, 0.2]], [1, 1, 1], first=0)
    )
    assert ends.tolist() == [[0, 1], [0, 1]]
    assert rivals.tolist() == [[-1, -1], [-1, -1]]
    ends, rivals = parts(core.weight_intervals([0.0, 1.0], [[0.4, 0.6], [0.5, 0.5]], [1, 1], first=0))
    assert ends.tolist() == [[0, 0], [1, 1]]
    assert rivals.tolist() == [[-1, 1], [1, -1]]


def test_costs_alone_divide_one():
    cost = [0.5, 0.3, 0.2]
    np.testing.assert_allclose(
        core.merit_scores(cost=cost, method="quotient"), 1 / np.array(cost), rtol=1e-12
    )


def test_judgments_beside_a_missing_one_may_be_rounded_as_far_as_is_allowed():
    rounded = [[1, 3, np.nan], [0.33, 1, 2], [np.nan, 0.5, 1]]
    with pytest.raises(JudgmentError, match="contradict"):
        core.more.as_incomplete(rounded)
    np.testing.assert_array_equal(core.more.as_incomplete(rounded, tolerance=0.02), rounded)
    single = core.more.as_incomplete(
        np.array([[1, 3, np.nan], [1 / 3, 1, 7], [np.nan, 1 / 7, 1]], dtype=np.float32)
    )
    np.testing.assert_array_max_ulp(single * single.T, np.where(np.isnan(single), np.nan, 1.0), 2)


def test_three_triads_are_told_unless_more_are_asked_for():
    judged = core.from_upper([2, 5, 1 / 3, 4, 7, 1 / 6, 3, 1 / 2, 8, 1 / 9], 5)
    assert len(core.worst_triads(judged)) == 3
    assert len(core.worst_triads(judged, count=4)) == 4


def test_answers_are_compared_with_as_many_random_ones():
    two = np.where(np.array([[0, 1, 0], [1, 0, 0], [0, 0, 0]]) > 0, np.nan, A)
    found = core.more.dispersion_test([A, B, two], draws=400, rng=0)
    whole = core.more.dispersion_test([A, B], draws=400, rng=0)
    assert np.isnan(np.diag(found)).all()
    assert found[0, 1] == found[1, 0]
    assert abs(found[0, 1] - whole[0, 1]) < 0.1
    assert found[0, 2] != whole[0, 2]


def test_the_arithmetic_mean_of_priorities_counts_each_participant_as_much_as_it_weighs():
    people = np.array([[0.5, 0.3, 0.2], [0.1, 0.1, 0.8]])
    found = core.aggregate_priorities(10 * people, weights=[3, 1], mean="arithmetic")
    np.testing.assert_allclose(found, 0.75 * people[0] + 0.25 * people[1], rtol=1e-12)


def test_two_items_are_compatible_with_whatever_stands_beside_them():
    several = [[0.5, 0.5], [0.9, 0.1], [0.2, 0.8]]
    assert core.more.geometric_compatibility([[1, 2], [1 / 2, 1]], several).tolist() == [0, 0, 0]


@pytest.mark.parametrize("seed", range(4))
def test_at_least_squares_the_slope_is_nothing_but_rounding(seed):
    rng = np.random.default_rng(seed)
    noise = np.triu(rng.normal(0, 0.6, (5, 5)), 1)
    M = core.from_values(rng.lognormal(0, 1, 5)) * np.exp(noise - noise.T)
    w = core.priorities(M, method="least-squares")
    ratio = w[:, None] / w[None, :]
    first = (M - ratio) * ratio
    np.testing.assert_allclose(first.sum(axis=1), first.sum(axis=0), atol=1e-10 * np.abs(first).max())
    assert w.sum() == pytest.approx(1, rel=1e-14)


@pytest.mark.parametrize(("low", "middle"), [(2, 3), (4, 5), (4, 4.5), (1.5, 2)])
def test_fuzzy_judgments_in_a_circle_are_satisfied_as_far_as_their_sides_meet(low, middle):
    # x : y and y : z at the lower side, x : z at its upper one: (l + λ (m - l))² = 1 / l - λ (1 / l - 1 / m)
    d, e = middle - low, 1 / low - 1 / middle
    expected = max(np.roots([d * d, 2 * low * d + e, low**2 - 1 / low]))
    upper, lower, one = (low, middle, 6.0), (1 / 6, 1 / middle, 1 / low), (1.0, 1.0, 1.0)
    T = np.array([[one, upper, lower], [lower, one, upper], [upper, lower, one]])
    ratio = low + expected * d
    weights = np.array([ratio**2, ratio, 1]) / (ratio**2 + ratio + 1)
    w, satisfaction = parts(core.more.fuzzy_preference_programming(T))
    assert satisfaction == pytest.approx(expected, abs=3e-12)
    np.testing.assert_allclose(w, weights, rtol=1e-11)
    both, each = parts(core.more.fuzzy_preference_programming(np.stack([T, np.ones((3, 3, 3))])))
    np.testing.assert_allclose(each, [expected, 1], atol=3e-12)
    np.testing.assert_allclose(both, [weights, [1 / 3] * 3], rtol=1e-11)


def test_fuzzy_judgments_without_spread_are_refused_by_their_matrix():
    two, half, one = [2.0] * 3, [0.5] * 3, [1.0] * 3
    circle = [[one, two, half], [half, one, two], [two, half, one]]
    with pytest.raises(JudgmentError, match=r"^the judgments of matrix \[1\] that have no spread"):
        core.more.fuzzy_preference_programming([np.ones((3, 3, 3)), circle])
    with pytest.raises(JudgmentError, match="at most 200 items; found 201; use fuzzy_geometric_means"):
        core.more.fuzzy_preference_programming(np.ones((201, 201, 3)))


def test_what_is_met_to_a_billionth_is_met():
    w = np.array([0.4, 0.3, 0.2, 0.1])
    M = core.from_values(w)
    for first, as_good in ((1 + 5e-10, True), (1 - 5e-10, True), (1 + 5e-9, False), (1 - 5e-9, False)):
        moved = w * [first, 1, 1, 1]
        assert bool(core.is_efficient(M, moved)) is as_good
        np.testing.assert_allclose(core.more.dominating(M, moved), (moved if as_good else w) / 1, rtol=6e-9)
    everywhere = w * [1, 1.1, 1.21, 1.331]  # every ratio too small: all could be raised
    assert not core.more.is_weakly_efficient(M, everywhere)
    assert core.more.is_weakly_efficient(M, everywhere * [1, 1 / 1.1, 1, 1])  # one judgment is met again
    assert core.more.is_weakly_efficient([[1.0]], [1.0])


def test_columns_that_sum_to_1_but_for_rounding_are_taken_and_made_exact():
    for off, as_good in ((5e-10, True), (1e-6, False)):
        W = [[0.5, 0.25 + off], [0.5, 0.75]]
        if as_good:
            np.testing.assert_allclose(core.limit_matrix(W)[:, 0], [1 / 3, 2 / 3], rtol=2e-9)
            np.testing.assert_allclose(core.limit_matrix(W).sum(axis=0), 1, rtol=1e-15)
            assert not core.more.is_periodic(W)
        else:
            with pytest.raises(JudgmentError, match=r"column 1 sums to 1\.000001"):
                core.limit_matrix(W)
    idle = core.limit_matrix([[0, 0.5], [0, 0.5]])
    np.testing.assert_allclose(idle, [[1, 1], [0, 0]], atol=1e-12)
    assert core.more.is_periodic(np.roll(np.eye(4), 1, axis=0))
    mixed = np.zeros((3, 3))
    mixed[:2, :2] = [[0, 1], [1, 0]]
    mixed[2, 2] = 1
    assert core.more.is_periodic(mixed)  # a part that turns beside one that rests


def test_the_range_of_one_vector_is_its_own():
    small, large = core.from_values([[1e-120, 2e-120], [1e120, 3e120]])
    assert (small[1, 0], large[1, 0]) == pytest.approx((2, 3))


def test_a_threshold_is_that_of_the_table_that_is_named():
    A = core.from_values([9.0, 3.0, 1.0, 2.0])
    A[0, 2], A[2, 0], A[1, 3], A[3, 1] = 1 / 3, 3.0, 1 / 5, 5.0
    found = {
        table: core.nearest_acceptable(A, random_index=table) for table in ("saaty-1980", "alonso-lamata")
    }
    for table, repair in found.items():
        assert consistency_ratio(repair.matrix, random_index=table) == pytest.approx(0.1, abs=1e-6)
    assert found["saaty-1980"].ratio == pytest.approx(found["alonso-lamata"].ratio, abs=1e-6)
    assert not np.allclose(found["saaty-1980"].matrix, found["alonso-lamata"].matrix, atol=1e-6)


def test_two_items_are_never_inconsistent_and_so_is_their_threshold():
    assert geometric_threshold(2) == 0
    assert geometric_threshold(3) > 0


def test_single_precision_ties_where_its_last_digit_ends():
    near = np.float32(1) + np.float32(2e-7)
    A = np.array([[1, near, 3], [1 / near, 1, 2], [1 / 3, 1 / 2, 1]], dtype=np.float32)
    level = np.array([[1, 1, 3], [1, 1, 2], [1 / 3, 1 / 2, 1]])
    assert core.more.circular_triads(A) == core.more.circular_triads(level)
    np.testing.assert_array_equal(core.more.kendall_zeta(A), core.more.kendall_zeta(level))
    assert core.ranking(np.array([0.1, 0.1 + 1e-8, 0.3], dtype=np.float32)) == core.ranking([0.1, 0.1, 0.3])


def test_equal_judgments_turn_nothing_round():
    level = np.array([[1.0, 1.0, 2.0], [1.0, 1.0, 2.0], [0.5, 0.5, 1.0]])
    found = core.more.order_violations(level, [0.3, 0.5, 0.2])
    assert (found.preference, found.intensity) == (0, 0)


def test_groups_that_nothing_connects_are_named_up_to_a_dozen():
    apart = np.where(np.eye(14) > 0, 1.0, np.nan)
    with pytest.raises(JudgmentError, match=r"\[0\] and \[1\].* and more"):
        core.more.as_connected(apart)
    apart = np.where(np.eye(12) > 0, 1.0, np.nan)
    with pytest.raises(JudgmentError) as caught:
        core.more.as_connected([np.ones((12, 12)), apart])
    assert "and more" not in str(caught.value)
    assert "[11]" in str(caught.value)


def test_a_cluster_without_priority_has_none_inside():
    found = core.more.cluster_priorities([0.0, 0.0, 0.25, 0.75], [0, 0, 1, 1])
    assert found.tolist() == [0, 0, 0.25, 0.75]


def test_a_criterion_that_weighs_all_has_no_others_to_grow():
    ends, rivals = parts(core.weight_intervals([1.0, 0.0], [[0.7, 0.3], [0.2, 0.8]], [1, 1], first=0))
    assert ends[0, 1] == 1
    assert rivals.min() == -1
    change = core.more.critical_weights([0.5, 0.5], [[0.9, 0.1], [0.9, 0.1]], [1, 1], first=0)
    assert np.isnan(change).all()


def test_the_worst_triads_are_all_there_are_where_they_are_alike():
    A = core.from_values([1.0, 1.0, 1.0, 1.0])
    assert core.worst_triads(A) == []
    A[0, 1], A[1, 0] = 2.0, 0.5
    assert len(core.worst_triads(A, count=9)) == 2
