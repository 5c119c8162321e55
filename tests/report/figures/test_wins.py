import pytest
from report.figures.documents import decision, many
from report.figures.parts import inside, rectangles, texts

from ahp.errors import FigureError
from ahp.report.figures import draw
from ahp.report.numbers import probability


def test_cells_say_how_often_the_row_beats_the_column():
    document = decision()
    scenario = document["scenarios"][0]
    order, wins = scenario["order"], scenario["confidence"]["wins"]
    axes = draw(document, "wins")
    shown = {tuple(text.get_position()): text.get_text() for text in axes.texts}
    for row, one in enumerate(order):
        for column, other in enumerate(order):
            if one != other:
                assert probability(wins[one][other]).startswith(shown[column, row])
    assert [label.get_text() for label in axes.get_yticklabels()] == [
        f"{n}  {i}" for i, n in enumerate(order, 1)
    ]
    assert not inside(axes)


def test_thirty_have_colours_that_a_sentence_explains():
    axes = draw(decision(names=many(30), runs=3), "wins")
    assert texts(axes) == []
    assert "violet" in axes.get_xlabel()
    assert rectangles(axes)


def test_without_runs_there_is_no_figure():
    with pytest.raises(FigureError, match="two runs or more"):
        draw(decision(runs=1), "wins")
    with pytest.raises(FigureError, match="one alternative"):
        draw(decision(names=("lz4",)), "wins")
