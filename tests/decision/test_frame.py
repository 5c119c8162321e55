"""The frame of a decision: each index by its own formula, what the choice goes by, who leads."""

from dataclasses import replace

import numpy as np
from decision.frames import framed_at

import ahp
import ahp.core
from ahp.decision.frame import Frame
from ahp.terms import Index

FRAME = Frame(
    competitors=("zle", "lzjb"),
    columns=("zle", "lzjb", "none"),
    criteria=("storage", "speed", "time", "cpu"),
    measures=("storage", "speed", "time", "cpu"),
    numbers=(0, 1, 2, 3),
    weights=(1 / 3, 1 / 3, 1 / 3, 1.0),
    is_cost=(False, False, False, True),
    straight=(True, True, False, True),
    storage=(True, False, False, False),
    indices=(Index.SAVING, Index.IMPROVEMENT, Index.RELATIVE, Index.OVERHEAD),
    references=(None, 2, 2, 2),
)
X = np.array([[1.69, 3.2, 1.0], [280.0, 320.0, 270.0], [80.0, 40.0, 79.0], [9.0, 10.0, 8.0]])


def test_each_index_by_its_own_formula():
    found = FRAME.with_indices(FRAME.indices).index_values(X)
    np.testing.assert_allclose(found[0], [1 - 1 / 1.69, 1 - 1 / 3.2])
    np.testing.assert_allclose(found[1], [280 / 270 - 1, 320 / 270 - 1])
    np.testing.assert_allclose(found[2], [79 / 80, 79 / 40])
    np.testing.assert_allclose(found[3], [9 / 8 - 1, 10 / 8 - 1])


def test_the_leaders_are_all_that_tie():
    assert FRAME.leaders(np.array([1.0, 1.0 + 1e-15])) == ("zle", "lzjb")
    assert FRAME.leaders(np.array([1.0, 1.0 + 1e-9])) == ("lzjb",)


def test_what_the_choice_goes_by():
    for costs, by in [
        ((False,) * 3 + (True,), "benefit_to_cost"),
        ((False,) * 4, "benefit"),
        ((True,) * 4, "cost"),
    ]:
        frame = replace(FRAME, weights=(0.25,) * 4, is_cost=costs, indices=(Index.RELATIVE,) * 4)
        assert frame.by == by
        outcome = frame.outcome(X)
        scores = frame.scores(outcome)
        expected = {"benefit": outcome.benefit, "benefit_to_cost": outcome.quotient}.get(by)
        np.testing.assert_array_equal(scores, -outcome.cost if expected is None else expected)


TABLE = {"alternative": ["none", "zle", "lz4"], "tps": [100.0, 110.0, 150.0], "cpu": [10.0, 11.0, 12.0]}


def test_the_frame_at_the_point_is_the_ranking():
    measurements = ahp.read(TABLE)
    frame, x, _ = framed_at(measurements, "default", "none")
    decision = ahp.rank(measurements)["default"]
    np.testing.assert_array_equal(frame.scores(frame.outcome(x)), decision.quotients)
    assert frame.columns == ("zle", "lz4", "none")
    assert frame.indices == (Index.IMPROVEMENT, Index.OVERHEAD)
    assert frame.references == (2, 2)
