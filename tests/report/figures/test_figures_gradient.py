import json

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
