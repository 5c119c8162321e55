"""What reports say, in sentences and tables that they share: no surer than the verdict, and with its figures."""

import re

import pytest

import ahp
from ahp.report.numbers import decimals, edge, measured, percent, quotient, share
from ahp.report.phrases.choice import across, choice, how_ranked
from ahp.report.phrases.scenario import critical_change, doubts, places, told, weights
from ahp.report.phrases.scrutiny import gains
from ahp.report.phrases.study import judged_sentences


def _document(**columns):
    return ahp.rank(ahp.read(columns)).to_dict()


def test_the_order_by_lowest_cost_keeps_ties_in_file_order():
    (scenario,) = _document(alternative=["none", "a", "b", "c"], cpu=[4, 3, 2, 2])["scenarios"]
    assert scenario["choose"] == ["b", "c"]
    assert places(scenario) == {"b": 1, "c": 1, "a": 3}
    assert choice(scenario) == "a tie: b and c"
    scenario["audit"] = [
        {"check": "x", "verdict": "flips", "to": None, "detail": "by \x1b[31mc", "advice": "ask \u202ec"}
    ]
    assert told(scenario) == ["disagrees: by \\x1b[31mc; ask \\u202ec"]  # redraws no terminal


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
    ratios = {"compression_ratio": ["1", "2", "3"]}
    (scenario,) = _document(alternative=["none", "a", "b"], tps=[100, 130, 120], **ratios)["scenarios"]
    assert weights(scenario).startswith("Weight: storage saving above 0.584 instead of 0.500 puts b first")
    scenario["weights"]["throughput"] |= {"holds_from": 0.0000442, "below": "b"}
    scenario["weights"]["storage_saving"] |= {"above": None}
    assert weights(scenario) == "Weight: throughput below 0.0000441 instead of 0.500 puts b first."


def test_what_would_change_the_choice_is_told_or_that_nothing_does():
    (scenario,) = _document(alternative=["a", "b"], space_saving=["66 %", "50 %"])["scenarios"]
    told = "b wins if a's space saving is 49.9 instead of 66 %."
    assert next(iter(doubts(scenario))) == told
    columns = {"tps": [1, 1, 999], "compression_ratio": [1, 1, 999], "response_time_p99_ms": [999, 999, 1]}
    decision = ahp.rank(ahp.read({"alternative": ["none", "a", "b"], **columns}), index="relative")
    assert critical_change(decision.to_dict()["scenarios"][0]) is None


TWICE = {"alternative": ["none", "none", "a", "a", "b", "b"], "run": [1, 2] * 3}
RUNS = {"alternative": ["none", "a", "b"] * 3, "run": [1] * 3 + [2] * 3 + [3] * 3}
RUNS |= {"tps": [1, 2, 3, 1, 2.1, 2.9, 1, 2.2, 3.1]}


def test_how_sure_counts_the_runs():
    uneven = {key: values[:5] for key, values in TWICE.items()} | {"tps": [1, 1, 2, 2, 3]}
    twice = TWICE | {"tps": [1, 1.1, 2, 2.1, 3, 3.1]}
    for document, said in [
        (
            _document(alternative=["none", "a", "b"], tps=[1, 2, 3]),
            "one run each: holds, first in 95 % of draws with an error",
        ),
        (_document(**uneven), "1 to 2 runs each: holds, first in 95 % of draws with an error"),
        (
            ahp.rank(ahp.read(twice), confidence=None).to_dict(),
            "2 runs each: holds, first in 95 % of draws with an error",
        ),
    ]:
        assert how_ranked(document["scenarios"][0]).partition("; ")[2].startswith(said)
    (scenario,) = _document(**RUNS)["scenarios"]  # how often the choice is first, whoever is it more often
    scenario["confidence"] |= {"verdict": "leaning", "best": {"b": 0.41, "a": 0.59}, "winner": "b"}
    scenario["standing"]["word"] = "leaning"
    assert scenario["choose"] == ["b"]
    assert "first in 41.0 %" in how_ranked(scenario)


@pytest.mark.parametrize(
    ("word", "shares", "said"),
    [
        ("decisive", (0.97, 0.03), "choose b"),
        ("holds", (0.97, 0.03), "choose b"),
        ("leaning", (0.7, 0.3), "b ?, leaning"),
        ("leaning", (0.3, 0.7), "b ?, leaning"),
        ("fragile", (0.54, 0.46), "b ?, fragile"),
        ("too few runs", (0.54, 0.46), "b ?, too few runs"),
    ],
)
def test_every_report_says_no_more_than_the_standing_bears(word, shares, said):
    document = _document(**RUNS)
    (scenario,) = document["scenarios"]
    best = dict(zip(("b", "a"), shares, strict=True))
    scenario["confidence"] |= {"best": best, "winner": "b"}
    scenario["standing"]["word"] = word
    assert choice(scenario) == said
    for form in ("text", "markdown", "html", "latex"):
        text = ahp.report.render(document, form, "why" if form == "text" else None)
        assert said in (text + text.replace("Choose", "choose").replace("B ?", "b ?")), form


