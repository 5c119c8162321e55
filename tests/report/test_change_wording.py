"""What is said of changes."""

import pytest
from report.changed import changes, measure, scenario

from ahp.report.change_wording import caveats, headline, in_order, interval, mark, remarks, verdict


def test_the_headline_says_whether_it_changed():
    same = scenario(changed=False, beyond_noise=False, reason="a is first as before")
    noise = scenario(beyond_noise=False)
    assert headline(changes(scenario())) == "Against previous.json: the decision changed beyond noise."
    assert headline(changes(noise)) == (
        "Against previous.json: the first place changed, but not beyond noise."
    )
    assert headline(changes(same, file="")) == "Against the previous decision: the decision is the same."
    assert headline(changes(same, scenario())).endswith("changed beyond noise.")
    for others in ((), (same,), (noise,)):
        assert headline(changes(*others, scenario(beyond_noise=None))) == (
            "Against previous.json: the first place changed; it may be noise."
        )


@pytest.mark.parametrize(
    ("beyond", "words"),
    [(True, "beyond noise"), (False, "within noise"), (None, "beyond noise or not is not known")],
)
def test_the_verdict_of_a_scenario(beyond, words):
    assert verdict(scenario(beyond_noise=beyond)) == f"a before, b now: {words}"
    assert verdict(scenario(previous=["a", "c"])) == "a and c before, b now: beyond noise"


def test_an_unchanged_scenario_says_its_reason_once():
    same = scenario(changed=False, beyond_noise=False, reason="a is first as before")
    assert verdict(same) == "a is first as before"
    assert remarks(same) == []


def test_remarks_name_what_only_one_side_has_and_what_got_worse():
    found = scenario(only_before=["x"], only_now=["y", "z"], worse=[measure(), measure("b", "cpu")])
    assert remarks(found) == [
        "a was first and b is now.",
        "Only in the previous decision: x.",
        "Only in the present decision: y and z.",
        "Surely worse than it was: throughput of a (-35.0 to -24.0 %) and cpu of b (-35.0 to -24.0 %).",
        "These intervals hold all at once; in the table each holds alone, and is narrower.",
    ]
    once = scenario(worse=[measure(interval=None)])
    assert remarks(once)[1:] == ["Surely worse than it was: throughput of a."]
    assert remarks(scenario(worse=None)) == ["a was first and b is now."]


def test_caveats():
    found = changes(scenario(), study=["the index was 'auto' and is 'relative'"], only_before=["old"])
    assert caveats(found) == [
        "Not asked alike: the index was 'auto' and is 'relative'.",
        "Scenarios only in the previous decision: old.",
    ]
    assert caveats(changes(scenario(), only_now=["new"])) == ["Scenarios only in the present decision: new."]
    assert caveats(changes(scenario())) == []


def test_intervals_and_marks():
    assert interval(measure()) == "-35.0 to -24.0 %"
    assert interval(measure(interval=None)) == "–"
    assert mark(measure()) == "worse"
    assert mark(measure(better=True)) == "better"
    assert mark(measure(beyond_noise=False)) == ""


def test_the_measures_of_a_criterion_stand_together():
    found = [measure("a", "x"), measure("a", "y"), measure("b", "x"), measure("b", "y")]
    order = [(m["criterion"], m["alternative"]) for m in in_order(scenario(measures=found))]
    assert order == [("x", "a"), ("x", "b"), ("y", "a"), ("y", "b")]
