"""The sentences that every report shares."""

import ahp
from ahp.report.wording import across, critical_change, doubts, joined, places, told, weights


def _document(**columns):
    return ahp.rank(ahp.read(columns)).to_dict()


def test_names_are_joined_as_people_do():
    assert joined(["a"]) == "a"
    assert joined(["a", "b"]) == "a and b"
    assert joined(["a", "b", "c"]) == "a, b and c"


def test_the_order_by_lowest_cost_keeps_ties_in_file_order():
    (scenario,) = _document(alternative=["none", "a", "b", "c"], cpu=[1, 3, 2, 2])["scenarios"]
    assert scenario["choose"] == ["b", "c"]
    assert places(scenario) == {"b": 1, "c": 1, "a": 3}


def test_ties_further_down_keep_file_order_too():
    (scenario,) = _document(alternative=["none", "a", "b", "c"], cpu=[1, 3, 3, 2])["scenarios"]
    assert scenario["order"] == ["c", "a", "b"]
    assert places(scenario) == {"c": 1, "a": 2, "b": 2}


def test_a_printed_saving_is_told_from_what_to_what():
    document = _document(alternative=["a", "b"], space_saving=["66 %", "50 %"])
    (sentence, *_) = doubts(document["scenarios"][0])
    assert sentence == "Would change it: space_saving of a lower, from 66 to 50 %; then b is first."


def test_a_printed_gain_is_told_from_what_to_what():
    document = _document(alternative=["a", "b"], throughput_improvement=["66 %", "50 %"])
    (sentence, *_) = doubts(document["scenarios"][0])
    assert sentence.startswith("Would change it: throughput_improvement of a lower, from 66 to 50 %")


def test_across_scenarios_says_what_is_compared():
    table = {"scenario": ["x"] * 3 + ["y"] * 3, "alternative": ["none", "a", "b"] * 2}
    lines = across(_document(**table, tps=[1, 2, 3] * 2))
    assert "Benefit against the baseline, over all scenarios" in " ".join(lines)
    assert "Measured so, another is at least as good in every scenario as a." in lines
    lines = across(_document(**table, tps=[1, 2, 3] * 2, cpu=[1, 2, 4] * 2))
    assert "Benefit over cost against the baseline, over all scenarios" in " ".join(lines)


def test_more_runs_are_of_each():
    (scenario,) = _document(alternative=["none", "a", "b"], tps=[1, 2, 3])["scenarios"]
    scenario["confidence"]["more_runs"] = {"a": 4, "b": 4}
    assert doubts(scenario)[0] == "About 4 more runs each of a and b would likely settle it."
    scenario["confidence"]["more_runs"] = {"a": 1}
    assert doubts(scenario)[0] == "About one more run of a would likely settle it."
    scenario["confidence"] |= {"more_runs": {}, "verdict": "leaning", "winner": "a"}
    assert doubts(scenario)[0] == "The lead is too small to say how many more runs would settle it."
    scenario["confidence"]["verdict"] = "decisive"
    assert not any("more runs" in sentence for sentence in doubts(scenario))


def test_a_weight_that_three_decimals_would_hide_is_told():
    (scenario,) = _document(
        alternative=["none", "a", "b"], tps=[100, 130, 120], compression_ratio=["1", "2", "3"]
    )["scenarios"]
    assert weights(scenario).startswith("Weight: storage_saving above 0.583 instead of 0.500 puts b first")
    scenario["weights"]["throughput"] |= {"holds_from": 0.0000442, "below": "b"}
    scenario["weights"]["storage_saving"] |= {"above": None}
    assert weights(scenario) == "Weight: throughput below 4.4e-05 instead of 0.500 puts b first."


def test_what_a_finding_tells_redraws_no_terminal():
    document = _document(alternative=["none", "a", "b"], tps=[100, 150, 160])
    scenario = document["scenarios"][0]
    scenario["audit"] = [
        {"check": "x", "verdict": "flips", "to": None, "detail": "by \x1b[31mc", "advice": "ask \u202ec"}
    ]
    assert told(scenario) == ["flips: by \\x1b[31mc; ask \\u202ec"]


def test_where_no_single_change_alters_the_choice_none_is_told():
    columns = {"tps": [1, 1, 999], "compression_ratio": [1, 1, 999], "response_time_p99_ms": [999, 999, 1]}
    decision = ahp.rank(ahp.read({"alternative": ["none", "a", "b"], **columns}), index="relative")
    assert critical_change(decision.to_dict()["scenarios"][0]) is None
