"""CSV: a row for each scenario and alternative, numbers that read back exactly, no cell that a spreadsheet runs."""

import csv
import io
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from report.histories import document, moment

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
        assert (
            float(row["priority_throughput"])
            == scenario.criteria["throughput"].priorities[row["alternative"]]
        )


def test_what_there_is_not_stays_empty():
    text = ahp.rank(ahp.read({"alternative": ["none", "a", "b"], "tps": [1, 3, 3]})).report("csv")
    rows = list(csv.DictReader(io.StringIO(text)))
    assert [(row["rank"], row["cost"], row["benefit_to_cost"]) for row in rows] == [("1", "", "")] * 2


def test_beside_a_previous_decision_it_tells_what_changed():
    def decided(throughput, runs):
        return ahp.rank(
            ahp.read(
                {
                    "alternative": [name for name in ("none", "a", "b") for _ in range(runs)],
                    "run": [*range(runs)] * 3,
                    "tps": [x * (1 + 0.01 * run) for x in (100.0, throughput, 150.0) for run in range(runs)],
                }
            ),
            resamples=500,
        )

    compared = ahp.compare(decided(120.0, 3), decided(200.0, 3))
    rows = list(csv.DictReader(io.StringIO(compared.report("csv"))))
    assert {(row["first_before"], row["changed"], row["beyond_noise"]) for row in rows} == {
        ("a", "true", "true")
    }
    (found,) = [
        m for m in compared.to_dict()["changes"]["scenarios"][0]["measures"] if m["alternative"] == "a"
    ]
    (row,) = [row for row in rows if row["alternative"] == "a"]
    assert float(row["before_throughput"]) == found["before"]
    assert float(row["change_throughput"]) == found["change"]
    assert [float(row["low_throughput"]), float(row["high_throughput"])] == found["interval"]
    once = ahp.compare(decided(120.0, 1), decided(200.0, 1)).report("csv")
    assert {row["low_throughput"] for row in csv.DictReader(io.StringIO(once))} == {""}


FORMULAS = ("=1+1", "+cmd|' /C calc'!A0", "-2+3+cmd", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1", "'=1", "-")


def test_a_formula_gets_a_quote():
    for text in FORMULAS:
        assert neutral(text) == f"'{text}"


def test_numbers_and_other_text_stay():
    for text in ["-1.5", "+3", "-1e-05", "1", "lz4", "a=b", "x-1", "", "'quoted'", "–"]:
        assert neutral(text) == text


@given(st.text() | st.text("'=+-@ \t\r1a"))
def test_what_was_there_comes_back(text):
    assert original(neutral(text)) == text
    assert neutral(text)[:1] not in ("=", "@", "\t", "\r")


def _harmless(text):
    for row in csv.reader(io.StringIO(text)):
        for cell in row:
            assert neutral(cell) == cell or cell[:1] == "'", cell


def test_no_csv_of_a_decision_holds_a_formula():
    table = {
        "scenario": ["=s"] * 3,
        "alternative": ["none", "=1+1", "@x"],
        "tps": [100, 120, 150],
        "cpu": [10, 12, 11],
    }
    decision = ahp.rank(ahp.read(table), index="relative")
    text = ahp.compare(decision, decision).report("csv")
    _harmless(text)
    rows = list(csv.DictReader(io.StringIO(text)))
    assert {row["alternative"] for row in rows} == {"'=1+1", "'@x"}
    assert {row["scenario"] for row in rows} == {"'=s"}
    assert {row["first_before"] for row in rows} <= {"'=1+1", "'@x"}
    study = decision.to_dict()
    study["scenarios"][0]["criteria"][0]["unit"] = "=u"
    _harmless(ahp.report.render(study, "csv"))


def test_no_csv_of_a_history_holds_a_formula():
    history = document(moment(), scenario="=s")
    history["entries"][0]["name"] = "=e"
    history["entries"][0]["scenarios"][0] |= {"scenario": "@s", "benefit": {"=a": 1.0}, "cost": {"=a": -1.5}}
    text = render_history(history, "csv")
    _harmless(text)
    (row,) = [row for row in csv.DictReader(io.StringIO(text)) if row["alternative"] == "'=a"]
    assert (row["name"], row["scenario"], row["cost"]) == ("'=e", "'@s", "-1.5")


def test_no_csv_of_a_hierarchy_holds_a_formula():
    names = ["=1+1", "-x"]
    under = ahp.PairwiseMatrix([[1, 3], [1 / 3, 1]], labels=names)
    weights = ahp.PairwiseMatrix([[1, 2], [1 / 2, 1]], labels=["=c", "+d"])
    found = ahp.judge(ahp.Hierarchy("=goal", weights, {"=c": under, "+d": under}))
    text = render_hierarchy(found, "csv")
    _harmless(text)
    assert [row["alternative"] for row in csv.DictReader(io.StringIO(text))] == ["'=1+1", "'-x"]


TORN = ["lz4\r=1+1", "lz4\n=1+1", "lz4;=1+1", "lz4\t=1+1", "lz4\u2028=1+1", 'lz4",=1+1']


def _unread(cell):
    """What a spreadsheet takes for cells of a text: it parts lines and cells outside of quotes alone."""
    return re.split(r"[,;\t\r\n\u2028]", re.sub(r'"(?:[^"]|"")*"', "", cell))


def _decided(names):
    return ahp.rank(ahp.read({"alternative": ["none", *names], "tps": [100, *range(110, 110 + len(names))]}))


def _judged(names):
    found = np.ones((len(names), len(names)))
    return ahp.judge(
        ahp.Hierarchy(
            "goal",
            ahp.PairwiseMatrix([[1, 2], [1 / 2, 1]], labels=["c\r=1", "d"]),
            dict.fromkeys(["c\r=1", "d"], ahp.PairwiseMatrix(found, labels=names)),
        )
    )


def _remembered(names):
    numbers = dict.fromkeys(names, 0.5)
    return document(moment(choose=names[0], benefit=numbers, cost=numbers, benefit_to_cost=numbers))


@pytest.mark.parametrize(
    "render",
    [
        lambda names: _decided(names).report("csv"),
        lambda names: render_hierarchy(_judged(names), "csv"),
        lambda names: render_history(_remembered(names), "csv"),
    ],
    ids=["decision", "hierarchy", "history"],
)
def test_no_name_tears_a_row_or_a_cell(render):
    text = render(TORN)
    assert not any("=" in cell for cell in _unread(text))
    heading, *rows = csv.reader(io.StringIO(text, newline=""), strict=True)
    assert sorted(row[heading.index("alternative")] for row in rows) == sorted(TORN)
    assert {len(row) for row in rows} == {len(heading)}


def test_a_decision_shows_names_without_what_a_terminal_obeys():
    shown = repr(_decided(["\x1b[31mred\rder"]))
    assert shown == "<Decision default: \\x1b[31mred\\rder>"
