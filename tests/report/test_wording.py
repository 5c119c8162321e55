"""What reports say, in sentences and tables that they share: no surer than the verdict, and with its figures."""

import re

import pytest

import ahp
from ahp.report.answer_wording import certainty, choice
from ahp.report.gain_wording import gains
from ahp.report.judged_wording import contradicting, judged_sentences
from ahp.report.numbers import decimals, edge, measured, percent, quotient, share
from ahp.report.scrutiny_wording import beyond
from ahp.report.wording import across, critical_change, doubts, places, told, weights


def _document(**columns):
    return ahp.rank(ahp.read(columns)).to_dict()


def test_the_order_by_lowest_cost_keeps_ties_in_file_order():
    (scenario,) = _document(alternative=["none", "a", "b", "c"], cpu=[1, 3, 2, 2])["scenarios"]
    assert scenario["choose"] == ["b", "c"]
    assert places(scenario) == {"b": 1, "c": 1, "a": 3}


def test_a_printed_saving_is_told_from_what_to_what():
    document = _document(alternative=["a", "b"], space_saving=["66 %", "50 %"])
    (sentence, *_) = doubts(document["scenarios"][0])
    assert sentence == "Would change it: space_saving of a lower, from 66 to 50 %; then b is first."


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


def test_how_sure_counts_the_runs():
    (scenario,) = _document(alternative=["none", "a", "b"], tps=[1, 2, 3])["scenarios"]
    assert certainty(scenario) == "one run each: how sure is not known"
    uneven = {"alternative": ["none", "none", "a", "a", "b"], "run": [1, 2, 1, 2, 1], "tps": [1, 1, 2, 2, 3]}
    (scenario,) = _document(**uneven)["scenarios"]
    assert certainty(scenario) == "1 to 2 runs each: how sure is not known"


def test_those_that_are_tied_are_all_named():
    (scenario,) = _document(alternative=["none", "a", "b", "c"], cpu=[1, 3, 2, 2])["scenarios"]
    assert choice(scenario) == "a tie: b and c"


@pytest.mark.parametrize(
    ("verdict", "shares", "said"),
    [
        ("decisive", (0.97, 0.03), "choose b"),
        ("leaning", (0.7, 0.3), "lean towards b"),
        ("leaning", (0.54, 0.46), "too close to call between b and a"),
        ("leaning", (0.3, 0.7), "too close to call between a and b"),
        ("unknown", (0.54, 0.46), "undecided, with b first"),
    ],
)
def test_every_report_says_no_more_than_the_verdict_bears(verdict, shares, said):
    runs = {"alternative": ["none", "a", "b"] * 3, "run": [1] * 3 + [2] * 3 + [3] * 3}
    document = _document(**runs, tps=[1, 2, 3, 1, 2.1, 2.9, 1, 2.2, 3.1])
    (scenario,) = document["scenarios"]
    best = dict(zip(("b", "a"), shares, strict=True))
    scenario["confidence"] |= {"verdict": verdict, "best": best, "winner": "b"}
    assert choice(scenario) == said
    shown = {form: ahp.report.render(document, form) for form in ("text", "markdown", "html", "latex")}
    assert all(
        said in (text + text.replace("Choose", "choose").replace("Undecided", "undecided"))
        for text in shown.values()
    ), shown


def test_how_often_is_how_often_the_choice_is_first_whoever_is_it_more_often():
    runs = {"alternative": ["none", "a", "b"] * 3, "run": [1] * 3 + [2] * 3 + [3] * 3}
    (scenario,) = _document(**runs, tps=[1, 2, 3, 1, 2.1, 2.9, 1, 2.2, 3.1])["scenarios"]
    scenario["confidence"] |= {"verdict": "leaning", "best": {"b": 0.41, "a": 0.59}, "winner": "b"}
    assert scenario["choose"] == ["b"]
    assert "first in 41.0 %" in certainty(scenario)


