import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from strategies import weight_vectors

from ahp.core import (
    benefit_to_cost,
    incremental_analysis,
    marginal_choices,
    negative_priorities,
    ranking,
    signed_shares,
    subtractive,
)


def shares(v):
    return v / v.sum()


@given(st.data(), weight_vectors())
def test_the_quotient_is_benefit_over_cost(data, benefit):
    cost = data.draw(weight_vectors(len(benefit), len(benefit)))
    expected = [b / c for b, c in zip(benefit, cost, strict=True)]
    assert benefit_to_cost(benefit, cost).tolist() == expected


@given(st.data(), weight_vectors(max_size=6, decades=3), st.integers(-20, 20))
def test_the_unit_of_the_costs_changes_the_quotients_but_not_their_order(data, benefit, power):
    cost = data.draw(weight_vectors(len(benefit), len(benefit), decades=3))
    plain, scaled = benefit_to_cost(benefit, cost), benefit_to_cost(benefit, cost * 2.0**power)
    assert np.array_equal(scaled * 2.0**power, plain)
    assert ranking(scaled) == ranking(plain)


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


@given(
    st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=7),
    st.floats(0.05, 20),
)
def test_the_incremental_choice_is_worth_most(points, worth):
    benefit, cost = np.array(points, dtype=float).T
    choice, steps = incremental_analysis(benefit, cost, worth=worth)
    scores = subtractive(benefit, cost, worth)
    assert scores[choice] == pytest.approx(scores.max(), abs=1e-9)
    assert len(steps) == len(points) - 1
    assert {0, *range(len(points))} >= {step.challenger for step in steps}


def test_doing_nothing_is_an_alternative_like_any_other():
    # Both cost more than they bring; the quotients, .8 and .5, cannot say so.
    benefit, cost = [0.0, 4.0, 5.0], [0.0, 5.0, 10.0]
    assert incremental_analysis(benefit, cost)[0] == 0
    assert incremental_analysis(benefit, cost, worth=2)[0] == 1


def test_the_ratio_favours_the_small_one_the_increments_do_not():
    # Bernhard & Canada (1990) object to ranking by ratio: here 5 for 1 beats 20 for 10, which adds 15 for 9
    benefit, cost = [5.0, 20.0], [1.0, 10.0]
    assert ranking(benefit_to_cost(benefit, cost)) == [0, 1]
    choice, (step,) = incremental_analysis(benefit, cost)
    assert (choice, step.defender, step.challenger, step.accepted) == (1, 0, 1, True)
    assert step.ratio == pytest.approx(15 / 9)


def test_more_for_the_same_is_taken_and_less_for_more_is_not():
    choice, steps = incremental_analysis([1.0, 2.0, 1.5], [3.0, 3.0, 4.0])
    assert choice == 1
    assert [step.ratio for step in steps] == [0.0, -0.5]  # of equal cost the better stands first
    assert [step.benefit for step in steps] == [-1.0, -0.5]
    assert [step.cost for step in steps] == [0.0, 1.0]


def test_of_equals_the_cheaper_is_chosen():
    # Two more for two more, at a worth of 1: both are worth 3.
    choice, (step,) = incremental_analysis([4.0, 6.0], [1.0, 3.0])
    assert (choice, step.ratio, step.accepted) == (0, 1.0, False)
    assert incremental_analysis([6.0, 4.0], [3.0, 1.0])[0] == 1
    assert incremental_analysis([4.0, 6.0], [1.0, 3.0], worth=1.001)[0] == 1


def test_a_unit_of_benefit_is_worth_one_unless_said():
    assert subtractive([0.75, 0.25], [0.5, 0.5]).tolist() == [0.25, -0.25]
    assert subtractive([0.75, 0.25], [0.5, 0.5], 2.0).tolist() == [1.0, 0.0]


@given(arrays(np.float64, st.integers(1, 6), elements=st.floats(-9, 9).filter(lambda x: abs(x) > 1e-6)))
def test_shares_keep_signs_and_ratios(values):
    found = signed_shares(values)
    assert np.abs(found).sum() == pytest.approx(1)
    np.testing.assert_allclose(found / found[0], values / values[0], rtol=1e-12)


@given(st.data(), st.integers(1, 4), st.integers(1, 4), st.floats(0.1, 10))
def test_measured_gains_and_losses_come_back(data, gainers, losers, scale):
    # gains compared among gains and losses among losses; the link restores what normalising took away
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1)))
    x = scale * np.concatenate([rng.uniform(0.1, 9, gainers), -rng.uniform(0.1, 9, losers)])
    up, down = np.maximum(x, 0), np.maximum(-x, 0)
    found = negative_priorities(up / up.sum(), down / down.sum(), magnitude=up.sum() / down.sum())
    np.testing.assert_allclose(found, signed_shares(x), rtol=1e-12)


def test_nothing_gained_and_nothing_lost_is_zero():
    assert signed_shares([0.0, 0.0]).tolist() == [0, 0]
    assert negative_priorities([0.0, 1.0], [0.0, 0.0], magnitude=2).tolist() == [0, 1]
