"""The frame and the kernel: each index by its formula, priorities are shares, merits weighted sums, in any batch."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ahp.core
from ahp.decision.frame import Frame
from ahp.decision.kernel import evaluate
from ahp.errors import JudgmentError
from ahp.terms import Index

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


def test_what_cannot_be_divided_is_named():
    for values, weights, said in [
        ([[1, np.nan], [1, 1]], [1, 1], r"^local priorities are finite numbers; found nan at \[0, 0\]"),
        (
            [[1, 2], [3, 4]],
            [1, 0],
            r"^costs to divide by are finite numbers greater than 0; found 0 at \[0\]",
        ),
    ]:
        with pytest.raises(JudgmentError, match=said):
            evaluate(np.array(values, float), np.array(weights, float), (False, True))


FRAME = Frame(
    competitors=("zle", "lzjb"),
    columns=("zle", "lzjb", "none"),
    criteria=("storage", "speed", "time", "cpu"),
    measures=("storage", "speed", "time", "cpu"),
    numbers=(0, 1, 2, 3),
    weights=(1 / 3, 1 / 3, 1 / 3, 1.0),
    is_cost=(False, False, False, True),
    straight=(True, True, False, True),
    storage=(True, False, False, False),
    indices=(Index.SAVING, Index.IMPROVEMENT, Index.RELATIVE, Index.OVERHEAD),
    references=(None, 2, 2, 2),
)
X = np.array([[1.69, 3.2, 1.0], [280.0, 320.0, 270.0], [80.0, 40.0, 79.0], [9.0, 10.0, 8.0]])


def test_each_index_by_its_own_formula():
    found = FRAME.with_indices(FRAME.indices).index_values(X)
    np.testing.assert_allclose(found[0], [1 - 1 / 1.69, 1 - 1 / 3.2])
    np.testing.assert_allclose(found[1], [280 / 270 - 1, 320 / 270 - 1])
    np.testing.assert_allclose(found[2], [79 / 80, 79 / 40])
    np.testing.assert_allclose(found[3], [9 / 8 - 1, 10 / 8 - 1])


def test_the_leaders_are_all_that_tie():
    assert FRAME.leaders(np.array([1.0, 1.0 + 1e-15])) == ("zle", "lzjb")
    assert FRAME.leaders(np.array([1.0, 1.0 + 1e-9])) == ("lzjb",)
