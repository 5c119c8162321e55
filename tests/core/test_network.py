from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ahp.core import global_priorities, limit_matrix
from ahp.core.more import cluster_priorities, is_periodic, weighted_supermatrix
from ahp.errors import ConvergenceError, JudgmentError

# Super Decisions' water reservoir: purposes (flood control, recreation, power) and levels (low, medium, high)
# influence each other and nothing else, so that powers turn in a circle of two. WaterReservior_Full_results.xlsx
# of the team's AhpAnpLib, three digits; read from a stored copy.
RESERVOIR = np.zeros((6, 6))
RESERVOIR[:3, 3:] = [[0.637, 0.2, 0.06], [0.258, 0.6, 0.231], [0.105, 0.2, 0.709]]
RESERVOIR[3:, :3] = [[0.722, 0.072, 0.058], [0.205, 0.649, 0.207], [0.073, 0.279, 0.735]]
CLUSTERS = [0, 0, 0, 1, 1, 1]


def stochastic(seed, n, density=1.0):
    rng = np.random.default_rng(seed)
    W = rng.uniform(0.05, 1, (n, n)) * (rng.uniform(size=(n, n)) < density)
    W[rng.integers(n, size=n), np.arange(n)] += 0.3
    return W / W.sum(axis=0)


def mean_power(W, upto=20_000):
    """The mean of the powers, added up one by one: slow, and another route."""
    total, power = np.zeros_like(W), np.eye(len(W))
    for _ in range(upto):
        power = W @ power
        total += power
    return total / upto


def test_the_water_reservoir():
    limit = limit_matrix(weighted_supermatrix(RESERVOIR, CLUSTERS))
    found = cluster_priorities(limit[:, 0], CLUSTERS)
    # printed from a supermatrix of more digits than the three that are printed
    assert np.abs(found[3:] - [0.223, 0.372, 0.405]).max() <= 0.0011
    assert np.abs(found[:3] - [0.241, 0.374, 0.385]).max() <= 0.0011
    assert np.abs(2 * limit[3:, 0] - [0.223, 0.372, 0.405]).max() <= 0.0011
    assert is_periodic(weighted_supermatrix(RESERVOIR, CLUSTERS))


def test_a_primitive_matrix():
    # pyanp, tests/test_limitmatrix.py, read from a stored copy
    W = [[0.3, 0.2, 0.4], [0.1, 0.5, 0.5], [0.6, 0.3, 0.1]]
    printed = np.array([0.29411765, 0.38235294, 0.32352941])
    assert np.abs(limit_matrix(W) - printed[:, None]).max() <= 5e-9 + 1e-12
    assert not is_periodic(W)


@given(st.integers(0, 2**32 - 1), st.integers(1, 7))
def test_of_a_primitive_matrix_it_is_a_high_power(seed, n):
    W = stochastic(seed, n)
    power = np.linalg.matrix_power(W, 4096)
    np.testing.assert_allclose(limit_matrix(W), power, atol=1e-11)


@pytest.mark.parametrize("seed", range(6))
def test_of_any_matrix_it_is_the_mean_of_the_powers(seed):
    W = stochastic(seed, 6, density=0.15)  # many of these are reducible, some periodic
    np.testing.assert_allclose(limit_matrix(W), mean_power(W), atol=2e-3)


@given(st.integers(0, 2**32 - 1), st.integers(1, 7), st.floats(0.1, 1))
def test_it_is_the_projection_on_what_stays(seed, n, density):
    W = stochastic(seed, n, density)
    limit = limit_matrix(W)
    for product in (W @ limit, limit @ W, limit @ limit):
        np.testing.assert_allclose(product, limit, atol=1e-10)
    np.testing.assert_allclose(limit.sum(axis=0), 1)


@pytest.mark.parametrize("d", [2, 3, 5])
def test_a_circle_of_any_length(d):
    W = np.roll(np.eye(d), 1, axis=0)
    np.testing.assert_allclose(limit_matrix(W), np.full((d, d), 1 / d), atol=1e-14)
    assert is_periodic(W)


def test_influence_that_ends_in_two_places_depends_on_where_it_began():
    W = np.array([[1, 0, 0.25], [0, 1, 0.5], [0, 0, 0.25]])
    np.testing.assert_allclose(limit_matrix(W)[:, 2], [1 / 3, 2 / 3, 0], atol=1e-14)
    assert not is_periodic(W)


def exact_limit(W):
    """The limit in fractions, of one final class: W x = x, with what each column lacks to 1 on its diagonal."""
    n = len(W)
    rows = [[Fraction(0) if i == j else Fraction(W[i][j]) for j in range(n)] for i in range(n)]
    for j in range(n):
        rows[j][j] = -sum(row[j] for row in rows)
    rows[-1] = [Fraction(1)] * n
    rows = [[*row, Fraction(i == n - 1)] for i, row in enumerate(rows)]
    for k in range(n):
        pivot = next(i for i in range(k, n) if rows[i][k])
        rows[k], rows[pivot] = rows[pivot], rows[k]
        rows[k] = [x / rows[k][k] for x in rows[k]]
        rows = [
            row if i == k else [x - row[k] * y for x, y in zip(row, rows[k], strict=True)]
            for i, row in enumerate(rows)
        ]
    return np.array([float(row[-1]) for row in rows])


