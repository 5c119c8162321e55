"""A hierarchy judged: what its document holds, and each number against weighing or judging anew."""

from __future__ import annotations

import jsonschema
import numpy as np
import pytest
from hypothesis import example, given, settings
from model.test_hierarchy import hierarchies
from model.test_reversal import belton_gear, mixed

from ahp import Group, Hierarchy, IncompleteMatrix, PairwiseMatrix, Ratings, StudyError, Weights, judge
from ahp.core import consistency_ratio
from ahp.decision.judging_people import Settings, node_document
from ahp.decision.judging_sensitivity import (
    criterion_intervals,
    critical_judgments,
    gradients,
    performances,
    regions_of_nodes,
    weight_space,
)
from ahp.model.comparisons import shares_of
from ahp.report import hierarchy_schema

VALID = jsonschema.Draft202012Validator(hierarchy_schema())
BAD = PairwiseMatrix(
    [[1, 2, 8, 9], ["1/2", 1, 4, "1/4"], ["1/8", "1/4", 1, 1], ["1/9", 4, 1, 1]], ["a", "b", "c", "d"]
)


def test_the_document_holds_what_the_hierarchy_says():
    tree = mixed()
    found = judge(tree)
    VALID.validate(found)
    VALID.validate(judge(tree, inputs=[("car.toml", "0" * 64, 7)]))
    assert found["priorities"] == pytest.approx(tree.global_priorities().to_dict())
    assert found["ranking"] == tree.global_priorities().sort_values(ascending=False).index.tolist()
    assert Hierarchy.from_dict(found["hierarchy"]).global_priorities().tolist() == pytest.approx(
        tree.global_priorities().tolist()
    )
    assert [tuple(node["path"]) for node in found["nodes"]] == [path for path, _ in tree.nodes()]
    assert sum(node["weight"] for node in found["nodes"] if node["leaf"]) == pytest.approx(1)
    assert found["consistency"]["ratio"] == tree.consistency().ratio
    with pytest.raises(StudyError, match="greater than 0"):
        judge(tree, limit=0)


@given(hierarchies())
@example(mixed())
@example(belton_gear())
@settings(max_examples=6)
def test_every_hierarchy_has_a_valid_document_in_both_modes(tree):
    names = set(tree.alternatives)
    for mode in ("distributive", "ideal"):
        found = judge(tree, mode=mode)
        VALID.validate(found)
        assert sum(found["priorities"].values()) == pytest.approx(1)
        assert all(set(one["scores"]) == names for one in found["sensitivity"]["performance"])
        assert set(found["sensitivity"]["weight_space"]["acceptability"]) == names


def test_reversals_are_those_of_the_mode():
    (reversal, *_) = judge(belton_gear())["reversals"]
    assert reversal == {"change": "a copy of B", "mode": "distributive", "first": "B", "second": "A"}
    assert judge(belton_gear(), mode="ideal")["reversals"] == []


def test_the_worst_judgment_and_its_repair_do_what_they_say():
    tree = Hierarchy("g", {"c": 1}, {"c": BAD})
    node = judge(tree)["nodes"][1]
    worst = node["worst"][0]
    assert (worst["first"], worst["second"], worst["judgment"]) == ("d", "b", 4)
    better = BAD.values.copy()
    better[3, 1], better[1, 3] = worst["consistent"], 1 / worst["consistent"]
    assert consistency_ratio(better) == pytest.approx(worst["ratio"], abs=1e-9)
    repaired = BAD.values.copy()
    for change in node["repair"]["changes"]:
        i, j = BAD.labels.index(change["first"]), BAD.labels.index(change["second"])
        assert change["from"] == BAD[change["first"], change["second"]]
        repaired[i, j], repaired[j, i] = change["to"], 1 / change["to"]
    assert consistency_ratio(repaired) == pytest.approx(0.1, abs=1e-6)
    limits = [factor * node["consistency"]["ratio"] for factor in (0.999, 1.001)]
    assert [len(judge(tree, limit=limit)["nodes"][1]["worst"]) for limit in limits] == [3, 0]
    assert "consistency ratio" in judge(tree)["warnings"][0]


def test_a_group_has_its_agreement():
    said = {f"p{i}": {("a", "b"): 3, ("b", "c"): 2, ("a", "c"): 6} for i in range(5)}
    group = Group(
        said | {"rebel": {("a", "b"): "1/9", ("b", "c"): 1, ("a", "c"): "1/9"}, "shy": {("a", "b"): 1}}
    )
    found = judge(Hierarchy("g", {"c": 1}, {"c": group}))
    VALID.validate(found)
    agreement = found["nodes"][1]["agreement"]
    assert agreement["outlying"] == ["rebel"]
    assert agreement["left_out"] == ["shy"]
    assert any("'shy' left so much out" in warning for warning in found["warnings"])
    open_ = IncompleteMatrix.from_judgments({("a", "b"): 2, ("b", "c"): 3})
    node = judge(Hierarchy("g", {"c": 1}, {"c": open_}))["nodes"][1]  # what nobody judged is null
    assert node["judged"]["matrix"] == [[1, 2, None], [0.5, 1, 3], [None, pytest.approx(1 / 3), 1]]
    opposed = Group({"x": {("a", "b"): 9}, "y": {("a", "b"): "1/9"}})
    assert any("do not agree" in w for w in judge(Hierarchy("g", {"c": 1}, {"c": opposed}))["warnings"])


