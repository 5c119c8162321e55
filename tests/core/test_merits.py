"""Synthesis over criteria, over merits, and over scenarios of which none is known to come."""

import numpy as np
import pytest
from core.reference import parts, relative_error
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from strategies import weight_vectors

from ahp import core
from ahp.core.choice import (
    expected_value,
    hurwicz_choices,
    hurwicz_shares,
    is_dominated,
    largest_regret,
    worst_case,
)
from ahp.errors import JudgmentError


def shares(v):
    return v / v.sum()


@given(st.data(), weight_vectors())
def test_the_quotient_is_benefit_over_cost(data, benefit):
    cost = data.draw(weight_vectors(len(benefit), len(benefit)))
    expected = [b / c for b, c in zip(benefit, cost, strict=True)]
    assert core.benefit_to_cost(benefit, cost).tolist() == expected


@given(st.data(), weight_vectors(max_size=6, decades=3), st.integers(-20, 20))
def test_the_unit_of_the_costs_changes_the_quotients_but_not_their_order(data, benefit, power):
    cost = data.draw(weight_vectors(len(benefit), len(benefit), decades=3))
    plain, scaled = core.benefit_to_cost(benefit, cost), core.benefit_to_cost(benefit, cost * 2.0**power)
    assert np.array_equal(scaled * 2.0**power, plain)
    assert core.ranking(scaled) == core.ranking(plain)


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6)), min_size=1, max_size=7), st.floats(0, 20))
def test_marginal_choices_win_at_every_worth(points, worth):
    benefit, cost = np.array(points, dtype=float).T
    choices = core.more.marginal_choices(benefit, cost)
    starts = [start for start, _ in choices]
    assert starts[0] == 0
    assert starts == sorted(set(starts))
    chosen = [position for start, position in choices if start <= worth][-1]
    scores = core.more.subtractive(benefit, cost, worth)
    assert scores[chosen] == pytest.approx(scores.max(), abs=1e-9)


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=1, max_size=7), st.floats(0.05, 20))
def test_the_incremental_choice_is_worth_most(points, worth):
    benefit, cost = np.array(points, dtype=float).T
    choice, steps = parts(core.more.incremental_analysis(benefit, cost, worth=worth))
    scores = core.more.subtractive(benefit, cost, worth)
    assert scores[choice] == pytest.approx(scores.max(), abs=1e-9)
    assert len(steps) == len(points) - 1
    assert {0, *range(len(points))} >= {step.challenger for step in steps}


def test_doing_nothing_is_an_alternative_like_any_other():
    # Both cost more than they bring; the quotients, .8 and .5, cannot say so.
    benefit, cost = [0.0, 4.0, 5.0], [0.0, 5.0, 10.0]
    assert core.more.incremental_analysis(benefit, cost).choice == 0
    assert core.more.incremental_analysis(benefit, cost, worth=2).choice == 1


def test_the_ratio_favours_the_small_one_the_increments_do_not():
    # Bernhard & Canada (1990) object to ranking by ratio: here 5 for 1 beats 20 for 10, which adds 15 for 9
    benefit, cost = [5.0, 20.0], [1.0, 10.0]
    assert core.ranking(core.benefit_to_cost(benefit, cost)) == [0, 1]
    choice, (step,) = parts(core.more.incremental_analysis(benefit, cost))
    assert (choice, step.defender, step.challenger, step.accepted) == (1, 0, 1, True)
    assert step.ratio == pytest.approx(15 / 9)


def test_more_for_the_same_is_taken_and_less_for_more_is_not():
    choice, steps = parts(core.more.incremental_analysis([1.0, 2.0, 1.5], [3.0, 3.0, 4.0]))
    assert choice == 1
    assert [step.ratio for step in steps] == [0.0, -0.5]  # of equal cost the better stands first
    assert [step.benefit for step in steps] == [-1.0, -0.5]
    assert [step.cost for step in steps] == [0.0, 1.0]


