"""How measures changed: by hand, with runs and without, for printed indices, for several criteria of one measure."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ahp
from ahp.core.ratios import log_ratio_interval
from ahp.decision.measure_changes import Runs, comparable, measure_change, runs_of, surely_worse


def runs(*values, measure="throughput", higher=True, name="a"):
    return Runs(name, measure, measure, "1/s", higher, values)


def runs_in(decision):
    document = decision.to_dict()
    return runs_of(document, document["scenarios"][0])


def test_with_runs_the_interval_is_that_of_the_logarithms():
    import numpy as np

    before, now = (100.0, 102.0, 98.0), (70.0, 71.0, 69.0)
    found = measure_change(runs(*before), runs(*now), 0.9, 0.05)
    low, high = log_ratio_interval(np.array(before), np.array(now), 0.9)
    assert found.interval == pytest.approx((math.expm1(low), math.expm1(high)))
    assert found.change == pytest.approx(math.prod(now) ** (1 / 3) / math.prod(before) ** (1 / 3) - 1)
    assert (found.before, found.now) == pytest.approx((99.9867, 69.9952), abs=1e-3)
    assert not found.better
    assert found.beyond_noise


@pytest.mark.parametrize(("before", "now"), [((100.0,), (70.0, 71.0)), ((100.0, 101.0), (70.0,))])
def test_one_run_on_a_side_has_no_interval(before, now):
    assert measure_change(runs(*before), runs(*now), 0.95, 0.05).interval is None


@given(st.floats(0.001, 0.5), st.booleans(), st.booleans())
def test_one_run_a_hair_less_than_twice_the_noise_and_a_hair_more(noise, higher, up):
    for hair, beyond in ((0.999, False), (1.001, True)):
        now = 100.0 * math.exp((2 if up else -2) * noise * hair)
        found = measure_change(runs(100.0), runs(now, higher=higher), 0.95, noise)
        assert found.beyond_noise is beyond
        assert found.better is (up is higher)
        worse = beyond and up is not higher
        assert surely_worse(runs(100.0), runs(now, higher=higher), 0.95, noise) is worse


@given(st.floats(0.0, 0.3), st.booleans())
def test_with_runs_the_whole_interval_lies_beyond_the_noise(noise, higher):
    import numpy as np

    before = (100.0, 101.0, 99.5)
    for hair, expected in ((1e-6, True), (-1e-6, False)):
        # Moving all runs by a factor moves the interval by its logarithm: put its near end at the noise.
        low, high = log_ratio_interval(np.array(before), np.array(before), 0.95)
        shift = -(noise + high + hair) if higher else noise - low + hair
        now = tuple(value * math.exp(shift) for value in before)
        assert surely_worse(runs(*before), runs(*now, higher=higher), 0.95, noise) is expected


def test_no_change_is_no_change():
    for values in ((5.0,), (5.0, 5.0), (5.0, 6.0)):
        found = measure_change(runs(*values), runs(*values), 0.95, 0.0)
        assert (found.change, found.better, found.beyond_noise) == (0.0, True, False)
        assert not surely_worse(runs(*values), runs(*values), 0.95, 0.0)


def test_two_runs_reach_beyond_every_float_and_stay_finite():
    found = measure_change(runs(1.0, 1e9), runs(1.0, 1e-9), 0.999, 0.05)
    assert -1.0 <= found.interval[0] < found.change < found.interval[1] < math.inf


def test_runs_are_read_from_a_document():
    decision = ahp.rank(ahp.read({"alternative": ["none", "a", "b"], "tps": [1, 2, 3], "cpu": [1, 2, 4]}))
    found = runs_in(decision)
    assert found["a", "cpu", 0] == Runs("a", "cpu_overhead", "cpu", "%", False, (2.0,))
    assert found["none", "throughput", 0] == Runs("none", "throughput", "throughput", "1/s", True, (1.0,))
    assert len(found) == 6


def test_a_printed_index_counts_as_its_relative():
    def decided(saving, gain):
        table = {
            "alternative": ["a", "b"],
            "Storage Saving": [f"{saving}%", "40%"],
            "Throughput Improvement": [f"{gain}%", "-5%"],
        }
        return ahp.rank(ahp.read(table))

    before, now = runs_in(decided(50, 20)), runs_in(decided(75, -10))
    found = {
        pair[0].measure: measure_change(*pair, 0.95, 0.05) for pair in comparable(before, now, {"a": "a"})
    }
    saved, gained = found["space_saving"], found["throughput_improvement"]
    assert (saved.before, saved.now, saved.unit) == (50.0, 75.0, "%")
    assert saved.change == pytest.approx(4.0 / 2.0 - 1.0)  # a quarter is left instead of half
    assert (gained.before, gained.now) == (20.0, -10.0)
    assert gained.change == pytest.approx(0.9 / 1.2 - 1.0)
    assert (saved.better, gained.better) == (True, False)


def test_several_criteria_of_one_measure_stay_apart():
    study = ahp.Study(
        (
            ahp.Criterion("reads", "benefit", "throughput", transactions=("read",)),
            ahp.Criterion("writes", "benefit", "throughput", transactions=("write",)),
        ),
        baseline="none",
    )
    rows = [(a, t, r) for a in ("none", "a", "b") for t in ("read", "write") for r in (1, 2)]
    values = {("none", "read"): 10, ("none", "write"): 100, ("a", "read"): 20, ("a", "write"): 300}
    table = {
        "alternative": [a for a, _, _ in rows],
        "transaction": [t for _, t, _ in rows],
        "run": [r for _, _, r in rows],
        "throughput_tps": [values.get((a, t), 50) + r for a, t, r in rows],
    }
    found = runs_in(ahp.rank(ahp.read(table), study, resamples=100))
    assert found["a", "throughput", 0].values == (21.0, 22.0)
    assert found["a", "throughput", 1].values == (301.0, 302.0)
    assert [found["a", "throughput", k].criterion for k in (0, 1)] == ["reads", "writes"]


def test_only_what_both_have_in_one_unit_compares():
    before = {("a", "x", 0): runs(1.0, measure="x"), ("a", "y", 0): runs(1.0, measure="y")}
    now = {("A", "x", 0): runs(2.0, measure="x", name="A"), ("b", "x", 0): runs(2.0, measure="x", name="b")}
    (pair,) = comparable(before, now, {"A": "a", "c": "a"})
    assert (pair[0].values, pair[1].values) == ((1.0,), (2.0,))
    other = {key: Runs("A", "x", "x", "ms", True, (2.0,)) for key in now}
    assert comparable(before, other, {"A": "a"}) == []


def test_units_that_convert_are_converted():
    before, now = (
        ahp.rank(ahp.read({"alternative": ["none", "a", "b"], heading: values}), resamples=100)
        for heading, values in (
            ("response_time_mean_ms", [900, 500, 700]),
            ("response_time_mean_s", [0.9, 0.25, 0.7]),
        )
    )
    pairs = comparable(runs_in(before), runs_in(now), {"a": "a"})
    ((found),) = [measure_change(*pair, 0.95, 0.05) for pair in pairs]
    assert (found.unit, found.before, found.now) == ("s", pytest.approx(0.5), 0.25)
    assert found.change == pytest.approx(-0.5)
    assert found.better


def test_a_number_comes_out_as_it_stood():
    for value in (0.07, 269.48, 7.0, 80625.0):
        found = measure_change(runs(value), runs(value, value), 0.95, 0.05)
        assert (found.before, found.now) == (value, value)


def test_what_has_no_logarithm_is_left_out():
    decision = ahp.rank(ahp.read({"alternative": ["none", "a", "b"], "tps": [1, 2, 3], "cpu": [1, 2, 4]}))
    document = decision.to_dict()
    document["scenarios"][0]["measurements"][0]["value"] = 0.0
    found = runs_of(document, document["scenarios"][0])
    assert len(found) == 5
