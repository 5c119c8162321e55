import math

import pytest
from report.figures.hierarchies import judged
from report.figures.parts import inside, rectangles

from ahp.errors import FigureError
from ahp.report.figures import draw


def test_weights_and_judgments_end_where_the_document_says():
    document = judged()
    axes = draw(document, "judged_margins")
    weights, judgments = axes.child_axes
    moving = [one for one in document["sensitivity"]["weights"] if one["below"] or one["above"]]
    lines = {tuple(line.get_xdata()) for line in weights.lines}
    assert {(one["holds_from"], one["holds_to"]) for one in moving} <= lines
    assert {(one["weight"],) for one in moving} <= lines
    turning = [one for one in document["sensitivity"]["judgments"] if one["critical"] is not None]
    assert turning
    drawn = {tuple(line.get_xdata()) for line in judgments.lines}
    assert {line for line in drawn if len(line) == 2} <= {
        (math.log(one["judgment"]), math.log(one["critical"])) for one in turning
    }
    for left, _, right, _, _ in rectangles(judgments):
        assert max(abs(left), abs(right)) == pytest.approx(math.log(9))
    moved = [
        abs(a - b) for a, b in (line.get_xdata() for line in judgments.lines if len(line.get_xdata()) == 2)
    ]
    assert moved == sorted(moved)
    assert not inside(axes)


@pytest.mark.parametrize("count", [2, 9, 30])
def test_long_names_stay_inside(count):
    assert not inside(draw(judged(count, 2, 0.2, long=True), "judged_margins"))


def test_where_only_weights_or_only_judgments_move_there_is_one_panel():
    document = judged()
    for key in ("weights", "judgments"):
        kept = {**document["sensitivity"], key: []}
        assert len(draw({**document, "sensitivity": kept}, "judged_margins").child_axes) == 1
    nothing = {**document["sensitivity"], "weights": [], "judgments": []}
    with pytest.raises(FigureError, match="alters the first place"):
        draw({**document, "sensitivity": nothing}, "judged_margins")
