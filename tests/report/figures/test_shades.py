import hypothesis.strategies as st
from hypothesis import given

from ahp.report.figures.shades import balance, readable, shade


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_more_is_lighter_in_grey_too():
    lights = [luminance(shade(i / 20)) for i in range(21)]
    assert lights == sorted(lights)


def test_a_balance_is_darker_on_both_sides():
    lights = [luminance(balance(i / 8)) for i in range(9)]
    assert max(lights) == lights[4]
    assert lights[:5] == sorted(lights[:5])
    assert lights[4:] == sorted(lights[4:], reverse=True)


@given(st.floats(-1, 2))
def test_text_is_read_on_every_shade(amount):
    for colour in (shade(amount), balance(amount)):
        one, other = sorted((luminance(colour), luminance(readable(colour))))
        assert (other + 0.05) / (one + 0.05) >= 4.0
