import pytest
from report.figures.documents import decision
from report.figures.parts import rectangles

from ahp.report.figures import draw


def test_stacks_end_at_the_benefit_and_at_the_cost():
    document = decision()
    scenario = document["scenarios"][0]
    axes = draw(document, "contributions")
    rows = [label.get_text() for label in axes.get_yticklabels()]
    assert rows == scenario["order"]
    for row, name in enumerate(rows):
        bars = [box for box in rectangles(axes) if abs((box[1] + box[3]) / 2 - row) < 1e-9]
        assert max(box[2] for box in bars) == pytest.approx(scenario["benefit"][name])
        assert min(box[0] for box in bars) == pytest.approx(-scenario["cost"][name])


def test_criteria_differ_in_colour_and_in_hatch():
    axes = draw(decision(), "contributions")
    looks = {(p.get_facecolor(), p.get_hatch()) for p in axes.patches}
    assert len(looks) == len({c for c, _ in looks}) == len({h for _, h in looks}) == 4
    names = [text.get_text() for text in axes.get_legend().get_texts()]
    assert names == [
        "storage_saving (benefit)",
        "throughput (benefit)",
        "response_time (benefit)",
        "cpu_overhead (cost)",
    ]


def test_with_benefits_alone_bars_begin_at_nothing():
    axes = draw(decision(columns=("tps", "compression_ratio")), "contributions")
    assert min(box[0] for box in rectangles(axes)) == 0.0
    assert axes.get_xlim()[0] == 0.0
    assert axes.get_xlabel() == "benefit (share of all alternatives')"


def test_with_costs_alone_bars_end_at_nothing():
    axes = draw(decision(columns=("cpu",)), "contributions")
    assert max(box[2] for box in rectangles(axes)) == 0.0
    assert axes.get_xlim()[1] == 0.0


def test_whiskers_are_drawn_where_there_are_runs():
    assert draw(decision(), "contributions").lines
    assert len(draw(decision(runs=1), "contributions").lines) == 1  # the middle
