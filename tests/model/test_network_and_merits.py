"""Networks and merits by names."""

import numpy as np
import pytest
from core.test_merits import OUTSOURCING, OUTSOURCING_WEIGHTS
from core.test_network import RESERVOIR
from hypothesis import given, settings
from model.test_hierarchy import hierarchies

from ahp import Group, Hierarchy, JudgmentError, Merits, Network, PairwiseMatrix
from ahp.core.more import MERIT_METHODS

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


NAMES = ("outsource all", "design and programming", "none")
MERITS = {merit: dict(zip(NAMES, values, strict=True)) for merit, values in OUTSOURCING.items()}
WEIGHTS = dict(zip(OUTSOURCING, OUTSOURCING_WEIGHTS, strict=True))


def test_scores_stand_under_their_names():
    m = Merits(MERITS)
    # printed in ANP_BOCR_OutsourcingIT.xlsx
    np.testing.assert_allclose(m.scores(), [1.203006072, 0.440249277, 0.250213282], atol=1e-6)
    assert m.ranking() == list(NAMES)
    assert list(m.table().columns) == list(MERIT_METHODS)
    assert m.to_dict()["scores"]["multiplicative"] == m.scores().tolist()


def test_matrices_groups_and_hierarchies_are_priorities():
    matrix = PairwiseMatrix.from_judgments({("x", "y"): 3})
    group = Group({"Ann": {("y", "x"): 2}})
    hierarchy = Hierarchy("risk", PairwiseMatrix([[1]], ["only"]), {"only": matrix})
    m = Merits({"benefits": matrix, "cost": group, "risk": hierarchy})
    np.testing.assert_allclose(m.scores(), [0.75 / (1 / 3) / 0.75, 0.25 / (2 / 3) / 0.25])


def test_without_weights_the_merits_are_not_commensurate():
    two = {merit: MERITS[merit] for merit in ("benefit", "cost")}
    (warning,) = Merits(two).warnings()
    assert "not commensurate" in warning
    assert Merits(two, weights={"benefit": 1, "cost": 1}).warnings() == ()
    assert Merits({"benefit": MERITS["benefit"]}).warnings() == ()


def test_a_product_of_merits_and_a_disagreement_are_told():
    four = Merits(MERITS, WEIGHTS).warnings()
    assert any("'quotient' adds them" in w for w in four)
    assert not any("commensurate" in w for w in four)
    m = Merits({"benefit": {"a": 0.9, "b": 0.1}, "cost": {"a": 0.95, "b": 0.05}}, {"benefit": 2, "cost": 1})
    assert any("disagree on the first place: 'b' by multiplicative" in w for w in m.warnings())


def test_every_merit_counts_as_much_as_it_weighs():
    priorities = {"benefit": {"a": 0.8, "b": 0.2}, "cost": {"a": 0.5, "b": 0.5}}
    for benefit, cost in ((3, 1), (1, 3)):
        found = Merits(priorities, {"benefit": benefit, "cost": cost}).scores("subtractive")
        assert found["a"] == pytest.approx((benefit * 0.8 - cost * 0.5) / 4)


def test_the_incremental_analysis_and_the_profile_agree():
    m = Merits({"benefit": {"a": 0.2, "b": 0.8}, "cost": {"a": 0.1, "b": 0.9}})
    profile = m.by_worth()
    assert [name for _, name in profile] == ["a", "b"]
    turn = profile[1][0]
    assert turn == pytest.approx(0.8 / 0.6)
    assert m.incremental(worth=turn * 0.99).choose == "a"
    found = m.incremental(worth=turn * 1.01)
    assert found.choose == "b"
    assert found.steps[0][:2] == ("a", "b")
    weighted = Merits(
        {"benefit": {"a": 0.2, "b": 0.8}, "cost": {"a": 0.1, "b": 0.9}}, {"benefit": 3, "cost": 1}
    )
    assert weighted.incremental().choose == "b"
