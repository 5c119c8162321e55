"""Judgments that are intervals; intervals and shares of draws."""

import itertools

import numpy as np
import pytest
from core.reference import parts
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from strategies import reciprocal

from ahp.core import priorities
from ahp.core.inference import equal_tailed, rank_probabilities, rank_sets, separation
from ahp.core.more import interval_draws, interval_priorities, ratio_bounds, relaxed_intervals


def linprog(*arguments, **options):
    from scipy.optimize import linprog as solve

    return solve(*arguments, **options)


def boxes(seed, n, width=0.4, noise=0.0):
    """Intervals around the ratios of random weights, moved by noise."""
    rng = np.random.default_rng(seed)
    y = rng.normal(0, 1, n)
    logs = np.triu(y[:, None] - y[None, :] + rng.normal(0, noise, (n, n)), 1)
    low, high = logs - rng.uniform(0, width, (n, n)), logs + rng.uniform(0, width, (n, n))
    rows = np.triu_indices(n, 1)
    return reciprocal(np.exp(low[rows]), n), reciprocal(np.exp(high[rows]), n), np.exp(y) / np.exp(y).sum()


def proper(low, high):
    """The interval matrices of which these are the upper triangles."""
    upper = np.triu(np.ones(low.shape, dtype=bool))
    return np.where(upper, low, 1 / high.T), np.where(upper, high, 1 / low.T)


def arbel(low, high):
    """Least and largest priorities by the linear programmes of Arbel (1989), as they stand there."""
    n = len(low)
    A = []
    for i in range(n):
        for j in range(n):
            if i != j:
                row = np.zeros(n)
                row[i], row[j] = 1, -high[i, j]
                A.append(row)
    ends = np.zeros((2, n))
    for i in range(n):
        for side, sign in enumerate((1, -1)):
            found = linprog(
                sign * np.eye(n)[i],
                A_ub=np.reshape(A, (-1, n)),
                b_ub=np.zeros(len(A)),
                A_eq=np.ones((1, n)),
                b_eq=[1],
            )
            if not found.success:
                return None
            ends[side, i] = found.x[i]
    return ends


@given(st.integers(0, 2**32 - 1), st.integers(2, 6))
@settings(max_examples=40)
def test_the_closed_form_is_the_linear_programme(seed, n):
    low, high, _ = boxes(seed, n)
    low, high = proper(low, high)
    ends = arbel(low, high)
    np.testing.assert_allclose(parts(interval_priorities(low, high)), ends, atol=1e-8)


@given(st.integers(0, 2**32 - 1), st.integers(3, 6))
@settings(max_examples=40)
def test_they_are_impossible_together_when_the_linear_programme_says_so(seed, n):
    low, high = proper(*boxes(seed, n, width=0.2, noise=0.3)[:2])
    ends = arbel(low, high)
    found = interval_priorities(low, high)
    assert np.isnan(found.low).all() == (ends is None)


@given(st.integers(0, 2**32 - 1), st.integers(1, 6))
def test_the_true_priorities_lie_inside(seed, n):
    low, high, w = boxes(seed, n)
    least, largest = parts(interval_priorities(*proper(low, high)))
    assert (least <= w * (1 + 1e-9)).all()
    assert (largest >= w * (1 - 1e-9)).all()


def test_intervals_without_width_are_priorities():
    w = np.array([0.5, 0.3, 0.2])
    A = w[:, None] / w[None, :]
    np.testing.assert_allclose(parts(interval_priorities(A, A)), [w, w])


def test_ratios_follow_from_other_ratios():
    # x : y ≥ 2 and y : z ≥ 2 leave nothing of x : z ≤ 9 below 4
    low = reciprocal([2, 1, 2], 3)
    high = reciprocal([3, 9, 4], 3)
    found = ratio_bounds(*proper(low, high))
    assert found.low[0, 2] == pytest.approx(4)
    assert found.high[0, 2] == pytest.approx(9)


