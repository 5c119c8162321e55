import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from ahp.core.choice import (
    expected_value,
    hurwicz_choices,
    hurwicz_shares,
    is_dominated,
    largest_regret,
    worst_case,
)

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
