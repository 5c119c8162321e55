"""Nodes and matrices of which some judgments are missing."""

import numpy as np
import pytest
from core.incompletes import FOUR, NAN
from hypothesis import given, settings
from strategies import METHODS, matrices

from ahp import Group, Hierarchy, IncompleteMatrix, JudgmentError, PairwiseMatrix, judge, simulate
from ahp.core import (
    aggregate_judgments,
    incomplete_consistency_ratio,
    incomplete_priorities,
    optimal_completion,
)
from ahp.core.more import INCOMPLETE_METHODS, simulated_random_index
from ahp.errors import StudyError
from ahp.report import render_hierarchy

PAIRS = {("a", "b"): 2, ("b", "c"): 3, ("c", "d"): 2, ("a", "d"): 7, ("a", "c"): 4}
WITHOUT_BD = IncompleteMatrix.from_judgments(PAIRS, "abcd")


def hierarchy(leaf):
    return Hierarchy("g", {"p": 3, "q": 1}, {"p": leaf, "q": dict.fromkeys("abcd", 1)})


def eigen(matrix):
    values, vectors = np.linalg.eig(matrix)
    k = values.real.argmax()
    vector = np.abs(vectors[:, k].real)
    return values[k].real, vector / vector.sum()


def filled(log):
    matrix = np.array(WITHOUT_BD.values)
    matrix[1, 3], matrix[3, 1] = np.exp(log), np.exp(-log)
    return matrix


def test_a_node_has_the_priorities_of_the_best_completion():
    from scipy.optimize import minimize_scalar

    best = minimize_scalar(lambda log: eigen(filled(log))[0], bounds=(-3, 3), method="bounded")
    expected = 0.75 * eigen(filled(best.x))[1] + 0.25 / 4
    found = hierarchy(WITHOUT_BD).global_priorities().to_numpy()
    assert found == pytest.approx(expected, abs=1e-6)


def test_the_geometric_mean_becomes_logarithmic_least_squares():
    found = hierarchy(WITHOUT_BD).leaf_arrays(method="geometric-mean")[1][0]
    assert found == pytest.approx(WITHOUT_BD.priorities().to_numpy(), abs=1e-12)


def test_the_consistency_of_the_whole_counts_what_can_contradict():
    found = hierarchy(WITHOUT_BD).consistency()
    own = WITHOUT_BD.consistency()
    assert found.ratio == pytest.approx(own.ratio)
    assert own.random_index == 0.583  # Ágoston & Csató (2022), n = 4, one missing
    tree = IncompleteMatrix.from_judgments({("a", "b"): 2, ("b", "c"): 3, ("c", "d"): 2})
    assert hierarchy(tree).consistency().nodes == ()
    node = judge(hierarchy(tree))["nodes"][1]
    assert (node["consistency"], node["worst"], node["repair"]) == (None, [], None)
    assert tree.inspect().empty


def test_sizes_that_no_table_has_are_simulated():
    labels = [f"i{k}" for k in range(10)]
    ring = {(labels[k], labels[(k + 1) % 10]): 1 + k % 3 for k in range(10)}
    assert IncompleteMatrix.from_judgments(ring, labels).table == "simulated"
    assert WITHOUT_BD.table == "agoston-csato"


def test_there_and_back_as_plain_data():
    whole = hierarchy(WITHOUT_BD)
    assert Hierarchy.from_dict(whole.to_dict()) == whole
    assert whole.to_dict()["children"]["p"]["judgments"][0] == ["a", "b", 2.0]


def test_alternatives_come_and_go():
    whole = hierarchy(WITHOUT_BD)
    assert whole.without("b").children["p"].missing == ()
    assert whole.with_copy("b").children["p"]["b", "copy of b"] == 1
    added = whole.with_alternative("e", {"p": {"a": 1}, "q": 1}).children["p"]
    assert added["e", "a"] == 1
    assert len(added.missing) == 4
    chain = hierarchy(IncompleteMatrix.from_judgments({("a", "b"): 2, ("b", "c"): 3, ("c", "d"): 2}))
    assert all(reversal.change != "without b" for reversal in chain.rank_reversals())


