import numpy as np
import pytest
from core.reference import parts
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import reciprocal

from ahp.core import priorities
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
