import pytest

from ahp import PairwiseMatrix, StudyError
from ahp.evidence.weighting import Branch, Leaf, check_branches, leaf_weights, nodes_of, siblings_of
from ahp.terms import Merit

B, C = Merit.BENEFIT, Merit.COST
LEAVES = (
    Leaf("space", B, 1, None),
    Leaf("speed", B, 3, "performance"),
    Leaf("latency", B, 1, "performance"),
    Leaf("cpu", C, 7, None),
)
BRANCH = Branch("performance", B, 3)


def test_weights_multiply_down_a_branch():
    found = leaf_weights(LEAVES, [BRANCH], [], "eigenvector")
    assert found == pytest.approx({"space": 0.25, "speed": 0.5625, "latency": 0.1875, "cpu": 1})


def test_judgments_replace_weights_among_siblings():
    judgments = [
        PairwiseMatrix.from_judgments({("space", "performance"): 1}),
        PairwiseMatrix.from_judgments({("latency", "speed"): 4}),
    ]
    found = leaf_weights(LEAVES, [BRANCH], judgments, "eigenvector")
    assert found == pytest.approx({"space": 0.5, "speed": 0.1, "latency": 0.4, "cpu": 1})


def test_who_is_left_out_leaves_the_weight_to_the_siblings():
    found = leaf_weights(LEAVES[:2], [BRANCH], [], "eigenvector")
    assert found == pytest.approx({"space": 0.25, "speed": 0.75})
    assert leaf_weights(LEAVES[:1], [BRANCH], [], "eigenvector") == {"space": 1}


def test_branches_stand_in_branches():
    nested = [Branch("a", B), Branch("b", B, under="a")]
    leaves = (Leaf("x", B, 1, "b"), Leaf("y", B, 1, "a"), Leaf("z", B, 2, None))
    assert leaf_weights(leaves, nested, [], "eigenvector") == pytest.approx(
        {"x": 1 / 6, "y": 1 / 6, "z": 2 / 3}
    )
    check_branches(nested, leaves)
    assert siblings_of("b", nested, leaves) == ("y", "b")
    assert [node.name for node in nodes_of(leaves, nested)] == ["x", "y", "z", "a", "b"]


def test_what_is_wrong_is_named():
    circle = [Branch("a", B, under="b"), Branch("b", B, under="a")]
    for branches, leaves, message in [
        (
            [],
            [Leaf("x", B, 1, "a")],
            r"'x' stands under 'a', which is no branch; describe it in \[branches.a\]",
        ),
        ([Branch("a", B)], [], "nothing stands under the branch 'a'"),
        ([Branch("a", B)], [Leaf("x", C, 1, "a")], "'x' is a cost under 'a', a benefit"),
        ([Branch("a", B)], [Leaf("a", B, 1, None)], "criteria are named once; found 'a'"),
        (circle, [Leaf("x", B, 1, "a")], "stands under itself"),
    ]:
        with pytest.raises(StudyError, match=message):
            check_branches(branches, leaves)


def test_a_hundred_levels_and_no_more():
    def nested(levels):
        branches = [Branch(f"b{n}", B, under=f"b{n - 1}" if n else None) for n in range(levels - 1)]
        return branches[::-1], (Leaf("x", B, 1, branches[-1].name), Leaf("y", B, 3, None))

    branches, leaves = nested(100)
    check_branches(branches, leaves)
    assert leaf_weights(leaves, branches, [], "eigenvector") == pytest.approx({"x": 0.25, "y": 0.75})
    for levels in (101, 3001):
        branches, leaves = nested(levels)
        with pytest.raises(StudyError, match=f"have {levels} levels, at most 100 are read"):
            check_branches(branches, leaves)


def test_huge_weights_are_shared_out():
    leaves = (Leaf("a", B, 1e308, None), Leaf("b", B, 1.5e308, None), Leaf("c", C, 1e-300, None))
    assert leaf_weights(leaves, [], [], "eigenvector") == pytest.approx({"a": 0.4, "b": 0.6, "c": 1})
