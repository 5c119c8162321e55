"""Drawing: the same bytes twice, no setting changed, names that cannot break out, files, elements for pages."""

import os
import pickle
import subprocess
import sys
import threading
import warnings
from itertools import islice
from xml.etree import ElementTree as ET

import pytest
from report.figures.documents import decision, many

from ahp.errors import FigureError
from ahp.report.figures import draw, files, svg
from ahp.report.figures.canvas import drawn, embedded, pdf, png
from ahp.report.figures.kinds import KINDS, planned
from ahp.report.figures.plan import Plan
from ahp.report.figures.vectors import to_embed, to_file


@pytest.fixture
def document():
    return decision(scenarios=("nightly", "Order Entry"))


@pytest.mark.slow
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


def test_files_are_named_by_kind_and_scenario(document):
    found = files(document, ("svg",))
    names = {next(found)[0] for _ in range(2)}
    assert names == {"benefit_cost-1-nightly.svg", "benefit_cost-2-order-entry.svg"}


@pytest.mark.slow
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


def test_a_kind_that_is_asked_for_and_cannot_be_drawn_is_an_error(document):
    for kind, complaint in [
        ("pie", "'pie' is not a known kind of figure"),
        ("history", "is drawn from ahp.history/1"),
        ("improvement", "attribute"),
    ]:
        with pytest.raises(FigureError, match=complaint):
            list(files(document, ("svg",), (kind,)))


def test_names_that_are_markup_or_mathematics_are_shown_as_they_are():
    hostile = ('"><img src=x onerror=alert(1)>', "$x^2$ $", "_hidden", "a\u202eb\x07", "<script>")
    document = decision(names=hostile)
    for kind in ("benefit_cost", "contributions"):
        root = ET.fromstring(svg(document, kind))
        words = {element.text for element in root.iter() if element.text}
        assert {"$x^2$ $", "_hidden", "a\\u202eb\\x07", "<script>"} <= words
        assert not [element.tag for element in root.iter() if element.tag.endswith(("img", "script"))]


@pytest.mark.slow
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


@pytest.mark.slow
@pytest.mark.parametrize("count", [2, 30])
def test_from_two_to_thirty_alternatives_every_one_is_named(count):
    document = decision(names=many(count), runs=2)
    for kind in ("benefit_cost", "contributions"):
        text = svg(document, kind)
        for number in range(count):
            assert f"no. {number:02d}" in text.split("</desc>")[1], (kind, number)


def test_an_unknown_kind_names_those_that_there_are():
    with pytest.raises(FigureError, match="'pie' is not a known kind of figure; use one of: benefit_cost"):
        draw(decision(), "pie")


def test_of_several_scenarios_one_must_be_named():
    document = decision(scenarios=("a", "b"))
    with pytest.raises(FigureError, match="for each scenario; name one of 'a', 'b'"):
        draw(document, "benefit_cost")
    with pytest.raises(FigureError, match="'c' is no scenario here; the scenarios are 'a', 'b'"):
        draw(document, "benefit_cost", scenario="c")


def _named(name):
    return Plan(name, "A line.", 2.0, lambda axes: axes.plot([0, 1], [0, 1]))


def test_scripts_that_the_font_lacks_stay_text_and_warn_nobody():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert "圧縮" in embedded(_named("圧縮"), "a")
        assert png(_named("圧縮")).startswith(b"\x89PNG")


@pytest.mark.slow
def test_a_notebook_shows_the_axes_and_their_figure_as_they_now_are():
    formatters = pytest.importorskip(
        "IPython.core.formatters", reason="IPython is not installed; it is in the extra test-all"
    )

    axes = drawn(_named("speed"))
    before, size = formatters.PNGFormatter()(axes)
    assert before.startswith(b"\x89PNG")
    assert size == {"width": 640, "height": 200, "alt": "A line."}
    axes.set_xlabel("weight")
    after = formatters.PNGFormatter()(axes)[0]
    assert after != before
    assert formatters.PNGFormatter()(axes.figure)[0] == after


def test_axes_that_show_themselves_can_be_copied():
    copied = pickle.loads(pickle.dumps(drawn(_named("speed"))))
    assert copied.figure.get_suptitle() == "speed"
    assert copied._repr_png_()[0] == drawn(_named("speed"))._repr_png_()[0]


@pytest.mark.slow
def test_a_pdf_is_the_same_twice_and_knows_no_date():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        one, other = pdf(_named("圧縮 $x$")), pdf(_named("圧縮 $x$"))
    assert one == other
    assert one.startswith(b"%PDF")
    assert b"CreationDate" not in one
    assert b"Producer" not in one
    assert b"/CIDFontType2" in one  # TrueType
    assert b"/Type3" not in one


SOURCE = """<?xml version="1.0"?>
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="10pt" height="5pt"
 viewBox="0 0 10 5"><metadata>who made it</metadata><defs><style type="text/css">*{stroke-linecap: butt}</style></defs>
<g id="figure_1"><path id="patch_1" d="M 0 0 L 1.23456 2 z " style="fill: none"/>
<path id="p1" d="M 0 0 L 1.23456 2 " style="fill: #1a1a1b; stroke: #0072b2; stroke-width: 2"/>
<use xlink:href="#p1" x="1.005001" y="2"/><text style="font: bold 8.5px 'DejaVu Sans', sans-serif" transform="rotate(-0 1 2)">a &lt; b</text>
<text style="font-size: 9px; font-family: 'DejaVu Sans'; text-anchor: end" transform="rotate(-90 1 2)">c</text></g></svg>"""
NS = "{http://www.w3.org/2000/svg}"


def test_styles_become_attributes_and_nothing_reaches_beyond_the_figure():
    text = to_embed(SOURCE, "title", "description")
    assert "style" not in text
    assert "metadata" not in text
    root = ET.fromstring(text)
    path, first, second = root.find(f".//{NS}path"), *root.findall(f".//{NS}text")
    assert path.attrib == {
        "id": "p1",
        "d": "M 0 0 L 1.23 2",
        "fill": "currentColor",
        "stroke": "#0072b2",
        "stroke-width": "2",
    }
    assert first.attrib == {"font-size": "8.5", "font-weight": "bold"}
    assert first.text == "a < b"
    assert second.attrib == {"font-size": "9", "text-anchor": "end", "transform": "rotate(-90 1 2)"}


def test_references_stay_and_other_ids_go():
    root = ET.fromstring(to_embed(SOURCE, "title", "description"))
    assert root.find(f".//{NS}use").get("href") == "#p1"
    ids = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(ids) == 3
    assert ids[:2] == root.get("aria-labelledby").split()


def test_a_file_is_on_white_and_has_ink():
    text = to_file(SOURCE, "title", "description")
    assert "currentColor" not in text
    assert ET.fromstring(text.encode())[2].get("fill") == "#ffffff"


def test_an_unknown_format_is_an_error(document):
    with pytest.raises(FigureError, match="png, svg and pdf, not as bmp"):
        list(files(document, ("bmp",)))


def test_a_backend_that_is_none_is_told_by_its_variable():
    code = "from ahp.report.figures.canvas import drawn\ntry: drawn(None)\nexcept ValueError as e: print(e)"
    environment = {**os.environ, "MPLBACKEND": "fancy"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert "'fancy' is not a valid value for backend; correct MPLBACKEND, or unset it" in done.stdout
