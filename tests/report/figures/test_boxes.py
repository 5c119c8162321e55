from report.figures.parts import rectangles

from ahp.report.figures.boxes import boxes


def test_rectangles_are_one_patch_and_those_without_width_are_none(axes):
    boxes(axes, [(0, 0, 1, 1), (2, 0, 2, 1), (3, 1, 4, 2)], facecolor="red")
    assert [box[:4] for box in rectangles(axes)] == [(0, 0, 1, 1), (3, 1, 4, 2)]
    assert len(axes.patches) == 1


def test_of_nothing_there_is_no_patch(axes):
    boxes(axes, [(1, 0, 1, 1)])
    assert not axes.patches
