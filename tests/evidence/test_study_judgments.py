"""Judgments in a study: of criteria in branches, of alternatives, by one or by several."""

import jsonschema
import pytest

import ahp
from ahp import Criterion, Group, Merit, PairwiseMatrix, Study, StudyError
from ahp.evidence.defaults import with_judged
from ahp.evidence.study_file import parse
from ahp.evidence.weighting import (
    Branch,
    check_branches,
    leaf_weights,
    over_alternatives,
    over_criteria,
    pairs_in,
    siblings_of,
)
from ahp.report import schema

B, C = Merit.BENEFIT, Merit.COST


def leaf(name, merit, weight, under):
    return Criterion(name, merit, ("cpu",), weight=weight, under=under)


LEAVES = (leaf("space", B, 1, None), leaf("speed", B, 1, "performance"), leaf("latency", B, 1, "performance"))
BRANCHES = (Branch("performance", B),)


def test_each_set_of_siblings_is_a_comparison_of_its_own():
    found = over_criteria([["space", "performance", 2], ["speed", "latency", 3]], LEAVES, BRANCHES, {})
    assert [matrix.labels for matrix in found] == [("space", "performance"), ("speed", "latency")]
    assert all(isinstance(matrix, PairwiseMatrix) for matrix in found)


def test_several_people_are_groups_with_their_weights():
    given = {
        "Ann": [["space", "performance", 2]],
        "Bob": [["space", "performance", 8], ["speed", "latency", 3]],
    }
    one, other = over_criteria(given, LEAVES, BRANCHES, {"Ann": 3})
    assert isinstance(one, Group)
    assert one.weights == (0.75, 0.25)
    assert other.participants == ("Bob",)


def test_a_study_of_people_branches_and_judged_alternatives():
    speed = {"name": "speed", "merit": "benefit", "measure": "throughput", "under": "performance"}
    ease = {"name": "ease", "merit": "benefit", "under": "performance", "judgments": [["a", "b", 3]]}
    space = {"name": "space", "merit": "benefit", "measure": "compression_ratio"}
    study = parse(
        {
            "judgments": {"Ann": [["space", "performance", 2]], "Bob": [["space", "performance", 8]]},
            "branches": {"performance": {"merit": "benefit"}},
            "criteria": [space, speed | {"weight": 3}, ease],
        }
    )
    assert study.weights(study.criteria) == pytest.approx((0.8, 0.15, 0.05))
    assert study.people[0].participants == ("Ann", "Bob")
    assert study.criteria[2].judged.labels == ("a", "b")
    assert study.criteria[2].index.value == "value"


def test_alternatives_may_be_judged_by_several():
    people = over_alternatives({"Ann": [["a", "b", 2]], "Bob": [["a", "b", 8]]}, "x")
    assert people.matrix()["a", "b"] == pytest.approx(4)
    assert over_alternatives([["a", "b", 2]], "x")["b", "a"] == 0.5
    assert pairs_in([["a", "b", "1/3"]], "x") == {("a", "b"): "1/3"}


def test_participants_count_over_alternatives_as_over_criteria():
    ease = {"Ann": [["a", "b", 2]], "Cleo": [["a", "b", 16]]}
    criteria = [
        {"name": "space", "merit": "benefit", "measure": "compression_ratio"},
        {"name": "ease", "merit": "benefit", "judgments": ease},
    ]
    judgments = {"Ann": [["space", "ease", 1]], "Bob": [["space", "ease", 8]]}
    study = parse({"participants": {"Ann": 2, "Cleo": 1}, "judgments": judgments, "criteria": criteria})
    assert study.criteria[1].judged.matrix()["a", "b"] == pytest.approx(2 ** (2 / 3) * 16 ** (1 / 3))
    assert study.weights(study.criteria)[0] == pytest.approx(2 / 3)  # 1 * 1 * 8, the third root: 2 to 1
    alone = parse({"participants": {"Cleo": 3}, "criteria": criteria})  # who judges alternatives only
    assert alone.criteria[1].judged.matrix()["a", "b"] == pytest.approx(2 ** (1 / 4) * 16 ** (3 / 4))
    with pytest.raises(StudyError, match="'Eve', who gave no judgments; those who did are 'Ann', 'Cleo'"):
        parse({"participants": {"Eve": 1}, "criteria": criteria})


def test_what_is_wrong_is_named():
    ann_and_bob = {"Ann": [["speed", "latency", 3]], "Bob": [["speed", "latency", -1]]}
    for given, message in [
        ([["space", "speed", 2]], "'space' and 'speed' stand in different branches"),
        ([["space", "beauty", 2]], "'beauty' is no criterion"),
        ({"Ann": [["space", 2]]}, "judgments of 'Ann', number 1: give"),
        ({"Ann": 3}, "judgments of 'Ann': judgments is a list"),
        ([["space", "performance", 2], ["space", "performance", 2]], "compared twice"),
        ([["space", "performance", True]], "True is not how many times"),
        ([["space", 1, 2]], "a criterion is text"),
        (ann_and_bob, "judgments: 'Bob': 'speed' over 'latency' = -1"),
        ([["space", "performance", -2]], "judgments: 'space' over 'performance' = -2"),
    ]:
        with pytest.raises(StudyError, match=message):
            over_criteria(given, LEAVES, BRANCHES, {})


