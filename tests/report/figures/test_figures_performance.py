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


def test_no_line_or_marker_runs_under_a_weight():
    axes = draw(decision(), "performance")
    axes.figure.canvas.draw()
    lowest = min(text.get_window_extent().y0 for text in axes.texts)
    highest = max(
        axes.transData.transform((0.0, max(line.get_ydata())))[1]
        for line in axes.lines
        if len(line.get_xdata()) > 2 or line.get_marker() != "None"
    )
    assert highest + 4 < lowest
