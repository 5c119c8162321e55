import ahp


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
