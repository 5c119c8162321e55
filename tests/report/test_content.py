"""What a page says: of each scenario first the choice and how sure it is, below the tables, and sources."""

import copy
import html
import itertools
import re
from dataclasses import replace

from decision.nights import runs_about
from golden import comparisons
from report.html.pages_of import large, shipped

import ahp
from ahp import Group, Hierarchy, IncompleteMatrix, PairwiseMatrix, Ratings, judge
from ahp.report.names import LONGEST, shown_by
from ahp.report.numbers import probability
from ahp.report.page import Heading, Table
from ahp.report.phrases.study import REFERENCES
from ahp.report.sections.decision import card_of, changes_section, labels_of, method_section, opening_of
from ahp.report.sections.judgments import judged_tables
from ahp.report.sections.scenario import (
    criteria_table,
    matrix_table,
    ranking_table,
    runs_table,
    sureness_table,
)
from ahp.report.tables import across_tables, change_tables, sureness_tables


def test_groups_gaps_and_scales_are_told():
    group = Group({"Ann": {("a", "b"): 2}, "Bob": {("b", "c"): 3}, "Cy": {("a", "b"): 8}})
    gaps = IncompleteMatrix.from_judgments({("a", "b"): 2, ("b", "c"): 3})
    scale = PairwiseMatrix([[1, 3], ["1/3", 1]], ["good", "poor"])
    grades = Ratings({"a": "good", "b": "poor", "c": "good"}, scale)
    tables = judged_tables(
        judge(Hierarchy("goal", {"x": 1, "y": 1, "z": 1}, {"x": group, "y": gaps, "z": grades}))
    )
    assert "Under x, the weighted geometric mean of 3 participants: too little" in tables[0].caption
    assert tables[0].rows[0][1:4] == ("1", "4", "?")
    assert tables[1].rows[2][1] == "?"
    assert "Under z (rated), the grades: λ_max = 2.0000" in tables[2].caption
    assert tables[2].heads == ("item", "good", "poor")


def test_a_long_label_is_shortened_wherever_it_stands_and_two_stay_two():
    first, second = "x" * 200 + "1", "x" * 200 + "2"
    show, short = shown_by([first, second, "lz4"])
    assert show(first) != show(second)
    assert len(show(first)) <= LONGEST
    assert show(f"{first} beats {second} and lz4") == f"{short[first]} beats {short[second]} and lz4"
    speed = ahp.Criterion("speed", ahp.Merit.BENEFIT, ("throughput",))
    study = ahp.Study((speed,), screens=(ahp.Screen.of("throughput >= 2"),))
    table = {"alternative": ["none", "a", "b", "c"], "tps": [1, 2, 3, 1.5]}
    failed = {"c", "throughput >= 2"}  # who failed a requirement is known with it
    assert failed <= set(labels_of(ahp.rank(ahp.read(table), study).to_dict()))


def column(rows, at):
    return [row[at] for row in rows]


def test_neighbours_are_told_apart_in_every_format():
    table = {
        "alternative": ["none", *"abcd"],
        "tps": [100, 150, 150.2, 150.24, 400],
        "cpu": [10, 20, 20.01, 40, 19.99],
    }
    document = ahp.rank(ahp.read(table), index="relative").to_dict()
    scenario = document["scenarios"][0]
    benefit = [f"{scenario['benefit'][name]:.4f}" for name in scenario["order"]]
    page = ahp.report.render(document, "html")
    assert re.findall(r'<data value="[\d.]+">([\d.]+)</data><svg class="bar benefit"', page) == benefit
    lines = ahp.report.render(document, "markdown").split("\n")
    cells = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines if line.startswith("| ")]
    start = next(at for at, row in enumerate(cells) if row[:1] == ["place"])
    ranking = cells[start + 2 : start + 6]
    assert column(ranking, 2) == benefit
    assert [column(ranking, at) for at in (3, 4)] == [
        ["0.1999", "0.2001", "0.2000", "0.4000"],
        ["2.353", "0.883", "0.882", "0.442"],
    ]
    (under,) = (row for row in cells if row[0] == "throughput" and len(row) == 4 + len("abcd"))
    assert under[3:7] == [f"{scenario['benefit'][name]:.4f}" for name in "abcd"]
    latex = ahp.report.render(document, "latex")
    assert all(f"& {number} &" in latex for number in benefit)


def test_decimals_stay_three_where_these_tell_apart(examples):
    (first, *_) = shipped(examples, "zfs_oltp")["scenarios"]
    assert column(ranking_table(first).rows, 2) == ["0.421", "0.186", "0.393"]


