"""Every form turns into original/stored and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ahp.ingest.ratio_forms import ALL, FORMS, R1, R4_PER_CENT, READINGS


@pytest.mark.parametrize("form", ALL)
@given(ratio=st.floats(0.01, 1000))
def test_what_is_printed_is_read_back(form, ratio):
    printed = form.printed(ratio)
    assert form.holds(printed)
    assert form.ratio(printed) == pytest.approx(ratio, rel=1e-9)


@pytest.mark.parametrize("form", ALL)
def test_data_that_stay_as_large_are_the_whole(form):
    assert form.printed(1.0) == form.whole
    assert form.ratio(form.whole) == 1.0


@pytest.mark.parametrize("form", ALL)
@given(ratio=st.floats(1.1, 10))
def test_the_slope_is_that_of_the_ratio(form, ratio):
    at, step = form.printed(ratio), 1e-6 * form.printed(ratio)
    moved = abs(form.ratio(at + step) - form.ratio(at - step)) / (2 * step)
    assert form.slope(at) == pytest.approx(moved, rel=1e-4)


def test_every_form_has_a_name_that_the_caller_can_say():
    assert {form.name for form in ALL} == set(FORMS)
    assert READINGS.startswith("r1 original/stored, r2 ")
    assert not R4_PER_CENT.holds(100.0)
    assert R1.holds(0.5)
