import pytest

from ahp.report.figures.panels import headed, panels


@pytest.mark.parametrize(("count", "columns"), [(1, 1), (4, 2), (5, 3), (12, 2)])
def test_panels_lie_inside_and_do_not_meet(axes, count, columns):
    parts = panels(axes, count, columns, height=1.5, between=(0.5, 0.5))
    assert len(parts) == count
    boxes = [part.get_axes_locator()(part, None) for part in parts]
    within = axes.get_position()
    for i, box in enumerate(boxes):
        assert within.x0 - 1e-9 <= box.x0 < box.x1 <= within.x1 + 1e-9
        assert within.y0 - 1e-9 <= box.y0 < box.y1 <= within.y1 + 1e-9
        for other in boxes[i + 1 :]:
            assert box.x1 < other.x0 or other.x1 < box.x0 or box.y1 < other.y0 or other.y1 < box.y0


def test_a_panel_has_its_title(axes):
    (panel,) = panels(axes, 1, 1, height=1.0, between=(0.0, 0.0))
    headed(panel, "throughput")
    assert panel.get_title("left") == "throughput"
    assert not axes.axison
