from __future__ import annotations

import itertools

import numpy as np
import pytest
from scipy import stats  # noqa: TID253 - another route to the same numbers

from ahp.core import kendall_w, kendall_w_test


def test_kendall_w_is_that_of_spearman():
    # W = (1 + (g - 1) ρ) / g, ρ the mean of the pairwise rank correlations (Kendall & Gibbons 1990); no ties
    p = np.random.default_rng(3).dirichlet(np.ones(6), 5)
    rho = np.mean([stats.spearmanr(a, b).statistic for a, b in itertools.combinations(p, 2)])
    assert kendall_w(p) == pytest.approx((1 + 4 * rho) / 5)


def test_kendall_w_with_ties_is_the_friedman_statistic():
    # χ² = g (n - 1) W; scipy corrects Friedman's statistic for ties in the same way
    p = np.random.default_rng(4).integers(1, 4, (6, 5)).astype(float)
    assert 6 * 4 * kendall_w(p) == pytest.approx(stats.friedmanchisquare(*p.T).statistic)


def test_concordance_has_its_ends():
    p = np.array([[3.0, 2, 1], [5, 4, 1]])
    assert kendall_w(p) == 1
    assert kendall_w([[3, 2, 1], [1, 2, 3]]) == 0
    assert np.isnan(kendall_w([[1, 1, 1], [2, 2, 2]]))
    assert np.isnan(kendall_w([[1.0], [1.0]]))
    assert np.isnan(kendall_w_test([[1, 1, 1], [2, 2, 2]]))


def test_the_probability_of_a_concordance_is_that_of_all_rankings():
    p = np.array([[4.0, 3, 2, 1], [4, 3, 1, 2], [3, 4, 2, 1]])
    w = kendall_w(p)
    every = list(itertools.permutations((1.0, 2, 3, 4)))
    exact = np.mean([kendall_w([every[0], b, c]) >= w - 1e-12 for b in every for c in every])
    found = kendall_w_test(p, draws=50_000, rng=0)
    assert found == pytest.approx(exact, abs=5 * np.sqrt(exact * (1 - exact) / 50_000) + 1e-4)


def test_for_many_items_it_is_chi_squared():
    p = np.random.default_rng(5).dirichlet(np.ones(9), 4)
    statistic = stats.friedmanchisquare(*p.T)
    assert kendall_w_test(p) == pytest.approx(statistic.pvalue)