def test_criteria_are_called_as_in_the_answer(examples):
    document = shipped(examples, "zfs_oltp")
    names = ["space", "throughput", "maximum response time", "CPU"]
    (first, *_) = document["scenarios"]
    assert column(criteria_table(first).rows, 0) == names
    text = ahp.report.render(document, "text", "why")
    start = text.index("\ncriteria  ")
    assert [line.split("  ")[0].strip() for line in text[start:].split("\n")[2:6]] == [*names[:3], "CPU"]
    for format in ("markdown", "latex"):
        told = ahp.report.render(document, format)
        assert "all the benefit (space, throughput and maximum response time)" in told
        assert "all the cost (CPU)" in told
    page = ahp.report.render(document, "html")
    (study,) = re.findall(r"<caption>The study: its criteria</caption>.*?</table>", page, re.DOTALL)
    assert page.count(">storage_saving<") == study.count(">storage_saving<") == 1  # what --weights takes


def test_two_criteria_that_would_be_called_alike_keep_their_names():
    measures = {"cpu_overhead": "cpu", "CPU": "response_time_p99"}
    study = ahp.Study(tuple(ahp.Criterion(name, ahp.Merit.COST, (own,)) for name, own in measures.items()))
    table = {"alternative": ["none", "a", "b"], "cpu": [10, 20, 30], "p99_ms": [1, 2, 4]}
    (found,) = ahp.rank(ahp.read(table), study).to_dict()["scenarios"]
    assert column(criteria_table(found).rows, 0) == ["cpu_overhead", "CPU"]


def test_every_reference_is_that_of_the_documentation(root):
    known = (root / "docs" / "reference" / "references.md").read_text(encoding="utf-8")
    for key, reference in REFERENCES.items():
        entry = known.split(f"\n{key}\n: ")[1].split("\n\n")[0].replace("*", "")
        assert entry.startswith(reference), key


def test_every_source_that_is_named_is_in_the_list(examples):
    found = itertools.takewhile(
        lambda block: not isinstance(block, Heading) or block.text != "References",
        method_section(shipped(examples, "pg_wal_runs")),
    )
    text = " ".join(block.text for block in found)
    named = re.findall(r"((?:[A-Z]\w+(?:, | & )?)+ \d{4})", text)
    assert len(named) >= 8
    assert set(named) == set(REFERENCES)
    assert "10000 draws" in text


def test_a_matrix_of_many_has_numbers_for_columns_and_a_larger_one_none(tmp_path):
    (scenario,) = large(tmp_path, alternatives=13, criteria=2, scenarios=1)["scenarios"]
    matrix = matrix_table(scenario["criteria"][0])
    assert matrix.heads[3:6] == ("1", "2", "3")
    assert matrix.rows[0][0] == "1 alternative 0"
    assert matrix.rows[2][3:6] == ("", "", "1")
    assert matrix.caption.endswith("below the diagonal would stand the inverses")
    assert sureness_table(scenario)
    assert sureness_tables(scenario)
    (more,) = large(tmp_path, alternatives=31, criteria=2, scenarios=1)["scenarios"]
    matrix = matrix_table(more["criteria"][0])
    assert "is not kept" in matrix.caption
    assert matrix.heads == ("alternative", "measure 0", "value", "priority")
    assert len(matrix.rows) == 31


def test_two_criteria_that_read_one_measure_have_a_column_each():
    speed = ahp.Criterion("buy", ahp.Merit.BENEFIT, ("throughput",), transactions=("buy",))
    study = ahp.Study((speed, replace(speed, name="sell", transactions=("sell",))))
    table = {
        "alternative": ["none", "none", "a", "a"],
        "transaction": ["buy", "sell"] * 2,
        "tps": [1, 2, 3, 4],
    }
    found = ahp.rank(ahp.read(table), study).to_dict()["scenarios"][0]
    rows = {row[0]: row[2:] for row in runs_table(found).rows}
    assert rows == {"none": ("1", "2"), "a": ("3", "4")}


TABLE = {
    "alternative": [name for name in ("none", "a", "b") for _ in range(3)],
    "run": [1, 2, 3] * 3,
    "tps": [100, 101, 102, 200, 202, 204, 300, 302, 303],
}


def cards(document):
    return [card_of(document, scenario, str, "p") for scenario in document["scenarios"]]


def test_a_verdict_is_a_word_and_a_sign():
    decided = ahp.rank(ahp.read(TABLE), resamples=500).to_dict()
    often = "Of 500 simulated repeats of the 3 runs each, b is first in over 99.9 %."
    for verdict, word, answer, said in [
        ("decisive", "decisive", "Choose b", often),
        ("leaning", "leaning", "B ?, leaning", often),
        ("tie", "tie", "A tie: b", "The first two are within 1 % of each other; 3 runs each."),
    ]:
        document = copy.deepcopy(decided)
        document["scenarios"][0]["confidence"]["verdict"] = verdict
        document["scenarios"][0]["standing"]["word"] = verdict
        (card,) = cards(document)
        assert (card.verdict, card.answer, card.sure[0]) == (word, answer, said)
        assert card.sign


