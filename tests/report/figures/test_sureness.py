"""How sure a choice is and what would change it, drawn: ranks, wins, margins, weights and their regions, the tree."""

import numpy as np
import pytest
from report.figures.documents import decision, many
from report.figures.parts import rectangles, texts

import ahp
from ahp.report.figures import draw


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


@pytest.mark.slow
def test_thirty_have_colours_that_a_sentence_explains_and_stand_beside_the_tree():
    document = decision(names=many(30), runs=3)
    axes = draw(document, "wins")
    assert texts(axes) == []
    assert "violet" in axes.get_xlabel()
    assert rectangles(axes)
    key = draw(document, "matrices").get_legend().get_texts()
    assert [text.get_text() for text in key] == ["≤ 1/9", "1/3", "1", "3", "≥ 9"]
    axes = draw(document, "hierarchy")
    assert len([text for text in texts(axes) if "no. " in text]) == 30


@pytest.fixture(scope="module")
def zfs(examples):
    found = ahp.Study.from_toml(examples / "zfs_oltp.toml")
    return ahp.rank(ahp.read(examples / "zfs_oltp.csv"), found, confidence=None).to_dict()


def test_the_study_changes_hands_at_its_exact_weights(zfs):
    scenario = zfs["scenarios"][0]
    axes = draw(zfs, "gradient", scenario="Order Entry")
    assert {"0.586", "0.144"} <= set(texts(axes))
    saving = axes.child_axes[0]
    ends = sorted((round(box[0], 4), round(box[2], 4)) for box in rectangles(saving))
    assert ends == [(0.0, 0.5858), (0.5858, 1.0)]
    assert len({box[4].get_facecolor() for box in rectangles(saving)}) == 2
    for panel, g in zip(axes.child_axes, scenario["gradients"], strict=True):
        lines = [line.get_ydata() for line in panel.lines if len(line.get_xdata()) == 5]
        found = {(line[0], line[-1]) for line in lines}
        assert found == {(g["at_zero"][n], g["at_one"][n]) for n in scenario["alternatives"]}


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


@pytest.fixture(scope="module")
def innodb(examples):
    found = ahp.Study.from_toml(examples / "innodb_selective.toml")
    return ahp.rank(ahp.read(examples / "innodb_selective.csv"), found, confidence=None).to_dict()


@pytest.mark.slow
def test_the_quotient_in_the_weight_of_a_cost_is_bent(innodb):
    bent = draw(innodb, "gradient", scenario="SSD").child_axes[2]
    line = next(line for line in bent.lines if len(line.get_xdata()) == 41)
    now = line.get_ydata()[list(line.get_xdata()).index(0.5)]
    quotients = innodb["scenarios"][0]["benefit_to_cost"].values()
    assert min(abs(quotient - now) for quotient in quotients) == pytest.approx(0, abs=1e-6)


def polygons(panel):
    return [
        patch for patch in panel.patches if patch.__class__.__name__ == "Polygon" and patch.get_facecolor()[3]
    ]


def area(points):
    x, y = points[:-1].T
    return abs((x * np.roll(y, -1) - y * np.roll(x, -1)).sum()) / 2


def test_the_triangle_of_three_weights_is_divided_among_the_winners(zfs):
    axes = draw(zfs, "regions", scenario="Order Entry")
    (panel,) = axes.child_axes
    found = polygons(panel)
    assert sum(area(patch.get_xy()) for patch in found) == pytest.approx(3**0.5 / 4)
    assert len({(patch.get_facecolor(), patch.get_hatch()) for patch in found}) == len(found) == 2
    (star,) = [line for line in panel.lines if line.get_marker() == "*"]
    assert (star.get_xdata()[0], star.get_ydata()[0]) == pytest.approx((0.5, 3**0.5 / 6))  # equal weights
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["LZJB", "ZLE", "weights now"]
