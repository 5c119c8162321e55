from __future__ import annotations

import numpy as np
from core.reference import lapack, relative_error
from core.test_perron import near_cycle, saaty_batch

from ahp.core.perron_tiny import TINY, one_tiny, settled_tiny

TOLERANCE = 32 * np.finfo(float).eps


def test_one_matrix_and_many_have_the_same_bits():
    for n in range(4, TINY + 1):
        for count in [0, 1, 2, 3, 1000]:
            A = saaty_batch(n, count).reshape(count, n, n)
            vectors, values, open_ = settled_tiny(A, TOLERANCE)
            assert vectors.shape == (count, n)
            for k in range(min(count, 50)):
                found = one_tiny(A[k], TOLERANCE)
                assert (found is None) == open_[k]
                if found is not None:
                    assert np.array_equal(found[0], vectors[k])
                    assert found[1] == values[k]


def test_what_settles_is_what_lapack_finds():
    for n in range(4, TINY + 1):
        A = saaty_batch(n, 500)
        vectors, values, open_ = settled_tiny(A, TOLERANCE)
        expected, eigenvalues = lapack(A)
        assert open_.mean() < 0.01
        assert relative_error(vectors[~open_], expected[~open_]) < 1e-12
        assert relative_error(values[~open_], eigenvalues[~open_]) < 1e-12


def test_what_does_not_settle_is_said_to_be_open():
    A = near_cycle(6, 900.0)
    A[0, 3], A[3, 0] = 500.0, 1 / 500.0
    assert settled_tiny(A[None], TOLERANCE)[2].tolist() == [True]
    assert one_tiny(A, TOLERANCE) is None
