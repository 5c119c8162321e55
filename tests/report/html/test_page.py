"""The whole page: the same bytes twice, sound HTML, every part there, everything escaped, nothing from elsewhere."""

import hashlib
import json
import re
from base64 import b64encode
from html import escape
from itertools import pairwise

import pytest
from contract import freeze
from report.html.pages_of import HOSTILE, hostile, large, shipped
from report.html.parsed import parsed

import ahp
from ahp import Group, Hierarchy, judge
from ahp.report import render, render_hierarchy
from ahp.report.figures import KINDS
from ahp.report.figures.plan import COLOURS, looks_of
from ahp.report.html.render import asset, sliders_of


@pytest.fixture(scope="module")
def page(examples):
    return render(shipped(examples, "zfs_oltp"), "html")


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


def columns_of(row):
    """How many columns the cells of a row take."""
    return sum(int(cell.attributes.get("colspan", 1)) for cell in row.all("td", "th"))


@pytest.mark.parametrize("name", [name for name in freeze.NAMES if name != "history" and freeze.whole(name)])
def test_every_row_has_as_many_cells_as_its_heading(name):
    tables = parsed(render(freeze.whole(name), "html")).all("table")
    assert tables
    for table in tables:
        head, *rows = map(columns_of, table.all("tr"))
        assert rows
        assert {*rows} == {head}, table.all("caption")[0].text


def test_what_is_dominated_stands_in_the_ranking_of_a_page():
    table = {"alternative": ["none", "a", "b"], "tps": [100, 190, 120], "p99_ms": [10, 5, 9]}
    ranking = parsed(render(ahp.rank(ahp.read(table)).to_dict(), "html")).all("table")[0]
    head, *rows = ([cell.text.strip() for cell in row.all("th", "td")] for row in ranking.all("tr"))
    told = {cells[1]: cells[head.index("Pareto")] for cells in rows}
    assert told == {"a": "efficient", "b": "dominated"}


@pytest.mark.parametrize("format", ["html", "html-fragment"])
def test_whatever_came_from_a_file_is_text(format):
    page = render(hostile(), format)
    found = parsed(page)
    scripts = found.all("script")
    data = [script.attributes for script in scripts if script.attributes]
    assert data == [{"type": "application/json"}] * (len(scripts) - 1)
    assert found.all("img", "iframe", "object", "embed", "link", "base") == []
    assert all(not name.startswith("on") for element in found.all() for name in element.attributes)
    assert not re.search("[\u200e\u200f\u202a-\u202e\u2066-\u2069]", page)
    text = found.text
    for label in HOSTILE[:2]:
        assert label in text
        assert label not in page
        assert escape(label).replace("&quot;", "&#34;").replace("&#x27;", "&#39;") in page
    assert "{{ 7 * 7 }}" in text


def test_a_label_of_ten_thousand_characters_stands_in_the_page_once():
    page = render(hostile(), "html")
    assert page.count("x" * 9_000) == 2  # there are two such labels
    assert len(page) < 600_000
    names = ["<script>x</script>", '"><img onerror=x>', "z" * 10_000]
    under = {name: {alternative: 1 + i for i, alternative in enumerate(names)} for name in ("p", "<b>")}
    text = render_hierarchy(judge(Hierarchy("<i>goal</i>", {"p": 1, "<b>": 2}, under)), "html")
    page = parsed(text)
    assert len(page.all("script")) == 2  # the sliders' numbers, and the script
    assert page.all("img", "b", "i") == []
    assert text.count("z" * 10_000) == 1
    assert "<script>x</script>" in page.text


def test_a_fragment_is_no_page(examples):
    fragment = render(shipped(examples, "zfs_oltp"), "html-fragment")
    (root,) = [child for child in parsed(fragment).children if not isinstance(child, str)]
    assert (root.tag, root.attributes["class"]) == ("section", "ahp")
    assert parsed(fragment).all("html", "head", "body", "main", "header", "meta", "h1") == []


