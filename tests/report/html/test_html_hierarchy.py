"""A hierarchy of judgments as a page."""

import re

from model.test_reversal import belton_gear, mixed
from report.html.parsed import parsed

from ahp import Group, Hierarchy, judge
from ahp.report import render_hierarchy
from ahp.report.figures import KINDS


def test_the_page_says_what_the_markdown_says():
    document = judge(mixed())
    page = parsed(render_hierarchy(document, "html"))
    assert page.all("h1")[0].text == "car: choose a"
    text = page.text
    for part in (
        "Criteria",
        "Alternatives",
        "What would change it",
        "consistent within 0.1",
        "quality / safety",
    ):
        assert part in text
    assert "Rank reversal" in parsed(render_hierarchy(judge(belton_gear()), "html")).text


def test_an_inconsistent_hierarchy_says_so_first():
    judged = {("a", "b"): 9, ("b", "c"): 9, ("a", "c"): "1/9"}
    tree = Hierarchy("goal", {"x": 1, "y": 1}, {"x": judged, "y": judged})
    page = parsed(render_hierarchy(judge(tree), "html"))
    assert "! judgments not consistent within 0.1" in " ".join(page.all("header")[0].text.split())
    assert "Judgments to look at again" in page.text


def test_names_of_a_hierarchy_are_escaped():
    names = ["<script>x</script>", '"><img onerror=x>', "z" * 10_000]
    under = {name: {alternative: 1 + i for i, alternative in enumerate(names)} for name in ("p", "<b>")}
    text = render_hierarchy(judge(Hierarchy("<i>goal</i>", {"p": 1, "<b>": 2}, under)), "html")
    page = parsed(text)
    assert len(page.all("script")) == 2  # the sliders' numbers, and the script
    assert page.all("img", "b", "i") == []
    assert text.count("z" * 10_000) == 1
    assert "<script>x</script>" in page.text


def test_the_ideal_mode_ranks_by_scores():
    document = judge(mixed(), mode="ideal")
    page = parsed(render_hierarchy(document, "html"))
    shown = {float(data.attributes["value"]) for data in page.all("table")[0].all("data")}
    assert shown == set(document["scores"].values())


def test_figures_and_matrices_stand_in_their_parts_and_the_same_bytes_come_twice():
    judged = {("a", "b"): 9, ("b", "c"): 9, ("a", "c"): "1/9"}
    people = Group({"Ann": judged, "Bob": {("a", "b"): 1, ("b", "c"): 2, ("a", "c"): 3}})
    document = judge(Hierarchy("goal", {"x": 1, "y": 1}, {"x": judged, "y": people}))
    text = render_hierarchy(document, "html")
    assert text == render_hierarchy(document, "html")
    page = parsed(text)
    shown = [figure.all("figcaption")[0].text for figure in page.all("figure")]
    kinds = ("judged_hierarchy", "judged_priorities", "judged_matrices", "judged_agreement", "judged_margins")
    assert shown == [KINDS[kind].shows for kind in kinds]
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    captions = [table.all("caption")[0].text for table in page.all("table")]
    assert sum(caption.startswith("Under ") for caption in captions) == 2
    assert "the rank of the most inconsistent" in page.text


def test_where_nothing_is_judged_no_part_says_so():
    tree = Hierarchy("goal", {"x": 1}, {"x": {"a": 1, "b": 2}})
    assert "Judgments and their consistency" not in render_hierarchy(judge(tree), "html")
