import pytest
from report.figures.parts import inside, rectangles, texts

import ahp
from ahp.errors import FigureError
from ahp.report.figures import draw, files

CARS = ["Civic", "Golf", "Panda"]


@pytest.fixture(scope="module")
def car():
    safety = ahp.Hierarchy(
        "safety",
        ahp.PairwiseMatrix.from_judgments({("passive", "active"): 2}),
        {
            "passive": dict(zip(CARS, (3, 2, 1), strict=True)),
            "active": dict(zip(CARS, (1, 2, 3), strict=True)),
        },
    )
    criteria = ahp.PairwiseMatrix.from_judgments({("price", "safety"): 3})
    return ahp.judge(
        ahp.Hierarchy("a car", criteria, {"price": dict(zip(CARS, (1, 1, 4), strict=True)), "safety": safety})
    )


def test_the_tree_names_every_criterion_with_its_weight(car):
    axes = draw(car, "judged_hierarchy")
    shown = set(texts(axes))
    assert {"a car", "price  0.75", "safety  0.25", "passive  0.667", "active  0.333"} <= shown
    assert {f"{name}  {car['scores'][name]:.3f}" for name in CARS} <= shown
    boxes = [box[:4] for box in rectangles(axes)]
    assert len(boxes) == 5
    for i, one in enumerate(boxes):
        for other in boxes[i + 1 :]:
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
    assert not inside(axes)


def test_the_first_place_changes_where_the_document_says(car):
    axes = draw(car, "judged_gradient")
    found = car["sensitivity"]["gradients"]
    assert [panel.get_title("left") for panel in axes.child_axes] == [
        " / ".join(one["path"]) for one in found
    ]
    for panel, one in zip(axes.child_axes, found, strict=True):
        ends = [round(box[2], 9) for box in rectangles(panel)]
        assert ends == [round(span["to"], 9) for span in one["first"]]
    assert not inside(axes)


def test_performance_ends_at_the_scores_and_its_bars_are_the_global_weights(car):
    axes = draw(car, "judged_performance")
    assert [tick.get_text() for tick in axes.get_xticklabels()] == ["price", "safety", "OVERALL"]
    under = {one["path"][0]: one for one in car["sensitivity"]["performance"] if len(one["path"]) == 1}
    lines = {tuple(line.get_ydata()) for line in axes.lines}
    for name in CARS:
        assert (*(one["scores"][name] for one in under.values()), car["scores"][name]) in lines
    top = axes.get_ylim()[1]
    assert [box[3] / top for box in rectangles(axes)] == pytest.approx([0.75, 0.25])
    assert not inside(axes)


def test_regions_stand_for_the_nodes_nearest_to_the_goal(car):
    axes = draw(car, "judged_regions")
    assert [panel.get_xlabel().split()[1] for panel in axes.child_axes] == ["price", "passive"]
    stars = [
        line.get_xdata()[0] for panel in axes.child_axes for line in panel.lines if line.get_marker() == "*"
    ]
    assert stars == pytest.approx([0.25, 1 / 3])
    assert not inside(axes)


def test_ranks_over_all_weights(car):
    axes = draw(car, "judged_acceptability")
    assert [label.get_text() for label in axes.get_yticklabels()] == car["ranking"]
    assert not inside(axes)


def test_a_hierarchy_has_kinds_of_its_own(car):
    names = [name for name, _ in files(car, ("svg",))]
    assert names == [
        "judged_hierarchy.svg", "judged_matrices.svg", "judged_priorities.svg", "judged_performance.svg",
        "judged_margins.svg", "judged_gradient.svg", "judged_regions.svg", "judged_acceptability.svg",
    ]  # fmt: skip
    with pytest.raises(FigureError, match="its kinds are judged_hierarchy"):
        draw(car, "wins")


def test_one_criterion_leaves_nothing_to_move():
    alone = ahp.judge(
        ahp.Hierarchy("a car", {"price": 1}, {"price": dict(zip(CARS, (1, 2, 4), strict=True))})
    )
    for kind in ("judged_gradient", "judged_regions"):
        with pytest.raises(FigureError):
            draw(alone, kind)
