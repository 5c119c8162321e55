from functools import partial

import numpy as np
import pytest
from decision.runs import runs_about

import ahp

repeated = partial(runs_about, runs=4, noise=0.05)


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


@pytest.mark.parametrize(("weight", "choose"), [(0.9e308, "a"), (1.7e308, "b")])
def test_scenarios_may_weigh_more_than_a_sum_can_hold(weight, choose):
    criteria = (ahp.Criterion("speed", ahp.Merit.BENEFIT, ("throughput",), index="relative"),)
    notes = (ahp.ScenarioNote("s", 0.8e308), ahp.ScenarioNote("t", weight))
    found = ahp.rank(ahp.read(table(tps=[1, 4, 2, 1, 1, 2])), ahp.Study(criteria, scenarios=notes))
    assert found.across.expected.choose == choose


def test_with_runs_each_rule_says_how_sure_it_is():
    speeds = {"none": 1.0, "a": 2.0, "b": 2.02}
    rule = ahp.rank(ahp.read(repeated({"s": speeds, "t": speeds}))).across.maximin
    assert sum(rule.best) == pytest.approx(1)
    assert 0.05 < rule.best[0] < 0.95


def test_a_known_scenario_that_ties_has_no_choice():
    decision = ahp.rank(ahp.read(table(tps=[1, 2, 2, 1, 2, 3])))
    assert dict(decision.across.known) == {"s": None, "t": "b"}


SPEEDS = {"s": {"none": 1.0, "a": 1.4, "b": 1.05}, "t": {"none": 1.0, "a": 1.02, "b": 1.3}}


def test_every_claim_has_its_share_of_the_same_draws():
    across = ahp.rank(ahp.read(repeated(SPEEDS))).across
    n = len(across.alternatives)
    for shares in (across.never_worse_share, across.dominated_share, across.unknown_share):
        assert len(shares) == n
        assert all(0 <= share <= 1 for share in shares)
    assert sum(across.unknown_share) == pytest.approx(1)
    for span in across.hurwicz:
        assert sum(span.best) == pytest.approx(1)
    # At full pessimism Hurwicz is maximin; over all pessimism it is between the best and the worst case.
    assert across.dominated_share[0] + across.dominated_share[1] <= 1


def test_shares_are_those_of_plain_loops_over_the_draws():
    """The draws are made again from the seed, and every rule is applied to one at a time, as anyone would."""
    from ahp.decision.samples import drawn, samples_of
    from ahp.decision.scenes import Rules, gather
    from ahp.evidence.defaults import default_study

    measured = ahp.read(repeated(SPEEDS, noise=0.1))
    resamples = 300
    across = ahp.rank(measured, resamples=resamples, rng=3).across
    rng = np.random.default_rng(3)
    tables = []
    for name in ("s", "t"):
        scene = gather(measured, default_study(measured), name, Rules("none", ahp.Index.AUTO))
        samples = samples_of(measured, scene)
        x = np.exp(np.stack([np.log(v).mean(axis=1) for v in samples.values], axis=1))
        tables.append(drawn(samples, x, ahp.Statistic.GEOMETRIC_MEAN, resamples, rng))
    counts = dict.fromkeys(("safe", "dominated", "unknown"), 0)
    counts = {key: np.zeros(2) for key in counts}
    pessimism = [np.zeros(2) for _ in across.hurwicz]
    grid = np.linspace(0, 1, 401)[1:] - 1 / 800
    for d in range(resamples):
        values = np.array([[t[d, 0, j] / t[d, 0, 2] for j in range(2)] for t in tables])
        safe = [all(values[s][j] >= 1 for s in range(2)) for j in range(2)]
        regret = [max(max(values[s]) / values[s][j] for s in range(2)) for j in range(2)]
        among = [j for j in range(2) if safe[j]] or [0, 1]
        counts["unknown"][min(among, key=lambda j: regret[j])] += 1
        counts["safe"] += safe
        for j in range(2):
            counts["dominated"][j] += all(values[s][1 - j] > values[s][j] for s in range(2))
        for at, span in enumerate(across.hurwicz):
            inside = span.start + (span.end - span.start) * grid
            scores = inside * values.min(axis=0)[:, None] + (1 - inside) * values.max(axis=0)[:, None]
            pessimism[at] += np.bincount(scores.argmax(axis=0), minlength=2) / len(grid)
    assert across.never_worse_share == pytest.approx(counts["safe"] / resamples)
    assert across.dominated_share == pytest.approx(counts["dominated"] / resamples)
    assert across.unknown_share == pytest.approx(counts["unknown"] / resamples)
    for span, expected in zip(across.hurwicz, pessimism, strict=True):
        assert span.best == pytest.approx(expected / resamples, abs=0.003)
    assert 0.02 < across.never_worse_share[0] < 0.98


def test_without_runs_or_without_confidence_there_are_no_shares():
    for across in (
        ahp.rank(ahp.read(repeated(SPEEDS, runs=1))).across,
        ahp.rank(ahp.read(repeated(SPEEDS)), confidence=None).across,
    ):
        assert across.never_worse_share is across.dominated_share is across.unknown_share is None
        assert all(span.best is None for span in across.hurwicz)
        assert across.maximin.best is None


def test_a_baseline_that_competes_is_never_worse_than_itself_in_any_draw():
    across = ahp.rank(ahp.read(repeated(SPEEDS)), include_baseline="always").across
    assert dict(zip(across.alternatives, across.never_worse_share, strict=True))["none"] == 1.0


def test_weights_that_are_all_zero_are_refused():
    criteria = (ahp.Criterion("speed", ahp.Merit.BENEFIT, ("throughput",), index="relative"),)
    notes = tuple(ahp.ScenarioNote(name, weight=0.0) for name in ("S", "t"))
    with pytest.raises(ahp.StudyError, match="the weights of the scenarios 's', 't' are all zero; raise one"):
        ahp.rank(ahp.read(repeated(SPEEDS)), ahp.Study(criteria, scenarios=notes))
