"""The Markdown of every report, read by GitHub's own renderer: tables stay tables, names stay names."""

import json
import re

import pytest
from endtoend.github import rendered
from golden import comparisons
from model.test_reversal import mixed
from report.html.pages_of import hostile, large, shipped

import ahp
from ahp.report import render_hierarchy

# What a report is made of; whatever else stands in a page came out of somebody's label.
OURS = {"h1", "h2", "h3", "p", "table", "thead", "tbody", "tr", "th", "td", "ul", "li", "strong", "code"}
FOLDS = {"details", "summary"}


def reports(examples, tmp_path):
    """Every kind of report, by name: (Markdown, the labels that must be shown)."""
    for name, study in (("zfs_oltp", None), *((name, name) for name in ("pg_wal_runs", "innodb_selective"))):
        document = shipped(examples, name, study)
        yield ahp.report.render(document, "markdown"), document["scenarios"][0]["alternatives"]
    for decision in comparisons.compared(examples).values():
        yield decision.report("markdown"), decision.to_dict()["scenarios"][0]["alternatives"]
    yield ahp.report.render(large(tmp_path, 12, 4, 2), "markdown"), ["alternative 0", "scenario 1"]
    yield ahp.report.render(hostile(), "markdown"), ["<script>alert(1)</script>", '"><img src=x onerror=alert(2)>', "{{ 7 * 7 }}"]  # fmt: skip
    yield comparisons.history(examples).report("markdown"), []
    yield render_hierarchy(ahp.judge(mixed()), "markdown"), ["price"]


def test_every_table_is_one_and_nothing_but_reports_is_in_the_page(examples, tmp_path):
    for markdown, labels in reports(examples, tmp_path):
        page = rendered(markdown)
        assert set(page.elements) <= OURS | FOLDS
        rules = len(re.findall(r"^\|(?: ---:? \|)+$", markdown, re.MULTILINE))
        assert page.elements["table"] == rules >= 1
        assert len(re.findall(r"^\|", markdown, re.MULTILINE)) == page.elements["tr"] + rules
        for head, *rows in page.tables:
            assert rows
            assert {len(row) for row in rows} == {len(head)}
            assert all(cell == cell.strip() for row in rows for cell in row)
        assert not any("|" in line and "---" in line for line in page.outside)
        assert page.elements["details"] == page.elements["summary"] == markdown.count("<details>")
        for label in labels:
            assert label in page.text


HOSTILE = [
    "a|b", r"a\|b", "|", "| --- |", "</details>", "<!-- x", "<details open>", "`code` ``", "**bold** __x__ ~~no~~",
    "![i](x.png)", "[x]: /url", "<https://x.org>", "www.x.org", "a@b.org", "&amp; &#60;", "1. one", "- [ ] task",
    "# head #", "line\nbreak", "tab\there", "\\", "two  blanks", "- - -", "$x^2$",
]  # fmt: skip


@pytest.mark.parametrize("format", ["rows", "judged"])
def test_labels_that_markdown_or_html_would_obey_are_shown(format):
    if format == "judged":
        judgments = {(a, b): 2 for i, a in enumerate(HOSTILE) for b in HOSTILE[i + 1 :]}
        under = ahp.PairwiseMatrix.from_judgments(judgments)
        top = ahp.PairwiseMatrix.from_judgments({("x | y", "</summary>"): 3})
        hierarchy = ahp.Hierarchy("choose | one", top, {"x | y": under, "</summary>": under})
        markdown = render_hierarchy(ahp.judge(hierarchy), "markdown")
    else:
        names = ["none", *HOSTILE]
        table = {
            "scenario": ["<b>|s|"] * len(names) + ["</details>"] * len(names),
            "alternative": names * 2,
            "tps": [100 + i for i in range(2 * len(names))],
            "cpu": [10 + i % 5 for i in range(2 * len(names))],
        }
        markdown = ahp.rank(ahp.read(table), index="relative").report("markdown")
    page = rendered(markdown)
    assert set(page.elements) <= OURS | FOLDS
    assert page.elements["details"] == markdown.count("\n<details>")
    for head, *rows in page.tables:
        assert {len(row) for row in rows} == {len(head)}
    rows = page.tables[0 if format == "judged" else 1]
    shown = {re.sub(" +", " ", cell.replace("\u200b", "")) for row in rows for cell in row}
    for name in HOSTILE:
        told = json.dumps(name)[1:-1].replace('\\"', '"').replace("\\\\", "\\")
        assert re.sub(" +", " ", told) in shown, name


def test_the_answers_come_first_and_only_the_tables_behind_them_are_folded(examples):
    document = shipped(examples, "zfs_oltp")
    markdown = ahp.report.render(document, "markdown")
    page = rendered(markdown)
    head, *rows = page.tables[0]
    assert head == ["scenario", "choice", "how sure"]
    assert rows.pop()[0] == "Where the scenario is not known"
    for (scenario, choice, sure), s in zip(rows, document["scenarios"], strict=True):
        assert scenario == s["scenario"]
        assert s["choose"][0] in choice
        assert sure.startswith(f"{s['standing']['word']}, ")
    unfolded = re.sub(r"<details>.*?</details>", "", markdown, flags=re.DOTALL)
    assert "| any one index changed alone | ✗ disagrees |" in unfolded
    assert "✓ agrees" not in unfolded
    assert unfolded.count("| place | alternative |") == len(document["scenarios"])
    assert "CR = " not in unfolded
    assert len(unfolded) < len(markdown) / 2


def test_what_changed_stands_before_the_scenarios(examples):
    for decision in comparisons.compared(examples).values():
        headings = re.findall(r"^## (.*)$", decision.report("markdown"), re.MULTILINE)
        assert headings[0] == "Changes"
