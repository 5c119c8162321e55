from __future__ import annotations

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
    assert any("those who judged 'lz4', 'zle' do not agree" in warning for warning in decision.warnings)


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
    assert any("'none', 'lz4', 'zle' have a consistency ratio" in warning for warning in decision.warnings)


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
