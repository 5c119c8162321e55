"""What a choice gains and loses, in words."""

import ahp
from ahp.report.answer_wording import choice
from ahp.report.gain_wording import gains


def document_of(**table):
    return ahp.rank(ahp.read(table)).to_dict()


def test_gains_speak_of_what_was_measured():
    document = document_of(
        alternative=["none", "a", "b"], compression_ratio=["1", "2", "0.9"], response_time_max_ms=[10, 5, 20]
    )
    assert gains(document, document["scenarios"][0]) == [
        "a against none: stores 50.0 % less, maximum response time -50.0 %."
    ]


def test_without_a_baseline_a_ratio_still_says_what_it_saves():
    document = document_of(alternative=["a", "b"], compression_ratio=["2", "3"])
    assert gains(document, document["scenarios"][0]) == ["b against the baseline: stores 66.7 % less."]


def test_a_baseline_in_first_place_is_not_compared_with_itself():
    decision = ahp.rank(ahp.read({"alternative": ["none", "a"], "tps": [3, 3]}), include_baseline="always")
    document = decision.to_dict()
    assert choice(document["scenarios"][0]) == "a tie: none and a"
    assert gains(document, document["scenarios"][0]) == [
        "none is the baseline itself.",
        "a against none: throughput 0.0 %.",
    ]
