"""How numbers and names are shown."""

import pytest

from ahp.report.numbers import measured, percent, printable, quotient, share, shortened


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0.0, "0.0 %"), (-1e-9, "0.0 %"), (0.18224, "+18.2 %"), (-0.5008, "-50.1 %"), (9.999, "+999.9 %")],
)
def test_percent(value, shown):
    assert percent(value) == shown


@pytest.mark.parametrize(
    ("value", "shown"), [(3.7922, "3.79"), (0.05, "0.05"), (1e-5, "1e-05"), (1234.5, "1234")]
)
def test_quotient(value, shown):
    assert quotient(value) == shown


def test_share_and_measured():
    assert share(1 / 3) == "0.333"
    assert measured(4978257.0, "ms") == "4.97826e+06 ms"
    assert measured(1.5, "") == "1.5"


def test_names():
    assert printable("a\tb\u200bc") == "a\\tb\\u200bc"
    assert shortened("abcdef", 4) == "abc…"
    assert shortened("abcd", 4) == "abcd"
