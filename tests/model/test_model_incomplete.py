import numpy as np
import pytest
from core.incompletes import FOUR, NAN
from hypothesis import given, settings
from strategies import METHODS, matrices

from ahp import IncompleteMatrix, PairwiseMatrix
from ahp.core import incomplete_consistency_ratio, incomplete_priorities, optimal_completion
from ahp.core.more import INCOMPLETE_METHODS, simulated_random_index
from ahp.errors import JudgmentError, StudyError

LABELS = ["a", "b", "c", "d"]


@pytest.fixture
def four():
    return IncompleteMatrix(FOUR, LABELS)


@pytest.mark.parametrize("method", ["logarithmic-least-squares", "harker", "eigenvalue-optimal"])
def test_priorities_have_names(four, method):
    found = four.priorities(method=method)
    assert found.index.tolist() == LABELS
    assert found.tolist() == incomplete_priorities(FOUR, method=method).tolist()


def test_judgments_come_as_a_mapping_a_table_or_a_frame(four):
    import pandas as pd

    judged = {("a", "b"): 1, ("a", "c"): 5, ("a", "d"): 2, ("b", "c"): 3, ("b", "d"): 4}
    assert IncompleteMatrix.from_judgments(judged) == four
    rows = [[1, 1, 5, 2], [1, 1, 3, 4], ["1/5", "1/3", 1, None], ["1/2", "1/4", None, 1]]
    assert IncompleteMatrix(rows, LABELS) == four
    assert IncompleteMatrix(pd.DataFrame(FOUR, LABELS, LABELS)) == four
    named = pd.DataFrame(FOUR, LABELS, LABELS).rename_axis(index="item", columns="compared with")
    pd.testing.assert_frame_equal(four.to_frame(), named)
    assert four["a", "c"] == 5
    assert np.isnan(four["c", "d"])
    assert four.missing == (("c", "d"),)
    assert four.n == 4


def test_what_shows_it_makes_it_again(four):
    assert eval(repr(four)) == four
    assert "None" in repr(four)


def test_the_completion_is_a_complete_matrix(four):
    found = four.completed()
    assert isinstance(found, PairwiseMatrix)
    assert found["c", "d"] == pytest.approx(0.7302967433, abs=5e-11)  # Bozóki, Fülöp & Rónyai 2010
    assert four.completed(bound=1.0)["c", "d"] == pytest.approx(1.0)
    assert np.array_equal(found.values, PairwiseMatrix(optimal_completion(FOUR).matrix).values)


@given(matrices(min_size=2, max_size=6))
@settings(max_examples=20)
def test_with_nothing_missing_it_is_the_complete_matrix(A):
    found, complete = IncompleteMatrix(A), PairwiseMatrix(A)
    assert found.missing == ()
    assert found.completed() == complete
    for table in (None, "alonso-lamata", "saaty-1980"):
        ours, theirs = (
            one.consistency(**({"random_index": table} if table else {})) for one in (found, complete)
        )
        assert (ours.table, ours.random_index) == (theirs.table, theirs.random_index)
        assert (ours.ratio, ours.index) == pytest.approx((theirs.ratio, theirs.index), abs=1e-12)
    expected = complete.priorities(method="geometric-mean")
    assert found.priorities().tolist() == pytest.approx(expected.tolist())
    for method in (*METHODS, "llav", *INCOMPLETE_METHODS):
        expected = complete.priorities(method=method)
        assert found.priorities(method=method).tolist() == pytest.approx(expected.tolist(), rel=1e-9)
        assert found.vector(method).tolist() == pytest.approx(complete.vector(method).tolist(), rel=1e-9)
    assert complete.missing == ()
    assert found.inspect().equals(complete.inspect())


def test_what_is_known_is_told_in_words_and_put_on_a_scale():
    a = IncompleteMatrix.from_judgments({("x", "y"): 9, ("y", "z"): "1/3"})
    assert a.in_words().to_dict() == {("x", "y"): "extreme", ("y", "z"): "moderate less"}
    scaled = a.on_scale("root-square")
    assert (scaled["x", "y"], scaled["z", "y"], scaled.missing) == (3.0, 3.0**0.5, (("x", "z"),))
    assert a.vector("harker").tolist() == a.priorities(method="harker").tolist()
    with pytest.raises(JudgmentError, match=r"'x' : 'y'|x.*y"):
        IncompleteMatrix.from_judgments({("x", "y"): 12}).on_scale("balanced")


@pytest.mark.parametrize("method", METHODS)
def test_methods_of_complete_matrices_are_applied_to_the_completion(four, method):
    if method == "geometric-mean":
        expected = four.priorities(method="logarithmic-least-squares")
    else:
        expected = four.completed().priorities(method=method)
    assert four.priorities(method=method).to_dict() == pytest.approx(expected.to_dict(), rel=1e-12)
    with pytest.raises(StudyError, match="'none' is not a known priority method for incomplete matrices"):
        four.priorities(method="none")


def test_consistency_names_its_table(four):
    found = four.consistency()
    assert found.ratio == float(incomplete_consistency_ratio(FOUR))
    assert (found.table, found.random_index, found.n, found.missing) == ("agoston-csato", 0.583, 4, 1)
    assert found.ratio == pytest.approx(found.index / found.random_index)
    own = four.consistency(random_index="simulated")
    assert own.random_index == simulated_random_index(4, missing=np.isnan(FOUR), draws=4000, rng=0).mean
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
