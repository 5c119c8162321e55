"""Judgments as tables: every number of a matrix, its consistency, and what contradicts the rest."""

import pytest
from model.test_reversal import mixed

from ahp import Group, Hierarchy, IncompleteMatrix, PairwiseMatrix, Ratings, judge
from ahp.report.content.judgments import judged_tables, matrix_of, study_tables

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


def test_nothing_is_judged_where_all_is_measured():
    tree = Hierarchy("goal", {"x": 1}, {"x": {"a": 1, "b": 2}})
    assert judged_tables(judge(tree), str) == ()
    assert len(judged_tables(judge(mixed()), str)) == sum(
        node["judged"] is not None for node in judge(mixed())["nodes"]
    )


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


@pytest.mark.parametrize("key", ["judged", "participants"])
def test_a_document_of_an_older_version_has_no_matrices(key):
    document = judge(Hierarchy("goal", {"x": 1}, {"x": BAD}))
    for node in document["nodes"]:
        del node["judged"]
        node.pop(key, None)
    assert judged_tables(document, str) == ()


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


def test_marks_of_many_items_stand_in_the_half_that_is_shown():
    names = [f"n{i}" for i in range(13)]
    lines = [[1.0] * 13 for _ in names]
    mark = {"first": "n5", "second": "n2", "judgment": 9.0, "consistent": 1.0, "ratio": 0.0}
    table = matrix_of(str, "x", "item", names, lines, [mark])
    assert table.rows[2][6] == "1 (1)"
    assert table.rows[5][3] == ""
