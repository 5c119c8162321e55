"""The first screen: what to choose, how sure, what would change it."""

import copy

import pytest
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
    order = found.cards[0]
    assert order.answer == "Choose LZJB"
    assert order.verdict == "not known"
    assert order.sure[0] == "One run each."
    assert order.sure[1].startswith("Noise of up to 1 %")
    assert order.change[0].startswith("cpu_system + cpu_user of ZLE 1.3 % lower")
    assert order.change[1].startswith("Weight: throughput below 0.144")
    assert order.change[2] == "2 of 8 other ways of reckoning put another first: see the audits."
    assert order.target == "p-s1"


def test_one_choice_in_all_scenarios_is_the_title(examples):
    assert opening(shipped(examples, "innodb_selective", "innodb_selective")).title == (
        "Choose SELECTIVE in every scenario"
    )


def test_why_no_verdict_is_given_stands_beside_it(examples):
    (card,) = opening(shipped(examples, "pg_wal_runs")).cards
    assert card.verdict == "not known"
    assert card.sure[0] == "3 runs each."
    assert "an index is not positive" in card.sure[1]


@pytest.mark.parametrize(
    ("verdict", "word", "said"),
    [
        ("decisive", "decisive", "First in over 99.9 % of 500 draws; 3 runs each."),
        ("leaning", "leaning", "First in over 99.9 % of 500 draws; 3 runs each."),
        ("tie", "a tie", "The first two are within 1 % of each other; 3 runs each."),
    ],
)
def test_a_verdict_is_a_word_and_a_sign(verdict, word, said):
    table = {
        "alternative": [n for n in ("none", "a", "b") for _ in range(3)],
        "run": [1, 2, 3] * 3,
        "tps": [100, 101, 102, 200, 202, 204, 300, 302, 303],
    }
    document = copy.deepcopy(ahp.rank(ahp.read(table), resamples=500).to_dict())
    document["scenarios"][0]["confidence"]["verdict"] = verdict
    (card,) = opening(document).cards
    assert card.verdict == word
    assert card.sign
    assert card.sure[0] == said


def test_what_was_not_asked_is_said_not_to_be(examples):
    measured = ahp.read(examples / "pg_wal_runs.csv")
    (card,) = opening(ahp.rank(measured, confidence=None).to_dict()).cards
    assert card.verdict == "not asked"


def test_without_a_rival_there_is_nothing_to_doubt():
    document = ahp.rank(ahp.read({"alternative": ["none", "a"], "tps": [1, 2]})).to_dict()
    found = opening(document)
    assert found.title == "Only a, nothing to choose between"
    assert found.lead.startswith("Ranked by benefit alone")
    assert found.cards[0].change == ()
