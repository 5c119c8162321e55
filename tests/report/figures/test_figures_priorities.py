from report.figures.documents import decision
from report.figures.parts import inside

from ahp.report.figures import draw


def test_a_panel_for_each_criterion_has_a_dot_and_an_interval_for_each_alternative():
    document = decision()
    scenario = document["scenarios"][0]
    axes = draw(document, "priorities")
    sure = scenario["confidence"]["intervals"]["priorities"]
    for panel, c in zip(axes.child_axes, scenario["criteria"], strict=True):
        dots = panel.lines[-1]
        assert list(dots.get_xdata()) == [c["priorities"][name] for name in scenario["order"]]
        spans = {tuple(line.get_xdata()) for line in panel.lines[:-1]}
        assert {tuple(sure[c["name"]][name]) for name in scenario["order"]} <= spans
        assert panel.get_xlim()[0] == 0.0
    assert axes.child_axes[0].get_title("left") == "storage_saving (benefit 0.33)"
    assert [label.get_text() for label in axes.child_axes[0].get_yticklabels()] == scenario["order"]
    assert not inside(axes)
