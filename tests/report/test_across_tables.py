"""Tables of what is said over all scenarios, from documents alone."""

import pytest

import ahp
from ahp.report.across_tables import across_tables


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


def test_without_runs_there_are_no_shares(published):
    assert not [heads for heads, _ in across_tables(published) if heads[0] == "share of the draws"]


def test_one_scenario_has_no_tables():
    assert across_tables(ahp.rank(ahp.read({"alternative": ["none", "a"], "tps": [1, 2]})).to_dict()) == []


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
