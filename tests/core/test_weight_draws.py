import numpy as np

from ahp.core.weight_draws import ordered_weights, uniform_weights


def test_weights_are_uniform_over_the_simplex():
    w = uniform_weights(3, 200_000, np.random.default_rng(0))
    # Each weight is Beta(1, 2): mean 1/3, variance 1/18.
    np.testing.assert_allclose(w.mean(axis=0), 1 / 3, atol=0.003)
    np.testing.assert_allclose(w.var(axis=0), 1 / 18, atol=0.001)


def test_ordered_weights_fall_and_have_the_known_means():
    w = ordered_weights(3, 200_000, np.random.default_rng(0))
    assert (np.diff(w, axis=1) <= 0).all()
    # Rank-order centroid: 11/18, 5/18, 2/18 (Barron & Barrett 1996).
    np.testing.assert_allclose(w.mean(axis=0), [11 / 18, 5 / 18, 2 / 18], atol=0.003)


def test_a_seed_gives_the_same_weights_again():
    np.testing.assert_array_equal(uniform_weights(3, 5, 1), uniform_weights(3, 5, np.random.default_rng(1)))
    assert (uniform_weights(3, 5, 1) != uniform_weights(3, 5, 2)).any()
