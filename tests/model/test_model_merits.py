import numpy as np
import pytest
from core.test_merits import OUTSOURCING, OUTSOURCING_WEIGHTS

from ahp import Group, Hierarchy, Merits, PairwiseMatrix
from ahp.core.more import MERIT_METHODS

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
