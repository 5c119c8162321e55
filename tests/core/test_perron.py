import numpy as np
import pytest
from core.reference import exact_bracket, lapack, relative_error
from hypothesis import given
from hypothesis import strategies as st
from strategies import SAATY, reciprocal, saaty_matrices, wide_matrices

from ahp.core.eigenvector import perron
from ahp.errors import ConvergenceError


def random_batch(n, count, draw):
    return np.array([reciprocal(draw(n * (n - 1) // 2), n) for _ in range(count)])


def saaty_batch(n, count, seed=0):
    rng = np.random.default_rng(seed)
    return random_batch(n, count, lambda size: rng.choice(SAATY, size))


def wide_batch(n, count, decades, seed=0):
    rng = np.random.default_rng(seed)
    return random_batch(n, count, lambda size: 10 ** rng.uniform(-decades, decades, size))


def near_cycle(n, judgment):
    """Each item beats the next and the last one the first: n eigenvalues of nearly one modulus."""
    A = np.ones((n, n))
    for i in range(n):
        A[i, (i + 1) % n] = judgment
        A[(i + 1) % n, i] = 1 / judgment
    return A


def weak_bridge(judgment, n=8):
    """Two groups, each with a cycle of its own, that one of them dominates utterly."""
    rng = np.random.default_rng(n)
    logs = np.log10(reciprocal(10 ** rng.uniform(-3, 3, n * (n - 1) // 2), n))
    logs[: n // 2, n // 2 :] += judgment
    logs[n // 2 :, : n // 2] -= judgment
    return 10**logs


@given(st.one_of(saaty_matrices(), wide_matrices(min_size=2, max_size=7)))
def test_the_bounds_of_collatz_and_wielandt_hold_in_exact_arithmetic(A):
    # LAPACK is no judge over eighteen decades: a second eigenvalue may be 1e-9 away
    vector, value = perron(A)
    low, high = exact_bracket(A, vector)
    assert (vector > 0).all()
    assert high - low < 1e-12 * high
    assert abs(float(value) - low) < 1e-12 * high


def test_judgments_over_many_decades_settle():
    for n in [4, 6, 8, 12, 33, 60]:
        for decades in [3, 6, 9, 12]:
            A = wide_batch(n, 100 if n < 20 else 5, decades)
            vectors, values = perron(A)
            for k in range(0, len(A), 50):
                low, high = exact_bracket(A[k], vectors[k])
                assert high - low < 1e-12 * high
                assert low * (1 - 1e-12) < values[k] < high * (1 + 1e-12)
            assert relative_error(values, lapack(A)[1]) < 1e-12


def test_a_near_cycle_settles_on_equal_weights():
    for n in [3, 4, 5, 6, 9, 20, 50]:
        for judgment in [9.0, 1e3, 1e6, 1e9]:
            # every row is the same up to rotation, so the weights are equal and λ is a row sum
            A = near_cycle(n, judgment)
            vector, value = perron(A)
            assert relative_error(vector, 1 / n) < 1e-13
            assert float(value) == pytest.approx(A[0].sum(), rel=1e-13)


def test_a_small_gap_to_the_second_eigenvalue_is_crossed():
    for judgment in [0.0, 2.0, 5.0, 8.0]:
        for n in [6, 8, 40]:
            A = weak_bridge(judgment, n)
            vector, value = perron(A)
            low, high = exact_bracket(A, vector)
            assert high - low < 1e-12 * high
            assert low * (1 - 1e-12) < float(value) < high * (1 + 1e-12)


@pytest.mark.parametrize("decades", [100, 150])
@pytest.mark.parametrize("n", [4, 6, 15, 33])
def test_beyond_the_arithmetic_the_answer_is_right_or_refused(n, decades):
    refused = []
    for a in wide_batch(n, 40, decades):
        try:
            vector, value = perron(a)
        except ConvergenceError as error:
            refused.append(error)
            continue
        assert np.isfinite(vector).all()
        assert abs(vector.sum() - 1) < 1e-12
        assert np.isfinite(value)
        ratios = (a @ vector)[vector > 0] / vector[vector > 0]
        assert np.ptp(ratios) <= 1e-11 * ratios.max()
    assert len(refused) < 40
    for error in refused:
        assert np.shape(error.estimate)[-1] == n
        assert str(error) == (
            "the principal eigenvector did not settle; the judgments differ too widely for the "
            "arithmetic, the geometric mean still exists"
        )
