import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from ahp.core.choice import dominated, expected, hurwicz_choices, largest_regret, worst

VALUES = arrays(float, st.tuples(st.integers(1, 5), st.integers(1, 6)), elements=st.integers(1, 9).map(float))


@given(VALUES)
def test_rules_are_their_definitions(values):
    s, n = values.shape
    assert worst(values).tolist() == [min(values[:, i]) for i in range(n)]
    regrets = [max(max(values[k]) / values[k, i] for k in range(s)) for i in range(n)]
    assert largest_regret(values).tolist() == pytest.approx(regrets)
    weights = np.full(s, 1 / s)
    assert expected(values, weights).tolist() == pytest.approx(values.mean(axis=0).tolist())
    for i in range(n):
        beaten = any(
            all(values[k, j] >= values[k, i] for k in range(s))
            and any(values[k, j] > values[k, i] for k in range(s))
            for j in range(n)
        )
        assert dominated(values)[i] == beaten


@given(VALUES, st.floats(0, 1))
def test_hurwicz_choices_win_at_every_pessimism(values, alpha):
    choices = hurwicz_choices(values)
    starts = [start for start, _ in choices]
    assert starts == sorted(starts)
    chosen = [position for start, position in choices if start <= alpha][-1]
    scores = alpha * values.min(axis=0) + (1 - alpha) * values.max(axis=0)
    assert scores[chosen] == pytest.approx(scores.max())
    assert values.min(axis=0)[choices[-1][1]] == values.min(axis=0).max()


@given(VALUES)
def test_a_batch_is_its_tables_one_by_one(values):
    batch = np.stack([values, values[:, ::-1]])
    np.testing.assert_array_equal(largest_regret(batch)[0], largest_regret(values))
    np.testing.assert_array_equal(worst(batch)[1], worst(values)[::-1])
