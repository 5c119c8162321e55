import hypothesis.strategies as st
from hypothesis import given

from ahp.report.figures.labels import LONGEST, label, labels, plain, width


@given(st.text(max_size=300))
def test_a_label_is_one_printable_line_that_fits(text):
    shown = plain(label(text))
    assert shown.isprintable()
    assert width(shown) <= LONGEST


@given(st.lists(st.text(max_size=60), max_size=12, unique=True))
def test_no_two_names_have_one_label(names):
    shown = labels(names)
    assert list(shown) == names
    assert len(set(shown.values())) == len(names)


def test_ten_thousand_characters_are_as_quick_as_fifty():
    assert plain(label("x" * 1_000_000)) == "x" * 13 + "…" + "x" * 12


@given(st.text(max_size=40))
def test_matplotlib_reads_no_label_as_mathematics(text):
    from matplotlib.cbook import is_math_text

    assert not is_math_text(label(text))
