"""Half a unit of the last digit, of one number and of many."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ahp.ingest.resolution import resolution_of, resolutions_of

NUMBERS = st.from_regex(r"\A[0-9]{1,9}(?:\.[0-9]{1,20})?\Z")


@pytest.mark.parametrize(
    ("printed", "half"),
    [("9", 0.5), ("1.69", 0.005), ("1.2e3", 50.0), ("5 lines", 0.0), ("", 0.0), (" 0.5", 0.05)],
)
def test_half_a_unit_of_the_last_digit(printed, half):
    assert resolution_of(printed) == half


@given(st.lists(st.one_of(NUMBERS, NUMBERS.map(lambda text: f"{text}e-05")), min_size=1))
def test_many_are_each(texts):
    assert resolutions_of(texts).tolist() == [resolution_of(text) for text in texts]