def test_neither_better_nor_worse_is_said_to_be_so():
    table = {"alternative": ["none", "a", "b"], "tps": [100, 200, 300], "cpu_pct": [10, 10, 10]}
    (card,) = cards(ahp.rank(ahp.read(table), index="relative").to_dict())
    assert card.gained == ("Better than “none”: throughput +200.0 %; as “none”: CPU 0.0 %.",)


def test_a_title_is_no_surer_than_the_verdicts(examples):
    document = copy.deepcopy(shipped(examples, "innodb_selective", "innodb_selective"))
    (first, second) = document["scenarios"]
    assert opening_of(document, str).title == "Keep none in every scenario"
    for scenario in document["scenarios"]:
        scenario["standing"] |= {"word": "leaning", "names": ["SELECTIVE"]}
    title = "SELECTIVE is first in every scenario; surely in none of them"
    assert opening_of(document, str).title == title
    second["standing"]["names"] = ["ALL"]
    title = "Who is first depends on the scenario; surely in none of them"
    assert opening_of(document, str).title == title
    document["scenarios"] = [first]
    assert opening_of(document, str).title == "SELECTIVE ?, leaning"


def test_without_a_rival_it_is_held_against_the_baseline():
    document = ahp.rank(ahp.read({"alternative": ["none", "a"], "tps": [1, 2]})).to_dict()
    found = opening_of(document, str)
    assert found.title == "Choose a"
    assert found.lead.startswith("Ranked by benefit alone")
    (change,) = found.cards[0].change
    assert change.startswith("none is kept if a's throughput is ")


def test_an_audit_that_chooses_the_baseline_says_that_it_is_the_baseline(examples):
    document = copy.deepcopy(shipped(examples, "zfs_oltp"))
    for finding in document["scenarios"][0]["audit"]:
        finding["to"] = "Baseline" if finding["verdict"] == "flips" else None
    assert cards(document)[0].audits == "2 of 8 checks disagree: the baseline “Baseline” would be first"
    next(f for f in document["scenarios"][0]["audit"] if f["verdict"] == "flips")["to"] = "LZ4"
    assert cards(document)[0].audits == "2 of 8 checks disagree: another would be first"


def test_the_critical_change_of_a_weight_and_figure_6_are_there(examples):
    study = ahp.Study.from_toml(examples / "zfs_oltp.toml")
    found = ahp.rank(ahp.read(examples / "zfs_oltp.csv", study=study), study, confidence=None).to_dict()
    (weights,) = (t for t in change_tables(found["scenarios"][0]) if t.id == "weights")
    assert weights.heads[-1] == "change of it alone"
    # Where LZJB and ZLE draw level, the other two weights as they are (Triantaphyllou & Sánchez 1997).
    alone = {row[0]: row[-1] for row in weights.rows}
    assert alone == {"space": "+0.609", "throughput": "-0.221", "maximum response time": "–"}
    # Suharjito & Kurnadi 2017, Figure 6: throughput along the read/write ratio; from Tables 5, 9 and 13.
    (trends,) = (table for table in across_tables(found) if table.id == "trends")
    assert trends.heads == ("by reads_per_write", "1", "1.5", "2.333", "trend")
    cells = {name: numbers for name, *numbers in trends.rows}
    assert cells["throughput: LZJB"] == ["1.04", "1.18", "1.49", "rises"]
    assert cells["throughput: ZLE"][-1] == "mixed"
    assert len(trends.rows) == 4 * 3


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
    heads, rows = next((table.heads, table.rows) for table in tables if table.id == "rule-shares")
    assert heads[1:7] == ("worst", "regret", "mean", "unknown", "never worse", "dominated")
    assert len(heads) == 7 + len(found["hurwicz"])
    for format in ("text", "markdown", "html"):
        report = decision.report(format, "why" if format == "text" else None)
        for cell in {cell for table in tables for row in table.rows for cell in row}:
            marked = (cell, cell.replace("<", r"\<").replace(">", r"\>"), html.escape(cell))
            assert any(text in report for text in marked), (format, cell)
    assert {row[0]: row[5] for row in rows} == {
        n: probability(p) for n, p in found["never_worse_share"].items()
    }


def test_what_changed_stands_in_every_report_by_scenario_with_every_measure(examples):
    decision = comparisons.compared(examples)["zfs_oltp_against"]
    shown = {"html": ">Changes<", "latex": r"\section*{Changes}", "markdown": "## Changes"}
    assert all(heading in decision.report(format) for format, heading in shown.items())
    document = decision.to_dict()
    blocks = changes_section(document["changes"])
    _, *headings = (block for block in blocks if isinstance(block, Heading))
    tables = (block for block in blocks if isinstance(block, Table))
    for heading, table, scenario in zip(headings, tables, document["changes"]["scenarios"], strict=True):
        assert heading.text == scenario["scenario"]
        assert len(table.rows) == len(scenario["measures"])