def test_what_was_not_asked_is_not_called_unknown():
    table = {
        "alternative": ["none", "none", "a", "a", "b", "b"],
        "run": [1, 2] * 3,
        "tps": [1, 1.1, 2, 2.1, 3, 3.1],
    }
    (scenario,) = ahp.rank(ahp.read(table), confidence=None).to_dict()["scenarios"]
    assert certainty(scenario) == "2 runs each: how sure was not asked"


def test_gains_speak_of_what_was_measured():
    document = _document(
        alternative=["none", "a", "b"], compression_ratio=["1", "2", "0.9"], response_time_max_ms=[10, 5, 20]
    )
    assert gains(document, document["scenarios"][0]) == [
        "a against none: stores 50.0 % less, maximum response time -50.0 %."
    ]


def test_a_baseline_in_first_place_is_not_compared_with_itself():
    decision = ahp.rank(ahp.read({"alternative": ["none", "a"], "tps": [3, 3]}), include_baseline="always")
    document = decision.to_dict()
    assert choice(document["scenarios"][0]) == "a tie: none and a"
    assert gains(document, document["scenarios"][0]) == [
        "none is the baseline itself.",
        "a against none: throughput 0.0 %.",
    ]


NAMES = ("storage_saving", "throughput", "response_time")
JUDGED = {
    "alternative": ["none", "a", "b"],
    "compression_ratio": [1, 2, 3],
    "tps": [1, 2, 1.5],
    "response_time_p99_ms": [9, 5, 4],
}


def judged(judgments):
    """A decision whose weights are judged, as a document."""
    measurements = ahp.read(JUDGED, baseline="none")
    matrix = ahp.PairwiseMatrix.from_judgments(judgments, NAMES)
    study = ahp.Study(ahp.default_study(measurements).criteria, judgments=(matrix,))
    return ahp.rank(measurements, study, confidence=None)


BAD = {(NAMES[0], NAMES[1]): 3, (NAMES[1], NAMES[2]): 4, (NAMES[0], NAMES[2]): 0.5}
GOOD = {(NAMES[0], NAMES[1]): 3, (NAMES[1], NAMES[2]): 2, (NAMES[0], NAMES[2]): 5}


def test_above_a_tenth_the_worst_is_told_with_what_would_be_consistent():
    (said,) = judged_sentences(judged(BAD).to_dict()["study"])
    assert said.startswith("Judgments over storage_saving, throughput, response_time: consistency ratio 1.")
    assert said.endswith(
        "; storage_saving over throughput is 3, the other judgments say 1/8, which would make it 0.000."
    )
    (said,) = judged_sentences(judged(GOOD).to_dict()["study"])
    assert said.endswith("response_time: consistency ratio 0.004.")


def test_of_three_judgments_one_is_enough_and_what_is_as_good_as_consistent_none():
    study = judged(BAD).to_dict()["study"]
    assert len(study["judgments"][0]["inspected"]) == 3
    assert len(contradicting(study["judgments"][0])) == 1
    near = {(NAMES[0], NAMES[1]): 3, (NAMES[1], NAMES[2]): 2, (NAMES[0], NAMES[2]): 6.1}
    assert contradicting(judged(near).to_dict()["study"]["judgments"][0]) == []
    older = {**study["judgments"][0]}
    del older["inspected"]
    assert contradicting(older) == []


def test_every_report_says_which_judgment_contradicts_the_others():
    for format in ["text", "markdown", "html", "html-fragment", "latex"]:
        text = " ".join(judged(BAD).report(format).replace("\\_", "_").replace("\\allowbreak{}", "").split())
        assert "storage_saving over throughput" in text
        assert "1/8" in text
        assert re.search(r"the other[ \\]+judgments", text) is not None  # a heading is broken in LaTeX


