from __future__ import annotations

import pytest
from model.test_group import WHO, parties

from ahp import Group


def test_agreement_names_who_and_what():
    found = parties().agreement(method="geometric-mean")
    assert 0 < found.consensus < 1
    assert found.level in ("low", "moderate", "high", "very high")
    assert found.geometric_compatibility == pytest.approx(0.468, abs=5.01e-4)  # printed by Escobar and others
    assert [name for name, _ in found.compatibility] == list(WHO)
    assert len(found.dispersions) == 10
    assert found.outlying == ()
    assert found == parties().agreement(method="geometric-mean")


def test_one_of_another_opinion_is_outlying():
    said = {f"p{i}": {("x", "y"): 3 + i / 10, ("x", "z"): 5, ("y", "z"): 2} for i in range(6)}
    said["rebel"] = {("x", "y"): "1/9", ("x", "z"): "1/9", ("y", "z"): 1}
    group = Group(said)
    assert group.agreement().outlying == ("rebel",)
    assert "rebel" not in group.without(["rebel"]).participants
    assert group.without(["rebel"]).agreement().consensus > group.agreement().consensus
