"""How sure a choice is and what would change it, drawn: ranks, wins, margins, weights and their regions, the tree."""

import json

import numpy as np
import pytest
from report.figures.documents import decision, many
from report.figures.parts import inside, rectangles, texts, title

import ahp
from ahp.errors import FigureError
from ahp.report.figures import draw
from ahp.report.numbers import probability


@pytest.mark.parametrize(
    ("kind", "where"),
    [("ranks", ("confidence", "ranks")), ("acceptability", ("weight_space", "acceptability"))],
)
def test_bars_are_the_shares_of_each_rank_and_fill_the_row(kind, where):
    document = decision()
    scenario = document["scenarios"][0]
    shares = scenario[where[0]][where[1]]
    axes = draw(document, kind)
    for row, name in enumerate(scenario["order"]):
        bars = sorted(
            box for box in ((b[0], b[2], b[1] + b[3]) for b in rectangles(axes)) if box[2] == 2 * row
        )
        assert [end - start for start, end, _ in bars] == pytest.approx([s for s in shares[name] if s > 0])
        assert bars[-1][1] == pytest.approx(1.0)
    assert [label.get_text() for label in axes.get_yticklabels()] == scenario["order"]
    assert not inside(axes)


def test_where_the_noise_reaches_the_baseline_the_figures_say_so():
    names = [name for name in ("none", "a", "b") for _ in range(3)]
    table = {"alternative": names, "run": [1, 2, 3] * 3, "tps": [100, 150, 60, 160, 101, 140, 90, 180, 200]}
    document = ahp.rank(ahp.read(table), index="improvement", resamples=500).to_dict()
    for kind in ("ranks", "wins"):
        with pytest.raises(FigureError, match="stay positive as the runs vary; use the index relative"):
            draw(document, kind)


def test_without_runs_or_without_weights_there_is_no_figure():
    with pytest.raises(FigureError, match="two runs or more"):
        draw(decision(runs=1), "ranks")
    with pytest.raises(FigureError, match="no weight to choose"):
        draw(decision(columns=("tps", "cpu")), "acceptability")
    with pytest.raises(FigureError, match="with one alternative every weight gives the same rank"):
        draw(decision(names=("lz4",)), "acceptability")
    assert title(draw(decision(runs=1), "acceptability")) == "nightly: ranks over all weights"


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


@pytest.mark.slow
def test_thirty_have_colours_that_a_sentence_explains():
    axes = draw(decision(names=many(30), runs=3), "wins")
    assert texts(axes) == []
    assert "violet" in axes.get_xlabel()
    assert rectangles(axes)


def test_wins_need_runs_and_rivals():
    with pytest.raises(FigureError, match="two runs or more"):
        draw(decision(runs=1), "wins")
    with pytest.raises(FigureError, match="one alternative"):
        draw(decision(names=("lz4",)), "wins")


def test_bars_are_the_changes_the_nearest_on_top():
    document = decision()
    found = document["scenarios"][0]["margin"]
    changes = sorted((e["change"] for e in found["all"] if e["change"] is not None), key=abs)
    axes = draw(document, "margins")
    bars = sorted(rectangles(axes), key=lambda box: box[1])
    lengths = [box[2] if box[2] > 0 else box[0] for box in bars]
    assert lengths == pytest.approx([max(-1.0, min(1.0, change)) for change in changes[:20]])
    first = min((e for e in found["all"] if e["change"] is not None), key=lambda e: abs(e["change"]))
    assert axes.get_yticklabels()[0].get_text() == f"{first['measure']} of {first['alternative']}"
    assert any(first["challenger"] in text.get_text() for text in axes.texts)
    assert not inside(axes)


def test_without_a_rival_there_is_no_margin():
    with pytest.raises(FigureError, match="no rival"):
        draw(decision(names=("lz4",)), "margins")


def test_where_every_single_change_leaves_the_choice_there_are_no_bars():
    columns = {"tps": [1, 1, 999], "compression_ratio": [1, 1, 999], "response_time_p99_ms": [999, 999, 1]}
    document = ahp.rank(ahp.read({"alternative": ["none", "a", "b"], **columns}), index="relative").to_dict()
    with pytest.raises(FigureError, match="no change of a single measurement alters the choice"):
        draw(document, "margins")


