"""What is said first: the title, and about each scenario what to choose, how sure, what would change it."""

import copy

from report.html.pages_of import shipped

import ahp
from ahp.report.content.cards import card_of
from ahp.report.content.opening import opening_of

TABLE = {
    "alternative": [name for name in ("none", "a", "b") for _ in range(3)],
    "run": [1, 2, 3] * 3,
    "tps": [100, 101, 102, 200, 202, 204, 300, 302, 303],
}


def cards(document):
    return [card_of(document, scenario, str, "p") for scenario in document["scenarios"]]


def test_several_runs_are_told_with_the_next_and_with_who_is_not_ruled_out(examples):
    study = ahp.Study.from_toml(examples / "pg_wal_runs.toml")
    decision = ahp.rank(ahp.read(examples / "pg_wal_runs.csv"), study, index="relative")
    (card,) = cards(decision.to_dict())
    assert (card.answer, card.verdict) == ("Too close to call between lz4 and zstd", "leaning")
    share = card.brief.removeprefix("first in ").removesuffix(" of simulated repeats")
    first, second, third, *_ = card.sure
    assert first.startswith(
        f"Of 10000 simulated repeats of the 3 runs each, lz4 is first in {share}, zstd in"
    )
    assert second == "At 95 % confidence pglz and zstd may be first as well as lz4."
    assert third == "The lead is too small to say how many more runs would settle it."


def test_why_no_verdict_is_given_stands_beside_it(examples):
    (card,) = cards(shipped(examples, "pg_wal_runs"))
    assert (card.verdict, card.sure[0]) == ("not known", "3 runs each.")
    assert "an index is not positive" in card.sure[1]


def test_a_verdict_is_a_word_and_a_sign():
    decided = ahp.rank(ahp.read(TABLE), resamples=500).to_dict()
    often = "Of 500 simulated repeats of the 3 runs each, b is first in over 99.9 %."
    for verdict, word, answer, said in [
        ("decisive", "decisive", "Choose b", often),
        ("leaning", "leaning", "Lean towards b", often),
        ("tie", "a tie", "Choose b", "The first two are within 1 % of each other; 3 runs each."),
    ]:
        document = copy.deepcopy(decided)
        document["scenarios"][0]["confidence"]["verdict"] = verdict
        (card,) = cards(document)
        assert (card.verdict, card.answer, card.sure[0]) == (word, answer, said)
        assert card.sign


def test_neither_better_nor_worse_is_said_to_be_so():
    table = {"alternative": ["none", "a", "b"], "tps": [100, 200, 300], "cpu_pct": [10, 10, 10]}
    (card,) = cards(ahp.rank(ahp.read(table), index="relative").to_dict())
    assert card.gained == ("Better than “none”: throughput +200.0 %; as “none”: CPU 0.0 %.",)


def test_a_choice_that_depends_on_the_scenario_is_told_for_each_and_for_none(examples):
    found = opening_of(shipped(examples, "zfs_oltp"), str, "p")
    assert found.title == "The choice depends on the scenario"
    assert [(card.question, card.names) for card in found.cards] == [
        ("Order Entry", "LZJB"),
        ("Calling Circle", "ZLE"),
        ("Stress Test", "LZ4"),
        ("Where the scenario is not known", "LZJB"),
    ]


def test_a_title_is_no_surer_than_the_verdicts(examples):
    document = copy.deepcopy(shipped(examples, "innodb_selective", "innodb_selective"))
    (first, *_) = document["scenarios"]
    first["confidence"] |= {"verdict": "leaning", "best": {"SELECTIVE": 0.9, "ALL": 0.1}, "resamples": 100}
    assert (
        opening_of(document, str, "p").title
        == "SELECTIVE is first in every scenario; decisively in none of them"
    )
    document["scenarios"] = [first]
    assert opening_of(document, str, "p").title == "Lean towards SELECTIVE"


def test_without_a_rival_there_is_nothing_to_doubt():
    document = ahp.rank(ahp.read({"alternative": ["none", "a"], "tps": [1, 2]})).to_dict()
    found = opening_of(document, str, "p")
    assert found.title == "Only a, nothing to choose between"
    assert found.lead.startswith("Ranked by benefit alone")
    assert found.cards[0].change == ()


def test_an_audit_that_chooses_the_baseline_says_that_it_is_the_baseline(examples):
    document = copy.deepcopy(shipped(examples, "zfs_oltp"))
    for finding in document["scenarios"][0]["audit"]:
        finding["to"] = "Baseline" if finding["verdict"] == "flips" else None
    assert cards(document)[0].audits == "2 of 8 other ways of reckoning put the baseline “Baseline” first"
    document["scenarios"][0]["audit"][1]["to"] = "LZ4"
    assert cards(document)[0].audits == "2 of 8 other ways of reckoning put another first"
