"""What the numbers of a report of sysbench say of each other: a wrong one lies outside its bounds."""

import pytest

from ahp.errors import InputError
from ahp.ingest.readers.printed import Printed
from ahp.ingest.readers.sysbench_bounds import bounds
from ahp.ingest.readers.sysbench_report import Report

REPORT = """\
SQL statistics:
    transactions:                        1000   (100.00 per sec.)

General statistics:
    total time:                          10.0000s
    total number of events:              1000

Latency (ms):
         min:                                    1.00
         avg:                                   10.00
         max:                                   50.00
         95th percentile:                       20.00
         sum:                                10000.00

Threads fairness:
    events (avg/stddev):           1000.0000/0.00
    execution time (avg/stddev):   10.0000/0.00
"""


def test_the_numbers_of_a_sound_report_lie_between_their_bounds():
    found = list(bounds(Report(Printed.of(REPORT))))
    assert [what for _, what, *_ in found] == ["the mean", "the rate", "the mean", "the percentile"]
    assert [shown for _, _, shown, _, _ in found] == [10.0, 100.0, 10.0, 20.0]
    assert all(low <= shown <= high for _, _, shown, low, high in found)
    assert found[1][3:] == pytest.approx((97.0, 103.0))  # 2 % and 1 around 1000 / 10 s


@pytest.mark.parametrize(
    ("old", "new", "what"),
    [
        ("100.00 per", "110.00 per", "the rate"),
        (
            "avg:                                   10.00",
            "avg:                                   11.00",
            "the mean",
        ),
        ("20.00", "60.00", "the percentile"),
        (
            "min:                                    1.00",
            "min:                                   11.00",
            "the mean",
        ),
    ],
)
def test_a_number_outside_its_bounds_is_told(old, new, what):
    assert old in REPORT
    with pytest.raises(InputError, match=what):
        Report(Printed.of(REPORT.replace(old, new)))