def test_a_file_says_what_is_wrong():
    throughput = {"name": "throughput", "merit": "benefit", "measure": "throughput", "weight": 2}
    latency = {"name": "latency", "merit": "benefit", "measure": "response_time_max"}
    judgments = [["throughput", "latency", 1]]
    for more, message in [
        ({"branches": 3}, r"\[branches.NAME\] describes"),
        ({"branches": {"p": 3}}, r"\[branches.p\] is not a table"),
        ({"branches": {"p": {"merit": "benefit", "colour": 1}}}, "unknown key 'colour'"),
        ({"branches": {"p": {"merit": "benefit", "weight": -1}}}, "its weight is -1"),
        ({"branches": {"p": {"merit": "benefit"}}}, "nothing stands under the branch 'p'"),
        ({"participants": 3}, r"\[participants\] says how much"),
        ({"judgments": judgments}, "has a weight and judgments"),
        ({"judgments": judgments, "participants": {"Ann": 1}}, "judgments no participants"),
        ({"judgments": {"Ann": judgments}, "participants": {"Bob": 1}}, "'Bob', who gave no judgments"),
        ({"criteria": [throughput | {"judgments": [["a", "b", 2]]}]}, "has judgments and 'measure'; what is"),
    ]:
        with pytest.raises(StudyError, match=message):
            parse({"criteria": [throughput, latency]} | more)


WEIGHED = (
    leaf("space", B, 1, None),
    leaf("speed", B, 3, "performance"),
    leaf("latency", B, 1, "performance"),
    leaf("cpu", C, 7, None),
)
BRANCH = Branch("performance", B, 3)


def test_who_is_left_out_leaves_the_weight_to_the_siblings():
    found = leaf_weights(WEIGHED[:2], [BRANCH], [], "eigenvector")
    assert found == pytest.approx({"space": 0.25, "speed": 0.75})
    assert leaf_weights(WEIGHED[:1], [BRANCH], [], "eigenvector") == {"space": 1}


def test_branches_stand_in_branches():
    nested = [Branch("a", B), Branch("b", B, under="a")]
    leaves = (leaf("x", B, 1, "b"), leaf("y", B, 1, "a"), leaf("z", B, 2, None))
    found = leaf_weights(leaves, nested, [], "eigenvector")
    assert found == pytest.approx({"x": 1 / 6, "y": 1 / 6, "z": 2 / 3})
    check_branches(nested, leaves)
    assert siblings_of("b", nested, leaves) == ("y", "b")


def test_branches_that_do_not_fit_are_refused():
    circle = [Branch("a", B, under="b"), Branch("b", B, under="a")]
    for branches, leaves, message in [
        ([], [leaf("x", B, 1, "a")], r"under 'a', which is no branch; describe it in \[branches.a\]"),
        ([Branch("a", B)], [], "nothing stands under the branch 'a'"),
        ([Branch("a", B)], [leaf("x", C, 1, "a")], "'x' is a cost under 'a', a benefit"),
        ([Branch("a", B)], [leaf("a", B, 1, None)], "criteria are named once; found 'a'"),
        (circle, [leaf("x", B, 1, "a")], "stands under itself"),
    ]:
        with pytest.raises(StudyError, match=message):
            check_branches(branches, leaves)


def test_a_hundred_levels_and_no_more():
    def nested(levels):
        branches = [Branch(f"b{n}", B, under=f"b{n - 1}" if n else None) for n in range(levels - 1)]
        return branches[::-1], (leaf("x", B, 1, branches[-1].name), leaf("y", B, 3, None))

    branches, leaves = nested(100)
    check_branches(branches, leaves)
    assert leaf_weights(leaves, branches, [], "eigenvector") == pytest.approx({"x": 0.25, "y": 0.75})
    for levels in (101, 3001):
        branches, leaves = nested(levels)
        with pytest.raises(StudyError, match=f"have {levels} levels, at most 100 are read"):
            check_branches(branches, leaves)


def test_huge_weights_are_shared_out():
    leaves = (leaf("a", B, 1e308, None), leaf("b", B, 1.5e308, None), leaf("c", C, 1e-300, None))
    assert leaf_weights(leaves, [], [], "eigenvector") == pytest.approx({"a": 0.4, "b": 0.6, "c": 1})


TABLE = {
    "alternative": ["none", "lz4", "zle"] * 4,
    "run": [str(run) for run in range(4) for _ in range(3)],
    "tps": [100, 150, 130, 101, 148, 132, 100, 151, 131, 101, 149, 129],
    "cpu": [10, 15, 13, 10.1, 15.2, 13.1, 10, 14.9, 13.2, 10.1, 15.1, 12.9],
}
MORE = {"alternative": ["gzip"] * 4, "run": list("0123"), "tps": [90, 91, 92, 93], "cpu": [20, 21, 20, 21]}
EASE = PairwiseMatrix.from_judgments({("lz4", "zle"): "1/3"})
SPEED = Criterion("speed", Merit.BENEFIT, ("throughput",))
CPU = Criterion("cpu", Merit.COST, ("cpu",))


