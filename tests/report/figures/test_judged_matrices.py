import pytest
from report.figures.hierarchies import judged
from report.figures.parts import inside, texts

import ahp
from ahp.errors import FigureError
from ahp.report.figures import draw
from ahp.report.figures.matrices import times


def _outlined(panel):
    return [patch for patch in panel.patches if patch.__class__.__name__ == "Rectangle"]


def test_every_judged_comparison_has_its_numbers_and_its_contradictions():
    document = judged(noise=0.9)
    axes = draw(document, "judged_matrices")
    nodes = [node for node in document["nodes"] if node["judged"] is not None]
    assert any(node["worst"] for node in nodes)
    assert [panel.get_title("left") for panel in axes.child_axes] == ["under the goal", "c0", "c1", "c2"]
    for panel, node in zip(axes.child_axes, nodes, strict=True):
        shown = [text.get_text() for text in panel.texts]
        assert {times(value) for row in node["judged"]["matrix"] for value in row} <= set(shown)
        marks = 1 if len(node["judged"]["items"]) == 3 and node["worst"] else len(node["worst"])
        assert len(_outlined(panel)) == 2 * marks
        assert any(f"Consistency ratio {node['consistency']['ratio']:.3f}." in text for text in shown)
    assert not inside(axes)


@pytest.mark.parametrize(("count", "people"), [(2, 0), (9, 3), (30, 0)])
def test_long_names_stay_inside(count, people):
    axes = draw(judged(count, 2, 0.2, people, long=True), "judged_matrices")
    assert not inside(axes)
    said = " ".join(texts(axes))
    assert ("Violet: the row counts more" in said) == (count > 9)
    assert ("mean of what 3 participants judged" in " ".join(said.split())) == (people == 3)


def test_of_many_comparisons_those_that_contradict_themselves_most_are_shown():
    document = judged(criteria=14, noise=0.3)
    axes = draw(document, "judged_matrices")
    assert len(axes.child_axes) == 12
    kept = sorted((node["consistency"]["ratio"] for node in document["nodes"]), reverse=True)[:12]
    said = " ".join(texts(axes))
    assert all(f"Consistency ratio {ratio:.3f}." in said for ratio in kept)


def test_gaps_are_told():
    document = judged()
    node = document["nodes"][1]
    node["judged"]["matrix"][0][1] = node["judged"]["matrix"][1][0] = None
    node["missing"] = [{"first": "a0", "second": "a1"}]
    node["consistency"] = None
    said = texts(draw(document, "judged_matrices"))
    assert said.count("?") == 2
    assert any(
        text.startswith("Nothing here can contradict.\nNot judged, and shown as ?: 1.") for text in said
    )


def test_without_judgments_there_is_no_figure():
    document = judged()
    for node in document["nodes"]:
        node["judged"] = None
    with pytest.raises(FigureError, match="nothing is judged"):
        draw(document, "judged_matrices")


def test_a_judgment_of_any_size_fits_its_cell():
    tree = ahp.Hierarchy("goal", {("x", "y"): 1e300}, {"x": {"a": 1, "b": 2}, "y": {"a": 2, "b": 1}})
    axes = draw(ahp.judge(tree), "judged_matrices")
    assert {"1e+300", "1/1e+300"} <= set(texts(axes))
    assert not inside(axes)
