from __future__ import annotations

import numpy as np
import pytest
from core.incompletes import NAN, incompletes
from hypothesis import given, settings

from ahp.core import effective_resistances, incomplete_priorities
from ahp.errors import JudgmentError


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


@pytest.mark.parametrize("n", [1, 2, 3, 1000])
def test_complete_and_unconnected_matrices(n):
    found = effective_resistances(np.ones((n, n), dtype=np.float32))
    assert found == pytest.approx((1 - np.eye(n)) * 2 / n)
    apart = np.where(np.eye(n) > 0, 1.0, NAN)
    assert effective_resistances(apart)[0, 0] == 0
    assert np.isinf(effective_resistances(apart)[~np.eye(n, dtype=bool)]).all()


def test_batches_and_bad_input():
    A = np.array([[[1, 2], [0.5, 1]], [[1, NAN], [NAN, 1]]])
    A.setflags(write=False)
    assert effective_resistances(A).tolist() == [[[0, 1], [1, 0]], [[0, np.inf], [np.inf, 0]]]
    assert np.array_equal(effective_resistances(A[::-1]), effective_resistances(A)[::-1])
    assert effective_resistances(np.empty((0, 3, 3))).shape == (0, 3, 3)
    with pytest.raises(JudgmentError, match=r"^a\[0, 1\] = 3.0 and a\[1, 0\] = 0.5 contradict"):
        effective_resistances([[1, 3], [0.5, 1]])