@pytest.fixture(scope="module")
def study(examples):
    document = ahp.rank(ahp.read(examples / "zfs_oltp.csv")).to_dict()
    return {scenario["scenario"]: scenario for scenario in document["scenarios"]}


def test_what_else_the_study_would_choose(study):
    # DESIGN 5.3 and METHODS 9.3: the offset 0.337, the breakpoints 0.518 and 1.420.
    assert beyond(study["Calling Circle"]) == [
        "On the way from what is gained (s = 0) to what is had (s = 1): LZ4 for ZLE at s = 0.337, storage as "
        "its ratio.",
        "By what a unit of benefit, as what is gained, is worth in units of cost: Baseline up to 0.518, ZLE up "
        "to 1.420, then LZ4.",
        "By what a unit of benefit, as what is had, is worth in units of cost: Baseline up to 0.279, ZLE up to "
        "1.035, then LZ4.",
    ]


def test_both_ends_are_told_unless_all_choose_the_same(study):
    for s0, s1, expected in [
        ("a", "a", []),
        (
            "ab",
            "a",
            [
                "gained, is worth in units of cost: a up to 1.000, then b",
                "had, is worth in units of cost: always a",
            ],
        ),
        (
            "a",
            "b",
            ["gained, is worth in units of cost: always a", "had, is worth in units of cost: always b"],
        ),
        ("", "ab", ["had, is worth in units of cost: a up to 1.000, then b"]),
        ("", "", []),
    ]:

        def spans(names):
            ends = [float(i) for i in range(len(names))]
            return [
                {"from": start, "to": end, "choose": name}
                for start, end, name in zip(ends, [*ends, None][1:], names, strict=True)
            ] or None

        scenario = study["Calling Circle"] | {"offset": [], "marginal": {"s0": spans(s0), "s1": spans(s1)}}
        assert beyond(scenario) == [f"By what a unit of benefit, as what is {said}." for said in expected]


def test_where_nothing_is_gained_it_is_what_is_had(study):
    marginal, weights, regions = beyond(study["Order Entry"])
    assert "as what is had, is worth" in marginal
    assert weights.startswith("Over all weights that there may be, first is LZJB in 7")
    assert regions == (
        "By the weights of storage_saving/throughput/response_time, first is ZLE between 1/0/0, 0.734/0.266/0 "
        "and 0.066/0/0.934; LZJB between 0.734/0.266/0, 0/1/0, 0/0/1 and 0.066/0/0.934."
    )


def test_a_benefit_alone_has_no_worth_in_costs():
    (scenario,) = ahp.rank(ahp.read({"alternative": ["none", "a", "b"], "tps": [1, 2, 3]})).to_dict()[
        "scenarios"
    ]
    assert beyond(scenario) == []


def test_percent():
    for value, shown in [
        (0.0, "0.0 %"),
        (-1e-9, "0.0 %"),
        (0.18224, "+18.2 %"),
        (-0.5008, "-50.1 %"),
        (9.999, "+999.9 %"),
    ]:
        assert percent(value) == shown


def test_no_number_is_a_row_of_digits():
    for value in [1e-300, 1e-9, 999.9996, 1000.0, 12345.678, 999_999.5, 1e9, 1e30, 1e300]:
        for show in [share, quotient, percent, edge, lambda x: measured(x, ""), lambda x: decimals(x, 4)]:
            for signed in (value, -value):
                shown = show(signed)
                assert len(shown) <= 14
                assert abs(float(shown.removesuffix(" %")) * (0.01 if "%" in shown else 1) - signed) <= max(
                    0.0006, 0.06 * value
                )


def test_judged_alternatives_are_told_with_their_consistency():
    study = {"judgments": [], "judged": [
        {"criterion": "support", "consistency_ratio": 0.25, "matrix": None},
        {"criterion": "looks", "consistency_ratio": None, "matrix": None},
    ]}  # fmt: skip
    assert list(judged_sentences(study)) == ["Judgments under support: consistency ratio 0.250."]