@pytest.fixture(scope="module")
def zfs(examples):
    found = ahp.Study.from_toml(examples / "zfs_oltp.toml")
    return ahp.rank(ahp.read(examples / "zfs_oltp.csv"), found, confidence=None).to_dict()


def test_the_study_changes_hands_at_its_exact_weights(zfs):
    axes = draw(zfs, "gradient", scenario="Order Entry")
    assert {"0.586", "0.144"} <= set(texts(axes))
    saving = axes.child_axes[0]
    ends = sorted((round(box[0], 4), round(box[2], 4)) for box in rectangles(saving))
    assert ends == [(0.0, 0.5858), (0.5858, 1.0)]
    colours = {box[4].get_facecolor() for box in rectangles(saving)}
    assert len(colours) == 2
    assert not inside(axes)


@pytest.mark.slow
@pytest.mark.parametrize("scenario", ["Order Entry", "Calling Circle", "Stress Test"])
def test_no_line_of_an_alternative_runs_through_a_number(zfs, scenario):
    axes = draw(zfs, "gradient", scenario=scenario)
    axes.figure.draw_without_rendering()
    for panel in axes.child_axes:
        for number in panel.texts:
            box = number.get_window_extent()
            for line in panel.lines:
                x, y = line.get_xdata(), line.get_ydata()
                if len(x) > 2:
                    weights = np.linspace(0.0, 1.0, 1000)
                    drawn = panel.transData.transform(np.c_[weights, np.interp(weights, x, y)])
                    assert not any(box.contains(*point) for point in drawn), (number.get_text(), scenario)


@pytest.mark.slow
def test_a_number_beside_the_weight_now_stands_on_its_other_side(zfs):
    document = json.loads(json.dumps(zfs))
    found = document["scenarios"][0]["gradients"][0]
    for at, side in ((0.3, "right"), (0.1, "left"), (0.4, "left")):
        found["first"][0]["to"] = found["first"][1]["from"] = at
        (number,) = draw(document, "gradient", scenario="Order Entry").child_axes[0].texts
        assert (number.get_text(), number.get_ha()) == (f"{at:.3f}", side)


def test_lines_end_where_the_document_says_and_cross_where_first_places_do(zfs):
    scenario = zfs["scenarios"][0]
    axes = draw(zfs, "gradient", scenario="Order Entry")
    for panel, g in zip(axes.child_axes, scenario["gradients"], strict=True):
        ends = {
            (line.get_ydata()[0], line.get_ydata()[-1]) for line in panel.lines if len(line.get_xdata()) == 5
        }
        assert ends == {(g["at_zero"][n], g["at_one"][n]) for n in scenario["alternatives"]}


@pytest.mark.slow
def test_the_quotient_in_the_weight_of_a_cost_is_bent(examples):
    found = ahp.Study.from_toml(examples / "innodb_selective.toml")
    document = ahp.rank(ahp.read(examples / "innodb_selective.csv"), found, confidence=None).to_dict()
    scenario = document["scenarios"][0]
    axes = draw(document, "gradient", scenario="SSD")
    bent = axes.child_axes[2]
    line = next(line for line in bent.lines if len(line.get_xdata()) == 41)
    at = list(line.get_xdata()).index(0.5)
    assert line.get_ydata()[at] == pytest.approx(
        next(v for v in scenario["benefit_to_cost"].values() if abs(v - line.get_ydata()[at]) < 0.01)
    )


def test_a_gradient_needs_weights():
    with pytest.raises(FigureError, match="no weight can move"):
        draw(decision(columns=("tps", "cpu")), "gradient")


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


@pytest.mark.slow
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


def test_the_tree_holds_the_goal_the_merits_the_criteria_and_the_alternatives():
    document = decision()
    axes = draw(document, "hierarchy")
    assert {
        "choose", "benefit", "cost", "storage_saving  0.333", "throughput  0.333", "response_time  0.333",
        "cpu_overhead  1", "zle", "lzjb", "lz4",
    } == set(texts(axes))  # fmt: skip
    boxes = [box[:4] for box in rectangles(axes)]
    assert len(boxes) == 7
    for i, one in enumerate(boxes):
        for other in boxes[i + 1 :]:
            assert one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]
    assert not inside(axes)


@pytest.mark.slow
def test_thirty_long_names_stand_beside_the_tree():
    axes = draw(decision(names=many(30), runs=2), "hierarchy")
    assert len([text for text in texts(axes) if "no. " in text]) == 30
    assert not inside(axes)
