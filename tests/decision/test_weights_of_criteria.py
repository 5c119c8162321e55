"""Criteria alone, judged to local and global weights: published trees, and every format in words of weights."""

import csv
import io
from itertools import combinations

import cases
import pytest

import ahp
from ahp.cli.judge import main
from ahp.decision.judging import judge
from ahp.report.hierarchy_render import HIERARCHY_FORMATS, render_hierarchy

SITE = """goal = "site"
criteria = ["economic", "technical", "ecological"]
judgments = [["economic", "technical", 3], ["economic", "ecological", 2], ["technical", "ecological", "1/2"]]
[children.economic]
judgments = [["price", "maintenance", 3]]
[children.technical]
judgments = [["performance", "reliability", 3]]
"""


@pytest.fixture
def site(write):
    path = write("site.toml", SITE)
    return path


@pytest.mark.parametrize("name", [f"ahptools-automobile-{n}" for n in (1, 2, 3)])
def test_published_weights_of_the_attributes_of_a_car(name):
    case = cases.published("peers.json")[name]
    children, upper = case["data"]["children"], case["data"]["upper"]

    def node(parent):
        pairs = zip(combinations(children[parent], 2), upper[parent], strict=True)
        said = {"judgments": [[first, second, times] for (first, second), times in pairs]}
        below = {child: node(child) for child in children[parent] if child in children}
        return {**said, "children": below} if below else said

    found = ahp.Hierarchy.from_dict(node("G")).global_priorities().to_dict()
    printed = {name: float(weight) for name, weight in case["printed"]["weights"].items()}
    assert found == pytest.approx(printed, abs=5.1e-9)


def test_no_format_speaks_of_alternatives_or_of_a_choice(site):
    document = judge(ahp.read_hierarchy(site).hierarchy)
    for name in HIERARCHY_FORMATS:
        text = render_hierarchy(document, name)
        assert "price" in text
        if name not in ("json", "html", "html-fragment"):  # the key of a document, the script of a page
            assert "alternative" not in text, name
            assert "choose" not in text, name
    assert "What weighs most first" in render_hierarchy(document, "html")


def test_the_text_names_local_and_global_weights(site, capsys):
    assert main([str(site)]) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == "site   price weighs most"
    assert told[3:5] == ["                weight", "1  price         0.405"]
    assert "    price        0.750   0.405" in told
    assert "  ecological     0.297   0.297" in told
    assert told[20].endswith("at 1.25 instead of 2 makes")


def test_a_table_has_a_row_for_each_criterion(site, told):
    rows = list(csv.DictReader(io.StringIO(told(0, main, [str(site), "--format", "csv"]).out)))
    assert [row["criterion"] for row in rows][:3] == [
        "economic",
        "economic / price",
        "economic / maintenance",
    ]
    assert float(rows[1]["global_weight"]) == pytest.approx(
        float(rows[0]["local_weight"]) * float(rows[1]["local_weight"])
    )
    assert [row["rank"] for row in rows] == ["", "1", "3", "", "4", "5", "2"]


def test_figures_are_drawn_of_what_there_is(site, tmp_path):
    assert main([str(site), "--figures", str(tmp_path / "figures"), "--output", str(tmp_path / "o")]) == 0
    drawn = {path.stem for path in (tmp_path / "figures").glob("*.svg")}
    assert drawn == {"judged_hierarchy", "judged_margins", "judged_matrices", "judged_priorities"}


def test_criteria_are_asked_and_answered(tmp_path, write, told):
    asked = tmp_path / "asked.toml"
    asked.write_text('criteria = ["economic", "view"]\n[children.economic]\ncriteria = ["price", "upkeep"]\n')
    questions = told(0, main, [str(asked), "--questionnaire"]).out
    assert questions.splitlines()[2:] == [",economic,view,", "economic,price,upkeep,"]
    answers = write("answers.csv", questions.replace(",view,", ",view,4").replace(",upkeep,", ",upkeep,3"))
    assert "1  price    0.600" in told(0, main, [str(asked), str(answers)]).out


def test_a_table_of_judgments_over_criteria_alone(tmp_path, told):
    table = tmp_path / "judged.csv"
    table.write_text(
        "under,first,second,judgment\n,cost,quality,1\n,cost,view,2\n,quality,view,2\n"
        "cost,price,upkeep,3\nquality,speed,trust,1\n"
    )
    assert told(0, main, [str(table)]).out.startswith("goal   price weighs most")
