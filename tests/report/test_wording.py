"""The sentences that every report shares."""

import ahp
from ahp.report.wording import certainty, choice, gains, joined, places


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
    assert choice(scenario) == "a tie: b and c"


def test_ties_further_down_keep_file_order_too():
    (scenario,) = _document(alternative=["none", "a", "b", "c"], cpu=[1, 3, 3, 2])["scenarios"]
    assert scenario["order"] == ["c", "a", "b"]
    assert places(scenario) == {"c": 1, "a": 2, "b": 2}


def test_how_sure_counts_the_runs():
    (scenario,) = _document(alternative=["none", "a", "b"], tps=[1, 2, 3])["scenarios"]
    assert certainty(scenario) == "one run each: how sure is not known"
    uneven = {"alternative": ["none", "none", "a", "a", "b"], "run": [1, 2, 1, 2, 1], "tps": [1, 1, 2, 2, 3]}
    (scenario,) = _document(**uneven)["scenarios"]
    assert certainty(scenario) == "1 to 2 runs each: how sure is not known"


def test_gains_speak_of_what_was_measured():
    document = _document(
        alternative=["none", "a", "b"], compression_ratio=["1", "2", "0.5"], response_time_max_ms=[10, 5, 20]
    )
    assert gains(document, document["scenarios"][0]) == [
        "a against none: stores 50.0 % less, maximum response time -50.0 %."
    ]


def test_without_a_baseline_a_ratio_still_says_what_it_saves():
    document = _document(alternative=["a", "b"], compression_ratio=["2", "3"])
    assert gains(document, document["scenarios"][0]) == ["b against the baseline: stores 66.7 % less."]


def test_a_baseline_in_first_place_is_not_compared_with_itself():
    decision = ahp.rank(ahp.read({"alternative": ["none", "a"], "tps": [3, 3]}), include_baseline="always")
    document = decision.to_dict()
    assert choice(document["scenarios"][0]) == "a tie: none and a"
    assert gains(document, document["scenarios"][0]) == [
        "none is the baseline itself.",
        "a against none: throughput 0.0 %.",
    ]


def test_one_alternative_is_no_choice():
    (scenario,) = _document(alternative=["none", "a"], tps=[1, 2])["scenarios"]
    assert choice(scenario) == "only a, nothing to choose between"
