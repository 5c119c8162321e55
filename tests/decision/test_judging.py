from __future__ import annotations

import jsonschema
import pytest
from hypothesis import given, settings
from model.test_hierarchy import hierarchies
from model.test_reversal import belton_gear, mixed

from ahp import Group, Hierarchy, IncompleteMatrix, PairwiseMatrix, Ratings, StudyError, judge
from ahp.core import consistency_ratio
from ahp.report import hierarchy_schema, render_hierarchy

BAD = PairwiseMatrix(
    [[1, 2, 8, 9], ["1/2", 1, 4, "1/4"], ["1/8", "1/4", 1, 1], ["1/9", 4, 1, 1]], ["a", "b", "c", "d"]
)


def test_the_document_holds_what_the_hierarchy_says():
    tree = mixed()
    found = judge(tree)
    jsonschema.validate(found, hierarchy_schema())
    assert found["priorities"] == pytest.approx(tree.global_priorities().to_dict())
    assert found["ranking"] == tree.global_priorities().sort_values(ascending=False).index.tolist()
    assert Hierarchy.from_dict(found["hierarchy"]).global_priorities().tolist() == pytest.approx(
        tree.global_priorities().tolist()
    )
    assert [tuple(node["path"]) for node in found["nodes"]] == [path for path, _ in tree.nodes()]
    assert sum(node["weight"] for node in found["nodes"] if node["leaf"]) == pytest.approx(1)
    assert found["consistency"]["ratio"] == tree.consistency().ratio


@given(hierarchies())
@settings(max_examples=10)
def test_every_hierarchy_has_a_valid_document_in_both_modes(tree):
    for mode in ("distributive", "ideal"):
        found = judge(tree, mode=mode)
        jsonschema.validate(found, hierarchy_schema())
        assert sum(found["priorities"].values()) == pytest.approx(1)


def test_the_worst_judgment_and_its_repair_do_what_they_say():
    tree = Hierarchy("g", {"c": 1}, {"c": BAD})
    node = judge(tree)["nodes"][1]
    worst = node["worst"][0]
    assert (worst["first"], worst["second"], worst["judgment"]) == ("d", "b", 4)
    better = BAD.values.copy()
    better[3, 1], better[1, 3] = worst["consistent"], 1 / worst["consistent"]
    assert consistency_ratio(better) == pytest.approx(worst["ratio"], abs=1e-9)
    repaired = BAD.values.copy()
    for change in node["repair"]["changes"]:
        i, j = BAD.labels.index(change["first"]), BAD.labels.index(change["second"])
        assert change["from"] == BAD[change["first"], change["second"]]
        repaired[i, j], repaired[j, i] = change["to"], 1 / change["to"]
    assert consistency_ratio(repaired) == pytest.approx(0.1, abs=1e-6)
    assert judge(tree, limit=2)["nodes"][1]["worst"] == []
    assert "consistency ratio" in judge(tree)["warnings"][0]


def test_a_group_has_its_agreement():
    said = {f"p{i}": {("a", "b"): 3, ("b", "c"): 2, ("a", "c"): 6} for i in range(5)}
    group = Group(
        said | {"rebel": {("a", "b"): "1/9", ("b", "c"): 1, ("a", "c"): "1/9"}, "shy": {("a", "b"): 1}}
    )
    found = judge(Hierarchy("g", {"c": 1}, {"c": group}))
    jsonschema.validate(found, hierarchy_schema())
    agreement = found["nodes"][1]["agreement"]
    assert agreement["outlying"] == ["rebel"]
    assert agreement["left_out"] == ["shy"]
    assert any("'shy' left so much out" in warning for warning in found["warnings"])
    opposed = Group({"x": {("a", "b"): 9}, "y": {("a", "b"): "1/9"}})
    assert any("do not agree" in w for w in judge(Hierarchy("g", {"c": 1}, {"c": opposed}))["warnings"])


WHOLE = {("a", "b"): 3, ("b", "c"): 2, ("a", "c"): 6}


