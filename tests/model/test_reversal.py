import pytest
from cases import hierarchy, published
from hypothesis import given, settings
from model.test_hierarchy import hierarchies

from ahp import Group, Hierarchy, JudgmentError, Measured, PairwiseMatrix, Ratings
from ahp.model.changes import Reversal, rank_reversals, with_alternative, with_copy, without

SCALE = {"good": 1, "fair": 0.4}


def belton_gear():
    """Belton & Gear (1983), table 1."""
    data = published()["belton-gear-three"]["data"]
    return hierarchy(data["hierarchy"], data["alternatives"])


def mixed():
    return Hierarchy(
        "car",
        {"price": 2, "quality": 1},
        {
            "price": Measured({"a": 3, "b": 1, "c": 2}),
            "quality": Hierarchy(
                "quality",
                {"safety": 1, "looks": 1, "brand": 1},
                {
                    "safety": PairwiseMatrix.from_upper([2, 4, 2], labels=["a", "b", "c"]),
                    "looks": Ratings({"a": "good", "b": "fair", "c": "fair"}, SCALE),
                    "brand": Group({"Ann": {("a", "b"): 2, ("a", "c"): 3, ("b", "c"): 1}}),
                },
            ),
        },
    )


def test_a_copy_reverses_the_distributive_order_and_not_the_ideal_one():
    # Belton & Gear (1983), tables 1 and 2: .4512 .4697 .0791, and with a copy of B .3654 .2889 .0568 .2889
    tree = belton_gear()
    copied = with_copy(tree, "B", "D")
    assert copied.global_priorities().round(4).tolist() == [0.3654, 0.2889, 0.0568, 0.2889]
    found = rank_reversals(tree)
    assert Reversal("a copy of B", "distributive", "B", "A") in found
    assert all(reversal.mode == "distributive" for reversal in found)


def test_the_ideal_mode_keeps_belton_and_gears_order():
    # Belton & Gear (1983), tables 1 and 2 in Wang & Elhag (2006): .6667 .7037 .1111, with a copy of B also .7037
    tree = belton_gear()
    assert tree.scores(mode="ideal").round(4).tolist() == [0.6667, 0.7037, 0.1111]
    copied = with_copy(tree, "B", "D").scores(mode="ideal")
    assert copied.round(4).tolist() == [0.6667, 0.7037, 0.1111, 0.7037]


def test_the_ideal_mode_reverses_too_when_the_newcomer_is_best_somewhere():
    # Saaty & Vargas (1984), tables 3 and 4 in Wang & Elhag (2006): ideal .8333 .7302, then .6667 .6746 1.0
    two, three = (
        hierarchy(published()[name]["data"]["hierarchy"], published()[name]["data"]["alternatives"])
        for name in ("saaty-vargas-two", "saaty-vargas-three")
    )
    assert two.scores(mode="ideal").round(4).tolist() == [0.8333, 0.7302]
    assert three.scores(mode="ideal").round(4).tolist() == [0.6667, 0.6746, 1.0]
    a, b, c = three.alternatives
    assert without(three, c).scores(mode="ideal").tolist() == pytest.approx(two.scores(mode="ideal").tolist())
    assert Reversal(f"without {c}", "ideal", b, a) in rank_reversals(three)


def test_ratings_never_reverse():
    rated = Hierarchy(
        "car",
        {"x": 2, "y": 1},
        {
            "x": Ratings({"a": "good", "b": "fair", "c": "fair"}, SCALE),
            "y": Ratings({"a": "fair", "b": "good", "c": "fair"}, SCALE),
        },
    )
    assert rank_reversals(rated, modes=("ratings",)) == ()
    before = rated.scores(mode="ratings")
    after = with_alternative(rated, "d", {"x": "good", "y": "good"}).scores(mode="ratings")
    assert after[["a", "b", "c"]].tolist() == before.tolist()
    assert after["d"] == 1


@given(hierarchies())
@settings(max_examples=30)
def test_who_comes_and_leaves_again_changes_nothing(tree):
    name = tree.alternatives[0]
    copied = with_copy(tree, name, "newcomer")
    assert copied.alternatives == (*tree.alternatives, "newcomer")
    scores = copied.scores(mode="ideal")
    assert scores["newcomer"] == pytest.approx(scores[name], rel=1e-9)
    back = without(copied, "newcomer")
    assert back.global_priorities().tolist() == pytest.approx(tree.global_priorities().tolist(), rel=1e-12)


@given(hierarchies())
@settings(max_examples=15)
def test_every_reversal_that_is_told_happens(tree):
    for r in rank_reversals(tree):
        _how, _, name = (
            r.change.rpartition(" ") if "alternative" not in r.change else r.change.partition("alternative")
        )
        other = f"alternative{name}" if "alternative" in r.change else name
        changed = without(tree, other) if r.change.startswith("without") else with_copy(tree, other)
        before, after = tree.global_priorities(mode=r.mode), changed.global_priorities(mode=r.mode)
        assert before[r.first] > before[r.second]
        assert after[r.first] < after[r.second]


def test_every_kind_of_node_loses_and_copies_alternatives():
    tree = mixed()
    fewer = without(tree, "b")
    assert fewer.alternatives == ("a", "c")
    assert fewer["price"] == Measured({"a": 3, "c": 2})
    more = with_copy(tree, "a")
    assert more["quality"]["looks"].ratings["copy of a"] == "good"
    assert more["quality"]["brand"].matrix()["a", "copy of a"] == pytest.approx(1)
    shares = more.global_priorities()
    assert shares["a"] == pytest.approx(shares["copy of a"])


def test_a_newcomer_is_compared_under_every_leaf():
    tree = without(mixed(), "c")
    plain = Hierarchy("car", tree.judgments, {"price": tree["price"], "quality": tree["quality"]["safety"]})
    found = with_alternative(plain, "z", {"price": 5, "quality": {"a": "1/2", "b": 1}})
    assert (found["quality"]["a", "z"], found["price"].values["z"]) == (2, 5)


def test_of_a_group_nobody_leaves_who_alone_connects_the_others():
    chain = Group({"Ann": {("a", "b"): 2}, "Bob": {("b", "c"): 3}})
    tree = Hierarchy("g", {"c": 1}, {"c": chain})
    assert rank_reversals(tree) == ()
    with pytest.raises(JudgmentError, match="no judgment connects the groups"):
        tree.without("b").global_priorities()
