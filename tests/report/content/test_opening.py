"""The first screen: what to choose, how sure, what would change it."""

import copy

from report.html.pages_of import shipped

import ahp
from ahp.report.content.opening import opening_of


def opening(document):
    return opening_of(document, str, "p")


def test_a_choice_that_depends_on_the_scenario_is_told_for_each_and_for_none(examples):
    found = opening(shipped(examples, "zfs_oltp"))
    assert found.title == "The choice depends on the scenario"
    assert [(card.question, card.names) for card in found.cards] == [
        ("Order Entry", "LZJB"),
        ("Calling Circle", "ZLE"),
        ("Stress Test", "LZ4"),
        ("Where the scenario is not known", "LZJB"),
    ]
    assert found.lead == (
        "Ranked by benefit to cost: each alternative's share of all the benefit (storage_saving, throughput and "
        "response_time), divided by its share of all the cost (cpu_overhead). Compared: ZLE, LZJB and LZ4. Gains "
        "and losses are against “Baseline”, which is not ranked itself."
    )


def test_one_choice_in_all_scenarios_is_the_title(examples):
    assert opening(shipped(examples, "innodb_selective", "innodb_selective")).title == (
        "Choose SELECTIVE in every scenario"
    )


def test_a_title_is_no_surer_than_the_verdicts(examples):
    document = copy.deepcopy(shipped(examples, "innodb_selective", "innodb_selective"))
    (first, *_) = document["scenarios"]
    first["confidence"] |= {"verdict": "leaning", "best": {"SELECTIVE": 0.9, "ALL": 0.1}, "resamples": 100}
    assert opening(document).title == "SELECTIVE is first in every scenario; decisively in none of them"
    document["scenarios"] = [first]
    assert opening(document).title == "Lean towards SELECTIVE"


def test_a_baseline_that_competes_is_a_candidate(examples):
    measured = ahp.read(examples / "zfs_oltp.csv")
    found = opening(ahp.rank(measured, include_baseline="always").to_dict())
    assert found.lead.endswith("Compared: Baseline, ZLE, LZJB and LZ4.")


def test_without_a_rival_there_is_nothing_to_doubt():
    document = ahp.rank(ahp.read({"alternative": ["none", "a"], "tps": [1, 2]})).to_dict()
    found = opening(document)
    assert found.title == "Only a, nothing to choose between"
    assert found.lead.startswith("Ranked by benefit alone")
    assert found.cards[0].change == ()
