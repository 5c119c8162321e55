"""How numbers are shown."""

import pytest

from ahp.report.numbers import decimals, edge, measured, percent, quotient, share


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


@pytest.mark.parametrize("value", [1e-300, 1e-9, 999.9996, 1000.0, 12345.678, 999_999.5, 1e9, 1e30, 1e300])
@pytest.mark.parametrize(
    "show", [share, quotient, percent, edge, lambda x: measured(x, ""), lambda x: decimals(x, 4)]
)
def test_no_number_is_a_row_of_digits(show, value):
    for signed in (value, -value):
        shown = show(signed)
        assert len(shown) <= 14
        assert abs(float(shown.removesuffix(" %")) * (0.01 if "%" in shown else 1) - signed) <= max(
            0.0006, 0.06 * value
        )
