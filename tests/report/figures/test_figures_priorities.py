from itertools import pairwise

import pytest
from report.figures.documents import decision
from report.figures.parts import inside

import ahp
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
    assert axes.child_axes[0].get_title("left") == "storage_saving"
    assert axes.child_axes[0].get_xlabel() == "benefit, weight 0.33"
    assert [label.get_text() for label in axes.child_axes[0].get_yticklabels()] == scenario["order"]
    assert not inside(axes)


@pytest.mark.parametrize(
    "names", [("lz4", "zle"), ("a rather long name of one", "zstd level 19 with dictionary")]
)
def test_numbers_below_one_panel_do_not_run_into_those_of_the_next(names):
    # Each axis ends a little beyond 100 %.
    table = {"alternative": ["none", *names], "tps": [1, 1, 21], "cpu": [1, 21, 1], "p99_ms": [1, 1, 21]}
    axes = draw(ahp.rank(ahp.read(table), index="relative", confidence=None).to_dict(), "priorities")
    axes.figure.canvas.draw()
    ends = []
    for panel in axes.child_axes:
        left, right = panel.get_xlim()
        shown = [
            label.get_window_extent()
            for at, label in zip(panel.get_xticks(), panel.get_xticklabels(), strict=True)
            if left <= at <= right
        ]
        assert len(shown) > 2
        ends += [(box.x0, box.x1) for box in shown]
    assert min(start - end for (_, end), (start, _) in pairwise(ends)) > 4  # pixels, more than a blank
