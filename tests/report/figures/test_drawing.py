"""Drawing: the same bytes twice, no setting changed, names that cannot break out, files, elements for pages."""

import os
import pickle
import subprocess
import sys
import warnings
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from xml.etree import ElementTree as ET

import pytest
from judged_models import RESERVOIR, SERVICE
from report.by_hand import document as history
from report.by_hand import moment
from report.figures.documents import decision, judged
from report.figures.parts import outside, overlapping

import ahp
from ahp.errors import FigureError
from ahp.report.figures import draw, files, svg
from ahp.report.figures.drawing import cleaned, drawn, embedded, pdf, png
from ahp.report.figures.kinds import KINDS, planned
from ahp.report.figures.plan import Plan


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


DOCUMENTS = {
    "ahp.decision/1": lambda: decision(scenarios=("few", "some"), attributes=True),
    "ahp.hierarchy/1": lambda: judged(people=6),
    "ahp.merits/1": lambda: ahp.judge(ahp.Merits.from_dict(SERVICE)),
    "ahp.network/1": lambda: ahp.judge(ahp.Network.from_dict(RESERVOIR)),
}


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind not in ("judgments", "history")])
def test_every_text_lies_in_the_figure_and_no_box_of_a_tree_on_another(kind):
    document = DOCUMENTS[KINDS[kind].schema]()
    scenario = "few" if KINDS[kind].each == "scenario" else None
    axes = draw(document, kind, scenario=scenario)
    assert not outside(axes)
    assert "hierarchy" not in kind or not overlapping(axes)


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
    assert next(files(document, ("svg",)))[0] == "benefit_cost-1-nightly.svg"  # otherwise all that can be
    with pytest.raises(FigureError, match="attribute"):
        list(files(document, ("svg",), ("improvement",)))
    with pytest.raises(FigureError, match="png, svg and pdf, not as bmp"):
        list(files(document, ("bmp",)))


def _table(**columns):
    return ahp.rank(ahp.read({"alternative": ["none", "a", "b"], **columns}), index="relative").to_dict()


def _noisy():
    """A decision whose noise reaches the baseline."""
    names = [name for name in ("none", "a", "b") for _ in range(3)]
    table = {"alternative": names, "run": [1, 2, 3] * 3, "tps": [100, 150, 60, 160, 101, 140, 90, 180, 200]}
    return ahp.rank(ahp.read(table), index="improvement", resamples=500).to_dict()


def test_what_cannot_be_drawn_says_why():
    two, once, alone = decision(scenarios=("a", "b")), decision(runs=1), decision(names=("lz4",))
    one_each, no_cost = decision(columns=("tps", "cpu")), decision(columns=("tps", "compression_ratio"))
    certain = _table(tps=[1, 1, 999], compression_ratio=[1, 1, 999], response_time_p99_ms=[999, 999, 1])
    single = ahp.judge(ahp.Hierarchy("goal", {"x": 1}, {"x": {"a": 1}}))
    unmoved = judged()
    unmoved["sensitivity"] |= {"weights": [], "judgments": []}
    for document, kind, scenario, words in [
        (once, "pie", None, "'pie' is not a known kind of figure; use one of: benefit_cost"),
        (history(moment(), moment()), "wins", None, "this document is ahp.history/1; its kinds are history"),
        (two, "benefit_cost", None, "for each scenario; name one of 'a', 'b'"),
        (two, "benefit_cost", "c", "'c' is no scenario here; the scenarios are 'a', 'b'"),
        (once, "improvement", None, "two scenarios or more"),
        (no_cost, "benefit_cost", None, "needs both, and the study has no cost criterion"),
        (history(moment()), "history", None, "two decisions or more"),
        (once, "ranks", None, "two runs or more"),
        (_noisy(), "ranks", None, "stay positive as the runs vary; use the index relative"),
        (alone, "wins", None, "one alternative"),
        (alone, "margins", None, "no rival"),
        (certain, "margins", None, "no change of a single measurement alters the choice"),
        (one_each, "gradient", None, "no weight can move"),
        (one_each, "regions", None, "two criteria or more of one merit"),
        (once, "judgments", None, "no judgments"),
        (single, "judged_priorities", None, "nothing is compared"),
        (unmoved, "judged_margins", None, "alters the first place"),
    ]:
        with pytest.raises(FigureError) as caught:
            draw(document, kind, scenario=scenario)
        assert words in str(caught.value)


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
    with ThreadPoolExecutor(4) as threads:
        got = list(threads.map(lambda _: svg(document, "contributions", "nightly"), range(4)))
    assert got == [want] * 4


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


def test_a_style_becomes_attributes_however_matplotlib_writes_a_font():
    namespace = "http://www.w3.org/2000/svg"
    style = "fill: #1a1a1b; font: bold 8.5px 'DejaVu Sans', sans-serif"
    text = f'<g><text style="{style}">a &lt; b</text></g>'
    drawing = f'<svg xmlns="{namespace}" width="10pt" height="5pt" viewBox="0 0 10 5">{text}</svg>'
    (found,) = cleaned(drawing, _named("title")).iter("text")
    assert found.attrib == {"fill": "#1a1a1b", "font-size": "8.5", "font-weight": "bold"}
    assert found.text == "a < b"


def test_a_backend_that_is_none_is_told_by_its_variable():
    code = "from ahp.report.figures.drawing import drawn\ntry: drawn(None)\nexcept ValueError as e: print(e)"
    environment = {**os.environ, "MPLBACKEND": "fancy"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert "'fancy' is not a valid value for backend; correct MPLBACKEND, or unset it" in done.stdout
