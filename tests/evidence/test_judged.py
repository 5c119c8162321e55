import jsonschema
import pytest

import ahp
from ahp import Criterion, Group, Merit, PairwiseMatrix, Study, StudyError
from ahp.evidence.judged import with_judged
from ahp.report import schema

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
    assert any(
        "those who judged 'lz4', 'zle' under 'ease' do not agree" in warning for warning in decision.warnings
    )


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
