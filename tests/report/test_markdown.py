"""Markdown: tables that stay tables whatever the names, and nothing that Markdown or GitHub would obey."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from report.html.pages_of import hostile, large

import ahp
from ahp.printing import printable
from ahp.report.markdown import LIMIT, escaped, fitting, table_lines


def test_a_name_cannot_break_out_of_its_cell():
    table = {"alternative": ["none", "a|b", "*c* <script> [x](y) `z` $m$"], "tps": [1, 2, 3]}
    text = ahp.rank(ahp.read(table)).report("markdown")
    rows = [line for line in text.splitlines() if line.startswith("| 1 ") or line.startswith("| 2 ")]
    assert any(r"a\|b" in row for row in rows)
    assert r"\*c\* \<script\> \[x\](y) \`z\` \$m\$" in text
    assert "<script>" not in text


@pytest.mark.slow
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


APART = "&#8203;"


def test_what_github_would_make_of_a_name_is_kept_from_it():
    for text, shown in [
        ("@octocat", f"@{APART}octocat"),
        ("a@b.org", f"a@{APART}b.org"),
        ("at 5 @ 3", "at 5 @ 3"),
        ("#123", rf"\#{APART}123"),
        ("torvalds/linux#5", rf"torvalds/linux\#{APART}5"),
        ("GH-12", f"GH-{APART}12"),
        ("https://x.org", f"https:{APART}//x.org"),
        ("www.x.org", f"www{APART}.x.org"),
        (":smile:", f":{APART}smile:"),
        ("deadbee", f"deadbe{APART}e"),
        ("1234567", "1234567"),
        ("- x", r"\- x"),
        ("+", r"\+"),
        ("---", r"\---"),
        ("-5.0 %", "-5.0 %"),
        ("1. x", r"1\. x"),
        ("# x", r"\# x"),
        ("1.5", "1.5"),
        ("*a* [b](c) <d> | `e` ~f~ $g$", r"\*a\* \[b\](c) \<d\> \| \`e\` \~f\~ \$g\$"),
        ("snake_case _word_", r"snake_case \_word\_"),
        ("a\x1bb\nc", r"a\\x1bb\\nc"),
    ]:
        assert escaped(text) == shown


@given(st.text(max_size=150) | st.text("@#|`*_-+=1.)(<>&[]!:/\\ab ~$", max_size=60))
def test_any_text_is_shown_as_it_is_wherever_it_stands(text):
    """By another reading of Markdown: in a cell, a heading, a list and a paragraph, there is text and nothing else."""
    said = escaped(text)
    expected = re.sub(" +", " ", re.sub(r"\S{201,}", "", printable(text).strip()))
    page = "\n".join(
        [f"## {said} x", "", f"- {said} x", "", f"{said} x", "", *table_lines(["a"], [[f"{said} x"]])]
    )
    tokens = MarkdownIt("commonmark", {"html": True}).enable(["table", "strikethrough"]).parse(page)
    found = [token for token in tokens if token.type == "inline"]
    assert len(found) == 5
    for token in found:
        if token.content == "a":
            continue
        children = {child.type for child in token.children}
        assert children <= {"text", "text_special"}
        shown = "".join(child.content for child in token.children).replace("\u200b", "")
        assert re.sub(" +", " ", shown) == f"{expected} x".lstrip()
    kinds = {token.type.removesuffix("_open").removesuffix("_close") for token in tokens}
    assert kinds == {
        "heading", "inline", "bullet_list", "list_item", "paragraph", "table", "thead", "tbody", "tr", "th", "td"
    }  # fmt: skip


def test_a_word_that_fills_a_page_is_shortened_and_told_from_others():
    one, other = escaped("x" * 10_000), escaped("x" * 9_999)
    assert len(one) < 210
    assert one != other
    assert escaped("y" * 200) == "y" * 200


def test_a_report_that_no_summary_takes_ends_at_a_line_and_says_so():
    text = fitting("a line of text\n" * 100_000)
    assert LIMIT - 200 < len(text.encode()) <= LIMIT
    ending = "The report ends here, since a job summary takes no more; the JSON report has the rest.\n"
    assert text.endswith(f"text\n\n{ending}")
    assert fitting("x\n") == "x\n"


def test_a_table_turns_numbers_to_the_right_and_leaves_words_and_the_names_of_its_rows():
    rows = [["1", "5", "9 to 10.5 ms", r"\<0.1 %", "–", "lz4", "1/0/0, 0/1/0", "-5.0 %"]]
    rows += [["2", "", "–", "12 %", "", "7", "–", "+1e-05"]]
    heads = [*"abcdefgh"]
    assert table_lines(heads, rows)[1] == "| --- | ---: | ---: | ---: | --- | --- | --- | ---: |"
    assert table_lines(["a", "b"], []) == ["| a | b |", "| --- | --- |", ""]
