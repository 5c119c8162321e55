import numpy as np
import pytest

import ahp
from ahp.report.scrutiny_tables import change_tables, open_table, probability_tables, sureness_tables
from ahp.report.scrutiny_wording import beyond


def measured(names, runs):
    rng = np.random.default_rng(0)
    rows = [(name, run) for name in names for run in range(1, runs + 1)]
    speed = {name: 1.0 + 0.2 * i for i, name in enumerate(names)}
    return ahp.read(
        {
            "alternative": [name for name, _ in rows],
            "run": [run for _, run in rows],
            "tps": [100 * speed[n] * np.exp(0.01 * rng.standard_normal()) for n, _ in rows],
            "response_time_p99_ms": [10 / speed[n] * np.exp(0.01 * rng.standard_normal()) for n, _ in rows],
            "cpu": [10 * speed[n] ** 0.5 * np.exp(0.01 * rng.standard_normal()) for n, _ in rows],
        },
        baseline=names[0],
    )


def scenario_of(names, runs):
    return ahp.rank(measured(names, runs), resamples=500).to_dict()["scenarios"][0]


def heads(tables):
    return [table[0][0] for table in tables]


def test_with_runs_every_interval_and_probability_is_there():
    scenario = scenario_of(["none", "a", "b", "c"], 4)
    tables = sureness_tables(scenario)
    assert heads(tables) == [
        "interval of",
        "interval of the priority",
        "probability of rank",
        "probability of beating",
        "benefit and cost",
    ]
    for name, *numbers, together in tables[4][1]:
        (b, bc), (_, c) = scenario["confidence"]["covariance"][name]
        assert [float(number) for number in numbers] == pytest.approx([b, bc, c], rel=0.006)
        assert float(together) == pytest.approx(bc / (b * c) ** 0.5, abs=0.0051)
    ranks = {row[0]: row[1:] for row in tables[2][1]}
    first = scenario["order"][0]
    assert ranks[first][0] == f"{100 * scenario['confidence']['ranks'][first][0]:.1f} %"
    assert all(len(row) == len(table[0]) for table in tables for row in table[1])


def test_with_one_run_nothing_is_said_of_probability():
    scenario = scenario_of(["none", "a", "b"], 1)
    assert (sureness_tables(scenario), probability_tables(scenario)) == ([], [])


def test_what_would_change_it():
    scenario = scenario_of(["none", "a", "b", "c"], 1)
    tables = change_tables(scenario)
    assert heads(tables)[:3] == [
        "smallest change of one measurement",
        "weight of",
        "share of all weights with rank",
    ]
    margins = tables[0][1]
    assert len(margins) == sum(entry["change"] is not None for entry in scenario["margin"]["all"])
    assert all(len(row) == len(table[0]) for table in tables for row in table[1])


def test_the_critical_change_of_a_weight_is_there(examples):
    study = ahp.Study.from_toml(examples / "zfs_oltp.toml")
    decision = ahp.rank(ahp.read(examples / "zfs_oltp.csv", study=study), study, confidence=None)
    (weights,) = (t for t in change_tables(decision.to_dict()["scenarios"][0]) if t[0][0] == "weight of")
    assert weights[0][-1] == "change of it alone"
    # Where LZJB and ZLE draw level, the other two weights as they are (Triantaphyllou & Sánchez 1997).
    assert {row[0]: row[-1] for row in weights[1]} == {
        "storage_saving": "+0.609",
        "throughput": "-0.221",
        "response_time": "–",
    }


def test_of_many_alternatives_only_the_first_place_is_shown():
    names = ["none", *(f"a{i}" for i in range(14))]
    tables = sureness_tables(scenario_of(names, 2)) + change_tables(scenario_of(names, 1))
    assert "probability of beating" not in heads(tables)
    (shares,) = (table for table in tables if table[0][0] == "share of all weights with rank")
    assert len(shares[0]) == 2


@pytest.mark.parametrize("runs", [1, 3])
def test_the_markdown_report_shows_them(runs):
    report = ahp.rank(measured(["none", "a", "b", "c"], runs), resamples=500).report("markdown")
    assert "| weight of | now | choice holds | below | above | change of it alone |" in report
    assert ("| probability of rank | 1 | 2 | 3 |" in report) == (runs > 1)


def test_what_the_runs_leave_open_is_one_table_in_the_text():
    scenario = scenario_of(["none", "a", "b", "c"], 4)
    heads, rows = open_table(scenario)
    assert heads == ["95 %", "benefit", "cost", "ranks, all at once", "correlation"]
    assert [row[0] for row in rows] == scenario["order"]
    for name, benefit, _, ranks, _ in rows:
        assert [float(end) for end in benefit.split(" to ")] == pytest.approx(
            scenario["confidence"]["intervals"]["benefit"][name], abs=0.0005001
        )
        best, *worst = scenario["confidence"]["rank_sets"][name]
        assert ranks in (f"{best}", f"{best} to {worst[0]}")
    assert open_table(scenario_of(["none", "a", "b"], 1)) is None


def test_regions_of_weights_are_there_with_their_corners():
    frame = {
        "alternative": ["none", "a", "b", "c"],
        "tps": [100.0, 200.0, 120.0, 180.0],
        "compression_ratio": [1.0, 1.5, 3.0, 2.7],
    }
    document = ahp.rank(ahp.read(frame)).to_dict()["scenarios"][0]
    (entry,) = document["winner_regions"]
    assert len(entry["regions"]) == 3
    (table,) = [t for t in change_tables(document) if t[0][0] == f"first by {'/'.join(entry['criteria'])}"]
    assert [row[0] for row in table[1]] == [region["winner"] for region in entry["regions"]]
    for (_, shown), region in zip(table[1], entry["regions"], strict=True):
        corners = [list(map(float, c.split("/"))) for c in shown.replace(" and ", ", ").split(", ")]
        assert np.allclose(corners, region["polygon"], atol=0.00051)
    assert any("first is" in sentence and "between" in sentence for sentence in beyond(document))


def test_with_one_alternative_there_are_no_weights_to_tell_of():
    scenario = scenario_of(["none", "a"], 1)
    assert scenario["weight_space"] is None
    assert not {"probability of rank", "alternative"} & set(heads(change_tables(scenario)))
