import pytest
from report.figures.documents import decision
from report.figures.parts import inside, texts

import ahp
from ahp.errors import FigureError
from ahp.report.figures import draw
from ahp.report.figures.matrices import ratios_panel, times


def test_every_criterion_has_its_matrix_with_its_ratios():
    document = decision()
    scenario = document["scenarios"][0]
    axes = draw(document, "matrices")
    for panel, c in zip(axes.child_axes, scenario["criteria"], strict=True):
        assert panel.get_title("left") == c["name"]
        shown = {tuple(text.get_position()): text.get_text() for text in panel.texts}
        assert shown == {
            (j, i): times(value) for i, row in enumerate(c["matrix"]) for j, value in enumerate(row)
        }
    assert not inside(axes)


def test_without_matrices_there_is_no_figure():
    document = decision()
    for c in document["scenarios"][0]["criteria"]:
        c["matrix"] = None
    with pytest.raises(FigureError, match="two to thirty"):
        draw(document, "matrices")


def test_a_ratio_that_is_not_known_is_a_question_mark_where_there_is_room(axes):
    ratios_panel(axes, [[1.0, None], [None, 1.0]], ["a", "b"], ["1", "2"])
    assert [text.get_text() for text in axes.texts] == ["1", "?", "?", "1"]
    axes.clear()
    open_ = [[None] * 10 for _ in range(10)]
    ratios_panel(axes, open_, list("abcdefghij"), list("abcdefghij"))
    assert not axes.texts
    assert not axes.patches


def test_ratios_of_any_size_fit_their_cells():
    table = {"alternative": ["none", "a", "b"], "tps": [1, 1e-140, 1e140], "p99_ms": [1, 1e140, 1e-140]}
    document = ahp.rank(ahp.read(table), confidence=None).to_dict()
    axes = draw(document, "matrices")
    assert {"1e+280", "1/1e+280"} <= set(texts(axes))
    assert not inside(axes)
    for kind in ("measurements", "gradient", "performance", "priorities", "contributions"):
        draw(document, kind).figure.canvas.draw()  # and warns nobody


def test_where_cells_have_no_room_for_numbers_a_key_says_what_the_colours_are():
    names = ["none", *(f"level {number}" for number in range(10))]
    table = {"alternative": names, "tps": [1.0, *(1.0 + number for number in range(10))]}
    axes = draw(ahp.rank(ahp.read(table)).to_dict(), "matrices")
    (panel,) = axes.child_axes
    assert not panel.texts
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["≤ 1/9", "1/3", "1", "3", "≥ 9"]
    few = {key: values[:4] for key, values in table.items()}
    assert draw(ahp.rank(ahp.read(few)).to_dict(), "matrices").get_legend() is None
