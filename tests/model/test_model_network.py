import numpy as np
import pytest
from core.test_network import RESERVOIR
from hypothesis import given, settings
from model.test_hierarchy import hierarchies

from ahp import Group, Hierarchy, JudgmentError, Network, PairwiseMatrix

PURPOSES, LEVELS = ("flood", "recreation", "power"), ("low", "medium", "high")


def reservoir():
    def column(j, names, rows):
        return [dict(zip(names, RESERVOIR[rows, j].tolist(), strict=True))]

    influences = {name: column(j, LEVELS, slice(3, 6)) for j, name in enumerate(PURPOSES)}
    influences |= {name: column(j, PURPOSES, slice(0, 3)) for j, name in enumerate(LEVELS, 3)}
    return Network({"purposes": PURPOSES, "levels": LEVELS}, influences)


def test_the_water_reservoir():
    network = reservoir()
    # WaterReservior_Full_results.xlsx, printed with three digits from more
    np.testing.assert_allclose(network.priorities("levels"), [0.223, 0.372, 0.405], atol=0.0011)
    np.testing.assert_allclose(network.priorities("purposes"), [0.241, 0.374, 0.385], atol=0.0011)
    assert network.is_periodic()
    assert network.priorities().sum() == pytest.approx(1)
    assert network.weighted().loc["low", "flood"] == pytest.approx(0.722)
    assert network.supermatrix().columns.tolist() == [*PURPOSES, *LEVELS]
    assert np.ptp(network.limit().loc["low"]) < 1e-12


def test_judgments_of_one_or_several_and_weights_of_clusters():
    ab = PairwiseMatrix.from_judgments({("a", "b"): 3})
    xy = Group({"Ann": {("x", "y"): 2}, "Bob": {("x", "y"): 8}})
    network = Network(
        {"top": ["goal"], "one": ["a", "b"], "two": ["x", "y"]},
        {"goal": [ab, xy]},
        cluster_weights={"top": {"one": 3, "two": 1}},
    )
    found = network.priorities(goal="goal")
    assert found.round(4).to_dict() == {"goal": 0, "a": 0.5625, "b": 0.1875, "x": 0.2, "y": 0.05}
    assert network.priorities("two", goal="goal")["x"] == pytest.approx(0.8)
    with pytest.raises(JudgmentError, match="name the node to begin with"):
        network.priorities()


def test_names_that_are_numbers_are_those_of_the_nodes():
    network = Network({1: [10, 20]}, {10: [{20: 1}], 20: [{10: 1}]}, {1: {1: 1}})
    assert network.priorities().to_dict() == {"10": 0.5, "20": 0.5}


@given(hierarchies())
@settings(max_examples=25)
def test_the_priorities_of_a_hierarchy_are_those_of_its_network(tree):
    network = Network.from_hierarchy(tree)
    found = network.priorities("alternatives", goal=tree.goal)
    assert found.to_dict() == pytest.approx(tree.global_priorities().to_dict(), abs=1e-12)
    assert isinstance(tree, Hierarchy)
