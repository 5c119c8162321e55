from __future__ import annotations

import numpy as np
import pytest
from core.incompletes import NAN, incompletes
from hypothesis import given, settings

from ahp.core import effective_resistances, incomplete_priorities


@given(incompletes(min_size=2, max_size=6))
@settings(deadline=None, max_examples=40)
def test_a_resistance_is_that_of_the_pseudo_inverse(A):
    known = ~np.isnan(A) & ~np.eye(len(A), dtype=bool)
    inverse = np.linalg.pinv(np.diag(known.sum(axis=1)) - known.astype(float))
    expected = np.add.outer(np.diag(inverse), np.diag(inverse)) - inverse - inverse.T
    assert effective_resistances(A) == pytest.approx(expected, abs=1e-9)


def test_it_is_the_variance_of_least_squares():
    rng = np.random.default_rng(0)
    known = [(0, 1), (1, 2), (2, 3), (0, 2)]
    A = np.full((20_000, 4, 4), NAN)
    A[:, range(4), range(4)] = 1
    for i, j in known:
        A[:, i, j] = np.exp(rng.normal(0, 0.1, len(A)))
        A[:, j, i] = 1 / A[:, i, j]
    y = np.log(incomplete_priorities(A))
    variance = np.var(y[:, 0] - y[:, 3]) / 0.1**2
    assert variance == pytest.approx(effective_resistances(A[0])[0, 3], rel=0.05)


def test_complete_and_unconnected_matrices():
    for n in [1, 2, 3, 40]:
        found = effective_resistances(np.ones((n, n), dtype=np.float32))
        assert found == pytest.approx((1 - np.eye(n)) * 2 / n)
        apart = np.where(np.eye(n) > 0, 1.0, NAN)
        assert effective_resistances(apart)[0, 0] == 0
        assert np.isinf(effective_resistances(apart)[~np.eye(n, dtype=bool)]).all()
