import pytest
from report.figures.parts import inside
from report.histories import document, moment, point

from ahp.errors import FigureError
from ahp.report.figures import draw, files, svg


@pytest.fixture
def nights():
    moments = [moment(lz4=2.0) for _ in range(4)] + [moment(lz4=1.0) for _ in range(4)]
    return document(*moments, change_points=[point(5)])


def test_a_line_for_each_alternative_and_a_ring_where_a_level_begins(nights):
    axes = draw(nights, "history")
    lines = {tuple(line.get_ydata()) for line in axes.lines if len(line.get_xdata()) == 8}
    assert lines == {(2.0,) * 4 + (1.0,) * 4, (1.0,) * 8}
    (ring,) = [line for line in axes.lines if line.get_markerfacecolor() == "none"]
    assert (ring.get_xdata()[0], ring.get_ydata()[0]) == (4, 1.0)
    assert [label.get_text() for label in axes.get_xticklabels()] == [f"{n}.json" for n in range(1, 9)]
    assert axes.figure.get_suptitle() == "nightly: benefit to cost over 8 decisions"
    assert not inside(axes)


def test_an_alternative_that_comes_later_begins_later():
    without = moment(benefit_to_cost={"lz4": 2.0})
    axes = draw(document(without, moment(), moment()), "history")
    assert [list(line.get_xdata()) for line in axes.lines] == [[1.0, 2.0], [0.0, 1.0, 2.0]]


def test_one_decision_is_no_history():
    with pytest.raises(FigureError, match="two decisions or more"):
        draw(document(moment()), "history")


def test_a_history_has_its_own_kind_and_files(nights):
    assert [name for name, _ in files(nights, ("svg",))] == ["history-1-nightly.svg"]
    with pytest.raises(
        FigureError,
        match=r"drawn from ahp.decision/1, and this document is ahp.history/1; its kinds are history",
    ):
        svg(nights, "wins")
