import numpy as np
import pytest
from core.reference import relative_error
from hypothesis import given
from hypothesis import strategies as st

from ahp.core import global_priorities, ideal_priorities
from ahp.errors import JudgmentError


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
    assert relative_error(global_priorities(weights, local), expected) < 1e-14


def test_many_weights_meet_one_set_of_local_priorities():
    weights, local = np.array([[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]]), [[0.2, 0.8], [0.6, 0.4]]
    expected = [[0.2, 0.8], [0.6, 0.4], [0.4, 0.6]]
    assert np.allclose(global_priorities(weights, local), expected, rtol=1e-15)


@given(problems())
def test_ideal_is_the_definition_alternative_by_alternative(problem):
    weights, local = problem
    expected = np.array(
        [sum(w * p[i] / max(p) for w, p in zip(weights, local, strict=True)) for i in range(local.shape[1])]
    )
    np.testing.assert_allclose(ideal_priorities(weights, local), expected / expected.sum(), rtol=1e-12)


@given(problems())
def test_a_copy_leaves_the_ideal_order_of_the_others(problem):
    weights, local = problem
    before = ideal_priorities(weights, local)
    after = ideal_priorities(weights, np.concatenate([local, local[:, :1]], axis=1))[: local.shape[1]]
    np.testing.assert_allclose(after / after.sum(), before, rtol=1e-12)


def test_a_criterion_under_which_nobody_has_anything_says_nothing():
    for _ in range(20):  # memory that nobody filled is seldom the same
        assert ideal_priorities([0.5, 0.5], [[0.0, 0.0], [0.25, 0.75]]).tolist() == [0.25, 0.75]
    with pytest.raises(
        JudgmentError, match=r"^nothing has any priority: every weight, or every local priority"
    ):
        ideal_priorities([0.5, 0.5], [[0.0, 0.0], [0.0, 0.0]])
