import numpy as np
import pytest
from decision.frames import frames
from decision.test_margin import study_frame
from decision.test_weighing import weighed
from hypothesis import given
from hypothesis import strategies as st

from ahp.decision.gradients import weight_gradients


@given(frames(), st.floats(0, 1))
def test_in_between_the_scores_are_those_of_the_weight(problem, t):
    frame, x = problem
    for found in weight_gradients(frame, frame.outcome(x)):
        moved = weighed_at(frame, found.criterion, t)
        scores = np.abs(moved.scores(moved.outcome(x)))
        zero, one = np.array(found.at_zero), np.array(found.at_one)
        reciprocal = frame.by == "benefit_to_cost" and frame.is_cost[frame.criteria.index(found.criterion)]
        line = 1.0 / ((1 - t) / zero + t / one) if reciprocal else (1 - t) * zero + t * one
        assert scores == pytest.approx(line, rel=1e-9)


def weighed_at(frame, criterion, t):
    c = frame.criteria.index(criterion)
    group = [k for k, cost in enumerate(frame.is_cost) if cost == frame.is_cost[c] and k != c]
    if sum(frame.weights[k] for k in group) > 0:
        return weighed(frame, criterion, t)
    weights = list(frame.weights)
    weights[c] = t
    for k in group:
        weights[k] = (1 - t) / len(group)
    return frame.with_weights(tuple(weights))


@given(frames(), st.floats(0, 1))
def test_who_is_said_to_be_first_is_first(problem, t):
    frame, x = problem
    for found in weight_gradients(frame, frame.outcome(x)):
        starts = [start for start, _ in found.first]
        assert starts[0] == 0.0
        assert starts == sorted(starts)
        if min(abs(t - start) for start in starts) < 1e-6:
            continue
        who = [position for start, position in found.first if start <= t][-1]
        moved = weighed_at(frame, found.criterion, t)
        scores = moved.scores(moved.outcome(x))
        assert scores[who] == pytest.approx(scores.max(), rel=1e-9)


def test_the_study_changes_hands_where_its_weight_intervals_end():
    frame, x = study_frame("Order Entry")
    found = {g.criterion: g for g in weight_gradients(frame, frame.outcome(x))}
    names = frame.competitors
    saving = [(round(start, 4), names[who]) for start, who in found["storage_saving"].first]
    assert saving == [(0.0, "LZJB"), (0.5858, "ZLE")]
    throughput = [(round(start, 4), names[who]) for start, who in found["throughput"].first]
    assert throughput == [(0.0, "ZLE"), (0.1442, "LZJB")]
    assert "cpu_overhead" not in found
