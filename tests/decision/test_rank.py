"""rank(): the five other data sets, weights, judgments, missing values, ties, and what must not matter."""

import io
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import ahp

BENEFIT, COST = ahp.Merit.BENEFIT, ahp.Merit.COST


def _study(examples, name):
    return ahp.Study.from_toml(examples / f"{name}.toml")


def _table(**columns):
    return ahp.read(columns)


# --- the shipped data sets, against arithmetic written out here ------------------------------------------


def test_full_page_writes_ranks_by_benefit_alone(examples):
    measured = ahp.read(examples / "pg_full_page_writes.csv")
    (scenario,) = ahp.rank(measured, _study(examples, "pg_full_page_writes"))
    assert scenario.cost is scenario.benefit_to_cost is scenario.ranking("cost") is None
    assert scenario.by == "benefit"
    # WAL bytes and the worst of five response times as the message prints them.
    saving = np.array([1 - x / 2220787088 for x in (1796213760, 1724171112, 1658941328, 139384320)])
    speed = np.array([6791 / x - 1 for x in (4275, 3790, 2519, 6234)])
    rate = np.array([30.1, 30.3, 30.3, 30.5])  # the sums of the five types
    expected = (saving / saving.sum() + rate / rate.sum() + speed / speed.sum()) / 3
    np.testing.assert_allclose(scenario.benefit, expected, rtol=1e-12)
    assert scenario.ranking("benefit") == ["lz4_hc", "fpw_off", "snappy", "pglz"]
    # and it is what a hierarchy of the same matrices gives
    children = {name: ahp.PairwiseMatrix.from_values(c.values) for name, c in scenario.criteria.items()}
    hierarchy = ahp.Hierarchy("choose", dict.fromkeys(children, 1), children)
    np.testing.assert_allclose(hierarchy.global_priorities(), scenario.benefit, rtol=1e-12)


def test_the_selective_study_gives_the_published_saving(examples):
    decision = ahp.rank(ahp.read(examples / "innodb_selective.csv"), _study(examples, "innodb_selective"))
    for scenario in decision:
        saving = scenario.criteria["storage_saving"].values
        assert f"{100 * saving['SELECTIVE']:.1f}" == "17.3"  # Lee (2015), abstract
        assert scenario.ranking() == ["SELECTIVE", "ALL"]
    ssd = decision["SSD"]
    loading = ssd.criteria["loading_time"].values
    assert loading.to_dict() == pytest.approx({"ALL": 24075 / 7815 - 1, "SELECTIVE": 10868 / 7815 - 1})


def test_repeated_runs_stay_apart_and_are_counted(examples):
    m = ahp.read(examples / "pg_wal_runs.csv")
    decision = ahp.rank(m, _study(examples, "pg_wal_runs"))
    (scenario,) = decision
    assert dict(scenario.runs) == {"off": 3, "pglz": 3, "lz4": 3, "zstd": 3}
    rates = [2133.444899, 3743.332673, 2372.824661]  # zstd, runs 1 to 3, from the raw pgbench outputs
    measured = dict(zip(scenario.alternatives, scenario.criteria["throughput"].measured, strict=True))
    assert measured["zstd"] == pytest.approx(math.prod(rates) ** (1 / 3), rel=1e-12)
    assert len([entry for entry in scenario.measured if entry[0] == "zstd"]) == 3 * 4


def test_the_statistic_over_runs():
    for statistic, expected in [("geometric-mean", 2.0), ("mean", 2.5), ("median", 2.5)]:
        m = _table(alternative=["none", "none", "a", "a", "b", "b"], run=[1, 2] * 3, tps=[1, 4, 2, 8, 3, 3])
        decision = ahp.rank(m, statistic=statistic)
        criterion = decision["default"].criteria["throughput"]
        assert decision.statistic.value == statistic
        assert criterion.values["a"] == pytest.approx(2 * expected / expected - 1)
        assert criterion.measured[0] == pytest.approx(2 * expected)


def test_every_statistic_has_its_intervals():
    calm = {"alternative": [n for n in ("none", "a", "b") for _ in range(4)], "run": [1, 2, 3, 4] * 3}
    calm["tps"] = [base * (1 + off) for base in (100, 150, 120) for off in (-0.002, 0.0, 0.001, 0.002)]
    calm["cpu"] = [base * (1 + off) for base in (10, 11, 12) for off in (0.001, -0.001, 0.0, 0.002)]
    for statistic in ("geometric-mean", "mean", "median"):
        scenario = ahp.rank(_table(**calm), index="relative", statistic=statistic, resamples=400)["default"]
        found = scenario.confidence
        assert (found.verdict, found.winner) == ("decisive", "a")
        for value, (low, high) in zip(scenario.benefits, dict(found.merits)["benefit"], strict=True):
            assert low < value < high
            assert high - low < 0.01


# --- weights, judgments, indices -------------------------------------------------------------------------

BASE = {"alternative": ["none", "a", "b"], "tps": [100, 150, 120], "compression_ratio": ["1", "2", "4"]}


def test_contradictory_judgments_are_told_not_hidden():
    judged = ahp.PairwiseMatrix.from_judgments({("x", "y"): 5, ("y", "z"): 5, ("x", "z"): "1/5"})
    criteria = tuple(ahp.Criterion(name, BENEFIT, "throughput", index="relative") for name in "xyz")
    decision = ahp.rank(_table(**BASE), ahp.Study(criteria, judgments=(judged,)))
    assert any("have a consistency ratio of" in warning for warning in decision.warnings)