@pytest.mark.slow
def test_judgments_over_more_than_thirty_items_are_left_out():
    names = [f"a{i}" for i in range(31)]
    for count in (30, 31):
        matrix = PairwiseMatrix.from_values(range(1, count + 1), names[:count])
        found = judge(Hierarchy("g", {"c": 1}, {"c": matrix}))["nodes"][1]["judged"]
        assert (found is None) == (count == 31)


def test_of_ratings_the_judged_scale_is_looked_at():
    scale = PairwiseMatrix([[1, 2, 9], ["1/2", 1, 9], ["1/9", "1/9", 1]], ["good", "fair", "poor"])
    bad = PairwiseMatrix([[1, 2, "1/9"], ["1/2", 1, 9], [9, "1/9", 1]], ["good", "fair", "poor"])
    for matrix, worst in ((scale, False), (bad, True)):
        tree = Hierarchy("g", {"c": 1}, {"c": Ratings({"x": "good", "y": "poor"}, matrix)})
        node = judge(tree)["nodes"][1]
        assert node["judged"] == {"items": ["good", "fair", "poor"], "matrix": matrix.values.tolist()}
        assert bool(node["worst"]) == worst


def node(comparison, limit=0.1):
    shares = shares_of(comparison)
    return node_document(("c",), comparison, shares, 0.5, True, Settings(limit=limit))


def of_size(n):
    """A matrix of that many items that contradicts itself a lot."""
    rows = [[1 if i == j else 9 if (i + j) % 3 else "1/9" for j in range(n)] for i in range(n)]
    for i in range(n):
        rows[i][:i] = [9 if rows[j][i] == "1/9" else "1/9" for j in range(i)]
    return PairwiseMatrix(rows, [f"item {number}" for number in range(n)])


def test_of_very_many_items_neither_the_worst_nor_a_repair_is_sought():
    middle, large = node(of_size(21)), node(of_size(51))
    assert (len(middle["worst"]), middle["repair"]) == (3, None)
    assert (large["worst"], large["repair"]) == ([], None)
    assert large["consistency"]["ratio"] > 0.1


def replaced(tree, path, node):
    """The tree with another comparison at the end of the way."""
    if not path:
        return Hierarchy(tree.goal, node, tree.children)
    children = dict(tree.children)
    below = children[path[0]]
    children[path[0]] = replaced(below, path[1:], node) if isinstance(below, Hierarchy) else node
    return Hierarchy(tree.goal, tree.judgments, children)


def moved(tree, path, weight):
    """The tree with one local weight set, its siblings in proportion."""
    here = dict(tree.nodes())[path[:-1]]
    shares = here.priorities() if isinstance(here, PairwiseMatrix) else here.vector()
    old = dict(zip(here.labels, shares, strict=True))
    scaled = {name: w * (1 - weight) / (1 - old[path[-1]]) for name, w in old.items()}
    return replaced(tree, path[:-1], Weights(scaled | {path[-1]: weight}))


@given(hierarchies())
@settings(max_examples=8)
def test_the_first_place_holds_inside_the_interval_and_is_lost_beyond(tree):
    first = tree.global_priorities().idxmax()
    for one in criterion_intervals(tree):
        path = tuple(one["path"])
        low, high = one["holds_from"], one["holds_to"]
        if high - low > 1e-3 and high < 1:
            scores = moved(tree, path, (low + high) / 2).global_priorities()
            assert scores[first] == pytest.approx(scores.max(), rel=1e-9)
        for end, who, way in ((low, one["below"], -1), (high, one["above"], 1)):
            if who is not None and 0.01 < end < 0.99:
                scores = moved(tree, path, end + way * 0.005).global_priorities()
                assert scores[first] < scores.max()
                at = moved(tree, path, end).global_priorities()
                assert at[who] == pytest.approx(at[first], rel=1e-6)


@pytest.mark.parametrize(
    ("method", "mode"),
    [
        ("eigenvector", "distributive"),
        ("geometric-mean", "distributive"),
        ("normalised-column-mean", "ideal"),
    ],
)
@given(tree=hierarchies())
@example(tree=Hierarchy("g", {"x": 1, "y": 1}, {"x": BAD, "y": {"a": 1, "b": 2, "c": 3, "d": 4}}))
@settings(max_examples=4)
def test_a_critical_judgment_is_the_nearest_where_another_becomes_first(method, mode, tree):
    def scores_at(one, value):
        return judged(tree, one, value).scores(method=method, mode=mode)

    first = tree.scores(method=method, mode=mode).idxmax()
    for one in critical_judgments(tree, method=method, mode=mode):
        if one["critical"] is None or abs(np.log10(one["critical"])) > 8:
            continue  # beyond, the priorities' last digits are more than the test's tolerance
        if abs(np.log(one["critical"] / one["judgment"])) < 0.002:
            continue  # nearer than the steps below, where all are tied from the start
        for factor, lost in ((1.0, None), (1.001, True), (0.999, False)):
            beyond = factor if one["critical"] > one["judgment"] else 1 / factor
            scores = scores_at(one, one["critical"] * beyond)
            if lost is None:
                assert scores[one["challenger"]] == pytest.approx(scores[first], rel=1e-6)
            else:
                assert (scores[first] < scores.max() * (1 - 1e-12)) == lost
        across = one["judgment"] * (one["judgment"] / one["critical"]) ** 0.99  # as far, on the other side
        if 1 / 9 <= across <= 9:
            scores = scores_at(one, across)
            assert scores[first] == pytest.approx(scores.max(), rel=1e-9)


