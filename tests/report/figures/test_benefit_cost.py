import numpy as np
import pytest
from report.figures.documents import ALL, decision, many

from ahp.errors import FigureError
from ahp.report.figures import draw
from ahp.report.figures.benefit_cost import _window
from ahp.report.figures.palette import GREY


def test_each_alternative_is_a_point_at_its_cost_and_benefit():
    document = decision()
    scenario = document["scenarios"][0]
    axes = draw(document, "benefit_cost")
    points = {
        (float(line.get_xdata()[0]), float(line.get_ydata()[0]))
        for line in axes.lines
        if len(line.get_xdata()) == 1
    }
    assert points == {(scenario["cost"][n], scenario["benefit"][n]) for n in scenario["alternatives"]}
    assert {text.get_text() for text in axes.texts} >= set(scenario["alternatives"])
    assert axes.get_xlabel().startswith("cost")
    assert axes.get_ylabel().startswith("benefit")


def test_rays_have_the_quotient_that_they_are_named_by():
    for document in (decision(), decision(many(4), columns=ALL)):
        axes = draw(document, "benefit_cost")
        named = {text.get_text().removeprefix("benefit/cost = ") for text in axes.texts}
        slopes = set()
        for line in axes.lines:
            x, y = line.get_xdata(), line.get_ydata()
            if line.get_color() == GREY:
                assert y[1] * x[0] == pytest.approx(y[0] * x[1])  # on a line through nothing
                slopes.add(f"{y[1] / x[1]:g}")
        assert slopes
        assert slopes <= named


def test_whiskers_are_the_intervals_and_ellipses_hold_the_level():
    document = decision()
    found = document["scenarios"][0]["confidence"]
    axes = draw(document, "benefit_cost")
    across = {tuple(map(float, line.get_xdata())) for line in axes.lines if len(set(line.get_ydata())) == 1}
    assert {tuple(ends) for ends in found["intervals"]["cost"].values()} <= across
    # Of draws from the normal distribution with that covariance a share of `level` is inside.
    order = document["scenarios"][0]["order"]
    for ellipse, name in zip(axes.patches, order, strict=True):
        (of_benefit, between), (_, of_cost) = found["covariance"][name]
        drawn = np.random.default_rng(1).multivariate_normal(
            [0.0, 0.0], [[of_cost, between], [between, of_benefit]], 20_000
        )
        turned = np.deg2rad(ellipse.angle)
        along = drawn @ [np.cos(turned), np.sin(turned)] / (ellipse.width / 2)
        across_it = drawn @ [-np.sin(turned), np.cos(turned)] / (ellipse.height / 2)
        assert abs(np.mean(along**2 + across_it**2 <= 1.0) - found["level"]) < 0.01


def test_no_whisker_goes_through_a_name():
    axes = draw(decision(), "benefit_cost")
    axes.figure.draw_without_rendering()
    whiskers = [line.get_window_extent() for line in axes.lines if line.get_linewidth() == 1.2]
    names = [text.get_window_extent() for text in axes.texts if text.get_fontsize() == 8.5]
    assert whiskers
    assert names
    for name in names:
        assert not any(name.overlaps(whisker.padded(0.1)) for whisker in whiskers)


def test_without_runs_there_are_points_alone():
    axes = draw(decision(runs=1), "benefit_cost")
    assert not axes.patches


def test_without_a_cost_there_is_no_figure():
    with pytest.raises(FigureError, match="needs both, and the study has no cost criterion"):
        draw(decision(columns=("tps", "compression_ratio")), "benefit_cost")


def test_everything_lies_inside_the_axes():
    document = decision()
    axes = draw(document, "benefit_cost")
    found = document["scenarios"][0]["confidence"]["intervals"]
    assert max(high for _, high in found["cost"].values()) < axes.get_xlim()[1]
    assert max(high for _, high in found["benefit"].values()) < axes.get_ylim()[1]
    for ellipse in axes.patches:
        corners = ellipse.get_transform().transform(ellipse.get_path().vertices)
        box = axes.transData.inverted().transform(corners)
        assert axes.get_xlim()[0] <= box[:, 0].min() <= box[:, 0].max() <= axes.get_xlim()[1]
        assert axes.get_ylim()[0] <= box[:, 1].min() <= box[:, 1].max() <= axes.get_ylim()[1]


def test_what_differs_little_does_not_look_much():
    low, high = _window([0.500, 0.501], [])
    assert high - low > 0.1
    assert _window([0.1, 0.9], [])[0] == 0.0


def test_names_that_find_no_room_are_in_a_key():
    axes = draw(decision(names=many(14), runs=2), "benefit_cost")
    named = {text.get_text() for text in axes.get_legend().get_texts()}
    assert len(named) == 14
