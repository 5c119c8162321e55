import json
import tomllib

import pandas as pd  # noqa: TID253 - the ban keeps the package light, not its tests
import pytest
from hypothesis import given
from model.test_hierarchy import hierarchies

from ahp import Group, Hierarchy, JudgmentError, Measured, PairwiseMatrix, Ratings, Weights

LAPTOP = """
goal = "choose a laptop"
judgments = [["price", "quality", "1/2"]]

[children.price]
values = { A = 800, B = 1200 }
better = "lower"

[children.quality]
participants = { Ann = 2, Bob = 1 }
[children.quality.judgments]
Ann = [["keyboard", "battery", 2], ["keyboard", "brand", 3], ["battery", "brand", 2]]
Bob = [["keyboard", "battery", 4]]

[children.quality.children.keyboard]
judgments = [["A", "B", 3]]
[children.quality.children.battery]
ratings = { A = "long", B = "short" }
scale = { long = 1, short = 0.5 }
[children.quality.children.brand]
weights = { B = 1, A = 3 }
"""


def test_a_file_may_mix_every_kind_of_node():
    found = Hierarchy.from_dict(tomllib.loads(LAPTOP))
    assert found.goal == "choose a laptop"
    assert isinstance(found["price"], Measured)
    quality = found["quality"]
    assert isinstance(quality.judgments, Group)
    assert quality.judgments.weights == pytest.approx((2 / 3, 1 / 3))
    assert [type(child) for child in quality.children.values()] == [PairwiseMatrix, Ratings, Weights]
    assert found.alternatives == ("A", "B")


@given(hierarchies())
def test_plain_data_come_back(tree):
    data = json.loads(json.dumps(tree.to_dict()))
    assert Hierarchy.from_dict(data) == Hierarchy.from_dict(Hierarchy.from_dict(data).to_dict())
    assert Hierarchy.from_dict(data).global_priorities().equals(tree.global_priorities())


def test_plain_data_of_every_kind_come_back():
    found = Hierarchy.from_dict(tomllib.loads(LAPTOP))
    again = Hierarchy.from_dict(json.loads(json.dumps(found.to_dict())))
    assert again.global_priorities().tolist() == pytest.approx(found.global_priorities().tolist(), rel=1e-15)
    judged = Hierarchy(
        "g", {"c": 1}, {"c": Ratings({"A": "x"}, PairwiseMatrix.from_judgments({("x", "y"): 2}))}
    )
    assert Hierarchy.from_dict(judged.to_dict()) == judged


def test_matrices_in_rows_and_frames_are_judgments_too():
    rows = [["1", "1/3", "1/5"], ["3", "1", "1/2"], ["5", "2", "1"]]
    labels = ["a", "b", "c"]
    matrix = PairwiseMatrix(rows, labels)
    data = {"children": {"one": {"judgments": rows, "alternatives": labels}}}
    assert Hierarchy.from_dict(data)["one"] == matrix
    data = {"alternatives": labels, "children": {"one": {"judgments": rows}}}  # those of every leaf
    assert Hierarchy.from_dict(data)["one"] == matrix
    data = {"children": {"one": {"judgments": matrix.to_frame()}}}
    assert Hierarchy.from_dict(data)["one"] == matrix
    data = {"children": {"one": {"values": pd.Series({"a": 1.0, "b": 2.0})}}}
    assert Hierarchy.from_dict(data).alternatives == ("a", "b")
    found = Hierarchy.from_dict({"children": {"one": matrix}})
    assert found == Hierarchy("goal", {"one": 1}, {"one": matrix})


