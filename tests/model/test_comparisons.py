import numpy as np
import pandas as pd  # noqa: TID253 - the ban keeps the package light, not its tests
import pytest

from ahp import Group, Measured, PairwiseMatrix, Ratings, Weights
from ahp.model.comparisons import comparison_of, ideals_of, judged_matrix, shares_of

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
    assert Weights({"a": 1.5e308, "b": 0.5e308, "c": 1.0}).vector().tolist() == pytest.approx(
        [0.75, 0.25, 0.0]
    )


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
    assert judged_matrix(MATRIX) is MATRIX
    assert judged_matrix(GROUP)["a", "b"] == pytest.approx(4)
    assert judged_matrix(RATED) is None
