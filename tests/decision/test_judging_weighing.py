from __future__ import annotations

import numpy as np
import pytest
from decision.test_judging_sensitivity import moved, replaced
from hypothesis import given, settings
from model.test_hierarchy import hierarchies
from model.test_reversal import mixed

from ahp import Hierarchy, Weights
from ahp.decision.judging_weighing import gradients, performances, regions_of_nodes, weight_space


@given(hierarchies())
@settings(max_examples=15)
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
@settings(max_examples=15)
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
        shares = dict(zip(node.labels, np.asarray(tree_shares(node)), strict=True))
        total = sum(shares[name] for name in one.criteria)
        for who, corners in enumerate(one.corners):
            if not corners:
                continue
            inside = rng.dirichlet(np.ones(len(corners))) @ np.array(corners)
            weights = shares | dict(zip(one.criteria, (inside * total).tolist(), strict=True))
            scores = replaced(tree, one.path, Weights(weights)).scores(mode=mode)
            assert scores.iloc[who] == pytest.approx(scores.max(), rel=1e-9)


def tree_shares(node):
    from ahp.model.comparisons import shares_of

    return shares_of(node, "eigenvector")


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


def test_the_same_seed_gives_the_same_and_one_criterion_has_nothing_to_draw():
    tree = Hierarchy("g", {"c": 1}, {"c": {"a": 2, "b": 1}})
    assert weight_space(tree) == weight_space(tree)
    assert weight_space(tree).acceptability == ((1.0, 0.0), (0.0, 1.0))
    assert weight_space(tree).central == ((1.0,), None)
    assert gradients(tree) == ()
    assert regions_of_nodes(tree) == ()
