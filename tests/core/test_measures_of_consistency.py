"""Every measure of consistency, and the ratio by random indices."""

from itertools import combinations, permutations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import (
    consistent_matrices,
    lognormal_matrices,
    matrices,
    reciprocal,
    saaty_matrices,
    wide_matrices,
)

from ahp import core
from ahp.core import RANDOM_INDICES, consistency_index, consistency_ratio, lambda_max, random_index
from ahp.errors import StudyError


def triads(A):
    return [A[i, k] / (A[i, j] * A[j, k]) for i, j, k in combinations(range(len(A)), 3)]


def chains(A):
    for i, j, k in permutations(range(len(A)), 3):
        yield np.log(A[i, j]), np.log(A[i, k] * A[k, j])


def salo_hamalainen(A):
    n, total = len(A), 0.0
    for i, j in combinations(range(n), 2):
        values = [A[i, k] * A[k, j] for k in range(n)]
        r, R = min(values), max(values)
        total += (R - r) / ((1 + R) * (1 + r))
    return total * 2 / (n * (n - 1))


def geometric(A):
    n, g = len(A), np.prod(A, axis=1) ** (1 / len(A))
    errors = [np.log(A[i, j] * g[j] / g[i]) ** 2 for i, j in combinations(range(n), 2)]
    return 2 / ((n - 1) * (n - 2)) * sum(errors)


def relative_error(A):
    g = np.prod(A, axis=1) ** (1 / len(A))
    total = (np.log(A) ** 2).sum()
    return (np.log(A * g[None, :] / g[:, None]) ** 2).sum() / total if total else 0.0


def golden_wang(A):
    g = np.prod(A, axis=1) ** (1 / len(A))
    g = g / g.sum()
    return sum(abs(A[i, j] / A[:, j].sum() - g[i]) for i in range(len(A)) for j in range(len(A))) / len(A)


def harmonic(A):
    n = len(A)
    mean = n / sum(1 / A[:, j].sum() for j in range(n))
    return (mean - n) * (n + 1) / (n * (n - 1))


def cosine(A):
    C = A / np.linalg.norm(A, axis=0)
    return np.linalg.norm(C.sum(axis=1)) / len(A)


DEFINITIONS = {
    "geometric": geometric,
    "koczkodaj": lambda A: max(min(abs(1 - t), abs(1 - 1 / t)) for t in triads(A)),
    "harmonic": harmonic,
    "golden-wang": golden_wang,
    "salo-hamalainen": salo_hamalainen,
    "relative-error": relative_error,
    "cosine": cosine,
    "triad-determinant": lambda A: np.mean([t + 1 / t - 2 for t in triads(A)]),
    "cavallo-dapuzzo": lambda A: np.prod([max(t, 1 / t) for t in triads(A)]) ** (1 / len(triads(A))),
    "congruence": lambda A: np.mean([abs(direct - chain) for direct, chain in chains(A)]),
    "dissonance": lambda A: np.mean([direct * chain < -1e-12 for direct, chain in chains(A)]),
}
every_measure = pytest.mark.parametrize("measure", DEFINITIONS)


def test_every_measure_has_its_definition_here():
    assert set(core.CONSISTENCY_MEASURES) == set(DEFINITIONS)


@every_measure
@given(saaty_matrices(min_size=3, max_size=7))
@settings(max_examples=40)
def test_a_measure_is_its_definition_written_out(measure, A):
    found = core.consistency(A, measure=measure)
    assert found == pytest.approx(DEFINITIONS[measure](A), rel=1e-9, abs=1e-12)


@every_measure
@given(consistent_matrices(decades=3))
@settings(max_examples=30)
def test_consistent_judgments_have_the_value_of_consistency(measure, pair):
    expected = 1.0 if measure in ("cosine", "cavallo-dapuzzo") else 0.0
    assert float(core.consistency(pair[1], measure=measure)) == pytest.approx(expected, abs=1e-9)


def test_the_geometric_index_of_a_triad_is_a_third_of_its_squared_logarithm():
    # pyanp's own test says .0036934, a third of the definition
    A = [[1, 2, 5], [1 / 2, 1, 3], [1 / 5, 1 / 3, 1]]
    assert float(core.consistency(A)) == pytest.approx(np.log(5 / 6) ** 2 / 3, rel=1e-12)
    assert float(core.consistency(A)) == pytest.approx(0.0110804, abs=5e-8)


def test_blending_with_the_geometric_mean_scales_the_geometric_index():
    # Xu & Wei 1999 with row geometric means: GCI falls with the square of what is left
    A = reciprocal(np.random.default_rng(1).lognormal(0, 1, 15), 6)
    w = core.priorities(A, method="geometric-mean")
    blended = A**0.7 * (w[:, None] / w[None, :]) ** 0.3
    assert float(core.consistency(blended)) == pytest.approx(0.49 * float(core.consistency(A)), rel=1e-9)


def test_the_determinant_of_three_items():
    A = reciprocal([2, 7, 2], 3)
    assert float(core.consistency(A, measure="triad-determinant")) == pytest.approx(np.linalg.det(A))


def test_the_thresholds_are_those_of_the_literature():
    assert [core.more.consistency_threshold(n) for n in (1, 2, 3, 4, 5, 9)] == [0, 0, 0.31, 0.35, 0.37, 0.37]
    assert core.more.consistency_threshold(5, measure="koczkodaj") == 1 / 3
    assert core.more.consistency_threshold(5, measure="cosine") == 0.90
    assert np.isnan(core.more.consistency_threshold(5, measure="harmonic"))
    assert [core.more.saaty_limit(n) for n in (3, 4, 5, 12)] == [0.05, 0.08, 0.10, 0.10]


