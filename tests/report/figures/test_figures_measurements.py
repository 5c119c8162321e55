from report.figures.documents import decision
from report.figures.parts import inside

from ahp.report.figures import draw


def test_every_run_is_a_mark_in_the_unit_of_its_measure():
    document = decision()
    scenario = document["scenarios"][0]
    axes = draw(document, "measurements")
    assert [panel.get_xlabel() for panel in axes.child_axes] == ["x", "1/s", "ms", "%"]
    names = [*scenario["order"], "none"]
    assert [label.get_text() for label in axes.child_axes[0].get_yticklabels()] == names
    for panel, c in zip(axes.child_axes, scenario["criteria"], strict=True):
        runs, used = panel.lines
        found = sorted(zip(runs.get_ydata(), runs.get_xdata(), strict=True))
        measured = [
            (names.index(e["alternative"]), e["value"])
            for e in scenario["measurements"]
            if e["measure"] == c["measure"]
        ]
        assert found == sorted(measured)
        assert dict(zip(used.get_ydata(), used.get_xdata(), strict=True)) == {
            names.index(n): v for n, v in c["measured"].items()
        }
    assert not inside(axes)
