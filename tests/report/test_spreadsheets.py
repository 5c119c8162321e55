"""Cells that no spreadsheet runs, in every CSV, and the names that come back."""

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

FORMULAS = ("=1+1", "+cmd|' /C calc'!A0", "-2+3+cmd", "@SUM(A1)", "\t=1", "\r=1", " =1", "＝1", "'=1", "-")


@pytest.mark.parametrize("text", FORMULAS)
def test_a_formula_gets_a_quote(text):
    assert neutral(text) == f"'{text}"


@pytest.mark.parametrize("text", ["-1.5", "+3", "-1e-05", "1", "lz4", "a=b", "x-1", "", "'quoted'", "–"])
def test_numbers_and_other_text_stay(text):
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
