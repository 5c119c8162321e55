"""The whole page: the same bytes twice, sound HTML, every part there, everything escaped."""

import json
import re
from html import escape
from itertools import pairwise

import pytest
from report.html.pages_of import HOSTILE, hostile, shipped
from report.html.parsed import parsed

import ahp
from ahp.report import render


@pytest.fixture(scope="module")
def page(examples):
    return render(shipped(examples, "zfs_oltp"), "html")


@pytest.mark.parametrize("format", ["html", "html-fragment"])
def test_the_same_document_gives_the_same_bytes(examples, format):
    document = json.loads(json.dumps(shipped(examples, "pg_wal_runs")))
    assert render(document, format) == render(shipped(examples, "pg_wal_runs"), format)


def test_every_part_is_there(page):
    text = parsed(page).all("body")[0].text
    for part in (
        "Choose LZJB", "How sure", "not known", "What would change it", "Across scenarios",
        "Benefit and cost side by side", "The rankings side by side", "Matrices and their consistency",
        "CR = 0.0000", "Audits", "Data as measured", "Every run, as it was measured", "Method",
        "Saaty 1980", "Provenance", "SHA-256", "ahp.decision/1", "Move the weights",
    ):  # fmt: skip
        assert part in text, part
    assert text.count("CR = 0.0000") == 12


def test_the_first_screen_comes_first(page):
    header = parsed(page).all("header")[0].text.replace("\u00a0", " ")
    for part in ("choose", "LZJB", "ZLE", "LZ4", "How sure", "What would change it", "stores 66.9 % less"):
        assert part.lower() in header.lower()


def test_nothing_is_asked_of_a_network(page):
    for element in parsed(page).all():
        for name, value in element.attributes.items():
            assert name not in ("src", "srcset", "style", "action"), element
            assert not name.startswith("on"), element
            if name in ("href", "xlink:href"):
                assert value.startswith("#")


@pytest.mark.parametrize(("format", "first"), [("html", 1), ("html-fragment", 2)])
def test_headings_go_down_one_level_at_a_time(examples, format, first):
    found = parsed(render(shipped(examples, "zfs_oltp"), format))
    levels = [int(heading.tag[1]) for heading in found.all("h1", "h2", "h3", "h4", "h5", "h6")]
    assert levels[0] == first
    assert levels.count(first) == 1 or first == 2
    assert all(after <= before + 1 for before, after in pairwise(levels))


def test_every_table_has_a_caption_and_scopes(page):
    tables = parsed(page).all("table")
    assert len(tables) > 30
    for table in tables:
        (caption,) = table.all("caption")
        assert caption.text.strip()
        columns = table.all("thead")[0].all("th")
        assert columns
        assert all(th.attributes["scope"] == "col" and th.text.strip() for th in columns)
        for row in table.all("tbody")[0].all("tr"):
            assert [th.attributes["scope"] for th in row.all("th")] == ["row"]
            assert len(row.all("td", "th")) == len(columns)


@pytest.mark.parametrize("format", ["html", "html-fragment"])
def test_whatever_came_from_a_file_is_text(format):
    page = render(hostile(), format)
    found = parsed(page)
    scripts = found.all("script")
    assert [s.attributes for s in scripts if s.attributes] == [{"type": "application/json"}] * (
        len(scripts) - 1
    )
    assert found.all("img", "iframe", "object", "embed", "link", "base") == []
    assert all(not name.startswith("on") for element in found.all() for name in element.attributes)
    assert not re.search("[\u200e\u200f\u202a-\u202e\u2066-\u2069]", page)
    text = found.text
    for label in HOSTILE[:2]:
        assert label in text
        assert label not in page
        assert (
            str(escape(label)) in page
            or escape(label).replace("&quot;", "&#34;").replace("&#x27;", "&#39;") in page
        )
    assert "{{ 7 * 7 }}" in text


def test_a_label_of_ten_thousand_characters_stands_in_the_page_once():
    page = render(hostile(), "html")
    assert page.count("x" * 9_000) == 2  # there are two such labels
    assert len(page) < 600_000


def test_a_fragment_is_no_page(examples):
    fragment = render(shipped(examples, "zfs_oltp"), "html-fragment")
    (root,) = [child for child in parsed(fragment).children if not isinstance(child, str)]
    assert (root.tag, root.attributes["class"]) == ("section", "ahp")
    assert parsed(fragment).all("html", "head", "body", "main", "header", "meta", "h1") == []


def test_changes_and_warnings_are_told(examples):
    previous = ahp.rank(ahp.read(examples / "pg_wal_runs.csv"))
    compared = ahp.compare(previous, previous.to_dict())
    text = parsed(compared.report("html")).text
    assert "Changes" in text
    assert "the decision is the same" in text
    assert "columns not used" in text