def test_the_geometric_threshold_is_the_rule_behind_the_table():
    for n in [3, 4, 5, 6, 9]:
        assert core.more.geometric_threshold(n) == pytest.approx(
            core.more.consistency_threshold(n), abs=0.006
        )
        assert core.more.geometric_threshold(n, ratio=0.05) == pytest.approx(
            core.more.geometric_threshold(n) / 2
        )


def test_near_consistency_the_geometric_index_follows_the_ratio():
    for n in [4, 6, 9]:
        rng = np.random.default_rng(n)
        w = rng.lognormal(0, 1, n)
        rows, columns = np.triu_indices(n, 1)
        A = reciprocal(w[rows] / w[columns] * np.exp(rng.normal(0, 0.02, len(rows))), n)
        ratio = float(core.consistency_ratio(A))
        assert float(core.consistency(A)) == pytest.approx(
            core.more.geometric_threshold(n, ratio=ratio), rel=0.01
        )
        assert core.consistency(A) == pytest.approx(2 * n / (n - 2) * core.consistency_index(A), rel=0.01)


def test_a_measure_has_its_own_random_mean():
    # Stein & Mizzi 2007 divide the harmonic index by its own: .859, 1.061, 1.205 for n = 4, 5, 6
    for n, published in ((4, 0.859), (5, 1.061), (6, 1.205)):
        found = core.more.simulated_random_index(n, measure="harmonic", draws=4000, rng=n)
        assert abs(found.mean - published) < 4 * found.standard_error + 0.01
    with pytest.raises(StudyError, match="'harmonic' is measured on complete matrices"):
        core.more.simulated_random_index(4, missing=1, measure="harmonic")


def by_hand(A):
    found = []
    for i, j, k in combinations(range(len(A)), 3):
        t = A[i, k] / (A[i, j] * A[j, k])
        if abs(np.log(t)) > 1e-9:
            found.append((abs(np.log(t)), (i, j, k), t))
    return found


@given(saaty_matrices(max_size=7), st.integers(0, 12))
def test_the_worst_triads_are_those_of_an_enumeration(A, count):
    expected = sorted(by_hand(A), key=lambda entry: -entry[0])
    found = core.worst_triads(A, count=count)
    assert len(found) == min(count, len(expected))
    for triad, (size, _, _) in zip(found, expected, strict=False):
        assert abs(np.log(triad.ratio)) == pytest.approx(size, rel=1e-9)
        i, j, k = triad.items
        assert i < j < k
        assert triad.ratio == pytest.approx(A[i, k] / (A[i, j] * A[j, k]))
    assert len({triad.items for triad in found}) == len(found)


TABLES = tuple(RANDOM_INDICES)


def random_batch(n, batch=(7,), sigma=1.0):
    rng = np.random.default_rng(n)
    size = n * (n - 1) // 2
    flat = [reciprocal(rng.lognormal(0, sigma, size), n) for _ in range(int(np.prod(batch)))]
    return np.array(flat).reshape(*batch, n, n)


@given(st.one_of(matrices(), wide_matrices()))
def test_the_principal_eigenvalue_is_at_least_the_size(A):
    assert lambda_max(A) >= len(A)


@given(consistent_matrices())
def test_consistent_judgments_have_ratio_zero(pair):
    A = pair[1]
    assert lambda_max(A) == pytest.approx(len(A), rel=1e-14)
    assert consistency_ratio(A) < 1e-13


@given(st.integers(3, 20), st.integers(0, 100), st.floats(1e-3, 0.03))
def test_one_judgment_out_of_line_has_the_index_of_the_theory(n, seed, shift):
    # Aguarón & Moreno-Jiménez 2003: GCI = 2 t² / (n(n-1)), and GCI → 2n / (n-2) · CI as t → 0
    w = np.random.default_rng(seed).lognormal(0, 1, n)
    A = w[:, None] / w[None, :]
    A[0, 1] *= np.exp(shift)
    A[1, 0] = 1 / A[0, 1]
    expected = (n - 2) / (n**2 * (n - 1)) * shift**2
    assert float(consistency_index(A)) == pytest.approx(expected, rel=0.01)


@given(st.floats(1e-9, 1e9), st.sampled_from(TABLES))
def test_two_items_are_always_consistent(a, table):
    A = [[1, a], [1 / a, 1]]
    assert lambda_max(A) == 2
    assert consistency_index(A) == 0
    assert consistency_ratio(A, random_index=table) == 0  # and not 0 / 0


@given(lognormal_matrices(min_size=3, max_size=20), st.just("alonso-lamata"))
def test_index_and_ratio_follow_from_the_eigenvalue(A, table):
    n = len(A)
    index = (float(lambda_max(A)) - n) / (n - 1)
    assert float(consistency_index(A)) == index
    assert float(consistency_ratio(A)) == index / random_index(n, table)


def test_the_ratio_uses_the_table_it_is_given():
    for table in TABLES:
        for n in range(3, 16):
            A = random_batch(n)
            ratio = consistency_ratio(A, random_index=table)
            expected = consistency_index(A) / RANDOM_INDICES[table].values[n - 3]
            assert np.array_equal(ratio, expected)


@given(st.data(), matrices(min_size=3))
def test_measuring_an_item_in_another_unit_does_not_matter(data, A):
    # D⁻¹AD has the same eigenvalues: what a weight is multiplied with says nothing on consistency
    factors = 2.0 ** data.draw(st.lists(st.integers(-20, 20), min_size=len(A), max_size=len(A)).map(np.array))
    scaled = A * factors[:, None] / factors[None, :]
    assert abs(lambda_max(scaled) - lambda_max(A)) < 1e-12 * lambda_max(A)
