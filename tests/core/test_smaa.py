"""Acceptabilities over drawn weights, the regions of weights where each wins."""

import numpy as np
import pytest
from core.reference import parts
from hypothesis import given
from hypothesis import strategies as st

from ahp.core.acceptability import acceptability, central_weights, uniform_weights
from ahp.core.sensitivity import winner_regions


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
    ranks, winners = parts(acceptability(*problem))
    np.testing.assert_allclose(ranks, counts / draws, atol=1e-12)
    assert winners.tolist() == first


@pytest.mark.parametrize("alternatives", [40, 300])
def test_ranks_of_many_draws_and_alternatives_are_those_of_sorting(alternatives):
    rng = np.random.default_rng(2)
    benefit, cost = rng.dirichlet(np.ones(alternatives), 3), rng.dirichlet(np.ones(alternatives), 2)
    bw, cw = uniform_weights(3, 3_000, rng=rng), uniform_weights(2, 3_000, rng=rng)
    order = np.argsort(-(bw @ benefit) / (cw @ cost), axis=1)
    counts = np.zeros((alternatives, alternatives))
    np.add.at(counts, (order, np.arange(alternatives)), 1)
    ranks, winners = parts(acceptability(bw, benefit, cw, cost))
    np.testing.assert_allclose(ranks, counts / 3_000, atol=1e-12)
    assert winners.tolist() == order[:, 0].tolist()


def share(corners):
    """Return which share of all weights a region has: of a length, or by the determinants of its triangles."""
    if len(corners) < 2 or corners.shape[1] == 2:
        return np.ptp(corners[:, 0]) if len(corners) else 0.0
    return sum(np.linalg.det([corners[0], *corners[k : k + 2]]) for k in range(1, len(corners) - 1))


def test_shares_of_first_places_are_the_areas_of_the_winner_regions():
    rng = np.random.default_rng(3)
    local = rng.uniform(0.1, 1, (3, 5))
    local /= local.sum(axis=1, keepdims=True)
    ranks, _ = parts(acceptability(uniform_weights(3, 200_000, rng=rng), local, None, None))
    np.testing.assert_allclose(ranks[:, 0], [*map(share, winner_regions(local.T))], atol=0.005)


def test_twins_share_their_ranks():
    local = np.array([[0.4, 0.4, 0.2], [0.1, 0.1, 0.8]])
    ranks, _ = parts(acceptability(uniform_weights(2, 1000, rng=np.random.default_rng(0)), local, None, None))
    np.testing.assert_array_equal(ranks[0], ranks[1])
    np.testing.assert_allclose(ranks.sum(axis=0), 1)


def test_central_weights_are_means_over_the_draws_won():
    weights = np.array([[0.2, 0.8], [0.4, 0.6], [0.9, 0.1]])
    found = central_weights(weights, np.array([0, 0, 2]), 3)
    assert found[0].tolist() == pytest.approx([0.3, 0.7])
    assert np.isnan(found[1]).all()
    assert found[2].tolist() == [0.9, 0.1]


def test_the_unit_of_the_priorities_decides_nothing():
    w = uniform_weights(2, 50, rng=0)
    local = np.array([[3.0, 2.0, 1.0], [2.0, 3.0, 1.0]])
    ranks, winners = parts(acceptability(w, local))
    for factor in (1e60, 1e-60):
        moved, same = parts(acceptability(w, local * factor))
        np.testing.assert_array_equal(moved, ranks)
        np.testing.assert_array_equal(same, winners)


def test_weights_of_benefits_and_of_costs_are_independent_unless_told():
    benefit, cost = [[0.5, 0.3], [0.2, 0.7]], [[0.5, 0.3], [0.3, 0.5]]
    draws = 40_000
    ranks, _ = parts(acceptability(uniform_weights(2, draws), benefit, uniform_weights(2, draws), cost))
    u = (np.arange(1000) + 0.5) / 1000  # every weight of one with every weight of the other
    b, c = (np.multiply.outer(u, one) + np.multiply.outer(1 - u, two) for one, two in (benefit, cost))
    exact = (b[:, None, 0] / c[:, 0] > b[:, None, 1] / c[:, 1]).mean()
    assert ranks[0, 0] == pytest.approx(exact, abs=5 * np.sqrt(exact * (1 - exact) / draws) + 2e-3)
    w = uniform_weights(2, draws, rng=0)
    alike, _ = parts(acceptability(w, benefit, w, cost))
    assert abs(alike[0, 0] - exact) > 0.05


def test_many_exact_ties_in_several_blocks_are_ranked_as_in_one():
    rng = np.random.default_rng(3)
    weights = rng.integers(1, 9, (60_000, 3)) / 8
    local = rng.integers(1, 9, (3, 40)) / 8
    ranks, winners = parts(acceptability(weights, local, weights[::-1], local[::-1]))
    blocks = [slice(start, start + 1_000) for start in range(0, 60_000, 1_000)]
    found = [acceptability(weights[p], local, weights[::-1][p], local[::-1]) for p in blocks]
    np.testing.assert_allclose(np.mean([part.ranks for part in found], axis=0), ranks, atol=1e-12)
    np.testing.assert_array_equal(np.concatenate([part.winners for part in found]), winners)


@given(st.integers(1, 6), st.sampled_from([2, 3]), st.integers(0, 2**32 - 1))
def test_each_region_is_where_its_alternative_wins(n, d, seed):
    rng = np.random.default_rng(seed)
    scores = rng.uniform(0, 1, (n, d))
    regions = winner_regions(scores)
    assert sum(map(share, regions)) == pytest.approx(1)
    for i, corners in enumerate(regions):
        if not len(corners):
            continue
        np.testing.assert_allclose(corners.sum(axis=1), 1)
        assert (corners >= -1e-12).all()
        inside = rng.dirichlet(np.ones(len(corners)), 10) @ corners
        assert (scores[i] @ inside.T >= (scores @ inside.T).max(axis=0) - 1e-9).all()


@given(st.integers(2, 5), st.integers(0, 2**32 - 1))
def test_every_weighting_lies_in_the_region_of_its_winner(n, seed):
    rng = np.random.default_rng(seed)
    scores = rng.uniform(0, 1, (n, 2))
    regions = winner_regions(scores)
    for t in rng.uniform(0, 1, 20):
        winner = int((scores @ [t, 1 - t]).argmax())
        ends = regions[winner][:, 0]
        assert ends.min() - 1e-9 <= t <= ends.max() + 1e-9


def test_twins_both_have_their_region_and_losers_none():
    regions = winner_regions(np.array([[1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [0.0, 0.5, 0.9]]))
    assert [len(corners) for corners in regions] == [3, 3, 0]


def test_of_scores_that_are_alike_the_last_by_number_wins():
    ranks, winners = parts(acceptability([[1.0]], [[0.5, 0.5, 0.1, 0.5]]))
    assert winners.tolist() == [3]
    np.testing.assert_allclose(
        ranks, [[1 / 3, 1 / 3, 1 / 3, 0]] * 2 + [[0, 0, 0, 1], [1 / 3, 1 / 3, 1 / 3, 0]]
    )
