import itertools

import numpy as np
import pytest
from decision.frames import frames
from decision.test_margin import study_frame
from hypothesis import given, settings
from hypothesis import strategies as st

from ahp.decision.spectrum import spectrum_of
from ahp.terms import Index


def first_at(frame, x, s, storage):
    """Who is first at an offset, computed criterion by criterion as the definition says."""
    r = frame.relatives(x)
    merits = np.zeros((2, len(frame.competitors)))
    for c in range(len(frame.criteria)):
        saved = frame.storage[c] and not frame.is_cost[c] and storage == "saving"
        v = r[c] if frame.indices[c] is Index.VALUE else 1 - 1 / r[c] if saved else s + r[c] - 1
        if (v <= 0).any():
            return None
        merits[int(frame.is_cost[c])] += frame.weights[c] * v / v.sum()
    scores = {"benefit": merits[0], "cost": -merits[1]}.get(frame.by)
    scores = merits[0] / merits[1] if scores is None else scores
    return frame.competitors[int(scores.argmax())]


def test_calling_circle_changes_once_where_storage_is_its_ratio():
    # DESIGN 5.3 and METHODS 9.3: s = 0.337, ZLE to LZ4, storage as the ratio; none with the saving held.
    found = spectrum_of(*study_frame("Calling Circle"))
    (crossing,) = found.crossings
    assert crossing.offset == pytest.approx(0.337, abs=5e-4)
    assert (crossing.before, crossing.after, crossing.storage) == ("ZLE", "LZ4", "ratio")


def test_calling_circle_marginal_choices():
    # METHODS 9.3: breakpoints 0.518 and 1.420 at s = 0, 0.279 and 1.035 at s = 1.
    found = spectrum_of(*study_frame("Calling Circle"))
    assert [span.start for span in found.gained][1:] == pytest.approx([0.518, 1.420], abs=5e-4)
    assert [span.start for span in found.had][1:] == pytest.approx([0.279, 1.035], abs=5e-4)
    assert found.gained[0].choose == found.had[0].choose == "Baseline"
    assert found.had[-1].end is None


def test_a_regression_has_no_choice_at_improvement():
    assert spectrum_of(*study_frame("Order Entry")).gained is None


@settings(max_examples=100)
@given(frames(), st.integers(0, 2**32 - 1))
def test_the_first_place_changes_exactly_at_the_crossings(problem, seed):
    frame, x = problem
    crossings = spectrum_of(frame, x).crossings
    rng = np.random.default_rng(seed)
    r = frame.relatives(x)
    for storage in ("saving", "ratio"):
        mine = [c for c in crossings if c.storage == storage]
        held = [
            frame.indices[c] is not Index.VALUE and frame.storage[c] and not frame.is_cost[c]
            for c in range(len(frame.criteria))
        ]
        if storage == "ratio" and not any(held):
            assert not mine
            continue
        moving = [
            frame.indices[c] is not Index.VALUE and not (held[c] and storage == "saving")
            for c in range(len(frame.criteria))
        ]
        if not any(moving):
            continue
        start = max(0.0, 1 - r[moving].min())
        for s in rng.uniform(start, 1.0, 40):
            expected = first_at(frame, x, s, storage)
            if expected is None or any(abs(s - c.offset) < 1e-5 for c in mine):
                continue
            passed = [c for c in mine if c.offset < s]
            ahead = [c for c in mine if c.offset > s]
            if passed:
                assert passed[-1].after == expected
            if ahead:
                assert ahead[0].before == expected
        # Between the first and the last sample nothing changes that was not reported.
        samples = [first_at(frame, x, s, storage) for s in np.linspace(start + 1e-6, 1.0, 200)]
        if None not in samples:
            changes = sum(a != b for a, b in itertools.pairwise(samples))
            assert changes <= len(mine)


@given(frames())
def test_marginal_choices_are_those_of_trying_every_worth(problem):
    frame, x = problem
    spans = spectrum_of(frame, x).had
    if frame.by != "benefit_to_cost":
        assert spans is None
        return
    if spans is None:
        return
    values = np.where(
        np.array([s and not c for s, c in zip(frame.storage, frame.is_cost, strict=True)])[:, None]
        & np.array([i is not Index.VALUE for i in frame.indices])[:, None],
        1 - 1 / frame.relatives(x),
        frame.relatives(x),
    )
    outcome = frame.merits(values)
    for span in spans:
        if span.choose not in frame.competitors:
            continue
        end = span.start * 2 + 1 if span.end is None else span.end
        if end - span.start < 1e-9:
            continue
        worth = 0.5 * (span.start + end)
        scores = worth * outcome.benefit - outcome.cost
        assert scores[frame.competitors.index(span.choose)] == pytest.approx(scores.max(), abs=1e-12)
