import itertools

import numpy as np
import pytest
from core.reference import parts
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from ahp.core.inference import equal_tailed, rank_probabilities, rank_sets, separation

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
