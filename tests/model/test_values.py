"""What is judged is a value: its copies are equal, and nothing in it can be changed; and what kinds there are."""

import copy
import pickle
from dataclasses import FrozenInstanceError

import numpy as np
import pandas as pd  # noqa: TID253 - the ban keeps the package light, not its tests
import pytest
from model.test_wrong_input_of_models import GROUP, HIERARCHY, INCOMPLETE, MATRIX, NETWORK, PAIRS, RATINGS, A

from ahp import Group, Hierarchy, IncompleteMatrix, Measured, PairwiseMatrix, Ratings, Weights
from ahp.model.comparisons import comparison_of, ideals_of, judgments_of, shares_of

VALUES = (
    MATRIX, INCOMPLETE, GROUP, HIERARCHY, NETWORK, RATINGS, Measured({"a": 3, "b": 1}), Weights({"a": 3, "b": 0}),
)  # fmt: skip


@pytest.mark.parametrize("value", VALUES, ids=lambda value: type(value).__name__)
def test_copies_are_equal_and_nothing_can_be_changed(value):
    for twin in (copy.copy(value), copy.deepcopy(value), pickle.loads(pickle.dumps(value))):
        assert twin == value
        assert hash(twin) == hash(value)
        for name in ("values", "low", "anything"):
            if isinstance(held := getattr(twin, name, None), np.ndarray):
                with pytest.raises(ValueError, match="read-only"):
                    held[...] = 9
            with pytest.raises(FrozenInstanceError):
                setattr(twin, name, None)
            with pytest.raises(FrozenInstanceError):
                delattr(twin, name)
    assert [value == other for other in VALUES].count(True) == 1
    assert value != "another"
    assert repr(value).startswith(f"{type(value).__name__}(")


def test_another_value_label_weight_or_kind_is_not_equal():
    matrix = PairwiseMatrix(A, ["x", "y", "z"])
    assert matrix != PairwiseMatrix.from_upper([2, 5, 3.5], ["x", "y", "z"])
    assert matrix != PairwiseMatrix(A, ["x", "y", "w"])
    assert matrix != PairwiseMatrix(A)
    assert matrix != matrix.values.tolist()
    assert IncompleteMatrix(A, ["x", "y", "z"]) != IncompleteMatrix(A)
    assert Group({"Ann": PAIRS}) != Group({"Ann": PAIRS}).matrix()
    assert Group({"Ann": PAIRS, "Bob": PAIRS}) != Group({"Ann": PAIRS, "Bob": PAIRS}, weights={"Ann": 3})
    under = {"price": {"a": 1, "b": 2}, "safety": {"a": 2, "b": 1}}
    tree = Hierarchy("car", {"price": 1, "safety": 3}, under)
    assert tree == Hierarchy("car", {"price": 1, "safety": 3}, dict(reversed(under.items())))
    assert tree != Hierarchy("car", {"price": 1, "safety": 3}, under | {"safety": {"a": 1, "b": 1}})


def test_what_it_was_made_from_and_what_is_taken_out_are_copies():
    mine = np.array([[1, 2], [0.5, 1]])
    matrix = PairwiseMatrix(mine)
    mine[0, 1] = 99
    frame = matrix.to_frame()
    frame.loc["1", "2"] = 99
    assert matrix["1", "2"] == 2.0
    under = {"price": {"a": 1, "b": 2}}
    tree = Hierarchy("car", {"price": 1}, under)
    under["price"] = {"a": 3, "b": 2}
    assert tree["price"] == Weights({"a": 1, "b": 2})
    with pytest.raises(TypeError):
        tree.children["price"] = Weights({"a": 1, "b": 2})


MATRIX = PairwiseMatrix.from_judgments({("a", "b"): 3})
GROUP = Group({"Ann": {("a", "b"): 2}, "Bob": {("a", "b"): 8}})
RATED = Ratings({"a": "good", "b": "poor"}, {"top": 2, "good": 1, "poor": 0.5})


def test_shares_sum_to_1_and_ideals_reach_1():
    for comparison, shares, ideals in [
        (MATRIX, [0.75, 0.25], [1, 1 / 3]),
        (GROUP, [0.8, 0.2], [1, 0.25]),
        (Measured({"a": 3, "b": 1}), [0.75, 0.25], [1, 1 / 3]),
        (Measured({"a": 1, "b": 3}, better="lower"), [0.75, 0.25], [1, 1 / 3]),
        (Weights({"a": 3, "b": 0}), [1, 0], [1, 0]),
        (RATED, [2 / 3, 1 / 3], [0.5, 0.25]),  # nobody is top
    ]:
        assert shares_of(comparison).tolist() == pytest.approx(shares)
        assert ideals_of(comparison).tolist() == pytest.approx(ideals)
        assert comparison.labels == ("a", "b")


def test_huge_weights_are_shared_out_too():
    found = Weights({"a": 1.5e308, "b": 0.5e308, "c": 1.0}).vector()
    assert found.tolist() == pytest.approx([0.75, 0.25, 0.0])


def test_a_scale_may_be_judged():
    # Super Decisions' prestige scale (carModel_Ratings_Results.xlsx), digits read from a stored copy
    scale = PairwiseMatrix.from_upper(
        [2, 5, 7, 9, 4, 5, 8, 4, 7, 3], labels=["first", "second", "third", "fourth", "fifth"]
    )
    rated = Ratings({"x": "second", "y": "fourth", "z": "first"}, scale)
    np.testing.assert_allclose(rated.intensities(), [0.664, 0.126, 1.0], atol=5.001e-4)


def test_plain_things_become_comparisons_and_only_judgments_can_contradict_each_other():
    assert comparison_of(MATRIX) is MATRIX
    assert comparison_of({("a", "b"): 3}) == MATRIX
    assert comparison_of({"a": 3}) == Weights({"a": 3})
    frame = pd.DataFrame([[1, 3], [1 / 3, 1]], index=["a", "b"], columns=["a", "b"])
    assert comparison_of(frame).labels == ("a", "b")
    assert judgments_of(MATRIX) is MATRIX
    assert judgments_of(GROUP)["a", "b"] == pytest.approx(4)
    assert judgments_of(RATED) is None
