"""What was not asked alike."""

import copy

import pytest

import ahp
from ahp.decision.study_changes import scene_changes, study_changes


@pytest.fixture
def document():
    return ahp.rank(
        ahp.read({"alternative": ["none", "a", "b"], "tps": [1, 2, 3], "cpu": [1, 2, 4]}), resamples=100
    ).to_dict()


def test_the_same_study_differs_in_nothing(document):
    assert study_changes(document, copy.deepcopy(document)) == ()
    (scenario,) = document["scenarios"]
    assert scene_changes(scenario, copy.deepcopy(scenario)) == ()


def criterion(key, value):
    def change(document):
        document["study"]["criteria"][0][key] = value

    return change


def study(key, value):
    def change(document):
        document["study"][key] = value

    return change


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (study("baseline", "off"), ["the baseline was 'none' and is 'off'"]),
        (study("baseline", None), ["the baseline was 'none' and is none"]),
        (study("index", "relative"), ["the index was 'auto' and is 'relative'"]),
        (
            lambda document: document.update(statistic="median"),
            ["the statistic over runs was 'geometric-mean' and is 'median'"],
        ),
        (
            criterion("name", "speed"),
            ["criterion 'throughput' is no longer there", "criterion 'speed' is new"],
        ),
        (criterion("merit", "cost"), ["the merit of 'throughput' was 'benefit' and is 'cost'"]),
        (criterion("measure", "tpm"), ["the measure of 'throughput' was 'throughput' and is 'tpm'"]),
        (criterion("better", "lower"), ["what is better in 'throughput' was 'higher' and is 'lower'"]),
        (criterion("weight", 0.25), ["the weight of 'throughput' was 1 and is 0.25"]),
        (criterion("weight", 1.0 - 1e-12), []),
    ],
)
def test_each_difference_is_told(document, change, told):
    other = copy.deepcopy(document)
    change(other)
    assert list(study_changes(document, other)) == told


def test_indices_and_units_of_a_scenario(document):
    (scenario,) = document["scenarios"]
    other = copy.deepcopy(scenario)
    other["criteria"][1]["index"] = "relative"
    for found in other["measurements"]:
        if found["measure"] == "throughput":
            found["unit"] = "qps"
    assert scene_changes(scenario, other) == (
        "in scenario 'default' the index of 'cpu_overhead' was 'overhead' and is 'relative'",
        "in scenario 'default' the unit of throughput was '1/s' and is 'qps'",
    )


def test_units_that_convert_are_no_difference(document):
    (scenario,) = document["scenarios"]
    other = copy.deepcopy(scenario)
    for found in other["measurements"]:
        if found["measure"] == "throughput":
            found["unit"] = "tpm"
    assert scene_changes(scenario, other) == ()