@given(st.integers(0, 2**32 - 1), st.integers(3, 5))
@settings(max_examples=30)
def test_relaxing_makes_room_and_no_more_than_needed(seed, n):
    low, high = proper(*boxes(seed, n, width=0.1, noise=0.6)[:2])
    wider_low, wider_high, factor = parts(relaxed_intervals(low, high))
    assert not np.isnan(interval_priorities(wider_low, wider_high).low).any()
    assert (wider_high >= high * (1 - 1e-12)).all()
    np.testing.assert_allclose(wider_high, high * factor)
    if np.isnan(interval_priorities(low, high).low).any():
        assert factor.max() > 1
        # halfway there is not enough
        half = np.exp(np.log(factor) / 2)
        assert np.isnan(interval_priorities(1 / (high * half).T, high * half).low).any()
    else:
        assert (factor == 1).all()


def test_draws_lie_where_their_judgments_do():
    low, high = proper(reciprocal([2, 4, 1], 3), reciprocal([4, 8, 3], 3))
    drawn = interval_draws(low, high, draws=20_000, rng=1)
    assert drawn.shape == (20_000, 3)
    np.testing.assert_allclose(drawn.sum(axis=1), 1)
    middle = priorities(np.sqrt(low * high), method="geometric-mean")
    logs = np.log(drawn)
    logs -= logs.mean(axis=1, keepdims=True)
    np.testing.assert_allclose(logs.mean(axis=0), np.log(middle) - np.log(middle).mean(), atol=0.01)
    np.testing.assert_array_equal(drawn, interval_draws(low, high, draws=20_000, rng=1))


SCORES = arrays(
    float, st.tuples(st.integers(1, 20), st.integers(1, 5)), elements=st.integers(0, 4).map(float)
)


@given(SCORES)
def test_shares_are_those_of_counting_every_draw(scores):
    draws, n = scores.shape
    ranks, wins = np.zeros((n, n)), np.zeros((n, n))
    for row in scores:
        # Among those that tie, every order is equally likely.
        groups = [np.flatnonzero(row == score) for score in sorted(set(row.tolist()), reverse=True)]
        place = 0
        for group in groups:
            for i in group:
                ranks[i, place : place + len(group)] += 1 / len(group)
            place += len(group)
        for i, j in itertools.product(range(n), repeat=2):
            wins[i, j] += 1.0 if row[i] > row[j] else 0.5 if row[i] == row[j] else 0.0
    found_ranks, found_wins = parts(rank_probabilities(scores))
    np.testing.assert_allclose(found_ranks, ranks / draws, atol=1e-12)
    np.testing.assert_allclose(found_wins, wins / draws, atol=1e-12)
    np.testing.assert_allclose(found_ranks.sum(axis=0), 1.0)
    np.testing.assert_allclose(found_wins + found_wins.T, 1.0)


def test_many_alternatives_are_counted_in_parts(monkeypatch):
    scores = np.random.default_rng(0).standard_normal((101, 7))
    whole = rank_probabilities(scores)
    monkeypatch.setattr("ahp.core.inference._COMPARED", 200)
    piecewise = rank_probabilities(scores)
    np.testing.assert_allclose(parts(piecewise), parts(whole), atol=1e-12)


def test_the_ends_leave_equal_tails():
    low, high = parts(equal_tailed(np.random.default_rng(0).standard_normal((100_000, 2)), 0.95))
    np.testing.assert_allclose(low, -1.96, atol=0.03)
    np.testing.assert_allclose(high, 1.96, atol=0.03)


@given(SCORES, st.floats(0.01, 0.99))
def test_the_ends_are_numpys_quantiles(draws, level):
    given_away = draws.copy()
    tail = (1 - level) / 2
    np.testing.assert_allclose(
        parts(equal_tailed(given_away, level)), np.quantile(draws, [tail, 1 - tail], axis=0), atol=1e-12
    )
    turned = equal_tailed(np.moveaxis(draws, 0, -1), level, axis=-1)
    np.testing.assert_array_equal(parts(turned), parts(equal_tailed(draws, level)))
    np.testing.assert_array_equal(given_away, draws)


