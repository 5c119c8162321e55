import json

import numpy as np
import pytest
from report.figures.documents import decision
from report.figures.parts import inside, rectangles, texts

import ahp
from ahp.errors import FigureError
from ahp.report.figures import draw


@pytest.fixture(scope="module")
def study(examples):
    found = ahp.Study.from_toml(examples / "zfs_oltp.toml")
    return ahp.rank(ahp.read(examples / "zfs_oltp.csv"), found, confidence=None).to_dict()


def test_the_study_changes_hands_at_its_exact_weights(study):
    axes = draw(study, "gradient", scenario="Order Entry")
    assert {"0.586", "0.144"} <= set(texts(axes))
    saving = axes.child_axes[0]
    ends = sorted((round(box[0], 4), round(box[2], 4)) for box in rectangles(saving))
    assert ends == [(0.0, 0.5858), (0.5858, 1.0)]
    colours = {box[4].get_facecolor() for box in rectangles(saving)}
    assert len(colours) == 2
    assert not inside(axes)


@pytest.mark.parametrize("scenario", ["Order Entry", "Calling Circle", "Stress Test"])
def test_no_line_of_an_alternative_runs_through_a_number(study, scenario):
    axes = draw(study, "gradient", scenario=scenario)
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


def test_a_number_beside_the_weight_now_stands_on_its_other_side(study):
    document = json.loads(json.dumps(study))
    found = document["scenarios"][0]["gradients"][0]
    for at, side in ((0.3, "right"), (0.1, "left"), (0.4, "left")):
        found["first"][0]["to"] = found["first"][1]["from"] = at
        (number,) = draw(document, "gradient", scenario="Order Entry").child_axes[0].texts
        assert (number.get_text(), number.get_ha()) == (f"{at:.3f}", side)


def test_lines_end_where_the_document_says_and_cross_where_first_places_do(study):
    scenario = study["scenarios"][0]
    axes = draw(study, "gradient", scenario="Order Entry")
    for panel, g in zip(axes.child_axes, scenario["gradients"], strict=True):
        ends = {
            (line.get_ydata()[0], line.get_ydata()[-1]) for line in panel.lines if len(line.get_xdata()) == 5
        }
        assert ends == {(g["at_zero"][n], g["at_one"][n]) for n in scenario["alternatives"]}


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


def test_a_change_at_the_very_edge_is_not_written(study):
    document = json.loads(json.dumps(study))
    (first, second) = document["scenarios"][0]["gradients"][0]["first"]
    first["to"] = second["from"] = 0.99996
    assert not {"0.586", "1.000"} & set(texts(draw(document, "gradient", scenario="Order Entry")))


def test_without_weights_there_is_no_figure():
    with pytest.raises(FigureError, match="no weight can move"):
        draw(decision(columns=("tps", "cpu")), "gradient")


def test_a_document_of_an_older_version_has_none():
    document = json.loads(json.dumps(decision()))
    for scenario in document["scenarios"]:
        del scenario["gradients"]
    with pytest.raises(FigureError):
        draw(document, "gradient")
