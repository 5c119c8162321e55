import numpy as np
import pytest

from ahp.ingest.readers.events import statistics


def values(times, **options):
    return {
        row.measure.removeprefix("response_time_"): row.value
        for row in statistics(np.array(times), "ms", **options)
    }


def test_percentiles_are_the_nearest_rank():
    assert values(range(1000, 0, -1)) == {
        "mean": 500.5,
        "p50": 500,
        "p90": 900,
        "p95": 950,
        "p99": 990,
        "p999": 999,
        "max": 1000,
    }


def test_a_percentile_that_would_be_the_maximum_is_left_out():
    assert values([3]) == {"mean": 3, "max": 3}
    assert values([1, 2]) == {"mean": 1.5, "p50": 1, "max": 2}
    assert "p95" not in values(range(19))
    assert "p95" in values(range(20))


@pytest.mark.parametrize(("times", "digits", "resolution"), [([1, 2, 3], 0, 0.5), ([1.25, 2.5], 3, 0.0005)])
def test_the_resolution_is_that_of_the_printed_digits(times, digits, resolution):
    rows = {row.measure: row for row in statistics(np.array(times), "ms", digits=digits, transaction="n")}
    assert rows["response_time_max"].resolution == resolution
    assert rows["response_time_mean"].resolution == 0
    assert {row.transaction for row in rows.values()} == {"n"}
