"""How measures changed, what was not asked alike, and what passes a gate: by hand, a hair less and a hair more."""

import copy
import math

import numpy as np
import pytest
from decision.nights import CALM, both, decided
from hypothesis import given
from hypothesis import strategies as st

import ahp
from ahp.core.inference import log_ratio_interval
from ahp.decision.changes import Runs, comparable, measure_change, runs_of, surely_worse
from ahp.decision.compare import not_first, scene_changes, study_changes, worse_than_before
from ahp.errors import StudyError


def runs(*values, measure="throughput", higher=True, name="a"):
    return Runs(name, measure, measure, "1/s", higher, values)


def runs_in(decision):
    document = decision.to_dict()
    return runs_of(document, document["scenarios"][0])


def test_with_runs_the_interval_is_that_of_the_logarithms():
    before, now = (100.0, 102.0, 98.0), (70.0, 71.0, 69.0)
    found = measure_change(runs(*before), runs(*now), 0.9, 0.05)
    low, high = log_ratio_interval(np.array(before), np.array(now), 0.9)
    assert found.interval == pytest.approx((math.expm1(low), math.expm1(high)))
    assert found.change == pytest.approx(math.prod(now) ** (1 / 3) / math.prod(before) ** (1 / 3) - 1)
    assert (found.before, found.now) == pytest.approx((99.9867, 69.9952), abs=1e-3)
    assert not found.better
    assert found.beyond_noise
    for one, other in [((100.0,), (70.0, 71.0)), ((100.0, 101.0), (70.0,))]:
        assert measure_change(runs(*one), runs(*other), 0.95, 0.05).interval is None


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
    before = (100.0, 101.0, 99.5)
    for hair, expected in ((1e-6, True), (-1e-6, False)):
        # Moving all runs by a factor moves the interval by its logarithm: put its near end at the noise.
        low, high = log_ratio_interval(np.array(before), np.array(before), 0.95)
        shift = -(noise + high + hair) if higher else noise - low + hair
        now = tuple(value * math.exp(shift) for value in before)
        assert surely_worse(runs(*before), runs(*now, higher=higher), 0.95, noise) is expected


def test_a_printed_index_counts_as_its_relative():
    def decided(saving, gain):
        printed = {"Storage Saving": [f"{saving}%", "40%"], "Throughput Improvement": [f"{gain}%", "-5%"]}
        return runs_in(ahp.rank(ahp.read({"alternative": ["a", "b"], **printed})))

    pairs = comparable(decided(50, 20), decided(75, -10), {"a": "a"})
    found = {pair[0].measure: measure_change(*pair, 0.95, 0.05) for pair in pairs}
    saved, gained = found["space_saving"], found["throughput_improvement"]
    assert (saved.before, saved.now, saved.unit) == (50.0, 75.0, "%")
    assert saved.change == pytest.approx(4.0 / 2.0 - 1.0)  # a quarter is left instead of half
    assert (gained.before, gained.now) == (20.0, -10.0)
    assert gained.change == pytest.approx(0.9 / 1.2 - 1.0)
    assert (saved.better, gained.better) == (True, False)
    printed = {
        "run": [1, 2] * 2,
        "Storage Saving": ["50%", "60%", "40%", "40%"],
    }  # of several runs: that index
    found = runs_in(ahp.rank(ahp.read({"alternative": ["a", "a", "b", "b"], **printed}), resamples=100))
    assert found["a", "space_saving", 0].mean_in("%") == pytest.approx(100 * (1 - 1 / math.sqrt(2 * 2.5)))


