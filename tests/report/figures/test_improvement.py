import pytest
from report.figures.documents import decision
from report.figures.parts import inside, title

import ahp
from ahp.errors import FigureError
from ahp.report.figures import draw


def test_each_criterion_is_a_panel_along_the_attribute():
    document = decision(scenarios=("few", "some", "all"), attributes=True)
    axes = draw(document, "improvement")
    trends = document["across_scenarios"]["trends"]
    assert title(axes) == "How many times the baseline, by rising reads"
    assert [panel.get_title("left") for panel in axes.child_axes] == [
        "storage_saving (times better)",
        "throughput (times better)",
        "response_time (times better)",
        "cpu_overhead (times dearer)",
    ]
    for panel, trend in zip(axes.child_axes, trends, strict=True):
        assert [label.get_text() for label in panel.get_xticklabels()] == ["few\n0", "some\n1", "all\n2"]
        drawn = {tuple(line.get_ydata()) for line in panel.lines if len(line.get_xdata()) == 3}
        assert drawn == {tuple(r for _, r in points) for points in trend["points"].values()}
        (baseline,) = (set(line.get_ydata()) for line in panel.lines if len(line.get_xdata()) == 2)
        assert baseline == {1.0}
    assert not inside(axes)
    ticks = [label.get_text() for panel in axes.child_axes for label in panel.get_yticklabels()]
    assert ticks
    assert all(text.startswith("× ") for text in ticks)


def test_a_space_three_times_as_small_is_three_times_better(examples):
    study = ahp.Study.from_toml(examples / "zfs_oltp.toml")
    document = ahp.rank(ahp.read(examples / "zfs_oltp.csv"), study, confidence=None).to_dict()
    saved = {s["scenario"]: s["against_baseline"]["LZ4"]["storage_saving"] for s in document["scenarios"]}
    panel = draw(document, "improvement").child_axes[0]
    drawn = [list(line.get_ydata()) for line in panel.lines if len(line.get_xdata()) == 3]
    along = document["across_scenarios"]["trends"][0]["scenarios"]
    assert [pytest.approx(1.0 / (1.0 - saved[name])) for name in along] in drawn


def test_without_an_attribute_there_is_no_figure_and_a_word_how_to_get_one():
    with pytest.raises(FigureError, match=r'\[scenarios."NAME".attributes\]'):
        draw(decision(scenarios=("a", "b")), "improvement")
    with pytest.raises(FigureError, match="two scenarios or more"):
        draw(decision(), "improvement")


def test_names_of_many_scenarios_are_turned():
    scenarios = tuple(f"s{number}" for number in range(12))
    axes = draw(decision(scenarios=scenarios, attributes=True), "improvement")
    labels = axes.child_axes[0].get_xticklabels()
    assert [label.get_text() for label in labels] == [f"s{number}, {number}" for number in range(12)]
    assert {label.get_rotation() for label in labels} == {40.0}
