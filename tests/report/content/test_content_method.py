"""The method of a page names its sources, and each of them resolves."""

import re

from report.html.pages_of import shipped

from ahp.report.content.method import REFERENCES, method_of


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


def test_judgments_over_criteria_stand_with_their_consistency(examples):
    study = shipped(examples, "zfs_oltp", "zfs_oltp")["study"]
    document = {**shipped(examples, "zfs_oltp"), "study": {**study, "judgments": [
        {"criteria": ["a", "b"], "matrix": [[1.0, 3.0], [1 / 3, 1.0]], "lambda_max": 2.0,
         "consistency_index": 0.0, "consistency_ratio": 0.0}
    ]}}  # fmt: skip
    (table,) = method_of(document, str, {}).judgments
    assert table.rows == (("a", "1", "3"), ("b", "1/3", "1"))
    assert "CR = 0.0000" in table.caption
