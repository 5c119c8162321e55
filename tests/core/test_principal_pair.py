"""The principal eigenvector and its value, of batches of any size and exactly, and the geometric mean in the same way."""

import numpy as np
import pytest
from core.reference import exact_bracket, lapack, parts, relative_error
from hypothesis import given
from hypothesis import strategies as st
from strategies import SAATY, matrices, reciprocal, saaty_matrices, wide_matrices

from ahp.core import from_values, lambda_max, principal, priorities
from ahp.core.eigenvector import perron
from ahp.core.more import geometric
from ahp.errors import ConvergenceError


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
        for one, several in zip(parts(pair(A[k])), parts(whole), strict=True):
            assert np.array_equal(one, several[k])
    for part in (slice(0, 1), slice(0, 7), slice(3, 90), slice(None, None, 2), slice(None, None, -1)):
        for some, several in zip(parts(pair(A[part])), parts(whole), strict=True):
            assert np.array_equal(some, several[part])
    tiled = pair(np.tile(A, (50, 1, 1)))  # 5000: more than one block
    assert np.array_equal(tiled.priorities, np.tile(whole.priorities, (50, 1)))


def by_definition(A):
    """Return geometric means of the rows and the mean of (Aw)_i / w_i, as Crawford & Williams write them."""
    n = A.shape[-1]
    w = np.prod(A ** (1 / n), axis=-1)
    w /= w.sum(axis=-1, keepdims=True)
    return w, ((A @ w[..., None])[..., 0] / w).mean(axis=-1)


def random(n, count, seed=0):
    values = np.random.default_rng(seed).lognormal(0, 1, (count, n))
    noise = np.random.default_rng(seed + 1).lognormal(0, 0.5, (count, n, n))
    return from_values(values) * noise / noise.swapaxes(-1, -2)


def test_both_are_what_their_definitions_say():
    for n in [1, 2, 3, 4, 9, 32, 33, 100]:
        A = random(n, 30)
        found = geometric(A)
        vectors, means = by_definition(A)
        np.testing.assert_allclose(found.priorities, vectors, rtol=1e-13)
        np.testing.assert_allclose(found.lambda_mean, means, rtol=1e-13)
        np.testing.assert_allclose(found.priorities, priorities(A, method="geometric-mean"), rtol=1e-13)


@given(matrices())
def test_the_mean_lies_between_the_size_and_the_largest_ratio(A):
    w, mean = parts(geometric(A))
    ratios = (A @ w) / w
    assert ratios.min() * (1 - 1e-12) <= mean <= ratios.max() * (1 + 1e-12)
    assert mean >= len(A) * (1 - 1e-12)
    if len(A) <= 3:
        assert mean == pytest.approx(lambda_max(A), rel=1e-12)


def test_priorities_that_vanish_leave_the_mean_what_it_is():
    A = np.array([[1, 1e300, 1e308], [1e-300, 1, 1e300], [1e-308, 1e-300, 1]])
    found = geometric(A)
    logs = np.log(A).mean(axis=1)
    errors = np.exp(np.log(A) + logs - logs[:, None])  # the priorities' own ratio, 1e405, is no number
    assert found.priorities[2] == 0.0
    assert found.lambda_mean == pytest.approx(errors.sum() / 3, rel=1e-10)


@pytest.mark.parametrize(("decades", "mean"), [(150, 2.5e224), (240, np.inf)])
def test_contradictions_beyond_all_numbers_are_infinite(decades, mean):
    # The first judgment errs by x · w_2 / w_1 = x to the power of 1.5, a quarter of which the mean is.
    x = 10.0**decades
    A = reciprocal([x, 1 / x, 1 / x, x, x, 1.0], 4)
    assert geometric(A).lambda_mean == pytest.approx(mean, rel=1e-9)


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
