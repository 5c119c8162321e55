import pytest
from ingest.damage import (
    INPUTS,
    Numbers,
    equal,
    expected,
    located,
    numbers,
    reading_of,
    recognised,
    refuses,
    survivors,
)

from ahp.ingest.readers.pgbench_aggregate import PgbenchAggregateReader

READER = PgbenchAggregateReader()
EXPECTED = expected("pgbench_aggregate")
BOTH = (INPUTS / "pgbench_aggregate" / "pgbench_agg.both").read_bytes()
ONE = (INPUTS / "pgbench_aggregate" / "pgbench_agg.21957").read_bytes()
RATE = (INPUTS / "pgbench_aggregate" / "pgbench_rateagg.21972").read_bytes()
FAILING = (INPUTS / "pgbench_aggregate" / "pgbench_seragg.22278").read_bytes()
refused = refuses(READER)


def independent(text: str) -> Numbers:
    rows = [[int(word) for word in line.split(" ")] for line in text.splitlines()]
    rate = 0.0
    for i in [i for i, row in enumerate(rows) if i == 0 or row[0] <= rows[i - 1][0]]:
        j = i + 1
        while j < len(rows) and rows[j][0] > rows[j - 1][0]:
            j += 1
        rate += sum(row[1] for row in rows[i + 1 : j]) / (rows[j - 1][0] - rows[i][0])
    return {
        ("", "", "", "", "throughput"): (rate, "1/s"),
        ("", "", "", "", "response_time_mean"): (sum(r[2] for r in rows) / sum(r[1] for r in rows), "us"),
        ("", "", "", "", "response_time_max"): (max(r[5] for r in rows), "us"),
    }


@pytest.mark.parametrize("file", EXPECTED)
def test_the_numbers_are_those_a_person_counts(file):
    equal(numbers(reading_of(READER, located("pgbench_aggregate", file))), EXPECTED[file])


def test_the_throughput_is_near_that_of_the_summary():
    found = numbers(reading_of(READER, BOTH))
    assert found["", "", "", "", "throughput"][0] == pytest.approx(2144.517304, rel=0.01)


def test_only_logs_of_intervals_are_recognised():
    assert recognised(READER) == {
        f"own/pgbench/pgbench_{name}{thread}"
        for name in ("agg.21957", "rateagg.21972", "seragg.22278")
        for thread in ("", ".1")
    }


@pytest.mark.parametrize("content", [ONE, BOTH, RATE, FAILING], ids=["one", "both", "rate", "failing"])
def test_a_damaged_log_is_refused_or_read_as_it_stands(content):
    assert "doubled" not in survivors(READER, content, independent)


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
