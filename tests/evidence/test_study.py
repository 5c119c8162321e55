"""Criteria, weights and judgments: what a study accepts and what it refuses."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from ahp.errors import MeasureError, StudyError
from ahp.evidence.measures import user_measure
from ahp.evidence.study import Criterion, Study
from ahp.model.matrix import PairwiseMatrix
from ahp.terms import Combine, Index, Merit


def criterion(name="speed", merit="benefit", measures=("throughput",), **options):
    return Criterion(name, merit, measures, **options)


SPEED, SPACE = criterion(), criterion("space", measures="compression_ratio")
CPU = criterion("cpu", "cost", ("cpu_system", "cpu_user"))


def test_words_become_terms_and_one_name_a_tuple():
    c = criterion(measures="throughput", index="Relative", combine="sum", transactions="pay")
    assert (c.merit, c.index, c.combine) == (Merit.BENEFIT, Index.RELATIVE, Combine.SUM)
    assert (c.measures, c.transactions, c.measure) == (("throughput",), ("pay",), "throughput")
    assert CPU.measure == "cpu_system + cpu_user"
    c = criterion(measures="response_time_mean", combine="mix", mix={"pay": 1, "order": Fraction(1, 2)})
    assert c.mix == (("pay", 1.0), ("order", 0.5))
    for weight in [3, 3.0, Fraction(3), np.float64(3), np.int64(3)]:
        c = criterion(weight=weight)
        assert (c.weight, type(c.weight)) == (3.0, float)


def test_a_criterion_that_makes_no_sense_is_refused():
    finite = "a weight is finite and 0 or more"
    indices = "auto, saving, improvement, relative, overhead, value"
    for options, message in [
        ({"name": " "}, "a criterion has no name; name it"),
        ({"merit": "virtue"}, "'virtue' is not a known merit; use one of: benefit, cost"),
        ({"merit": "risk"}, "criterion 'speed': a measured criterion is a benefit or a cost, not risk"),
        ({"measures": ()}, "criterion 'speed' names no measure"),
        ({"index": "best"}, f"'best' is not a known index; use one of: {indices}"),
        ({"combine": "add"}, "'add' is not a known combine; use one of: sum, mix, worst"),
        ({"weight": -1}, f"criterion 'speed': its weight is -1; {finite}"),
        ({"weight": float("nan")}, f"criterion 'speed': its weight is nan; {finite}"),
        ({"weight": float("inf")}, f"criterion 'speed': its weight is inf; {finite}"),
        ({"weight": 10**400}, f"criterion 'speed': its weight is 1000000000000000000…; {finite}"),
        ({"weight": "2"}, "criterion 'speed': its weight '2' is not a number"),
        ({"weight": True}, "criterion 'speed': its weight True is not a number"),
        ({"weight": None}, "criterion 'speed': its weight None is not a number"),
        ({"transactions": ("a", "b")}, "criterion 'speed': say how its transactions combine: 'sum', 'mix' or 'worst'"),
        ({"transactions": ("a", "b", "a"), "combine": "sum"}, "transactions are named once; found 'a' more than once"),
        ({"mix": {"a": 1}}, "criterion 'speed': 'mix' has a meaning only with combine = 'mix'"),
        ({"mix": {"a": 1}, "combine": "sum"}, "criterion 'speed': 'mix' has a meaning only with combine = 'mix'"),
        ({"mix": {"a": 0}, "combine": "mix"}, "its mix is zero throughout; give one type a positive weight"),
        ({"mix": {"a": -1}, "combine": "mix"}, f"criterion 'speed', mix of 'a': its weight is -1; {finite}"),
        ({"mix": {"a": "x"}, "combine": "mix"}, "criterion 'speed', mix of 'a': its weight 'x' is not a number"),
    ]:  # fmt: skip
        with pytest.raises(StudyError) as raised:
            criterion(**options)
        assert str(raised.value).endswith(message)


def test_weights_are_normalised_within_their_merit_over_the_criteria_asked_for():
    cost = criterion("cpu", "cost", ("cpu",), weight=5)
    study = Study((criterion(weight=3), criterion("space", weight=1), cost))
    assert study.weights(study.criteria) == (0.75, 0.25, 1.0)
    assert study.weights(study.criteria[1:2]) == (1.0,)
    assert Study((criterion(weight=0), SPACE)).weights((criterion(weight=0), SPACE)) == (0.0, 1.0)
    study = Study((SPEED, CPU, SPACE))
    assert (study.of(Merit.BENEFIT), study.of(Merit.RISK)) == ((SPEED, SPACE), ())
    assert Study((SPEED, SPACE)) == Study([SPEED, SPACE])  # a value


JUDGED = PairwiseMatrix.from_judgments({("speed", "space"): 3})


def test_judgments_replace_the_weights_whatever_order_they_name_the_criteria_in():
    for judged in (JUDGED, PairwiseMatrix.from_judgments({("space", "speed"): "1/3"})):
        study = Study((SPEED, SPACE, CPU), judgments=[judged])
        assert study.weights(study.criteria) == pytest.approx((0.75, 0.25, 1.0), rel=1e-15)


def test_judgments_over_anything_else_than_one_merit_are_refused():
    for one, other in [("speed", "cpu"), ("speed", "beauty"), ("a", "b")]:
        with pytest.raises(StudyError) as raised:
            Study((SPEED, SPACE, CPU), judgments=[PairwiseMatrix.from_judgments({(one, other): 3})])
        assert str(raised.value) == (
            f"judgments compare all criteria of one merit; found '{one}', '{other}', "
            "the criteria are 'speed', 'space', 'cpu'"
        )


def test_a_study_that_makes_no_sense_is_refused():
    kind = "cannot be added; name measures of one kind, each once"
    for criteria, message in [
        ((), "a study has at least one criterion; add [[criteria]]"),
        ((SPEED, SPEED), "criteria are named once; found 'speed' more than once"),
        ((criterion(weight=0), CPU), "the weights of the benefit criteria are all zero; raise one"),
        ((criterion(measures=("throughput", "cpu")),), f"criterion 'speed': 'throughput', 'cpu' {kind}"),
        ((criterion(measures=("cpu", "cpu")),), f"criterion 'speed': 'cpu', 'cpu' {kind}"),
        ((criterion(measures=("cpu", "cpu_overhead")),), f"criterion 'speed': 'cpu', 'cpu_overhead' {kind}"),
    ]:
        with pytest.raises(StudyError) as raised:
            Study(criteria)
        assert str(raised.value) == message


def test_a_study_names_measures_that_exist():
    with pytest.raises(MeasureError, match="'thruput' is not a known measure"):
        Study((criterion(measures="thruput"),))
    own = user_measure("thruput", better="higher")
    assert Study((criterion(measures="thruput"),), measures=[own]).measures == (own,)
    with pytest.raises(StudyError, match="describes 'throughput', which already has a meaning; rename it"):
        Study((SPEED,), measures=[user_measure("throughput", better="lower")])
    later = user_measure("compression_speed", unit="MB/s", better="higher")  # theirs before it was known
    assert Study((criterion(measures="compression_speed"),), measures=[later]).measures == (later,)


def test_new_weights_leave_the_others_and_the_study_itself_alone():
    study = Study((SPEED, SPACE, CPU))
    heavier = study.with_weights({"speed": 3})
    assert heavier.weights(heavier.criteria) == (0.75, 0.25, 1.0)
    assert study.weights(study.criteria) == (0.5, 0.5, 1.0)


def test_new_weights_that_make_no_sense_are_refused():
    for weights, message in [
        ({"beauty": 1}, "'beauty' is no criterion; the criteria are 'speed', 'space', 'cpu'"),
        ({"speed": -1}, "criterion 'speed': its weight is -1; a weight is finite and 0 or more"),
        ({"speed": "x"}, "criterion 'speed': its weight 'x' is not a number"),
        ({"speed": 0, "space": 0}, "the weights of the benefit criteria are all zero; raise one"),
        ({"cpu": 0}, "the weights of the cost criteria are all zero; raise one"),
    ]:
        with pytest.raises(StudyError) as raised:
            Study((SPEED, SPACE, CPU)).with_weights(weights)
        assert str(raised.value) == message


def test_judged_weights_are_changed_where_they_come_from():
    study = Study((SPEED, SPACE, CPU), judgments=[JUDGED])
    with pytest.raises(StudyError) as raised:
        study.with_weights({"speed": 2})
    assert str(raised.value) == "the weight of 'speed' comes from judgments; change those instead"
    assert study.with_weights({"cpu": 2}).weights((CPU,)) == (1.0,)


@given(st.lists(st.floats(0.001, 1000), min_size=1, max_size=6), st.floats(0.001, 1000))
def test_weights_sum_to_one_and_do_not_depend_on_their_scale(weights, factor):
    criteria = [criterion(f"c{k}", weight=w) for k, w in enumerate(weights)]
    scaled = [criterion(f"c{k}", weight=w * factor) for k, w in enumerate(weights)]
    found = Study(criteria).weights(criteria)
    assert sum(found) == pytest.approx(1.0, rel=1e-14)
    assert Study(scaled).weights(scaled) == pytest.approx(found, rel=1e-12)
