"""What is said of the judgments of a study."""

import re

import pytest

import ahp
from ahp.report.judged_wording import contradicting, judged_sentences

NAMES = ("storage_saving", "throughput", "response_time")
TABLE = {
    "alternative": ["none", "a", "b"],
    "compression_ratio": [1, 2, 3],
    "tps": [1, 2, 1.5],
    "response_time_p99_ms": [9, 5, 4],
}


def judged(judgments):
    """A decision whose weights are judged, as a document."""
    measurements = ahp.read(TABLE, baseline="none")
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


@pytest.mark.parametrize("format", ["text", "markdown", "html", "html-fragment", "latex"])
def test_every_report_says_which_judgment_contradicts_the_others(format):
    text = " ".join(judged(BAD).report(format).replace("\\_", "_").replace("\\allowbreak{}", "").split())
    assert "storage_saving over throughput" in text
    assert "1/8" in text
    assert re.search(r"the other[ \\]+judgments", text) is not None  # a heading is broken in LaTeX


def test_judged_alternatives_are_told_with_their_consistency():
    study = {"judgments": [], "judged": [
        {"criterion": "support", "consistency_ratio": 0.25, "matrix": None},
        {"criterion": "looks", "consistency_ratio": None, "matrix": None},
    ]}  # fmt: skip
    assert list(judged_sentences(study)) == ["Judgments under support: consistency ratio 0.250."]
