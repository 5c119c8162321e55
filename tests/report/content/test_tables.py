"""The tables below: every number of the document, judgments with what contradicts them, sources that resolve."""

import re
from dataclasses import replace

from golden import comparisons
from report.html.pages_of import large, shipped

import ahp
from ahp import Group, Hierarchy, IncompleteMatrix, PairwiseMatrix, Ratings, judge
from ahp.report.content.judgments import judged_tables, matrix_of, study_tables
from ahp.report.content.labels import LONGEST, labels_of, shown_by
from ahp.report.content.method import REFERENCES, method_of
from ahp.report.content.scenario_tables import runs_table
from ahp.report.content.scenarios import content_of
from ahp.report.content.tables import captioned
from ahp.report.content.together import changes_of
from ahp.report.scrutiny_tables import change_tables, sureness_tables

BAD = PairwiseMatrix(
    [[1, 2, 8, 9], ["1/2", 1, 4, "1/4"], ["1/8", "1/4", 1, 1], ["1/9", 4, 1, 1]], ["a", "b", "c", "d"]
)


def test_every_judged_comparison_has_its_matrix_with_its_consistency():
    document = judge(Hierarchy("goal", {"x": 1, "y": 2}, {"x": BAD, "y": {"a": 1, "b": 2, "c": 3, "d": 4}}))
    (table,) = judged_tables(document, str)
    node = document["nodes"][1]
    found = node["consistency"]
    assert table.caption == (
        f"Under x: λ_max = {found['lambda_max']:.4f}, CI = {found['index']:.4f}, CR = {found['ratio']:.4f} "
        f"(random index {found['random_index']:.4g}); in brackets the rank of the most inconsistent"
    )
    assert table.heads == ("item", "a", "b", "c", "d", "priority")
    assert (node["worst"][0]["first"], node["worst"][0]["second"]) == ("d", "b")
    assert (table.rows[3][2], table.rows[1][4]) == ("4 (1)", "1/4 (1)")
    assert table.rows[0][0:2] == ("a", "1")
    assert table.rows[0][-1] == f"{node['priorities']['a']:.3f}"
    for keys in (["judged"], ["judged", "participants"]):  # of an older version there are no matrices
        older = {**document, "nodes": [{k: n[k] for k in n if k not in keys} for n in document["nodes"]]}
        assert judged_tables(older, str) == ()
    # of many items marks stand in the half that is shown
    names = [f"n{i}" for i in range(13)]
    mark = {"first": "n5", "second": "n2", "judgment": 9.0, "consistent": 1.0, "ratio": 0.0}
    table = matrix_of(str, "x", "item", names, [[1.0] * 13 for _ in names], [mark])
    assert (table.rows[2][6], table.rows[5][3]) == ("1 (1)", "")


