"""Widths of text."""

from hypothesis import given
from hypothesis import strategies as st

from ahp.report.latex.widths import points


def test_known_widths_of_the_font():
    """The metrics of cmr8 (its TFM file): a digit is 0.53125 of 8 points, an M 0.972."""
    assert 8 * 0.53125 <= points("0") <= 4.3
    assert 0.972 * 8 <= points("M") <= 1.1 * 8
    assert points("é") == points("e")


@given(st.text(), st.text())
def test_text_is_as_wide_as_its_parts(one, other):
    assert abs(points(one + other) - points(one) - points(other)) < 1e-6
    assert points(one) >= 0
