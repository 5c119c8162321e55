import pytest
from report.figures.documents import decision
from report.figures.parts import inside, title

from ahp.errors import FigureError
from ahp.report.figures import draw


def test_each_criterion_is_a_panel_along_the_attribute():
    document = decision(scenarios=("few", "some", "all"), attributes=True)
    axes = draw(document, "improvement")
    trends = document["across_scenarios"]["trends"]
    assert title(axes) == "Change against the baseline, by rising reads"
    assert [panel.get_title("left") for panel in axes.child_axes] == [
        "storage_saving (benefit)",
        "throughput (benefit)",
        "response_time (benefit)",
        "cpu_overhead (cost)",
    ]
    for panel, trend in zip(axes.child_axes, trends, strict=True):
        assert [label.get_text() for label in panel.get_xticklabels()] == ["few\n0", "some\n1", "all\n2"]
        drawn = {tuple(line.get_ydata()) for line in panel.lines if len(line.get_xdata()) == 3}
        assert drawn == {tuple(r - 1.0 for _, r in points) for points in trend["points"].values()}
    assert not inside(axes)


def test_without_an_attribute_there_is_no_figure_and_a_word_how_to_get_one():
    with pytest.raises(FigureError, match=r'\[scenarios."NAME".attributes\]'):
        draw(decision(scenarios=("a", "b")), "improvement")
    with pytest.raises(FigureError, match="two scenarios or more"):
        draw(decision(), "improvement")