def test_an_index_that_no_whole_decision_takes_is_refused():
    with pytest.raises(ahp.StudyError, match="index = 'value'; a whole decision takes"):
        ahp.rank(_table(**BASE), index="value")


# --- what is missing --------------------------------------------------------------------------------------

HOLE = "scenario,alternative,tps,cpu\ns,none,100,10\ns,lz4,150,\ns,zle,120,11\nt,none,1,1\nt,lz4,2,2\n"


def test_an_incomplete_alternative_can_be_left_out_of_that_scenario_and_a_baseline_cannot():
    with pytest.raises(ahp.MeasureError, match=r"line 3, column 'cpu'.*'lz4' has no cpu in scenario 's'"):
        ahp.rank(ahp.read(io.StringIO(HOLE)))
    decision = ahp.rank(ahp.read(io.StringIO(HOLE)), incomplete="drop")
    assert decision["s"].alternatives == ("zle",)
    assert decision["t"].alternatives == ("lz4",)
    assert "scenario 's': 'lz4' is left out, it has no cpu" in decision.warnings
    assert "lz4" not in dict(decision["s"].runs)
    assert {alternative for alternative, *_ in decision["s"].measured} == {"none", "zle"}
    hole = "alternative,tps,cpu\nnone,,10\nlz4,150,12\nzle,120,11\n"
    with pytest.raises(ahp.MeasureError, match="'none' has no throughput"):
        ahp.rank(ahp.read(io.StringIO(hole)), incomplete="drop")


def test_ties_are_reported_as_ties_and_cost_alone_chooses_the_cheapest():
    scenario = ahp.rank(_table(alternative=["none", "a", "b", "c"], tps=[10, 30, 20, 30]))["default"]
    assert scenario.winners == ("a", "c")
    assert scenario.ties("benefit") == [["a", "c"]]
    assert scenario.ranking("benefit") == ["a", "c", "b"]
    scenario = ahp.rank(_table(alternative=["none", "a", "b"], cpu=[10, 15, 12]))["default"]
    assert (scenario.by, scenario.winners, scenario.benefit) == ("cost", ("b",), None)
    assert scenario.ranking("cost") == ["a", "b"]


# --- what must not matter ---------------------------------------------------------------------------------

# But for what programs write where they have no number: reading refuses it beside numbers far below.
amounts = st.floats(0.01, 1e6).filter(lambda amount: amount not in {9999, 99999, 999999})


@st.composite
def tables(draw):
    n = draw(st.integers(1, 5)) + 1
    column = st.lists(amounts, min_size=n, max_size=n)
    return {
        "alternative": ["none", *(f"a{i}" for i in range(1, n))],
        "tps": draw(column),
        "response_time_max_ms": draw(column),
        "stored_bytes": draw(column),
        "cpu": draw(column),
    }


def _merits(table):
    scenario = ahp.rank(ahp.read(table))["default"]
    return scenario.benefit, scenario.cost, scenario.benefit_to_cost


@given(tables(), st.randoms(use_true_random=False))
def test_the_order_of_the_rows_does_not_matter(table, random):
    order = list(range(len(table["alternative"])))
    random.shuffle(order)
    shuffled = {name: [column[i] for i in order] for name, column in table.items()}
    for ours, theirs in zip(_merits(table), _merits(shuffled), strict=True):
        np.testing.assert_allclose(theirs[ours.index], ours, rtol=1e-10)


@given(tables(), st.sampled_from(["tps", "response_time_max_ms", "stored_bytes", "cpu"]), st.integers(-3, 3))
def test_the_scale_of_a_measure_does_not_matter(table, measure, power):
    # Powers of two: a gain next to zero must not change sign by rounding alone.
    scaled = {**table, measure: [value * 2.0**power for value in table[measure]]}
    for ours, theirs in zip(_merits(table), _merits(scaled), strict=True):
        np.testing.assert_allclose(theirs, ours, rtol=1e-9)


def test_memory_is_a_cost_that_rises_not_a_saving_that_shrinks():
    memory = ahp.Criterion("memory", COST, "stored_bytes")
    study = ahp.Study((ahp.Criterion("speed", BENEFIT, "throughput"), memory))
    m = _table(alternative=["none", "a", "b"], tps=[1, 2, 3], stored_bytes=[70, 72, 77])
    decision = ahp.rank(m, study)
    assert dict(decision["default"].changes)["b"] == (("speed", 2.0), ("memory", pytest.approx(0.1)))
    assert "memory +2.9 %" in decision.report(detail="why")


def test_run_labels_stay_apart_in_the_document():
    long = "9" * 5000
    m = _table(alternative=["none", "none", "a", "a"], run=["1", long, "1", "01"], tps=[1, 2, 3, 4])
    runs = [entry["run"] for entry in ahp.rank(m).to_dict()["scenarios"][0]["measurements"]]
    assert runs == [1, long, 1, "01"]


def test_of_thousands_of_alternatives_the_consistency_is_known_without_a_matrix():
    n = 1500
    m = _table(alternative=["none", *map(str, range(n))], tps=list(range(1, n + 2)))
    consistency = ahp.rank(m, confidence=None)["default"].criteria["throughput"].consistency
    assert (consistency.ratio, consistency.index, consistency.lambda_max) == (0.0, 0.0, n)
    assert consistency.random_index > 1
