"""Weights, offsets and worths: where another becomes first, against trying them."""

import itertools

import numpy as np
import pytest
from decision.matrices import matrices, study_matrix
from hypothesis import given, settings
from hypothesis import strategies as st

import ahp
from ahp.decision.index_checks import spectrum_of
from ahp.decision.weights import weighing_of, weight_gradients
from ahp.terms import Index


def weighed(matrix, criterion, t):
    """The matrix with one weight set and the others of its merit in their proportions, or alike where they have none."""
    c = matrix.criterion_names.index(criterion)
    group = [k for k, cost in enumerate(matrix.is_cost) if cost == matrix.is_cost[c] and k != c]
    rest = sum(matrix.weights[k] for k in group)
    weights = list(matrix.weights)
    weights[c] = t
    for k in group:
        weights[k] = (1 - t) * (matrix.weights[k] / rest if rest > 0 else 1 / len(group))
    return matrix.with_weights(tuple(weights))


@given(matrices(), st.floats(0, 1))
def test_the_choice_holds_inside_the_interval_and_not_outside(matrix, t):
    x = matrix.x
    found = weighing_of(matrix, 100, np.random.default_rng(0), None)
    leaders = matrix.first(matrix.x)
    for interval in found.intervals:
        if min(abs(t - interval.holds_from), abs(t - interval.holds_to)) < 1e-6:
            continue
        first = weighed(matrix, interval.criterion, t).first(x)
        inside = interval.holds_from < t < interval.holds_to
        assert (leaders[0] in first) == inside


def test_acceptability_regions_and_central_weights_of_the_study():
    matrix = study_matrix("Order Entry")
    found = weighing_of(matrix, 20_000, np.random.default_rng(0), None)
    shares = dict(zip(found.alternatives, found.acceptability, strict=True))
    assert shares["LZ4"] == (0.0, 0.0, 1.0)
    assert found.central[found.alternatives.index("LZ4")] is None
    (space,) = found.regions
    assert {name for name, _ in space.regions} == {"ZLE", "LZJB"}
    assert found.certainty is None
    for name, weights in zip(found.alternatives, found.central, strict=True):
        if weights is not None:
            assert matrix.with_weights(weights).first(matrix.x) == (name,)
    assert sum(shares[name][0] for name in shares) == pytest.approx(1)


def test_central_weights_are_tried_on_drawn_measurements():
    matrix = study_matrix("Calling Circle")
    rng = np.random.default_rng(0)
    drawn = matrix.x * np.exp(0.01 * rng.standard_normal((500, *matrix.x.shape)))
    found = weighing_of(matrix, 2000, rng, drawn)
    certain = dict(zip(found.alternatives, found.certainty, strict=True))
    assert certain["ZLE"] > 0.95


def test_what_differs_by_rounding_alone_puts_nobody_first():
    # Throughput and CPU rise in the same proportion in every run: the quotients of both are 1.
    cells = [(i, r) for i in range(3) for r in range(4)]
    table = {"alternative": [("none", "a", "b")[i] for i, _ in cells], "run": [r for _, r in cells]}
    table |= {"throughput": [100 + 10 * i + r for i, r in cells], "cpu": [10 + i + 0.1 * r for i, r in cells]}
    table |= {"response_time_max_ms": [2000 - 100 * i + 30 * r for i, r in cells]}
    (scenario,) = ahp.rank(ahp.read(table), confidence=None).to_dict()["scenarios"]
    for interval in scenario["weights"].values():
        assert (interval["below"], interval["above"]) == (None, None)
        assert (interval["holds_from"], interval["holds_to"]) == (0.0, 1.0)


def test_alternatives_that_are_alike_have_the_same_central_weights():
    table = {"alternative": ["none", "a", "b", "c"], "tps": [100, 130, 130, 150], "cpu": [10, 12, 12, 12]}
    measured = ahp.read(table | {"response_time_p99_ms": [20, 12, 12, 18]})
    space = ahp.rank(measured, confidence=None).to_dict()["scenarios"][0]["weight_space"]
    assert space["acceptability"]["a"][0] == space["acceptability"]["b"][0] > 0
    assert space["central"]["a"] == space["central"]["b"] is not None


@given(matrices(), st.floats(0, 1))
def test_in_between_the_scores_are_those_of_the_weight(matrix, t):
    x = matrix.x
    for found in weight_gradients(matrix, matrix.outcome(matrix.x)):
        moved = weighed(matrix, found.criterion, t)
        scores = np.abs(moved.outcome(x).scores)
        zero, one = np.array(found.at_zero), np.array(found.at_one)
        reciprocal = (
            matrix.by == "benefit_to_cost" and matrix.is_cost[matrix.criterion_names.index(found.criterion)]
        )
        line = 1.0 / ((1 - t) / zero + t / one) if reciprocal else (1 - t) * zero + t * one
        assert scores == pytest.approx(line, rel=1e-9)