def test_groups_gaps_and_scales_are_told():
    group = Group({"Ann": {("a", "b"): 2}, "Bob": {("b", "c"): 3}, "Cy": {("a", "b"): 8}})
    gaps = IncompleteMatrix.from_judgments({("a", "b"): 2, ("b", "c"): 3})
    scale = PairwiseMatrix([[1, 3], ["1/3", 1]], ["good", "poor"])
    grades = Ratings({"a": "good", "b": "poor", "c": "good"}, scale)
    tables = judged_tables(
        judge(Hierarchy("goal", {"x": 1, "y": 1, "z": 1}, {"x": group, "y": gaps, "z": grades})), str
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


def test_every_reference_is_that_of_the_documentation(root):
    known = (root / "docs" / "reference" / "references.md").read_text(encoding="utf-8")
    for key, reference in REFERENCES.items():
        entry = known.split(f"\n{key}\n: ")[1].split("\n\n")[0].replace("*", "")
        assert entry.startswith(reference), key


def test_every_source_that_is_named_is_in_the_list(examples):
    found = method_of(shipped(examples, "pg_wal_runs"), str, {})
    text = " ".join(found.steps)
    named = re.findall(r"((?:[A-Z]\w+(?:, | & )?)+ \d{4})", text)
    assert len(named) >= 8
    assert set(named) == set(REFERENCES)
    assert "10000 draws" in text


def content(document, number=0):
    return content_of(document, document["scenarios"][number], str)


def test_a_matrix_of_many_has_numbers_for_columns_and_a_larger_one_none(tmp_path):
    found = content(large(tmp_path, alternatives=13, criteria=2, scenarios=1))
    assert found.matrices[0].heads[3:6] == ("1", "2", "3")
    assert found.matrices[0].rows[0][0] == "1 alternative 0"
    assert found.matrices[0].rows[2][3:6] == ("", "", "1")
    assert found.matrices[0].caption.endswith("below the diagonal would stand the inverses")
    assert len(found.sure) > 1
    more = content(large(tmp_path, alternatives=31, criteria=2, scenarios=1))
    assert "is not kept" in more.matrices[0].caption
    assert more.matrices[0].heads == ("alternative", "measure_0", "value", "priority")
    assert len(more.matrices[0].rows) == 31


def test_every_table_that_reports_share_has_a_caption_of_its_own(examples):
    for name in ["zfs_oltp", "oracle_tablespace"]:
        study = name if name == "oracle_tablespace" else None
        for scenario in shipped(examples, name, study)["scenarios"]:
            for heads, rows in (*sureness_tables(scenario), *change_tables(scenario)):
                table = captioned(str, heads, rows)
                assert table.caption != heads[0]
                for column in range(1, len(heads)):
                    cells = [row[column] for row in rows]
                    numbers = all(cell.strip("+-–%<>. to")[:1].isdigit() or cell == "–" for cell in cells)
                    assert numbers or column in table.words, (table.caption, heads[column])


def test_two_criteria_that_read_one_measure_have_a_column_each():
    speed = ahp.Criterion("buy", ahp.Merit.BENEFIT, ("throughput",), transactions=("buy",))
    study = ahp.Study((speed, replace(speed, name="sell", transactions=("sell",))))
    table = {
        "alternative": ["none", "none", "a", "a"],
        "transaction": ["buy", "sell"] * 2,
        "tps": [1, 2, 3, 4],
    }
    found = ahp.rank(ahp.read(table), study).to_dict()["scenarios"][0]
    rows = {row[0]: row[2:] for row in runs_table(found, str).rows}
    assert rows == {"none": ("1", "2"), "a": ("3", "4")}


def test_changes_stand_by_scenario_with_every_measure(examples):
    assert changes_of(shipped(examples, "zfs_oltp"), str) == ()
    decision = comparisons.compared(examples)["zfs_oltp_against"]
    for format, heading in (
        ("html", ">Changes<"),
        ("latex", r"\section*{Changes}"),
        ("markdown", "## Changes"),
    ):
        assert heading in decision.report(format)
    compared = decision.to_dict()
    whole, *scenarios = changes_of(compared, str)
    assert whole.title == "Changes"
    assert len(scenarios) == len(compared["changes"]["scenarios"])
    for part, scenario in zip(scenarios, compared["changes"]["scenarios"], strict=True):
        assert part.title.startswith(scenario["scenario"])
        assert sum(len(table.rows) for table in part.tables) == len(scenario["measures"])


def test_a_study_has_the_judgments_over_its_criteria_and_over_alternatives():
    worst = {"first": "c", "second": "a", "judgment": 5.0, "error": 15.0, "consistent": 1 / 3, "ratio": 0.01}
    over = {"criteria": ["a", "b", "c", "d"], "matrix": BAD.values.tolist(), "lambda_max": 5.0,
            "consistency_index": 0.33, "consistency_ratio": 0.37, "inspected": [worst]}  # fmt: skip
    one = {"criterion": "support", "alternatives": ["p", "q"], "participants": ["Ann", "Bob"],
           "matrix": [[1.0, None], [None, 1.0]], "consistency_index": None, "consistency_ratio": None}  # fmt: skip
    found = study_tables({"judgments": [over], "judged": [one, {**one, "matrix": None}]}, str)
    assert [table.caption for table in found] == [
        "Judgments over the criteria: λ_max = 5.0000, CI = 0.3300, CR = 0.3700; in brackets the rank of the "
        "most inconsistent",
        "The most inconsistent judgments, and what would be consistent",
        "Judgments under support, the mean of 2 participants",
    ]
    assert found[1].rows == (("(1) c over a", "5", "1/3", "0.010"),)
    assert found[2].rows == (("p", "1", "?"), ("q", "?", "1"))