LEAKS = [10.0**-digits for digits in range(3, 18)]


def leaking(leak):
    """Two pairs of nodes between which influence passes rarely, twice as often one way as the other."""
    W = np.zeros((4, 4))
    W[:2, :2], W[2:, 2:] = [[0.25, 0.5], [0.75, 0.5]], [[0.5, 0.125], [0.5, 0.875]]
    W[2, 0], W[1, 3] = leak, 2 * leak
    W[1, 0], W[3, 3] = 0.75 - leak, 0.875 - 2 * leak
    return W


@pytest.mark.parametrize("leak", [*LEAKS, 1e-100])
def test_however_rarely_influence_passes_it_is_followed_to_its_end(leak):
    two = [[1 - leak, 2 * leak], [leak, 1 - 2 * leak]]
    np.testing.assert_allclose(limit_matrix(two), [[2 / 3] * 2, [1 / 3] * 2], rtol=1e-14)
    for order in ([0, 1, 2, 3], [3, 1, 0, 2], [2, 3, 0, 1]):
        W = leaking(leak)[np.ix_(order, order)]
        np.testing.assert_allclose(limit_matrix(W), np.tile(exact_limit(W)[:, None], 4), rtol=1e-13)
        assert not is_periodic(W)
    # A way out that is never come back by: nothing stays but at its end.
    np.testing.assert_array_equal(limit_matrix([[1, leak], [0, 1 - leak]]), [[1, 1], [0, 0]])
    # Twice as much ends here as there, though hardly anything ever leaves.
    away = [[1, 0, 2 * leak], [0, 1, leak], [0, 0, 1 - 3 * leak]]
    np.testing.assert_allclose(limit_matrix(away)[:, 2], [2 / 3, 1 / 3, 0], rtol=1e-14)


def test_a_leak_too_rare_for_any_number_is_told_with_its_matrix():
    out = [[1, 0, 1], [0, 1, 1e-200], [1e-200, 0, 0]]  # 10⁴⁰⁰ steps to where all ends
    with pytest.raises(ConvergenceError, match=r"passes too rarely from one part of the supermatrix \[1\]"):
        limit_matrix([np.eye(3), out])


@given(st.lists(st.tuples(st.integers(0, 2**32 - 1), st.floats(0.1, 1)), min_size=1, max_size=6))
def test_no_matrix_changes_the_answer_of_another(seeds):
    batch = np.array([stochastic(seed, 4, density) for seed, density in seeds] + [leaking(x) for x in LEAKS])
    np.testing.assert_array_equal(limit_matrix(batch), [limit_matrix(W) for W in batch])
    np.testing.assert_array_equal(is_periodic(batch), [is_periodic(W) for W in batch])


@given(st.integers(0, 2**32 - 1), st.integers(1, 5), st.integers(1, 5))
def test_a_hierarchy_is_a_network_that_ends(seed, k, n):
    # goal → criteria → alternatives: the goal's column is the distributive synthesis (Saaty 2005)
    rng = np.random.default_rng(seed)
    weights, local = rng.dirichlet(np.ones(k)), rng.dirichlet(np.ones(n), k)
    W = np.zeros((1 + k + n,) * 2)
    W[1 : 1 + k, 0], W[1 + k :, 1 : 1 + k] = weights, local.T
    goal = limit_matrix(W)[:, 0]
    np.testing.assert_allclose(goal[1 + k :], global_priorities(weights, local), atol=1e-13)
    assert np.abs(goal[: 1 + k]).max() < 1e-13


def test_weights_count_among_the_clusters_that_a_column_reaches():
    W = np.array([[0, 0, 0.5], [1, 0, 0.5], [0, 1, 1]])
    C = [[0.2, 0.3], [0.8, 0.7]]
    found = weighted_supermatrix(W, [0, 0, 1], C)
    np.testing.assert_allclose(found, [[0, 0, 0.15], [1, 0, 0.15], [0, 1, 0.7]])
    np.testing.assert_allclose(weighted_supermatrix(W, [0, 0, 1])[:, 2], [0.25, 0.25, 0.5])


def test_a_node_that_nothing_influences_keeps_its_column_of_zeros():
    assert weighted_supermatrix([[0, 1], [0, 0]], [0, 0])[:, 0].tolist() == [0, 0]


def test_where_it_is_wrong_is_told():
    with pytest.raises(JudgmentError) as caught:
        limit_matrix([[0.5, -1, 0], [0.5, 1, 0], [0, 1, 1]])
    assert (caught.value.row, caught.value.column, caught.value.found) == (0, 1, -1)
