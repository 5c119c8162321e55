import pytest
from ingest.damage import (
    INPUTS,
    numbers,
    reading_of,
    refuses,
)

from ahp.ingest.readers.pgbench_aggregate import PgbenchAggregateReader

READER = PgbenchAggregateReader()
BOTH = (INPUTS / "pgbench_aggregate" / "pgbench_agg.both").read_bytes()
ONE = (INPUTS / "pgbench_aggregate" / "pgbench_agg.21957").read_bytes()
RATE = (INPUTS / "pgbench_aggregate" / "pgbench_rateagg.21972").read_bytes()
FAILING = (INPUTS / "pgbench_aggregate" / "pgbench_seragg.22278").read_bytes()
refused = refuses(READER)


def test_the_throughput_is_near_that_of_the_summary():
    found = numbers(reading_of(READER, BOTH))
    assert found["", "", "", "", "throughput"][0] == pytest.approx(2144.517304, rel=0.01)


def test_what_is_wrong_is_named_with_its_line():
    lines = ONE.splitlines(keepends=True)
    assert refused(b"".join([*lines[:1], *lines[2:]]), "interval is missing before").line == 3
    assert refused(lines[0], "single interval").line == 1
    assert refused(ONE[:-1], "has no end").line == 4
    assert refused(lines[0] + lines[1].rsplit(b" ", 1)[0] + b"\n", "too few").line == 2
    assert refused(ONE.replace(b" 3992632 ", b" 9992632 "), "contradict").line == 2
    assert refused(ONE.replace(b" 12801810446 ", b" 2801810446 "), "contradict").line == 2
    idle = b"1795208584 0 0 0 0 0\n1795208586 0 0 0 0 0\n"
    refused(idle, "greater than 0")


def test_caveats_stand_only_where_they_apply():
    assert not any("lag" in caveat or "failed" in caveat for caveat in reading_of(READER, ONE).caveats)
    assert any("schedule lag" in caveat for caveat in reading_of(READER, RATE).caveats)
    assert "64.8% of the transactions failed or were skipped." in reading_of(READER, FAILING).caveats
