import pytest
from report.figures.documents import decision
from report.figures.parts import inside

import ahp
from ahp.report.figures import draw


def test_every_run_is_a_mark_in_the_unit_of_its_measure():
    document = decision()
    scenario = document["scenarios"][0]
    axes = draw(document, "measurements")
    assert [panel.get_xlabel() for panel in axes.child_axes] == ["x", "1/s", "ms", "%"]
    names = [*scenario["order"], "none"]
    assert [label.get_text() for label in axes.child_axes[0].get_yticklabels()] == names
    for panel, c in zip(axes.child_axes, scenario["criteria"], strict=True):
        runs, used = panel.lines
        found = sorted(zip(runs.get_ydata(), runs.get_xdata(), strict=True))
        measured = [
            (names.index(e["alternative"]), e["value"])
            for e in scenario["measurements"]
            if e["measure"] == c["measure"]
        ]
        assert found == sorted(measured)
        assert dict(zip(used.get_ydata(), used.get_xdata(), strict=True)) == {
            names.index(n): v for n, v in c["measured"].items()
        }
    assert not inside(axes)


@pytest.mark.parametrize(
    ("values", "label", "shown"),
    [
        ([2487597, 4003496, 8282371], "10⁶ 1/s", {"4", "6", "8"}),
        ([99990.1, 99990.2, 99990.3], "1/s", {"99990.1", "99990.2", "99990.3"}),
        ([8282371.1, 8282371.2, 8282371.3], "10⁶ 1/s", {"8.2823711", "8.2823712", "8.2823713"}),
        ([2e-7, 3e-7, 4e-7], "10⁻⁹ 1/s", {"200", "300", "400"}),
    ],
)
def test_an_axis_of_long_numbers_names_its_power_beside_the_unit(values, label, shown):
    table = {"alternative": ["none", "b", "c"], "throughput_tps": values}
    axes = ahp.rank(ahp.read(table)).plot("measurements")
    axes.figure.draw_without_rendering()
    (panel,) = axes.child_axes
    assert panel.get_xlabel() == label
    assert panel.xaxis.get_offset_text().get_text() == ""
    assert {tick.get_text() for tick in panel.get_xticklabels()} >= shown
