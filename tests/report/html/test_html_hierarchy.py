"""A hierarchy of judgments as a page."""

from model.test_reversal import belton_gear, mixed
from report.html.parsed import parsed

from ahp import Hierarchy, judge
from ahp.report import render_hierarchy


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
    assert "! not consistent within 0.1" in " ".join(page.all("header")[0].text.split())
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