def test_noise_is_drawn_for_the_judgments_that_are_there():
    """Against the least-squares solution of each drawn matrix by numpy's lstsq."""
    found = simulate(hierarchy(WITHOUT_BD), sigma=0.3, draws=4000, rng=1)
    names = found.labels
    rows, logs = [], []
    for (first, second), times in PAIRS.items():
        row = np.zeros(len(names))
        row[names.index(first)], row[names.index(second)] = 1.0, -1.0
        rows.append(row)
        logs.append(np.log(times))
    drawn = np.array(logs) + 0.3 * np.random.default_rng(2).standard_normal((4000, len(logs)))
    solved = np.linalg.lstsq(np.array(rows), drawn.T, rcond=None)[0].T
    shares = 0.75 * np.exp(solved) / np.exp(solved).sum(axis=1, keepdims=True) + 0.25 / 4
    expected = np.quantile(shares, found.levels, axis=0).T
    assert np.allclose(found.quantiles, expected, atol=0.01)


def test_what_is_unconnected_or_contains_itself_is_refused():
    under = {"p": {"judgments": [["a", "b", 2], ["c", "d", 2]]}}
    with pytest.raises(JudgmentError, match=r"^p: no judgment connects the groups \['a', 'b'\] and \['c'"):
        Hierarchy.from_dict({"goal": "g", "weights": {"p": 1}, "children": under})
    data = {"goal": "g", "weights": {"x": 1}, "children": {}}
    data["children"]["x"] = data
    with pytest.raises(JudgmentError, match="more than 100 levels"):
        Hierarchy.from_dict(data)


def test_a_node_says_which_judgment_to_look_at_and_what_would_do():
    pairs = {**PAIRS, ("a", "d"): "1/5"}
    node = IncompleteMatrix.from_judgments(pairs, "abcd")
    document = judge(hierarchy(node))["nodes"][1]
    assert document["consistency"]["ratio"] == pytest.approx(node.consistency().ratio)
    assert document["consistency"]["ratio"] > 0.1
    assert ("d", "a", 5.0) in [(one["first"], one["second"], one["judgment"]) for one in document["worst"]]
    for worst in document["worst"]:
        pair = worst["first"], worst["second"]
        without = IncompleteMatrix.from_judgments(
            {k: v for k, v in pairs.items() if set(k) != set(pair)}, "abcd"
        )
        assert worst["consistent"] == pytest.approx(without.completed(bound=9)[pair], rel=1e-6)
        assert worst["ratio"] == pytest.approx(without.consistency().index / 0.583, abs=1e-9)
    repair = document["repair"]
    assert repair["ratio"] == pytest.approx(0.1, abs=1e-6)
    assert {(c["first"], c["second"]) for c in repair["changes"]} <= set(pairs)
    mended = node.nearest_acceptable()
    assert mended.missing == node.missing
    assert mended.consistency().ratio == pytest.approx(0.1, abs=1e-6)
    assert len(node.inspect()) == len(pairs)
    report = render_hierarchy(judge(hierarchy(node)))
    assert "d over a is 5; the other judgments" in " ".join(report.split())
    assert "Under p: the smallest change to a ratio of 0.100 is" in report


@pytest.mark.parametrize("method", ["eigenvector", "geometric-mean"])
def test_the_judgment_that_would_change_the_first_place_is_found(method):
    whole = hierarchy(WITHOUT_BD)
    found = judge(whole, method=method)["sensitivity"]["judgments"]
    below = [one for one in found if one["path"] == ["p"]]
    assert {(one["first"], one["second"]) for one in below} == set(PAIRS) - {("b", "d")}
    turned = next(one for one in below if one["critical"] is not None)
    pair = (turned["first"], turned["second"])
    for factor, first in ((1 - 1e-6, "a"), (1 + 1e-6, turned["challenger"])):
        judgment = turned["judgment"] * (turned["critical"] / turned["judgment"]) ** factor
        node = IncompleteMatrix.from_judgments({**PAIRS, pair: judgment}, "abcd")
        assert hierarchy(node).global_priorities(method=method).idxmax() == first


def test_of_a_group_a_pair_that_nobody_judged_is_missing():
    said = {"Ann": {**PAIRS, ("a", "d"): "1/5"}, "Bob": {**PAIRS, ("a", "b"): 3}}
    group = Group(said, "abcd")
    found = judge(hierarchy(group))["nodes"][1]
    common = IncompleteMatrix(aggregate_judgments(group.values), "abcd")
    assert group.known() == common
    assert found["kind"] == "group"
    assert found["missing"] == [{"first": "b", "second": "d"}]
    assert list(found["priorities"].values()) == pytest.approx(common.vector().tolist())
    assert found["consistency"]["ratio"] == pytest.approx(common.consistency().ratio)
    assert [one["judgment"] for one in found["worst"]] == common.inspect()["judged"].head(3).tolist()
    assert found["agreement"]["consensus"] <= 1
    with pytest.raises(JudgmentError, match="nobody judged 'b : d'"):
        group.matrix()


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
