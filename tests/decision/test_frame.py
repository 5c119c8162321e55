import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

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


def test_a_batch_is_its_points_one_by_one():
    batch = np.stack([X, X * 1.5, X[:, [1, 0, 2]]])
    frame = FRAME.with_indices((Index.RELATIVE,) * 4)
    together = frame.scores(frame.outcome(batch))
    for point, scores in zip(batch, together, strict=True):
        np.testing.assert_array_equal(frame.scores(frame.outcome(point)), scores)


@given(st.floats(0.1, 10))
def test_a_common_unit_changes_nothing(factor):
    frame = FRAME.with_indices((Index.RELATIVE,) * 4)
    moved = X.copy()
    moved[1:] *= factor
    np.testing.assert_allclose(frame.scores(frame.outcome(moved)), frame.scores(frame.outcome(X)), rtol=1e-12)


def test_the_leaders_are_all_that_tie():
    assert FRAME.leaders(np.array([1.0, 1.0 + 1e-15])) == ("zle", "lzjb")
    assert FRAME.leaders(np.array([1.0, 1.0 + 1e-9])) == ("lzjb",)


@pytest.mark.parametrize(
    ("costs", "by"),
    [
        ((False, False, False, True), "benefit_to_cost"),
        ((False,) * 4, "benefit"),
        ((True,) * 4, "cost"),
    ],
)
def test_what_the_choice_goes_by(costs, by):
    frame = Frame(
        FRAME.competitors,
        FRAME.columns,
        FRAME.criteria,
        FRAME.measures,
        FRAME.numbers,
        (0.25,) * 4,
        costs,
        FRAME.straight,
        FRAME.storage,
        (Index.RELATIVE,) * 4,
        FRAME.references,
    )
    assert frame.by == by
    outcome = frame.outcome(X)
    scores = frame.scores(outcome)
    expected = {"benefit": outcome.benefit, "benefit_to_cost": outcome.quotient}.get(by)
    np.testing.assert_array_equal(scores, -outcome.cost if expected is None else expected)
