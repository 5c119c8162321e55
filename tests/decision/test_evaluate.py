"""The kernel: priorities are shares, merits are weighted sums, for any batch shape."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

import ahp.core
from ahp.decision.evaluate import evaluate

positive = st.floats(1e-6, 1e6)


@st.composite
def problems(draw):
    k, n = draw(st.integers(1, 4)), draw(st.integers(1, 6))
    values = np.array(draw(st.lists(st.lists(positive, min_size=n, max_size=n), min_size=k, max_size=k)))
    is_cost = tuple(draw(st.lists(st.booleans(), min_size=k, max_size=k)))
    weights = np.array(draw(st.lists(st.floats(0.01, 10), min_size=k, max_size=k)))
    for merit in (True, False):
        group = np.array(is_cost) == merit
        if group.any():
            weights[group] /= weights[group].sum()
    return values, weights, is_cost


@given(problems())
def test_priorities_are_those_of_the_matrices_of_ratios(problem):
    values, weights, is_cost = problem
    outcome = evaluate(values, weights, is_cost)
    for row, priorities in zip(values, outcome.priorities, strict=True):
        by_matrix = ahp.core.priorities(ahp.core.from_values(row))
        np.testing.assert_allclose(priorities, by_matrix, rtol=1e-11)


@given(problems())
def test_benefit_and_cost_each_sum_to_one_and_their_quotient_is_theirs(problem):
    values, weights, is_cost = problem
    outcome = evaluate(values, weights, is_cost)
    for merit, present in ((outcome.benefit, not all(is_cost)), (outcome.cost, any(is_cost))):
        assert (merit is not None) == present
        if merit is not None:
            np.testing.assert_allclose(merit.sum(), 1.0, rtol=1e-12)
    if outcome.quotient is None:
        assert outcome.benefit is None or outcome.cost is None
    else:
        np.testing.assert_allclose(outcome.quotient * outcome.cost, outcome.benefit, rtol=1e-12)


@given(problems())
def test_a_batch_gives_what_its_members_give(problem):
    values, weights, is_cost = problem
    stack = np.stack([values, values[:, ::-1], values * 2])
    batched = evaluate(stack, weights, is_cost)
    for member, alone in enumerate(evaluate(v, weights, is_cost) for v in stack):
        for name in ("priorities", "benefit", "cost", "quotient"):
            whole, part = getattr(batched, name), getattr(alone, name)
            assert (whole is None) == (part is None)
            if part is not None:
                np.testing.assert_allclose(whole[member], part, rtol=1e-13)


def test_the_criteria_of_a_merit_need_not_stand_together():
    values = np.array([[1.0, 3.0], [3.0, 1.0], [1.0, 1.0], [1.0, 4.0]])
    outcome = evaluate(values, np.array([0.5, 1.0, 0.25, 0.25]), (False, True, False, False))
    np.testing.assert_allclose(outcome.benefit, [0.125 + 0.125 + 0.05, 0.375 + 0.125 + 0.2], rtol=1e-15)
    np.testing.assert_allclose(outcome.cost, [0.75, 0.25], rtol=1e-15)
    np.testing.assert_allclose(outcome.quotient, [0.4, 2.8], rtol=1e-15)
