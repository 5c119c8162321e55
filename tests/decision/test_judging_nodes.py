import pytest

from ahp import Group, PairwiseMatrix
from ahp.decision.judging_nodes import node_document
from ahp.model.comparisons import Measured

LOOSE = PairwiseMatrix([[1, 9, "1/9"], ["1/9", 1, 9], [9, "1/9", 1]], ["a", "b", "c"])


def node(comparison, limit=0.1):
    return node_document(("c",), comparison, 0.5, True, "eigenvector", "alonso-lamata", limit)


def test_what_is_measured_has_priorities_and_nothing_else():
    found = node(Measured({"a": 1, "b": 3}))
    assert found["priorities"] == pytest.approx({"a": 0.25, "b": 0.75})
    assert (found["kind"], found["judged"], found["consistency"], found["worst"]) == (
        "values",
        None,
        None,
        [],
    )


def test_above_the_limit_the_worst_and_a_repair_are_told():
    assert len(node(LOOSE)["worst"]) == 3
    assert node(LOOSE)["repair"]["ratio"] == pytest.approx(0.1, abs=1e-6)
    lenient = node(LOOSE, limit=100.0)
    assert (lenient["worst"], lenient["repair"]) == ([], None)
    assert lenient["judged"] == node(LOOSE)["judged"]


def test_of_a_group_the_mean_is_shown():
    found = node(Group({"Ann": {("a", "b"): 2}, "Bob": {("a", "b"): 8}}))
    assert found["judged"]["matrix"] == [[1.0, 4.0], [0.25, 1.0]]
    assert found["participants"] == ["Ann", "Bob"]
    assert found["agreement"]["priorities"]["Ann"] == pytest.approx({"a": 2 / 3, "b": 1 / 3})


def of_size(n):
    """A matrix of that many items that contradicts itself a lot."""
    rows = [[1 if i == j else 9 if (i + j) % 3 else "1/9" for j in range(n)] for i in range(n)]
    for i in range(n):
        rows[i][:i] = [9 if rows[j][i] == "1/9" else "1/9" for j in range(i)]
    return PairwiseMatrix(rows, [f"item {number}" for number in range(n)])


def test_of_very_many_items_neither_the_worst_nor_a_repair_is_sought():
    middle, large = node(of_size(21)), node(of_size(51))
    assert (len(middle["worst"]), middle["repair"]) == (3, None)
    assert (large["worst"], large["repair"]) == ([], None)
    assert large["consistency"]["ratio"] > 0.1
