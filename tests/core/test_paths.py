import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ahp.core.paths import _roots, leaders_along


@st.composite
def ways(draw):
    n, k = draw(st.integers(1, 5)), draw(st.integers(1, 5))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    costs = tuple(draw(st.lists(st.booleans(), min_size=k, max_size=k)))
    start, end = np.exp(rng.uniform(-2, 2, (2, k, n)))
    still = rng.random(k) < 0.3
    end[still] = start[still]
    if draw(st.booleans()):  # to where one value ends
        end[~still, rng.integers(n)] = 0.0 if n > 1 else 1.0
    weights = rng.uniform(0.05, 1, k)
    for merit in (True, False):
        group = np.array(costs) == merit
        if group.any():
            weights[group] /= weights[group].sum()
    return start, end, weights, costs


def scores_at(way, t):
    """Benefit over cost at one point of the way, criterion by criterion as the definition says."""
    start, end, weights, costs = way
    merits = {False: np.zeros(start.shape[1]), True: np.zeros(start.shape[1])}
    for a, b, weight, cost in zip(start, end, weights, costs, strict=True):
        values = (1 - t) * a + t * b
        merits[cost] = merits[cost] + weight * values / values.sum()
    benefit, cost = (merits[c] if c in costs else np.ones(start.shape[1]) for c in (False, True))
    return benefit / cost


@given(ways(), st.integers(0, 2**32 - 1))
def test_everywhere_between_two_changes_the_leader_is_the_one_named(way, seed):
    found = leaders_along(*way)
    starts = [t for t, _ in found] + [1.0]
    for (t, who), end in zip(found, starts[1:], strict=True):
        for at in np.random.default_rng(seed).uniform(t, end, 30):
            scores = scores_at(way, at)
            assert scores[who] >= scores.max() * (1 - 1e-9)


@given(ways())
def test_at_a_change_both_are_level_and_another_leads_behind_it(way):
    found = leaders_along(*way)
    assert found[0][0] == 0.0
    for (before, ahead), (t, behind) in itertools.pairwise(found):
        assert before < t < 1.0
        assert ahead != behind
        scores = scores_at(way, t)
        assert scores[ahead] == pytest.approx(scores[behind], rel=1e-9)


def _many_criteria():
    """A way of 220 benefits and costs, the product of whose sums is no float."""
    start, end = np.exp(np.random.default_rng(2).uniform(-0.2, 0.2, (2, 220, 40)))
    return start, end, np.full(220, 2.0 / 220), (False, True) * 110


def _early():
    """A lead lost and won back in the first hundredth of a way, where ten sums are small that grow."""
    start = np.array([[1.0, 4.0], [1.0, 0.25], [3.0, 2.0], *[[1.0, 1.0]] * 10, [1.0, 1.0]])
    end = np.array([[15001.0, 4.0], [1.0, 37500.0], [3.0, 2.0], *[[1e4, 1e4]] * 10, [1.0, 1.0]])
    return start, end, np.array([0.4, 0.4, 0.15, *[0.05 / 10] * 10, 1.0]), (False,) * 13 + (True,)


@pytest.mark.parametrize(
    "way",
    [
        pytest.param(_many_criteria(), id="products-beyond-floats"),
        pytest.param(_early(), id="products-of-many-sizes"),
    ],
)
def test_of_many_criteria_the_leader_is_the_one_that_a_scan_finds(way):
    found = leaders_along(*way)
    at = np.concatenate([np.geomspace(1e-7, 1e-3, 100), np.linspace(1e-3, 1.0 - 1e-3, 1000)])
    named = np.array([who for _, who in found])[np.searchsorted([t for t, _ in found], at, side="right") - 1]
    start, end, weights, costs = way
    values = (1.0 - at)[:, None, None] * start + at[:, None, None] * end
    terms = weights[:, None] * values / values.sum(axis=-1, keepdims=True)
    scores = terms[:, ~np.array(costs)].sum(axis=1) / terms[:, costs].sum(axis=1)
    assert len(set(scores.argmax(axis=1))) > 1  # or it would show little
    wrong = scores[np.arange(len(at)), named] < scores.max(axis=1) * (1.0 - 1e-9)
    assert at[wrong].tolist() == []


def test_a_single_criterion_changes_where_its_lines_cross():
    # 3 - 2 t and 1 + 2 t meet in the middle.
    way = leaders_along(np.array([[3.0, 1.0]]), np.array([[1.0, 3.0]]), np.ones(1), (False,))
    assert way == [(0.0, 0), (pytest.approx(0.5), 1)]


def test_a_way_that_goes_nowhere_changes_nothing():
    values = np.array([[3.0, 1.0], [2.0, 5.0]])
    assert leaders_along(values, values, np.ones(2), (False, True)) == [(0.0, 0)]


def test_a_criterion_that_begins_at_nothing_is_shared_equally_there():
    start, end = np.array([[0.0, 0.0], [3.0, 2.0]]), np.array([[1.0, 1.0], [3.0, 2.0]])
    assert leaders_along(start, end, np.array([0.5, 0.5]), (False, False)) == [(0.0, 0)]


def test_a_lead_that_is_lost_and_won_back():
    # Halfway the second has most of two criteria, at either end most of one; the third is the first's.
    start = np.array([[1.0, 4.0], [1.0, 0.25], [3.0, 2.0]])
    end = np.array([[1.0, 0.25], [1.0, 4.0], [3.0, 2.0]])
    found = leaders_along(start, end, np.array([0.4, 0.4, 0.2]), (False,) * 3)
    assert [who for _, who in found] == [0, 1, 0]
    assert found[1][0] == pytest.approx(1.0 - found[2][0])


def test_a_copy_of_the_first_is_never_ahead_of_it():
    start, end = np.array([[3.0, 3.0, 1.0], [1.0, 1.0, 2.0]]), np.array([[3.0, 3.0, 6.0], [1.0, 1.0, 2.0]])
    assert [who for _, who in leaders_along(start, end, np.array([0.5, 0.5]), (False, False))] == [0, 2]


@pytest.mark.parametrize("coefficients", [[-0.5, 2.0], [0.25, -1.0, 0.5], [0.1, 0.3, -0.7, 0.2, 0.9]])
def test_the_roots_are_those_of_the_polynomial(coefficients):
    expected = np.polynomial.chebyshev.chebroots(coefficients)
    found = _roots(np.array(coefficients))
    np.testing.assert_allclose(np.sort_complex(found), np.sort_complex(expected), atol=1e-12)
