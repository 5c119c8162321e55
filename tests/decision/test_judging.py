from __future__ import annotations

import jsonschema
import pytest
from hypothesis import given, settings
from model.test_hierarchy import hierarchies
from model.test_reversal import belton_gear, mixed

from ahp import Group, Hierarchy, PairwiseMatrix, StudyError, judge
from ahp.core import consistency_ratio
from ahp.report import hierarchy_schema

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


def test_reversals_are_those_of_the_mode():
    found = judge(belton_gear())
    assert {"change": "a copy of B", "mode": "distributive", "first": "B", "second": "A"} in found[
        "reversals"
    ]
    assert judge(belton_gear(), mode="ideal")["reversals"] == []


def test_an_unusable_limit_is_refused():
    with pytest.raises(StudyError, match="greater than 0"):
        judge(mixed(), limit=0)