@pytest.mark.parametrize(
    "group",
    [
        Group({"Ann": {("a", "b"): 2}, "Bob": {("b", "c"): 3}}),
        Group({"Ann": WHOLE, "Bob": {("b", "c"): 3}}),
        Group(
            {"Ann": WHOLE, "Bob": WHOLE, "Cy": {("b", "c"): 3}, "Di": {("a", "b"): 3}},
            weights={"Ann": 0, "Bob": 0},
        ),
    ],
)
def test_how_far_participants_agree_is_said_to_be_unknown_where_it_is(group):
    found = judge(Hierarchy("g", {"c": 1}, {"c": group}))
    jsonschema.validate(found, hierarchy_schema())
    assert found["nodes"][1]["agreement"] is None
    assert any("not known how far the participants agree" in warning for warning in found["warnings"])
    assert "consensus" not in render_hierarchy(found)


def test_one_who_judges_alone_agrees_with_nobody_and_nobody_is_told():
    found = judge(Hierarchy("g", {"c": 1}, {"c": Group({"Ann": WHOLE})}))
    assert found["nodes"][1]["participants"] == ["Ann"]
    assert found["warnings"] == []


def test_a_node_shows_its_judgments_and_the_participants_their_own_priorities():
    group = Group({"Ann": WHOLE, "Bob": {("a", "b"): 3, ("b", "c"): 8}, "Cy": {("a", "b"): 1}})
    found = judge(Hierarchy("g", {"c": 1}, {"c": group}))
    top, node = found["nodes"]
    assert (top["judged"], top["participants"]) == (None, [])
    assert node["participants"] == ["Ann", "Bob", "Cy"]
    assert node["judged"]["items"] == ["a", "b", "c"]
    assert node["judged"]["matrix"] == group.matrix().values.tolist()
    own = node["agreement"]["priorities"]
    assert own.keys() == {"Ann", "Bob"}
    assert own["Ann"] == pytest.approx(_shares(6, 2, 1))
    assert own["Bob"] == pytest.approx(_shares(24, 8, 1))


def _shares(*values):
    return {name: value / sum(values) for name, value in zip("abc", values, strict=True)}


def test_judgments_that_nobody_gave_are_null_and_more_than_thirty_items_are_left_out():
    open_ = IncompleteMatrix.from_judgments({("a", "b"): 2, ("b", "c"): 3})
    node = judge(Hierarchy("g", {"c": 1}, {"c": open_}))["nodes"][1]
    assert node["judged"]["matrix"] == [[1, 2, None], [0.5, 1, 3], [None, pytest.approx(1 / 3), 1]]
    names = [f"a{i}" for i in range(31)]
    for count in (30, 31):
        matrix = PairwiseMatrix.from_values(range(1, count + 1), names[:count])
        found = judge(Hierarchy("g", {"c": 1}, {"c": matrix}))["nodes"][1]["judged"]
        assert (found is None) == (count == 31)


def test_of_ratings_the_judged_scale_is_looked_at():
    scale = PairwiseMatrix([[1, 2, 9], ["1/2", 1, 9], ["1/9", "1/9", 1]], ["good", "fair", "poor"])
    bad = PairwiseMatrix([[1, 2, "1/9"], ["1/2", 1, 9], [9, "1/9", 1]], ["good", "fair", "poor"])
    for matrix, worst in ((scale, False), (bad, True)):
        tree = Hierarchy("g", {"c": 1}, {"c": Ratings({"x": "good", "y": "poor"}, matrix)})
        node = judge(tree)["nodes"][1]
        assert node["judged"] == {"items": ["good", "fair", "poor"], "matrix": matrix.values.tolist()}
        assert bool(node["worst"]) == worst


def test_reversals_are_those_of_the_mode():
    found = judge(belton_gear())
    assert {"change": "a copy of B", "mode": "distributive", "first": "B", "second": "A"} in found[
        "reversals"
    ]
    assert judge(belton_gear(), mode="ideal")["reversals"] == []


def test_an_unusable_limit_is_refused():
    with pytest.raises(StudyError, match="greater than 0"):
        judge(mixed(), limit=0)
