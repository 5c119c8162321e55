import pytest
from report.figures.documents import decision
from report.figures.parts import inside

import ahp
from ahp.errors import FigureError
from ahp.report.figures import draw


def polygons(panel):
    return [
        patch for patch in panel.patches if patch.__class__.__name__ == "Polygon" and patch.get_facecolor()[3]
    ]


def area(points):
    x, y = points[:-1].T
    return (
        abs(
            (
                x * y.take(range(1, len(y) + 1), mode="wrap") - y * x.take(range(1, len(x) + 1), mode="wrap")
            ).sum()
        )
        / 2
    )


def test_the_triangle_of_three_weights_is_divided_among_the_winners(examples):
    study = ahp.Study.from_toml(examples / "zfs_oltp.toml")
    document = ahp.rank(ahp.read(examples / "zfs_oltp.csv"), study, confidence=None).to_dict()
    axes = draw(document, "regions", scenario="Order Entry")
    (panel,) = axes.child_axes
    found = polygons(panel)
    assert sum(area(patch.get_xy()) for patch in found) == pytest.approx(3**0.5 / 4)
    assert len({(patch.get_facecolor(), patch.get_hatch()) for patch in found}) == len(found) == 2
    (star,) = [line for line in panel.lines if line.get_marker() == "*"]
    assert (star.get_xdata()[0], star.get_ydata()[0]) == pytest.approx((0.5, 3**0.5 / 6))  # equal weights
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["LZJB", "ZLE", "weights now"]
    assert not inside(axes)


def test_two_weights_are_a_bar(examples):
    study = ahp.Study.from_toml(examples / "innodb_selective.toml")
    document = ahp.rank(ahp.read(examples / "innodb_selective.csv"), study, confidence=None).to_dict()
    axes = draw(document, "regions", scenario="SSD")
    assert len(axes.child_axes) == 2
    for panel in axes.child_axes:
        assert sum(area(patch.get_xy()) for patch in polygons(panel)) == pytest.approx(1.0)
        assert "share of the weight" in panel.get_xlabel()
    assert not inside(axes)


def test_without_two_criteria_there_is_no_region():
    with pytest.raises(FigureError, match="two criteria or more of one merit"):
        draw(decision(columns=("tps", "cpu")), "regions")
