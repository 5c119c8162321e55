"""What is judged is a value: its copies are equal, and nothing in it can be changed."""

import copy
import pickle
from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from model.test_wrong_input_of_models import GROUP, HIERARCHY, INCOMPLETE, MATRIX, NETWORK, PAIRS, RATINGS, A

from ahp import Group, Hierarchy, IncompleteMatrix, Measured, PairwiseMatrix, Weights

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
