"""The tables below: every number of the document, judgments with what contradicts them, sources that resolve."""

import re

import pytest
from golden import comparisons
from report.html.pages_of import large, shipped

import ahp
from ahp import Group, Hierarchy, IncompleteMatrix, PairwiseMatrix, Ratings, judge
from ahp.report.content.judgments import judged_tables, matrix_of, study_tables
from ahp.report.content.labels import LONGEST, labels_of, shown_by
from ahp.report.content.method import REFERENCES, method_of
from ahp.report.content.scenario_tables import rankings_table, runs_table
from ahp.report.content.scenarios import content_of
from ahp.report.content.tables import captioned
from ahp.report.content.together import across_of, changes_of
from ahp.report.scrutiny_tables import change_tables, sureness_tables

BAD = PairwiseMatrix(
    [[1, 2, 8, 9], ["1/2", 1, 4, "1/4"], ["1/8", "1/4", 1, 1], ["1/9", 4, 1, 1]], ["a", "b", "c", "d"]
)


def test_every_judged_comparison_has_its_matrix_with_its_consistency():
    document = judge(
        Hierarchy("goal", {"x": 1, "y": 2}, {"x": BAD, "y": dict(zip("abcd", (1, 2, 3, 4), strict=True))})
    )
    (table,) = judged_tables(document, str)
    node = document["nodes"][1]
    assert table.caption == (
        f"Under x: λ_max = {node['consistency']['lambda_max']:.4f}, CI = {node['consistency']['index']:.4f}, "
        f"CR = {node['consistency']['ratio']:.4f} (random index {node['consistency']['random_index']:.4g}); in "
        f"brackets the rank of the most inconsistent"
    )
    assert table.heads == ("item", "a", "b", "c", "d", "priority")
    assert (node["worst"][0]["first"], node["worst"][0]["second"]) == ("d", "b")
    assert table.rows[3][2] == "4 (1)"
    assert table.rows[1][4] == "1/4 (1)"
    assert table.rows[0][0:2] == ("a", "1")
    assert table.rows[0][-1] == f"{node['priorities']['a']:.3f}"


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


def test_a_document_of_an_older_version_has_no_matrices():
    for key in ["judged", "participants"]:
        document = judge(Hierarchy("goal", {"x": 1}, {"x": BAD}))
        for node in document["nodes"]:
            del node["judged"]
            node.pop(key, None)
        assert judged_tables(document, str) == ()


def test_marks_of_many_items_stand_in_the_half_that_is_shown():
    names = [f"n{i}" for i in range(13)]
    lines = [[1.0] * 13 for _ in names]
    mark = {"first": "n5", "second": "n2", "judgment": 9.0, "consistent": 1.0, "ratio": 0.0}
    table = matrix_of(str, "x", "item", names, lines, [mark])
    assert table.rows[2][6] == "1 (1)"
    assert table.rows[5][3] == ""


def test_a_long_label_is_shortened_wherever_it_stands_and_two_stay_two():
    first, second = "x" * 200 + "1", "x" * 200 + "2"
    show, short = shown_by([first, second, "lz4"])
    assert show(first) != show(second)
    assert len(show(first)) <= LONGEST
    assert show(f"{first} beats {second} and lz4") == f"{short[first]} beats {short[second]} and lz4"


def test_who_failed_a_requirement_is_known_with_it():
    study = ahp.Study(
        (ahp.Criterion("speed", ahp.Merit.BENEFIT, ("throughput",)),),
        screens=(ahp.Screen.of("throughput >= 2"),),
    )
    table = {"alternative": ["none", "a", "b", "c"], "tps": [1, 2, 3, 1.5]}
    assert {"c", "throughput >= 2"} <= set(labels_of(ahp.rank(ahp.read(table), study).to_dict()))


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


def test_files_versions_and_the_study_are_told(examples):
    document = shipped(examples, "zfs_oltp")
    found = method_of(document, str, {"x" * 90: "x… (1)"})
    assert found.inputs.rows[0][3] == document["inputs"][0]["sha256"]
    assert dict(found.facts)["baseline"] == "Baseline"
    assert document["version"] in dict(found.facts)["made with"]
    assert [row[0] for row in found.study.rows] == [c["name"] for c in document["study"]["criteria"]]
    assert found.whole == (("x… (1)", "x" * 90),)


def content(document, number=0):
    return content_of(document, document["scenarios"][number], str)


def test_every_measurement_stands_in_it_once(examples):
    document = shipped(examples, "pg_wal_runs")
    table = content(document).every_run
    cells = [cell for row in table.rows for cell in row[2:]]
    assert len(cells) == len(document["scenarios"][0]["measurements"])
    assert sorted(map(float, cells)) == pytest.approx(
        sorted(m["value"] for m in document["scenarios"][0]["measurements"]), rel=1e-11
    )


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
                    numbers = all(
                        row[column].strip("+-–%<>. to")[:1].isdigit() or row[column] == "–" for row in rows
                    )
                    assert numbers or column in table.words, (table.caption, heads[column])


@pytest.fixture
def document(examples):
    return shipped(examples, "zfs_oltp")


@pytest.fixture
def scenario(document):
    return document["scenarios"][0]


def test_rankings_stand_side_by_side(scenario):
    table = rankings_table(scenario, str)
    assert table.heads == ("place", "most benefit", "most cost", "most benefit/cost")
    columns = list(zip(*table.rows, strict=True))
    assert list(columns[1]) == scenario["rankings"]["benefit"]
    assert list(columns[2]) == scenario["rankings"]["cost"]


def test_two_criteria_that_read_one_measure_have_a_column_each():
    criteria = [
        ahp.Criterion(name, ahp.Merit.BENEFIT, ("throughput",), transactions=(name,))
        for name in ("buy", "sell")
    ]
    table = {
        "alternative": ["none", "none", "a", "a"],
        "transaction": ["buy", "sell"] * 2,
        "tps": [1, 2, 3, 4],
    }
    found = ahp.rank(ahp.read(table), ahp.Study(tuple(criteria))).to_dict()["scenarios"][0]
    rows = {row[0]: row[2:] for row in runs_table(found, str).rows}
    assert rows == {"none": ("1", "2"), "a": ("3", "4")}


def test_values_stand_by_scenario_and_rule(examples):
    document = shipped(examples, "zfs_oltp")
    found = across_of(document, str)
    (table,) = found.tables
    assert table.heads[1:4] == ("Order Entry", "Calling Circle", "Stress Test")
    assert {row[0]: row[1:] for row in table.rows}["LZJB"] == ("1.65", "1.64", "1.62", "1.62", "1.16", "1.64")
    assert any("LZJB by the worst case" in sentence for sentence in found.sentences)


def test_changes_stand_by_scenario_with_every_measure(examples):
    assert changes_of(shipped(examples, "zfs_oltp"), str) == ()
    compared = comparisons.compared(examples)["zfs_oltp_against"].to_dict()
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
