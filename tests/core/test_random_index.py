"""Random indices: those printed, and those that random judgments give."""

import numpy as np
import pytest
from strategies import SAATY

from ahp.core import random_index
from ahp.core.judgment_draws import SAATY_SCALE
from ahp.core.matrices import as_pairwise
from ahp.core.more import random_matrices, simulated_random_index

# From three items on, as each source prints them.
PRINTED = {
    "saaty-1980": (0.58, 0.90, 1.12, 1.24, 1.32, 1.41, 1.45, 1.49, 1.51, 1.48, 1.56, 1.57, 1.59),
    "saaty-2005": (0.52, 0.89, 1.11, 1.25, 1.35, 1.40, 1.45, 1.49, 1.52, 1.54, 1.56, 1.58, 1.59),
    "alonso-lamata": (
        0.5247, 0.8816, 1.1086, 1.2479, 1.3417, 1.4057, 1.4499, 1.4854, 1.5140, 1.5365, 1.5551, 1.5713, 1.5838,
    ),
    "aguaron-moreno": (
        0.525, 0.882, 1.115, 1.252, 1.341, 1.404, 1.452, 1.484, 1.513, 1.535, 1.555, 1.570, 1.583,
    ),
    "donegan-dodd": (
        0.4914, 0.8286, 1.0591, 1.1797, 1.2519, 1.3171, 1.3733, 1.4055, 1.4213, 1.4497, 1.4643, 1.4822, 1.4969,
    ),
    "noble": (0.49, 0.82, 1.03, 1.16, 1.25, 1.31, 1.36, 1.39, 1.42, 1.44, 1.46, 1.48, 1.49),
    "half-million": (  # ahpsurvey
        0.5252, 0.8837, 1.1081, 1.2493, 1.3416, 1.4048, 1.4507, 1.4857, 1.5141, 1.5357, 1.5546, 1.5703, 1.5840,
    ),
}  # fmt: skip


@pytest.mark.parametrize("table", PRINTED)
def test_the_tables_are_those_printed(table):
    assert tuple(round(random_index(n, table), 4) for n in range(3, 16)) == PRINTED[table]


def simulated(n, count, seed=0):
    """Mean consistency index of random matrices of Saaty's scale, and its standard error."""
    rng = np.random.default_rng(seed + n)
    A = np.ones((count, n, n))
    rows, columns = np.triu_indices(n, 1)
    A[:, rows, columns] = rng.choice(SAATY, (count, len(rows)))
    A[:, columns, rows] = 1 / A[:, rows, columns]
    w = np.ones((count, n, 1))
    for _ in range(200):  # plain power iteration: far more steps than these matrices need
        w = A @ w
        w /= w.sum(axis=1, keepdims=True)
    index = ((A @ w / w).mean(axis=(1, 2)) - n) / (n - 1)
    return index.mean(), index.std() / np.sqrt(count)


def test_of_three_items_it_is_known_exactly():
    # λ_max = 1 + t^(1/3) + t^(-1/3) with t = a12 a23 / a13, over all 17³ matrices (Crawford & Williams 1985)
    t = np.multiply.outer(np.divide.outer(SAATY, SAATY), SAATY)
    exact = ((np.cbrt(t) + np.cbrt(1 / t) - 2) / 2).mean()
    assert round(exact, 5) == 0.52446
    assert random_index(3) == pytest.approx(exact, abs=3e-4)
    drawn = simulated_random_index(3, rng=0)
    assert abs(drawn.mean - exact) < 4 * drawn.standard_error


@pytest.mark.parametrize("n", [3, 5, 8])
def test_the_default_is_what_random_judgments_give(n):
    mean, error = simulated(n, 6000)
    assert abs(mean - random_index(n)) < 4 * error + 0.002  # the tables are simulations too


@pytest.mark.parametrize("n", [16, 30])
def test_beyond_its_table_the_default_is_what_random_judgments_give(n):
    mean, error = simulated(n, 400)
    assert abs(mean - random_index(n)) < 4 * error + 0.005


def test_the_fit_beyond_the_table_is_that_of_its_authors():
    for n in (16, 17, 50, 1000):
        mean_eigenvalue = 2.7699 * n - 4.3513
        assert random_index(n) == pytest.approx((mean_eigenvalue - n) / (n - 1), rel=1e-12)


def test_the_default_rises_with_the_size_without_a_jump():
    values = [random_index(n) for n in range(3, 200)]
    steps = np.diff(values)
    assert (steps > 0).all()
    assert (np.diff(steps)[13:] < 0).all()
    assert abs(values[13] - values[12]) < 0.02  # n = 15 to 16: from the table to the fit


def test_random_matrices_are_reciprocal_and_of_the_scale():
    A = as_pairwise(random_matrices(5, 400, rng=2))
    assert A.shape == (400, 5, 5)
    upper = A[:, *np.triu_indices(5, 1)]
    assert set(np.unique(upper)) == set(SAATY_SCALE)
    counts = np.unique(upper, return_counts=True)[1]
    assert counts.min() > 4000 / 17 * 0.7
    assert set(np.unique(random_matrices(3, 50, scale=[2.0, 4.0])[:, 0, 1])) == {2.0, 4.0}
    assert random_matrices(1, 2).tolist() == [[[1.0]], [[1.0]]]


def test_the_standard_error_is_that_of_a_mean():
    few, many = (simulated_random_index(5, draws=count, rng=1).standard_error for count in (500, 8000))
    assert few / many == pytest.approx(4, rel=0.15)


def test_a_given_graph_is_simulated_as_it_stands():
    # one square: four judgments of six, one circle
    missing = np.zeros((4, 4), dtype=bool)
    missing[0, 2] = missing[1, 3] = True
    square = simulated_random_index(4, missing=missing, draws=20_000, rng=3)
    # a triangle with a tail has as many judgments, and another index: the graph counts, not only its size
    missing = np.zeros((4, 4), dtype=bool)
    missing[0, 3] = missing[1, 3] = True
    triangle = simulated_random_index(4, missing=missing, draws=20_000, rng=3)
    assert abs(square.mean - triangle.mean) > 4 * (square.standard_error + triangle.standard_error)
    both = simulated_random_index(4, missing=2, draws=20_000, rng=3)
    assert min(square.mean, triangle.mean) < both.mean < max(square.mean, triangle.mean)


def test_no_circle_no_index():
    assert simulated_random_index(4, missing=3, draws=50).mean == pytest.approx(0, abs=1e-9)