@pytest.mark.parametrize("gap", [0.1, 5.0])
def test_two_scores_have_one_difference_with_an_interval_of_its_own(gap):
    estimates = np.array([gap, 0.0])
    draws = estimates + np.random.default_rng(3).standard_normal((501, 2))
    found = separation(estimates, draws, 0.9)
    alone = np.quantile(np.abs(draws[:, 0] - draws[:, 1] - gap), 0.9)
    np.testing.assert_allclose(found.width, [[0, alone], [alone, 0]], rtol=1e-12)
    np.testing.assert_array_equal(found.difference, [[0, gap], [-gap, 0]])
    assert found.critical == pytest.approx(1.0, rel=1e-12)
    assert found.apart.tolist() == [[False, gap > alone], [gap > alone, False]]


@pytest.mark.parametrize("level", [0.5, 0.9])
def test_the_intervals_of_all_differences_hold_together_as_often_as_said(level):
    draws = np.random.default_rng(4).standard_normal((1001, 4)) * np.array([1.0, 2.0, 3.0, 4.0])
    found = separation(np.zeros(4), draws, level)
    assert not found.apart.any()
    assert found.critical > 1.0
    first, second = np.triu_indices(4, 1)
    moved = np.abs(draws[:, first] - draws[:, second]) / found.width[first, second]
    assert (moved <= found.critical * (1 + 1e-12)).all(axis=1).mean() == pytest.approx(level, abs=1e-3)
    np.testing.assert_allclose((moved <= 1 + 1e-12).mean(axis=0), level, atol=1e-3)
    np.testing.assert_array_equal(found.width, found.width.T)


def test_without_noise_ranks_are_known_and_ties_are_open():
    scores = np.array([1.0, 3.0, 1.0, 2.0])
    assert rank_sets(scores, np.tile(scores, (50, 1)), 0.95).tolist() == [[3, 4], [1, 1], [3, 4], [2, 2]]


def test_one_alternative_is_first():
    assert rank_sets(np.array([1.0]), np.ones((10, 1)), 0.95).tolist() == [[1, 1]]


@pytest.mark.parametrize("n", [2, 5])
def test_the_sets_hold_all_true_ranks_together(n):
    # Normal noise of a known variance, so that the draws are exact; half of the alternatives are equal.
    rng = np.random.default_rng(n)
    truth = np.repeat(np.arange((n + 1) // 2), 2)[:n] * 0.5
    best = 1 + (truth[None, :] > truth[:, None]).sum(axis=1)
    worst = n - (truth[None, :] < truth[:, None]).sum(axis=1)
    held = 0
    repetitions = 1000
    for _ in range(repetitions):
        seen = truth + 0.2 * rng.standard_normal(n)
        sets = rank_sets(seen, seen + 0.2 * rng.standard_normal((500, n)), 0.95)
        # Equal ones may stand in any order among themselves: the set must hold every rank they may have.
        held += bool(((sets[:, 0] <= best) & (sets[:, 1] >= worst)).all())
    assert held / repetitions > 0.93


def test_step_down_finds_what_one_step_leaves_open():
    # The first step separates the one far off. The other two are then looked at alone, and are told apart.
    scores = np.array([0.0, 2.2, 9.0])
    draws = scores + np.random.default_rng(8).standard_normal((20_000, 3)) * np.array([1.0, 0.3, 1.0])
    found = separation(scores, draws, 0.95)
    first, second = np.triu_indices(3, 1)
    displaced = draws - scores
    moved = np.abs(displaced[:, first] - displaced[:, second]) / found.width[first, second]
    assert np.quantile(moved.max(axis=1), 0.95) * found.width[0, 1] > 2.2 > found.width[0, 1]
    assert found.apart.tolist() == [[False, True, True], [True, False, True], [True, True, False]]
    assert rank_sets(scores, draws, 0.95).tolist() == [[3, 3], [2, 2], [1, 1]]
