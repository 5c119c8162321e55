import numpy as np
import pytest

import ahp
from ahp.decision.case import case_of
from ahp.decision.comparable import (
    comparable_value,
    for_the_unknown,
    not_worse,
    relatives_of,
    without_reference,
)
from ahp.decision.scenes import Rules, gather
from ahp.evidence.defaults import default_study
from ahp.terms import Index, Statistic

TABLE = {
    "alternative": ["none", "zle", "lz4"],
    "compression_ratio": [1.0, 1.5, 2.0],
    "tps": [100.0, 110.0, 90.0],
    "cpu": [10.0, 11.0, 20.0],
}


def case(table=TABLE, baseline="none", index=Index.AUTO):
    measurements = ahp.read(table)
    study = default_study(measurements)
    scene = gather(measurements, study, "default", Rules(baseline, index))
    return case_of(measurements, study, scene, index, Statistic.GEOMETRIC_MEAN)


def test_everything_is_relative_whatever_index_ranks():
    found = case()
    r = relatives_of(found, found.x, ("lz4", "zle"))
    np.testing.assert_allclose(r, [[2.0, 1.5], [0.9, 1.1], [2.0, 1.1]])
    np.testing.assert_allclose(comparable_value(found, r), [(2.0 + 0.9) / 2 / 2.0, (1.5 + 1.1) / 2 / 1.1])
    assert not_worse(found, r).tolist() == [False, True]


def test_draws_stand_in_front():
    found = case()
    x = np.stack([found.x, found.x * [[1.0], [3.0], [2.0]]])  # a machine three times as fast
    r = relatives_of(found, x, ("zle", "lz4"))
    np.testing.assert_allclose(r[0], r[1])
    assert comparable_value(found, r).shape == not_worse(found, r).shape == (2, 2)


def test_costs_alone_are_worth_their_reciprocal():
    found = case({"alternative": ["none", "zle"], "cpu": [10.0, 20.0]})
    r = relatives_of(found, found.x, ("zle",))
    assert comparable_value(found, r) == pytest.approx([0.5])
    assert not_worse(found, r).all()  # of no benefit


def test_without_a_baseline_criteria_as_they_are_cannot_be_compared():
    assert without_reference(case()) == []
    unlike = case({"alternative": ["zle", "lz4"], "tps": [110.0, 90.0]}, baseline=None, index=Index.VALUE)
    assert without_reference(unlike) == ["throughput"]


def test_the_unknown_is_for_the_safe_and_among_them_for_the_least_regret():
    values = np.array([[3.0, 1.5, 1.0], [3.0, 1.0, 1.4]])  # regrets 1, 3 and 3: but the first is not safe
    assert for_the_unknown(values, np.array([True, True, True])) == 0
    assert for_the_unknown(values, np.array([False, True, False])) == 1
    assert for_the_unknown(values, np.array([False, False, False])) == 0
    both = for_the_unknown(np.stack([values, values]), np.array([[False, False, True], [True, True, True]]))
    assert both.tolist() == [2, 0]


def test_what_is_compared_as_it_is_becomes_relative_to_the_baseline_between_scenarios():
    table = {"scenario": ["s"] * 3 + ["t"] * 3, "alternative": ["none", "x", "y"] * 2}
    table |= {"tps": [1, 2, 3, 1, 3, 2], "cpu": [1, 2, 3, 1, 2, 2]}
    speed = ahp.Criterion("speed", ahp.Merit.BENEFIT, ("throughput",), index="value")
    study = ahp.Study((speed, ahp.Criterion("cpu", ahp.Merit.COST, ("cpu",))))
    found = ahp.rank(ahp.read(table), study).to_dict()["across_scenarios"]["values"]
    assert found["s"] == pytest.approx({"x": 2 / 2, "y": 3 / 3})
    assert found["t"] == pytest.approx({"x": 3 / 2, "y": 2 / 2})