@pytest.mark.slow
def test_figures_and_matrices_stand_in_their_parts_and_the_same_bytes_come_twice():
    judged = {("a", "b"): 9, ("b", "c"): 9, ("a", "c"): "1/9"}
    people = Group({"Ann": judged, "Bob": {("a", "b"): 1, ("b", "c"): 2, ("a", "c"): 3}})
    document = judge(Hierarchy("goal", {"x": 1, "y": 1}, {"x": judged, "y": people}))
    text = render_hierarchy(document, "html")
    assert text == render_hierarchy(document, "html")
    page = parsed(text)
    shown = [figure.all("figcaption")[0].text for figure in page.all("figure")]
    kinds = ("hierarchy", "priorities", "performance", "matrices", "agreement")
    kinds += ("margins", "acceptability", "gradient", "regions")
    assert shown == [KINDS[f"judged_{kind}"].shows for kind in kinds]
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    captions = [table.all("caption")[0].text for table in page.all("table")]
    assert sum(caption.startswith("Under ") for caption in captions) == 2
    assert "the rank of the most inconsistent" in page.text


@pytest.mark.slow
def test_the_more_there_is_to_draw_the_fewer_figures_a_scenario_has(tmp_path):
    for alternatives, scenarios, figures in [(13, 1, 1), (3, 1, 4), (3, 2, 2)]:
        document = large(tmp_path, alternatives=alternatives, criteria=3, scenarios=scenarios)
        (part, *_) = (
            element
            for element in parsed(render(document, "html")).all("section")
            if element.attributes.get("id", "").endswith("-s1")
        )
        assert len(part.all("figure")) == figures
        assert len(part.all("input")) > 0


def test_the_data_of_the_sliders_are_the_numbers_of_the_document_exactly(examples):
    document = shipped(examples, "zfs_oltp")
    scenario = document["scenarios"][0]
    found = sliders_of(document, scenario["scenario"], str)
    data = json.loads(found.data)
    criteria = [c for c in scenario["criteria"] if c["merit"] == "benefit"]
    assert data["merits"]["benefit"]["weights"] == [c["weight"] for c in criteria]
    assert data["merits"]["benefit"]["priorities"] == [list(c["priorities"].values()) for c in criteria]
    assert data["first"] == [1]
    assert [(merit, len(weights)) for merit, _, weights in found.groups] == [("benefit", 3)]
    lone = ahp.rank(ahp.read({"alternative": ["none", "a", "b"], "tps": [1, 2, 3]})).to_dict()
    assert sliders_of(lone, lone["scenarios"][0]["scenario"], str) is None


def test_an_alternative_has_the_colour_of_the_figures_whatever_its_place_in_a_scenario(examples):
    document = json.loads(json.dumps(shipped(examples, "zfs_oltp")))
    looks = looks_of(document["scenarios"])
    scenario = document["scenarios"][1]
    scenario["alternatives"].reverse()
    colours = json.loads(sliders_of(document, scenario["scenario"], str).data)["colours"]
    assert colours == [looks[name].colour for name in scenario["alternatives"]]
    assert colours[-1] == COLOURS[0]


def test_the_script_is_small_and_evaluates_nothing():
    script = asset("move.js")
    assert len(script.encode()) < 10_000
    for word in ("eval", "Function(", "innerHTML", "fetch", "XMLHttp", "import(", "http:"):
        assert word not in script.replace("http://www.w3.org/2000/svg", "")


def test_nothing_in_the_style_reaches_for_anything_or_beyond_the_report():
    style = asset("style.css")
    assert "url(" not in style
    assert "@import" not in style
    bare = re.sub(r"@(?:media|supports)[^{]*\{", "", style)
    for selectors in re.findall(r"(?:^|\})\s*([^{}]+)\{", bare):
        for selector in selectors.split(","):
            assert selector.strip().startswith(".ahp"), selector


def test_the_policy_names_the_very_style_and_script_of_the_page(page):
    told = re.search(r'Security-Policy" content="([^"]+)"', page)[1].replace("&#39;", "'")
    for tag in ("script", "style"):
        (text,) = re.findall(rf"<{tag}>(.*?)</{tag}>", page, re.DOTALL)
        digest = b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in told
    assert told.startswith("default-src 'none'; ")
    assert "unsafe" not in told
    ids = re.findall(r'\sid="([^"]+)"', page)
    assert len(ids) == len(set(ids)) > 20  # no name stands twice
    assert set(re.findall(r'(?:href="|url\()#([^")]+)', page)) <= set(ids)
