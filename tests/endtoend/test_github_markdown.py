"""The Markdown of every report, read by GitHub's own renderer: tables stay tables, names stay names."""

import json
import re
import subprocess
from collections import Counter
from html.parser import HTMLParser

import pytest
from endtoend.tools import program
from golden import comparisons
from model.test_reversal import mixed
from report.html.pages_of import hostile, large, shipped

import ahp
from ahp.report import render_hierarchy

# What a report is made of; whatever else stands in a page came out of somebody's label.
OURS = {"h1", "h2", "h3", "p", "table", "thead", "tbody", "tr", "th", "td", "ul", "li", "strong", "code"}
FOLDS = {"details", "summary"}


class Page(HTMLParser):
    """The elements of a page, the cells of its tables, and its text outside of them."""

    def __init__(self, html):
        super().__init__()
        self.elements, self.tables, self.outside, self.open = Counter(), [], [], []
        self.feed(html)
        assert self.open == [], "an element is not closed"

    def handle_starttag(self, tag, attrs):
        self.elements[tag] += 1
        self.open.append(tag)
        assert {name for name, _ in attrs} <= {"align"}
        if tag == "table":
            self.tables.append([])
        elif tag == "tr":
            self.tables[-1].append([])
        elif tag in ("td", "th"):
            self.tables[-1][-1].append("")

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        if {"td", "th"} & set(self.open):
            self.tables[-1][-1][-1] += data
        else:
            self.outside.append(data)

    @property
    def text(self):
        """All of it, without the blanks of no width that keep GitHub from linking."""
        cells = (cell for table in self.tables for row in table for cell in row)
        return "\n".join([*self.outside, *cells]).replace("\u200b", "")


def rendered(markdown):
    """The page that GitHub's renderer makes, raw HTML shown as it is."""
    extensions = ("table", "strikethrough", "autolink", "tasklist", "tagfilter")
    command = [program("cmark-gfm"), "--unsafe", *(word for name in extensions for word in ("-e", name))]
    done = subprocess.run(command, input=markdown, capture_output=True, encoding="utf-8", check=True)
    return Page(done.stdout)


def reports(examples, tmp_path):
    """Every kind of report, by name: (Markdown, the labels that must be shown)."""
    for name, study in (
        ("zfs_oltp", None),
        ("pg_wal_runs", "pg_wal_runs"),
        ("innodb_selective", "innodb_selective"),
    ):
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
    "a|b",
    r"a\|b",
    "|",
    "| --- |",
    "</details>",
    "<!-- x",
    "<details open>",
    "`code` ``",
    "**bold** __x__ ~~no~~",
    "![i](x.png)",
    "[x]: /url",
    "<https://x.org>",
    "www.x.org",
    "a@b.org",
    "&amp; &#60;",
    "1. one",
    "- [ ] task",
    "# head #",
    "line\nbreak",
    "tab\there",
    "\\",
    "two  blanks",
    "- - -",
    "$x^2$",
]


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
    shown = {
        cell.replace("\u200b", "") for row in page.tables[0 if format == "judged" else 1] for cell in row
    }
    for name in HOSTILE:
        told = json.dumps(name)[1:-1].replace('\\"', '"').replace("\\\\", "\\")
        assert re.sub(" +", " ", told) in {re.sub(" +", " ", cell) for cell in shown}, name


def test_the_answers_come_first_and_only_the_tables_behind_them_are_folded(examples):
    document = shipped(examples, "zfs_oltp")
    markdown = ahp.report.render(document, "markdown")
    page = rendered(markdown)
    assert page.tables[0] == [
        ["scenario", "choice", "how sure"],
        *(
            [s["scenario"], f"choose {s['choose'][0]}", "one run each: how sure is not known"]
            for s in document["scenarios"]
        ),
    ]
    unfolded = re.sub(r"<details>.*?</details>", "", markdown, flags=re.DOTALL)
    assert "index-mixed** flips" in unfolded
    assert "index** holds" not in unfolded
    assert unfolded.count("| place | alternative |") == len(document["scenarios"])
    assert "CR = " not in unfolded
    assert len(unfolded) < len(markdown) / 2


def test_what_changed_stands_before_the_scenarios(examples):
    for decision in comparisons.compared(examples).values():
        headings = re.findall(r"^## (.*)$", decision.report("markdown"), re.MULTILINE)
        assert headings[0] == "Changes"
