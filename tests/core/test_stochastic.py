from __future__ import annotations

import numpy as np
import pytest
from strategies import METHODS, reciprocal

from ahp.core import lognormal_draws, priorities, step_draws

A = reciprocal([2, 5, 3], 3)


def centred(p):
    logs = np.log(p)
    return logs - logs.mean(axis=-1, keepdims=True)


def test_without_noise_nothing_changes():
    for draw in (lognormal_draws(A, 0.0, draws=3), step_draws(A, 0.0, draws=3)):
        np.testing.assert_allclose(draw, [priorities(A, method="geometric-mean")] * 3, rtol=1e-13)


def test_lognormal_noise_has_the_variance_of_the_linear_model():
    # Var(y_i - y_j) = 2 σ² / n (Crawford & Williams 1985)
    y = centred(lognormal_draws(A, 0.3, draws=200_000, rng=5))
    assert np.var(y[:, 0] - y[:, 1]) == pytest.approx(2 * 0.3**2 / 3, rel=0.02)
    np.testing.assert_allclose(y.mean(axis=0), centred(priorities(A, method="geometric-mean")), atol=0.005)


def test_every_method_sees_the_same_matrices():
    for method in METHODS:
        drawn = lognormal_draws(A, 0.2, draws=50, rng=1, method=method)
        z = np.random.default_rng(1).standard_normal((50, 3)) * 0.2
        whole = np.array([reciprocal(np.exp(np.log([2, 5, 3]) + noise), 3) for noise in z])
        np.testing.assert_allclose(drawn, priorities(whole, method=method), rtol=1e-12)


def test_half_a_step_of_two_criteria_is_goepels_example():
    # Goepel (2018), equations 42 to 44: 3 ± 0.5 gives 75 % + 2.8 / - 3.6, read from a stored copy; his figures
    # are linearised, the exact ones 2.78 and 3.57
    drawn = step_draws([[1, 3], [1 / 3, 1]], 0.5, draws=50_000)[:, 0]
    assert 100 * (drawn.max() - 0.75) == pytest.approx(2.8, abs=0.05)
    assert 100 * (0.75 - drawn.min()) == pytest.approx(3.6, abs=0.05)


def test_below_one_the_steps_are_those_of_the_reciprocals():
    drawn = step_draws([[1, 1], [1, 1]], 2.0, draws=50_000)
    ratio = drawn[:, 0] / drawn[:, 1]
    assert ratio.max() == pytest.approx(3, abs=0.01)
    assert ratio.min() == pytest.approx(1 / 3, abs=0.01)
    assert (ratio > 1).mean() == pytest.approx(0.5, abs=0.01)
    assert (ratio > 2).mean() == pytest.approx(0.25, abs=0.01)


def test_nothing_leaves_the_scale():
    drawn = step_draws([[1, 9], [1 / 9, 1]], 4.0, draws=2000)
    assert (drawn[:, 0] / drawn[:, 1]).max() == pytest.approx(9)
    beyond = step_draws([[1, 12], [1 / 12, 1]], 1.0, draws=2000)
    assert (beyond[:, 0] / beyond[:, 1]).max() == pytest.approx(12)


def test_a_seed_gives_the_same_draws_again():
    np.testing.assert_array_equal(step_draws(A, draws=9, rng=3), step_draws(A, draws=9, rng=3))
    generator = np.random.default_rng(3)
    assert not np.array_equal(
        lognormal_draws(A, 1, draws=9, rng=generator), lognormal_draws(A, 1, draws=9, rng=generator)
    )
