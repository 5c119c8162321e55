from __future__ import annotations

import numpy as np
import pytest
from model.test_reversal import mixed

from ahp import Group, Hierarchy, Measured, PairwiseMatrix, StudyError, simulate
from ahp.model.simulation import simulation


def test_draws_are_summed_up():
    found = simulation(np.array([[0.5, 0.5], [0.7, 0.3], [0.2, 0.8], [0.9, 0.1]]), ("x", "y"))
    assert found.best == {"x": 0.625, "y": 0.375}  # a tie is shared
    assert found.draws == 4
    assert found.table().loc["x", "0.5"] == pytest.approx(0.6)


@pytest.mark.parametrize("mode", ["distributive", "ideal"])
@pytest.mark.parametrize("method", ["geometric-mean", "eigenvector"])
def test_without_noise_a_hierarchy_is_itself(mode, method):
    tree = mixed()
    found = simulate(tree, sigma=0.0, draws=3, mode=mode, method=method)
    expected = tree.global_priorities(mode=mode, method=method)
    for quantiles, value in zip(found.quantiles, expected, strict=True):
        assert quantiles == pytest.approx([value] * 5, rel=1e-12)


def test_only_judgments_are_drawn():
    tree = Hierarchy("g", {("p", "q"): 1}, {"p": Measured({"a": 3, "b": 1}), "q": Measured({"a": 1, "b": 3})})
    found = simulate(tree, steps=2, draws=20_000, rng=1)
    assert found.best["a"] == pytest.approx(0.5, abs=0.02)
    fixed = Hierarchy("g", {"p": 1, "q": 1}, tree.children)
    assert np.ptp(simulate(fixed, sigma=1.0, draws=50).quantiles[0]) == 0


def test_a_group_is_simulated_through_its_matrix():
    group = Group({"Ann": {("x", "y"): 2}, "Bob": {("x", "y"): 8}})
    one, other = (simulate(given, sigma=0.5, draws=500, rng=2) for given in (group, group.matrix()))
    assert one == other


def test_the_noise_has_to_be_said():
    a = PairwiseMatrix([[1, 2], [0.5, 1]])
    for noise in ({}, {"sigma": 1, "steps": 1}):
        with pytest.raises(StudyError, match="sigma or steps, one of the two"):
            simulate(a, **noise)
    with pytest.raises(StudyError, match="ratings"):
        simulate(mixed(), steps=1, mode="ratings")
