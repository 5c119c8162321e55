from __future__ import annotations

import numpy as np
import pytest

from ahp import JudgmentError, PairwiseMatrix
from ahp.model.partial import given_pairs, items_of, partial_matrix


def test_what_is_not_said_is_nan():
    found = partial_matrix("Ann", {("x", "y"): 2, ("z", "y"): "1/3"}, ("x", "y", "z"))
    assert np.isnan(found[0, 2])
    assert np.isnan(found[2, 0])
    assert found[1, 2] == pytest.approx(3)
    assert given_pairs(found, ("x", "y", "z")) == {("x", "y"): 2.0, ("y", "z"): pytest.approx(3)}


def test_a_matrix_is_put_into_order():
    given = PairwiseMatrix.from_judgments({("x", "y"): 2})
    assert partial_matrix("Ann", given, ("y", "x"))[0, 1] == 0.5
    assert items_of(given) == items_of({("x", "y"): 1}) == ("x", "y")


def test_what_is_wrong_is_named():
    for given, message in [
        ({("x", "q"): 2}, "'Ann' judges 'q', not among 'x', 'y'"),
        ({("x", "y"): 0}, "'Ann': 'x' over 'y' = 0"),
        ({("x", "y"): 3, ("y", "x"): 2}, "'Ann': 'y' over 'x' = 2, but another judgment of theirs says 0.33"),
        ({("x", "x"): 3}, "an item compared with itself is 1"),
        (PairwiseMatrix([[1]], ["x"]), "compare the same"),
    ]:
        with pytest.raises(JudgmentError, match=message):
            partial_matrix("Ann", given, ("x", "y"))
