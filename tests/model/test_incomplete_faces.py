from __future__ import annotations

import numpy as np
import pytest
from core.incompletes import FOUR, NAN

from ahp import IncompleteMatrix
from ahp.core import incomplete_consistency_ratio, simulated_random_index
from ahp.errors import JudgmentError, StudyError


@pytest.fixture
def four():
    return IncompleteMatrix(FOUR, ["a", "b", "c", "d"])


def test_consistency_names_its_table(four):
    found = four.consistency()
    assert found.ratio == float(incomplete_consistency_ratio(FOUR))
    assert (found.table, found.random_index, found.n, found.missing) == ("agoston-csato", 0.583, 4, 1)
    assert found.ratio == pytest.approx(found.index / found.random_index)
    own = four.consistency(random_index="simulated")
    assert own.random_index == simulated_random_index(4, missing=np.isnan(FOUR), count=4000, rng=0).mean
    assert own.table == "simulated"
    assert own.ratio == pytest.approx(found.ratio, rel=0.05)
    assert four.consistency(random_index="unbounded").random_index == 0.5842
    nine = IncompleteMatrix(np.where(np.eye(9, k=2) + np.eye(9, k=-2) > 0, NAN, 1.0))
    with pytest.raises(StudyError, match="the matrix has n = 9; simulate one for its missing judgments"):
        nine.consistency()
    assert nine.consistency(random_index="simulated").ratio == pytest.approx(0, abs=1e-9)


def test_a_tree_says_nothing_of_its_consistency():
    tree = IncompleteMatrix.from_judgments({("x", "y"): 2, ("y", "z"): 2, ("z", "w"): 3})
    for table in ("agoston-csato", "unbounded", "simulated"):
        found = tree.consistency(random_index=table)
        assert np.isnan(found.ratio)
        assert np.isnan(found.index)
        assert found.missing == 3
    for table in ("agoston-csato", "simulated"):
        two = IncompleteMatrix.from_judgments({("x", "y"): 2}).consistency(random_index=table)
        assert (two.ratio, two.random_index, two.table) == (0.0, 0.0, table)


def test_unconnected_groups_are_named():
    a = IncompleteMatrix.from_judgments({("x", "y"): 3, ("u", "v"): 2})
    assert a.groups == (("x", "y"), ("u", "v"))
    message = r"^no judgment connects the groups \['x', 'y'\] and \['u', 'v'\]; compare an item of each"
    for ask in (a.priorities, a.completed, a.consistency):
        with pytest.raises(JudgmentError, match=message):
            ask()
    assert a.next_questions()["resistance"].tolist() == [np.inf] * 4


def test_the_next_question_is_the_one_least_known():
    a = IncompleteMatrix.from_judgments({("x", "y"): 2, ("y", "z"): 2, ("z", "w"): 3, ("y", "w"): 5})
    found = a.next_questions()
    assert found[["first", "second"]].to_numpy().tolist() == [["x", "z"], ["x", "w"]]
    assert found["resistance"].to_numpy() == pytest.approx([1 + 2 / 3, 1 + 2 / 3])
