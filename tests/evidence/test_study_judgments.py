import pytest

from ahp import Group, PairwiseMatrix, StudyError
from ahp.evidence.study_file import parse
from ahp.evidence.study_judgments import over_alternatives, over_criteria, pairs_in
from ahp.evidence.weighting import Branch, Leaf
from ahp.terms import Merit

B = Merit.BENEFIT
LEAVES = (Leaf("space", B, 1, None), Leaf("speed", B, 1, "performance"), Leaf("latency", B, 1, "performance"))
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
        (
            {"criteria": [throughput | {"judgments": [["a", "b", 2]]}]},
            "has judgments and 'measure'; what is judged is not measured",
        ),
    ]:
        with pytest.raises(StudyError, match=message):
            parse({"criteria": [throughput, latency]} | more)
