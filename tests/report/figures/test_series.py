from ahp.report.figures.naming import Labels
from ahp.report.figures.palette import GREY, look
from ahp.report.figures.series import draw_lines, entries_of, key_lines, told_apart

NAMES = [f"n{i:02}" for i in range(30)]
LOOKS = {name: look(i) for i, name in enumerate(NAMES)}
LINES = {name: ([0.0, 1.0], [float(i), 1.0]) for i, name in enumerate(NAMES)}


def test_of_many_lines_the_first_are_told_apart_and_the_others_grey(axes):
    draw_lines(axes, NAMES, LOOKS, LINES)
    grey = [line for line in axes.lines if line.get_color() == GREY]
    assert len(axes.lines) == 30
    assert len(grey) == 22
    looks = {
        (line.get_color(), line.get_linestyle(), line.get_marker()) for line in axes.lines if line not in grey
    }
    assert len(looks) == 8
    handles, words = key_lines(NAMES, LOOKS, Labels(tuple(NAMES)), axes)
    assert words == [*NAMES[:8], "22 others"]
    assert len(handles) == 9


def test_nobody_is_alone_among_the_others():
    assert told_apart(NAMES[:9]) == NAMES[:9]
    assert [name for name, _ in entries_of(NAMES[:9], LOOKS, Labels(tuple(NAMES)))] == NAMES[:9]
