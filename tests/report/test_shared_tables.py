"""Tables that the reports on a terminal, in Markdown, HTML and LaTeX share."""

import functools

import numpy as np
import pytest
from decision.nights import runs_about

import ahp
from ahp.report.across_tables import across_tables
from ahp.report.numbers import probability
from ahp.report.scrutiny_tables import change_tables, open_table, sureness_tables
from ahp.report.scrutiny_wording import beyond


@functools.cache
def scenario_of(names, runs):
    rng = np.random.default_rng(0)
    rows = [(name, run) for name in names for run in range(1, runs + 1)]
    speeds = np.array([1.0 + 0.2 * names.index(name) for name, _ in rows])
    noise = np.exp(0.01 * rng.standard_normal((3, len(rows))))
    table = {"alternative": [name for name, _ in rows], "run": [run for _, run in rows]}
    columns = {"tps": 100 * speeds, "response_time_p99_ms": 10 / speeds, "cpu": 10 * speeds**0.5}
    table |= {name: (numbers * noise[k]).tolist() for k, (name, numbers) in enumerate(columns.items())}
    return ahp.rank(ahp.read(table), resamples=500).to_dict()["scenarios"][0]


FOUR = ("none", "a", "b", "c")


def test_with_runs_every_interval_and_probability_is_there():
    scenario = scenario_of(FOUR, 4)
    found = scenario["confidence"]
    tables = sureness_tables(scenario)
    assert [table[0][0] for table in tables] == [
        "interval of", "interval of the priority", "probability of rank", "probability of beating", "benefit and cost",
    ]  # fmt: skip
    for name, *numbers, together in tables[4][1]:
        (b, bc), (_, c) = found["covariance"][name]
        assert [float(number) for number in numbers] == pytest.approx([b, bc, c], rel=0.006)
        assert float(together) == pytest.approx(bc / (b * c) ** 0.5, abs=0.0051)
    ranks = {row[0]: row[1:] for row in tables[2][1]}
    first = scenario["order"][0]
    assert ranks[first][0] == probability(found["ranks"][first][0])
    assert all(len(row) == len(table[0]) for table in tables for row in table[1])


def test_what_would_change_it():
    scenario = scenario_of(FOUR, 1)
    tables = change_tables(scenario)
    heads = [table[0][0] for table in tables][:3]
    assert heads == ["smallest change of one measurement", "weight of", "share of all weights with rank"]
    assert len(tables[0][1]) == sum(entry["change"] is not None for entry in scenario["margin"]["all"])
    assert all(len(row) == len(table[0]) for table in tables for row in table[1])


def test_the_critical_change_of_a_weight_and_figure_6_are_there(examples):
    study = ahp.Study.from_toml(examples / "zfs_oltp.toml")
    found = ahp.rank(ahp.read(examples / "zfs_oltp.csv", study=study), study, confidence=None).to_dict()
    (weights,) = (t for t in change_tables(found["scenarios"][0]) if t[0][0] == "weight of")
    assert weights[0][-1] == "change of it alone"
    # Where LZJB and ZLE draw level, the other two weights as they are (Triantaphyllou & Sánchez 1997).
    alone = {row[0]: row[-1] for row in weights[1]}
    assert alone == {"storage_saving": "+0.609", "throughput": "-0.221", "response_time": "–"}
    # Suharjito & Kurnadi 2017, Figure 6: throughput along the read/write ratio; from Tables 5, 9 and 13.
    heads, rows = next(table for table in across_tables(found) if table[0][0] == "by reads_per_write")
    assert heads == ["by reads_per_write", "1", "1.5", "2.333", "trend"]
    cells = {name: numbers for name, *numbers in rows}
    assert cells["throughput: LZJB"] == ["1.04", "1.18", "1.49", "rises"]
    assert cells["throughput: ZLE"][-1] == "mixed"
    assert len(rows) == 4 * 3


def test_what_the_runs_leave_open_is_one_table_in_the_text():
    scenario = scenario_of(FOUR, 4)
    heads, rows = open_table(scenario)
    assert heads == ["95 %", "benefit", "cost", "ranks, all at once", "correlation"]
    assert [row[0] for row in rows] == scenario["order"]
    for name, benefit, _, ranks, _ in rows:
        assert [float(end) for end in benefit.split(" to ")] == pytest.approx(
            scenario["confidence"]["intervals"]["benefit"][name], abs=0.0005001
        )
        best, *worst = scenario["confidence"]["rank_sets"][name]
        assert ranks in (f"{best}", f"{best} to {worst[0]}")
    assert open_table(scenario_of(FOUR[:3], 1)) is None


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


def test_shares_and_trends_stand_in_every_report():
    speeds = {"s": {"none": 100, "a": 130, "b": 101}, "t": {"none": 100, "a": 105, "b": 140}}
    notes = tuple(
        ahp.ScenarioNote(name, attributes=(("clients", at),)) for name, at in (("s", 2.0), ("t", 8.0))
    )
    criteria = (ahp.Criterion("speed", ahp.Merit.BENEFIT, ("throughput",), index="relative"),)
    measured = ahp.read(runs_about(speeds, runs=4, noise=0.02))
    decision = ahp.rank(measured, ahp.Study(criteria, scenarios=notes))
    document = decision.to_dict()
    found, tables = document["across_scenarios"], across_tables(document)
    heads, rows = next(table for table in tables if table[0][0] == "share of the draws")
    assert heads[1:7] == ["worst", "regret", "mean", "unknown", "never worse", "dominated"]
    assert len(heads) == 7 + len(found["hurwicz"])
    for format in ("text", "markdown"):
        report = decision.report(format)
        for cell in {cell for _, rows in tables for row in rows for cell in row}:
            assert cell.replace("<", r"\<").replace(">", r"\>") in report or cell in report, (format, cell)
    assert {row[0]: row[5] for row in rows} == {
        n: probability(p) for n, p in found["never_worse_share"].items()
    }
