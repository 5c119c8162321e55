import threading
from itertools import islice
from xml.etree import ElementTree as ET

import pytest
from report.figures.documents import decision, many

from ahp.errors import FigureError
from ahp.report.figures import KINDS, draw, files, svg
from ahp.report.figures.canvas import png
from ahp.report.figures.kinds import planned


@pytest.fixture
def document():
    return decision(scenarios=("nightly", "Order Entry"))


def test_the_same_document_gives_the_same_bytes():
    document = decision(names=("zle", "lzjb", "lz4"))
    first, again = (dict(files(document, ("svg",))) for _ in range(2))
    assert first == again
    assert {name.partition("-")[0].removesuffix(".svg") for name in first} == {
        kind
        for kind, entry in KINDS.items()
        if entry.schema == "ahp.decision/1" and kind not in ("improvement", "judgments")
    }
    plan = planned(document, "contributions", None)
    assert png(plan) == png(plan)


def test_no_setting_is_left_changed_and_none_changes_a_figure(document):
    import matplotlib

    before = svg(document, "contributions", "nightly")
    with matplotlib.rc_context({"font.size": 30.0, "svg.fonttype": "path", "axes.facecolor": "red"}):
        settings = dict(matplotlib.rcParams)
        assert svg(document, "contributions", "nightly") == before
        assert dict(matplotlib.rcParams) == settings


def test_no_window_and_no_figure_of_pyplot(document):
    import sys

    axes = draw(document, "contributions", scenario="nightly")
    assert "matplotlib.pyplot" not in sys.modules or not sys.modules["matplotlib.pyplot"].get_fignums()
    assert axes.figure.get_suptitle() == "nightly: what makes up benefit and cost"


def test_axes_that_are_given_are_drawn_into_and_keep_their_colours(document):
    from matplotlib.figure import Figure

    axes = Figure().add_subplot()
    axes.xaxis.label.set_color("white")
    assert draw(document, "benefit_cost", ax=axes, scenario="nightly") is axes
    assert {text.get_color() for text in axes.texts} == {"#ffffff"}


def test_an_element_for_a_page_is_transparent_in_the_colour_of_its_text_and_without_styles(document):
    text = svg(document, "benefit_cost", "nightly")
    assert "currentColor" in text
    assert "style" not in text
    assert "#ffffff" not in text
    root = ET.fromstring(text)
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == len(set(ids))
    assert root.get("aria-labelledby").split() == ids[:2]
    assert root[0].text == "nightly: benefit against cost"
    assert "lzjb: benefit" in root[1].text


def test_figures_of_one_page_share_no_ids(document):
    import re

    def ids(text):
        return set(re.findall(r' id="([^"]+)"', text))

    texts = [
        svg(document, kind, name)
        for kind in ("benefit_cost", "contributions")
        for name in ("nightly", "Order Entry")
    ]
    for i, one in enumerate(texts):
        for other in texts[i + 1 :]:
            assert not ids(one) & ids(other)


def test_files_are_named_by_kind_and_scenario(document):
    found = files(document, ("svg",))
    names = {next(found)[0] for _ in range(2)}
    assert names == {"benefit_cost-1-nightly.svg", "benefit_cost-2-order-entry.svg"}


def test_files_are_png_svg_and_pdf_on_white(document):
    found = dict(islice(files(document), 3))
    assert found["benefit_cost-1-nightly.png"].startswith(b"\x89PNG")
    assert found["benefit_cost-1-nightly.pdf"].startswith(b"%PDF")
    drawn = found["benefit_cost-1-nightly.svg"].decode()
    assert drawn.startswith("<?xml")
    assert 'fill="#ffffff"' in drawn
    assert "currentColor" not in drawn


def test_only_the_kinds_that_are_asked_for_are_drawn(document):
    found = [name for name, _ in files(document, ("svg",), ("hierarchy", "benefit_cost"))]
    assert found == ["hierarchy.svg", "benefit_cost-1-nightly.svg", "benefit_cost-2-order-entry.svg"]
    assert list(files(document, ("svg",), ())) == []


@pytest.mark.parametrize(
    ("kind", "complaint"),
    [
        ("pie", "'pie' is not a known kind of figure"),
        ("history", "is drawn from ahp.history/1"),
        ("improvement", "attribute"),
    ],
)
def test_a_kind_that_is_asked_for_and_cannot_be_drawn_is_an_error(document, kind, complaint):
    with pytest.raises(FigureError, match=complaint):
        list(files(document, ("svg",), (kind,)))


def test_an_unknown_format_is_an_error(document):
    with pytest.raises(FigureError, match="png, svg and pdf, not as bmp"):
        list(files(document, ("bmp",)))


def test_names_that_are_markup_or_mathematics_are_shown_as_they_are():
    hostile = ('"><img src=x onerror=alert(1)>', "$x^2$ $", "_hidden", "a\u202eb\x07", "<script>")
    document = decision(names=hostile)
    for kind in ("benefit_cost", "contributions"):
        root = ET.fromstring(svg(document, kind))
        words = {element.text for element in root.iter() if element.text}
        assert {"$x^2$ $", "_hidden", "a\\u202eb\\x07", "<script>"} <= words
        assert not [element.tag for element in root.iter() if element.tag.endswith(("img", "script"))]


def test_threads_do_not_take_each_others_settings(document):
    want = svg(document, "contributions", "nightly")
    got = []
    threads = [
        threading.Thread(target=lambda: got.append(svg(document, "contributions", "nightly")))
        for _ in range(4)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert got == [want] * 4


@pytest.mark.parametrize("count", [2, 30])
def test_from_two_to_thirty_alternatives_every_one_is_named(count):
    document = decision(names=many(count), runs=2)
    for kind in ("benefit_cost", "contributions"):
        text = svg(document, kind)
        for number in range(count):
            assert f"no. {number:02d}" in text.split("</desc>")[1], (kind, number)


def test_every_kind_says_what_it_shows():
    for kind in KINDS.values():
        assert kind.shows.endswith(".")
        assert kind.each in ("scenario", "document")
