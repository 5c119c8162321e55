"""Markdown: tables that stay tables whatever the names, and nothing that Markdown would obey."""

import pytest
from report.html.pages_of import hostile, large

import ahp
from ahp.report.marking import escaped


def test_a_name_cannot_break_out_of_its_cell():
    table = {"alternative": ["none", "a|b", "*c* <script> [x](y) `z` $m$"], "tps": [1, 2, 3]}
    text = ahp.rank(ahp.read(table)).report("markdown")
    rows = [line for line in text.splitlines() if line.startswith("| 1 ") or line.startswith("| 2 ")]
    assert any(r"a\|b" in row for row in rows)
    assert r"\*c\* \<script\> \[x\](y) \`z\` \$m\$" in text
    assert "<script>" not in text


@pytest.mark.parametrize("name", ["zfs_oltp", "tokudb_iibench"])
def test_every_table_is_rectangular(examples, name):
    text = ahp.rank(ahp.read(examples / f"{name}.csv")).report("markdown")
    blocks, block = [], []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            block.append(line.replace(r"\|", "").count("|"))
        elif block:
            blocks.append(block)
            block = []
    assert len(blocks) > 3
    assert all(len(set(block)) == 1 and len(block) >= 3 for block in blocks)


def test_matrices_consistency_and_provenance_stand_in_it(examples):
    text = ahp.rank(ahp.read(examples / "zfs_oltp.csv")).report("markdown")
    assert text.count("CR = 0.0000") == 12
    assert "SHA-256" in text
    assert "random index: alonso-lamata" in text


def test_a_job_summary_takes_every_report(tmp_path):
    """GitHub rejects a summary of more than 1 MiB: of a large decision the matrices are left out."""
    for document in (large(tmp_path), hostile()):
        text = ahp.report.render(document, "markdown")
        assert len(text.encode()) <= 1_000_000
        for scenario in document["scenarios"]:
            assert f"## {escaped(scenario['scenario'])}: " in text
    assert "Left out for the length of the report: the matrices" in ahp.report.render(
        large(tmp_path), "markdown"
    )


def test_beyond_that_the_rankings_stay(tmp_path, monkeypatch):
    document = large(tmp_path, alternatives=12, criteria=4, scenarios=2)
    monkeypatch.setattr("ahp.report.markdown.LIMIT", 10_000)
    text = ahp.report.render(document, "markdown")
    assert "all tables but the rankings" in text
    assert text.count("| alternative | benefit |") == 2
    assert "### Criteria" not in text


def test_a_matrix_of_very_many_is_not_printed():
    table = {"alternative": ["none", *(f"a{i}" for i in range(31))], "tps": list(range(1, 33))}
    decision = ahp.rank(ahp.read(table))
    assert decision.to_dict()["scenarios"][0]["criteria"][0]["matrix"] is None
    assert "Matrices and their consistency" not in decision.report("markdown")
