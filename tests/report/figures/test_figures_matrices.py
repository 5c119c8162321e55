import pytest
from report.figures.documents import decision
from report.figures.parts import inside, texts

import ahp
from ahp.errors import FigureError
from ahp.report.figures import draw
from ahp.report.figures.matrices import times

NAMES = ["storage_saving", "throughput", "response_time"]


@pytest.fixture(scope="module")
def judged():
    table = {"alternative": ["none", "a", "b"], "compression_ratio": [1, 2, 3], "tps": [1, 2, 1.5]}
    measurements = ahp.read(table | {"response_time_p99_ms": [9, 5, 4]}, baseline="none")
    judgments = {(NAMES[0], NAMES[1]): 3, (NAMES[1], NAMES[2]): 4, (NAMES[0], NAMES[2]): 0.5}
    study = ahp.Study(
        ahp.default_study(measurements).criteria,
        judgments=(ahp.PairwiseMatrix.from_judgments(judgments, NAMES),),
    )
    return ahp.rank(measurements, study, confidence=None).to_dict()


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


def test_judgments_that_contradict_the_others_are_outlined_and_told(judged):
    axes = draw(judged, "judgments")
    (panel,) = axes.child_axes
    outlined = [patch for patch in panel.patches if patch.__class__.__name__ == "Rectangle"]
    assert len(outlined) == 6  # three of them, each with its reciprocal
    told = [text for text in texts(axes) if text.startswith("Consistency ratio")]
    assert len(told) == 1
    assert (
        "(1) throughput over response_time: judged 4, by the others 1/6; then the ratio is 0.000." in told[0]
    )
    assert not inside(axes)


def test_without_judgments_or_matrices_there_is_no_figure():
    with pytest.raises(FigureError, match="no judgments"):
        draw(decision(), "judgments")
    document = decision()
    for c in document["scenarios"][0]["criteria"]:
        c["matrix"] = None
    with pytest.raises(FigureError, match="two to thirty"):
        draw(document, "matrices")
