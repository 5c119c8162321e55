import numpy as np
import pytest

from ahp.core.resampling import bootstrap_displacements, t_displacements


@pytest.mark.parametrize("runs", [2, 3, 5, 10])
def test_one_component_is_students_t(runs):
    from scipy import stats

    rng = np.random.default_rng(runs)
    x = rng.standard_normal(runs)
    e = x - x.mean()
    drawn = t_displacements(e[:, None], 40_000, rng, runs=runs)[:, 0]
    expected = stats.t(runs - 1, scale=x.std(ddof=1) / runs**0.5)
    assert stats.kstest(drawn, expected.cdf).pvalue > 1e-3


def test_components_keep_their_correlation():
    rng = np.random.default_rng(1)
    x = rng.standard_normal((8, 1)) @ np.array([[1.0, -2.0]])
    drawn = t_displacements(x - x.mean(axis=0), 1000, rng, runs=8)
    np.testing.assert_allclose(drawn[:, 1], -2.0 * drawn[:, 0], rtol=1e-12)


def test_blocks_are_the_units_that_vary():
    from scipy import stats

    rng = np.random.default_rng(2)
    x = np.repeat(rng.standard_normal(4), 3)  # four blocks of three equal runs: four numbers, not twelve
    blocks = (x - x.mean()).reshape(4, 3).sum(axis=1)
    drawn = t_displacements(blocks[:, None], 40_000, rng, runs=12)[:, 0]
    expected = stats.t(3, scale=x[::3].std(ddof=1) / 2)
    assert stats.kstest(drawn, expected.cdf).pvalue > 1e-3


def test_the_bootstrap_has_the_variance_of_the_sample():
    rng = np.random.default_rng(3)
    x = rng.standard_normal(6)
    drawn = bootstrap_displacements((x - x.mean())[:, None], 100_000, rng)
    assert drawn.std() == pytest.approx(x.std() / 6**0.5, rel=0.02)


def test_the_bootstrap_draws_what_was_seen():
    drawn = bootstrap_displacements(np.array([[-1.0], [1.0]]), 1000, np.random.default_rng(4))
    assert set(drawn[:, 0].tolist()) == {-1.0, 0.0, 1.0}