def test_several_criteria_of_one_measure_stay_apart():
    criteria = (
        ahp.Criterion("reads", "benefit", "throughput", transactions=("read",)),
        ahp.Criterion("writes", "benefit", "throughput", transactions=("write",)),
    )
    tps = {
        ("none", "read"): 10,
        ("none", "write"): 100,
        ("a", "read"): 20,
        ("a", "write"): 300,
        ("b", "read"): 50,
    }
    rows = [(*key, run, value + run) for key, value in (tps | {("b", "write"): 50}).items() for run in (1, 2)]
    heads = ("alternative", "transaction", "run", "throughput_tps")
    table = ahp.read(dict(zip(heads, zip(*rows, strict=True), strict=True)))
    found = runs_in(ahp.rank(table, ahp.Study(criteria, baseline="none"), resamples=100))
    assert found["a", "throughput", 0].values == (21.0, 22.0)
    assert found["a", "throughput", 1].values == (301.0, 302.0)
    assert [found["a", "throughput", k].criterion for k in (0, 1)] == ["reads", "writes"]


def test_what_one_time_was_measured_in_another_unit_compares_in_the_present_one():
    headings = {"response_time_mean_ms": [900, 500, 700], "response_time_mean_s": [0.9, 0.25, 0.7]}
    before, now = (
        runs_in(ahp.rank(ahp.read({"alternative": ["none", "a", "b"], heading: values}), resamples=100))
        for heading, values in headings.items()
    )
    (found,) = [measure_change(*pair, 0.95, 0.05) for pair in comparable(before, now, {"a": "a"})]
    assert (found.unit, found.before, found.now) == ("s", pytest.approx(0.5), 0.25)
    assert found.change == pytest.approx(-0.5)
    assert found.better


@pytest.fixture
def document():
    return ahp.rank(
        ahp.read({"alternative": ["none", "a", "b"], "tps": [1, 2, 3], "cpu": [1, 2, 4]}), resamples=100
    ).to_dict()


def test_each_difference_is_told(document):
    for place, key, value, told in [
        ("study", "baseline", "off", ["the baseline was 'none' and is 'off'"]),
        ("study", "baseline", None, ["the baseline was 'none' and is none"]),
        ("study", "index", "relative", ["the index was 'auto' and is 'relative'"]),
        ("whole", "statistic", "median", ["the statistic over runs was 'geometric-mean' and is 'median'"]),
        (
            "criterion",
            "name",
            "speed",
            ["criterion 'throughput' is no longer there", "criterion 'speed' is new"],
        ),
        ("criterion", "merit", "cost", ["the merit of 'throughput' was 'benefit' and is 'cost'"]),
        ("criterion", "measure", "tpm", ["the measure of 'throughput' was 'throughput' and is 'tpm'"]),
        ("criterion", "better", "lower", ["what is better in 'throughput' was 'higher' and is 'lower'"]),
        ("criterion", "weight", 0.25, ["the weight of 'throughput' was 1 and is 0.25"]),
        ("criterion", "weight", 1.0 - 1e-12, []),
    ]:
        other = copy.deepcopy(document)
        {"whole": other, "study": other["study"], "criterion": other["study"]["criteria"][0]}[place][key] = (
            value
        )
        assert list(study_changes(document, other)) == told


def test_indices_and_units_of_a_scenario(document):
    (scenario,) = document["scenarios"]
    other = copy.deepcopy(scenario)
    other["criteria"][1]["index"] = "relative"
    for found in other["measurements"]:
        if found["measure"] == "throughput":
            found["unit"] = "qps"
    assert scene_changes(scenario, other) == (
        "in scenario 'default' the index of CPU was 'overhead' and is 'relative'",
        "in scenario 'default' the unit of throughput was '1/s' and is 'qps'",
    )


NEAR = [0.97, 1.0, 1.03]


