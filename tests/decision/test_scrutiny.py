import numpy as np
import pytest

import ahp
from ahp.decision import decide


def test_everything_is_asked_of_every_scenario(examples):
    decision = ahp.rank(ahp.read(examples / "zfs_oltp.csv"))
    for scenario in decision:
        found = scenario.scrutiny
        assert found.confidence.verdict == "unknown"
        assert found.margin.winner == scenario.order[0]
        assert found.weighing.alternatives == scenario.alternatives
        assert {f.check for f in found.findings} >= {
            "index",
            "digits",
            "method",
            "mode",
            "merits",
            "reversal",
        }


def test_a_tie_has_no_margin_and_no_audits():
    scenario = ahp.rank(ahp.read({"alternative": ["none", "a", "b"], "tps": [1, 2, 2]}))["default"]
    assert scenario.margin is None
    assert not scenario.audit
    assert scenario.confidence.winner is None
    assert scenario.scrutiny.weighing.intervals == ()


def test_one_alternative_is_told_to_be_alone():
    scenario = ahp.rank(ahp.read({"alternative": ["none", "a"], "tps": [1, 2]}))["default"]
    assert [finding.check for finding in scenario.audit] == ["alone"]
    assert scenario.margin is None


REPEATED = {
    "scenario": ["s", "t"] * 6,
    "alternative": [name for name in ("none", "a", "b") for _ in range(4)],
    "run": [1, 1, 2, 2] * 3,
    "tps": [100, 90, 101, 91, 120, 99, 118, 97, 111, 95, 113, 96],
}


@pytest.mark.parametrize(("rng", "at_once"), [(0, 0), (np.random.default_rng(0), 2)])
def test_a_scenario_is_scrutinised_once_and_only_when_looked_at(rng, at_once, monkeypatch):
    asked = []

    def scrutinise(case, question, known):
        asked.append(case.scene.name)
        return scrutinise_(case, question, known)

    scrutinise_ = decide.scrutinise
    monkeypatch.setattr(decide, "scrutinise", scrutinise)
    decision = ahp.rank(ahp.read(REPEATED), rng=rng, resamples=100)
    assert len(asked) == at_once  # a generator draws what is next, so nothing can wait
    assert decision["t"].order[0] in "ab"
    decision["t"].margin, decision["t"].confidence
    assert asked[at_once:] == (["t"] if at_once == 0 else [])
    assert decision.to_dict()["scenarios"][0]["confidence"]["verdict"]
    assert sorted(asked) == ["s", "t"]


def test_the_order_of_looking_changes_nothing():
    measured = ahp.read(REPEATED)
    one, other = (ahp.rank(measured, resamples=200, rng=5) for _ in range(2))
    assert one.across.weights == (0.5, 0.5)
    assert one["t"].scrutiny.margin.winner
    assert one.to_dict() == other.to_dict()
    assert one == other
