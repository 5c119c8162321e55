import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ahp.core.regions import _clipped, _extent, region_shares, winner_regions


@given(st.integers(1, 6), st.sampled_from([2, 3]), st.integers(0, 2**32 - 1))
def test_each_region_is_where_its_alternative_wins(n, d, seed):
    rng = np.random.default_rng(seed)
    scores = rng.uniform(0, 1, (n, d))
    regions = winner_regions(scores)
    assert region_shares(regions).sum() == pytest.approx(1)
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


@given(st.integers(1, 30), st.sampled_from([2, 3]), st.booleans(), st.integers(0, 2**32 - 1))
def test_they_are_those_of_every_rival_cut_off_in_turn(n, d, rounded, seed):
    scores = np.random.default_rng(seed).uniform(0, 1, (n, d))
    if rounded:
        scores = scores.round(1)  # ties, and corners that several share
    for i, found in enumerate(winner_regions(scores)):
        corners = np.eye(d)
        for rival in range(n):
            if rival != i and len(corners):
                corners = _clipped(corners, scores[i] - scores[rival])
        if _extent(corners) <= 1e-12:
            corners = np.empty((0, d))
        np.testing.assert_array_equal(found, corners)


def test_twins_both_have_their_region_and_losers_none():
    regions = winner_regions(np.array([[1.0, 1.0, 1.0], [1.0, 1.0, 1.0], [0.0, 0.5, 0.9]]))
    assert [len(corners) for corners in regions] == [3, 3, 0]
