import numpy as np
import pytest

import ahp


@pytest.fixture(scope="module")
def study(examples):
    return ahp.rank(ahp.read(examples / "zfs_oltp.csv"), ahp.Study.from_toml(examples / "zfs_oltp.toml"))


def test_lzjb_is_the_one_that_is_never_worse(study):
    # Suharjito & Kurnadi 2017, discussion of Figures 6 and 7: LZJB never lowers the throughput and never
    # raises the maximum response time, so it is the safest where the read/write ratio is not known.
    across = study.across
    assert across.never_worse == ("LZJB",)
    assert across.unknown == "LZJB"
    assert dict(across.known) == {"Order Entry": "LZJB", "Calling Circle": "ZLE", "Stress Test": "LZ4"}


def test_a_hair_below_the_baseline_is_worse_and_level_with_it_is_not():
    table = {
        "scenario": ["x"] * 4 + ["y"] * 4,
        "alternative": ["none", "level", "hair", "better"] * 2,
        "tps": [100, 120, 120, 101, 100, 100, 99.999, 100.001],
    }
    assert ahp.rank(ahp.read(table), confidence=None).across.never_worse == ("level", "better")


def test_figure_6_improvement_falls_with_writes_but_for_zle(study):
    # "decreasing performance improvement for almost all compression algorithms when the write ratio
    # increase. The exception is ZLE": along reads per write all rise but ZLE.
    (trend,) = (t for t in study.across.trends if t.criterion == "throughput")
    assert dict(zip(study.across.alternatives, trend.directions, strict=True)) == {
        "ZLE": "mixed",
        "LZJB": "rises",
        "LZ4": "rises",
    }
    points = dict(trend.points)["LZJB"]
    assert [at for at, _ in points] == pytest.approx([1.0, 1.5, 7 / 3])


def test_the_value_is_benefit_over_cost_relative_to_the_baseline(study, examples):
    frame = ahp.read(examples / "zfs_oltp.csv").to_frame()
    cells = frame[frame.scenario == "Order Entry"].pivot_table(
        index="alternative", columns="measure", values="value"
    )
    own, base = cells.loc["LZ4"], cells.loc["Baseline"]
    benefit = np.mean(
        [
            own.compression_ratio,
            own.throughput / base.throughput,
            base.response_time_max / own.response_time_max,
        ]
    )
    cost = (own.cpu_system + own.cpu_user) / (base.cpu_system + base.cpu_user)
    position = study.across.alternatives.index("LZ4")
    assert study.across.values[0][position] == pytest.approx(benefit / cost)


def table(**columns):
    return {"scenario": ["s", "s", "s", "t", "t", "t"], "alternative": ["none", "a", "b"] * 2, **columns}


def test_one_scenario_is_no_comparison():
    decision = ahp.rank(ahp.read({"alternative": ["none", "a"], "tps": [1, 2]}))
    assert decision.across is None
    assert decision.to_dict()["across_scenarios"] is None


def test_who_is_missing_in_a_scenario_is_left_out_and_told_of():
    columns = table(tps=[1, 2, 3, 1, 2, 3])
    columns["alternative"][-1] = "c"
    decision = ahp.rank(ahp.read(columns))
    assert decision.across.alternatives == ("a",)
    assert any("'b', 'c' is left out" in warning for warning in decision.warnings)


def test_without_a_baseline_scenarios_are_not_compared():
    study = ahp.Study((ahp.Criterion("speed", ahp.Merit.BENEFIT, ("throughput",), index="value"),))
    columns = table(tps=[1, 2, 3, 1, 2, 3])
    columns["alternative"] = ["x", "a", "b"] * 2
    decision = ahp.rank(ahp.read(columns), study)
    assert decision.across is None
    assert any("'speed' has no baseline to be relative to" in warning for warning in decision.warnings)


def test_a_scenario_of_the_study_is_found_whatever_its_case_and_a_strange_one_is_told():
    measured = ahp.read(table(tps=[1, 4, 2, 1, 1, 2]))
    criteria = (ahp.Criterion("speed", ahp.Merit.BENEFIT, ("throughput",), index="relative"),)

    def decided(name):
        note = ahp.ScenarioNote(name, 9.0)
        return ahp.rank(measured, ahp.Study(criteria, scenarios=(note,)))

    assert decided("T").across.weights == decided("t").across.weights == pytest.approx((0.1, 0.9))
    strange = decided("tee")
    assert strange.across.weights == (0.5, 0.5)
    told = "the study describes 'tee', which is no scenario here; the scenarios are 's', 't'"
    assert told in strange.warnings
    assert told not in decided("T").warnings


def test_the_weights_of_scenarios_move_the_expected_choice():
    measured = ahp.read(table(tps=[1, 4, 2, 1, 1, 2]))
    criteria = (ahp.Criterion("speed", ahp.Merit.BENEFIT, ("throughput",), index="relative"),)

    def chosen(weight):
        note = ahp.ScenarioNote("t", weight)
        return ahp.rank(measured, ahp.Study(criteria, scenarios=(note,))).across.expected.choose

    # 4 + w against 2 + 2 w: even at w = 2.
    assert [chosen(w) for w in (1.0, 1.9, 2.1, 5.0)] == ["a", "a", "b", "b"]


def test_with_runs_each_rule_says_how_sure_it_is():
    rng = np.random.default_rng(0)
    rows = [
        (scenario, name, run, speed * np.exp(0.05 * rng.standard_normal()))
        for scenario in "st"
        for name, speed in (("none", 1.0), ("a", 2.0), ("b", 2.02))
        for run in range(4)
    ]
    columns = dict(zip(("scenario", "alternative", "run", "tps"), zip(*rows, strict=True), strict=True))
    rule = ahp.rank(ahp.read({k: list(v) for k, v in columns.items()})).across.maximin
    assert sum(rule.best) == pytest.approx(1)
    assert 0.05 < rule.best[0] < 0.95


def test_a_known_scenario_that_ties_has_no_choice():
    decision = ahp.rank(ahp.read(table(tps=[1, 2, 2, 1, 2, 3])))
    assert dict(decision.across.known) == {"s": None, "t": "b"}