def test_of_equals_the_cheaper_is_chosen():
    # Two more for two more, at a worth of 1: both are worth 3.
    choice, (step,) = parts(core.more.incremental_analysis([4.0, 6.0], [1.0, 3.0]))
    assert (choice, step.ratio, step.accepted) == (0, 1.0, False)
    assert core.more.incremental_analysis([6.0, 4.0], [3.0, 1.0]).choice == 1
    assert core.more.incremental_analysis([4.0, 6.0], [1.0, 3.0], worth=1.001).choice == 1


def test_a_unit_of_benefit_is_worth_one_unless_said():
    assert core.more.subtractive([0.75, 0.25], [0.5, 0.5]).tolist() == [0.25, -0.25]
    assert core.more.subtractive([0.75, 0.25], [0.5, 0.5], 2.0).tolist() == [1.0, 0.0]


@given(arrays(np.float64, st.integers(1, 6), elements=st.floats(-9, 9).filter(lambda x: abs(x) > 1e-6)))
def test_shares_keep_signs_and_ratios(values):
    found = core.more.signed_shares(values)
    assert np.abs(found).sum() == pytest.approx(1)
    np.testing.assert_allclose(found / found[0], values / values[0], rtol=1e-12)


@given(st.data(), st.integers(1, 4), st.integers(1, 4), st.floats(0.1, 10))
def test_measured_gains_and_losses_come_back(data, gainers, losers, scale):
    # gains compared among gains and losses among losses; the link restores what normalising took away
    rng = np.random.default_rng(data.draw(st.integers(0, 2**32 - 1)))
    x = scale * np.concatenate([rng.uniform(0.1, 9, gainers), -rng.uniform(0.1, 9, losers)])
    up, down = np.maximum(x, 0), np.maximum(-x, 0)
    found = core.more.negative_priorities(up / up.sum(), down / down.sum(), magnitude=up.sum() / down.sum())
    np.testing.assert_allclose(found, core.more.signed_shares(x), rtol=1e-12)


def test_nothing_gained_and_nothing_lost_is_zero():
    assert core.more.signed_shares([0.0, 0.0]).tolist() == [0, 0]
    assert core.more.negative_priorities([0.0, 1.0], [0.0, 0.0], magnitude=2).tolist() == [0, 1]


# Saaty and Ozdemir's model of national missile defence, as the workbook "BOCR formula sythesize example.xlsx" of
# the Super Decisions team's AhpAnpLib prints it to six digits (its block of normalised merits reads wrong columns
# and is not used); digits read from a stored copy.
NMD = {
    "benefit": [0.966807, 0.795692, 0.357929, 0.10899],
    "opportunity": [1.0, 0.614615, 0.320823, 0.180926],
    "cost": [0.386179, 0.392552, 0.511506, 0.793711],
    "risk": [1.0, 0.648335, 0.400634, 0.277331],
}
NMD_WEIGHTS = [0.264476, 0.184503, 0.362917, 0.188104]
# The same team's outsourcing model, ANP_BOCR_OutsourcingIT.xlsx; digits read from a stored copy.
OUTSOURCING = {
    "benefit": [1.0, 0.397201, 0.177611],
    "opportunity": [1.0, 0.827712, 0.49078],
    "cost": [0.831251, 0.746777, 0.975869],
    "risk": [1.0, 1.0, 0.356989],
}
OUTSOURCING_WEIGHTS = [0.298487, 0.298487, 0.104538, 0.298487]
SIX = 3e-6  # the priorities that went in are printed to six digits


@st.composite
def merits(draw):
    n = draw(st.integers(1, 6))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    return rng.uniform(0.01, 1, (4, n)), rng.uniform(0.01, 1, 4)


