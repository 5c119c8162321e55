import numpy as np
import pytest
from core.incompletes import FOUR, NAN, incomplete
from hypothesis import given
from strategies import matrices

from ahp.core import (
    INCOMPLETE_RANDOM_INDICES,
    consistency_index,
    consistency_ratio,
    incomplete_consistency_index,
    incomplete_consistency_ratio,
    optimal_completion,
    simulated_random_index,
)

TREE = [[1, 2, NAN], [0.5, 1, 2], [NAN, 0.5, 1]]


@given(matrices(max_size=7))
def test_with_nothing_missing_the_index_is_that_of_the_matrix(A):
    assert float(incomplete_consistency_index(A)) == pytest.approx(float(consistency_index(A)), abs=1e-13)


def test_the_index_is_that_of_the_completion():
    assert float(incomplete_consistency_index(FOUR)) == pytest.approx(
        float(consistency_index(optimal_completion(FOUR).matrix))
    )


def test_the_ratio_divides_by_the_random_index_of_as_many_missing():
    found = float(incomplete_consistency_ratio(FOUR))
    assert found == pytest.approx(float(incomplete_consistency_index(FOUR, bound=9.0)) / 0.583)
    # AHPy divides by the index of complete matrices, which makes it look better than it is
    assert found > 1.4 * float(incomplete_consistency_index(FOUR)) / 0.8286


def test_where_nothing_can_contradict_nothing_is_observed():
    assert np.isnan(incomplete_consistency_index(TREE))
    assert np.isnan(incomplete_consistency_ratio(TREE))
    assert incomplete_consistency_ratio([[1, 2], [0.5, 1]]) == 0
    three = [[1, 2, 5], [0.5, 1, 2], [0.2, 0.5, 1]]
    assert float(incomplete_consistency_ratio(three)) == pytest.approx(float(consistency_ratio(three)))


def test_a_batch_of_different_gaps():
    rng = np.random.default_rng(0)
    A = np.array([incomplete(5, m, rng) for m in range(7)])
    found = incomplete_consistency_ratio(A)
    assert found[:-1] == pytest.approx([float(incomplete_consistency_ratio(a)) for a in A[:-1]], rel=1e-8)
    assert np.isnan(found[-1])  # six of ten missing: a tree
    assert incomplete_consistency_ratio(np.empty((0, 5, 5))).shape == (0,)


@pytest.mark.parametrize("name", INCOMPLETE_RANDOM_INDICES)
@pytest.mark.parametrize(("n", "missing"), [(4, 1), (4, 2), (4, 3), (5, 3), (6, 2), (7, 9)])
def test_the_tables_are_what_random_judgments_give(n, missing, name):
    # also the finding that the published values belong to completions within [1/9, 9]
    table = INCOMPLETE_RANDOM_INDICES[name]
    found = simulated_random_index(n, missing=missing, bound=table.bound, count=600, rng=missing)
    assert abs(found.mean - table.values[n][missing]) < 4 * found.standard_error + 0.003


def test_the_tables_fall_to_the_trees():
    for name in INCOMPLETE_RANDOM_INDICES:
        for n in [4, 5, 6, 7, 8]:
            values = INCOMPLETE_RANDOM_INDICES[name].values[n]
            assert len(values) == (n - 1) * (n - 2) // 2 + 1
            assert (np.diff(values) < 0).all()
