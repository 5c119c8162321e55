from __future__ import annotations

import numpy as np
import pytest
from strategies import SAATY

from ahp.core import RANDOM_INDICES, random_index, simulated_random_index

# Written down a second time, by size: Saaty 1980, Saaty 2005, Alonso & Lamata 2006.
PRINTED = {
    3: (0.58, 0.52, 0.5247),
    4: (0.90, 0.89, 0.8816),
    5: (1.12, 1.11, 1.1086),
    6: (1.24, 1.25, 1.2479),
    7: (1.32, 1.35, 1.3417),
    8: (1.41, 1.40, 1.4057),
    9: (1.45, 1.45, 1.4499),
    10: (1.49, 1.49, 1.4854),
    11: (1.51, 1.52, 1.5140),
    12: (1.48, 1.54, 1.5365),
    13: (1.56, 1.56, 1.5551),
    14: (1.57, 1.58, 1.5713),
    15: (1.59, 1.59, 1.5838),
}


# And the others: Aguarón & Moreno-Jiménez 2003, Donegan & Dodd 1991, Noble & Sanchez 1993, ahpsurvey.
OTHERS = {
    3: (0.525, 0.4914, 0.49, 0.5252),
    4: (0.882, 0.8286, 0.82, 0.8837),
    5: (1.115, 1.0591, 1.03, 1.1081),
    6: (1.252, 1.1797, 1.16, 1.2493),
    7: (1.341, 1.2519, 1.25, 1.3416),
    8: (1.404, 1.3171, 1.31, 1.4048),
    9: (1.452, 1.3733, 1.36, 1.4507),
    10: (1.484, 1.4055, 1.39, 1.4857),
    11: (1.513, 1.4213, 1.42, 1.5141),
    12: (1.535, 1.4497, 1.44, 1.5357),
    13: (1.555, 1.4643, 1.46, 1.5546),
    14: (1.570, 1.4822, 1.48, 1.5703),
    15: (1.583, 1.4969, 1.49, 1.5840),
}


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


def test_the_tables_are_those_printed():
    for n in PRINTED:
        found = tuple(random_index(n, t) for t in ("saaty-1980", "saaty-2005", "alonso-lamata"))
        assert found == PRINTED[n]


def test_the_other_tables_are_those_printed():
    for n in OTHERS:
        tables = ("aguaron-moreno", "donegan-dodd", "noble", "half-million")
        assert tuple(round(random_index(n, t), 4) for t in tables) == OTHERS[n]


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


def test_one_or_two_items_have_random_index_zero():
    for table in RANDOM_INDICES:
        for n in [1, 2]:
            assert random_index(n, table) == 0.0


def test_every_table_names_its_source_and_knows_its_end():
    for table in RANDOM_INDICES:
        assert any(character.isdigit() for character in RANDOM_INDICES[table].source)
        ends = {"aguaron-moreno": 16, "donegan-dodd": 20, "taha": 100}
        assert RANDOM_INDICES[table].largest == ends.get(table, 15)
