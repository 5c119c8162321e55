import os
import pickle
import subprocess
import sys
import warnings

from ahp.report.figures.canvas import drawn, embedded, own_settings, pdf, png
from ahp.report.figures.plan import Plan


def _named(name):
    return Plan(name, "A line.", 2.0, lambda axes: axes.plot([0, 1], [0, 1]))


def test_settings_are_put_back_even_after_an_error():
    import matplotlib

    before = dict(matplotlib.rcParams)
    try:
        with own_settings():
            assert matplotlib.rcParams["svg.fonttype"] == "none"
            raise KeyError
    except KeyError:
        pass
    assert dict(matplotlib.rcParams) == before


def test_a_backend_that_is_none_is_told_by_its_variable():
    code = "from ahp.report.figures.canvas import drawn\ntry: drawn(None)\nexcept ValueError as e: print(e)"
    environment = {**os.environ, "MPLBACKEND": "fancy"}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    assert "'fancy' is not a valid value for backend; correct MPLBACKEND, or unset it" in done.stdout


def test_the_title_is_a_plan_s():
    assert drawn(_named("speed")).figure.get_suptitle() == "speed"


def test_scripts_that_the_font_lacks_stay_text_and_warn_nobody():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert "圧縮" in embedded(_named("圧縮"), "a")
        assert png(_named("圧縮")).startswith(b"\x89PNG")


def test_a_notebook_shows_the_axes_and_their_figure_as_they_now_are():
    from IPython.core.formatters import PNGFormatter

    axes = drawn(_named("speed"))
    before, size = PNGFormatter()(axes)
    assert before.startswith(b"\x89PNG")
    assert size == {"width": 640, "height": 200, "alt": "A line."}
    axes.set_xlabel("weight")
    after = PNGFormatter()(axes)[0]
    assert after != before
    assert PNGFormatter()(axes.figure)[0] == after


def test_axes_that_show_themselves_can_be_copied():
    copied = pickle.loads(pickle.dumps(drawn(_named("speed"))))
    assert copied.figure.get_suptitle() == "speed"
    assert copied._repr_png_()[0] == drawn(_named("speed"))._repr_png_()[0]


def test_salts_set_ids_apart():
    assert embedded(_named("a"), "one") != embedded(_named("a"), "two")


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
