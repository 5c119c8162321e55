import numpy as np
import pytest

from ahp.core import random_matrices, simulated_random_index
from ahp.core.matrices import as_pairwise
from ahp.core.random_judgments import SAATY_SCALE


def test_random_matrices_are_reciprocal_and_of_the_scale():
    A = as_pairwise(random_matrices(5, 400, rng=2))
    assert A.shape == (400, 5, 5)
    upper = A[:, *np.triu_indices(5, 1)]
    assert set(np.unique(upper)) == set(SAATY_SCALE)
    counts = np.unique(upper, return_counts=True)[1]
    assert counts.min() > 4000 / 17 * 0.7
    assert set(np.unique(random_matrices(3, 50, scale=[2.0, 4.0])[:, 0, 1])) == {2.0, 4.0}
    assert random_matrices(1, 2).tolist() == [[[1.0]], [[1.0]]]


def test_a_seed_is_a_value_and_a_generator_goes_on():
    assert simulated_random_index(4, count=100, rng=5) == simulated_random_index(4, count=100, rng=5)
    rng = np.random.default_rng(5)
    first = simulated_random_index(4, count=100, rng=rng)
    assert first != simulated_random_index(4, count=100, rng=rng)


def test_the_standard_error_is_that_of_a_mean():
    few, many = (simulated_random_index(5, count=count, rng=1).standard_error for count in (500, 8000))
    assert few / many == pytest.approx(4, rel=0.15)


def test_a_given_graph_is_simulated_as_it_stands():
    # one square: four judgments of six, one circle
    missing = np.zeros((4, 4), dtype=bool)
    missing[0, 2] = missing[1, 3] = True
    square = simulated_random_index(4, missing=missing, count=20_000, rng=3)
    # a triangle with a tail has as many judgments, and another index: the graph counts, not only its size
    missing = np.zeros((4, 4), dtype=bool)
    missing[0, 3] = missing[1, 3] = True
    triangle = simulated_random_index(4, missing=missing, count=20_000, rng=3)
    assert abs(square.mean - triangle.mean) > 4 * (square.standard_error + triangle.standard_error)
    both = simulated_random_index(4, missing=2, count=20_000, rng=3)
    assert min(square.mean, triangle.mean) < both.mean < max(square.mean, triangle.mean)


def test_no_circle_no_index():
    assert simulated_random_index(4, missing=3, count=50).mean == pytest.approx(0, abs=1e-9)
