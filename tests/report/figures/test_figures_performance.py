from report.figures.documents import decision
from report.figures.parts import inside, rectangles

from ahp.report.figures import draw


def test_lines_pass_through_the_priorities_and_end_at_the_merits():
    document = decision()
    scenario = document["scenarios"][0]
    axes = draw(document, "performance")
    assert [label.get_text() for label in axes.get_xticklabels()] == [
        "storage_saving", "throughput", "response_time", "BENEFIT", "cpu_overhead", "COST",
    ]  # fmt: skip
    lines = {tuple(line.get_ydata()) for line in axes.lines}
    for name in scenario["alternatives"]:
        shares = [c["priorities"][name] for c in scenario["criteria"]]
        assert (*shares[:3], scenario["benefit"][name]) in lines
        assert (shares[3], scenario["cost"][name]) in lines
    assert not inside(axes)


def test_bars_are_the_weights_as_shares_of_the_axes():
    axes = draw(decision(), "performance")
    top = axes.get_ylim()[1]
    assert [round(box[3] / top, 4) for box in rectangles(axes)] == [0.3333, 0.3333, 0.3333, 1.0]
    assert [text.get_text() for text in axes.texts] == ["0.33", "0.33", "0.33", "1"]
