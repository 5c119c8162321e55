"""Half a unit of the last digit, of one number and of many."""

import pytest

from ahp.ingest.resolution import resolution_of


@pytest.mark.parametrize(
    ("printed", "half"),
    [("9", 0.5), ("1.69", 0.005), ("1.2e3", 50.0), ("5 lines", 0.0), ("", 0.0), (" 0.5", 0.05)],
)
def test_half_a_unit_of_the_last_digit(printed, half):
    assert resolution_of(printed) == half