def test_missile_defence():
    product = core.merit_scores(**NMD)
    assert np.abs(product - [2.503522, 1.921551, 0.560355, 0.089583]).max() <= SIX
    assert np.abs(product / product.sum() - [0.493304, 0.37863, 0.110415, 0.017652]).max() <= SIX
    assert np.abs(product / product.max() - [1.0, 0.767539, 0.223827, 0.035783]).max() <= SIX
    difference = core.merit_scores(**NMD, weights=NMD_WEIGHTS, method="subtractive")
    assert np.abs(difference - [0.111947, 0.059422, -0.107138, -0.278011]).max() <= SIX
    assert np.abs(core.more.signed_shares(difference)).sum() == pytest.approx(1)


def test_outsourcing_changes_its_second_place_with_the_method():
    product = core.merit_scores(**OUTSOURCING)
    assert np.abs(product - [1.203006072, 0.440249277, 0.250213282]).max() <= 1e-6
    weights = {"weights": OUTSOURCING_WEIGHTS, "method": "subtractive"}
    difference = core.merit_scores(**OUTSOURCING, **weights)
    assert np.abs(difference - [0.211589682962, -0.010932967395, -0.009065944748]).max() <= 1e-6
    ideal_cost = np.array(OUTSOURCING["cost"]) / max(OUTSOURCING["cost"])
    ideal = core.merit_scores(**(OUTSOURCING | {"cost": ideal_cost}), **weights)
    assert np.abs(ideal - [0.209440904372, -0.012863366103, -0.011588551226]).max() <= SIX
    assert core.ranking(product) == [0, 1, 2]
    assert core.ranking(difference) == [0, 2, 1]


@given(merits())
def test_two_merits_are_the_quotient(problem):
    (B, _, C, _), _ = problem
    np.testing.assert_allclose(core.merit_scores(B, cost=C), core.benefit_to_cost(B, C), rtol=1e-13)
    np.testing.assert_allclose(
        core.merit_scores(B, cost=C, method="quotient"), core.benefit_to_cost(B, C), rtol=1e-13
    )


@given(merits(), st.floats(0.01, 100))
def test_the_unit_of_a_merit_moves_neither_product_nor_their_order(problem, factor):
    (B, P, C, R), _ = problem
    before, after = core.merit_scores(B, P, C, R), core.merit_scores(B, P, factor * C, R)
    np.testing.assert_allclose(after * factor, before, rtol=1e-11)


def test_weights_as_coefficients_make_up_for_the_normalisation():
    # Wijnmalen (2007): amounts in one unit, each normalised and then weighted by its total, add as the amounts do
    money = np.array([[30.0, 50, 20], [10.0, 5, 5], [20.0, 60, 10], [4.0, 4, 2]])
    parts = money / money.sum(axis=1, keepdims=True)
    found = core.merit_scores(*parts, weights=money.sum(axis=1), method="quotient")
    np.testing.assert_allclose(found, (money[0] + money[1]) / (money[2] + money[3]), rtol=1e-12)
    difference = core.merit_scores(*parts, weights=money.sum(axis=1), method="subtractive")
    np.testing.assert_allclose(
        difference * money.sum(), money[0] + money[1] - money[2] - money[3], rtol=1e-11
    )


@st.composite
def problems(draw):
    """Weights of k criteria and local priorities of n alternatives, each summing to 1."""
    k, n = draw(st.integers(1, 6)), draw(st.integers(1, 6))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    weights, local = rng.uniform(0.01, 1, k), rng.uniform(0.01, 1, (k, n))
    return weights / weights.sum(), local / local.sum(axis=1, keepdims=True)


@given(problems())
def test_the_synthesis_is_the_weighted_sum_over_criteria(problem):
    weights, local = problem
    expected = [sum(weights[c] * local[c, i] for c in range(len(weights))) for i in range(local.shape[1])]
    assert relative_error(core.global_priorities(weights, local), expected) < 1e-14


