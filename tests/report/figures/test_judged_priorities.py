import pytest
from report.figures.hierarchies import judged
from report.figures.parts import inside, texts

import ahp
from ahp.errors import FigureError
from ahp.report.figures import draw


def test_every_comparison_has_a_panel_with_its_priorities_the_largest_on_top():
    document = judged()
    axes = draw(document, "judged_priorities")
    for panel, node in zip(axes.child_axes, document["nodes"], strict=True):
        shares = sorted(node["priorities"].values(), reverse=True)
        assert panel.lines[-1].get_xdata() == pytest.approx(shares)
        names = [label.get_text() for label in panel.get_yticklabels()]
        assert names == sorted(node["priorities"], key=lambda name: -node["priorities"][name])
    assert axes.get_legend() is None
    assert not inside(axes)


def test_participants_stand_beside_the_group_and_who_stands_apart_differs():
    document = judged(people=6, noise=0.4)
    node = document["nodes"][1]
    node["agreement"]["outlying"] = ["Participant 02"]
    axes = draw(document, "judged_priorities")
    panel = axes.child_axes[1]
    names = [label.get_text() for label in panel.get_yticklabels()]
    drawn = {
        tuple(line.get_xdata()): line.get_marker()
        for line in panel.lines
        if len(line.get_xdata()) == len(names)
    }
    for person, own in node["agreement"]["priorities"].items():
        marker = "x" if person == "Participant 02" else "o"
        assert drawn[tuple(own[name] for name in names)] == marker
    assert drawn[tuple(node["priorities"][name] for name in names)] == "D"
    assert panel.get_xlabel().startswith(f"consensus {node['agreement']['consensus']:.3f}")
    assert len(axes.get_legend().get_texts()) == 3
    assert not inside(axes)


def test_of_many_participants_only_those_who_stand_apart_have_a_mark():
    document = judged(people=41, criteria=2, noise=0.2)
    node = document["nodes"][1]
    node["agreement"]["outlying"] = ["Participant 02"]
    panel = draw(document, "judged_priorities").child_axes[1]
    marks = [line.get_marker() for line in panel.lines]
    assert (marks.count("o"), marks.count("x"), marks.count("D")) == (0, 1, 1)


@pytest.mark.parametrize("count", [2, 9, 30])
def test_long_names_stay_inside(count):
    axes = draw(judged(count, 2, 0.2, long=True), "judged_priorities")
    assert not inside(axes)
    assert len(axes.child_axes[1].get_yticklabels()) == count


def test_of_many_comparisons_those_that_weigh_most_are_shown():
    document = judged(criteria=14, noise=0.3)
    axes = draw(document, "judged_priorities")
    assert len(axes.child_axes) == 14
    light = min(document["nodes"], key=lambda node: node["weight"])
    assert light["path"][0] not in [panel.get_title("left") for panel in axes.child_axes]


def test_single_items_are_no_comparison():
    alone = ahp.judge(ahp.Hierarchy("goal", {"x": 1}, {"x": {"a": 1}}))
    with pytest.raises(FigureError, match="nothing is compared"):
        draw(alone, "judged_priorities")
    assert not texts(draw(judged(), "judged_priorities"))
