from __future__ import annotations

import numpy as np
import pytest
from core.test_fuzzy import PEER, fuzzy
from hypothesis import given, settings

from ahp.core import fuzzy_preference_programming


def mikhailov(T):
    """The best satisfaction, by halving with a linear programme at each step, as Mikhailov (2003) states it."""
    from scipy.optimize import linprog

    n = len(T)

    def possible(lam):
        rows = []
        for i, j in zip(*np.triu_indices(n, 1), strict=True):
            low, mid, high = T[i, j]
            down, up = np.zeros(n), np.zeros(n)
            down[j], down[i] = (mid - low) * lam + low, -1
            up[j], up[i] = (high - mid) * lam - high, 1
            rows += [down, up]
        # scaled so that the smallest weight is well above the solver's tolerance
        return linprog(
            np.zeros(n),
            A_ub=rows,
            b_ub=np.zeros(len(rows)),
            bounds=[(1e-3, None)] * n,
            A_eq=[np.ones(n)],
            b_eq=[1],
        ).success

    low, high = -50.0, 1.0
    for _ in range(40):
        middle = (low + high) / 2
        low, high = (middle, high) if possible(middle) else (low, middle)
    return low


@given(fuzzy(noise=0.2).filter(lambda T: len(T) > 1))
@settings(max_examples=15)
def test_preference_programming_finds_the_best_satisfaction(T):
    w, satisfaction = fuzzy_preference_programming(T)
    if satisfaction > -3:  # below, weights fall under what the linear programme can tell from 0
        assert satisfaction == pytest.approx(mikhailov(T), abs=2e-4)
    for i, j in zip(*np.triu_indices(len(T), 1), strict=True):
        low, mid, high = T[i, j]
        ratio = w[i] / w[j]
        assert ratio >= (low + satisfaction * (mid - low)) * (1 - 1e-9)
        assert ratio <= (high - satisfaction * (high - mid)) * (1 + 1e-9)


def test_preference_programming_of_the_matrix_that_extent_analysis_fails():
    w, satisfaction = fuzzy_preference_programming(PEER)
    # computed for this project with a linear programme
    assert satisfaction == pytest.approx(0.64575, abs=5e-6)
    np.testing.assert_allclose(w, [0.6220, 0.2351, 0.1429], atol=5.1e-5)
