"""Each participant of a hierarchy, the opinions among them, and the verdict that their mean does not give."""

from itertools import combinations

import numpy as np
import pytest

import ahp
from ahp.decision.judging import judge
from ahp.report.hierarchy_render import HIERARCHY_FORMATS, render_hierarchy

ITEMS = ["risk", "cost", "time", "fit", "look"]
SCALE = [1 / 9, 1 / 7, 1 / 5, 1 / 3, 1, 3, 5, 7, 9]


def at_random(people, rng):
    return ahp.Group(
        {f"P{k}": {pair: float(rng.choice(SCALE)) for pair in combinations(ITEMS, 2)} for k in range(people)}
    )


@pytest.fixture
def three():
    said = {
        "Ann": {("x", "y"): 2, ("y", "z"): 2, ("x", "z"): 4},
        "Ben": {("x", "y"): 3, ("y", "z"): 1, ("x", "z"): "1/4"},
        "Cleo": {("x", "y"): "1/2"},
    }
    goal = ahp.Group({name: {("p", "s"): 3} for name in said}, weights={"Cleo": 0})
    weights = {"Cleo": 0}
    return ahp.Hierarchy("car", goal, {"p": ahp.Group(said, weights=weights), "s": {"x": 1, "y": 2, "z": 3}})


def test_each_participant_has_a_row_of_their_own(three):
    ann, ben, cleo = judge(three)["people"]["participants"]
    alone = ahp.Hierarchy(
        "car",
        {("p", "s"): 3},
        {"p": {("x", "y"): 2, ("y", "z"): 2, ("x", "z"): 4}, "s": {"x": 1, "y": 2, "z": 3}},
    )
    assert ann["priorities"] == pytest.approx(alone.global_priorities().to_dict())
    assert ann["ratio"] == pytest.approx(0, abs=1e-12)
    assert ben["ratio"] > 0.1
    assert ben["nodes"][1]["worst"][0]["judgment"] == pytest.approx(3)
    # Who left out too much has no priorities, but is told what is open; a weight of 0 leaves out.
    assert cleo["priorities"] is cleo["ranking"] is cleo["distance"] is None
    assert cleo["nodes"][1]["missing"] == [{"first": "x", "second": "z"}, {"first": "y", "second": "z"}]
    assert cleo["weight"] == 0
    together = three.global_priorities()
    mine = alone.global_priorities()
    assert ann["distance"] == pytest.approx(float((mine - together).abs().sum()) / 2)


def test_reports_show_them(three):
    document = judge(three)
    text = render_hierarchy(document)
    assert "participant  counts  consistency  unanswered  first  from the group" in text
    assert any(line.split()[:4] == ["Cleo", "out", "–", "2"] for line in text.splitlines())
    for name in HIERARCHY_FORMATS:
        if name != "csv":
            assert "Cleo" in render_hierarchy(document, name)
    old = {key: value for key, value in document.items() if key != "people"}
    assert "participant" in render_hierarchy(document, "markdown")
    assert "unanswered" not in render_hierarchy(old)  # a document that was written before


def test_people_at_random_are_doubtful_however_consistent_their_mean_is():
    document = judge(ahp.Hierarchy("choose", at_random(24, np.random.default_rng(1)), {}))
    assert document["consistency"]["ratio"] < 0.1
    assert "doubtful" in render_hierarchy(document)
    assert "doubtful" in render_hierarchy(document, "html-fragment")
    warnings = " ".join(document["warnings"])
    assert "participants contradict themselves (consistency ratio above 0.1: P0" in warnings
    assert "under the goal the participants agree no better than random answers would" in warnings


def test_people_who_agree_are_not_doubtful():
    truth = np.array([4.0, 2.0, 2.0, 1.0, 1.0])
    rng = np.random.default_rng(1)
    said = {}
    for k in range(8):
        noisy = truth * rng.lognormal(0, 0.1, 5)
        said[f"P{k}"] = {(ITEMS[i], ITEMS[j]): noisy[i] / noisy[j] for i, j in combinations(range(5), 2)}
    document = judge(ahp.Hierarchy("choose", ahp.Group(said), {}))
    assert render_hierarchy(document).startswith("choose   risk weighs most")
    assert document["people"]["level"] == "very high"
    assert document["people"]["clusters"] == [list(said)]


def test_two_opinions_are_two_clusters():
    one, other = {("x", "y"): 4}, {("x", "y"): "1/4"}
    said = {"Ann": one, "Ben": other, "Cleo": one, "Dan": other, "Eve": one}
    people = judge(ahp.Hierarchy("choose", ahp.Group(said), {}))["people"]
    assert people["clusters"] == [["Ann", "Cleo", "Eve"], ["Ben", "Dan"]]


def people(judgments, **weights):
    return ahp.judge(ahp.Hierarchy("g", ahp.Group(judgments, weights=weights or None), {}))


def test_half_that_contradict_themselves_make_it_doubtful_and_the_text_says_why():
    straight = {("a", "b"): 2, ("b", "c"): 2, ("a", "c"): 4}
    circle = {("a", "b"): 5, ("b", "c"): 5, ("a", "c"): "1/5"}
    assert people({"Ann": straight, "Bob": straight}).report().startswith("g   a weighs most")
    doubtful = people({"Ann": straight, "Bob": circle})
    lines = doubtful.report().splitlines()
    assert lines[0] == "g   doubtful, with a weighing most"
    assert lines[2].startswith("Doubtful: 1 of 2 participants contradict themselves")
    lighter = people({"Ann": straight, "Bob": circle}, Ann=3, Bob=1)["warnings"]
    assert not any("contradict themselves" in warning for warning in lighter)


def test_how_much_participants_count_is_as_it_was_given():
    one, other = {("a", "b"): 2}, {("x", "y"): 3}
    top = ahp.Group({"Ann": one, "Bob": one, "Cy": one}, weights={"Ann": 2})
    below = ahp.Group({"Ann": other, "Dee": other, "Bob": other}, weights={"Ann": 2})
    document = ahp.judge(ahp.Hierarchy("g", top, {"a": below, "b": {"x": 1, "y": 1}}))
    told = {one["participant"]: one["weight"] for one in document["people"]["participants"]}
    assert told == pytest.approx({"Ann": 2, "Bob": 1, "Cy": 1, "Dee": 1})


def test_the_consensus_of_all_is_that_of_the_node_where_there_is_one():
    document = people({"Ann": {("a", "b"): 5}, "Bob": {("a", "b"): "1/5"}, "Cy": {("a", "b"): 1}})
    assert document["people"]["consensus"] == pytest.approx(document["nodes"][0]["agreement"]["consensus"])