def study(judged=EASE, **more):
    return Study((SPEED, Criterion("ease", Merit.BENEFIT, (), judged=judged), CPU), **more)


def test_judged_and_measured_leaves_stand_side_by_side():
    decision = ahp.rank(ahp.read(TABLE), study())["default"]
    found = decision.criteria["ease"]
    assert found.priorities.to_dict() == pytest.approx({"lz4": 0.25, "zle": 0.75})
    expected = 0.5 * decision.criteria["speed"].priorities + 0.5 * found.priorities
    assert decision.benefit.to_dict() == pytest.approx(expected.to_dict())


def test_judgments_have_no_runs_and_move_with_no_resample():
    decision = ahp.rank(ahp.read(TABLE), study(), resamples=500)
    jsonschema.validate(decision.to_dict(), schema())
    intervals = decision.to_dict()["scenarios"][0]["confidence"]["intervals"]["priorities"]["ease"]
    assert intervals["zle"] == pytest.approx([0.75, 0.75])


def test_a_group_may_judge_and_its_disagreement_is_told():
    group = Group({"Ann": {("lz4", "zle"): 9}, "Bob": {("lz4", "zle"): "1/9"}})
    decision = ahp.rank(ahp.read(TABLE), study(group), confidence=None)
    assert decision["default"].criteria["ease"].priorities["lz4"] == pytest.approx(0.5)
    said = "those who judged 'lz4', 'zle' under 'ease' do not agree"
    assert any(said in warning for warning in decision.warnings)


def test_people_weigh_criteria_and_their_disagreement_is_told():
    people = Group({"Ann": {("speed", "ease"): 9}, "Bob": {("speed", "ease"): "1/9"}})
    asked = study(judgments=(people,))
    assert asked.judgments[0]["speed", "ease"] == pytest.approx(1)
    decision = ahp.rank(ahp.read(TABLE), asked, confidence=None)
    assert any("those who judged 'speed', 'ease' do not agree" in warning for warning in decision.warnings)


def test_judgments_that_contradict_each_other_are_told():
    circle = PairwiseMatrix.from_judgments({("none", "lz4"): 5, ("lz4", "zle"): 5, ("none", "zle"): 1})
    decision = ahp.rank(
        ahp.read(TABLE), study(circle), include_baseline="always", index="relative", confidence=None
    )
    said = "the judgments over 'none', 'lz4', 'zle' under 'ease' have a consistency ratio of 1.206, above 0.1"
    assert any(said in warning for warning in decision.warnings)
    (judged,) = decision.to_dict()["study"]["judged"]
    assert judged["criterion"] == "ease"
    assert judged["alternatives"] == ["none", "lz4", "zle"]
    assert judged["participants"] == []
    assert judged["matrix"] == [[1, 5, 1], [1 / 5, 1, 5], [1, 1 / 5, 1]]
    # of three: the triad a_ik / (a_ij a_jk) = 1 / 25 has λ_max = 1 + 25^(1/3) + 25^(-1/3) (Saaty 1980)
    index = (25 ** (1 / 3) + 25 ** (-1 / 3) - 2) / 2
    assert judged["consistency_index"] == pytest.approx(index)
    assert judged["consistency_ratio"] == pytest.approx(index / ahp.core.random_index(3))
    jsonschema.validate(decision.to_dict(), schema())


def test_nobody_need_judge_enough_alone():
    # Each pair by one person, and no two of a person's pairs meet: together they connect all.
    said = {
        "Ann": {("none", "lz4"): 3, ("zle", "gzip"): 2},
        "Bob": {("none", "zle"): 3, ("lz4", "gzip"): 2},
        "Cleo": {("none", "gzip"): 5, ("lz4", "zle"): 1},
    }
    table = {key: [*TABLE[key], *more] for key, more in MORE.items()}
    decision = ahp.rank(
        ahp.read(table), study(Group(said)), include_baseline="always", index="relative", confidence=None
    )
    assert decision.to_dict()["study"]["judged"][0]["participants"] == ["Ann", "Bob", "Cleo"]
    assert not any("do not agree" in warning for warning in decision.warnings)


def test_who_was_not_judged_lacks_a_value():
    with pytest.raises(ahp.AHPError, match="ease"):
        ahp.rank(ahp.read(TABLE), study(PairwiseMatrix([[1]], ["lz4"])))


def test_who_does_not_compete_cannot_be_judged():
    with pytest.raises(StudyError, match="criterion 'ease' judges 'gzip', not among the alternatives"):
        with_judged(ahp.read(TABLE), study(PairwiseMatrix.from_judgments({("lz4", "gzip"): 1})))


def test_without_judgments_nothing_changes():
    measurements = ahp.read(TABLE)
    assert with_judged(measurements, Study((SPEED, CPU))) is measurements


def test_a_judged_criterion_has_no_measure():
    with pytest.raises(StudyError, match="is judged; it has no measure and no index"):
        Criterion("ease", Merit.BENEFIT, ("throughput",), judged=EASE)
