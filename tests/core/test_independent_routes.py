"""The same answers by another way: the sources' formulas in plain Python, one number at a time, and simulations."""

import math
import statistics

import numpy as np
import pytest
from core.reference import parts
from strategies import reciprocal

from ahp.core import merit_scores
from ahp.core.more import (
    MERIT_METHODS,
    extent_analysis,
    interval_draws,
    lognormal_draws,
    outlyingness,
    step_draws,
)

SEEDS = range(6)


def judged(rng, n):
    return reciprocal(rng.choice([1 / 9, 1 / 5, 1 / 3, 1 / 2, 1, 2, 4, 6, 9.0], n * (n - 1) // 2), n)


def triangles(rng, n):
    """Fuzzy judgments about consistent ones, as nested lists."""
    y = rng.normal(0, 0.7, n)
    T = [[(1.0, 1.0, 1.0)] * n for _ in range(n)]
    for i in range(n):
        for j in range(i + 1, n):
            middle = math.exp(y[i] - y[j] + rng.normal(0, 0.1))
            low, high = middle / rng.uniform(1.2, 3), middle * rng.uniform(1.2, 3)
            T[i][j], T[j][i] = (low, middle, high), (1 / high, 1 / middle, 1 / low)
    return T


def plain_merits(B, O, C, R, weights, method):  # noqa: E741 - the letters of the source
    b, o, c, r = (w / sum(weights) for w in weights)
    turned_c = [1 / x / sum(1 / y for y in C) for x in C]
    turned_r = [1 / x / sum(1 / y for y in R) for x in R]
    return [
        {
            "multiplicative": B[k] * O[k] / (C[k] * R[k]),
            "powers": B[k] ** b * O[k] ** o / (C[k] ** c * R[k] ** r),
            "additive-reciprocal": b * B[k] + o * O[k] + c * turned_c[k] + r * turned_r[k],
            "probabilistic": b * B[k] + o * O[k] + c * (1 - C[k]) + r * (1 - R[k]),
            "subtractive": b * B[k] + o * O[k] - c * C[k] - r * R[k],
            "quotient": (b * B[k] + o * O[k]) / (c * C[k] + r * R[k]),
        }[method]
        for k in range(len(B))
    ]


def test_merits_one_alternative_at_a_time():
    for method in MERIT_METHODS:
        for seed in SEEDS:
            rng = np.random.default_rng(seed)
            parts = rng.dirichlet(np.ones(5), 4).tolist()
            weights = rng.uniform(0.1, 1, 4).tolist()
            found = merit_scores(*parts, weights=weights, method=method)
            assert found == pytest.approx(plain_merits(*parts, weights, method), rel=1e-12)


def test_outlying_one_participant_at_a_time():
    for seed in SEEDS:
        people = np.random.default_rng(seed).dirichlet(np.ones(4), 7).tolist()
        logs = [[math.log(p) for p in row] for row in people]
        centred = [[x - statistics.mean(row) for x in row] for row in logs]
        middle = [statistics.median(column) for column in zip(*centred, strict=True)]
        apart = [math.dist(row, middle) for row in centred]
        usual = max(statistics.median(apart), math.log(2))
        assert outlyingness(people) == pytest.approx([d / usual for d in apart], rel=1e-9)


def possibility(m2, m1):
    """V(M2 ≥ M1) of two triangles (l, m, u): the height at which they meet (Chang 1996, equation 7)."""
    if m2[1] >= m1[1]:
        return 1.0
    if m1[0] >= m2[2]:
        return 0.0
    low, high = m1[0], m2[2]  # the left side of M1 rises, the right side of M2 falls: halved down to
    for _ in range(200):
        x = (low + high) / 2
        rising = (x - m1[0]) / (m1[1] - m1[0])
        falling = (m2[2] - x) / (m2[2] - m2[1])
        low, high = (x, high) if rising < falling else (low, x)
    return rising


def test_extent_analysis_by_where_the_triangles_meet():
    for seed in SEEDS:
        for n in [2, 3, 5]:
            T = triangles(np.random.default_rng(seed), n)
            rows = [[sum(entry[k] for entry in row) for k in range(3)] for row in T]
            low, middle, high = (sum(row[k] for row in rows) for k in range(3))
            extents = [(row[0] / high, row[1] / middle, row[2] / low) for row in rows]
            least = [min(possibility(mine, other) for other in extents) for mine in extents]
            weights, lost = parts(extent_analysis(T))
            assert weights == pytest.approx([d / sum(least) for d in least], abs=1e-9)
            assert lost.tolist() == [d == 0 for d in least]


DRAWS, REPEATS = 20_000, 4_000


def eigenvector(A):
    values, vectors = np.linalg.eig(A)
    vector = np.abs(vectors[:, values.real.argmax()].real)
    return vector / vector.sum()


def simulated(draw, n, seed):
    """Priorities of matrices whose judgments are drawn and solved one at a time."""
    rng = np.random.default_rng(seed + 1000)
    found = []
    for _ in range(REPEATS):
        B = np.ones((n, n))
        for i in range(n):
            for j in range(i + 1, n):
                B[i, j] = draw(i, j, rng)
                B[j, i] = 1 / B[i, j]
        found.append(eigenvector(B))
    return np.array(found)


def assert_alike(ours, theirs):
    """Both come from one distribution: means within five standard errors, spreads within a tenth."""
    error = np.hypot(ours.std(axis=0) / math.sqrt(len(ours)), theirs.std(axis=0) / math.sqrt(len(theirs)))
    assert (np.abs(ours.mean(axis=0) - theirs.mean(axis=0)) <= 5 * error + 1e-12).all()
    assert ours.std(axis=0) == pytest.approx(theirs.std(axis=0), rel=0.1)


@pytest.mark.parametrize("seed", [1, 2])
def test_lognormal_noise_against_one_matrix_at_a_time(seed):
    A = judged(np.random.default_rng(seed), 4)
    theirs = simulated(lambda i, j, rng: A[i, j] * rng.lognormal(0, 0.3), 4, seed)
    assert_alike(lognormal_draws(A, 0.3, draws=DRAWS, rng=seed, method="eigenvector"), theirs)


@pytest.mark.parametrize("seed", [1, 2])
def test_steps_of_the_scale_against_one_matrix_at_a_time(seed):
    A = judged(np.random.default_rng(seed), 4)

    def stepped(i, j, rng):
        place = A[i, j] - 1 if A[i, j] >= 1 else 1 - 1 / A[i, j]  # 0 is 1, 1 is 2, -1 is 1/2
        moved = min(max(place + rng.uniform(-2, 2), -8), 8)
        return 1 + moved if moved >= 0 else 1 / (1 - moved)

    ours = step_draws(A, 2.0, draws=DRAWS, rng=seed, method="eigenvector")
    assert_alike(ours, simulated(stepped, 4, seed))


@pytest.mark.parametrize("seed", [1, 2])
def test_intervals_against_one_matrix_at_a_time(seed):
    rng = np.random.default_rng(seed)
    A = judged(rng, 3)
    wide = np.triu(rng.uniform(1.1, 2.5, (3, 3)), 1)
    wide = wide + wide.T + np.eye(3)
    theirs = simulated(
        lambda i, j, rng: math.exp(
            rng.uniform(math.log(A[i, j] / wide[i, j]), math.log(A[i, j] * wide[i, j]))
        ),
        3,
        seed,
    )  # of three items the eigenvector is the geometric mean
    assert_alike(interval_draws(A / wide, A * wide, draws=DRAWS, rng=seed), theirs)