def test_what_is_wrong_is_named_with_the_way_to_it():
    b = {"b": {"weights": {"x": 1}}}
    under = [  # what stands under the one child "a" of the goal
        (3, "a: found 3; a node is a table"),
        ({}, "a needs one of 'judgments', 'values', 'weights', 'ratings'; found none"),
        ({"weights": {"x": 1}, "values": {"x": 1}}, "found 'values', 'weights'"),
        ({"wieghts": {"x": 1}}, "a has the unknown key 'wieghts'"),
        ({"values": {"x": -1}}, "a: the measured value of 'x' is -1"),
        ({"values": 3}, "needed is a table"),
        ({"ratings": {"x": "good"}}, "ratings need a scale"),
        ({"judgments": "x"}, "needed is a list"),
        ({"judgments": [["x", "y"]]}, r'a: judgments are a list of \["a", "b", 3\]'),
        ({"judgments": [["x", "y", True]]}, "True is not how many times"),
        ({"judgments": [["x", "y", 2], ["x", "y", 2]]}, "compared twice"),
        ({"judgments": [["x", "y", 0]]}, "a: 'x' over 'y' = 0"),
        ({"children": []}, "children is a table"),
        ({"weights": {"c": 1}, "children": b}, "a: 'a' has the criteria 'c'; found no comparison under 'c'"),
        ({"weights": {"x": 1}, "better": "lower"}, "^a has better without values, and no use for it; add values, or remove better"),
        ({"values": {"x": 1}, "scale": {"s": 1}}, "^a has scale without ratings"),
        ({"values": {"x": 1}, "goal": "b"}, "^a has goal without children"),
        ({"alternatives": ["x"], "children": b}, "^a has children, which are what it compares, and alternatives; write"),
        ({"alternatives": ["x", "x"], "values": {"x": 1}}, "^a compares 'x'; needed is 'x', 'x', each once"),
    ]  # fmt: skip
    for data, message in [
        ({}, "has children"),
        *(({"children": {"a": node}}, message) for node, message in under),
        ({"children": {"a": {"weights": {"x": 1}}, **b}}, "the goal needs one of"),
        ({"better": "lower", "children": b}, "^the goal has better without values"),
        ({"alternatives": ["x", "y"], "children": b}, "^b compares 'x'; needed is 'x', 'y', each once, as its alternatives say"),
        ({"criteria": ["a", "b"], "children": b}, "^the goal compares 'b'; needed is 'a', 'b', each once, as its criteria say"),
    ]:  # fmt: skip
        with pytest.raises(JudgmentError, match=message):
            Hierarchy.from_dict(data)


def test_one_comparison_alone_is_a_hierarchy_of_one_criterion():
    data = {"goal": "lunch", "judgments": [["soup", "salad", 3], ["salad", "bread", 2], ["soup", "bread", 6]]}
    found = Hierarchy.from_dict(data)
    assert found.goal == "lunch"
    assert found.global_priorities().round(2).to_dict() == {"soup": 0.67, "salad": 0.22, "bread": 0.11}
    found = Hierarchy.from_dict({"values": {"a": 1, "b": 3}})
    assert found.global_priorities().to_dict() == {"a": 0.25, "b": 0.75}
    with pytest.raises(JudgmentError, match=r"salad.*bread|bread.*salad"):
        Hierarchy.from_dict({"judgments": [["soup", "salad", 3], ["bread", "cheese", 2]]})
    with pytest.raises(JudgmentError, match="'soup' over 'salad' is missing"):
        Hierarchy.from_dict({"judgments": [["soup", "salad", float("nan")]]})


def test_criteria_alone_are_said_or_seen():
    goal = [["cost", "quality", 3], ["cost", "view", 2], ["quality", "view", "1/2"]]
    cost, quality = {"judgments": [["price", "upkeep", 3]]}, {"weights": {"speed": 1, "trust": 1}}
    seen = Hierarchy.from_dict({"judgments": goal, "children": {"cost": cost, "quality": quality}})
    assert seen.alternatives == ("price", "upkeep", "speed", "trust", "view")
    named = {**cost, "criteria": ["upkeep", "price"]}
    said = Hierarchy.from_dict({"judgments": goal, "children": {"cost": named}})
    assert said.alternatives == ("upkeep", "price", "quality", "view")
    assert Hierarchy.from_dict({"judgments": goal, "criteria": ["cost", "quality", "view"]}).criteria_alone
    # A single branch, or items in common, may be alternatives of which something was forgotten.
    with pytest.raises(JudgmentError, match="judgments name 'quality', not among 'cost'"):
        Hierarchy.from_dict({"judgments": goal[:1], "children": {"cost": cost}})
    slip = {"judgments": [["price", "upkep", 3]]}
    with pytest.raises(JudgmentError, match=r"'quality' compares .*; they must be the same"):
        Hierarchy.from_dict({"judgments": goal[:1], "children": {"cost": cost, "quality": slip}})
    with pytest.raises(JudgmentError, match="cost has criteria with nothing under them, and there are alt"):
        Hierarchy.from_dict({"alternatives": ["a"], "judgments": goal, "children": {"cost": named}})