def test_first_decisively():
    clear = decided(CALM, a=(200.0, 11.0), b=(150.0, 11.0))
    close = decided(NEAR, a=(200.0, 11.0), b=(195.0, 11.0))
    same = decided(CALM, a=(200.0, 11.0), b=(200.0 * (1 - 1e-9), 11.0))
    within = decided([1.0, 1.0001, 0.9999], a=(200.0, 11.0), b=(199.9, 11.0))
    leaning = "a is first, but not decisively: the runs lean that way"
    within_1 = "a is first, but not decisively: the first two are within 1 % of each other"
    tied = decided(a=(200.0, 11.0), b=(200.0, 11.0), c=(9.0, 11.0))
    alone, alone_often = decided(a=(200.0, 11.0)), decided(CALM, a=(200.0, 11.0))
    once = decided(a=(200.0, 11.0), b=(150.0, 11.0))
    for decision, name, told in [
        (clear, "a", None),
        (clear, " A ", None),
        (clear, "b", "a is first"),
        (close, "a", leaning),
        (same, "a", leaning),
        (within, "a", within_1),
        (tied, "b", "b ties for first with a"),
        (tied, "c", "a and b are first"),
        (alone, "a", None),
        (alone_often, "a", None),
        (once, "None", "none is the baseline and does not compete; a is first"),
    ]:
        assert not_first(decision, name) == (() if told is None else (f"scenario 'default': {told}",))
    for name in ["z", "nones", ""]:
        with pytest.raises(StudyError) as caught:
            not_first(once, name)
        assert str(caught.value) == f"'{name}' is no alternative here; the alternatives are 'a', 'b'"


def test_one_run_a_hair_less_and_a_hair_more():
    once = decided(a=(200.0, 11.0), b=(180.0, 11.0))
    bears = once["default"].margin.noise_95

    def told(noise):
        return not_first(ahp.rank(once.measurements, index="relative", noise=noise), "a")

    assert told(bears * 0.999) == ()
    (reason,) = told(bears)
    assert reason.startswith("scenario 'default': a is first, but bears no more than noise of ")


def test_every_scenario_counts():
    decision = both(
        decided(CALM, "day", a=(200.0, 11.0), b=(150.0, 11.0)),
        decided(CALM, "night", b=(200.0, 11.0), c=(150.0, 11.0)),
    )
    assert not_first(decision, "a") == ("scenario 'night': it does not compete there; b is first",)
    assert not_first(decision, "b") == ("scenario 'day': a is first",)


def test_who_was_measured_and_does_not_compete_is_not_first_and_told_why():
    screens = (ahp.Screen.of("throughput >= 180 1/s"),)
    study = ahp.Study(
        (ahp.Criterion("throughput", "benefit", "throughput"),), baseline="none", screens=screens
    )
    table = {"alternative": ["none", "a", "b"], "tps": [100, 200, 150]}
    assert not_first(ahp.rank(ahp.read(table), study), "b") == (
        "scenario 'default': b does not pass the screen 'throughput >= 180 1/s'; a is first",
    )
    dropped = ahp.rank(ahp.read(table | {"cpu": [10, 11, None]}), incomplete="drop")
    assert not_first(dropped, "b") == ("scenario 'default': it does not compete there; a is first",)


def test_worse_than_before_names_measures_with_their_figures():
    def told(now, before):
        return worse_than_before(ahp.compare(now, before).changes)

    before = decided(a=(200.0, 11.0), b=(150.0, 11.0))
    noise = "more than noise of 5 % in both numbers makes"
    assert told(decided(a=(100.0, 22.0), b=(150.0, 11.0)), before) == (
        f"scenario 'default': throughput of a is -50.0 % (200 to 100 1/s), {noise}",
        f"scenario 'default': CPU of a is +100.0 % (11 to 22 %), {noise}",
    )
    now, before = (decided(CALM, a=(tps, 11.0), b=(50.0, 11.0)) for tps in (100.0, 200.0))
    (reason,) = told(now, before)
    assert reason.startswith("scenario 'default': throughput of a is -50.0 % (199.993 to 99.9967 1/s; -")
    assert reason.endswith(" %, at 95 % for all measures of the choices at once), worse by more than 5 %")
    times = ahp.rank(ahp.read({"alternative": ["none", "a"], "response_time_mean_ms": [5.0, 4.0]}))
    unknown = "scenario 'default': no measure of the choice was measured both times"
    assert told(times, decided(a=(2.0, 1.0), b=(1.0, 1.0))) == (unknown,)  # so not shown to be as good
