from __future__ import annotations

import numpy as np
import pytest
from core.reference import relative_error
from hypothesis import given, settings
from hypothesis import strategies as st
from strategies import weight_vectors

from ahp.core import benefit_to_cost, marginal_choices, ranking, subtractive


def shares(v):
    return v / v.sum()


@given(st.data(), weight_vectors())
@settings(deadline=None)
def test_the_quotient_is_benefit_over_cost(data, benefit):
    cost = data.draw(weight_vectors(len(benefit), len(benefit)))
    expected = [b / c for b, c in zip(benefit, cost, strict=True)]
    assert benefit_to_cost(benefit, cost).tolist() == expected


@given(weight_vectors())
@settings(deadline=None)
def test_equal_costs_leave_the_shares_of_the_benefits(benefit):
    quotient = benefit_to_cost(shares(benefit), np.full(len(benefit), 1 / len(benefit)))
    assert relative_error(shares(quotient), shares(benefit)) < 1e-13


@given(st.data(), weight_vectors(max_size=6, decades=3), st.integers(-20, 20))
@settings(deadline=None)
def test_the_unit_of_the_costs_changes_the_quotients_but_not_their_order(data, benefit, power):
    cost = data.draw(weight_vectors(len(benefit), len(benefit), decades=3))
    plain, scaled = benefit_to_cost(benefit, cost), benefit_to_cost(benefit, cost * 2.0**power)
    assert np.array_equal(scaled * 2.0**power, plain)
    assert ranking(scaled) == ranking(plain)


def test_half_the_cost_is_worth_twice_the_benefit():
    assert benefit_to_cost([0.5, 0.25], [0.5, 0.25]).tolist() == [1.0, 1.0]


@pytest.mark.parametrize("batch", [(1,), (4,), (2, 3), (0,)])
def test_a_batch_gives_the_answers_of_its_problems(batch):
    rng = np.random.default_rng(0)
    benefit, cost = rng.uniform(0.1, 1, (2, *batch, 5))
    found = benefit_to_cost(benefit, cost)
    assert found.shape == (*batch, 5)
    for at in np.ndindex(batch):
        assert np.array_equal(found[at], benefit_to_cost(benefit[at], cost[at]))


@given(
    st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=7),
    st.floats(0, 20),
)
def test_marginal_choices_win_at_every_worth(points, worth):
    benefit, cost = np.array(points, dtype=float).T
    choices = marginal_choices(benefit, cost)
    starts = [start for start, _ in choices]
    assert starts[0] == 0
    assert starts == sorted(set(starts))
    chosen = [position for start, position in choices if start <= worth][-1]
    scores = subtractive(benefit, cost, worth)
    assert scores[chosen] == pytest.approx(scores.max(), abs=1e-9)


def test_scaling_a_merit_scales_the_worth():
    benefit, cost = np.array([0.1, 0.4, 0.5]), np.array([0.05, 0.25, 0.7])
    base = marginal_choices(benefit, cost)
    scaled = marginal_choices(10 * benefit, cost)
    assert [p for _, p in base] == [p for _, p in scaled]
    assert [10 * k for k, _ in scaled] == pytest.approx([k for k, _ in base])