def test_gains_speak_of_what_was_measured_and_compare_no_baseline_with_itself():
    columns = {"compression_ratio": ["1", "2", "0.9"], "response_time_max_ms": [10, 5, 20]}
    document = _document(alternative=["none", "a", "b"], **columns)
    told = "a against none: stores 50.0 % less, maximum response time -50.0 %."
    assert gains(document, document["scenarios"][0]) == [told]
    decision = ahp.rank(ahp.read({"alternative": ["none", "a"], "tps": [3, 3]}), include_baseline="always")
    document = decision.to_dict()
    assert choice(document["scenarios"][0]) == "a tie: none and a"
    told = ["none is the baseline itself.", "a against none: throughput 0.0 %."]
    assert gains(document, document["scenarios"][0]) == told


NAMES = ("storage_saving", "throughput", "response_time")


def judged(*values):
    """The document of a decision whose weights are judged: first over second, second over third, first over third."""
    columns = {"compression_ratio": [1, 2, 3], "tps": [1, 2, 1.5], "response_time_p99_ms": [9, 5, 4]}
    measurements = ahp.read({"alternative": ["none", "a", "b"], **columns})
    pairs = zip(((NAMES[0], NAMES[1]), (NAMES[1], NAMES[2]), (NAMES[0], NAMES[2])), values, strict=True)
    matrix = ahp.PairwiseMatrix.from_judgments(dict(pairs), NAMES)
    study = ahp.Study(ahp.default_study(measurements).criteria, judgments=(matrix,))
    return ahp.rank(measurements, study, confidence=None)


def test_above_a_tenth_the_worst_is_told_with_what_would_be_consistent():
    decision = judged(3, 4, 0.5)
    (said,) = judged_sentences(decision.to_dict()["study"])
    assert said.startswith("Judgments over storage_saving, throughput, response_time: consistency ratio 1.")
    assert said.endswith(
        "; storage_saving over throughput is 3, the other judgments say 1/8, which would make it 0.000."
    )
    for format in ["text", "markdown", "html", "html-fragment", "latex"]:
        detail = "why" if format == "text" else None
        text = " ".join(
            decision.report(format, detail).replace("\\_", "_").replace("\\allowbreak{}", "").split()
        )
        assert "storage_saving over throughput" in text
        assert "1/8" in text
        assert re.search(r"the other[ \\]+judgments", text) is not None  # a heading is broken in LaTeX
    (said,) = judged_sentences(judged(3, 2, 5).to_dict()["study"])
    assert said.endswith("response_time: consistency ratio 0.004.")
    over_alternatives = [
        {"criterion": "support", "consistency_ratio": 0.25, "matrix": None},
        {"criterion": "looks", "consistency_ratio": None, "matrix": None},
    ]
    (said,) = judged_sentences({"judgments": [], "judged": over_alternatives})
    assert said == "Judgments under support: consistency ratio 0.250."


def test_no_number_is_a_row_of_digits():
    for value in [1e-300, 1e-9, 999.9996, 1000.0, 12345.678, 999_999.5, 1e9, 1e30, 1e300]:
        for show in [share, quotient, percent, edge, lambda x: measured(x, ""), lambda x: decimals(x, 4)]:
            for signed in (value, -value):
                shown = show(signed)
                assert len(shown) <= 14
                assert abs(float(shown.removesuffix(" %")) * (0.01 if "%" in shown else 1) - signed) <= max(
                    0.0006, 0.06 * value
                )


def test_all_scenarios_together_say_what_the_answer_says_where_each_keeps_what_there_is():
    table = {
        "scenario": ["x"] * 3 + ["y"] * 3,
        "alternative": ["none", "a", "b"] * 2,
        "tps": [100, 90, 80] * 2,
    }
    known, unknown, *_ = across(ahp.rank(ahp.read(table)).to_dict())
    assert known == "Workload known: keep none for x, keep none for y."
    assert unknown.startswith("Workload unknown: keep none, as in every scenario; of the alternatives a, ")


def test_what_would_change_the_choice_for_the_unknown_does():
    table = {"scenario": ["x"] * 3 + ["y"] * 3, "alternative": ["none", "a", "b"] * 2}
    said = across(_document(**table, tps=["100", "120", "110", "100", "120", "115"]))
    assert said[2] == "For the unknown workload it is b if, in y, a's throughput is 105 instead of 120 1/s."
    assert said[3].startswith("a stays, 95 times of 100, if every number is right to ±")
    said = across(_document(**table, tps=["100", "120", "110", "100", "105", "115"]))
    assert said[1].startswith("Workload unknown: b ?, ")
    said = across(_document(**table, tps=["100", "100", "99", "100", "104", "120"]))
    assert "Whether never worse than the baseline the printed digits leave open of a and b." in said