def test_many_weights_meet_one_set_of_local_priorities():
    weights, local = np.array([[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]]), [[0.2, 0.8], [0.6, 0.4]]
    expected = [[0.2, 0.8], [0.6, 0.4], [0.4, 0.6]]
    assert np.allclose(core.global_priorities(weights, local), expected, rtol=1e-15)


@given(problems())
def test_ideal_is_the_definition_alternative_by_alternative(problem):
    weights, local = problem
    expected = np.array(
        [sum(w * p[i] / max(p) for w, p in zip(weights, local, strict=True)) for i in range(local.shape[1])]
    )
    np.testing.assert_allclose(core.ideal_priorities(weights, local), expected / expected.sum(), rtol=1e-12)


@given(problems())
def test_a_copy_leaves_the_ideal_order_of_the_others(problem):
    weights, local = problem
    before = core.ideal_priorities(weights, local)
    after = core.ideal_priorities(weights, np.concatenate([local, local[:, :1]], axis=1))[: local.shape[1]]
    np.testing.assert_allclose(after / after.sum(), before, rtol=1e-12)


def test_a_criterion_under_which_nobody_has_anything_says_nothing():
    for _ in range(20):  # memory that nobody filled is seldom the same
        assert core.ideal_priorities([0.5, 0.5], [[0.0, 0.0], [0.25, 0.75]]).tolist() == [0.25, 0.75]
    with pytest.raises(
        JudgmentError, match=r"^nothing has any priority: every weight, or every local priority"
    ):
        core.ideal_priorities([0.5, 0.5], [[0.0, 0.0], [0.0, 0.0]])


VALUES = arrays(float, st.tuples(st.integers(1, 5), st.integers(1, 6)), elements=st.integers(1, 9).map(float))


@given(VALUES)
def test_rules_are_their_definitions(values):
    s, n = values.shape
    assert worst_case(values).tolist() == [min(values[:, i]) for i in range(n)]
    regrets = [max(max(values[k]) / values[k, i] for k in range(s)) for i in range(n)]
    assert largest_regret(values).tolist() == pytest.approx(regrets)
    weights = np.full(s, 1 / s)
    assert expected_value(values, weights).tolist() == pytest.approx(values.mean(axis=0).tolist())
    for i in range(n):
        beaten = any(
            all(values[k, j] >= values[k, i] for k in range(s))
            and any(values[k, j] > values[k, i] for k in range(s))
            for j in range(n)
        )
        assert is_dominated(values)[i] == beaten


@given(VALUES, st.floats(0, 1))
def test_hurwicz_choices_win_at_every_pessimism(values, alpha):
    choices = hurwicz_choices(values)
    starts = [start for start, _ in choices]
    assert starts == sorted(starts)
    chosen = [position for start, position in choices if start <= alpha][-1]
    scores = alpha * values.min(axis=0) + (1 - alpha) * values.max(axis=0)
    assert scores[chosen] == pytest.approx(scores.max())
    assert values.min(axis=0)[choices[-1][1]] == values.min(axis=0).max()


@given(VALUES, st.floats(0, 0.9), st.floats(0.05, 1))
def test_hurwicz_shares_are_the_lengths_of_its_choices(values, start, width):
    end = min(1.0, start + width)
    choices = hurwicz_choices(values)
    lengths = np.zeros(values.shape[1])
    for (low, position), high in zip(choices, [*(at for at, _ in choices[1:]), 1.0], strict=True):
        lengths[position] += max(0.0, min(high, end) - max(low, start))
    found = hurwicz_shares(values, start, end)
    assert found.sum() == pytest.approx(1)
    # Where both ends of a choice are the same line, either may be named: its worst and its best case agree.
    low, high = values.min(axis=0), values.max(axis=0)
    for pair in set(zip(low, high, strict=True)):
        same = [i for i in range(values.shape[1]) if (low[i], high[i]) == pair]
        assert found[same].sum() == pytest.approx(lengths[same].sum() / (end - start), abs=1e-9)
