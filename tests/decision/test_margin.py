from dataclasses import replace

import numpy as np
import pytest
from decision.frames import frames
from hypothesis import given, settings
from hypothesis import strategies as st

import ahp
from ahp.decision import margin as margins
from ahp.decision.case import framed
from ahp.decision.margin import margin_of
from ahp.decision.scenes import Rules, gather
from ahp.evidence.defaults import default_study
from ahp.terms import Index, Statistic


def moved(frame, x, change, by):
    """The measurements with one of them changed, computed as anyone would."""
    found = x.copy()
    found[frame.criteria.index(change.criterion), frame.columns.index(change.alternative)] *= 1 + by
    return found


@given(frames())
def test_a_hair_less_keeps_the_winner_and_a_hair_more_loses_it(problem):
    frame, x = problem
    margin = margin_of(frame, x, np.random.default_rng(0), 10)
    if margin is None:
        assert len(frame.first(x)) > 1 or len(frame.competitors) == 1
        return
    for change in margin.changes:
        if change.change is None or abs(change.change) < 1e-7 or abs(change.change) > 1e6:
            continue
        hair = 1e-6 * change.change
        inside = moved(frame, x, change, change.change - hair)
        outside = moved(frame, x, change, change.change + hair)
        assert frame.first(inside) == (margin.winner,)
        if (frame.index_values(outside) > 0).all():
            lead = frame.scores(frame.outcome(outside))
            ours, theirs = (frame.competitors.index(name) for name in (margin.winner, change.challenger))
            assert lead[theirs] >= lead[ours] * (1 - 1e-9 * np.sign(lead[ours]))


@given(frames(), st.integers(0, 2**32 - 1))
def test_no_smaller_change_alters_the_winner(problem, seed):
    frame, x = problem
    margin = margin_of(frame, x, np.random.default_rng(0), 10)
    if margin is None:
        return
    rng = np.random.default_rng(seed)
    for change in margin.changes:
        limit = 3.0 if change.change is None else abs(change.change) * (1 - 1e-6)
        for by in rng.uniform(-min(limit, 0.999), limit, 20):
            tried = moved(frame, x, change, by)
            if (frame.index_values(tried) > 0).all():
                assert margin.winner in frame.first(tried)


@given(frames(), st.integers(1, 30))
def test_how_many_are_moved_at_once_changes_nothing(problem, block):
    frame, x = problem
    usual = margins.changes_of(frame, x)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(margins, "_BLOCK", block)
        assert margins.changes_of(frame, x) == usual


def study_frame(scenario):
    measurements = ahp.read("examples/zfs_oltp.csv")
    study = default_study(measurements)
    scene = gather(measurements, study, scenario, Rules("Baseline", Index.AUTO))
    x = scene.over_runs(Statistic.GEOMETRIC_MEAN)
    return framed(measurements, study, scene, Index.AUTO, x)[0], x


def test_order_entry_hangs_on_the_cpu_of_zle():
    # Suharjito & Kurnadi 2017, Order Entry: CPU of ZLE printed as 3 + 6; at 8.88 instead of 9 it is first.
    frame, x = study_frame("Order Entry")
    critical = margin_of(frame, x, np.random.default_rng(0), 1000).critical
    assert (critical.alternative, critical.criterion, critical.challenger) == ("ZLE", "cpu_overhead", "ZLE")
    assert 9 * (1 + critical.change) == pytest.approx(8.88, abs=0.005)


def test_nobody_leads_at_a_tie():
    measurements = ahp.read({"alternative": ["none", "a", "b"], "tps": [1, 2, 2]})
    study = default_study(measurements)
    scene = gather(measurements, study, "default", Rules("none", Index.AUTO))
    x = scene.over_runs(Statistic.MEAN)
    frame = framed(measurements, study, scene, Index.AUTO, x)[0]
    assert margin_of(frame, x, np.random.default_rng(0), 10) is None


@settings(max_examples=100)
@given(frames(criteria=4))
def test_a_measurement_that_two_criteria_read_moves_in_both(problem):
    frame, x = problem
    if len(frame.criteria) < 2:
        return
    twice = replace(frame, numbers=(0, 0, *frame.numbers[2:]))
    if twice.straight[0] != twice.straight[1]:
        twice = replace(twice, straight=(twice.straight[0], twice.straight[0], *twice.straight[2:]))
    shared = x.copy()
    shared[1] = shared[0]
    if not (twice.index_values(shared) > 0).all():
        return
    margin = margin_of(twice, shared, np.random.default_rng(0), 10)
    if margin is None:
        return
    for change in (c for c in margin.changes if c.criterion == "c0" and c.change is not None):
        if not 1e-6 < abs(change.change) < 1e6:
            continue
        j = twice.columns.index(change.alternative)
        for by, kept in ((change.change * (1 - 1e-6), True), (change.change * (1 + 1e-6), False)):
            tried = shared.copy()
            tried[:2, j] *= 1 + by
            if (twice.index_values(tried) > 0).all():
                assert (margin.winner in twice.first(tried)) == kept
            else:
                assert not kept  # a hair before the end of the range
