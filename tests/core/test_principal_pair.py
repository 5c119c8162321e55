import numpy as np
import pytest
from core.reference import lapack, relative_error
from strategies import SAATY, reciprocal

from ahp.core import geometric, principal


def batch(n, count, near=0.0):
    rng = np.random.default_rng(n)
    size = n * (n - 1) // 2
    if not near:
        return np.array([reciprocal(rng.choice(SAATY, size), n) for _ in range(count)])
    rows, columns = np.triu_indices(n, 1)
    weights = rng.lognormal(0, 1, (count, n))
    noise = np.exp(rng.normal(0, near, (count, size)))
    return np.array([reciprocal(w[rows] / w[columns] * e, n) for w, e in zip(weights, noise, strict=True)])


def test_a_large_batch_agrees_with_lapack():
    for n in [2, 3, 4, 5, 7, 16, 33, 100]:
        for near in [0.0, 0.2]:
            A = batch(n, 1000 if n < 10 else 20, near)
            vectors, values = lapack(A)
            found = principal(A)
            assert relative_error(found.priorities, vectors) < 1e-10
            assert relative_error(found.lambda_max, values) < 1e-10


@pytest.mark.parametrize("n", [2, 4, 5, 6, 7, 8, 9, 20, 33])
@pytest.mark.parametrize("pair", [principal, geometric])
def test_no_bit_of_an_answer_depends_on_the_batch(n, pair):
    A = np.concatenate([batch(n, 40), batch(n, 40, 0.2), batch(n, 20, 4.0)])[
        np.random.default_rng(0).permutation(100)
    ]
    whole = pair(A)
    for k in range(0, 100, 9):
        for one, several in zip(pair(A[k]), whole, strict=True):
            assert np.array_equal(one, several[k])
    for part in (slice(0, 1), slice(0, 7), slice(3, 90), slice(None, None, 2), slice(None, None, -1)):
        for some, several in zip(pair(A[part]), whole, strict=True):
            assert np.array_equal(some, several[part])
    tiled = pair(np.tile(A, (50, 1, 1)))  # 5000: more than one block
    assert np.array_equal(tiled.priorities, np.tile(whole.priorities, (50, 1)))