def test_the_critical_judgment_of_two_is_the_tie_and_one_criterion_has_no_weight_to_move():
    tree = Hierarchy("g", {"c": 1}, {"c": PairwiseMatrix([[1, 3], ["1/3", 1]], ["a", "b"])})
    (one,) = critical_judgments(tree)  # both ends of the scale are 1/9 and 9
    assert (one["judgment"], one["critical"], one["challenger"]) == (3, pytest.approx(1), "b")
    tree = Hierarchy("g", {"c": 1}, {"c": {"a": 2, "b": 1}})
    assert criterion_intervals(tree) == critical_judgments(tree) == []


def judged(tree, one, value):
    """The tree with one judgment replaced."""
    matrix = dict(tree.nodes())[tuple(one["path"])]
    i, j = matrix.labels.index(one["first"]), matrix.labels.index(one["second"])
    values = matrix.values.copy()
    values[i, j], values[j, i] = value, 1 / value
    return replaced(tree, tuple(one["path"]), PairwiseMatrix(values, matrix.labels))


@given(hierarchies())
@settings(max_examples=8)
def test_a_gradient_is_what_weighing_anew_gives(tree):
    names = tree.alternatives
    for one in gradients(tree):
        if 1 - one.weight < 1e-6:
            continue  # weighing anew would divide rounding by rounding
        for weight in (0.1, 0.5, 0.9):
            line = np.array(one.at_zero) * (1 - weight) + np.array(one.at_one) * weight
            anew = moved(tree, one.path, weight).global_priorities()
            np.testing.assert_allclose(anew[list(names)], line, rtol=1e-9)
            who = [first for start, first in one.first if start <= weight][-1]
            assert line[who] == pytest.approx(line.max(), rel=1e-9)


@given(hierarchies())
@settings(max_examples=8)
def test_performance_is_what_all_weight_on_one_criterion_gives(tree):
    scores = tree.vector()
    top = [one for one in performances(tree) if len(one.path) == 1]
    together = sum(one.weight * np.array(one.scores) for one in top)
    np.testing.assert_allclose(together, scores, rtol=1e-9)
    nodes = dict(tree.nodes())
    for one in performances(tree):
        alone = tree
        for depth, name in enumerate(one.path):
            labels = nodes[one.path[:depth]].labels
            certain = Weights({label: float(label == name) for label in labels})
            alone = replaced(alone, one.path[:depth], certain)
        np.testing.assert_allclose(alone.vector(), one.scores, rtol=1e-9)


@pytest.mark.parametrize("mode", ["distributive", "ideal"])
def test_regions_are_where_their_winner_is_first_and_cover_everything(mode):
    tree = mixed()
    nodes = dict(tree.nodes())
    rng = np.random.default_rng(0)
    for one in regions_of_nodes(tree, mode=mode):
        node = nodes[one.path]
        shares = dict(zip(node.labels, shares_of(node, "eigenvector"), strict=True))
        total = sum(shares[name] for name in one.criteria)
        for who, corners in enumerate(one.corners):
            if not corners:
                continue
            inside = rng.dirichlet(np.ones(len(corners))) @ np.array(corners)
            weights = shares | dict(zip(one.criteria, (inside * total).tolist(), strict=True))
            scores = replaced(tree, one.path, Weights(weights)).scores(mode=mode)
            assert scores.iloc[who] == pytest.approx(scores.max(), rel=1e-9)


@pytest.mark.slow
def test_acceptability_is_that_of_drawing_every_weight_anew():
    tree = mixed()
    found = weight_space(tree, draws=20_000, rng=1)
    rows = np.array(found.acceptability)
    np.testing.assert_allclose(rows.sum(axis=0), 1)
    np.testing.assert_allclose(rows.sum(axis=1), 1)
    rng = np.random.default_rng(5)
    wins = np.zeros(len(tree.alternatives))
    nodes = [(path, node) for path, node in tree.nodes() if path not in tree.leaves()]
    for _ in range(400):
        changed = tree
        for path, node in nodes:
            drawn = rng.dirichlet(np.ones(len(node.labels)))
            changed = replaced(changed, path, Weights(dict(zip(node.labels, drawn.tolist(), strict=True))))
        wins[changed.vector().argmax()] += 1
    np.testing.assert_allclose(wins / 400, rows[:, 0], atol=0.08)
    for row in found.central:
        assert row is None or sum(row) == pytest.approx(1)
