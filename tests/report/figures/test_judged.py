"""Judgments drawn: matrices with what contradicts them, priorities, participants, margins, the hierarchy."""

import pytest
from report.figures.documents import judged
from report.figures.parts import outside, texts

import ahp
from ahp.report.figures import draw

NAMES = ["storage_saving", "throughput", "response_time"]


@pytest.fixture(scope="module")
def weighed():
    columns = {"compression_ratio": [1, 2, 3], "tps": [1, 2, 1.5], "response_time_p99_ms": [9, 5, 4]}
    measurements = ahp.read({"alternative": ["none", "a", "b"], **columns})
    judgments = {(NAMES[0], NAMES[1]): 3, (NAMES[1], NAMES[2]): 4, (NAMES[0], NAMES[2]): 0.5}
    matrix = ahp.PairwiseMatrix.from_judgments(judgments, NAMES)
    study = ahp.Study(ahp.default_study(measurements).criteria, judgments=(matrix,))
    return ahp.rank(measurements, study, confidence=None).to_dict()


def _plain(text):
    return " ".join(text.split())


def _outlined(panel):
    return [patch for patch in panel.patches if patch.__class__.__name__ == "Rectangle"]


def test_of_three_judgments_one_is_outlined_and_told(weighed):
    axes = draw(weighed, "judgments")
    (panel,) = axes.child_axes
    assert len(_outlined(panel)) == 2  # with its reciprocal
    (told,) = [text for text in map(_plain, texts(axes)) if text.startswith("Consistency ratio")]
    assert "(1) storage_saving over throughput: judged 3, by the others 1/8; then the ratio is 0.000." in told
    assert not outside(axes)
    one = {
        "criterion": "support",
        "alternatives": ["a", "b"],
        "participants": [],
        "matrix": [[1, 2], [0.5, 1]],
    }
    one |= {"consistency_index": 0.0, "consistency_ratio": 0.0}
    judged_too = weighed["study"] | {"judged": [{**one, "criterion": "looks", "matrix": None}, one]}
    axes = draw({**weighed, "study": judged_too}, "judgments")  # below those over the criteria
    assert [panel.get_title("left") for panel in axes.child_axes] == ["", "under support"]


@pytest.mark.slow
def test_ratios_of_any_size_fit_their_cells():
    table = {"alternative": ["none", "a", "b"], "tps": [1, 1e-140, 1e140], "p99_ms": [1, 1e140, 1e-140]}
    document = ahp.rank(ahp.read(table), confidence=None).to_dict()
    tree = ahp.Hierarchy("goal", {("x", "y"): 1e300}, {"x": {"a": 1, "b": 2}, "y": {"a": 2, "b": 1}})
    for found, kind, shown in [
        (document, "matrices", {"1e+280", "1/1e+280"}),
        (ahp.judge(tree), "judged_matrices", {"1e+300", "1/1e+300"}),
    ]:
        axes = draw(found, kind)
        assert shown <= set(texts(axes))
        assert not outside(axes)
    for kind in ("measurements", "gradient", "performance", "priorities", "contributions"):
        draw(document, kind).figure.canvas.draw()  # and warns nobody


@pytest.mark.slow
def test_of_many_those_are_shown_that_say_most():
    document = judged(criteria=14, noise=0.3)
    axes = draw(document, "judged_matrices")  # those that contradict themselves most
    assert len(axes.child_axes) == 12
    kept = sorted((node["consistency"]["ratio"] for node in document["nodes"]), reverse=True)[:12]
    said = " ".join(texts(axes))
    assert all(f"Consistency ratio {ratio:.3f}." in said for ratio in kept)
    axes = draw(document, "judged_priorities")  # those that weigh most
    assert len(axes.child_axes) == 14
    light = min(document["nodes"], key=lambda node: node["weight"])
    assert light["path"][0] not in [panel.get_title("left") for panel in axes.child_axes]
    document = judged(people=41, criteria=2, noise=0.2)  # participants who stand apart
    document["nodes"][1]["agreement"]["outlying"] = ["Participant 02"]
    marks = [line.get_marker() for line in draw(document, "judged_priorities").child_axes[1].lines]
    assert (marks.count("o"), marks.count("x"), marks.count("D")) == (0, 1, 1)
    axes = draw(judged(people=35, noise=0.3, long=True), "judged_agreement")
    assert len(axes.get_yticklabels()) == 30
    assert not outside(axes)


def test_gaps_are_told():
    document = judged()
    node = document["nodes"][1]
    node["judged"]["matrix"][0][1] = node["judged"]["matrix"][1][0] = None
    node["missing"] = [{"first": "a0", "second": "a1"}]
    node["consistency"] = None
    said = texts(draw(document, "judged_matrices"))
    assert said.count("?") == 2
    assert any(
        text.startswith("Nothing here can contradict.\nNot judged, and shown as ?: 1.") for text in said
    )


def test_participants_stand_beside_the_group_and_who_stands_apart_differs():
    document = judged(people=6, noise=0.4)
    node = document["nodes"][1]
    node["agreement"]["outlying"] = ["Participant 02"]
    axes = draw(document, "judged_priorities")
    panel = axes.child_axes[1]
    names = [label.get_text() for label in panel.get_yticklabels()]
    drawn = {tuple(line.get_xdata()): line.get_marker() for line in panel.lines}
    for person, own in node["agreement"]["priorities"].items():
        marker = "x" if person == "Participant 02" else "o"
        assert drawn[tuple(own[name] for name in names)] == marker
    assert drawn[tuple(node["priorities"][name] for name in names)] == "D"
    assert panel.get_xlabel().startswith(f"consensus {node['agreement']['consensus']:.3f}")
    assert len(axes.get_legend().get_texts()) == 3
    assert not outside(axes)


@pytest.mark.slow
def test_where_only_weights_or_only_judgments_move_there_is_one_panel():
    document = judged()
    for key in ("weights", "judgments"):
        kept = {**document["sensitivity"], key: []}
        assert len(draw({**document, "sensitivity": kept}, "judged_margins").child_axes) == 1
