import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ahp.core.regions import region_shares, winner_regions
from ahp.core.smaa import acceptability, central_weights
from ahp.core.weight_draws import uniform_weights
from ahp.errors import StudyError


@st.composite
def problems(draw):
    n, kb, kc = draw(st.integers(1, 6)), draw(st.integers(0, 4)), draw(st.integers(0, 3))
    if kb + kc == 0:
        kb = 1
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))

    def local(k):
        values = rng.uniform(0.05, 1, (k, n))
        return values / values.sum(axis=1, keepdims=True)

    draws = draw(st.integers(1, 60))
    return (
        uniform_weights(kb, draws, rng=rng) if kb else None,
        local(kb) if kb else None,
        uniform_weights(kc, draws, rng=rng) if kc else None,
        local(kc) if kc else None,
    )


@given(problems())
def test_ranks_are_those_of_sorting_every_draw(problem):
    bw, b, cw, c = problem
    n = (b if b is not None else c).shape[1]
    draws = len(bw if bw is not None else cw)
    counts = np.zeros((n, n))
    first = []
    for d in range(draws):
        scores = np.ones(n) if b is None else bw[d] @ b
        scores = scores if c is None else scores / (cw[d] @ c)
        order = np.argsort(-scores, kind="stable")
        counts[order, np.arange(n)] += 1
        first.append(order[0])
    ranks, winners = acceptability(*problem)
    np.testing.assert_allclose(ranks, counts / draws, atol=1e-12)
    assert winners.tolist() == first


@pytest.mark.parametrize("alternatives", [40, 300])  # in single precision first, and at once exactly
def test_ranks_of_many_draws_and_alternatives_are_those_of_sorting(alternatives):
    rng = np.random.default_rng(2)
    benefit, cost = rng.dirichlet(np.ones(alternatives), 3), rng.dirichlet(np.ones(alternatives), 2)
    bw, cw = uniform_weights(3, 3_000, rng=rng), uniform_weights(2, 3_000, rng=rng)
    order = np.argsort(-(bw @ benefit) / (cw @ cost), axis=1)
    counts = np.zeros((alternatives, alternatives))
    np.add.at(counts, (order, np.arange(alternatives)), 1)
    ranks, winners = acceptability(bw, benefit, cw, cost)
    np.testing.assert_allclose(ranks, counts / 3_000, atol=1e-12)
    assert winners.tolist() == order[:, 0].tolist()


def test_shares_of_first_places_are_the_areas_of_the_winner_regions():
    rng = np.random.default_rng(3)
    local = rng.uniform(0.1, 1, (3, 5))
    local /= local.sum(axis=1, keepdims=True)
    ranks, _ = acceptability(uniform_weights(3, 200_000, rng=rng), local, None, None)
    np.testing.assert_allclose(ranks[:, 0], region_shares(winner_regions(local.T)), atol=0.005)


def test_twins_share_their_ranks():
    local = np.array([[0.4, 0.4, 0.2], [0.1, 0.1, 0.8]])
    ranks, _ = acceptability(uniform_weights(2, 1000, rng=np.random.default_rng(0)), local, None, None)
    np.testing.assert_array_equal(ranks[0], ranks[1])
    np.testing.assert_allclose(ranks.sum(axis=0), 1)


def test_central_weights_are_means_over_the_draws_won():
    weights = np.array([[0.2, 0.8], [0.4, 0.6], [0.9, 0.1]])
    found = central_weights(weights, np.array([0, 0, 2]), 3)
    assert found[0].tolist() == pytest.approx([0.3, 0.7])
    assert np.isnan(found[1]).all()
    assert found[2].tolist() == [0.9, 0.1]


def test_numbers_that_single_precision_cannot_hold_are_ranked_too():
    w = uniform_weights(2, 50, rng=0)
    local = np.array([[3.0, 2.0, 1.0], [2.0, 3.0, 1.0]])
    ranks, winners = acceptability(w, local)
    for factor in (1e60, 1e-60):
        moved, same = acceptability(w, local * factor)
        np.testing.assert_array_equal(moved, ranks)
        np.testing.assert_array_equal(same, winners)


def test_weights_of_benefits_and_of_costs_are_independent_unless_told():
    benefit, cost = [[0.5, 0.3], [0.2, 0.7]], [[0.5, 0.3], [0.3, 0.5]]
    draws = 40_000
    ranks, _ = acceptability(uniform_weights(2, draws), benefit, uniform_weights(2, draws), cost)
    u = (np.arange(1000) + 0.5) / 1000  # every weight of one with every weight of the other
    b, c = (np.multiply.outer(u, one) + np.multiply.outer(1 - u, two) for one, two in (benefit, cost))
    exact = (b[:, None, 0] / c[:, 0] > b[:, None, 1] / c[:, 1]).mean()
    assert ranks[0, 0] == pytest.approx(exact, abs=5 * np.sqrt(exact * (1 - exact) / draws) + 2e-3)
    w = uniform_weights(2, draws, rng=0)
    alike, _ = acceptability(w, benefit, w, cost)
    assert abs(alike[0, 0] - exact) > 0.05


def test_the_number_of_workers_decides_nothing():
    rng = np.random.default_rng(3)
    weights = rng.integers(1, 9, (60_000, 3)) / 8  # many exact ties
    local = rng.integers(1, 9, (3, 40)) / 8
    ranks, winners = acceptability(weights, local, weights[::-1], local[::-1], workers=1)
    for workers in (None, 2, 5):
        again, first = acceptability(weights, local, weights[::-1], local[::-1], workers=workers)
        np.testing.assert_array_equal(again, ranks)
        np.testing.assert_array_equal(first, winners)
    for wrong in (0, -1, 1.5, "2"):
        with pytest.raises(StudyError, match="the number of workers"):
            acceptability(weights, local, workers=wrong)
