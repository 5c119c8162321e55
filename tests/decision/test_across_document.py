import ahp


def test_every_rule_names_every_alternative(examples):
    decision = ahp.rank(ahp.read(examples / "zfs_oltp.csv"), ahp.Study.from_toml(examples / "zfs_oltp.toml"))
    found = decision.to_dict()["across_scenarios"]
    names = ["ZLE", "LZJB", "LZ4"]
    assert found["alternatives"] == names
    for rule in ("maximin", "minimax_regret", "expected"):
        assert list(found[rule]["values"]) == names
        assert found[rule]["choose"] in names
    assert found["minimax_regret"]["values"]["LZJB"] >= 1
    assert found["hurwicz"][0]["from"] == 0
    assert found["hurwicz"][-1]["to"] == 1
    for trend in found["trends"]:
        assert trend["scenarios"] == ["Stress Test", "Order Entry", "Calling Circle"]
    assert {trend["attribute"] for trend in found["trends"]} == {"reads_per_write"}
