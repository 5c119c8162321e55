from __future__ import annotations

import time

import numpy as np
import pytest
from hypothesis import given, settings
from model.test_hierarchy import hierarchies
from model.test_reversal import mixed

from ahp import Hierarchy, PairwiseMatrix, Weights
from ahp.decision.judging_sensitivity import (
    _eigenvector_turning_points,
    _priorities,
    _turning_point,
    criterion_intervals,
    critical_judgments,
)


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
    method_weights = dict(
        zip(
            here.labels, here.priorities() if isinstance(here, PairwiseMatrix) else here.vector(), strict=True
        )
    )
    old = method_weights[path[-1]]
    scaled = {name: w * (1 - weight) / (1 - old) for name, w in method_weights.items()}
    return replaced(tree, path[:-1], Weights(scaled | {path[-1]: weight}))


@given(hierarchies())
@settings(max_examples=15)
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


@given(hierarchies())
@settings(max_examples=10)
def test_a_critical_judgment_is_where_another_becomes_first(tree):
    first = tree.global_priorities().idxmax()
    for one in critical_judgments(tree):
        if one["critical"] is None or abs(np.log10(one["critical"])) > 8:
            continue  # beyond, the priorities' last digits are more than the test's tolerance
        for factor, lost in ((1.0, None), (1.001, True), (0.999, False)):
            beyond = factor if one["critical"] > one["judgment"] else 1 / factor
            scores = judged(tree, one, one["critical"] * beyond).global_priorities()
            if lost is None:
                assert scores[one["challenger"]] == pytest.approx(scores[first], rel=1e-6)
            elif lost:
                assert scores[first] < scores.max()


def test_it_is_the_nearest_one_of_the_scale():
    # a over b at 1 makes a tie; both ends of the scale are 1/9 and 9
    tree = Hierarchy("g", {"c": 1}, {"c": PairwiseMatrix([[1, 3], ["1/3", 1]], ["a", "b"])})
    (one,) = critical_judgments(tree)
    assert one["critical"] == pytest.approx(1)
    assert one["challenger"] == "b"
    assert one["judgment"] == 3


@pytest.mark.parametrize("mode", ["distributive", "ideal"])
def test_measured_nodes_and_groups_have_their_part(mode):
    tree = mixed()
    weights, judgments = criterion_intervals(tree, mode=mode), critical_judgments(tree, mode=mode)
    assert [tuple(one["path"]) for one in weights] == [
        ("price",),
        ("quality",),
        ("quality", "safety"),
        ("quality", "looks"),
        ("quality", "brand"),
    ]
    assert {tuple(one["path"]) for one in judgments} == {("quality", "safety"), ("quality", "brand")}
    assert all(one["holds_from"] <= one["weight"] <= one["holds_to"] for one in weights)


def test_one_criterion_has_no_weight_to_move():
    tree = Hierarchy("g", {"c": 1}, {"c": {"a": 2, "b": 1}})
    assert criterion_intervals(tree) == []
    assert critical_judgments(tree) == []
    assert np.isfinite(tree.vector()).all()


@given(hierarchies())
@settings(max_examples=8)
def test_the_closed_form_is_what_bisection_finds(tree):
    from unittest.mock import patch

    from ahp.decision import judging_sensitivity as module

    exact = critical_judgments(tree, method="geometric-mean")
    with patch.object(module, "_exact_turning_point", module._turning_point):
        searched = critical_judgments(tree, method="geometric-mean")
    first = tree.global_priorities(method="geometric-mean").idxmax()
    for one, other in zip(exact, searched, strict=True):
        if other["critical"] is None:
            assert one["critical"] is None or not 1 / 8.9 < one["critical"] < 8.9
            continue
        # Several may draw level at once; and where next to nothing depends on a judgment, at many values.
        for found in (one, other):
            scores = judged(tree, one, found["critical"]).global_priorities(method="geometric-mean")
            for challenger in (one["challenger"], other["challenger"]):
                assert scores[challenger] == pytest.approx(scores[first], rel=1e-6)
        if all(node.values.max() < 10 for _, node in tree.nodes()):
            assert one["critical"] == pytest.approx(other["critical"], rel=1e-6)


def judged(tree, one, value):
    """The tree with one judgment replaced."""
    matrix = dict(tree.nodes())[tuple(one["path"])]
    i, j = matrix.labels.index(one["first"]), matrix.labels.index(one["second"])
    values = matrix.values.copy()
    values[i, j], values[j, i] = value, 1 / value
    return replaced(tree, tuple(one["path"]), PairwiseMatrix(values, matrix.labels))


def test_all_eigenvectors_side_by_side_find_what_each_alone_does():
    rng = np.random.default_rng(3)
    judged = rng.choice([1 / 5, 1 / 3, 1 / 2, 1, 2, 3, 5], size=(7, 7))
    matrix = np.triu(judged, 1) + np.tril(1 / judged.T, -1) + np.eye(7)
    first = int(_priorities(matrix, "eigenvector").argmax())
    for scores in (np.asarray, lambda shares: shares / shares.max(axis=-1, keepdims=True)):
        together = _eigenvector_turning_points(matrix, scores, first)
        apart = [
            _turning_point(matrix, i, j, scores, first, "eigenvector")
            for i, j in zip(*np.triu_indices(7, 1), strict=True)
        ]
        assert any(apart)
        for one, other in zip(together, apart, strict=True):
            assert (one is None) == (other is None)
            if one is not None:
                assert one == pytest.approx(other, rel=1e-9)


@pytest.mark.slow
def test_fifty_items_take_little_more_than_the_cube_of_twenty_five():
    """Each judgment on its own grid of matrices took the fourth power: 13 times, and minutes for a hundred."""

    def seconds(n):
        rng = np.random.default_rng(n)
        logs = np.log(rng.uniform(1, 9, n))
        noise = np.triu(rng.normal(0, 0.3, (n, n)), 1)
        matrix = PairwiseMatrix(np.exp(logs[:, None] - logs + noise - noise.T))
        tree = Hierarchy("goal", {"all": 1}, {"all": matrix})
        begun = time.process_time()
        critical_judgments(tree)
        return time.process_time() - begun

    assert seconds(50) < 16 * max(seconds(25), 0.1)
