"""What a log gives to a ranking."""

import pytest

from ahp.ingest.logs.buckets import RELATIVE_ERROR
from ahp.ingest.logs.results import LogSummary, LogTotal

TOTAL = LogTotal("oltp", "lz4", "1", "", 10, 1, 2.0, 40_000_000, 9_000_000, 4.0, 8.0, None, None, None)


def test_a_total_becomes_measurements_with_their_resolution():
    rows = {row.measure: row for row in LogSummary(1.0, 0.0, (TOTAL,), ()).measurements().rows}
    assert {name: row.value for name, row in rows.items()} == pytest.approx(
        {
            "throughput": 5.0,
            "response_time_mean": 4.0,
            "response_time_p50": 4.0,
            "response_time_p90": 8.0,
            "response_time_max": 9.0,
        }
    )
    assert rows["response_time_p90"].resolution == 8.0 * RELATIVE_ERROR
    assert rows["response_time_max"].resolution == 0.0
    assert rows["throughput"].key[:3] == ("oltp", "lz4", "1")
