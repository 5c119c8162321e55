import numpy as np
import pytest
from decision.frames import frames
from decision.test_margin import study_frame
from hypothesis import given
from hypothesis import strategies as st

import ahp
from ahp.decision.weighing import weighing_of


def weighed(frame, criterion, t):
    """The frame with one weight set and the others of its merit in their proportions."""
    c = frame.criteria.index(criterion)
    group = [k for k, cost in enumerate(frame.is_cost) if cost == frame.is_cost[c] and k != c]
    rest = sum(frame.weights[k] for k in group)
    weights = list(frame.weights)
    weights[c] = t
    for k in group:
        weights[k] = frame.weights[k] / rest * (1 - t)
    return frame.with_weights(tuple(weights))


@given(frames(), st.floats(0, 1))
def test_the_choice_holds_inside_the_interval_and_not_outside(problem, t):
    frame, x = problem
    found = weighing_of(frame, x, 100, np.random.default_rng(0), None)
    leaders = frame.first(x)
    for interval in found.intervals:
        if min(abs(t - interval.holds_from), abs(t - interval.holds_to)) < 1e-6:
            continue
        first = weighed(frame, interval.criterion, t).first(x)
        inside = interval.holds_from < t < interval.holds_to
        assert (leaders[0] in first) == inside


@given(frames())
def test_a_merits_only_criterion_has_no_interval(problem):
    frame, x = problem
    found = weighing_of(frame, x, 100, np.random.default_rng(0), None)
    alone = [
        name
        for name, cost in zip(frame.criteria, frame.is_cost, strict=True)
        if frame.is_cost.count(cost) == 1
    ]
    assert not {interval.criterion for interval in found.intervals} & set(alone)
    assert all(not set(space.criteria) & set(alone) for space in found.regions)


def test_acceptability_regions_and_central_weights_of_the_study():
    frame, x = study_frame("Order Entry")
    found = weighing_of(frame, x, 20_000, np.random.default_rng(0), None)
    shares = dict(zip(found.alternatives, found.acceptability, strict=True))
    assert shares["LZ4"] == (0.0, 0.0, 1.0)
    assert found.central[found.alternatives.index("LZ4")] is None
    (space,) = found.regions
    assert {name for name, _ in space.regions} == {"ZLE", "LZJB"}
    assert found.certainty is None
    for name, weights in zip(found.alternatives, found.central, strict=True):
        if weights is not None:
            assert frame.with_weights(weights).first(x) == (name,)
    assert sum(shares[name][0] for name in shares) == pytest.approx(1)


def test_central_weights_are_tried_on_drawn_measurements():
    frame, x = study_frame("Calling Circle")
    rng = np.random.default_rng(0)
    drawn = x * np.exp(0.01 * rng.standard_normal((500, *x.shape)))
    found = weighing_of(frame, x, 2000, rng, drawn)
    certain = dict(zip(found.alternatives, found.certainty, strict=True))
    assert certain["ZLE"] > 0.95


def test_what_differs_by_rounding_alone_puts_nobody_first():
    # Throughput and CPU rise in the same proportion in every run: the quotients of both are 1.
    table = {
        "alternative": ["none"] * 4 + ["a"] * 4 + ["b"] * 4,
        "run": [0, 1, 2, 3] * 3,
        "throughput": [100 + 10 * i + r for i in range(3) for r in range(4)],
        "response_time_max_ms": [2000 - 100 * i + 30 * r for i in range(3) for r in range(4)],
        "cpu": [10 + i + 0.1 * r for i in range(3) for r in range(4)],
    }
    (scenario,) = ahp.rank(ahp.read(table), confidence=None).to_dict()["scenarios"]
    for interval in scenario["weights"].values():
        assert (interval["below"], interval["above"]) == (None, None)
        assert (interval["holds_from"], interval["holds_to"]) == (0.0, 1.0)


def test_alternatives_that_are_alike_have_the_same_central_weights():
    table = {
        "alternative": ["none", "a", "b", "c"],
        "tps": [100, 130, 130, 150],
        "response_time_p99_ms": [20, 12, 12, 18],
        "cpu": [10, 12, 12, 12],
    }
    (scenario,) = ahp.rank(ahp.read(table), confidence=None).to_dict()["scenarios"]
    space = scenario["weight_space"]
    assert space["acceptability"]["a"][0] == space["acceptability"]["b"][0] > 0
    assert space["central"]["a"] == space["central"]["b"] is not None
