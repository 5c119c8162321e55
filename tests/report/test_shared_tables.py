"""Tables that the reports on a terminal, in Markdown, HTML and LaTeX share."""

import numpy as np
import pytest

import ahp
from ahp.report.across_tables import across_tables
from ahp.report.scrutiny_tables import change_tables, open_table, sureness_tables
from ahp.report.scrutiny_wording import beyond


def runs_of(names, runs):
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
    return ahp.rank(runs_of(names, runs), resamples=500).to_dict()["scenarios"][0]


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


@pytest.fixture(scope="module")
def published(examples):
    study = ahp.Study.from_toml(examples / "zfs_oltp.toml")
    return ahp.rank(ahp.read(examples / "zfs_oltp.csv"), study).to_dict()


def test_figure_6_is_in_the_table(published):
    # Suharjito & Kurnadi 2017, Figure 6: throughput along the read/write ratio; from Tables 5, 9 and 13.
    heads, rows = next(table for table in across_tables(published) if table[0][0] == "by reads_per_write")
    assert heads == ["by reads_per_write", "1", "1.5", "2.333", "trend"]
    cells = {name: numbers for name, *numbers in rows}
    assert cells["throughput: LZJB"] == ["1.04", "1.18", "1.49", "rises"]
    assert cells["throughput: ZLE"][-1] == "mixed"
    assert len(rows) == 4 * 3


def test_every_value_and_weight_is_there(published):
    heads, rows = across_tables(published)[0]
    assert heads == [
        "benefit/cost",
        "Order Entry",
        "Calling Circle",
        "Stress Test",
        "worst",
        "regret",
        "mean",
    ]
    assert rows[1] == ["LZJB", "1.65", "1.64", "1.62", "1.62", "1.16", "1.64"]
    assert rows[-1][:4] == ["weight", "0.333", "0.333", "0.333"]


def test_shares_and_trends_stand_in_every_report(repeated_scenarios):
    decision = repeated_scenarios
    found = decision.to_dict()["across_scenarios"]
    tables = across_tables(decision.to_dict())
    heads, rows = next(table for table in tables if table[0][0] == "share of the draws")
    assert heads[1:7] == ["worst", "regret", "mean", "unknown", "never worse", "dominated"]
    assert len(heads) == 7 + len(found["hurwicz"])
    for format in ("text", "markdown"):
        report = decision.report(format)
        for cell in {cell for _, rows in tables for row in rows for cell in row}:
            assert cell.replace("<", r"\<").replace(">", r"\>") in report or cell in report, (format, cell)
    for name, *cells in rows:
        assert cells[4] == f"{100 * found['never_worse_share'][name]:.1f} %".replace(
            "100.0", ">99.9"
        ).replace("0.0 %" if found["never_worse_share"][name] < 0.0005 else "\0", "<0.1 %")


@pytest.fixture(scope="module")
def repeated_scenarios():
    rows = [
        (scenario, name, run, tps * factor)
        for scenario, line in {"s": (100, 130, 101), "t": (100, 105, 140)}.items()
        for name, tps in zip(("none", "a", "b"), line, strict=True)
        for run, factor in enumerate((0.97, 1.0, 1.02, 1.01))
    ]
    columns = dict(
        zip(("scenario", "alternative", "run", "tps"), map(list, zip(*rows, strict=True)), strict=True)
    )
    notes = tuple(
        ahp.ScenarioNote(name, attributes=(("clients", at),)) for name, at in (("s", 2.0), ("t", 8.0))
    )
    criteria = (ahp.Criterion("speed", ahp.Merit.BENEFIT, ("throughput",), index="relative"),)
    return ahp.rank(ahp.read(columns), ahp.Study(criteria, scenarios=notes))
