"""What was measured and what it comes to: every number of the document stands in its figure."""

from itertools import pairwise

import numpy as np
import pytest
from report.figures.documents import ALL, decision, many
from report.figures.parts import rectangles

import ahp
from ahp.report.figures import draw
from ahp.report.figures.plan import GREY


@pytest.mark.slow
def test_rays_have_the_quotient_that_they_are_named_by():
    for document in (decision(), decision(many(4), columns=ALL)):
        axes = draw(document, "benefit_cost")
        named = {text.get_text().removeprefix("benefit/cost = ") for text in axes.texts}
        rays = [(line.get_xdata(), line.get_ydata()) for line in axes.lines if line.get_color() == GREY]
        assert rays
        assert all(y[1] * x[0] == pytest.approx(y[0] * x[1]) for x, y in rays)  # on a line through nothing
        assert {f"{y[1] / x[1]:g}" for x, y in rays} <= named
    crowded = draw(decision(names=many(14), runs=2), "benefit_cost")  # names that find no room are in a key
    assert len({text.get_text() for text in crowded.get_legend().get_texts()}) == 14


@pytest.mark.slow
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


def test_stacks_end_at_the_benefit_and_at_the_cost():
    document = decision()
    scenario = document["scenarios"][0]
    axes = draw(document, "contributions")
    rows = [label.get_text() for label in axes.get_yticklabels()]
    assert rows == scenario["order"]
    for row, name in enumerate(rows):
        bars = [box for box in rectangles(axes) if abs((box[1] + box[3]) / 2 - row) < 1e-9]
        assert max(box[2] for box in bars) == pytest.approx(scenario["benefit"][name])
        assert min(box[0] for box in bars) == pytest.approx(-scenario["cost"][name])


@pytest.mark.slow
def test_an_axis_of_long_numbers_names_its_power_beside_the_unit():
    for values, label, shown in [
        ([2487597, 4003496, 8282371], "10⁶ 1/s", {"4", "6", "8"}),
        ([99990.1, 99990.2, 99990.3], "1/s", {"99990.1", "99990.2", "99990.3"}),
        ([8282371.1, 8282371.2, 8282371.3], "10⁶ 1/s", {"8.2823711", "8.2823712", "8.2823713"}),
        ([2e-7, 3e-7, 4e-7], "10⁻⁹ 1/s", {"200", "300", "400"}),
    ]:
        table = {"alternative": ["none", "b", "c"], "throughput_tps": values}
        axes = ahp.rank(ahp.read(table)).plot("measurements")
        axes.figure.draw_without_rendering()
        (panel,) = axes.child_axes
        assert panel.get_xlabel() == label
        assert panel.xaxis.get_offset_text().get_text() == ""
        assert {tick.get_text() for tick in panel.get_xticklabels()} >= shown


@pytest.mark.slow
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
