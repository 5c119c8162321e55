from report.figures.parts import rectangles

from ahp.report.figures.heat import heat, written
from ahp.report.figures.shades import balance


def test_cells_of_one_class_are_one_patch_and_nothing_is_drawn_for_none(axes):
    heat(axes, [[None, 0.95], [0.05, None]], balance)
    cells = {box[:4] for box in rectangles(axes)}
    assert cells == {(0.5, -0.5, 1.5, 0.5), (-0.5, 0.5, 0.5, 1.5)}
    assert len(axes.patches) == 2
    assert axes.get_ylim() == (1.5, -0.5)


def test_runs_of_many_cells_are_joined(axes):
    heat(axes, [[0.9] * 20 for _ in range(20)], balance)
    assert len(rectangles(axes)) == 20
    assert all(box[2] - box[0] == 20 for box in rectangles(axes))


def test_words_stand_in_their_cells(axes):
    heat(axes, [[None, 1.0]], balance)
    written(axes, [[None, 1.0]], [["–", "99"]], balance, 8.0)
    assert [(t.get_text(), t.get_position(), t.get_color()) for t in axes.texts] == [
        ("–", (0, 0), "#000000"),
        ("99", (1, 0), "#ffffff"),
    ]
