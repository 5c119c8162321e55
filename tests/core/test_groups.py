import numpy as np
import pytest
from cases import matrix, published
from hypothesis import given
from hypothesis import strategies as st
from strategies import reciprocal

from ahp.core import aggregate_judgments, aggregate_priorities, lambda_max, priorities
from ahp.core.judgment_draws import SAATY_SCALE as SCALE
from ahp.core.more import dispersion, dispersion_test

# Escobar, Aguarón & Moreno-Jiménez (2015), tables 1 to 9, read from a copy of the paper: three parties of 5, 4
# and 2 seats compare five attributes.
PARTIES = np.array(
    [
        reciprocal([3, 5, 8, 6, 3, 5, 4, 3, 2, 1 / 3], 5),
        reciprocal([3, 7, 9, 5, 3, 7, 1, 5, 1 / 5, 1 / 5], 5),
        reciprocal([5, 7, 7, 5, 1, 5, 1, 5, 1 / 3, 1 / 5], 5),
    ]
)
SEATS = (5, 4, 2)


@st.composite
def groups(draw, min_size=1, max_size=5):
    n, g = draw(st.integers(min_size, max_size)), draw(st.integers(1, 5))
    rng = np.random.default_rng(draw(st.integers(0, 2**32 - 1)))
    return np.array([reciprocal(rng.choice(SCALE, n * (n - 1) // 2), n) for _ in range(g)])


@pytest.mark.parametrize(
    ("weights", "printed", "slack"),
    [
        (None, [0.54, 0.191, 0.096, 0.036, 0.137], 5e-4),
        # .53350 is printed as .533, in the paper cut off rather than rounded
        (SEATS, [0.533, 0.208, 0.096, 0.037, 0.125], 6e-4),
    ],
)
def test_the_parties_of_escobar_and_others(weights, printed, slack):
    ours = priorities(aggregate_judgments(PARTIES, weights), method="geometric-mean")
    assert np.abs(ours - printed).max() <= slack + 1e-9


def test_the_group_of_dong_and_others():
    # Dong, Zhang, Hong & Xu (2010), section 5, read from a copy of the paper
    case = published()["dong-2010-consensus"]["data"]["matrices"]
    stack = np.array([matrix({"matrix": rows}).values for rows in case.values()])
    group = aggregate_judgments(stack, [0.1, 0.3, 0.1, 0.2, 0.3])
    printed = [2.227, 3.4756, 5.0937, 1.9663, 4.0005, 2.4623]
    assert np.abs(group[np.triu_indices(4, 1)] - printed).max() <= 5e-5 + 1e-9
    # the paper's own last digits of the priorities vary by one
    assert np.abs(priorities(group, method="geometric-mean") - [0.4984, 0.2727, 0.1541, 0.0747]).max() <= 6e-5


@given(groups(), st.data())
def test_it_is_the_weighted_geometric_mean_entry_by_entry(stack, data):
    g = len(stack)
    weights = np.array(data.draw(st.lists(st.floats(0.01, 9), min_size=g, max_size=g)))
    expected = np.prod([a**w for a, w in zip(stack, weights / weights.sum(), strict=True)], axis=0)
    found = aggregate_judgments(stack, weights)
    np.testing.assert_allclose(found, expected, rtol=1e-12)
    np.testing.assert_allclose(found * found.T, 1.0, rtol=1e-15)


@given(groups())
def test_with_geometric_means_judgments_and_priorities_agree(stack):
    # Barzilai & Golany 1994
    of_judgments = priorities(aggregate_judgments(stack), method="geometric-mean")
    each = priorities(stack, method="geometric-mean")
    np.testing.assert_allclose(aggregate_priorities(each), of_judgments, rtol=1e-11)


@given(groups(min_size=3))
def test_a_group_is_never_less_consistent_than_its_worst_member(stack):
    assert lambda_max(aggregate_judgments(stack)) <= lambda_max(stack).max() * (1 + 1e-12)


def test_who_left_a_judgment_out_does_not_count_there():
    one, two = reciprocal([2, 3, 4], 3), reciprocal([8, np.nan, 1], 3)
    found = aggregate_judgments([one, two], [1, 3])
    assert found[0, 2] == pytest.approx(3, rel=1e-15)
    assert found[0, 1] == pytest.approx((2 * 8**3) ** 0.25)
    assert np.isnan(aggregate_judgments([two, two])[0, 2])


def test_a_participant_without_weight_is_not_heard():
    np.testing.assert_allclose(aggregate_judgments(PARTIES, [0, 1, 0]), PARTIES[1], rtol=1e-15)


def test_dispersion_is_the_geometric_standard_deviation():
    expected = np.exp(np.log(PARTIES).std(axis=0, ddof=1))
    np.testing.assert_allclose(dispersion(PARTIES), expected, rtol=1e-12)
    with_gap = PARTIES.copy()
    with_gap[0, 0, 1] = with_gap[0, 1, 0] = np.nan
    assert dispersion(with_gap)[0, 1] == pytest.approx(np.exp(np.log(PARTIES[1:, 0, 1]).std(ddof=1)))
    assert np.isnan(dispersion(PARTIES[:1])[0, 1])


def test_the_probability_is_that_of_all_possible_groups_of_two():
    # every pair of answers counted, instead of drawn
    logs = np.log(SCALE)
    every = np.abs(logs[:, None] - logs[None, :]).ravel() / np.sqrt(2)
    stack = np.array([reciprocal([2.0], 2), reciprocal([4.0], 2)])
    exact = (every <= np.log(2) / np.sqrt(2) + 1e-12).mean()
    found = dispersion_test(stack, draws=200_000, rng=0)[0, 1]
    assert found == pytest.approx(exact, abs=5 * np.sqrt(exact * (1 - exact) / 200_000))


def test_random_answers_are_rejected_about_as_often_as_said():
    rng = np.random.default_rng(7)
    answers = rng.choice(SCALE, (400, 6))
    stack = np.ones((400, 6, 2, 2))
    stack[..., 0, 1], stack[..., 1, 0] = answers, 1 / answers
    assert (dispersion_test(stack, rng=0)[:, 0, 1] <= 0.05).mean() == pytest.approx(0.05, abs=0.04)


def test_the_test_needs_two_answers_and_keeps_its_seed():
    assert np.isnan(dispersion_test(PARTIES[:1])).all()
    np.testing.assert_array_equal(dispersion_test(PARTIES, rng=3), dispersion_test(PARTIES, rng=3))
    assert dispersion_test(PARTIES[:, None, :1, :1]).shape == (3, 1, 1)
