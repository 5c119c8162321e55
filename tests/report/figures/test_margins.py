import pytest
from report.figures.documents import decision
from report.figures.parts import inside, rectangles

import ahp
from ahp.errors import FigureError
from ahp.report.figures import draw
from ahp.report.figures.margins import _exact


def test_bars_are_the_changes_the_nearest_on_top():
    document = decision()
    found = document["scenarios"][0]["margin"]
    changes = sorted((e["change"] for e in found["all"] if e["change"] is not None), key=abs)
    axes = draw(document, "margins")
    bars = sorted(rectangles(axes), key=lambda box: box[1])
    lengths = [box[2] if box[2] > 0 else box[0] for box in bars]
    assert lengths == pytest.approx([max(-1.0, min(1.0, change)) for change in changes[:20]])
    first = min((e for e in found["all"] if e["change"] is not None), key=lambda e: abs(e["change"]))
    assert axes.get_yticklabels()[0].get_text() == f"{first['measure']} of {first['alternative']}"
    assert any(first["challenger"] in text.get_text() for text in axes.texts)
    assert not inside(axes)


def test_a_change_is_never_shown_as_none():
    assert _exact(0.0000123) == "+0.0012 %"
    assert _exact(-0.25) == "−25.0 %"


def test_without_a_rival_there_is_no_margin():
    with pytest.raises(FigureError, match="no rival"):
        draw(decision(names=("lz4",)), "margins")


def test_where_every_single_change_leaves_the_choice_there_are_no_bars():
    columns = {"tps": [1, 1, 999], "compression_ratio": [1, 1, 999], "response_time_p99_ms": [999, 999, 1]}
    document = ahp.rank(ahp.read({"alternative": ["none", "a", "b"], **columns}), index="relative").to_dict()
    with pytest.raises(FigureError, match="no change of a single measurement alters the choice"):
        draw(document, "margins")