@given(matrices(), st.floats(0, 1))
def test_who_is_said_to_be_first_is_first(matrix, t):
    x = matrix.x
    for found in weight_gradients(matrix, matrix.outcome(matrix.x)):
        starts = [start for start, _ in found.first]
        assert starts[0] == 0.0
        assert starts == sorted(starts)
        if min(abs(t - start) for start in starts) < 1e-6:
            continue
        who = [position for start, position in found.first if start <= t][-1]
        moved = weighed(matrix, found.criterion, t)
        scores = moved.outcome(x).scores
        assert scores[who] == pytest.approx(scores.max(), rel=1e-9)


def test_the_study_changes_hands_where_its_weight_intervals_end():
    matrix = study_matrix("Order Entry")
    found = {g.criterion: g for g in weight_gradients(matrix, matrix.outcome(matrix.x))}
    names = matrix.alternatives
    saving = [(round(start, 4), names[who]) for start, who in found["storage_saving"].first]
    assert saving == [(0.0, "LZJB"), (0.5858, "ZLE")]
    throughput = [(round(start, 4), names[who]) for start, who in found["throughput"].first]
    assert throughput == [(0.0, "ZLE"), (0.1442, "LZJB")]
    assert "cpu_overhead" not in found


def first_at(matrix, x, s, storage):
    """Who is first at an offset, computed criterion by criterion as the definition says."""
    r = matrix.relatives(x)
    merits = np.zeros((2, len(matrix.alternatives)))
    for c in range(len(matrix.criteria)):
        saved = matrix.storage[c] and not matrix.is_cost[c] and storage == "saving"
        v = r[c] if matrix.indices[c] is Index.VALUE else 1 - 1 / r[c] if saved else s + r[c] - 1
        if (v <= 0).any():
            return None
        merits[int(matrix.is_cost[c])] += matrix.weights[c] * v / v.sum()
    scores = {"benefit": merits[0], "cost": -merits[1]}.get(matrix.by)
    scores = merits[0] / merits[1] if scores is None else scores
    return matrix.alternatives[int(scores.argmax())]


def test_calling_circle_changes_once_where_storage_is_its_ratio():
    # DESIGN 5.3 and METHODS 9.3: s = 0.337, ZLE to LZ4, storage as the ratio; none with the saving held.
    found = spectrum_of(study_matrix("Calling Circle"))
    (crossing,) = found.crossings
    assert crossing.offset == pytest.approx(0.337, abs=5e-4)
    assert (crossing.before, crossing.after, crossing.storage) == ("ZLE", "LZ4", "ratio")
    # METHODS 9.3: breakpoints 0.518 and 1.420 at s = 0, 0.279 and 1.035 at s = 1.
    assert [span.start for span in found.gained][1:] == pytest.approx([0.518, 1.420], abs=5e-4)
    assert [span.start for span in found.had][1:] == pytest.approx([0.279, 1.035], abs=5e-4)
    assert found.gained[0].choose == found.had[0].choose == "Baseline"
    assert found.had[-1].end is None
    assert (
        spectrum_of(study_matrix("Order Entry")).gained is None
    )  # with a regression no choice at improvement


@settings(max_examples=100)  # of twenty none may have a crossing
@given(matrices(), st.integers(0, 2**32 - 1))
def test_the_first_place_changes_exactly_at_the_crossings(matrix, seed):
    x = matrix.x
    crossings = spectrum_of(matrix).crossings
    rng = np.random.default_rng(seed)
    r = matrix.relatives(x)
    for storage in ("saving", "ratio"):
        mine = [c for c in crossings if c.storage == storage]
        held = [
            matrix.indices[c] is not Index.VALUE and matrix.storage[c] and not matrix.is_cost[c]
            for c in range(len(matrix.criteria))
        ]
        if storage == "ratio" and not any(held):
            assert not mine
            continue
        moving = [
            matrix.indices[c] is not Index.VALUE and not (held[c] and storage == "saving")
            for c in range(len(matrix.criteria))
        ]
        if not any(moving):
            continue
        start = max(0.0, 1 - r[moving].min())
        for s in rng.uniform(start, 1.0, 40):
            expected = first_at(matrix, x, s, storage)
            if expected is None or any(abs(s - c.offset) < 1e-5 for c in mine):
                continue
            passed = [c for c in mine if c.offset < s]
            ahead = [c for c in mine if c.offset > s]
            if passed:
                assert passed[-1].after == expected
            if ahead:
                assert ahead[0].before == expected
        # Between the first and the last sample nothing changes that was not reported.
        samples = [first_at(matrix, x, s, storage) for s in np.linspace(start + 1e-6, 1.0, 200)]
        if None not in samples:
            changes = sum(a != b for a, b in itertools.pairwise(samples))
            assert changes <= len(mine)
