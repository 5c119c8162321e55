"""What is judged is a value: its copies are equal, and nothing in it can be changed; what kinds there are, and their faces."""

import copy
import pickle
from dataclasses import FrozenInstanceError, asdict

import numpy as np
import pandas as pd  # noqa: TID253 - the ban keeps the package light, not its tests
import pytest
from hypothesis import given
from hypothesis import strategies as st
from model.test_wrong_input_of_models import GROUP, HIERARCHY, INCOMPLETE, MATRIX, NETWORK, PAIRS, RATINGS, A
from strategies import METHODS, matrices

from ahp import Group, Hierarchy, IncompleteMatrix, Measured, PairwiseMatrix, Ratings, Weights, core
from ahp.core import CONSISTENCY_MEASURES, consistency, inspection, on_scale
from ahp.core.more import dominating, order_violations
from ahp.errors import JudgmentError, StudyError
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


LABELS = ["a", "b", "c", "d"]


@pytest.fixture
def contradictory():
    return PairwiseMatrix.from_upper([2, 8, 9, 4, "1/4", 1], labels=LABELS)


@pytest.fixture
def bozoki():
    return PairwiseMatrix.from_upper([1, 4, 9, 7, 5, 4], labels=LABELS)


def test_every_measure_stands_beside_its_threshold(contradictory):
    found = contradictory.consistency_measures()
    assert found.index.tolist() == list(CONSISTENCY_MEASURES)
    for name, row in found.iterrows():
        assert row["value"] == float(consistency(contradictory.values, measure=name))
        assert row["source"] == CONSISTENCY_MEASURES[name].source
    assert found.loc["geometric", "threshold"] == 0.35
    assert found.loc["geometric", "acceptable"] is False
    assert found.loc["cosine", "threshold"] == 0.90
    assert found.loc["golden-wang", "acceptable"] is None
    consistent = PairwiseMatrix.from_values({"x": 1.0, "y": 2.0, "z": 5.0}).consistency_measures()
    assert consistent.loc[["geometric", "koczkodaj", "cosine"], "acceptable"].tolist() == [True, True, True]


def test_the_order_of_judgments_and_priorities():
    a = PairwiseMatrix.from_upper([2, 3, 5, 9, 2, 4, 9, 2, 8, 7], labels=list("ABCDE"))
    found = a.ordinal_consistency()
    assert (found.circular_triads, found.zeta, found.rank_violations) == (0, 1.0, 0.0)
    assert found.preference_violations == 0
    assert found.intensity_violations == int(order_violations(a.values, a.priorities()).intensity)
    assert found.reversals[0] == (("D", "E"), ("A", "D"))  # Bana e Costa & Vansnick 2008
    assert found.method == "eigenvector"
    for method in METHODS:
        assert a.ordinal_consistency(method=method).method == method
    with pytest.raises(StudyError, match="is not a known priority method"):
        a.ordinal_consistency(method="mine")


def test_the_worst_judgments_are_named(contradictory):
    found = contradictory.inspect(random_index="saaty-2005")
    arrays = inspection(contradictory.values, random_index="saaty-2005")
    assert found[["first", "second"]].iloc[0].tolist() == ["d", "b"]
    assert len(found) == 6
    for column in ("judged", "error", "consistent", "ratio", "gradient"):
        assert found[column].to_list() == getattr(arrays, column).tolist()
    assert (found["judged"] >= 1).all()


def test_the_triads_behind_them_are_named(contradictory):
    found = contradictory.worst_triads(2)
    assert len(found) == 2
    for row in found.itertuples():
        direct = contradictory[row.first, row.third]
        assert row.judged == direct
        assert row.chain == pytest.approx(
            contradictory[row.first, row.second] * contradictory[row.second, row.third]
        )
    assert "d" in found.iloc[0][["first", "second", "third"]].tolist()
    assert PairwiseMatrix.from_values([1.0, 2.0, 3.0]).worst_triads().empty


