"""Judgments of which some are missing, inside a hierarchy."""

import numpy as np
import pytest

from ahp import Group, Hierarchy, IncompleteMatrix, JudgmentError, judge, simulate
from ahp.core import aggregate_judgments
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
