"""CSV: a row for each scenario and alternative, numbers that read back exactly, no cell that a spreadsheet runs."""

import csv
import io
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from report.by_hand import document, moment

import ahp
from ahp.report import render_hierarchy
from ahp.report.history import render_history
from ahp.report.spreadsheets import neutral, original


def test_it_reads_back_at_full_precision(examples):
    decision = ahp.rank(ahp.read(examples / "zfs_oltp.csv"))
    rows = list(csv.DictReader(io.StringIO(decision.report("csv"))))
    assert len(rows) == 9
    assert [row["alternative"] for row in rows[:3]] == decision["Order Entry"].ranking()
    for row in rows:
        scenario = decision[row["scenario"]]
        assert float(row["benefit_to_cost"]) == scenario.benefit_to_cost[row["alternative"]]
        priorities = scenario.criteria["throughput"].priorities
        assert float(row["priority_throughput"]) == priorities[row["alternative"]]


def test_what_there_is_not_stays_empty():
    text = ahp.rank(ahp.read({"alternative": ["none", "a", "b"], "tps": [1, 3, 3]})).report("csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [(row["rank"], row["cost"], row["benefit_to_cost"]) for row in rows] == [("1", "", "")] * 2


def test_beside_a_previous_decision_it_tells_what_changed():
    def decided(throughput, runs):
        tps = [x * (1 + 0.01 * run) for x in (100.0, throughput, 150.0) for run in range(runs)]
        names = [name for name in ("none", "a", "b") for _ in range(runs)]
        return ahp.rank(
            ahp.read({"alternative": names, "run": [*range(runs)] * 3, "tps": tps}), resamples=500
        )

    def rows_of(compared):
        return list(csv.DictReader(io.StringIO(compared.report("csv"))))

    compared = ahp.compare(decided(120.0, 3), decided(200.0, 3))
    rows = rows_of(compared)
    said = {(row["first_before"], row["changed"], row["beyond_noise"]) for row in rows}
    assert said == {("a", "true", "true")}
    found = {m["alternative"]: m for m in compared.to_dict()["changes"]["scenarios"][0]["measures"]}["a"]
    (row,) = [row for row in rows if row["alternative"] == "a"]
    assert float(row["before_throughput"]) == found["before"]
    assert float(row["change_throughput"]) == found["change"]
    assert [float(row["low_throughput"]), float(row["high_throughput"])] == found["interval"]
    once = ahp.compare(decided(120.0, 1), decided(200.0, 1))
    assert {row["low_throughput"] for row in rows_of(once)} == {""}


def test_a_formula_gets_a_quote_and_numbers_and_other_text_stay():
    for text in (
        "=1+1",
        "+cmd|' /C calc'!A0",
        "-2+3+cmd",
        "@SUM(A1)",
        "\t=1",
        "\r=1",
        " =1",
        "＝1",
        "'=1",
        "-",
    ):
        assert neutral(text) == f"'{text}"
    for text in ["-1.5", "+3", "-1e-05", "1", "lz4", "a=b", "x-1", "", "'quoted'", "–"]:
        assert neutral(text) == text


@given(st.text() | st.text("'=+-@ \t\r1a"))
def test_what_was_there_comes_back(text):
    assert original(neutral(text)) == text
    assert neutral(text)[:1] not in ("=", "@", "\t", "\r")


TORN = ["lz4\r=1+1", "lz4\n=1+1", "lz4;=1+1", "lz4\t=1+1", "lz4\u2028=1+1", 'lz4",=1+1']


def _decided(names):
    tps = [100, *range(110, 110 + len(names))]
    decision = ahp.rank(
        ahp.read({"scenario": ["=s"] * len(tps), "alternative": ["none", *names], "tps": tps})
    )
    return ahp.compare(decision, decision).report("csv")


def _judged(names):
    under = ahp.PairwiseMatrix(np.ones((len(names), len(names))), labels=names)
    tree = ahp.Hierarchy("=goal", {("c\r=1", "+d"): 2}, {"c\r=1": under, "+d": under})
    return render_hierarchy(ahp.judge(tree), "csv")


def _remembered(names):
    numbers = dict.fromkeys(names, 0.5)
    history = document(
        moment(names[0], benefit=numbers, cost=numbers, benefit_to_cost=numbers, scenario="@s")
    )
    history["entries"][0]["name"] = "=e"
    return render_history(history, "csv")


@pytest.mark.parametrize("render", [_decided, _judged, _remembered])
def test_no_name_is_a_formula_or_tears_a_row_or_a_cell(render):
    names = [*TORN, "=1+1", "@x", "-x"]
    text = render(names)
    # What a spreadsheet takes for cells: it parts lines and cells outside of quotes alone.
    unquoted = re.split(r"[,;\t\r\n\u2028]", re.sub(r'"(?:[^"]|"")*"', "", text))
    assert not any(cell.startswith("=") for cell in unquoted)
    heading, *rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    shown = sorted(row[heading.index("alternative")] for row in rows)
    assert shown == sorted(neutral(name) for name in names)
    assert {len(row) for row in rows} == {len(heading)}
    assert all(neutral(cell) == cell or cell[:1] == "'" for row in (heading, *rows) for cell in row)