def test_the_nearest_acceptable_matrix_is_one(contradictory):
    found = contradictory.nearest_acceptable(ratio=0.05)
    assert isinstance(found, PairwiseMatrix)
    assert found.labels == contradictory.labels
    assert found.consistency().ratio == pytest.approx(0.05, rel=1e-6)
    assert contradictory.consistency().ratio > 0.4
    saaty = contradictory.nearest_acceptable(random_index="saaty-1980").consistency(random_index="saaty-1980")
    assert saaty.ratio == pytest.approx(0.10, rel=1e-6)


def test_what_dominates_the_eigenvector(bozoki):
    assert not bozoki.is_efficient()
    assert bozoki.is_efficient(method="geometric-mean")
    better = bozoki.efficient_priorities()
    assert better.index.tolist() == LABELS
    assert better.to_numpy() == pytest.approx(dominating(bozoki.values, bozoki.priorities().to_numpy()))
    mean = bozoki.efficient_priorities(method="geometric-mean")
    assert mean.to_numpy() == pytest.approx(bozoki.priorities(method="geometric-mean").to_numpy())


def test_another_scale_is_another_matrix(contradictory):
    found = contradictory.on_scale("balanced")
    assert found.labels == contradictory.labels
    assert np.array_equal(found.values, on_scale(contradictory.values, scale="balanced"))
    wide = PairwiseMatrix.from_judgments({("x", "y"): 12})
    with pytest.raises(
        JudgmentError, match=r"^'x' over 'y' = 12.0 is beyond 1/9 and 9, where the 'power'"
    ) as caught:
        wide.on_scale("power")
    assert (caught.value.row, caught.value.column) == ("x", "y")


def test_words_go_in_and_out():
    words = {("x", "y"): "strongly more important", ("z", "x"): "moderate less", ("y", "z"): "equal"}
    a = PairwiseMatrix.from_judgments(words)
    assert (a["x", "y"], a["x", "z"], a["y", "z"]) == (5, 3, 1)
    assert a.in_words().to_dict() == {("x", "y"): "strong", ("x", "z"): "moderate", ("y", "z"): "equal"}
    assert PairwiseMatrix.from_judgments(a.in_words().to_dict()) == a
    with pytest.raises(
        JudgmentError, match=r"^'x' over 'y' = 'rather better'; a judgment is a positive number"
    ):
        PairwiseMatrix.from_judgments({("x", "y"): "rather better"})
    with pytest.raises(JudgmentError, match="an answer lies between 1/9 and 9; found 12"):
        PairwiseMatrix.from_judgments({("x", "y"): 12}).in_words()


@pytest.mark.parametrize("n", [1, 2])
def test_one_item_and_two_have_faces_too(n):
    a = PairwiseMatrix(np.ones((n, n)))
    assert a.consistency_measures()["acceptable"].dropna().all()
    assert a.ordinal_consistency().zeta == 1.0
    assert len(a.inspect()) == n - 1
    assert a.worst_triads().empty
    assert a.nearest_acceptable() == a
    assert a.is_efficient()
    assert a.efficient_priorities().tolist() == [1 / n] * n
    assert a.on_scale("power") == a
    assert len(a.in_words()) == n - 1


TABLES = tuple(core.RANDOM_INDICES)


@given(matrices(max_size=12), st.sampled_from(TABLES))
def test_consistency_holds_what_the_core_answers(A, table):
    found = PairwiseMatrix(A).consistency(random_index=table)
    assert {type(x) for x in (found.ratio, found.index, found.lambda_max)} == {float}
    assert type(found.n) is int
    assert asdict(found) == {
        "ratio": float(core.consistency_ratio(A, random_index=table)),
        "index": float(core.consistency_index(A)),
        "lambda_max": float(core.lambda_max(A)),
        "random_index": core.random_index(len(A), table),
        "table": table,
        "n": len(A),
    }
