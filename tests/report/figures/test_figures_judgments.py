import pytest
from report.figures.documents import LONG, decision
from report.figures.parts import inside, texts

import ahp
from ahp.errors import FigureError
from ahp.report.figures import draw
from ahp.report.figures.judgments import Sheet, sheets_plan
from ahp.report.figures.naming import Labels

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


def _told(axes):
    return [" ".join(text.split()) for text in texts(axes)]


def _outlined(panel):
    return [patch for patch in panel.patches if patch.__class__.__name__ == "Rectangle"]


def test_of_three_judgments_one_is_outlined_and_told(judged):
    axes = draw(judged, "judgments")
    (panel,) = axes.child_axes
    assert len(_outlined(panel)) == 2  # with its reciprocal
    (told,) = [text for text in _told(axes) if text.startswith("Consistency ratio")]
    assert "(1) storage_saving over throughput: judged 3, by the others 1/8; then the ratio is 0.000." in told
    assert not inside(axes)


def test_judgments_over_alternatives_stand_below_those_over_the_criteria(judged):
    one = {"criterion": "support", "alternatives": ["a", "b"], "participants": [], "matrix": [[1, 2], [0.5, 1]],
           "consistency_index": 0.0, "consistency_ratio": 0.0}  # fmt: skip
    silent = {**one, "criterion": "looks", "matrix": None}
    study = {**judged["study"], "judged": [silent, one]}
    axes = draw({**judged, "study": study}, "judgments")
    assert [panel.get_title("left") for panel in axes.child_axes] == ["", "under support"]
    axes = draw({**judged, "study": {**study, "judgments": []}}, "judgments")
    assert len(axes.child_axes) == 1


@pytest.mark.parametrize("count", [2, 9, 12, 30])
def test_marks_and_long_names_stay_inside(count):
    names = [f"{LONG} {i}" for i in range(count)]
    matrix = [[1.0 if i == j else 9.0 if i < j else 1 / 9 for j in range(count)] for i in range(count)]
    mark = {"first": names[0], "second": names[-1], "judgment": 9.0, "consistent": 0.2, "ratio": 0.1}
    from ahp.report.figures.canvas import drawn

    sheet = Sheet("under x", names, matrix, [mark], ["Consistency ratio 2."])
    axes = drawn(sheets_plan("judgments", [sheet], Labels(tuple(names))))
    (panel,) = axes.child_axes
    assert sorted((patch.get_x() + 0.44, patch.get_y() + 0.41) for patch in _outlined(panel)) == [
        pytest.approx((0, count - 1)),
        pytest.approx((count - 1, 0)),
    ]
    light, dark = (patch.get_edgecolor() for patch in _outlined(panel))
    assert light == dark == (1, 1, 1, 1)  # both ends of the scale are dark
    assert not inside(axes)


def test_without_judgments_there_is_no_figure():
    with pytest.raises(FigureError, match="no judgments"):
        draw(decision(), "judgments")
