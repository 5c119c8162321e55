from report.figures.documents import decision, many
from report.figures.parts import inside, rectangles, texts

from ahp.report.figures import draw


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


def test_thirty_long_names_stand_beside_the_tree():
    axes = draw(decision(names=many(30), runs=2), "hierarchy")
    assert len([text for text in texts(axes) if "no. " in text]) == 30
    assert not inside(axes)
